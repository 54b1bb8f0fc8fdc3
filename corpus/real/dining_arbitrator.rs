//@ no-bug
//@ source: dining philosophers with a waiter who lets all but one sit down

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SEATS: usize = 3;

struct Waiter {
    seated: Mutex<usize>,
    left: Condvar,
}

impl Waiter {
    fn sit<T>(&self, eat: impl FnOnce() -> T) -> T {
        let mut seated = self.seated.lock().unwrap();
        while *seated == SEATS - 1 {
            seated = self.left.wait(seated).unwrap();
        }
        *seated += 1;
        drop(seated);
        let result = eat();
        *self.seated.lock().unwrap() -= 1;
        self.left.notify_one();
        result
    }
}

fn main() {
    let waiter = Arc::new(Waiter { seated: Mutex::new(0), left: Condvar::new() });
    let forks: Arc<Vec<Mutex<u32>>> = Arc::new((0..SEATS).map(|_| Mutex::new(0)).collect());
    let diners: Vec<_> = (0..SEATS)
        .map(|i| {
            let (waiter, forks) = (Arc::clone(&waiter), Arc::clone(&forks));
            thread::spawn(move || {
                waiter.sit(|| {
                    let mut l = forks[i].lock().unwrap();
                    let mut r = forks[(i + 1) % SEATS].lock().unwrap();
                    *l += 1;
                    *r += 1;
                })
            })
        })
        .collect();
    for d in diners {
        d.join().unwrap();
    }
    let uses: Vec<u32> = forks.iter().map(|f| *f.lock().unwrap()).collect();
    println!("{uses:?}");
}
