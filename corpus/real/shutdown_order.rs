//@ bug: deadlock
//@ source: bug study: drop joins a thread that waits for a channel which a later field closes

use std::sync::mpsc::{channel, Sender};
use std::thread::{self, JoinHandle};

struct Background {
    handle: Option<JoinHandle<()>>,
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(h) = self.handle.take() {
            h.join().unwrap();
        }
    }
}

struct Service {
    background: Background,
    tx: Sender<u32>,
}

impl Service {
    fn new() -> Service {
        let (tx, rx) = channel();
        let handle = thread::spawn(move || {
            for n in rx {
                assert!(n < 100);
            }
        });
        Service { background: Background { handle: Some(handle) }, tx }
    }
}

fn main() {
    let s = Service::new();
    s.tx.send(1).unwrap();
    println!("{}", s.background.handle.is_some());
}
