//@ no-bug
//@ outcomes: 3
//@ source: new; who gives up a reference before others do, and looks how many are left, may see all of theirs: that
//@ source: two of three owners come last but for one says nothing of the order of the others
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static DROPPED: AtomicUsize = AtomicUsize::new(0);
struct Shared;
impl Drop for Shared {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

fn main() {
    let first = Arc::new(Shared);
    let weak = Arc::downgrade(&first);
    let (second, third) = (first.clone(), first.clone());
    let other = thread::spawn(move || drop(second));
    let looks = thread::spawn(move || {
        drop(third);
        weak.strong_count()
    });
    drop(first);
    println!("{}", looks.join().unwrap());
    other.join().unwrap();
    assert_eq!(DROPPED.load(Ordering::SeqCst), 1);
}
