//@ bug: panic
//@ source: two numbers that are read and written as one, in two steps

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static mut PAIR: Pair = Pair([0; 2]);
#[repr(align(4))]
struct Pair([i16; 2]);

fn both() -> &'static AtomicU32 { unsafe { AtomicU32::from_ptr((&raw mut PAIR).cast()) } }

fn main() {
    let add = || {
        let old = both().load(SeqCst);
        both().store(old + 0x1_0001, SeqCst);
    };
    let other = thread::spawn(add);
    add();
    other.join().unwrap();
    assert_eq!(unsafe { (*(&raw const PAIR)).0 }, [2, 2]);
}
