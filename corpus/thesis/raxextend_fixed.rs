//@ no-bug
//@ source: `raxextend` where each agent counts the events it has seen, and compares under the
//@ source: monitor. A few rounds and tasks, so that a complete search ends.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const GROUPS: usize = 1;
const TASKS: usize = 2;
const ROUNDS: usize = 1;
const WRAP: usize = 3;
const TOKENS: usize = 2;

#[derive(Default)]
struct Event {
    count: Mutex<usize>,
    happened: Condvar,
}

impl Event {
    /// Waits until the count is no longer `seen`.
    fn wait_for_event(&self, seen: usize) {
        let mut count = self.count.lock().unwrap();
        while *count == seen {
            count = self.happened.wait(count).unwrap();
        }
    }

    fn signal_event(&self) {
        let mut count = self.count.lock().unwrap();
        *count = (*count + 1) % WRAP;
        self.happened.notify_all();
    }
}

#[derive(Default)]
struct Timeline {
    tokens: [usize; TOKENS],
    current: usize,
}

#[derive(Default)]
struct Plan(Mutex<Timeline>);

impl Plan {
    fn generate(&self) {
        let mut timeline = self.0.lock().unwrap();
        for i in 0..TOKENS {
            timeline.tokens[i] = i;
        }
        timeline.current = 0;
    }

    fn done(&self) -> bool {
        self.0.lock().unwrap().current == TOKENS
    }

    fn execute_token(&self) {
        let mut timeline = self.0.lock().unwrap();
        if timeline.current < TOKENS {
            timeline.current += 1;
        }
    }

    fn repair(&self) {
        self.0.lock().unwrap().current = 0;
    }
}

#[derive(Default)]
struct Agent {
    plan_event: Event,
    exec_event: Event,
    plan: Plan,
}

impl Agent {
    fn planner(&self) {
        for round in 0..ROUNDS {
            self.plan_event.wait_for_event(round % WRAP);
            self.plan.generate();
            self.exec_event.signal_event();
        }
    }

    fn executive(&self) {
        for round in 0..ROUNDS {
            self.plan_event.signal_event();
            self.exec_event.wait_for_event(round % WRAP);
            while !self.plan.done() {
                self.plan.execute_token();
            }
        }
    }

    fn diagnosis(&self) {
        self.exec_event.wait_for_event(0);
        self.plan.repair();
    }
}

#[derive(Default)]
struct Shared(Mutex<i32>);

impl Shared {
    fn write(&self, value: i32) {
        *self.0.lock().unwrap() = value;
    }
}

fn main() {
    let agent = Arc::new(Agent::default());
    let mut threads = Vec::new();
    let a = Arc::clone(&agent);
    threads.push(thread::spawn(move || a.planner()));
    let a = Arc::clone(&agent);
    threads.push(thread::spawn(move || a.executive()));
    let a = Arc::clone(&agent);
    threads.push(thread::spawn(move || a.diagnosis()));
    for _ in 0..GROUPS {
        let shared = Arc::new(Shared::default());
        for _ in 0..TASKS {
            let shared = Arc::clone(&shared);
            threads.push(thread::spawn(move || shared.write(0)));
        }
    }
    for t in threads {
        t.join().unwrap();
    }
}
