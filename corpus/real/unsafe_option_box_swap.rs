//@ no-bug
//@ source: an atomic Option<Box<T>> by transmutes to a pointer and back

use std::mem::{size_of, transmute};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::*};

struct AtomicOptionBox<T>(AtomicPtr<T>);

impl<T> AtomicOptionBox<T> {
    fn new(b: Option<Box<T>>) -> Self {
        AtomicOptionBox(AtomicPtr::new(unsafe { transmute::<Option<Box<T>>, *mut T>(b) }))
    }
    fn swap(&self, b: Option<Box<T>>) -> Option<Box<T>> {
        unsafe { transmute(self.0.swap(transmute::<Option<Box<T>>, *mut T>(b), AcqRel)) }
    }
}
impl<T> Drop for AtomicOptionBox<T> {
    fn drop(&mut self) {
        drop(self.swap(None));
    }
}

fn main() {
    assert_eq!(size_of::<Option<&u8>>(), size_of::<usize>());
    let slot = AtomicOptionBox::new(Some(Box::new(10)));
    let total = AtomicUsize::new(0);
    std::thread::scope(|s| {
        for i in 1..3usize {
            let (slot, total) = (&slot, &total);
            s.spawn(move || {
                if let Some(b) = slot.swap((i == 1).then(|| Box::new(i))) {
                    total.fetch_add(*b, Relaxed);
                }
            });
        }
    });
    let rest = slot.swap(None).map_or(0, |b| *b);
    assert_eq!(total.load(Relaxed) + rest, 11);
    let mut x = 5u16;
    let nn: Option<NonNull<u16>> = NonNull::new(&mut x);
    let p: *mut u16 = unsafe { transmute(nn) };
    unsafe { *p += 1 };
    let r: Option<&u16> = unsafe { transmute(p.cast_const()) };
    assert_eq!(r, Some(&6));
    let none: usize = unsafe { transmute(None::<&u16>) };
    assert_eq!(none, 0);
    let f: Option<fn() -> u8> = unsafe { transmute(0usize) };
    assert!(f.is_none());
}
