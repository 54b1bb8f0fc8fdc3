//@ no-bug
//@ executions: 1955
//@ counts: N=1: 1955, N=2: 9326, N=3: 36570
//@ source: Huang 2015, figure 2: three threads, a lock, stores to x and y, branches
//@ source: on x

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 1;

#[derive(Default)]
struct Shared {
    lock: Mutex<()>,
    x: AtomicI32,
    y: AtomicI32,
}

fn first(shared: &Shared) {
    for _ in 0..2 {
        let _guard = shared.lock.lock().unwrap();
        shared.x.store(1, SeqCst);
        for _ in 0..N {
            shared.y.store(1, SeqCst);
        }
    }
}

fn second(shared: &Shared) {
    for _ in 0..2 {
        {
            let _guard = shared.lock.lock().unwrap();
            shared.x.store(0, SeqCst);
        }
        if shared.x.load(SeqCst) > 0 {
            let y = shared.y.load(SeqCst);
            shared.y.store(y + 1, SeqCst);
            shared.x.store(2, SeqCst);
        }
    }
}

fn third(shared: &Shared) {
    for _ in 0..2 {
        if shared.x.load(SeqCst) > 1 {
            if shared.y.load(SeqCst) == 3 {
                return;
            }
            shared.y.store(2, SeqCst);
        }
    }
}

fn main() {
    let shared = Arc::new(Shared::default());
    let mut threads = Vec::new();
    for body in [first, second, third] {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || body(&shared)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
