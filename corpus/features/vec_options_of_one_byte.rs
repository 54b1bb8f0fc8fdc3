//@ no-bug
//@ source: slices, vectors and iterators whose elements are one byte, but a tag and what it tells of, or no number

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Cross,
    Nought,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Coin {
    Nickel = 5,
    Dime = 10,
    Dollar = 100,
}

/// The iterator of an array stands in an `Option` here.
fn coins() {
    let mut left = 240;
    let change = [Coin::Dollar, Coin::Dime, Coin::Nickel].into_iter().flat_map(|coin| {
        let count = left / coin as usize;
        left %= coin as usize;
        std::iter::repeat(coin).take(count)
    });
    println!("{:?}", change.collect::<Vec<_>>());
    let doubled = [Some(true), None].into_iter().fuse().flat_map(|flag| [flag, None]);
    println!("{:?}", doubled.collect::<Vec<_>>());
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
    coins();
}
