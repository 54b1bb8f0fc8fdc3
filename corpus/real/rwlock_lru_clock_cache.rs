//@ no-bug
//@ source: a clock cache behind an `RwLock`: read first, load outside of the lock, insert again

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;
struct Slot<K, V> {
    key: K,
    val: Arc<V>,
    used: AtomicBool,
}
pub struct Clock<K, V, const CAP: usize> {
    inner: RwLock<Inner<K, V>>,
    hits: AtomicU64,
    misses: AtomicU64,
}
struct Inner<K, V> {
    index: HashMap<K, usize>,
    slots: Vec<Slot<K, V>>,
    hand: usize,
}
impl<K: Hash + Eq + Clone + Debug, V, const CAP: usize> Clock<K, V, CAP> {
    pub fn new() -> Self {
        const { assert!(CAP > 0) };
        Clock {
            inner: RwLock::new(Inner {
                index: HashMap::with_capacity(CAP),
                slots: Vec::with_capacity(CAP),
                hand: 0,
            }),
            hits: 0.into(),
            misses: 0.into(),
        }
    }
    pub fn get_or_load<E>(
        &self,
        k: &K,
        load: impl FnOnce(&K) -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        if let Some(v) = {
            let g = self.inner.read().unwrap();
            g.index.get(k).map(|&i| {
                g.slots[i].used.store(true, Ordering::Relaxed);
                g.slots[i].val.clone()
            })
        } {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(v);
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        let val = Arc::new(load(k)?);
        let mut g = self.inner.write().unwrap();
        let g = &mut *g;
        if let Some(&i) = g.index.get(k) {
            return Ok(Arc::clone(&g.slots[i].val));
        }
        let slot = Slot {
            key: k.clone(),
            val: Arc::clone(&val),
            used: AtomicBool::new(false),
        };
        let at = if g.slots.len() < CAP {
            g.slots.push(slot);
            g.slots.len() - 1
        } else {
            let at = loop {
                let i = g.hand;
                g.hand = (g.hand + 1) % CAP;
                if !std::mem::take(g.slots[i].used.get_mut()) {
                    break i;
                }
            };
            let old = std::mem::replace(&mut g.slots[at], slot);
            g.index.remove(&old.key);
            at
        };
        g.index.insert(k.clone(), at);
        Ok(val)
    }
}
fn main() {
    let c: Clock<String, usize, 2> = Clock::new();
    let load = |k: &String| {
        if k.is_empty() {
            Err("empty key")
        } else {
            Ok(k.len())
        }
    };
    thread::scope(|s| {
        for w in ["aa", "aa"] {
            let (c, load) = (&c, &load);
            s.spawn(move || assert_eq!(*c.get_or_load(&w.into(), load).unwrap(), 2));
        }
    });
    for k in ["b", "ccc", ""] {
        print!("{:?} ", c.get_or_load(&k.to_string(), load));
    }
    println!();
    let (h, m) = (c.hits.into_inner(), c.misses.into_inner());
    assert!(h + m == 5 && m >= 4 && c.inner.read().unwrap().slots.len() == 2);
}
