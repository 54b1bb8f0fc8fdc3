//@ bug: data-race
//@ source: receive then access, bounded
use std::sync::mpsc;
use std::thread;
static mut X: i32 = 0;
fn main() {
    let (tx, rx) = mpsc::sync_channel::<i32>(1);
    let t = thread::spawn(move || {
        rx.recv().unwrap();
        unsafe { X = 2 };
        rx
    });
    tx.send(1).unwrap();
    tx.send(2).unwrap();
    let x = unsafe { X };
    t.join().unwrap();
    assert!(x < 5);
}
