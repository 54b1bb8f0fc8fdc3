//! `atomic-wait`: `wait`, `wake_one` and `wake_all` as a list of who waits where; which of several waiters is
//! woken is explored.
//!
//! Left out: wake-ups for no reason.

use crate::intrinsics;
use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::{Condvar, Mutex};
use crate::vec::Vec;

/// The addresses and threads that wait.
static WAITING: Mutex<Vec<(usize, u64)>> = Mutex::new(Vec::new());
static WOKEN: Condvar = Condvar::new();

/// Comparing and going to sleep are one step to those that wake.
pub fn wait(atomic: &AtomicU32, value: u32) {
    let mut waiting = WAITING.lock().unwrap();
    if atomic.load(Ordering::SeqCst) != value {
        return;
    }
    let own = unsafe { (intrinsics::address(atomic as *const AtomicU32), intrinsics::thread_number(intrinsics::current_thread())) };
    waiting.push(own);
    while waiting.contains(&own) {
        waiting = WOKEN.wait(waiting).unwrap();
    }
}
pub fn wake_one(atomic: *const AtomicU32) {
    let address = unsafe { intrinsics::address(atomic) };
    let mut waiting = WAITING.lock().unwrap();
    let count = waiting.iter().filter(|(at, _)| *at == address).count();
    if count == 0 {
        return;
    }
    let mut left = if count == 1 { 0 } else { unsafe { intrinsics::choose(count as u64) } };
    let chosen = waiting.iter().position(|(at, _)| {
        let found = *at == address && left == 0;
        left = left.saturating_sub((*at == address) as u64);
        found
    });
    if let Some(index) = chosen {
        waiting.remove(index);
    }
    WOKEN.notify_all();
}
pub fn wake_all(atomic: *const AtomicU32) {
    let address = unsafe { intrinsics::address(atomic) };
    let mut waiting = WAITING.lock().unwrap();
    waiting.retain(|(at, _)| *at != address);
    WOKEN.notify_all();
}
