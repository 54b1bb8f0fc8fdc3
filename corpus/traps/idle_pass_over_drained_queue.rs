//@ no-bug
//@ outcomes: 1
//@ source: workers at the end of a pool: they go through the queues until one pass finds none with a job, which a flag of the pass says that its inner loop only sets
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

struct Queue {
    jobs: AtomicU32,
    looks: AtomicU32,
}

impl Queue {
    /// Takes a job; says whether there was one.
    fn take(&self) -> bool {
        let jobs = self.jobs.load(SeqCst);
        if jobs == 0 {
            return false;
        }
        self.jobs.compare_exchange(jobs, jobs - 1, SeqCst, SeqCst).is_ok()
    }
}

/// One pass; says whether nothing was there.
fn pass(queues: &[Queue; 2]) -> bool {
    let mut is_idle = true;
    for queue in queues {
        loop {
            if !queue.take() {
                break;
            }
            is_idle = false;
        }
        // Nothing that stays.
        queue.looks.fetch_add(1, SeqCst);
        queue.looks.fetch_sub(1, SeqCst);
    }
    is_idle
}

/// The same, where a closure keeps the flag.
fn pass_noted(queues: &[Queue; 2]) -> bool {
    let mut is_idle = true;
    let mut note = |found: bool| {
        if found {
            is_idle = false;
        }
        found
    };
    for queue in queues {
        while note(queue.take()) {}
    }
    is_idle
}

fn main() {
    let queue = |jobs| Queue { jobs: AtomicU32::new(jobs), looks: AtomicU32::new(0) };
    let queues = [queue(2), queue(0)];
    thread::scope(|scope| {
        scope.spawn(|| while !pass(&queues) {});
    });
    let queues = [queue(0), queue(2)];
    thread::scope(|scope| {
        scope.spawn(|| while !pass_noted(&queues) {});
    });
    let left: u32 = queues.iter().map(|queue| queue.jobs.load(SeqCst)).sum();
    println!("{left} left");
}
