//@ no-bug
//@ source: a graph by indexes: Dijkstra with `pop_first`, a parallel search with let-else

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::thread;
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct NodeId(usize);
#[derive(Debug)]
struct Edge {
    to: NodeId,
    weight: u32,
}
#[derive(Default)]
struct Graph {
    nodes: Vec<(String, Vec<Edge>)>,
    index: HashMap<String, NodeId>,
}
impl Graph {
    fn node(&mut self, n: &str) -> NodeId {
        if let Some(&id) = self.index.get(n) {
            return id;
        }
        let id = NodeId(self.nodes.len());
        self.nodes.push((n.to_owned(), Vec::new()));
        self.index.insert(n.to_owned(), id);
        id
    }
    fn link(&mut self, spec: &str) -> Option<()> {
        let (a, rest) = spec.split_once("->")?;
        let (b, w) = rest.rsplit_once('/')?;
        let (a, b) = (self.node(a.trim()), self.node(b.trim()));
        self.nodes[a.0].1.push(Edge {
            to: b,
            weight: w.parse().ok()?,
        });
        Some(())
    }
    fn shortest(&self, from: NodeId) -> Vec<Option<u32>> {
        let mut dist = vec![None; self.nodes.len()];
        let mut set = BTreeSet::from([(0, from)]);
        dist[from.0] = Some(0);
        while let Some((d, n)) = set.pop_first() {
            for e in &self.nodes[n.0].1 {
                let nd = d + e.weight;
                if dist[e.to.0].map_or(true, |old| nd < old) {
                    if let Some(old) = dist[e.to.0].replace(nd) {
                        set.remove(&(old, e.to));
                    }
                    set.insert((nd, e.to));
                }
            }
        }
        dist
    }
}
fn par_reach(g: &RwLock<Graph>, from: NodeId) -> usize {
    let n = g.read().unwrap().nodes.len();
    let seen: Vec<AtomicBool> = std::iter::repeat_with(AtomicBool::default)
        .take(n)
        .collect();
    let (queue, open, count) = (
        Mutex::new(VecDeque::from(vec![from])),
        AtomicUsize::new(1),
        AtomicUsize::new(0),
    );
    seen[from.0].store(true, Ordering::Relaxed);
    let work = || {
        while open.load(Ordering::Acquire) > 0 {
            let Some(n) = queue.lock().unwrap().pop_front() else {
                thread::yield_now();
                continue;
            };
            count.fetch_add(1, Ordering::Relaxed);
            for e in g.read().unwrap().nodes[n.0].1.iter() {
                if !seen[e.to.0].swap(true, Ordering::AcqRel) {
                    open.fetch_add(1, Ordering::AcqRel);
                    queue.lock().unwrap().push_back(e.to);
                }
            }
            open.fetch_sub(1, Ordering::AcqRel);
        }
    };
    thread::scope(|s| {
        s.spawn(&work);
        work();
    });
    count.into_inner()
}
fn main() {
    let mut g = Graph::default();
    for s in ["a->b/2", "b ->c/1", "d->a/9", "bad"] {
        if g.link(s).is_none() {
            println!("skip {s:?}");
        }
    }
    let a = g.index["a"];
    println!("{:?}", g.shortest(a));
    let g = RwLock::new(g);
    assert_eq!(par_reach(&g, a), 3);
}
