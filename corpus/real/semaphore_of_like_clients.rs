//@ no-bug
//@ source: new, in the manner of a listing; a counting semaphore with a condition variable, five clients of three
//@ source: rounds that do the same: which of them is which makes no difference, and without that no search ends soon
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Semaphore {
    permits: Mutex<usize>,
    freed: Condvar,
}

impl Semaphore {
    fn new(permits: usize) -> Self {
        Semaphore {
            permits: Mutex::new(permits),
            freed: Condvar::new(),
        }
    }

    fn acquire(&self) {
        let mut permits = self.permits.lock().unwrap();
        while *permits == 0 {
            permits = self.freed.wait(permits).unwrap();
        }
        *permits -= 1;
    }

    fn release(&self) {
        *self.permits.lock().unwrap() += 1;
        self.freed.notify_one();
    }
}

fn main() {
    let semaphore = Arc::new(Semaphore::new(2));
    let inside = Arc::new(AtomicUsize::new(0));
    let clients: Vec<_> = (0..5)
        .map(|_| {
            let (semaphore, inside) = (Arc::clone(&semaphore), Arc::clone(&inside));
            thread::spawn(move || {
                for _ in 0..3 {
                    semaphore.acquire();
                    assert!(inside.fetch_add(1, Ordering::SeqCst) < 2, "too many inside");
                    inside.fetch_sub(1, Ordering::SeqCst);
                    semaphore.release();
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    println!("all done");
}
