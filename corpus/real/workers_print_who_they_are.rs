//@ no-bug
//! A queue of jobs under a mutex with a condition variable, and workers that print their numbers and how many jobs
//! they have done: what is only printed tells no worker from another.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const WORKERS: usize = 4;
const JOBS: u32 = 6;

struct Board {
    jobs: VecDeque<u32>,
    closed: bool,
    sum: u32,
}

fn work(id: usize, board: Arc<(Mutex<Board>, Condvar)>) {
    let mut done = 0;
    loop {
        let job = {
            let mut guard = board.0.lock().unwrap();
            while guard.jobs.is_empty() && !guard.closed {
                guard = board.1.wait(guard).unwrap();
            }
            match guard.jobs.pop_front() {
                Some(job) => job,
                None => break,
            }
        };
        done += 1;
        println!("worker {id} squares {job}, its number {}", done);
        board.0.lock().unwrap().sum += job * job;
    }
    println!("worker {} has done {done} jobs", id);
}

fn main() {
    let board = Board { jobs: VecDeque::new(), closed: false, sum: 0 };
    let board = Arc::new((Mutex::new(board), Condvar::new()));
    let workers: Vec<_> = (0..WORKERS)
        .map(|id| {
            let board = Arc::clone(&board);
            thread::spawn(move || work(id, board))
        })
        .collect();
    for job in 1..=JOBS {
        board.0.lock().unwrap().jobs.push_back(job);
        board.1.notify_one();
    }
    board.0.lock().unwrap().closed = true;
    board.1.notify_all();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(board.0.lock().unwrap().sum, 91);
}
