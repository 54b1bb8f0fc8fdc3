//@ bug: data-race
//@ source: drop sender then access
use std::sync::mpsc;
use std::thread;
static mut X: i32 = 0;
fn main() {
    let (done, wait) = mpsc::channel::<i32>();
    let t = thread::spawn(move || {
        drop(done);
        unsafe { X = 2 };
    });
    let _ = wait.recv();
    let x = unsafe { X };
    t.join().unwrap();
    assert!(x < 5);
}
