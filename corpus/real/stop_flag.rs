//@ no-bug
//@ source: a background worker that is told to stop

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

struct Heartbeat {
    stop: Arc<AtomicBool>,
    handle: Option<JoinHandle<u32>>,
}

impl Heartbeat {
    fn start(beats: Arc<Mutex<Vec<u32>>>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let handle = thread::spawn(move || {
            let mut n = 0;
            while !flag.load(Ordering::Acquire) && n < 3 {
                beats.lock().unwrap().push(n);
                n += 1;
                thread::sleep(Duration::from_millis(1));
            }
            n
        });
        Heartbeat { stop, handle: Some(handle) }
    }

    fn stop(mut self) -> u32 {
        self.stop.store(true, Ordering::Release);
        self.handle.take().map(|h| h.join().unwrap()).unwrap_or(0)
    }
}

fn main() {
    let beats = Arc::new(Mutex::new(vec![]));
    let heartbeat = Heartbeat::start(beats.clone());
    let n = heartbeat.stop();
    let beats = beats.lock().unwrap();
    assert_eq!(beats.len() as u32, n);
    assert!(beats.iter().enumerate().all(|(i, b)| i as u32 == *b));
    println!("stopped");
}
