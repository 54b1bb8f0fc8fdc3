//@ no-bug
//@ source: maps, sets, heaps and lists against native ones

use std::collections::btree_map::Entry as BEntry;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList};
use std::cmp::Reverse;

fn sorted<T: Ord>(it: impl Iterator<Item = T>) -> Vec<T> {
    let mut v: Vec<T> = it.collect();
    v.sort();
    v
}

fn main() {
    let mut m: HashMap<String, i32> = HashMap::new();
    for (i, w) in "the quick brown fox jumps over the lazy dog the end".split(' ').enumerate() {
        *m.entry(w.to_string()).or_insert(0) += i as i32;
    }
    println!("{:?}", sorted(m.iter().map(|(k, v)| (k.clone(), *v))));
    println!("{:?} {:?} {}", m.get("the"), m.get("cat"), m.contains_key("dog"));
    println!("{:?} {:?}", m.insert("dog".into(), 1), m.remove("fox"));
    println!("{:?} {}", m.remove_entry("over"), m.len());
    match m.entry("dog".to_string()) {
        Entry::Occupied(mut e) => {
            *e.get_mut() += 10;
            println!("{} {}", e.key(), e.get());
        }
        Entry::Vacant(e) => println!("{} vacant", e.key()),
    }
    m.entry("new".into()).and_modify(|v| *v += 1).or_insert_with(|| 42);
    m.entry("new".into()).and_modify(|v| *v += 1).or_default();
    println!("{}", m["new"]);
    println!("{:?}", m.get_mut("new").map(|v| { *v *= 2; *v }));
    m.retain(|_, v| *v % 2 == 0);
    println!("{:?} {:?}", sorted(m.keys()), sorted(m.values()));
    for v in m.values_mut() {
        *v += 1;
    }
    println!("{:?}", sorted(m.clone().into_iter()));
    println!("{}", m == m.clone());
    let mut big: HashMap<u32, u32> = (0..100).map(|i| (i * 7 % 101, i)).collect();
    for i in 0..50 {
        big.remove(&i);
    }
    println!("{} {:?} {:?}", big.len(), big.get(&75), big.get(&25));
    println!("{}", big.iter().map(|(k, v)| (k * v) as u64).sum::<u64>());
    big.clear();
    println!("{:?} {:?}", big, HashMap::from([(1, 2)]));

    let a: HashSet<i32> = (1..6).collect();
    let b = HashSet::from([4, 5, 6, 7]);
    println!("{:?} {:?}", sorted(a.intersection(&b)), sorted(a.union(&b)));
    println!("{:?} {:?}", sorted(a.difference(&b)), sorted(a.symmetric_difference(&b)));
    println!("{:?} {} {}", sorted((&a & &b).into_iter()), a.is_subset(&b), a.is_disjoint(&HashSet::from([9])));
    let mut c = a.clone();
    println!("{} {} {} {:?}", c.insert(1), c.insert(9), c.remove(&2), c.take(&3));

    let mut t = BTreeMap::new();
    for (i, k) in [5, 3, 8, 1, 9, 2].into_iter().enumerate() {
        t.insert(k, i);
    }
    println!("{:?} {:?} {:?}", t, t.range(2..8).collect::<Vec<_>>(), t.range(..=3).next_back());
    println!("{:?} {:?}", t.first_key_value(), t.last_key_value());
    println!("{:?} {:?} {:?}", t.insert(3, 30), t.remove(&8), t.get(&3));
    match t.entry(4) {
        BEntry::Vacant(e) => {
            e.insert(44);
        }
        BEntry::Occupied(_) => unreachable!(),
    }
    *t.entry(4).or_insert(0) += 1;
    println!("{:?} {:?}", t.keys().rev().collect::<Vec<_>>(), t.values().collect::<Vec<_>>());
    for (k, v) in t.iter_mut() {
        *v += *k as usize;
    }
    for (_, v) in t.range_mut(4..) {
        *v = 0;
    }
    println!("{:?}", t);
    println!("{:?}", t.pop_first());
    println!("{:?}", t.pop_last());
    println!("{:?} {:?}", t.split_off(&4), t.len());
    println!("{:?} {}", t, t.contains_key(&2));
    println!("{:?}", t.into_iter().map(|(k, v)| k as usize + v).collect::<Vec<_>>());

    let x = BTreeSet::from([5, 1, 3]);
    let y: BTreeSet<_> = [3, 4, 5].into();
    println!("{:?} {:?} {:?}", x, x.first(), x.last());
    println!("{:?} {:?}", x.union(&y).collect::<Vec<_>>(), x.intersection(&y).collect::<Vec<_>>());
    println!("{:?} {:?}", &x - &y, &x ^ &y);
    println!("{:?} {}", x.range(2..).collect::<Vec<_>>(), x.contains(&4));
    println!("{:?} {:?}", x < y, x.iter().rev().collect::<Vec<_>>());

    let mut h = BinaryHeap::new();
    for k in [5, 1, 8, 3, 9, 2] {
        h.push(k);
    }
    println!("{:?} {}", h.peek(), h.len());
    print!("{:?} ", h.pop());
    *h.peek_mut().unwrap() = 0;
    while let Some(k) = h.pop() {
        print!("{k} ");
    }
    println!();
    let r: BinaryHeap<_> = [3, 1, 2].map(Reverse).into();
    println!("{:?}", r.peek());
    println!("{:?}", r.into_sorted_vec());

    let mut l = LinkedList::new();
    l.push_back(2);
    l.push_front(1);
    l.push_back(3);
    println!("{:?} {:?} {:?} {}", l, l.front(), l.back(), l.len());
    println!("{:?}", l.pop_front());
    println!("{:?} {:?}", l.iter().rev().collect::<Vec<_>>(), l.contains(&3));
    println!("{:#?}", BTreeMap::from([("k", vec![1])]));
}
