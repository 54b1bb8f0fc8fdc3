//@ bug: panic
//@ bug: deadlock
//@ bug: livelock
//@ message: "missed a plan event"
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `raxextend`: the planner of a remote agent looks twice at
//@ source: an event count without its monitor, and the executive signals in between. (The
//@ source: agents can also miss a signal and wait for each other, while the tasks go on.)

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const GROUPS: usize = 4;
const TASKS: usize = 2;
const WRAP: usize = 3;
const TOKENS: usize = 5;

/// An event: signalled under the monitor, its count read without.
#[derive(Default)]
struct Event {
    monitor: Mutex<()>,
    happened: Condvar,
    count: AtomicUsize,
}

impl Event {
    fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    fn wait_for_event(&self) {
        let monitor = self.monitor.lock().unwrap();
        let _monitor = self.happened.wait(monitor).unwrap();
    }

    fn signal_event(&self) {
        let _monitor = self.monitor.lock().unwrap();
        self.count.store((self.count() + 1) % WRAP, Relaxed);
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
        let mut count = self.plan_event.count();
        loop {
            if count == self.plan_event.count() {
                if count != self.plan_event.count() {
                    panic!("the planner missed a plan event");
                }
                self.plan_event.wait_for_event();
            }
            count = self.plan_event.count();
            self.plan.generate();
            self.exec_event.signal_event();
        }
    }

    fn executive(&self) {
        let mut count = self.exec_event.count();
        loop {
            self.plan_event.signal_event();
            if count == self.exec_event.count() {
                self.exec_event.wait_for_event();
            }
            count = self.exec_event.count();
            while !self.plan.done() {
                self.plan.execute_token();
            }
        }
    }

    fn diagnosis(&self) {
        loop {
            self.exec_event.wait_for_event();
            self.plan.repair();
        }
    }
}

/// What the tasks of one group in the environment share.
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
            threads.push(thread::spawn(move || loop {
                shared.write(0);
            }));
        }
    }
    for t in threads {
        t.join().unwrap();
    }
}
