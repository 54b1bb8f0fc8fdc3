//@ bug: data-race
//@ source: channel then write static
use std::sync::mpsc;
use std::thread;
static mut X: i32 = 0;
fn main() {
    let (done, wait) = mpsc::channel();
    let t = thread::spawn(move || {
        done.send(1).unwrap();
        let x = unsafe { X };
        assert!(x < 5)
    });
    wait.recv().unwrap();
    unsafe { X = 1 };
    t.join().unwrap();
}
