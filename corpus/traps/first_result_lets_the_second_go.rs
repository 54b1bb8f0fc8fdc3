//@ bug: deadlock
//! Who joins the first worker, which is like the second, takes something down when the first has come in last, and what
//! the second then waits for never comes: the results must be seen one after another, and not only when both have
//! ended.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Gate {
    /// How many have come, and whether the gate is open.
    state: Mutex<(u32, bool)>,
    opened: Condvar,
}

fn pass(gate: &Gate) -> u32 {
    let mut state = gate.state.lock().unwrap();
    state.0 += 1;
    let place = state.0;
    while place == 2 && !state.1 {
        state = gate.opened.wait(state).unwrap();
    }
    place
}

fn main() {
    let gate = Arc::new(Gate::default());
    let spawn = || {
        let gate = Arc::clone(&gate);
        thread::spawn(move || pass(&gate))
    };
    let (first, second) = (spawn(), spawn());
    let place = first.join().unwrap();
    gate.state.lock().unwrap().1 = true;
    gate.opened.notify_all();
    let other = second.join().unwrap();
    assert_eq!(place + other, 3);
}
