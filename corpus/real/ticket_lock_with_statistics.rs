//@ no-bug
//@ weak-orderings: yes
//! A ticket lock whose users keep statistics beside it, as services do: every order of the counters' additions comes
//! to the same.

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;

struct TicketLock<T> {
    next: AtomicU32,
    serving: AtomicU32,
    data: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for TicketLock<T> {}

impl<T> TicketLock<T> {
    fn new(data: T) -> Self {
        TicketLock {
            next: AtomicU32::new(0),
            serving: AtomicU32::new(0),
            data: UnsafeCell::new(data),
        }
    }

    fn with<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let ticket = self.next.fetch_add(1, Ordering::Relaxed);
        while self.serving.load(Ordering::Acquire) != ticket {
            std::hint::spin_loop();
        }
        // Only the holder of the ticket that is served comes here.
        let result = change(unsafe { &mut *self.data.get() });
        self.serving.store(ticket + 1, Ordering::Release);
        result
    }
}

#[derive(Default)]
struct Statistics {
    requests: AtomicU64,
    bytes: AtomicU64,
    longest: AtomicU64,
}

impl Statistics {
    fn note(&self, length: u64) {
        self.requests.fetch_add(1, Ordering::AcqRel);
        self.bytes.fetch_add(length, Ordering::Relaxed);
        self.longest.fetch_max(length, Ordering::Relaxed);
    }
}

const CLIENTS: u64 = 3;
const REQUESTS: u64 = 2;

fn main() {
    let account = Arc::new(TicketLock::new(Vec::new()));
    let statistics = Arc::new(Statistics::default());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (account, statistics) = (Arc::clone(&account), Arc::clone(&statistics));
            thread::spawn(move || {
                for request in 0..REQUESTS {
                    account.with(|log| log.push(client));
                    statistics.note(client + request);
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    let mut served = account.with(std::mem::take);
    served.sort_unstable();
    assert_eq!(served, [0, 0, 1, 1, 2, 2]);
    assert_eq!(statistics.requests.load(Ordering::Relaxed), CLIENTS * REQUESTS);
    assert_eq!(statistics.bytes.load(Ordering::Relaxed), 9);
    assert_eq!(statistics.longest.load(Ordering::Relaxed), CLIENTS);
}
