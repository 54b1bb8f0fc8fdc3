//@ bug: deadlock
//@ source: cigarette smokers (Patil 1971), the naive solution: one who lacks paper takes the tobacco that was meant for another

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct Semaphore {
    permits: Mutex<u32>,
    more: Condvar,
}

impl Semaphore {
    fn new(permits: u32) -> Semaphore {
        Semaphore { permits: Mutex::new(permits), more: Condvar::new() }
    }

    fn down(&self) {
        let mut permits = self.permits.lock().unwrap();
        while *permits == 0 {
            permits = self.more.wait(permits).unwrap();
        }
        *permits -= 1;
    }

    fn up(&self) {
        *self.permits.lock().unwrap() += 1;
        self.more.notify_one();
    }
}

struct Table {
    agent: Semaphore,
    on: [Semaphore; 3],
}

fn main() {
    let on = [Semaphore::new(0), Semaphore::new(0), Semaphore::new(0)];
    let table = Arc::new(Table { agent: Semaphore::new(0), on });
    for has in 0..3 {
        let table = Arc::clone(&table);
        thread::spawn(move || {
            let lacks = (0..3).filter(|&item| item != has);
            lacks.for_each(|item| table.on[item].down());
            table.agent.up();
        });
    }
    table.on[0].up();
    table.on[2].up();
    table.agent.down();
}
