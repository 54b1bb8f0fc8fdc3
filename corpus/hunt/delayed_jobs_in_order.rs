//@ bug: panic
//@ message: "left == right"
//@ source: jobs that are put off by a timed wait are expected in the order of their delays; who puts off the second may be slower than the first waits

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

type Job = (Instant, &'static str);

/// Runs two jobs, each when it is due.
fn run(jobs: &(Mutex<Vec<Job>>, Condvar)) -> Vec<&'static str> {
    let mut done = Vec::new();
    let mut waiting = jobs.0.lock().unwrap();
    while done.len() < 2 {
        let now = Instant::now();
        waiting.sort();
        waiting = match waiting.first().copied() {
            None => jobs.1.wait(waiting).unwrap(),
            Some((due, _)) if due > now => jobs.1.wait_timeout(waiting, due - now).unwrap().0,
            Some((_, name)) => {
                done.push(name);
                waiting.remove(0);
                waiting
            }
        };
    }
    done
}

fn main() {
    let jobs = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
    let runner = {
        let jobs = Arc::clone(&jobs);
        thread::spawn(move || run(&jobs))
    };
    for (delay, name) in [(30, "late"), (10, "early")] {
        let due = Instant::now() + Duration::from_millis(delay);
        jobs.0.lock().unwrap().push((due, name));
        jobs.1.notify_one();
    }
    assert_eq!(runner.join().unwrap(), ["early", "late"]);
}
