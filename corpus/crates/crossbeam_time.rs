//@ no-bug
//@ source: new; what `select!` waits by default, timed sends, `after` and `tick` take their time

use crossbeam_channel::{SendTimeoutError, after, bounded, select, tick};
use std::thread;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(10);

fn by_default() {
    let (sender, receiver) = bounded(1);
    let start = Instant::now();
    let other = thread::spawn(move || {
        thread::sleep(STEP * 2);
        let _ = sender.send(1);
    });
    for round in 1..4 {
        select! {
            recv(receiver) -> message => {
                assert_eq!(message, Ok(1));
                assert!(start.elapsed() >= STEP * 2);
                break;
            }
            default(STEP) => assert!(start.elapsed() >= STEP * round),
        }
    }
    drop(receiver);
    other.join().unwrap();
}

fn main() {
    by_default();
    let (sender, receiver) = bounded(1);
    sender.send(0).unwrap();
    let start = Instant::now();
    assert_eq!(
        sender.send_timeout(1, STEP),
        Err(SendTimeoutError::Timeout(1))
    );
    assert!(start.elapsed() >= STEP);
    drop(receiver);
    assert_eq!(
        sender.send_timeout(1, STEP),
        Err(SendTimeoutError::Disconnected(1))
    );
    let start = Instant::now();
    let at = after(STEP).recv().unwrap();
    assert!(at >= start + STEP && Instant::now() >= at);
    let ticks = tick(STEP);
    ticks.recv().unwrap();
    ticks.recv().unwrap();
    assert!(start.elapsed() >= STEP * 3);
}
