//@ no-bug
//@ source: a hash map of atomic pointers in which an entry never changes
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
#[derive(Default, Clone)]
struct Fx(u64);
impl Hasher for Fx {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, b: &[u8]) {
        for x in b {
            self.0 = (self.0.rotate_left(5) ^ *x as u64).wrapping_mul(0x517cc1b727220a95);
        }
    }
}
struct Entry<K, V> {
    k: K,
    v: V,
}
pub struct Map<K, V, S = BuildHasherDefault<Fx>> {
    slots: Box<[AtomicPtr<Entry<K, V>>]>,
    s: S,
}
impl<K: std::hash::Hash + Eq, V> Map<K, V> {
    pub fn new(n: usize) -> Self {
        Map {
            slots: (0..n)
                .map(|_| AtomicPtr::new(ptr::null_mut()))
                .collect::<Vec<_>>()
                .into_boxed_slice(),
            s: Default::default(),
        }
    }
    pub fn get_or_insert(&self, k: K, v: V) -> &V {
        let h = self.s.hash_one(&k) as usize;
        let mut new = Box::into_raw(Box::new(Entry { k, v }));
        for i in 0..self.slots.len() {
            let slot = &self.slots[(h + i) % self.slots.len()];
            let mut cur = slot.load(Acquire);
            if cur.is_null() {
                match slot.compare_exchange(ptr::null_mut(), new, AcqRel, Acquire) {
                    Ok(_) => {
                        cur = new;
                        new = ptr::null_mut();
                    }
                    Err(e) => cur = e,
                }
            }
            let e = unsafe { &*cur };
            if new.is_null() {
                return &e.v;
            }
            if e.k == unsafe { &*new }.k {
                drop(unsafe { Box::from_raw(new) });
                return &e.v;
            }
        }
        panic!("full")
    }
}
impl<K, V, S> Drop for Map<K, V, S> {
    fn drop(&mut self) {
        for s in self.slots.iter_mut() {
            let p = *s.get_mut();
            if !p.is_null() {
                unsafe { drop(Box::from_raw(p)) }
            }
        }
    }
}
fn main() {
    let m: Map<String, usize> = Map::new(4);
    std::thread::scope(|s| {
        for i in 0..2 {
            let m = &m;
            s.spawn(move || {
                let v = *m.get_or_insert("k".to_string(), i);
                assert!(v < 2);
                assert_eq!(*m.get_or_insert("k".into(), 9), v);
            });
        }
    });
}
