//@ no-bug
//@ source: a ticket lock

use std::cell::UnsafeCell;
use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct TicketLock<T> {
    next_ticket: AtomicUsize,
    now_serving: AtomicUsize,
    data: UnsafeCell<T>,
}

unsafe impl<T: Send> Send for TicketLock<T> {}
unsafe impl<T: Send> Sync for TicketLock<T> {}

impl<T> TicketLock<T> {
    fn lock<R>(&self, critical: impl FnOnce(&mut T) -> R) -> R {
        let ticket = self.next_ticket.fetch_add(1, Ordering::Relaxed);
        while self.now_serving.load(Ordering::Acquire) != ticket {
            hint::spin_loop();
        }
        // SAFETY: only the holder of the ticket that is served gets here.
        let result = critical(unsafe { &mut *self.data.get() });
        self.now_serving.store(ticket + 1, Ordering::Release);
        result
    }
}

fn main() {
    let lock: Arc<TicketLock<Vec<usize>>> = Arc::default();
    let threads: Vec<_> = (0..2)
        .map(|i| {
            let lock = lock.clone();
            thread::spawn(move || lock.lock(|v| v.push(i)))
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    lock.lock(|v| {
        v.sort();
        println!("{v:?}");
    });
}
