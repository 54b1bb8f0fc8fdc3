//@ bug: data-race
//@ source: double-checked initialization whose first check reads the pointer plainly
use std::ptr::addr_of;
use std::sync::Mutex;
use std::thread;
struct Conf {
    n: u32,
}
static mut CONF: *const Conf = std::ptr::null();
static LOCK: Mutex<()> = Mutex::new(());
fn conf() -> &'static Conf {
    unsafe {
        if (*addr_of!(CONF)).is_null() {
            let _g = LOCK.lock().unwrap();
            if (*addr_of!(CONF)).is_null() {
                CONF = Box::leak(Box::new(Conf { n: 4 }));
            }
        }
        &*CONF
    }
}
fn main() {
    let t = thread::spawn(|| conf().n);
    assert_eq!(conf().n, 4);
    assert_eq!(t.join().unwrap(), 4);
}
