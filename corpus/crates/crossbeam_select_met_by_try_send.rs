//@ no-bug
//@ source: new; `try_send` meets a `select!` that receives at capacity zero

use crossbeam_channel::{bounded, select, TrySendError};
use std::thread;
fn main() {
    let (s, r) = bounded::<i32>(0);
    let (_stop, stopped) = bounded::<()>(0);
    let t = thread::spawn(move || {
        select! {
            recv(r) -> m => m.unwrap(),
            recv(stopped) -> _ => unreachable!(),
        }
    });
    let mut n = 7;
    while let Err(e) = s.try_send(n) {
        let TrySendError::Full(back) = e else { panic!() };
        n = back;
        thread::yield_now();
    }
    assert_eq!(t.join().unwrap(), 7);
}
