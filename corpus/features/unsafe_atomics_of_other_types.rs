//@ no-bug
//@ source: atomics over memory that holds another type: the other sign, parts of a number, several numbers, pointers

use std::cell::UnsafeCell;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use std::sync::atomic::{AtomicI8, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize};
use std::thread;

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(8))]
struct Pos { x: i32, y: u16, z: u16 }

struct Cell<T>(UnsafeCell<T>);
unsafe impl<T> Sync for Cell<T> {}
impl<T: Copy> Cell<T> {
    fn new(value: T) -> Self { Cell(UnsafeCell::new(value)) }
    unsafe fn atomic<A>(&self) -> &A { unsafe { &*self.0.get().cast() } }
    fn get(&self) -> T { unsafe { *self.0.get() } }
}

fn other_sign() {
    let (word, byte) = (Cell::new(-5i32), Cell::new(200u8));
    unsafe {
        thread::scope(|s| {
            s.spawn(|| word.atomic::<AtomicU32>().fetch_add(2, SeqCst));
            s.spawn(|| byte.atomic::<AtomicI8>().fetch_max(-1, SeqCst));
        });
    }
    assert_eq!((word.get(), byte.get()), (-3, 255));
}

fn several() {
    let pos = Cell::new(Pos { x: 0, y: 0, z: 7 });
    let step = || unsafe {
        let whole = pos.atomic::<AtomicU64>();
        let mut old = whole.load(SeqCst);
        loop {
            let mut at: Pos = std::mem::transmute(old);
            (at.x, at.y) = (at.x - 1, at.y + 1);
            match whole.compare_exchange(old, std::mem::transmute(at), SeqCst, SeqCst) {
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
    };
    thread::scope(|s| {
        s.spawn(step);
        s.spawn(step);
    });
    assert_eq!(pos.get(), Pos { x: -2, y: 2, z: 7 });
}

fn parts() {
    let word = AtomicU32::new(0);
    let part = |at| unsafe { AtomicU8::from_ptr(word.as_ptr().cast::<u8>().add(at)) };
    let plain = Cell::new([0u8; 4]);
    thread::scope(|s| {
        s.spawn(|| part(0).store(1, Release));
        s.spawn(|| part(3).store(2, Release));
        // Other bytes of a number than those that an atomic operation is about.
        s.spawn(|| unsafe { plain.atomic::<AtomicU16>().store(0x102, Release) });
        unsafe { plain.0.get().cast::<u8>().add(2).write(9) };
    });
    assert_eq!(word.load(Acquire), 0x0200_0001);
    assert_eq!(plain.get(), [2, 1, 9, 0]);
}

fn pointers() {
    let slot: Cell<Option<NonNull<i32>>> = Cell::new(None);
    let mut value = 0;
    let target = &raw mut value as usize;
    thread::scope(|s| unsafe {
        s.spawn(|| {
            (target as *mut i32).write(3);
            slot.atomic::<AtomicPtr<i32>>().store(target as *mut i32, Release);
        });
        s.spawn(|| {
            let seen = slot.atomic::<AtomicPtr<i32>>().load(Acquire);
            assert!(seen.is_null() || *seen == 3);
        });
        s.spawn(|| while slot.atomic::<AtomicUsize>().load(Acquire) == 0 {});
    });
    assert_eq!(slot.get().map(|p| p.as_ptr() as usize), Some(target));
}

fn main() {
    other_sign();
    several();
    parts();
    pointers();
}
