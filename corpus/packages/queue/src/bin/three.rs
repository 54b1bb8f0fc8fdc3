use job_queue::Queue;
use std::thread;

// Nobody adds a third job.
fn main() {
    let queue = Queue::default();
    thread::scope(|scope| {
        scope.spawn(|| queue.add(1));
        scope.spawn(|| queue.add(2));
        assert_eq!(job_queue::take_all!(queue.jobs, 3).len(), 3);
    });
}
