//@ no-bug
//@ source: a table's entries in bare memory, pointers to some and numbers to others (as in papaya's): who comes to
//@ source: set a bit of one finds there what another thread has put in since

use std::alloc::{alloc_zeroed, dealloc, Layout};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use std::thread;

const COPIED: usize = 1;

#[repr(align(8))]
struct Bytes(UnsafeCell<[u8; 8]>);

#[derive(Clone, Copy)]
struct Entry(*mut u8);

unsafe impl Send for Entry {}

impl Entry {
    fn number(&self) -> &AtomicUsize {
        unsafe { &*self.0.cast() }
    }

    fn pointer(&self) -> &AtomicPtr<u32> {
        unsafe { &*self.0.cast() }
    }
}

fn race(entry: Entry) {
    let copying = thread::spawn(move || {
        let seen = entry.number().fetch_or(COPIED, SeqCst) as *mut u32;
        seen.is_null() || unsafe { *seen } == 7
    });
    let new = Box::into_raw(Box::new(7));
    let done = entry
        .pointer()
        .compare_exchange(ptr::null_mut(), new, SeqCst, SeqCst);
    assert!(copying.join().unwrap());
    let last = entry.number().load(SeqCst);
    match done {
        Ok(_) => assert_eq!(last, new as usize | COPIED),
        Err(found) => assert_eq!((last, found as usize), (COPIED, COPIED)),
    }
    drop(unsafe { Box::from_raw(new) });
}

fn main() {
    let layout = Layout::from_size_align(8, 8).unwrap();
    let bare = unsafe { alloc_zeroed(layout) };
    race(Entry(bare));
    unsafe { dealloc(bare, layout) };

    let bytes = Bytes(UnsafeCell::new([0; 8]));
    race(Entry(bytes.0.get().cast()));
}
