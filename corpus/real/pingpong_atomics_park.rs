//@ no-bug
//@ source: two threads take turns by an atomic and `park`

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::OnceLock;
use std::thread::{self, Thread};
static TURN: AtomicU8 = AtomicU8::new(0);
static OTHER: [OnceLock<Thread>; 2] = [OnceLock::new(), OnceLock::new()];
fn play(me: u8, rounds: u32) -> String {
    OTHER[me as usize].set(thread::current()).unwrap();
    let mut s = String::new();
    for _ in 0..rounds {
        while TURN.load(Ordering::Acquire) != me {
            thread::park();
        }
        s.push(if me == 0 { 'i' } else { 'o' });
        TURN.store(1 - me, Ordering::Release);
        if let Some(t) = OTHER[1 - me as usize].get() {
            t.unpark();
        }
    }
    s
}
fn main() {
    let t = thread::spawn(|| play(1, 2));
    let a = play(0, 2);
    println!("{a}{}", t.join().unwrap());
}
