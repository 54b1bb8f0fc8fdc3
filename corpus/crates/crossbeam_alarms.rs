//@ no-bug
//@ source: new; an `after` rings once, whoever asks for it and however; a `tick` again and again

use crossbeam_channel::{RecvTimeoutError, TryRecvError, after, bounded, select, tick};
use std::thread;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(1);

fn polled() {
    let alarm = after(STEP * 5);
    while alarm.try_recv() == Err(TryRecvError::Empty) {}
    assert!(alarm.is_empty() && alarm.try_recv().is_err());
    let ticks = tick(STEP * 2);
    let mut rung = 0;
    while rung < 2 {
        if ticks.try_recv().is_ok() {
            rung += 1;
        }
    }
    let soon = ticks.recv_timeout(STEP);
    assert!(soon.is_ok() || soon == Err(RecvTimeoutError::Timeout));
    assert!(ticks.recv().is_ok());
}

fn shared() {
    let alarm = after(STEP);
    let (sender, rung) = bounded(2);
    thread::scope(|scope| {
        for _ in 0..2 {
            let (alarm, sender) = (alarm.clone(), sender.clone());
            scope.spawn(move || {
                select! {
                    recv(alarm) -> message => sender.send(message.is_ok()).unwrap(),
                    default(STEP * 9) => sender.send(false).unwrap(),
                }
            });
        }
    });
    assert_eq!(rung.try_iter().filter(|rung| *rung).count(), 1);
}

fn several() {
    let start = Instant::now();
    let (late, soon) = (after(STEP * 30), after(STEP * 20));
    for _ in 0..2 {
        select! {
            recv(late) -> at => assert!(at.unwrap() >= start + STEP * 30),
            recv(soon) -> at => assert!(at.unwrap() >= start + STEP * 20),
        }
    }
}

fn deadline() {
    let (sender, receiver) = bounded(1);
    let producer = thread::spawn(move || {
        for number in 0..3 {
            thread::sleep(STEP);
            if sender.send(number).is_err() {
                break;
            }
        }
    });
    let deadline = after(STEP * 10);
    let mut got = 0;
    loop {
        select! {
            recv(receiver) -> number => match number {
                Ok(number) => {
                    assert_eq!(number, got);
                    got += 1;
                }
                Err(_) => break,
            },
            recv(deadline) -> _ => break,
        }
    }
    drop(receiver);
    producer.join().unwrap();
}

fn main() {
    polled();
    shared();
    several();
    deadline();
}
