//@ no-bug
//@ outcomes: 2
//@ weak-orderings: yes
//@ source: a node in a stranger's words, whose flags stand in one of them: to write one ends no release by the other
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::*};
use std::thread;

struct Words(UnsafeCell<[u64; 2]>);
unsafe impl Sync for Words {}

static WORDS: Words = Words(UnsafeCell::new([0; 2]));

struct Flags {
    state: AtomicU16,
    is_watched: AtomicBool,
}

fn message() -> *mut u64 {
    WORDS.0.get().cast()
}

fn flags() -> &'static Flags {
    unsafe { &*WORDS.0.get().cast::<u64>().add(1).cast::<Flags>() }
}

fn main() {
    let sender = thread::spawn(|| {
        unsafe { message().write(7) };
        flags().state.store(1, Release);
    });
    flags().is_watched.store(true, Release);
    let came = flags().state.load(Acquire) == 1;
    if came {
        assert_eq!(unsafe { message().read() }, 7);
    }
    sender.join().unwrap();
    println!("{}", if came { "seen" } else { "not yet" });
}
