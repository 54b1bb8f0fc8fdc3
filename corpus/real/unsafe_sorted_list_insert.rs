//@ no-bug
//@ source: a sorted lock-free list that only grows

use std::cmp::Ordering as Cmp;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;
struct Node<K, V> {
    key: K,
    val: V,
    next: AtomicPtr<Node<K, V>>,
}
pub struct Map<K, V> {
    head: AtomicPtr<Node<K, V>>,
}
unsafe impl<K: Send + Sync, V: Send + Sync> Sync for Map<K, V> {}
impl<K: Ord, V> Map<K, V> {
    pub const fn new() -> Self {
        Map {
            head: AtomicPtr::new(ptr::null_mut()),
        }
    }
    unsafe fn search<'a>(&'a self, k: &K) -> (&'a AtomicPtr<Node<K, V>>, *mut Node<K, V>, bool) {
        let mut prev = &self.head;
        loop {
            let cur = prev.load(Acquire);
            let Some(node) = cur.as_ref() else {
                return (prev, cur, false);
            };
            match node.key.cmp(k) {
                Cmp::Less => prev = &node.next,
                Cmp::Equal => return (prev, cur, true),
                Cmp::Greater => return (prev, cur, false),
            }
        }
    }
    pub fn insert(&self, key: K, val: V) -> Result<(), V> {
        let mut new = Box::new(Node {
            key,
            val,
            next: AtomicPtr::default(),
        });
        unsafe {
            loop {
                let (prev, cur, found) = self.search(&new.key);
                if found {
                    return Err(new.val);
                }
                *new.next.get_mut() = cur;
                let raw = Box::into_raw(new);
                match prev.compare_exchange(cur, raw, Release, Relaxed) {
                    Ok(_) => return Ok(()),
                    Err(_) => new = Box::from_raw(raw),
                }
            }
        }
    }
    pub fn get(&self, k: &K) -> Option<&V> {
        unsafe {
            match self.search(k) {
                (_, p, true) => Some(&(*p).val),
                _ => None,
            }
        }
    }
    pub fn keys(&self) -> impl Iterator<Item = &K> + '_ {
        let mut p = self.head.load(Acquire);
        std::iter::from_fn(move || {
            unsafe { p.as_ref() }.map(|n| {
                p = n.next.load(Acquire);
                &n.key
            })
        })
    }
}
impl<K, V> Drop for Map<K, V> {
    fn drop(&mut self) {
        let mut p = *self.head.get_mut();
        while !p.is_null() {
            let mut b = unsafe { Box::from_raw(p) };
            p = *b.next.get_mut();
        }
    }
}
fn main() {
    let m: Map<String, usize> = Map::new();
    m.insert("m".into(), 0).unwrap();
    let oks = thread::scope(|s| {
        let hs = [["a", "z"], ["z", "k"]].map(|ks| {
            let m = &m;
            s.spawn(move || {
                ks.iter()
                    .filter(|k| m.insert(k.to_string(), k.len()).is_ok())
                    .count()
            })
        });
        hs.into_iter().map(|h| h.join().unwrap()).sum::<usize>()
    });
    assert_eq!(oks, 3);
    assert_eq!(
        m.keys().map(String::as_str).collect::<Vec<_>>(),
        ["a", "k", "m", "z"]
    );
    assert_eq!(m.get(&"z".to_string()), Some(&1));
}
