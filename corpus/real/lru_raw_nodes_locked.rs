//@ no-bug
//@ source: an LRU cache of raw doubly linked nodes and a map of keys to them, behind a lock
use std::collections::HashMap;
use std::hash::Hash;
use std::ptr;
use std::sync::{Arc, Mutex};
use std::thread;
struct Node<K, V> {
    key: K,
    value: V,
    prev: *mut Node<K, V>,
    next: *mut Node<K, V>,
}
struct Lru<K, V> {
    map: HashMap<K, *mut Node<K, V>>,
    head: *mut Node<K, V>,
    tail: *mut Node<K, V>,
    cap: usize,
}
unsafe impl<K: Send, V: Send> Send for Lru<K, V> {}
impl<K: Hash + Eq + Clone, V> Lru<K, V> {
    fn new(cap: usize) -> Self {
        Lru {
            map: HashMap::new(),
            head: ptr::null_mut(),
            tail: ptr::null_mut(),
            cap,
        }
    }
    unsafe fn unlink(&mut self, n: *mut Node<K, V>) {
        unsafe {
            let (p, x) = ((*n).prev, (*n).next);
            if p.is_null() {
                self.head = x
            } else {
                (*p).next = x
            }
            if x.is_null() {
                self.tail = p
            } else {
                (*x).prev = p
            }
        }
    }
    unsafe fn front(&mut self, n: *mut Node<K, V>) {
        unsafe {
            (*n).prev = ptr::null_mut();
            (*n).next = self.head;
            if self.head.is_null() {
                self.tail = n
            } else {
                (*self.head).prev = n
            }
            self.head = n;
        }
    }
    fn get(&mut self, k: &K) -> Option<&V> {
        let &n = self.map.get(k)?;
        unsafe {
            self.unlink(n);
            self.front(n);
            Some(&(*n).value)
        }
    }
    fn put(&mut self, key: K, value: V) {
        if let Some(&n) = self.map.get(&key) {
            unsafe {
                (*n).value = value;
                self.unlink(n);
                self.front(n)
            };
            return;
        }
        if self.map.len() == self.cap {
            let t = self.tail;
            unsafe {
                self.unlink(t);
                let b = Box::from_raw(t);
                self.map.remove(&b.key);
            }
        }
        let n = Box::into_raw(Box::new(Node {
            key: key.clone(),
            value,
            prev: ptr::null_mut(),
            next: ptr::null_mut(),
        }));
        self.map.insert(key, n);
        unsafe { self.front(n) }
    }
}
impl<K, V> Drop for Lru<K, V> {
    fn drop(&mut self) {
        for (_, n) in self.map.drain() {
            drop(unsafe { Box::from_raw(n) });
        }
    }
}
fn main() {
    let c = Arc::new(Mutex::new(Lru::new(2)));
    let hs: Vec<_> = (0..2)
        .map(|i| {
            let c = Arc::clone(&c);
            thread::spawn(move || {
                let mut c = c.lock().unwrap();
                c.put(i, format!("v{i}"));
                c.get(&i).cloned()
            })
        })
        .collect();
    for (i, h) in hs.into_iter().enumerate() {
        assert_eq!(h.join().unwrap(), Some(format!("v{i}")));
    }
    let mut c = c.lock().unwrap();
    c.put(9, String::new());
    assert_eq!(c.map.len(), 2);
    let (mut n, mut k) = (c.head, 0);
    while !n.is_null() {
        k += 1;
        n = unsafe { (*n).next };
    }
    assert_eq!(k, 2);
}
