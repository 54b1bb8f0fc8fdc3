//@ no-bug
//@ edition: 2018
//@ source: before edition 2021 a closure captures what a wildcard meets; the test concurrent-panic of Miri
use std::sync::Mutex;
use std::thread;
struct JoinOnDrop(Option<thread::JoinHandle<()>>);
impl Drop for JoinOnDrop {
    fn drop(&mut self) {
        self.0.take().unwrap().join().unwrap();
    }
}
fn main() {
    let m: &'static Mutex<()> = Box::leak(Box::new(Mutex::new(())));
    let g = m.lock().unwrap();
    let t = {
        let j = JoinOnDrop(Some(thread::spawn(move || drop(m.lock().unwrap()))));
        thread::spawn(move || {
            let _ = j;
        }) // 2018: captured, joined in t; 2021: dropped here
    };
    drop(g);
    t.join().unwrap();
}
