//! A slot of a free list: memory made for a union that nobody has written yet takes what is written to it through a
//! pointer to one of the fields' types.
//@ no-bug

use std::alloc::{Layout, alloc, dealloc};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr;

union Slot<T> {
    next: *mut Slot<T>,
    value: ManuallyDrop<T>,
}

struct Pool<T> {
    free: *mut Slot<T>,
}

impl<T> Pool<T> {
    fn take(&mut self, value: T) -> *mut T {
        let slot = match self.free.is_null() {
            true => unsafe { alloc(Layout::new::<Slot<T>>()) }.cast::<Slot<T>>(),
            false => {
                let slot = self.free;
                self.free = unsafe { (*slot).next };
                slot
            }
        };
        let place = slot.cast::<T>();
        unsafe { place.write(value) };
        place
    }

    unsafe fn give_back(&mut self, place: *mut T) {
        unsafe { place.drop_in_place() };
        let slot = place.cast::<Slot<T>>();
        unsafe { (*slot).next = self.free };
        self.free = slot;
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        while !self.free.is_null() {
            let slot = self.free;
            self.free = unsafe { (*slot).next };
            unsafe { dealloc(slot.cast(), Layout::new::<Slot<T>>()) };
        }
    }
}

union Word {
    whole: u64,
    halves: (u32, u32),
}

fn main() {
    let mut pool = Pool { free: ptr::null_mut() };
    let first = pool.take(String::from("first"));
    let second = pool.take(String::from("second"));
    unsafe {
        assert_eq!(*first, "first");
        pool.give_back(first);
        let third = pool.take(String::from("third"));
        assert!(third == first && *third == "third" && *second == "second");
        pool.give_back(second);
        pool.give_back(third);
    }

    let mut word = MaybeUninit::<Word>::uninit();
    let halves = word.as_mut_ptr().cast::<u32>();
    unsafe {
        halves.add(1).write(2);
        halves.write(1);
        assert_eq!(word.assume_init_ref().whole, 0x2_0000_0001);
        assert_eq!(word.assume_init_ref().halves, (1, 2));
    }
}
