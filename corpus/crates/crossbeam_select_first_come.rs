//@ bug: panic
//@ source: new; of two `select!` that wait at a channel of capacity zero, any may have come first

use crossbeam_channel::{bounded, select};
use std::thread;
use std::time::Duration;

fn main() {
    let (jobs, job) = bounded::<i32>(0);
    let (stops, stop) = bounded::<i32>(0);
    let worker = {
        let job = job.clone();
        thread::spawn(move || select! { recv(job) -> m => m.unwrap() })
    };
    let guard = thread::spawn(move || {
        select! {
            recv(job) -> m => m.unwrap(),
            recv(stop) -> m => m.unwrap(),
        }
    });
    // Both wait now.
    thread::sleep(Duration::from_millis(50));
    jobs.send(1).unwrap();
    // If the guard has taken the job, the receiver of stops is gone.
    stops.send(2).unwrap();
    worker.join().unwrap();
    guard.join().unwrap();
}
