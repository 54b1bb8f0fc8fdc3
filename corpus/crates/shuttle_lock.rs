//@ bug: panic
//@ args: --entry racy
//@ source: the example of shuttle's introduction: a thread may change the value before it is read

use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

#[test]
fn racy() {
    shuttle::check_random(
        || {
            let lock = Arc::new(Mutex::new(0u64));
            let lock2 = lock.clone();

            thread::spawn(move || {
                *lock.lock().unwrap() = 1;
            });

            assert_eq!(0, *lock2.lock().unwrap());
        },
        100,
    );
}
