//@ no-bug
//@ outcomes: 20
//@ source: new; which of three owners lets go last decides who may still be late: each order of what comes before and
//@ source: after it is an outcome of its own
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static LAST: Mutex<&str> = Mutex::new("nobody");
static DONE: AtomicBool = AtomicBool::new(false);

struct Shared;

impl Drop for Shared {
    fn drop(&mut self) {
        let here = thread::current();
        *LAST.lock().unwrap() = match here.name() {
            Some("main") => "main",
            Some("copier") => "copier",
            _ => "counter",
        };
    }
}

fn main() {
    let shared = Arc::new(Shared);
    let copier = {
        let shared = Arc::clone(&shared);
        thread::Builder::new().name("copier".into()).spawn(move || {
            drop(Arc::clone(&shared));
        })
    };
    let counter = {
        let shared = Arc::clone(&shared);
        thread::Builder::new()
            .name("counter".into())
            .spawn(move || {
                let owners = Arc::strong_count(&shared);
                drop(shared);
                DONE.store(true, Ordering::SeqCst);
                owners
            })
    };
    drop(shared);
    let done = DONE.load(Ordering::SeqCst);
    copier.unwrap().join().unwrap();
    let owners = counter.unwrap().join().unwrap();
    println!(
        "{owners} owners, last: {}, done: {done}",
        LAST.lock().unwrap()
    );
}
