//@ no-bug
//@ source: new; at capacity zero a message is for who waited when it was sent

use crossbeam_channel::bounded;
use std::thread;
fn main() {
    let (s, r) = bounded::<i32>(0);
    let r2 = r.clone();
    let a = thread::spawn(move || r.recv().unwrap());
    s.send(1).unwrap();
    let b = thread::spawn(move || r2.recv().unwrap());
    s.send(2).unwrap();
    assert_eq!((a.join().unwrap(), b.join().unwrap()), (1, 2));
}
