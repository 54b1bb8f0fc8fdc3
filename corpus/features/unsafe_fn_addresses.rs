//@ no-bug
//@ source: new; a function has one address, however it is asked for, and comes back from it
use std::mem::transmute;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::thread;

type Step = fn(u32) -> u32;

static HOOK: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

fn next(x: u32) -> u32 {
    x + 1
}

fn double(x: u32) -> u32 {
    x * 2
}

#[repr(C)]
union Seen {
    step: Step,
    number: usize,
}

fn main() {
    let setter = thread::spawn(|| {
        HOOK.store(next as Step as *mut (), Ordering::Release);
        NUMBER.store(double as usize, Ordering::Release);
    });
    let hook = HOOK.load(Ordering::Acquire);
    if !hook.is_null() {
        let step = unsafe { transmute::<*mut (), Step>(hook) };
        assert_eq!(step(1), 2);
    }
    let number = NUMBER.load(Ordering::Acquire);
    if number != 0 {
        assert_eq!(unsafe { transmute::<usize, Step>(number) }(4), 8);
        assert_eq!(number, double as *const () as usize);
    }
    setter.join().unwrap();

    let seen = Seen { number: next as Step as usize };
    assert_eq!(unsafe { (seen.step)(6) }, 7);
    let bytes: [u8; 8] = unsafe { transmute(double as Step) };
    assert_eq!(usize::from_ne_bytes(bytes), double as usize);
    assert_eq!(unsafe { transmute::<[u8; 8], Step>(bytes) }(3), 6);
    assert!(unsafe { transmute::<usize, Option<Step>>(0) }.is_none());
}
