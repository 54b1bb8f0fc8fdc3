//@ bug: panic
//@ message: "victims of age"
//@ source: an LRU cache whose hits, under the read lock, take their age from load and store

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::RwLock;
use std::thread;

struct Entry<V> {
    value: V,
    used: AtomicU64,
}

struct Lru<K, V> {
    map: RwLock<HashMap<K, Entry<V>>>,
    clock: AtomicU64,
    cap: usize,
}

impl<K, V> Lru<K, V>
where
    K: Eq + Hash + Clone,
    V: Clone,
{
    fn with_capacity(cap: usize) -> Self {
        Lru { map: RwLock::default(), clock: AtomicU64::new(0), cap }
    }

    fn tick(&self) -> u64 {
        let now = self.clock.load(Ordering::Relaxed);
        self.clock.store(now + 1, Ordering::Relaxed);
        now + 1
    }

    fn get<Q>(&self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let map = self.map.read().unwrap();
        let e = map.get(k)?;
        e.used.store(self.tick(), Ordering::Relaxed);
        Some(e.value.clone())
    }

    fn put(&self, k: K, v: V) -> Option<V> {
        let mut map = self.map.write().unwrap();
        let old = map.insert(k, Entry { value: v, used: AtomicU64::new(self.tick()) });
        if map.len() > self.cap {
            let oldest = map.values().map(|e| e.used.load(Ordering::Relaxed)).min().unwrap();
            let victims: Vec<K> = map
                .iter()
                .filter(|(_, e)| e.used.load(Ordering::Relaxed) == oldest)
                .map(|(k, _)| k.clone())
                .collect();
            assert!(victims.len() == 1, "{} victims of age {oldest}", victims.len());
            for v in &victims {
                map.remove(v);
            }
        }
        old.map(|e| e.value)
    }
}

fn main() {
    let lru: Lru<String, usize> = Lru::with_capacity(2);
    lru.put("one".to_string(), 1);
    lru.put("two".to_string(), 2);
    thread::scope(|s| {
        let hits = ["one", "two"].map(|w| s.spawn({ let lru = &lru; move || lru.get(w) }));
        let got: Vec<_> = hits.into_iter().map(|h| h.join().unwrap()).collect();
        assert_eq!(got, [Some(1), Some(2)]);
    });
    lru.put("three".to_string(), 3);
    assert_eq!(lru.map.read().unwrap().len(), 2);
}
