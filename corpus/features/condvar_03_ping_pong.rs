//@ no-bug

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const ROUNDS: usize = 2;

#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Ping,
    Pong,
}

fn play(name: &'static str, mine: Turn, shared: &(Mutex<Turn>, Condvar)) {
    let (turn, changed) = shared;
    for _ in 0..ROUNDS {
        let mut t = turn.lock().unwrap();
        while *t != mine {
            t = changed.wait(t).unwrap();
        }
        println!("{name}");
        *t = if mine == Turn::Ping { Turn::Pong } else { Turn::Ping };
        changed.notify_one();
    }
}

fn main() {
    let shared = Arc::new((Mutex::new(Turn::Ping), Condvar::new()));
    let other = Arc::clone(&shared);
    let t = thread::spawn(move || play("pong", Turn::Pong, &other));
    play("ping", Turn::Ping, &shared);
    t.join().unwrap();
}
