//@ bug: undefined-behavior
//@ source: a C-like library keeps user data of a callback that is freed when it is unregistered
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;
type Callback = extern "C" fn(*mut c_void, i32);
struct Registration {
    callback: Callback,
    data: *mut c_void,
}
static CURRENT: AtomicPtr<Registration> = AtomicPtr::new(ptr::null_mut());
extern "C" fn trampoline<F: FnMut(i32)>(data: *mut c_void, n: i32) {
    let f = unsafe { &mut *(data as *mut F) };
    f(n)
}
fn register<F: FnMut(i32)>(f: &mut F) {
    let r = Box::new(Registration {
        callback: trampoline::<F>,
        data: f as *mut F as *mut c_void,
    });
    CURRENT.store(Box::into_raw(r), Release);
}
fn unregister() {
    let r = CURRENT.swap(ptr::null_mut(), AcqRel);
    if !r.is_null() {
        drop(unsafe { Box::from_raw(r) });
    }
}
fn fire(n: i32) {
    if let Some(r) = unsafe { CURRENT.load(Acquire).as_ref() } {
        (r.callback)(r.data, n)
    }
}
fn main() {
    let mut sum = 0;
    let mut add = |n| sum += n;
    register(&mut add);
    let t = thread::spawn(|| fire(3));
    unregister();
    t.join().unwrap();
    assert!(sum == 0 || sum == 3);
}
