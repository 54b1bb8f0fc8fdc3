//@ bug: panic
//@ source: `select!` may serve the stop signal although a job is waiting: the job is lost

use crossbeam_channel::{bounded, select};
use std::thread;

fn main() {
    let (job_tx, job_rx) = bounded::<u32>(1);
    let (stop_tx, stop_rx) = bounded::<()>(1);
    let worker = thread::spawn(move || {
        let mut done = 0;
        loop {
            select! {
                recv(job_rx) -> job => done += job.unwrap_or(0),
                recv(stop_rx) -> _ => break done,
            }
        }
    });
    select! {
        send(job_tx, 5) -> sent => sent.unwrap(),
        default => panic!("there is room for one"),
    }
    stop_tx.send(()).unwrap();
    assert_eq!(worker.join().unwrap(), 5, "the job was lost");
}
