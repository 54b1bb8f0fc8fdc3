//@ no-bug
//@ source: a counting semaphore with a guard, and a test that the limit holds

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

pub struct Semaphore {
    permits: Mutex<usize>,
    available: Condvar,
}

pub struct Permit<'a> {
    semaphore: &'a Semaphore,
}

impl Semaphore {
    pub fn new(permits: usize) -> Self {
        Self { permits: Mutex::new(permits), available: Condvar::new() }
    }

    pub fn acquire(&self) -> Permit<'_> {
        let mut permits = self.permits.lock().unwrap();
        while *permits == 0 {
            permits = self.available.wait(permits).unwrap();
        }
        *permits -= 1;
        Permit { semaphore: self }
    }

    pub fn try_acquire(&self) -> Option<Permit<'_>> {
        let mut permits = self.permits.lock().unwrap();
        *permits = permits.checked_sub(1)?;
        Some(Permit { semaphore: self })
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.semaphore.permits.lock().unwrap() += 1;
        self.semaphore.available.notify_one();
    }
}

fn main() {
    let sem = Arc::new(Semaphore::new(1));
    let inside = Arc::new(AtomicUsize::new(0));
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let (sem, inside) = (sem.clone(), inside.clone());
            thread::spawn(move || {
                let _permit = sem.acquire();
                assert!(inside.fetch_add(1, Ordering::SeqCst) < 1);
                inside.fetch_sub(1, Ordering::SeqCst);
            })
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
    let first = sem.try_acquire();
    println!("{} {}", first.is_some(), sem.try_acquire().is_none());
}
