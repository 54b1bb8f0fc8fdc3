//@ no-bug
//@ source: a worker that reports at each tick until its last job is done

use crossbeam_channel::{bounded, select, tick, unbounded};
use std::thread;
use std::time::Duration;

fn main() {
    let ticks = tick(Duration::from_millis(10));
    assert!(ticks.recv().is_ok());
    let (jobs, todo) = bounded(1);
    let (reports, reported) = unbounded();
    assert!(reports.same_channel(&reports.clone()));
    let worker = thread::spawn(move || {
        let mut done = 0;
        loop {
            select! {
                recv(todo) -> job => match job {
                    Ok(()) => done += 1,
                    Err(_) => return done,
                },
                recv(ticks) -> _ => {
                    if reports.is_empty() {
                        reports.send(done).unwrap();
                    }
                }
            }
        }
    });
    jobs.send(()).unwrap();
    drop(jobs);
    assert_eq!(worker.join().unwrap(), 1);
    assert!(reported.try_iter().all(|done| done <= 1));
}
