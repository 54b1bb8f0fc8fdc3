//@ no-bug

use std::ptr;
use std::sync::atomic::{fence, AtomicBool, AtomicPtr, Ordering::*};
use std::sync::Arc;
use std::thread;

fn main() {
    let b = AtomicBool::new(false);
    println!("{} {}", b.swap(true, SeqCst), b.load(SeqCst));
    println!("{} {}", b.fetch_and(false, SeqCst), b.fetch_or(true, SeqCst));
    println!("{} {}", b.fetch_xor(true, SeqCst), b.fetch_not(SeqCst));
    println!("{:?} {:?}", b.compare_exchange(true, false, SeqCst, SeqCst), b.compare_exchange_weak(true, false, SeqCst, SeqCst));

    let p: AtomicPtr<i32> = AtomicPtr::new(ptr::null_mut());
    println!("{}", p.load(SeqCst).is_null());
    let boxed = Box::into_raw(Box::new(42));
    println!("{}", p.compare_exchange(ptr::null_mut(), boxed, SeqCst, SeqCst).is_ok());
    println!("{}", unsafe { *p.load(Acquire) });
    let back = p.swap(ptr::null_mut(), AcqRel);
    println!("{}", unsafe { *Box::from_raw(back) });

    let mut x = 1;
    let q = AtomicPtr::new(&mut x);
    unsafe { *q.load(Relaxed) += 1 };
    println!("{x}");

    let data = Arc::new((AtomicBool::new(false), AtomicPtr::<String>::default()));
    let d = Arc::clone(&data);
    let t = thread::spawn(move || {
        let s = Box::new("published".to_string());
        d.1.store(Box::into_raw(s), Relaxed);
        fence(Release);
        d.0.store(true, Relaxed);
    });
    t.join().unwrap();
    if data.0.load(Relaxed) {
        fence(Acquire);
        let s = unsafe { Box::from_raw(data.1.load(Relaxed)) };
        println!("{s}");
    }
}
