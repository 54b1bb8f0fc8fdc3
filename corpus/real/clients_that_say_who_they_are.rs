//@ no-bug
//@ source: new, in the manner of a tutorial; clients of a semaphore that say who they are when they come, and are alike
//@ source: from then on: without that, no search ends soon
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Semaphore {
    free: Mutex<u32>,
    freed: Condvar,
}

impl Semaphore {
    fn acquire(&self) {
        let mut free = self.free.lock().unwrap();
        while *free == 0 {
            free = self.freed.wait(free).unwrap();
        }
        *free -= 1;
    }

    fn release(&self) {
        *self.free.lock().unwrap() += 1;
        self.freed.notify_one();
    }
}

fn main() {
    let semaphore = Arc::new(Semaphore { free: Mutex::new(2), freed: Condvar::new() });
    let inside = Arc::new(AtomicU32::new(0));
    let clients: Vec<_> = (1..=4)
        .map(|id| {
            let (semaphore, inside) = (Arc::clone(&semaphore), Arc::clone(&inside));
            thread::spawn(move || {
                eprintln!("client {id} comes");
                semaphore.acquire();
                assert!(inside.fetch_add(1, Ordering::SeqCst) < 2, "too many inside");
                inside.fetch_sub(1, Ordering::SeqCst);
                semaphore.release();
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
}
