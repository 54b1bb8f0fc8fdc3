//@ no-bug
//@ source: a closure in a constant refers to that constant, of whose value it is no part
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{RawWaker, RawWakerVTable, Waker};

const VTABLE: RawWakerVTable = RawWakerVTable::new(
    |count| {
        unsafe { Arc::increment_strong_count(count as *const AtomicUsize) };
        RawWaker::new(count, &VTABLE)
    },
    |count| {
        unsafe { Arc::from_raw(count as *const AtomicUsize) }.fetch_add(1, Ordering::Relaxed);
    },
    |count| {
        unsafe { &*(count as *const AtomicUsize) }.fetch_add(1, Ordering::Relaxed);
    },
    |count| unsafe { Arc::decrement_strong_count(count as *const AtomicUsize) },
);

struct Step(u32, fn(u32) -> &'static Step);
const FIRST: Step = Step(1, |_| &FIRST);

fn main() {
    let count = Arc::new(AtomicUsize::new(0));
    let raw = RawWaker::new(Arc::into_raw(count.clone()).cast(), &VTABLE);
    let waker = unsafe { Waker::from_raw(raw) };
    let other = waker.clone();
    let thread = std::thread::spawn(move || other.wake());
    waker.wake_by_ref();
    drop(waker);
    thread.join().unwrap();
    assert_eq!(count.load(Ordering::Relaxed), 2);
    assert_eq!(Arc::strong_count(&count), 1);
    let bytes = unsafe { std::str::from_boxed_utf8_unchecked(Box::from(*b"vtable")) };
    println!("{} {bytes}", (FIRST.1)(2).0);
}
