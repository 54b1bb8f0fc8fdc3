//@ no-bug

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::cmp::Reverse;

fn main() {
    let mut m = BTreeMap::new();
    for (i, w) in ["delta", "alpha", "charlie", "bravo"].iter().enumerate() {
        m.insert(*w, i);
    }
    println!("{:?} {}", m, m.len());
    println!("{:?} {:?}", m.first_key_value(), m.last_key_value());
    for (k, v) in &m {
        print!("{k}={v} ");
    }
    println!();
    println!("{:?}", m.get("bravo"));
    println!("{:?} {:?}", m.remove("alpha"), m.remove("zulu"));
    *m.entry("echo").or_insert(0) += 7;
    println!("{:?}", m.range("c".."e").collect::<Vec<_>>());
    println!("{:?} {:?}", m.keys().collect::<Vec<_>>(), m.values().rev().collect::<Vec<_>>());
    println!("{:?}", m.pop_first());
    println!("{:?}", m.iter().next_back());
    for v in m.values_mut() {
        *v += 100;
    }
    println!("{:#?}", m);

    let mut s: BTreeSet<i32> = [5, 1, 3, 1].into();
    println!("{:?}", s);
    println!("{} {}", s.insert(1), s.insert(2));
    println!("{:?} {:?}", s.range(2..).next(), s.iter().rev().collect::<Vec<_>>());
    let t = BTreeSet::from([2, 3, 9]);
    println!("{:?}", s.intersection(&t).collect::<Vec<_>>());
    println!("{:?}", s.union(&t).copied().collect::<Vec<i32>>());
    println!("{:?}", &s - &t);
    println!("{} {:?}", s.contains(&3), s.first());
    println!("{:?} {:?}", s.pop_last(), s.len());

    let mut h = BinaryHeap::new();
    for x in [3, 8, 1, 5] {
        h.push(x);
    }
    println!("{:?} {}", h.peek(), h.len());
    while let Some(x) = h.pop() {
        print!("{x} ");
    }
    println!();
    let mut min: BinaryHeap<Reverse<(u32, &str)>> = BinaryHeap::new();
    min.push(Reverse((5, "five")));
    min.push(Reverse((2, "two")));
    if let Some(Reverse((n, s))) = min.pop() {
        println!("{n} {s}");
    }
    println!("{:?}", BinaryHeap::from(vec![2, 7, 4]).into_sorted_vec());
}
