//@ no-bug
//@ source: `alarmclock` where the list is read under the monitor only, and the clients sleep
//@ source: on it.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const MAX: usize = 3;
const CLIENTS: usize = 2;
const INTERVAL: usize = 2;

#[derive(Default)]
struct State {
    now: usize,
    waiting: Vec<usize>,
}

#[derive(Default)]
struct AlarmClock {
    state: Mutex<State>,
    rings: [Condvar; MAX + 1],
}

impl AlarmClock {
    fn tick(&self) -> usize {
        let mut state = self.state.lock().unwrap();
        state.now += 1;
        let now = state.now;
        if state.waiting.first() == Some(&now) {
            state.waiting.remove(0);
            self.rings[now].notify_all();
        }
        now
    }

    fn wake_me(&self, interval: usize) {
        let mut state = self.state.lock().unwrap();
        let waking_time = state.now + interval;
        if waking_time > MAX {
            return;
        }
        if let Err(place) = state.waiting.binary_search(&waking_time) {
            state.waiting.insert(place, waking_time);
        }
        while state.now < waking_time {
            state = self.rings[waking_time].wait(state).unwrap();
        }
    }
}

fn main() {
    let clock = Arc::new(AlarmClock::default());
    let mut threads = Vec::new();
    let c = Arc::clone(&clock);
    threads.push(thread::spawn(move || {
        while c.tick() < MAX {
            thread::yield_now();
        }
    }));
    for _ in 0..CLIENTS {
        let c = Arc::clone(&clock);
        threads.push(thread::spawn(move || c.wake_me(INTERVAL)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
