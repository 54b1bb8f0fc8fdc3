//@ no-bug
//@ source: slices and vectors whose elements are one byte, but a tag and what it tells of

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Cross,
    Nought,
}

fn main() {
    let mut marks = vec![];
    for i in 0..9 {
        marks.push((i % 2 == 0).then_some(Mark::Cross));
    }
    marks.insert(3, Some(Mark::Nought));
    println!("{:?} {}", marks.remove(0), marks.len());
    for row in marks.chunks(3) {
        let row: Vec<String> = row.iter().map(|m| m.map_or("-".to_string(), |m| format!("{m:?}"))).collect();
        println!("{}", row.join("|"));
    }
    let mut flags: Vec<Option<bool>> = (0..10).map(|i| if i % 3 == 0 { None } else { Some(i % 2 == 0) }).collect();
    flags.rotate_left(2);
    println!("{:?}", flags.drain(2..4).collect::<Vec<_>>());
    println!("{:?}", flags.split_at(3));
    println!("{:?}", flags.split_off(6));
    flags.sort();
    flags.extend_from_within(..2);
    println!("{:?} {:?}", flags, flags.iter().rev().position(|f| *f == Some(true)));
}
