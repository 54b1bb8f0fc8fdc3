//@ no-bug

use std::collections::HashSet;

fn sorted<'a>(it: impl Iterator<Item = &'a i32>) -> Vec<i32> {
    let mut v: Vec<i32> = it.copied().collect();
    v.sort();
    v
}

fn main() {
    let mut a: HashSet<i32> = HashSet::new();
    println!("{} {} {}", a.insert(1), a.insert(2), a.insert(1));
    a.extend([3, 4]);
    println!("{} {} {}", a.len(), a.contains(&3), a.remove(&9));
    let b: HashSet<i32> = [3, 4, 5].iter().cloned().collect();
    println!("{:?}", sorted(a.union(&b)));
    println!("{:?}", sorted(a.intersection(&b)));
    println!("{:?}", sorted(a.difference(&b)));
    println!("{:?}", sorted(a.symmetric_difference(&b)));
    println!("{} {}", a.is_subset(&b), a.is_disjoint(&HashSet::from([7])));
    a.retain(|x| x % 2 == 0);
    println!("{:?} {}", sorted(a.iter()), a == HashSet::from([4, 2]));
    let mut seen = HashSet::new();
    let dups: Vec<&str> = ["a", "b", "a", "c", "b"].into_iter().filter(|w| !seen.insert(*w)).collect();
    println!("{:?}", dups);
    let words: HashSet<String> = ["x".to_string()].into();
    println!("{} {:?}", words.contains("x"), words.get("x"));
}
