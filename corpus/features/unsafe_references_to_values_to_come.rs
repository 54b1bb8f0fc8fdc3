//@ no-bug
//@ source: references to what is no value yet, or no one's to look at: exclusive, uninitialized, in cells, in unions
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Level {
    Low = 1,
    High = 2,
}

fn main() {
    let mut bytes = [9u8; 4];
    let at = bytes.as_mut_ptr();
    unsafe {
        let level = &mut *at.cast::<Level>();
        *level = Level::High;
        assert_eq!(*at.cast::<Level>(), Level::High);
        let rest = std::slice::from_raw_parts_mut(at.add(1).cast::<bool>(), 2);
        rest.fill(true);
        assert!(std::slice::from_raw_parts(at.add(1).cast::<bool>(), 2)[1]);
        let flag = &*at.add(1).cast::<AtomicBool>();
        assert!(flag.swap(false, Ordering::Relaxed));
        let cell = &*at.add(2).cast::<Cell<bool>>();
        assert!(cell.replace(false));
        let unknown = &*at.add(3).cast::<MaybeUninit<Level>>();
        assert_eq!(size_of_val(unknown), 1);
    }
    let nothing = MaybeUninit::<[Level; 2]>::uninit();
    let shown: &[MaybeUninit<Level>; 2] = unsafe { &*nothing.as_ptr().cast() };
    assert_eq!(shown.len(), 2);
    println!("{bytes:?} {:?}", Level::Low);
}
