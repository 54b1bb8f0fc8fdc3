//! One after the other, by a method of a type, of an impl of a trait, and one that a trait provides.

use std::thread;
use turnstile::{Alone, Gate};

fn main() {
    let gate = Gate::default();
    thread::scope(|scope| {
        scope.spawn(|| gate.pass());
        scope.spawn(|| gate.pass_back());
        scope.spawn(|| gate.pass_twice());
    });
    assert_eq!(gate.passed(), 4, "somebody was not counted");
}
