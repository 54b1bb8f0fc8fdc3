//@ bug: livelock
//@ source: a thread waits for a byte of a number, of which only the others are written

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::SeqCst};
use std::thread;

static WORD: AtomicU32 = AtomicU32::new(0);

fn byte(at: usize) -> &'static AtomicU8 { unsafe { AtomicU8::from_ptr(WORD.as_ptr().cast::<u8>().add(at)) } }

fn main() {
    let writer = thread::spawn(|| for at in 0..3 { byte(at).store(1, SeqCst); });
    while byte(3).load(SeqCst) == 0 {
        thread::yield_now();
    }
    writer.join().unwrap();
}
