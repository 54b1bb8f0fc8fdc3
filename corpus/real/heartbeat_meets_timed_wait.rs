//@ no-bug
//@ source: a reporter looks for beats in slices of time and takes the lock anew for each; the heart beats for ever, whether somebody waits or not
//! Neither leaves anything behind in a round in which they miss each other: the wait runs out, and the beat wakes
//! nobody. Both go on all the same, since the reporter offers itself to the next beat.
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

#[derive(Default)]
struct Pulse {
    beaten: Mutex<bool>,
    beat: Condvar,
}

fn main() {
    let pulse = Arc::new(Pulse::default());
    let heart = Arc::clone(&pulse);
    thread::spawn(move || {
        loop {
            *heart.beaten.lock().unwrap() = true;
            heart.beat.notify_one();
            thread::sleep(Duration::from_millis(3));
        }
    });
    let mut beats = 0;
    while beats < 2 {
        let beaten = pulse.beaten.lock().unwrap();
        let slice = Duration::from_millis(10);
        let (_beaten, wait) = pulse.beat.wait_timeout(beaten, slice).unwrap();
        if !wait.timed_out() {
            beats += 1;
        }
    }
}
