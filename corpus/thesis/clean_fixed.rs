//@ no-bug
//@ source: `clean` where a task counts the events it has seen itself. Fewer iterations, so
//@ source: that a complete search ends.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const FIRST_TASKS: usize = 1;
const SECOND_TASKS: usize = 1;
const ITERATIONS: usize = 2;

#[derive(Default)]
struct Event {
    count: Mutex<i32>,
    signalled: Condvar,
}

impl Event {
    fn wait_for_event(&self, seen: i32) {
        let mut count = self.count.lock().unwrap();
        while seen == *count {
            count = self.signalled.wait(count).unwrap();
        }
    }

    fn signal(&self) {
        let mut count = self.count.lock().unwrap();
        *count = (*count + 1) % 100;
        self.signalled.notify_all();
    }
}

fn first_task(event1: &Event, event2: &Event) {
    let mut count = 0;
    for _ in 0..ITERATIONS {
        event1.wait_for_event(count);
        count = (count + 1) % 100;
        event2.signal();
    }
}

fn second_task(event1: &Event, event2: &Event) {
    let mut count = 0;
    for _ in 0..ITERATIONS {
        event1.signal();
        event2.wait_for_event(count);
        count = (count + 1) % 100;
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
