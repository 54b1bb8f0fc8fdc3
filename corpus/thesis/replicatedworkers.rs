//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `replicatedworkers`: a pool of workers integrates a function;
//@ source: a worker counts itself as blocked before it has the coordinator's lock, an update is
//@ source: lost, and nobody notices that all are blocked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const WORKERS: usize = 5;
const NUM_ITEMS: usize = 2;
const SOME_VALUES: bool = true;
const FROM: f64 = 0.0;
const TO: f64 = 10.0;
const EPS: f64 = 0.05;

#[derive(Clone, Copy)]
struct Item {
    start: f64,
    end: f64,
}

fn f(x: f64) -> f64 {
    x * x - x
}

impl Item {
    /// Either the area over the item, or the two halves still to be done.
    fn process(self) -> Result<f64, [Item; 2]> {
        let middle = (self.start + self.end) / 2.0;
        let (left, right) = ((self.start + middle) / 2.0, (self.end + middle) / 2.0);
        let error = (f(left) / 2.0 + f(right) / 2.0 - f(middle)).abs() / 10.0;
        if error >= EPS {
            return Err([Item { start: self.start, end: middle }, Item { start: middle, end: self.end }]);
        }
        Ok((middle - self.start) * (f(left) + f(right)))
    }
}

/// A counting semaphore whose count goes below zero while threads wait.
struct Semaphore {
    permits: Mutex<i32>,
    released: Condvar,
}

impl Semaphore {
    fn new(permits: i32) -> Self {
        Semaphore { permits: Mutex::new(permits), released: Condvar::new() }
    }

    fn acquire(&self) {
        let mut permits = self.permits.lock().unwrap();
        *permits -= 1;
        if *permits < 0 {
            permits = self.released.wait(permits).unwrap();
        }
        drop(permits);
    }

    fn release(&self) {
        let mut permits = self.permits.lock().unwrap();
        *permits += 1;
        if *permits <= 0 {
            self.released.notify_one();
        }
    }
}

#[derive(Default)]
struct BarrierState {
    blocked: usize,
    all_blocked: bool,
    released: usize,
    all_released: bool,
}

/// A barrier in two phases: all come together, then all leave together.
struct TwoPhaseBarrier {
    parties: usize,
    state: Mutex<BarrierState>,
    changed: Condvar,
}

impl TwoPhaseBarrier {
    fn new(parties: usize) -> Self {
        TwoPhaseBarrier { parties, state: Mutex::default(), changed: Condvar::new() }
    }

    fn wait(&self) {
        let mut s = self.state.lock().unwrap();
        s.blocked += 1;
        s.all_blocked = false;
        while s.blocked < self.parties && !s.all_blocked {
            s = self.changed.wait(s).unwrap();
        }
        s.all_blocked = true;
        s.blocked = 0;
        self.changed.notify_all();

        s.released += 1;
        s.all_released = false;
        while s.released < self.parties && !s.all_released {
            s = self.changed.wait(s).unwrap();
        }
        s.all_released = true;
        s.released = 0;
        self.changed.notify_all();
    }
}

struct Coordinator {
    monitor: Mutex<()>,
    changed: Condvar,
    pool: Mutex<VecDeque<Item>>,
    blocked_takers: AtomicI32,
    done: AtomicBool,
}

impl Coordinator {
    fn new() -> Self {
        Coordinator {
            monitor: Mutex::new(()),
            changed: Condvar::new(),
            pool: Mutex::new(VecDeque::new()),
            blocked_takers: AtomicI32::new(0),
            done: AtomicBool::new(true),
        }
    }

    fn add_blocked(&self, by: i32) {
        let blocked = self.blocked_takers.load(Relaxed);
        self.blocked_takers.store(blocked + by, Relaxed);
    }

    fn add(&self, items: &[Item]) {
        let _monitor = self.monitor.lock().unwrap();
        self.pool.lock().unwrap().extend(items);
        if SOME_VALUES || self.pool.lock().unwrap().len() >= NUM_ITEMS {
            self.changed.notify_all();
        }
    }

    fn must_wait(&self, n: usize) -> bool {
        let size = self.pool.lock().unwrap().len();
        size < n && (!SOME_VALUES || size == 0) && !self.done.load(Relaxed)
    }

    fn notify_taker_change(&self) {
        if self.blocked_takers.load(Relaxed) == WORKERS as i32 {
            self.changed.notify_all();
        }
    }

    fn notify_done_change(&self) {
        let _monitor = self.monitor.lock().unwrap();
        if self.done.load(Relaxed) {
            self.changed.notify_all();
        }
    }

    fn await_terminate(&self) {
        let mut monitor = self.monitor.lock().unwrap();
        while self.blocked_takers.load(Relaxed) != WORKERS as i32 && !self.done.load(Relaxed) {
            monitor = self.changed.wait(monitor).unwrap();
        }
    }

    fn take(&self, n: usize) -> Vec<Item> {
        self.add_blocked(1);
        if self.must_wait(n) {
            let _monitor = self.monitor.lock().unwrap();
            self.notify_taker_change();
        }
        let mut monitor = self.monitor.lock().unwrap();
        while self.must_wait(n) {
            monitor = self.changed.wait(monitor).unwrap();
        }
        let taken = if self.done.load(Relaxed) {
            Vec::new()
        } else {
            let mut pool = self.pool.lock().unwrap();
            let n = n.min(pool.len());
            pool.drain(..n).collect()
        };
        self.add_blocked(-1);
        self.notify_taker_change();
        taken
    }
}

struct Workers {
    coordinator: Coordinator,
    barrier: TwoPhaseBarrier,
    result_lock: Semaphore,
    /// The bits of the area found so far.
    total: AtomicU64,
    stop: AtomicBool,
}

impl Workers {
    fn new() -> Self {
        Workers {
            coordinator: Coordinator::new(),
            barrier: TwoPhaseBarrier::new(WORKERS + 1),
            result_lock: Semaphore::new(1),
            total: AtomicU64::new(0f64.to_bits()),
            stop: AtomicBool::new(false),
        }
    }

    fn work(&self) {
        loop {
            self.barrier.wait();
            if self.stop.load(Relaxed) {
                break;
            }
            loop {
                let items = self.coordinator.take(NUM_ITEMS);
                if items.is_empty() {
                    break;
                }
                self.process(&items);
            }
            self.barrier.wait();
        }
    }

    fn process(&self, items: &[Item]) {
        let mut new_items = Vec::new();
        let mut results = Vec::new();
        for item in items {
            match item.process() {
                Ok(area) => results.push(area),
                Err(halves) => new_items.extend(halves),
            }
        }
        if !results.is_empty() {
            self.result_lock.acquire();
            for area in results {
                let total = f64::from_bits(self.total.load(Relaxed));
                self.total.store((total + area).to_bits(), Relaxed);
            }
            self.result_lock.release();
        }
        self.coordinator.add(&new_items);
    }

    fn execute(&self) {
        self.coordinator.done.store(false, Relaxed);
        self.barrier.wait();
        self.coordinator.await_terminate();
        self.coordinator.done.store(true, Relaxed);
        self.coordinator.notify_done_change();
        self.barrier.wait();
    }

    fn destroy(&self) {
        self.stop.store(true, Relaxed);
        self.barrier.wait();
    }
}

fn main() {
    let workers = Arc::new(Workers::new());
    let mut threads = Vec::new();
    for _ in 0..WORKERS {
        let workers = Arc::clone(&workers);
        threads.push(thread::spawn(move || workers.work()));
    }
    workers.coordinator.add(&[Item { start: FROM, end: TO }]);
    workers.execute();
    workers.destroy();
    for t in threads {
        t.join().unwrap();
    }
}
