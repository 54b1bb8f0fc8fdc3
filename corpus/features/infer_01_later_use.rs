//@ no-bug
//@ source: types fixed only by later use, some of it inside nested closures

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

fn takes_u8s(v: &[u8]) -> usize {
    v.len()
}

fn main() {
    let mut v = Vec::new();
    let mut m = HashMap::new();
    let mut nested = Vec::new();
    let (tx, rx) = channel();
    let slot = Arc::new(Mutex::new(None));
    let shared = Arc::new(Mutex::new(Vec::new()));

    println!("{}", v.len());
    v.push(1);
    println!("{}", takes_u8s(&v));
    m.insert("k", Vec::new());
    m.get_mut("k").unwrap().push(2.5f32);
    println!("{:?}", m["k"]);
    nested.push(Vec::new());
    nested[0].push(Some(Default::default()));
    nested[0].push(Some(7i16));
    println!("{:?}", nested);

    let s = Arc::clone(&slot);
    let sh = shared.clone();
    let t = thread::spawn(move || {
        let inner = move |n: u64| {
            *s.lock().unwrap() = Some(n);
            sh.lock().unwrap().push((n, 'x'));
        };
        inner(9);
        tx.send(Ok(3)).unwrap();
        tx.send(Err("no")).unwrap();
    });
    t.join().unwrap();
    println!("{:?} {:?}", slot.lock().unwrap(), shared.lock().unwrap());
    for r in rx {
        let r: Result<i64, &str> = r;
        println!("{:?}", r);
    }
    let mut best = None;
    for x in [3u16, 9, 4] {
        if best.map_or(true, |b| x > b) {
            best = Some(x);
        }
    }
    println!("{:?}", best);
    let mut groups = BTreeMap::new();
    for w in ["a", "bb", "c"] {
        groups.entry(w.len()).or_insert_with(Vec::new).push(w);
    }
    println!("{:?}", groups);
    let x;
    let y = [x = 5u8];
    println!("{} {:?}", x, y);
    let empty: Vec<_> = std::iter::empty().collect();
    let total: i32 = empty.iter().sum();
    println!("{total}");
}
