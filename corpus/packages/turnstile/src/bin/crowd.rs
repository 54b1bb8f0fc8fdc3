//! Two visitors pass at once, and one of them is not counted.

use std::thread;
use turnstile::{Passed, pass};

fn main() {
    let passed = Passed::default();
    thread::scope(|scope| {
        for _ in macros::numbered![,,] {
            scope.spawn(|| pass(&passed.inwards));
        }
    });
    assert_eq!(passed.total(), 2, "somebody was not counted");
}
