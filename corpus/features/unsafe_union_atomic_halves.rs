//@ no-bug
//@ weak-orderings
//@ source: two threads store to the halves of an atomic that a union holds as a whole
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::thread;
union Both {
    whole: ManuallyDrop<AtomicU64>,
    halves: ManuallyDrop<[AtomicU32; 2]>,
}
static B: Both = Both {
    whole: ManuallyDrop::new(AtomicU64::new(0)),
};
fn main() {
    thread::scope(|s| {
        for i in 0..2 {
            s.spawn(move || unsafe { B.halves[i].store(i as u32 + 1, Relaxed) });
        }
    });
    assert_eq!(unsafe { B.whole.load(SeqCst) }, 1 | 2 << 32);
}
