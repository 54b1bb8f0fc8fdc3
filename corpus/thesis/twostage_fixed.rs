//@ no-bug
//@ source: `twostage` with both stages under one lock.

use std::sync::{Arc, Mutex};
use std::thread;

const WRITERS: usize = 1;
const READERS: usize = 1;

#[derive(Default)]
struct Stages {
    first: i32,
    second: i32,
}

#[derive(Default)]
struct TwoStage {
    stages: Mutex<Stages>,
}

impl TwoStage {
    fn update(&self) {
        let mut stages = self.stages.lock().unwrap();
        stages.first = 1;
        stages.second = stages.first + 1;
    }

    fn check(&self) {
        let stages = self.stages.lock().unwrap();
        if stages.first == 0 {
            return;
        }
        assert!(stages.second == stages.first + 1, "the second stage is missing");
    }
}

fn main() {
    let data = Arc::new(TwoStage::default());
    let mut threads = Vec::new();
    for _ in 0..WRITERS {
        let data = Arc::clone(&data);
        threads.push(thread::spawn(move || data.update()));
    }
    for _ in 0..READERS {
        let data = Arc::clone(&data);
        threads.push(thread::spawn(move || data.check()));
    }
    for t in threads {
        t.join().unwrap();
    }
}
