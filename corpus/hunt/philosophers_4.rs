//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: four dining philosophers, forks in a static array

use std::sync::Mutex;
use std::thread;

const N: usize = 4;

static FORKS: [Mutex<usize>; N] = [const { Mutex::new(0) }; N];

fn dine(seat: usize) {
    let mut left = FORKS[seat].lock().unwrap();
    let mut right = FORKS[(seat + 1) % N].lock().unwrap();
    *left += 1;
    *right += 1;
}

fn main() {
    let mut guests = vec![];
    for seat in 0..N {
        guests.push(thread::spawn(move || dine(seat)));
    }
    for guest in guests {
        guest.join().unwrap();
    }
}
