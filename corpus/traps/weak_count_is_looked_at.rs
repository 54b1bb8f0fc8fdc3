//@ no-bug
//@ outcomes: 3
//@ source: `Arc::weak_count` and `Arc::get_mut` see whether another thread has dropped its `Weak` yet
use std::sync::Arc;
use std::thread;

fn main() {
    let mut shared = Arc::new(1);
    let weak = Arc::downgrade(&shared);
    let drops = thread::spawn(move || drop(weak));
    let weaks = Arc::weak_count(&shared);
    let unique = Arc::get_mut(&mut shared).is_some();
    println!("{weaks} {unique}");
    drops.join().unwrap();
}
