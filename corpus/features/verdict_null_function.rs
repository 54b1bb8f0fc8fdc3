//@ bug: undefined-behavior
//@ source: a function pointer made of an address that another thread may not have stored yet
use std::mem::{MaybeUninit, transmute, zeroed};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

type Handler = fn(u32) -> u32;

#[derive(Clone, Copy)]
struct Table {
    handler: Handler,
    next: Option<Handler>,
}

fn inc(x: u32) -> u32 {
    x + 1
}

static HANDLER: AtomicPtr<()> = AtomicPtr::new(null_mut());

fn main() {
    let table = Table { handler: inc, next: unsafe { zeroed() } };
    let mut copied = MaybeUninit::<Table>::zeroed();
    copied.write(table);
    let copied = unsafe { copied.assume_init() };
    assert!((copied.handler)(1) == 2 && copied.next.is_none());
    let setter = thread::spawn(|| HANDLER.store(inc as Handler as *mut (), Release));
    let address = HANDLER.load(Acquire);
    let checked: Option<Handler> = unsafe { transmute(address) };
    assert_eq!(checked.is_none(), address.is_null());
    let handler: Handler = unsafe { transmute(address) };
    assert_eq!(handler(2), 3);
    setter.join().unwrap();
}
