//@ no-bug
//@ source: test-suite style: readers and writers chosen by a small generator

use std::sync::{Arc, RwLock};
use std::thread;

struct Lcg(u32);

impl Lcg {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        self.0 >> 16
    }

    fn gen_bool(&mut self, one_in: u32) -> bool {
        self.next() % one_in == 0
    }
}

fn main() {
    let lock = Arc::new(RwLock::new((0u32, 0u32)));
    let threads = (1..=2).map(|seed| {
        let lock = lock.clone();
        thread::spawn(move || {
            let mut rng = Lcg(seed);
            let mut writes = 0;
            for _ in 0..2 {
                if rng.gen_bool(2) {
                    let mut pair = lock.write().unwrap();
                    pair.0 += 1;
                    pair.1 += 1;
                    writes += 1;
                } else {
                    let pair = lock.read().unwrap();
                    assert_eq!(pair.0, pair.1);
                }
            }
            writes
        })
    });
    let writes: u32 = threads.collect::<Vec<_>>().into_iter().map(|t| t.join().unwrap()).sum();
    assert_eq!(*lock.read().unwrap(), (writes, writes));
}
