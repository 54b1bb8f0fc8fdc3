//@ no-bug

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
enum Level {
    #[default]
    Low,
    High,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Item {
    level: Level,
    name: String,
    sizes: Vec<u8>,
    extra: Option<(u8, char)>,
}

#[derive(Clone, Debug, PartialEq, Default)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

#[derive(Copy, Clone, PartialEq, Debug)]
struct Complex(f64, f64);

fn hash<T: Hash>(t: &T) -> u64 {
    let mut h = DefaultHasher::new();
    t.hash(&mut h);
    h.finish()
}

fn main() {
    let a = Item { name: "a".into(), ..Default::default() };
    let mut b = a.clone();
    println!("{:?} {}", a, a == b);
    b.extra = Some((1, 'x'));
    println!("{} {} {:?}", a == b, a < b, a.cmp(&b));
    println!("{} {}", hash(&a) == hash(&a.clone()), hash(&a) == hash(&b));
    let set: HashSet<Item> = [a.clone(), b.clone(), a.clone()].into_iter().collect();
    let sorted: BTreeSet<Item> = set.into_iter().collect();
    println!("{} {:?}", sorted.len(), sorted.iter().map(|i| i.extra).collect::<Vec<_>>());
    println!("{:?} {}", Level::default(), Level::Low < Level::High);
    let mut t = Tree { value: 1, children: vec![Tree { value: 2, children: vec![] }] };
    let u = t.clone();
    t.children[0].value = 3;
    println!("{:?} {}", t, t == u);
    println!("{:?}", Tree::<String>::default());
    let c = Complex(1.0, f64::NAN);
    let d = c;
    println!("{:?} {}", d, c == d);
}
