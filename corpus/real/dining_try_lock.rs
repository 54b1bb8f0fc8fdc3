//@ no-bug
//@ source: dining philosophers who put the first fork back when the second is taken

use std::sync::Mutex;
use std::thread;

fn main() {
    let forks = [Mutex::new(0), Mutex::new(0)];
    thread::scope(|s| {
        for i in 0..2 {
            let forks = &forks;
            s.spawn(move || loop {
                let mut first = forks[i].lock().unwrap();
                if let Ok(mut second) = forks[1 - i].try_lock() {
                    *first += 1;
                    *second += 1;
                    break;
                }
                drop(first);
                thread::yield_now();
            });
        }
    });
    println!("{} {}", forks[0].lock().unwrap(), forks[1].lock().unwrap());
}
