//! What the section `.init_array` points to runs before `main`.
//@ no-bug

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static NUMBER: AtomicU32 = AtomicU32::new(0);
static NAMES: Mutex<Vec<&str>> = Mutex::new(Vec::new());

extern "C" fn set_number() {
    NUMBER.store(5, Ordering::SeqCst);
}

#[used]
#[unsafe(link_section = ".init_array")]
static SET_NUMBER: extern "C" fn() = set_number;

macro_rules! register {
    ($name:literal) => {
        const _: () = {
            extern "C" fn register() {
                NAMES.lock().unwrap().push($name);
            }
            #[used]
            #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array.00100"))]
            static REGISTER: extern "C" fn() = register;
        };
    };
}

register!("one");

mod inner {
    use super::NAMES;

    register!("two");
}

fn main() {
    let other = thread::spawn(|| NUMBER.fetch_add(1, Ordering::SeqCst));
    assert_eq!(other.join().unwrap(), 5);
    let mut names = NAMES.lock().unwrap();
    names.sort_unstable();
    assert_eq!(*names, ["one", "two"]);
}
