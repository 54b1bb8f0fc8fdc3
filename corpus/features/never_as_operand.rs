//! What never returns may stand where an operator takes a value.
//@ bug: panic

use std::thread;

fn main() {
    let checker = thread::spawn(|| {
        let fine: bool = !panic!("not fine");
        fine
    });
    assert!(checker.join().unwrap());
}
