//@ no-bug
//@ source: the panic is caught, the poisoned lock recovered

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let total = Arc::new(Mutex::new(0));
    let t = Arc::clone(&total);
    let failing = thread::spawn(move || {
        let result = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut g = t.lock().unwrap_or_else(|e| e.into_inner());
            *g += 1;
            panic!("half way");
        }));
        assert!(result.is_err());
    });
    {
        let mut g = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *g += 10;
    }
    failing.join().unwrap();
    assert!(total.is_poisoned());
    println!("{}", total.lock().unwrap_or_else(|e| e.into_inner()));
}
