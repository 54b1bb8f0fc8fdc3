//@ no-bug
//@ source: two receivers polled in turn, with try_recv, recv_timeout and recv

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, PartialEq)]
enum Event {
    Key(char),
    Tick(u32),
    Idle,
    Closed,
}

struct Select {
    keys: Receiver<char>,
    ticks: Receiver<u32>,
    keys_open: bool,
    ticks_open: bool,
}

impl Select {
    fn next(&mut self) -> Event {
        loop {
            if self.keys_open {
                match self.keys.try_recv() {
                    Ok(c) => return Event::Key(c),
                    Err(TryRecvError::Empty) => (),
                    Err(TryRecvError::Disconnected) => self.keys_open = false,
                }
            }
            if self.ticks_open {
                match self.ticks.recv_timeout(Duration::from_millis(10)) {
                    Ok(t) => return Event::Tick(t),
                    Err(RecvTimeoutError::Timeout) if !self.keys_open => return Event::Idle,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => self.ticks_open = false,
                }
            } else if self.keys_open {
                match self.keys.recv() {
                    Ok(c) => return Event::Key(c),
                    Err(mpsc::RecvError) => self.keys_open = false,
                }
            }
            if !(self.keys_open || self.ticks_open) {
                return Event::Closed;
            }
        }
    }
}

fn main() {
    let start = Instant::now();
    let (ktx, keys) = mpsc::channel();
    let (ttx, ticks) = mpsc::channel();
    let typist = thread::spawn(move || "hi".chars().for_each(|c| ktx.send(c).unwrap()));
    let clock = thread::spawn(move || {
        for t in 1..=2 {
            thread::sleep(Duration::from_millis(25));
            ttx.send(t).unwrap();
        }
    });
    let mut sel = Select { keys, ticks, keys_open: true, ticks_open: true };
    let (mut text, mut sum, mut idle) = (String::new(), 0, 0u32);
    loop {
        match sel.next() {
            Event::Key(c) => text.push(c),
            Event::Tick(t) => sum += t,
            Event::Idle => idle += 1,
            Event::Closed => break,
        }
    }
    typist.join().unwrap();
    clock.join().unwrap();
    assert_eq!(text, "hi");
    assert_eq!(sum, 3);
    assert!(start.elapsed() >= Duration::from_millis(50), "{:?}", start.elapsed());
    println!("{text:?} {sum:02} idle {idle}");
}
