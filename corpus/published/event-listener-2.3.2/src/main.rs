//! event-listener 2.3.2, changelog of 2.3.3. An entry that is used again has no predecessor, so that
//! the list of listeners is torn and one of them is never notified.

//@ bug: deadlock

#![forbid(unsafe_code)]

use event_listener::Event;
use std::thread;

fn main() {
    let ready = Event::new();
    let first = ready.listen();
    let second = ready.listen();
    drop(first);
    let third = ready.listen();
    let fourth = ready.listen();
    drop(third);
    let waiting = [second, fourth].map(|listener| thread::spawn(move || listener.wait()));
    ready.notify(2);
    for thread in waiting {
        thread.join().unwrap();
    }
}
