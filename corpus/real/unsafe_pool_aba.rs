//@ bug: panic
//@ message: "handed out twice"
//@ source: a pool of slots linked by index, without tags

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const NIL: usize = usize::MAX;
static NEXT: [AtomicUsize; 3] = [AtomicUsize::new(1), AtomicUsize::new(2), AtomicUsize::new(NIL)];
static HEAD: AtomicUsize = AtomicUsize::new(0);
static OWNED: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];

fn alloc() -> Option<usize> {
    let mut h = HEAD.load(SeqCst);
    loop {
        if h == NIL {
            return None;
        }
        let next = unsafe { NEXT.get_unchecked(h) }.load(SeqCst);
        match HEAD.compare_exchange(h, next, SeqCst, SeqCst) {
            Ok(_) => {
                assert_eq!(OWNED[h].swap(1, SeqCst), 0, "slot {h} handed out twice");
                return Some(h);
            }
            Err(now) => h = now,
        }
    }
}

fn free(i: usize) {
    OWNED[i].store(0, SeqCst);
    let mut h = HEAD.load(SeqCst);
    loop {
        NEXT[i].store(h, SeqCst);
        match HEAD.compare_exchange(h, i, SeqCst, SeqCst) {
            Ok(_) => return,
            Err(now) => h = now,
        }
    }
}

fn main() {
    let t = thread::spawn(|| {
        let a = alloc();
        let b = alloc();
        if let Some(a) = a {
            free(a);
        }
        let _ = alloc();
        b
    });
    let x = alloc();
    let y = alloc();
    let _ = (x, y);
    t.join().unwrap();
}
