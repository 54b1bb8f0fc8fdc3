//@ bug: panic
//@ message: "the entry is gone"
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `alarmclock`: a client looks through the list of sleepers
//@ source: without the monitor, while the clock removes one.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const MAX: usize = 5;
const CLIENTS: usize = 2;
const INTERVAL: usize = 2;
const SLOTS: usize = 2;
const NULL: usize = 0;

/// Where the clients with one waking time sleep.
#[derive(Default)]
struct Entry {
    monitor: Mutex<()>,
    rings: Condvar,
}

/// A slot of the list: the waking time of its entry, or `NULL`.
#[derive(Default)]
struct Slot(AtomicUsize);

impl Slot {
    fn get(&self) -> Option<usize> {
        Some(self.0.load(Relaxed)).filter(|&time| time != NULL)
    }

    fn set(&self, time: Option<usize>) {
        self.0.store(time.unwrap_or(NULL), Relaxed);
    }
}

#[derive(Default)]
struct AlarmClock {
    monitor: Mutex<()>,
    now: AtomicUsize,
    size: AtomicUsize,
    list: [Slot; SLOTS],
    entries: [Entry; MAX + 1],
}

impl AlarmClock {
    fn tick(&self) {
        let _monitor = self.monitor.lock().unwrap();
        self.now.store(self.now.load(Relaxed) + 1, Relaxed);
        if self.size.load(Relaxed) != 0 {
            let first = self.list[0].get().unwrap();
            if first == self.now.load(Relaxed) {
                self.remove_first();
                let entry = &self.entries[first];
                let _sleepers = entry.monitor.lock().unwrap();
                entry.rings.notify_all();
            }
        }
    }

    fn remove_first(&self) {
        let size = self.size.load(Relaxed);
        for i in 0..size - 1 {
            self.list[i].set(self.list[i + 1].get());
        }
        self.list[size - 1].set(None);
        self.size.store(size - 1, Relaxed);
    }

    fn insert(&self, time: usize) {
        let size = self.size.load(Relaxed);
        for i in 0..size {
            let other = self.list[i].get().unwrap();
            if other == time {
                return;
            }
            if other > time {
                if size < SLOTS {
                    for k in (i..size).rev() {
                        self.list[k + 1].set(self.list[k].get());
                    }
                    self.list[i].set(Some(time));
                    self.size.store(size + 1, Relaxed);
                }
                return;
            }
        }
        if size < SLOTS {
            self.list[size].set(Some(time));
            self.size.store(size + 1, Relaxed);
        }
    }

    /// Looks the entry up without the monitor; `None` if the time is over already.
    fn find(&self, time: usize) -> Option<&Entry> {
        let mut i = 0;
        while i < self.size.load(Relaxed) {
            let other = self.list[i].get().expect("the entry is gone");
            if other == time {
                return Some(&self.entries[time]);
            }
            i += 1;
        }
        None
    }

    fn wake_me(&self, interval: usize) {
        let waking_time = {
            let _monitor = self.monitor.lock().unwrap();
            let waking_time = self.now.load(Relaxed) + interval;
            if waking_time > MAX {
                return;
            }
            self.insert(waking_time);
            waking_time
        };
        let Some(entry) = self.find(waking_time) else {
            return;
        };
        let sleeping = entry.monitor.lock().unwrap();
        if let Some(again) = self.find(waking_time) {
            let _awake = again.rings.wait(sleeping).unwrap();
        }
    }
}

fn main() {
    let clock = Arc::new(AlarmClock::default());
    let mut threads = Vec::new();
    let c = Arc::clone(&clock);
    threads.push(thread::spawn(move || {
        while c.now.load(Relaxed) < MAX {
            c.tick();
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
