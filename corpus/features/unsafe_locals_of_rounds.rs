//@ no-bug
//@ source: pointers to variables of loops, used while the variables are there; a loop that waits, too
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn is_ready(seen: &mut u32) -> bool {
    let looks = AtomicU32::new(*seen);
    let p: *const AtomicU32 = &looks;
    *seen = unsafe { (*p).load(Ordering::Relaxed) };
    READY.load(Ordering::Acquire)
}

fn main() {
    let mut total = 0;
    for i in 0..3 {
        let mut x = i;
        let p = &raw mut x;
        for j in 0..3 {
            let y = j;
            let q = &raw const y;
            unsafe { *p += *q };
            if j == 1 {
                continue;
            }
        }
        total += unsafe { *p };
    }
    assert_eq!(total, 12);
    let setter = thread::spawn(|| READY.store(true, Ordering::Release));
    let mut seen = 1;
    while !is_ready(&mut seen) {
        let mut again = seen;
        let p = &raw mut again;
        unsafe { *p = seen };
        seen = again;
        std::hint::spin_loop();
    }
    setter.join().unwrap();
}
