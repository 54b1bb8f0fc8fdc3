//@ bug: panic
//@ message: "used before it was set"
//@ source: bug study: a thread is started by the constructor before the field that it uses is set

use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

#[derive(Default)]
struct Shared {
    callback: Mutex<Option<Box<dyn Fn(u32) -> u32 + Send>>>,
}

struct Timer {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<u32>>,
}

impl Timer {
    fn start() -> Self {
        let shared = Arc::new(Shared::default());
        let for_worker = Arc::clone(&shared);
        let worker = thread::spawn(move || {
            let callback = for_worker.callback.lock().unwrap();
            let callback = callback.as_ref().expect("used before it was set");
            callback(20)
        });
        Timer { shared, worker: Some(worker) }
    }

    fn on_tick(&self, f: impl Fn(u32) -> u32 + Send + 'static) {
        *self.shared.callback.lock().unwrap() = Some(Box::new(f));
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

fn main() {
    let timer = Timer::start();
    let base = 22;
    timer.on_tick(move |n| n + base);
}
