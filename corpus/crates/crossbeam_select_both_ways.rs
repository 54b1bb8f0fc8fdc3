//@ no-bug
//@ source: new; two `select!` that send and receive at capacity zero meet, one way or the other
//@ outcomes: 2

use crossbeam_channel::{bounded, select};
use std::thread;
fn main() {
    let (s1, r1) = bounded::<i32>(0);
    let (s2, r2) = bounded::<i32>(0);
    let a = thread::spawn(move || {
        select! {
            recv(r1) -> m => m.unwrap(),
            send(s2, 2) -> r => { r.unwrap(); 0 }
        }
    });
    let b = select! {
        recv(r2) -> m => m.unwrap(),
        send(s1, 1) -> r => { r.unwrap(); 0 }
    };
    let a = a.join().unwrap();
    assert!((a, b) == (0, 2) || (a, b) == (1, 0), "{a} {b}");
    println!("{a} {b}");
}
