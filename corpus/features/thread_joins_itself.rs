//@ bug: panic
//@ source: the documentation of JoinHandle::join, where a thread joins itself
use std::sync::{Arc, Mutex};
use std::thread;
fn main() {
    let slot: Arc<Mutex<Option<thread::JoinHandle<()>>>> = Arc::new(Mutex::new(None));
    let s = slot.clone();
    let (tx, rx) = std::sync::mpsc::channel();
    let t = thread::spawn(move || {
        rx.recv().unwrap();
        let h = s.lock().unwrap().take().unwrap();
        h.join().unwrap();
    });
    *slot.lock().unwrap() = Some(t);
    tx.send(()).unwrap();
}
