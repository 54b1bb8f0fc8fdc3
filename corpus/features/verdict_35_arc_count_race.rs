//@ bug: panic
//@ message: "still shared"
//@ source: a reference count is not a signal that the others are done

use std::sync::Arc;
use std::thread;

fn main() {
    let data = Arc::new(5);
    let d = Arc::clone(&data);
    let t = thread::spawn(move || *d + 1);
    if Arc::strong_count(&data) == 2 {
        let inner = Arc::try_unwrap(data);
        assert!(inner.is_ok(), "still shared");
    }
    t.join().unwrap();
}
