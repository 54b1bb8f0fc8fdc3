//@ no-bug

use std::ops::Range;

fn width(r: &Range<usize>) -> usize {
    r.end - r.start
}

fn main() {
    for i in (0..10).step_by(3) {
        print!("{i} ");
    }
    for i in (0..=10).rev().step_by(5) {
        print!("{i} ");
    }
    println!();
    let r = 2..5;
    println!("{} {} {:?} {}", width(&r), r.len(), r, r.contains(&4));
    println!("{} {}", (1..1).is_empty(), (1..=1).count());
    println!("{}", (1..=100).sum::<i32>());
    let v: Vec<i32> = (0..20).collect();
    println!("{:?} {:?} {:?}", &v[..3], &v[17..], &v[5..=6]);
    for (i, x) in (10u8..).take(3).enumerate() {
        print!("{i}:{x} ");
    }
    println!();
    println!("{:?} {:?}", (1..=3), ..4);
    let mut it = 0..3;
    it.next();
    println!("{:?} {:?}", it, it.end);
    println!("{}", (-3..3).map(|x: i32| x * x).max().unwrap());
}
