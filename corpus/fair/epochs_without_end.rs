//@ no-bug
//@ source: workers that go through epochs for ever, two barriers in each: what they share at the end of an epoch is what it was at the end of the one before
//! Which epoch it is makes no difference to what can follow, so the search comes back to where it was.
use std::sync::{Arc, Barrier, RwLock};
use std::thread;

const WORKERS: u32 = 2;

struct Experiment {
    signal: RwLock<u32>,
    all_start: Barrier,
    all_have_read: Barrier,
}

fn work(experiment: &Experiment) {
    loop {
        experiment.all_start.wait();
        let share = *experiment.signal.read().unwrap() / WORKERS;
        assert_eq!(share, 50);
        experiment.all_have_read.wait();
        *experiment.signal.write().unwrap() -= share;
        *experiment.signal.write().unwrap() += share;
    }
}

fn main() {
    let experiment = Arc::new(Experiment {
        signal: RwLock::new(100),
        all_start: Barrier::new(WORKERS as usize),
        all_have_read: Barrier::new(WORKERS as usize),
    });
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let experiment = Arc::clone(&experiment);
            thread::spawn(move || work(&experiment))
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
}
