use job_queue::{Queue, take_all};
use std::thread;

fn main() {
    let queue = Queue::default();
    thread::scope(|scope| {
        scope.spawn(|| queue.add(1));
        scope.spawn(|| queue.jobs.put(2, &()));
        let mut jobs = take_all!(queue.jobs, 2);
        jobs.sort();
        println!("{jobs:?}");
    });
}
