//@ no-bug
//@ args: --time prompt
//@ source: somebody who does something at a fixed rate is on time however often it has looked at the clock: looks take
//@ source: long only for who does not wait in between

use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

const RATE: Duration = Duration::from_millis(10);

fn main() {
    let (stop, stopped) = channel::<()>();
    let clock = thread::spawn(move || {
        let mut due = Instant::now() + RATE;
        let mut ticks = 0;
        loop {
            let now = Instant::now();
            if now >= due {
                ticks += 1;
                due += RATE;
                continue;
            }
            match stopped.recv_timeout(due - now) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => return (ticks, now),
            }
        }
    });
    let start = Instant::now();
    thread::sleep(RATE * 100 + RATE / 2);
    drop(stop);
    let (ticks, end) = clock.join().unwrap();
    assert_eq!(ticks, 100, "in {:?}", end - start);
    assert!(end - start < RATE * 101);
}
