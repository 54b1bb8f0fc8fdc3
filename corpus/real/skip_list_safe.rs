//@ no-bug
//@ source: a skip list of `Rc<RefCell>` with const generics, owned by a thread behind a bounded channel

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;
type Ptr<K, V> = Option<Rc<RefCell<Node<K, V>>>>;
struct Node<K, V> {
    key: K,
    val: V,
    forward: Vec<Ptr<K, V>>,
}
struct SkipList<K, V, const L: usize> {
    head: [Ptr<K, V>; L],
    len: usize,
    seed: u32,
}
impl<K: Ord + Copy + Debug, V: Clone, const L: usize> SkipList<K, V, L> {
    fn new() -> Self {
        SkipList {
            head: std::array::from_fn(|_| None),
            len: 0,
            seed: 0x9E37,
        }
    }
    fn level(&mut self) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        ((self.seed >> 16).trailing_ones() as usize).min(L - 1) + 1
    }
    fn next_at(&self, at: &Ptr<K, V>, lvl: usize) -> Ptr<K, V> {
        match at {
            None => self.head[lvl].clone(),
            Some(n) => n.borrow().forward[lvl].clone(),
        }
    }
    fn insert(&mut self, key: K, val: V) -> Option<V> {
        let mut preds: Vec<Ptr<K, V>> = vec![None; L];
        let mut at: Ptr<K, V> = None;
        for lvl in (0..L).rev() {
            while let Some(n) = self.next_at(&at, lvl) {
                if n.borrow().key < key {
                    at = Some(n);
                } else {
                    break;
                }
            }
            preds[lvl] = at.clone();
        }
        if let Some(n) = self.next_at(&preds[0], 0).filter(|n| n.borrow().key == key) {
            return Some(std::mem::replace(&mut n.borrow_mut().val, val));
        }
        let h = self.level();
        let node = Rc::new(RefCell::new(Node {
            key,
            val,
            forward: Vec::with_capacity(h),
        }));
        for lvl in 0..h {
            let nx = self.next_at(&preds[lvl], lvl);
            node.borrow_mut().forward.push(nx);
        }
        for _ in h..L {
            node.borrow_mut().forward.push(None);
        }
        for (lvl, p) in preds.into_iter().enumerate().take(h) {
            match p {
                None => self.head[lvl] = Some(node.clone()),
                Some(n) => n.borrow_mut().forward[lvl] = Some(node.clone()),
            }
        }
        self.len += 1;
        None
    }
    fn iter(&self) -> impl Iterator<Item = (K, V)> + '_ {
        std::iter::successors(self.head[0].clone(), |n| n.borrow().forward[0].clone()).map(|n| {
            let n = n.borrow();
            (n.key, n.val.clone())
        })
    }
}
fn main() {
    let (tx, rx) = mpsc::sync_channel::<(u32, String)>(2);
    let owner = thread::spawn(move || {
        let mut s: SkipList<u32, String, 3> = SkipList::new();
        let mut replaced = vec![];
        for (k, v) in rx {
            if let Some(old) = s.insert(k, v) {
                replaced.push(old);
            }
        }
        (
            s.len,
            replaced,
            s.iter()
                .map(|(k, v)| format!("{k}={v}"))
                .collect::<Vec<_>>()
                .join(","),
        )
    });
    for (i, w) in "d b a c b".split_whitespace().enumerate() {
        tx.send((w.bytes().next().unwrap() as u32 - 96, format!("{w}{i}")))
            .unwrap();
    }
    drop(tx);
    println!("{:?}", owner.join().unwrap());
}
