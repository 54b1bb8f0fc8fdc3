//@ no-bug
//@ source: the pointer in a waker or a callback is untyped, and the value behind it is a single number

use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Weak};
use std::thread;

struct Count(AtomicU32);

fn wake(data: *const ()) {
    let count = unsafe { Arc::from_raw(data.cast::<Count>()) };
    count.0.fetch_add(1, SeqCst);
}

fn wake_by_ref(data: *const ()) {
    unsafe { Arc::increment_strong_count(data as *const Count) };
    wake(data);
}

fn main() {
    let count = Arc::new(Count(AtomicU32::new(0)));
    let data: *const () = Arc::into_raw(count.clone()).cast();
    let address = data as usize;
    thread::spawn(move || wake_by_ref(address as *const ()))
        .join()
        .unwrap();
    assert_eq!(Arc::strong_count(&count), 2);
    wake(data);
    assert_eq!(Arc::strong_count(&count), 1);

    let weak: *const () = Arc::downgrade(&count).into_raw().cast();
    let weak = unsafe { Weak::from_raw(weak.cast::<Count>()) };
    assert_eq!(weak.upgrade().unwrap().0.load(SeqCst), 2);

    let small: *const () = Rc::into_raw(Rc::new(7u16)).cast();
    let small = unsafe { Rc::from_raw(small as *const u16) };
    assert_eq!((*small, Rc::strong_count(&small)), (7, 1));
}
