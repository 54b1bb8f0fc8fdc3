//@ no-bug
//@ source: an event loop: closures in a binary heap by virtual time, sources that post from other threads

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

type Task = Box<dyn FnOnce(&mut Loop) + Send>;

struct Timer {
    at: u64,
    order: usize,
    task: Task,
}
impl PartialEq for Timer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Timer {}
impl PartialOrd for Timer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Timer {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at.cmp(&other.at).then_with(|| self.order.cmp(&other.order))
    }
}

struct Loop {
    now: u64,
    timers: BinaryHeap<Reverse<Timer>>,
    ready: VecDeque<Task>,
    posted: mpsc::Receiver<Task>,
    log: Vec<String>,
    count: usize,
}

impl Loop {
    fn new() -> (Self, mpsc::Sender<Task>) {
        let (tx, posted) = mpsc::channel();
        let this = Loop { now: 0, timers: BinaryHeap::new(), ready: VecDeque::new(), posted, log: vec![], count: 0 };
        (this, tx)
    }

    fn after<F>(&mut self, delay: u64, f: F)
    where
        F: FnOnce(&mut Loop) + Send + 'static,
    {
        self.count += 1;
        self.timers.push(Reverse(Timer { at: self.now + delay, order: self.count, task: Box::new(f) }));
    }

    fn run(&mut self) {
        loop {
            while let Some(task) = self.ready.pop_front() {
                task(self);
            }
            if let Some(Reverse(timer)) = self.timers.pop() {
                self.now = timer.at;
                (timer.task)(self);
                continue;
            }
            match self.posted.try_recv() {
                Ok(task) => self.ready.push_back(task),
                Err(TryRecvError::Empty) => thread::yield_now(),
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }
}

fn ticker(n: u32) -> impl FnOnce(&mut Loop) + Send {
    move |lp: &mut Loop| {
        lp.log.push(format!("tick {n} at {}", lp.now));
        if n > 0 {
            let next: Task = Box::new(ticker(n - 1));
            lp.after(10, next);
        }
    }
}

fn main() {
    let (mut lp, tx) = Loop::new();
    lp.after(15, |lp| lp.log.push("middle".to_string()));
    lp.after(0, ticker(2));
    let poster = thread::spawn(move || {
        tx.send(Box::new(|lp| lp.log.push("posted".to_owned()))).unwrap();
        drop(tx);
    });
    lp.run();
    poster.join().unwrap();
    for line in &lp.log {
        println!("{line}");
    }
}
