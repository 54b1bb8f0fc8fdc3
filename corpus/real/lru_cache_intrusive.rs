//@ no-bug
//@ source: an LRU cache over a vector of linked nodes, generic over its hasher, shared behind a mutex

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::thread;

struct Node<K, V> {
    key: K,
    value: V,
    prev: Option<usize>,
    next: Option<usize>,
}

pub struct LruCache<K, V> {
    map: HashMap<K, usize>,
    nodes: Vec<Node<K, V>>,
    head: Option<usize>,
    tail: Option<usize>,
    capacity: usize,
}

impl<K: Hash + Eq + Clone, V> LruCache<K, V> {
    pub fn with_capacity(capacity: usize) -> Self {
        assert_ne!(capacity, 0, "no room");
        Self { map: HashMap::with_capacity(capacity), nodes: Vec::new(), head: None, tail: None, capacity }
    }

    fn detach(&mut self, i: usize) {
        let (prev, next) = (self.nodes[i].prev.take(), self.nodes[i].next.take());
        match prev {
            Some(p) => self.nodes[p].next = next,
            None => self.head = next,
        }
        match next {
            Some(n) => self.nodes[n].prev = prev,
            None => self.tail = prev,
        }
    }

    fn push_front(&mut self, i: usize) {
        self.nodes[i].next = self.head;
        if let Some(h) = self.head.replace(i) {
            self.nodes[h].prev = Some(i);
        }
        self.tail.get_or_insert(i);
    }

    pub fn get(&mut self, key: &K) -> Option<&mut V> {
        let i = *self.map.get(key)?;
        self.detach(i);
        self.push_front(i);
        Some(&mut self.nodes[i].value)
    }

    pub fn put(&mut self, key: K, value: V) -> Option<(K, V)> {
        if let Some(slot) = self.get(&key) {
            let old = std::mem::replace(slot, value);
            return Some((key, old));
        }
        if self.nodes.len() < self.capacity {
            let i = self.nodes.len();
            self.nodes.push(Node { key: key.clone(), value, prev: None, next: None });
            self.map.insert(key, i);
            self.push_front(i);
            return None;
        }
        let i = self.tail.expect("a full cache has a tail");
        self.detach(i);
        let node = &mut self.nodes[i];
        let old_key = std::mem::replace(&mut node.key, key.clone());
        let old_value = std::mem::replace(&mut node.value, value);
        self.map.remove(&old_key);
        self.map.insert(key, i);
        self.push_front(i);
        Some((old_key, old_value))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> + '_ {
        let mut at = self.head;
        std::iter::from_fn(move || {
            let node = &self.nodes[at?];
            at = node.next;
            Some((&node.key, &node.value))
        })
    }
}

fn main() {
    let mut cache = LruCache::with_capacity(2);
    println!("{:?}", cache.put("a", 1));
    println!("{:?}", cache.put("b", 2));
    *cache.get(&"a").unwrap() += 10;
    println!("{:?}", cache.put("c", 3));
    println!("{:?}", cache.get(&"b"));
    println!("{:?}", cache.iter().collect::<Vec<_>>());
    let shared = Arc::new(Mutex::new(LruCache::with_capacity(1)));
    let threads: Vec<_> = ["x".to_string(), "y".to_string()]
        .into_iter()
        .map(|k| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.lock().unwrap().put(k, ()).is_some())
        })
        .collect();
    let evicted = threads.into_iter().map(|t| t.join().unwrap()).filter(|e| *e).count();
    println!("{evicted} {}", shared.lock().unwrap().iter().count());
}
