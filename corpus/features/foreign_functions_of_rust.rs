//! Functions that one part of a program exports, and others only declare: as the linker finds them, by the name that
//! is exported, whatever types the declaration names.
//@ no-bug
//@ edition: 2024

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

mod user {
    use std::ffi::c_void;

    unsafe extern "Rust" {
        fn critical_begin() -> u8;
        fn critical_end(token: u8);
    }
    unsafe extern "C" {
        #[link_name = "counter_add"]
        safe fn add(counter: *mut c_void, by: u32) -> u32;
    }

    pub fn with<R>(f: impl FnOnce() -> R) -> R {
        let token = unsafe { critical_begin() };
        let result = f();
        unsafe { critical_end(token) };
        result
    }

    pub fn count(counter: *mut c_void) -> u32 {
        add(counter, 2)
    }
}

mod imp {
    use std::sync::atomic::{AtomicBool, Ordering};

    static TAKEN: AtomicBool = AtomicBool::new(false);

    macro_rules! set {
        ($begin:ident, $end:ident) => {
            #[unsafe(no_mangle)]
            fn $begin() -> bool {
                while TAKEN.swap(true, Ordering::Acquire) {
                    std::thread::yield_now();
                }
                true
            }
            #[unsafe(no_mangle)]
            unsafe fn $end(token: bool) {
                TAKEN.store(!token, Ordering::Release);
            }
        };
    }
    set!(critical_begin, critical_end);
}

#[unsafe(export_name = "counter_add")]
extern "C" fn add_to(counter: &AtomicU32, by: u32) -> u32 {
    counter.fetch_add(by, Ordering::Relaxed)
}

static mut SUM: u32 = 0;

fn main() {
    let add = || user::with(|| unsafe { SUM += 1 });
    let other = thread::spawn(add);
    add();
    other.join().unwrap();
    assert_eq!(unsafe { SUM }, 2);
    let counter = AtomicU32::new(5);
    assert_eq!(user::count((&raw const counter).cast_mut().cast::<c_void>()), 5);
    assert_eq!(counter.into_inner(), 7);
}
