//@ no-bug
//@ source: a fixed hash map of atomic keys and values; keys are claimed by compare-exchange
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;
const EMPTY: u32 = 0;
struct Map<const N: usize, S = BuildHasherDefault<DefaultHasher>> {
    keys: [AtomicU32; N],
    vals: [AtomicU32; N],
    build: S,
}
impl<const N: usize, S: BuildHasher + Default> Map<N, S> {
    fn new() -> Self {
        Map {
            keys: [const { AtomicU32::new(EMPTY) }; N],
            vals: std::array::from_fn(|_| AtomicU32::new(0)),
            build: S::default(),
        }
    }
    fn slot(&self, key: u32) -> Option<usize> {
        let start = self.build.hash_one(key) as usize % N;
        for i in 0..N {
            let at = (start + i) % N;
            match self.keys[at].compare_exchange(EMPTY, key, AcqRel, Acquire) {
                Ok(_) => return Some(at),
                Err(k) if k == key => return Some(at),
                Err(_) => {}
            }
        }
        None
    }
    fn add(&self, key: u32, by: u32) -> bool {
        match self.slot(key) {
            Some(at) => {
                self.vals[at].fetch_add(by, Relaxed);
                true
            }
            None => false,
        }
    }
    fn get(&self, key: u32) -> u32 {
        self.slot(key).map_or(0, |at| self.vals[at].load(Relaxed))
    }
}
fn main() {
    let m: Map<2> = Map::new();
    thread::scope(|s| {
        s.spawn(|| {
            assert!(m.add(7, 1));
        });
        s.spawn(|| {
            m.add(9, 5);
        });
        assert!(m.add(7, 10));
    });
    assert_eq!((m.get(7), m.get(9)), (11, 5));
    assert!(!m.add(1, 1));
}
