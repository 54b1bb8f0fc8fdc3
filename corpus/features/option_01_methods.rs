//@ no-bug

fn main() {
    let a = Some(3);
    let n: Option<i32> = None;
    println!("{:?} {:?}", a.map(|x| x * 2), n.map(|x| x * 2));
    println!("{:?} {:?}", a.and_then(|x| if x > 2 { Some("big") } else { None }), n.or(Some(9)));
    println!("{} {} {}", a.unwrap_or(0), n.unwrap_or_default(), n.unwrap_or_else(|| 4));
    println!("{:?} {:?}", a.filter(|x| x % 2 == 0), a.xor(n));
    println!("{} {}", a.map_or(0, |x| x + 1), n.map_or_else(|| -1, |x| x));
    println!("{:?} {:?}", a.ok_or("none"), n.ok_or_else(|| "none".to_string()));
    println!("{:?} {:?}", a.zip(Some('z')), a.and(Some(1.5)));
    println!("{} {}", a.is_some_and(|x| x > 1), n.is_none_or(|x| x > 1));
    let mut t = Some(5);
    println!("{:?} {:?}", t.take(), t);
    println!("{:?} {:?}", t.replace(6), t);
    *t.get_or_insert(0) += 1;
    println!("{}", t.insert(1));
    if let Some(x) = t.as_mut() {
        *x = 50;
    }
    println!("{:?}", t);
    let s = Some(String::from("text"));
    println!("{:?} {:?}", s.as_deref(), s.as_ref().map(|s| s.len()));
    println!("{:?}", s.iter().chain(None.iter()).collect::<Vec<_>>());
    println!("{:?}", Some(Some(1)).flatten());
    println!("{:?}", Some(&4).copied().into_iter().sum::<i32>());
    println!("{:?} {:?}", Some(Ok::<i32, ()>(1)).transpose(), Some(&s).cloned());
    println!("{:?}", [Some(1), None, Some(3)].into_iter().flatten().collect::<Vec<_>>());
    println!("{:?}", [Some(1), Some(2)].into_iter().collect::<Option<Vec<_>>>());
    println!("{:?}", [Some(1), None].into_iter().collect::<Option<Vec<_>>>());
    println!("{} {}", Some(1) < Some(2), a == Some(3));
    println!("{:?}", s.unwrap());
    let mut it = Some(7).into_iter();
    println!("{:?} {:?}", it.next(), it.next());
    println!("{:?}", Some(4).take_if(|x| *x == 4));
}
