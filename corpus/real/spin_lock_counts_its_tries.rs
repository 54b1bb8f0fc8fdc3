//@ no-bug
//@ weak-orderings: yes
//! Who finds a spin lock taken counts how often, and pauses for two to the power of that, of five at most. The count
//! grows for ever, and says nothing but how long to pause.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Account {
    busy: AtomicBool,
    balance: UnsafeCell<i64>,
}

// The balance is touched by who is busy.
unsafe impl Sync for Account {}

impl Account {
    fn change(&self, by: i64) {
        let mut tries = 0u32;
        while self.busy.swap(true, Ordering::Acquire) {
            for _ in 0..2u32.pow(tries.min(5)) {
                spin_loop();
            }
            tries += 1;
        }
        unsafe { *self.balance.get() += by };
        self.busy.store(false, Ordering::Release);
    }
}

fn main() {
    let account = Arc::new(Account {
        busy: AtomicBool::new(false),
        balance: UnsafeCell::new(0),
    });
    let clients: Vec<_> = (0..4)
        .map(|_| {
            let account = account.clone();
            thread::spawn(move || {
                for amount in 1..=20 {
                    account.change(amount);
                }
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    let account = Arc::into_inner(account).unwrap();
    assert_eq!(account.balance.into_inner(), 4 * 210);
}
