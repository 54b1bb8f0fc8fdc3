//@ no-bug
//@ source: spin locks that pause with the processor's own instruction
use std::arch::x86_64::_mm_pause;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;

fn main() {
    let ready = AtomicBool::new(false);
    let value = AtomicU32::new(0);
    thread::scope(|s| {
        s.spawn(|| {
            value.store(7, SeqCst);
            unsafe { std::arch::x86_64::_mm_mfence() };
            ready.store(true, SeqCst);
        });
        while !ready.load(SeqCst) {
            #[allow(unused_unsafe)]
            unsafe {
                _mm_pause()
            };
        }
        assert_eq!(value.load(SeqCst), 7);
    });
}
