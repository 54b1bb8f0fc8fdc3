//@ no-bug
//@ source: new; `try_recv` meets a `select!` that sends at capacity zero

use crossbeam_channel::{bounded, select};
use std::thread;
fn main() {
    let (s, r) = bounded::<i32>(0);
    let (_stop, stopped) = bounded::<()>(0);
    let t = thread::spawn(move || {
        select! {
            send(s, 7) -> m => m.unwrap(),
            recv(stopped) -> _ => unreachable!(),
        }
    });
    let got = loop {
        match r.try_recv() { Ok(n) => break n, Err(e) => { let _ = e; thread::yield_now() } }
    };
    assert_eq!(got, 7);
    t.join().unwrap();
}
