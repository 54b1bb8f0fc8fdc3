//@ no-bug
//@ outcomes: 3
//@ source: new; who waits at two channels gets one message, or the time runs out

use crossbeam_channel::{bounded, select};
use std::thread;
use std::time::Duration;
fn main() {
    let (s, r) = bounded::<i32>(0);
    let (s2, r2) = bounded::<i32>(0);
    let t = thread::spawn(move || {
        select! {
            recv(r) -> m => m.unwrap(),
            recv(r2) -> m => m.unwrap(),
            default(Duration::from_millis(10)) => 0,
        }
    });
    let a = s.send_timeout(1, Duration::from_millis(5)).is_ok();
    let b = s2.try_send(2).is_ok();
    let got = t.join().unwrap();
    assert!(!(a && b));
    assert_eq!(got, if a { 1 } else if b { 2 } else { 0 });
    println!("{got}");
}
