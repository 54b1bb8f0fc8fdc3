//@ no-bug

use std::collections::hash_map::Entry;
use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Id(u32),
    Name(String),
}

fn sorted<V: Clone + Ord>(m: &HashMap<&str, V>) -> Vec<(String, V)> {
    let mut v: Vec<_> = m.iter().map(|(k, v)| (k.to_string(), v.clone())).collect();
    v.sort();
    v
}

fn main() {
    let mut m = HashMap::new();
    println!("{:?}", m.insert("a", 1));
    println!("{:?}", m.insert("a", 2));
    m.insert("b", 5);
    println!("{:?} {:?} {}", m.get("a"), m.get("z"), m["b"]);
    println!("{} {} {}", m.len(), m.contains_key("b"), m.is_empty());
    *m.entry("c").or_insert(0) += 10;
    *m.entry("c").or_insert(0) += 10;
    m.entry("a").and_modify(|v| *v += 1).or_insert(99);
    m.entry("d").or_default();
    println!("{:?}", sorted(&m));
    if let Some(v) = m.get_mut("b") {
        *v = 50;
    }
    println!("{:?} {:?}", m.remove("b"), m.remove("b"));
    for v in m.values_mut() {
        *v *= 2;
    }
    println!("{:?} {}", sorted(&m), m.values().sum::<i32>());
    let mut keys: Vec<_> = m.keys().copied().collect();
    keys.sort_unstable();
    println!("{:?}", keys);
    m.retain(|_, v| *v > 0);
    println!("{}", m.len());
    match m.entry("a") {
        Entry::Occupied(e) => println!("occupied {} {}", e.key(), e.get()),
        Entry::Vacant(_) => println!("vacant"),
    }
    let mut words: HashMap<String, usize> = HashMap::new();
    for w in "the cat the dog the end".split_whitespace() {
        *words.entry(w.to_string()).or_insert(0) += 1;
    }
    let mut counts: Vec<(&String, &usize)> = words.iter().collect();
    counts.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    println!("{:?}", counts);
    let mut ks: HashMap<Key, f32> = HashMap::from([(Key::Id(3), 0.5), (Key::Name("x".into()), 1.5)]);
    println!("{:?}", ks.get(&Key::Name("x".to_string())));
    println!("{:?}", ks.remove_entry(&Key::Id(3)));
    println!("{:?}", ks);
    let groups = [1, 2, 3, 4, 5].iter().fold(HashMap::<bool, Vec<i32>>::new(), |mut acc, x| {
        acc.entry(x % 2 == 0).or_default().push(*x);
        acc
    });
    println!("{:?} {:?}", groups[&true], groups[&false]);
    let squares: HashMap<u32, u32> = (1..5).map(|x| (x, x * x)).collect();
    let mut s: Vec<_> = squares.into_iter().collect();
    s.sort();
    println!("{:?}", s);
    println!("{:?}", m.get_key_value("a").is_some());
    m.clear();
    println!("{:?}", m);
}
