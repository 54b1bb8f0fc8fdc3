//@ bug: panic
//@ message: "started twice"
//@ source: bug study: a state checked with a load and advanced with a store

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::Arc;
use std::thread;

const STOPPED: u8 = 0;
const STARTING: u8 = 1;
const RUNNING: u8 = 2;

#[derive(Default)]
struct Service {
    state: AtomicU8,
    starts: AtomicU8,
}

impl Service {
    fn start(&self) -> Result<(), u8> {
        match self.state.load(Ordering::SeqCst) {
            STOPPED => self.state.store(STARTING, Ordering::SeqCst),
            other => return Err(other),
        }
        assert!(self.starts.fetch_add(1, Ordering::SeqCst) == 0, "started twice");
        self.state.store(RUNNING, Ordering::SeqCst);
        Ok(())
    }
}

fn main() {
    let service = Arc::new(Service::default());
    let results = [(); 2].map(|()| {
        let service = Arc::clone(&service);
        thread::spawn(move || service.start())
    });
    let ok = results.into_iter().filter_map(|r| r.join().unwrap().ok()).count();
    assert_eq!(ok, 1);
}
