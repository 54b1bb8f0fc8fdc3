//@ no-bug
//@ edition: 2018
//@ source: the older style: extern crate, explicit dyn and lifetimes, closures that capture
//@ source: whole structs

extern crate std as standard;

use standard::sync::mpsc::channel;
use standard::sync::{Arc, Mutex};
use standard::thread;

struct Stats {
    sum: Mutex<i32>,
    count: Mutex<usize>,
}

impl Stats {
    fn new() -> Arc<Stats> {
        Arc::new(Stats { sum: Mutex::new(0), count: Mutex::new(0) })
    }

    fn record(&self, n: i32) {
        let mut sum = self.sum.lock().unwrap();
        let mut count = self.count.lock().unwrap();
        *sum += n;
        *count += 1;
    }

    fn mean<'a>(&'a self) -> Option<f64> {
        let sum = self.sum.lock().unwrap();
        let count = self.count.lock().unwrap();
        match *count {
            0 => None,
            n => Some(*sum as f64 / n as f64),
        }
    }
}

fn main() {
    let stats = Stats::new();
    let (tx, rx) = channel::<thread::JoinHandle<()>>();
    for i in 1..3 {
        let stats = stats.clone();
        let h = thread::spawn(move || stats.record(i * 10));
        tx.send(h).unwrap();
    }
    drop(tx);
    for h in rx.iter() {
        h.join().unwrap();
    }
    println!("{:?}", stats.mean());
}
