//! What a thread's tasks wait for in time. Not a part of tokio.

use super::{Instant, clock};
use crate::cell::{Cell, RefCell};
use crate::mem::{self, ManuallyDrop};
use crate::ptr;
use crate::task::Waker;
use crate::thread;
use crate::vec::Vec;

struct Entry {
    number: u64,
    deadline: Instant,
    waker: Waker,
}

/// The timers that run on the thread.
struct Timers {
    entries: ManuallyDrop<RefCell<Vec<Entry>>>,
    next: Cell<u64>,
}
unsafe impl Sync for Timers {}
#[thread_local]
static TIMERS: Timers = Timers { entries: ManuallyDrop::new(RefCell::new(Vec::new())), next: Cell::new(1) };

/// One that may run. It may have been started on another thread, where it is left to run out.
pub struct Timer {
    /// 0 if it does not run.
    number: u64,
    /// Of the thread that it was started on.
    timers: *const Timers,
}
unsafe impl Send for Timer {}
unsafe impl Sync for Timer {}
impl Timer {
    pub const fn new() -> Timer {
        Timer { number: 0, timers: ptr::null() }
    }
    pub fn start(&mut self, deadline: Instant, waker: &Waker) {
        self.stop();
        self.timers = &raw const TIMERS;
        self.number = TIMERS.next.replace(TIMERS.next.get() + 1);
        let entry = Entry { number: self.number, deadline, waker: waker.clone() };
        TIMERS.entries.borrow_mut().push(entry);
    }
    pub fn stop(&mut self) {
        if self.number > 0 {
            let number = mem::take(&mut self.number);
            if self.timers != &raw const TIMERS {
                return;
            }
            TIMERS.entries.borrow_mut().retain(|entry| entry.number != number);
        }
    }
}
impl Drop for Timer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Looks at the clock and calls the wakers of those that have run out, the earliest first.
pub fn fire() {
    while let Some(waker) = next_over(Instant::now) {
        waker.wake();
    }
}

fn next_over(now: fn() -> Instant) -> Option<Waker> {
    let mut entries = TIMERS.entries.borrow_mut();
    if entries.is_empty() {
        return None;
    }
    let now = now();
    let over = entries.iter().enumerate().filter(|(_, entry)| entry.deadline <= now);
    let first = over.min_by_key(|(_, entry)| (entry.deadline, entry.number)).map(|(place, _)| place);
    first.map(|place| entries.remove(place).waker)
}

/// Waits until somebody calls the thread's waker, or a timer has run out.
#[inline]
pub fn park(own: &Waker) {
    let earliest = TIMERS.entries.borrow().iter().map(|entry| entry.deadline).min();
    let Some(deadline) = earliest else {
        return thread::park();
    };
    if clock::move_to(deadline) {
        return fire();
    }
    thread::park_timeout(deadline.saturating_duration_since(Instant::known()));
    while let Some(waker) = next_over(Instant::known) {
        if !waker.will_wake(own) {
            waker.wake();
        }
    }
}
