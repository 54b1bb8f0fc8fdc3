//@ no-bug
//@ source: a closure that is called as FnOnce is gone after the call, though it could be called again

use std::sync::mpsc;
use std::thread;
fn run<F: FnOnce()>(f: F, rx: mpsc::Receiver<u32>) -> u32 {
    f();
    rx.iter().sum()
}
fn mk(tx: mpsc::Sender<u32>) -> impl FnOnce() {
    move || {
        tx.send(1).unwrap();
    }
}
fn main() {
    let (tx, rx) = mpsc::channel();
    let t = thread::spawn(move || ());
    assert_eq!(
        run(
            move || {
                tx.send(1).unwrap();
            },
            rx
        ),
        1
    );
    let (tx, rx) = mpsc::channel();
    let g = mk(tx);
    g();
    assert_eq!(rx.iter().sum::<u32>(), 1);
    t.join().unwrap();
}
