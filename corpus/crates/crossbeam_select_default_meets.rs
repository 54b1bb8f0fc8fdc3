//@ no-bug
//@ outcomes: 2
//@ source: new; a `select!` with `default` meets one that waits, at one channel only

use crossbeam_channel::{bounded, select};
use std::thread;
fn main() {
    let (s, r) = bounded::<i32>(0);
    let (s2, r2) = bounded::<i32>(0);
    let t = thread::spawn(move || {
        select! {
            recv(r) -> m => m.unwrap(),
            recv(r2) -> m => m.unwrap(),
        }
    });
    let mut sent = 0;
    while sent == 0 {
        select! {
            send(s, 1) -> r => { r.unwrap(); sent = 1 }
            send(s2, 2) -> r => { r.unwrap(); sent = 2 }
            default => thread::yield_now(),
        }
    }
    assert_eq!(t.join().unwrap(), sent);
    println!("{sent}");
}
