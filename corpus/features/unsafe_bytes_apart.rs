//@ no-bug
//@ source: threads that access different bytes of one number, on the stack, in a struct and in memory for no type

use std::alloc::{alloc_zeroed, dealloc, Layout};
use std::thread;

#[derive(Clone, Copy)]
struct P(*mut u8);
unsafe impl Send for P {}
impl P {
    fn set(self, i: usize, b: u8) { unsafe { self.0.add(i).write(b) } }
    fn set16(self, i: usize, b: u16) { unsafe { self.0.add(i).cast::<u16>().write(b) } }
    fn get(self, i: usize) -> u8 { unsafe { *self.0.add(i) } }
}

#[repr(C)]
struct Rec { a: u32, b: u64, c: u16, d: u16 }

fn main() {
    let mut w = 0u64;
    let p = P(&mut w as *mut u64 as *mut u8);
    let a = thread::spawn(move || { p.set(0, 1); p.set16(6, 0x0203); p.get(0) });
    let b = thread::spawn(move || { p.set(1, 9); p.set16(2, 7); p.get(3) + p.get(1) });
    assert_eq!((a.join().unwrap(), b.join().unwrap()), (1, 9));
    assert_eq!(w, 0x0203_0000_0007_0901);

    let l = Layout::new::<[u64; 2]>();
    let q = P(unsafe { alloc_zeroed(l) });
    unsafe { q.0.cast::<u64>().write(u64::MAX) };
    unsafe { q.0.cast::<u64>().add(1).write(5) };
    thread::scope(|s| {
        s.spawn(move || { q.set(0, 0); q.set(7, 0); });
        s.spawn(move || { q.set16(2, 0); q.get(4) });
        s.spawn(move || { assert_eq!(q.get(8), 5); q.set(9, 1) });
    });
    assert_eq!(unsafe { q.0.cast::<u64>().read() }, 0x00ff_ffff_0000_ff00);
    assert_eq!(unsafe { q.0.cast::<u64>().add(1).read() }, 0x105);
    unsafe { dealloc(q.0, l) };

    let mut r = Rec { a: 1, b: 2, c: 3, d: 4 };
    let p = P(&mut r as *mut Rec as *mut u8);
    let t = thread::spawn(move || { p.set(1, 1); p.set(17, 1); p.set16(18, 8) });
    p.set(0, 5);
    p.set(16, 6);
    p.set(8, 7);
    t.join().unwrap();
    assert_eq!((r.a, r.b, r.c, r.d), (0x105, 7, 0x106, 8));
}
