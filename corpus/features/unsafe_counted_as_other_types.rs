//@ no-bug
//@ source: new; an Arc or Rc that was made of the pointer to another type sees the same bytes
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn main() {
    let number: Arc<u64> = Arc::new(0x1_0000_0002);
    let halves = unsafe { Arc::from_raw(Arc::into_raw(number) as *const [u32; 2]) };
    let other = halves.clone();
    assert_eq!((*halves, other[1]), ([2, 1], 1));
    drop(halves);
    assert_eq!((other[0], Arc::strong_count(&other)), (2, 1));

    let plain = Arc::new(7u64);
    let atomic = unsafe { Arc::from_raw(Arc::into_raw(plain) as *const AtomicU64) };
    atomic.fetch_add(1, Ordering::Relaxed);
    assert_eq!(atomic.load(Ordering::Relaxed), 8);

    let bytes = Rc::new([1u8, 0, 2, 0]);
    let weak = Rc::downgrade(&bytes);
    let numbers = unsafe { Rc::from_raw(Rc::into_raw(bytes) as *const [i8; 4]) };
    assert_eq!(numbers[0], 1);
    assert!(weak.upgrade().is_some());
    drop(unsafe { Rc::from_raw(Rc::into_raw(numbers) as *const [u8; 4]) });
    assert!(weak.upgrade().is_none());
}
