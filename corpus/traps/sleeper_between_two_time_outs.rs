//@ no-bug
//@ outcomes: 4
//@ source: a sleeper may wake after the time-out of either of two others and before the other
use std::thread;
use std::time::{Duration, Instant};

fn is_late(start: Instant) -> bool {
    thread::park_timeout(Duration::from_millis(1));
    start.elapsed() >= Duration::from_millis(5)
}

fn main() {
    let start = Instant::now();
    let first = thread::spawn(move || is_late(start));
    let second = thread::spawn(move || is_late(start));
    let sleeper = thread::spawn(|| thread::sleep(Duration::from_millis(10)));
    let late = (first.join().unwrap(), second.join().unwrap());
    sleeper.join().unwrap();
    println!("{late:?}");
}
