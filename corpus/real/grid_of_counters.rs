//@ no-bug
//@ source: a vector of counters behind a read-write lock: neighbours share one, others only ask how many there are

use std::sync::{Arc, RwLock};
use std::thread;
fn main() {
    let c = Arc::new(RwLock::new(vec![0u64; 4]));
    let hs: Vec<_> = (0..4)
        .map(|i| {
            let c = c.clone();
            thread::spawn(move || {
                for _ in 0..50 {
                    let mut g = c.write().unwrap();
                    g[i] += 1;
                    g[(i + 1) % 4] += 2;
                }
            })
        })
        .collect();
    let rs: Vec<_> = (0..3)
        .map(|_| {
            let c = c.clone();
            thread::spawn(move || {
                let g = c.read().unwrap();
                g.len()
            })
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    for r in rs {
        assert_eq!(r.join().unwrap(), 4);
    }
    assert_eq!(c.read().unwrap().iter().sum::<u64>(), 600);
}
