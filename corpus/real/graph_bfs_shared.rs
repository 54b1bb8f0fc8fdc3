//@ no-bug
//@ source: breadth-first search where each level's nodes are expanded by scoped threads

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;

type Graph = BTreeMap<u32, Vec<u32>>;

fn graph(edges: &[(u32, u32)]) -> Graph {
    let mut g = Graph::new();
    for &(a, b) in edges {
        g.entry(a).or_default().push(b);
        g.entry(b).or_default();
    }
    g
}

fn levels(g: &Graph, start: u32) -> Vec<BTreeSet<u32>> {
    let seen = Mutex::new(BTreeSet::from([start]));
    let mut out = vec![BTreeSet::from([start])];
    loop {
        let next = Mutex::new(BTreeSet::new());
        thread::scope(|s| {
            for &node in out.last().unwrap() {
                let (seen, next) = (&seen, &next);
                s.spawn(move || {
                    for &n in &g[&node] {
                        if seen.lock().unwrap().insert(n) {
                            next.lock().unwrap().insert(n);
                        }
                    }
                });
            }
        });
        let next = next.into_inner().unwrap();
        if next.is_empty() {
            return out;
        }
        out.push(next);
    }
}

fn main() {
    let g = graph(&[(1, 2), (1, 3), (2, 4), (3, 4), (4, 1)]);
    for (depth, level) in levels(&g, 1).iter().enumerate() {
        println!("{depth}: {level:?}");
    }
}
