//@ no-bug
//@ source: `panic::set_hook` and `take_hook` around caught panics

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
static SEEN: AtomicUsize = AtomicUsize::new(0);
static TEXT: Mutex<Vec<String>> = Mutex::new(Vec::new());
fn main() {
    let old = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        SEEN.fetch_add(1, Ordering::SeqCst);
        let msg = if let Some(s) = info.payload().downcast_ref::<&str>() {
            s.to_string()
        } else if let Some(s) = info.payload().downcast_ref::<String>() {
            s.clone()
        } else {
            "?".into()
        };
        TEXT.lock()
            .unwrap()
            .push(format!("{msg} at {}", info.location().unwrap().line()));
    }));
    let r = panic::catch_unwind(|| panic!("first"));
    assert!(r.is_err());
    let n = 3;
    let r = panic::catch_unwind(move || {
        if n > 2 {
            panic!("n is {n}")
        }
    });
    assert!(r.is_err());
    let _ = panic::catch_unwind(|| {
        let v: Vec<i32> = vec![];
        v[0]
    });
    let _ = panic::catch_unwind(|| panic::panic_any(17u8));
    panic::set_hook(old);
    println!("{} {:?}", SEEN.load(Ordering::SeqCst), TEXT.lock().unwrap());
}
