//@ bug: deadlock
//@ args: --spurious 1
//@ source: new; the one wait that may end for no reason may be another one: a checker that spends its luck before the
//@ source: time limit next to it has run out never sees that
use std::thread;
use std::time::Duration;

fn main() {
    let parked = thread::spawn(|| thread::park());
    let for_a_time = thread::spawn(|| thread::park_timeout(Duration::from_millis(1)));
    parked.join().unwrap();
    for_a_time.join().unwrap();
}
