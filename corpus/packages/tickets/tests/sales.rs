use std::sync::Arc;
use std::thread;
use tickets::{Office, SoldOut};

mod common;

#[test]
fn last_seat() {
    let office = Arc::new(common::nearly_full());
    let other = office.clone();
    let thread = thread::spawn(move || other.sell());
    let mine = office.sell();
    let theirs = thread.join().unwrap();
    assert!(mine == Err(SoldOut) || theirs == Err(SoldOut), "sold twice");
}

#[test]
fn one_after_the_other() {
    let office = Office::new(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| office.sell());
        assert_eq!(first.join().unwrap(), Ok(1));
        assert_eq!(office.sell(), Ok(2));
    });
}
