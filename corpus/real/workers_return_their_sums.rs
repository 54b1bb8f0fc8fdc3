//@ no-bug
//! Workers take jobs from one queue and return how many they had, and what those came to: who has joined all of
//! them only adds that up, so that it does not matter which of them had which.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};

const JOBS: u64 = 4;

#[derive(Default)]
struct Queue {
    state: Mutex<(VecDeque<u64>, bool)>,
    changed: Condvar,
}

impl Queue {
    fn push(&self, job: u64) {
        self.state.lock().unwrap().0.push_back(job);
        self.changed.notify_one();
    }

    fn close(&self) {
        self.state.lock().unwrap().1 = true;
        self.changed.notify_all();
    }

    fn pop(&self) -> Option<u64> {
        let mut state = self.state.lock().unwrap();
        loop {
            if let Some(job) = state.0.pop_front() {
                return Some(job);
            }
            if state.1 {
                return None;
            }
            state = self.changed.wait(state).unwrap();
        }
    }
}

fn squares(queue: &Queue) -> (usize, u64) {
    let (mut count, mut sum) = (0, 0);
    while let Some(job) = queue.pop() {
        count += 1;
        sum += job * job;
    }
    (count, sum)
}

fn numbers(messages: Arc<Mutex<Receiver<u64>>>) -> Result<Vec<u64>, String> {
    let mut received = Vec::new();
    loop {
        let message = messages.lock().map_err(|_| "poisoned".to_string())?.recv();
        match message {
            Ok(number) => received.push(number),
            Err(_) => return Ok(received),
        }
    }
}

fn main() {
    let queue = Arc::new(Queue::default());
    let workers: Vec<JoinHandle<(usize, u64)>> = (0..4)
        .map(|_| {
            let queue = Arc::clone(&queue);
            thread::spawn(move || squares(&queue))
        })
        .collect();
    (1..=JOBS).for_each(|job| queue.push(job));
    queue.close();
    let mut total = (0, 0);
    for worker in workers {
        let (count, sum) = worker.join().unwrap();
        total = (total.0 + count, total.1 + sum);
    }
    assert_eq!(total, (JOBS as usize, 30));

    // These are told apart until their lists are put together and sorted.
    let (sender, receiver) = mpsc::channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let receiver = Arc::clone(&receiver);
            thread::spawn(|| numbers(receiver))
        })
        .collect();
    for number in 0..4 {
        sender.send(number).unwrap();
    }
    drop(sender);
    let received = workers.into_iter().map(|worker| worker.join().unwrap().unwrap());
    let mut received: Vec<u64> = received.flatten().collect();
    received.sort_unstable();
    assert_eq!(received, [0, 1, 2, 3]);
}
