//! One after the other, all are counted.

use std::thread;
use turnstile::{Passed, pass_alone};

fn main() {
    let passed = Passed::default();
    thread::scope(|scope| {
        for _ in macros::numbered![,,] {
            scope.spawn(|| pass_alone(&passed.inwards));
        }
    });
    println!("{} of {}", passed.total(), macros::numbered!(,,).len());
    assert_eq!(passed.total(), 2, "somebody was not counted");
}
