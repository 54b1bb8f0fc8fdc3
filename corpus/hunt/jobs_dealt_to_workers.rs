//! Each worker has a channel of its own, and all answer on one: 560 orders of answers. Nobody but `main`
//! sends jobs, and who waits for one never comes before it, so that only the answers have an order.
//@ no-bug

use std::sync::mpsc;
use std::thread;

const WORKERS: usize = 3;
const JOBS: u32 = 8;

fn main() {
    let (answers, all_answers) = mpsc::channel();
    let mut jobs = Vec::new();
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let (job, own_jobs) = mpsc::channel::<u32>();
        let answers = answers.clone();
        jobs.push(job);
        workers.push(thread::spawn(move || {
            for job in own_jobs {
                answers.send(job * job).unwrap();
            }
        }));
    }
    drop(answers);
    for job in 0..JOBS {
        jobs[job as usize % WORKERS].send(job).unwrap();
    }
    drop(jobs);
    let sum: u32 = all_answers.iter().sum();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(sum, (0..JOBS).map(|job| job * job).sum());
}
