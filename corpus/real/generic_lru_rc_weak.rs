//@ no-bug
//@ source: an LRU cache of `Rc`, `Weak` and `RefCell`

use std::cell::{Ref, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::{Rc, Weak};
type Link<K, V> = Option<Rc<RefCell<Node<K, V>>>>;
struct Node<K, V> {
    key: K,
    val: V,
    next: Link<K, V>,
    prev: Option<Weak<RefCell<Node<K, V>>>>,
}
pub struct Lru<K, V> {
    map: HashMap<K, Rc<RefCell<Node<K, V>>>>,
    head: Link<K, V>,
    tail: Link<K, V>,
    cap: usize,
}
impl<K: Hash + Eq + Clone, V> Lru<K, V> {
    pub fn new(cap: usize) -> Self {
        Self {
            map: HashMap::new(),
            head: None,
            tail: None,
            cap,
        }
    }
    fn unlink(&mut self, n: &Rc<RefCell<Node<K, V>>>) {
        let (prev, next) = {
            let mut b = n.borrow_mut();
            (b.prev.take().and_then(|w| w.upgrade()), b.next.take())
        };
        match &prev {
            Some(p) => p.borrow_mut().next = next.clone(),
            None => self.head = next.clone(),
        }
        match next {
            Some(x) => x.borrow_mut().prev = prev.as_ref().map(Rc::downgrade),
            None => self.tail = prev,
        }
    }
    fn push_front(&mut self, n: Rc<RefCell<Node<K, V>>>) {
        if let Some(h) = self.head.take() {
            h.borrow_mut().prev = Some(Rc::downgrade(&n));
            n.borrow_mut().next = Some(h);
        } else {
            self.tail = Some(n.clone());
        }
        self.head = Some(n);
    }
    pub fn get(&mut self, k: &K) -> Option<Ref<'_, V>> {
        let n = self.map.get(k)?.clone();
        self.unlink(&n);
        self.push_front(n);
        Some(Ref::map(self.head.as_ref()?.borrow(), |n| &n.val))
    }
    pub fn put(&mut self, k: K, v: V) -> Option<(K, V)> {
        if let Some(old) = self.map.remove(&k) {
            self.unlink(&old);
        }
        let mut out = None;
        if self.map.len() == self.cap {
            let t = self.tail.clone().unwrap();
            self.unlink(&t);
            self.map.remove(&t.borrow().key);
            out = Rc::try_unwrap(t).ok().map(|c| {
                let n = c.into_inner();
                (n.key, n.val)
            });
        }
        let n = Rc::new(RefCell::new(Node {
            key: k.clone(),
            val: v,
            next: None,
            prev: None,
        }));
        self.map.insert(k, n.clone());
        self.push_front(n);
        out
    }
}
fn main() {
    let mut c = Lru::new(2);
    assert!(c.put("a", 1).is_none());
    c.put("b", 2);
    println!("{:?}", c.get(&"a").map(|r| *r));
    println!("{:?}", c.put("c", 3));
    println!("{:?}", c.get(&"b").is_none());
    println!("{:?}", c.get(&"c").as_deref().copied());
    println!("{}", c.map.len());
}
