//! What a checked program must not touch.

use lockers::Locker;
use std::thread;

#[test]
fn reads_a_file() {
    let text = std::fs::read_to_string("lockers.txt").unwrap_or_default();
    assert!(text.is_empty());
}

#[test]
fn reads_a_file_beside() {
    let locker = Locker::default();
    thread::scope(|scope| {
        scope.spawn(|| locker.content());
        let text = std::fs::read_to_string("lockers.txt").unwrap_or_default();
        assert!(text.is_empty());
    });
}
