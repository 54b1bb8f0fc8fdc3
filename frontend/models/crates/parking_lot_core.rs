//! `parking_lot_core`: `park`, `unpark_one`, `unpark_all`, `unpark_filter`: one list of who waits for which
//! key; each waiter sleeps on a condvar of its own. `SpinWait` gives up at once, which leads to the same
//! checks.
//!
//! Left out: fairness, deadlock detection.

use crate::sync::{Arc, Condvar, Mutex};
use crate::time::Instant;
use crate::vec::Vec;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct UnparkToken(pub usize);
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ParkToken(pub usize);
pub const DEFAULT_UNPARK_TOKEN: UnparkToken = UnparkToken(0);
pub const DEFAULT_PARK_TOKEN: ParkToken = ParkToken(0);

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ParkResult {
    Unparked(UnparkToken),
    Invalid,
    TimedOut,
}
impl ParkResult {
    pub fn is_unparked(self) -> bool {
        match self {
            ParkResult::Unparked(_) => true,
            ParkResult::Invalid | ParkResult::TimedOut => false,
        }
    }
}

#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub struct UnparkResult {
    pub unparked_threads: usize,
    pub requeued_threads: usize,
    pub have_more_threads: bool,
    pub be_fair: bool,
    private: (),
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum FilterOp {
    Unpark,
    Skip,
    Stop,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum RequeueOp {
    Abort,
    UnparkOneRequeueRest,
    RequeueAll,
    UnparkOne,
    RequeueOne,
}

/// Where a waiter finds the token that it is woken with.
struct Signal {
    token: Mutex<Option<UnparkToken>>,
    woken: Condvar,
}
impl Signal {
    fn wake(&self, token: UnparkToken) {
        *self.token.lock().unwrap() = Some(token);
        self.woken.notify_one();
    }
}

struct Waiter {
    key: usize,
    token: ParkToken,
    signal: Arc<Signal>,
}

static WAITING: Mutex<Vec<Waiter>> = Mutex::new(Vec::new());

pub unsafe fn park(
    key: usize,
    validate: impl FnOnce() -> bool,
    before_sleep: impl FnOnce(),
    timed_out: impl FnOnce(usize, bool),
    park_token: ParkToken,
    timeout: Option<Instant>,
) -> ParkResult {
    let signal = Arc::new(Signal { token: Mutex::new(None), woken: Condvar::new() });
    {
        let mut waiting = WAITING.lock().unwrap();
        if !validate() {
            return ParkResult::Invalid;
        }
        waiting.push(Waiter { key, token: park_token, signal: signal.clone() });
    }
    before_sleep();
    let mut token = signal.token.lock().unwrap();
    loop {
        if let Some(token) = *token {
            return ParkResult::Unparked(token);
        }
        token = match timeout {
            None => signal.woken.wait(token).unwrap(),
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                let (token, result) = signal.woken.wait_timeout(token, left).unwrap();
                if result.timed_out() {
                    drop(token);
                    if leave(&signal, timed_out) {
                        return ParkResult::TimedOut;
                    }
                    signal.token.lock().unwrap()
                } else {
                    token
                }
            }
        };
    }
}

/// Takes a waiter off the list, unless somebody has done so to wake it.
fn leave(signal: &Arc<Signal>, timed_out: impl FnOnce(usize, bool)) -> bool {
    let mut waiting = WAITING.lock().unwrap();
    match waiting.iter().position(|waiter| Arc::ptr_eq(&waiter.signal, signal)) {
        None => false,
        Some(index) => {
            // It may have been given another key.
            let key = waiting.remove(index).key;
            let was_last = !waiting.iter().any(|waiter| waiter.key == key);
            timed_out(key, was_last);
            true
        }
    }
}

pub unsafe fn unpark_one(key: usize, callback: impl FnOnce(UnparkResult) -> UnparkToken) -> UnparkResult {
    let mut unparked = false;
    let first = |_| {
        if unparked {
            FilterOp::Stop
        } else {
            unparked = true;
            FilterOp::Unpark
        }
    };
    unsafe { unpark_filter(key, first, callback) }
}

pub unsafe fn unpark_all(key: usize, unpark_token: UnparkToken) -> usize {
    unsafe { unpark_filter(key, |_| FilterOp::Unpark, |_| unpark_token).unparked_threads }
}

pub unsafe fn unpark_filter(
    key: usize,
    mut filter: impl FnMut(ParkToken) -> FilterOp,
    callback: impl FnOnce(UnparkResult) -> UnparkToken,
) -> UnparkResult {
    let mut woken: Vec<Arc<Signal>> = Vec::new();
    let mut result = UnparkResult::default();
    let mut waiting = WAITING.lock().unwrap();
    let mut index = 0;
    let mut stopped = false;
    while index < waiting.len() {
        if waiting[index].key == key {
            let what = if stopped { FilterOp::Skip } else { filter(waiting[index].token) };
            if what == FilterOp::Unpark {
                woken.push(waiting.remove(index).signal);
                continue;
            }
            stopped = stopped || what == FilterOp::Stop;
            result.have_more_threads = true;
        }
        index += 1;
    }
    result.unparked_threads = woken.len();
    let token = callback(result);
    drop(waiting);
    for signal in woken {
        signal.wake(token);
    }
    result
}

/// Wakes the first waiter or gives it another key, and does the one or the other to the rest.
pub unsafe fn unpark_requeue(
    key_from: usize,
    key_to: usize,
    validate: impl FnOnce() -> RequeueOp,
    callback: impl FnOnce(RequeueOp, UnparkResult) -> UnparkToken,
) -> UnparkResult {
    let mut woken: Option<Arc<Signal>> = None;
    let mut result = UnparkResult::default();
    let mut waiting = WAITING.lock().unwrap();
    let op = validate();
    if op == RequeueOp::Abort {
        return result;
    }
    let unpark = matches!(op, RequeueOp::UnparkOneRequeueRest | RequeueOp::UnparkOne);
    let requeue = match op {
        RequeueOp::RequeueAll | RequeueOp::UnparkOneRequeueRest => usize::MAX,
        RequeueOp::RequeueOne => 1,
        RequeueOp::Abort | RequeueOp::UnparkOne => 0,
    };
    let mut index = 0;
    while index < waiting.len() {
        if waiting[index].key == key_from {
            if unpark && woken.is_none() {
                woken = Some(waiting.remove(index).signal);
                result.unparked_threads = 1;
                continue;
            }
            if result.requeued_threads < requeue {
                waiting[index].key = key_to;
                result.requeued_threads += 1;
            } else {
                result.have_more_threads = true;
            }
        }
        index += 1;
    }
    let token = callback(op, result);
    drop(waiting);
    if let Some(signal) = woken {
        signal.wake(token);
    }
    result
}

#[derive(Default)]
pub struct SpinWait {
    private: (),
}
impl SpinWait {
    pub const fn new() -> SpinWait {
        SpinWait { private: () }
    }
    pub fn reset(&mut self) {}
    pub fn spin(&mut self) -> bool {
        false
    }
    pub fn spin_no_yield(&mut self) {}
}

pub mod deadlock {
    pub unsafe fn acquire_resource(_key: usize) {}
    pub unsafe fn release_resource(_key: usize) {}
}
