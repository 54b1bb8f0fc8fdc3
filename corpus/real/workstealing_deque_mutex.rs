//@ no-bug
//@ source: work stealing with deques under locks and jobs that spawn jobs

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
type Job = Box<dyn FnOnce(&Worker) + Send>;
struct Shared {
    queues: Vec<Mutex<VecDeque<Job>>>,
    open: AtomicUsize,
    sum: AtomicUsize,
}
struct Worker {
    id: usize,
    shared: Arc<Shared>,
}
impl Worker {
    fn push(&self, job: Job) {
        self.shared.open.fetch_add(1, Ordering::SeqCst);
        self.shared.queues[self.id].lock().unwrap().push_back(job);
    }
    fn next(&self) -> Option<Job> {
        if let Some(j) = self.shared.queues[self.id].lock().unwrap().pop_back() {
            return Some(j);
        }
        let n = self.shared.queues.len();
        (1..n)
            .map(|d| (self.id + d) % n)
            .find_map(|v| self.shared.queues[v].lock().unwrap().pop_front())
    }
    fn run(self) -> usize {
        let mut ran = 0;
        while self.shared.open.load(Ordering::SeqCst) > 0 {
            match self.next() {
                Some(job) => {
                    job(&self);
                    ran += 1;
                    self.shared.open.fetch_sub(1, Ordering::SeqCst);
                }
                None => thread::yield_now(),
            }
        }
        ran
    }
}
fn split(lo: usize, hi: usize) -> Job {
    Box::new(move |w: &Worker| {
        if hi - lo == 1 {
            w.shared.sum.fetch_add(lo, Ordering::SeqCst);
            return;
        }
        let mid = lo + (hi - lo) / 2;
        w.push(split(lo, mid));
        w.push(split(mid, hi));
    })
}
fn main() {
    let shared = Arc::new(Shared {
        queues: (0..2).map(|_| Mutex::default()).collect(),
        open: 0.into(),
        sum: 0.into(),
    });
    Worker {
        id: 0,
        shared: shared.clone(),
    }
    .push(split(1, 3));
    let hs: Vec<_> = (0..2)
        .map(|id| {
            let w = Worker {
                id,
                shared: Arc::clone(&shared),
            };
            thread::spawn(move || w.run())
        })
        .collect();
    let ran: usize = hs.into_iter().map(|h| h.join().unwrap()).sum();
    assert_eq!((ran, shared.sum.load(Ordering::SeqCst)), (3, 3));
}
