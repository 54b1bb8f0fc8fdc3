//@ no-bug

use std::sync::atomic::*;
use std::sync::atomic::Ordering::*;

fn main() {
    let a = AtomicI32::new(5);
    println!("{} {}", a.load(SeqCst), a.swap(6, AcqRel));
    a.store(10, Release);
    println!("{} {}", a.fetch_add(5, SeqCst), a.fetch_sub(1, Relaxed));
    println!("{} {}", a.fetch_max(100, SeqCst), a.fetch_min(50, SeqCst));
    println!("{:?} {:?}", a.compare_exchange(50, 51, SeqCst, Relaxed), a.compare_exchange(50, 52, AcqRel, Acquire));
    println!("{:?}", a);
    println!("{:?}", a.into_inner());
    let b = AtomicU8::new(0b1100);
    println!("{} {} {} {}", b.fetch_and(0b0110, SeqCst), b.fetch_or(1, SeqCst), b.fetch_xor(0xff, SeqCst), b.fetch_nand(0x0f, SeqCst));
    println!("{}", b.load(SeqCst));
    println!("{} {}", b.fetch_add(200, SeqCst), b.load(SeqCst));
    let i = AtomicI8::new(127);
    println!("{} {}", i.fetch_add(1, SeqCst), i.load(SeqCst));
    let u = AtomicU64::new(1);
    println!("{:?}", u.fetch_update(SeqCst, SeqCst, |x| Some(x << 40)));
    println!("{:?} {}", u.fetch_update(SeqCst, SeqCst, |_| None), u.load(SeqCst));
    let mut s = AtomicUsize::default();
    *s.get_mut() += 3;
    println!("{}", s.load(Acquire));
    let mut old = s.load(Relaxed);
    loop {
        match s.compare_exchange_weak(old, old * 2, SeqCst, Relaxed) {
            Ok(prev) => break println!("{prev}"),
            Err(now) => old = now,
        }
    }
    println!("{}", s.into_inner());
    let (c, d, e) = (AtomicI16::new(-1), AtomicU16::new(1), AtomicU32::new(2));
    println!("{} {} {}", c.fetch_sub(1, SeqCst), d.fetch_sub(2, SeqCst), e.swap(3, SeqCst));
    println!("{} {} {}", c.load(SeqCst), d.load(SeqCst), e.load(SeqCst));
    let (f, g) = (AtomicI64::new(i64::MIN), AtomicIsize::new(0));
    println!("{} {}", f.fetch_sub(1, SeqCst), g.fetch_add(1, SeqCst));
    println!("{} {}", f.load(SeqCst), g.load(SeqCst));
    fence(SeqCst);
    compiler_fence(SeqCst);
}
