//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `clean`: an event signalled between the end of a wait
//@ source: and the unlocked second look at its count is swallowed.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const FIRST_TASKS: usize = 1;
const SECOND_TASKS: usize = 1;
const ITERATIONS: usize = 12;

#[derive(Default)]
struct Event {
    monitor: Mutex<()>,
    signalled: Condvar,
    count: AtomicI32,
}

impl Event {
    fn wait_for_event(&self, seen: i32) {
        let monitor = self.monitor.lock().unwrap();
        if seen == self.count.load(Relaxed) {
            let _monitor = self.signalled.wait(monitor).unwrap();
        }
    }

    fn signal(&self) {
        let _monitor = self.monitor.lock().unwrap();
        self.count.store((self.count.load(Relaxed) + 1) % 100, Relaxed);
        self.signalled.notify_all();
    }
}

fn first_task(event1: &Event, event2: &Event) {
    let mut count = event1.count.load(Relaxed);
    for _ in 0..ITERATIONS {
        event1.wait_for_event(count);
        count = event1.count.load(Relaxed);
        event2.signal();
    }
}

fn second_task(event1: &Event, event2: &Event) {
    let mut count = event2.count.load(Relaxed);
    for _ in 0..ITERATIONS {
        event1.signal();
        event2.wait_for_event(count);
        count = event2.count.load(Relaxed);
    }
}

fn main() {
    let event1 = Arc::new(Event::default());
    let event2 = Arc::new(Event::default());
    let mut tasks = Vec::new();
    for _ in 0..FIRST_TASKS {
        let (e1, e2) = (Arc::clone(&event1), Arc::clone(&event2));
        tasks.push(thread::spawn(move || first_task(&e1, &e2)));
    }
    for _ in 0..SECOND_TASKS {
        let (e1, e2) = (Arc::clone(&event1), Arc::clone(&event2));
        tasks.push(thread::spawn(move || second_task(&e1, &e2)));
    }
    for task in tasks {
        task.join().unwrap();
    }
}
