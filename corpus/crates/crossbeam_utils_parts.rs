//@ no-bug
//@ source: a wait group, a parker, cells and queues, a scope that starts threads in threads

use crossbeam::atomic::AtomicCell;
use crossbeam::queue::{ArrayQueue, SegQueue};
use crossbeam::sync::{Parker, WaitGroup};
use crossbeam_utils::{Backoff, CachePadded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn main() {
    let results = Arc::new(SegQueue::new());
    let group = WaitGroup::new();
    for i in 0..2 {
        let (results, group) = (results.clone(), group.clone());
        thread::spawn(move || {
            results.push(i);
            drop(group);
        });
    }
    group.wait();
    assert_eq!(results.len(), 2);

    let parker = Parker::new();
    let unparker = parker.unparker().clone();
    let ready = Arc::new(CachePadded::new(AtomicBool::new(false)));
    let flag = ready.clone();
    let waker = thread::spawn(move || {
        flag.store(true, Ordering::SeqCst);
        unparker.unpark();
    });
    let backoff = Backoff::new();
    while !ready.load(Ordering::SeqCst) {
        if backoff.is_completed() {
            parker.park();
        } else {
            backoff.snooze();
        }
    }
    waker.join().unwrap();

    let counter = AtomicCell::new(0);
    let slots = ArrayQueue::new(1);
    crossbeam::scope(|s| {
        s.spawn(|s| {
            counter.fetch_add(1);
            s.spawn(|_| counter.fetch_add(1));
        });
        assert_eq!(slots.push(1), Ok(()));
    })
    .unwrap();
    assert_eq!(slots.push(2), Err(2));
    assert_eq!(counter.load(), 2);
}
