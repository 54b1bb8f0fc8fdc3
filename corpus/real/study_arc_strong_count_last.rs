//@ bug: panic
//@ message: "nobody cleaned up"
//@ source: bug study: "the last one cleans up" decided by Arc::strong_count before the drop: both see two

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

struct Resource {
    cleaned: &'static AtomicBool,
}

static CLEANED: AtomicBool = AtomicBool::new(false);

fn release(resource: Arc<Resource>) {
    if Arc::strong_count(&resource) == 1 {
        resource.cleaned.store(true, Ordering::SeqCst);
    }
    drop(resource);
}

fn main() {
    let first = Arc::new(Resource { cleaned: &CLEANED });
    let second = first.clone();
    let a = thread::spawn(move || release(first));
    let b = thread::spawn(move || release(second));
    a.join().and_then(|()| b.join()).unwrap();
    assert!(CLEANED.load(Ordering::SeqCst), "nobody cleaned up");
}
