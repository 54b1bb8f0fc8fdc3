//@ no-bug
//@ source: new; who finds nothing to do waits for a random time: the generator's state differs after each round
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;

struct XorShift(u64);

impl XorShift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn main() {
    let jobs = Arc::new(Mutex::new(VecDeque::new()));
    let worker = thread::spawn({
        let jobs = jobs.clone();
        move || {
            let mut random = XorShift(42);
            loop {
                if let Some(job) = jobs.lock().unwrap().pop_front() {
                    return job;
                }
                for _ in 0..random.next() % 4 {
                    std::hint::spin_loop();
                }
                thread::yield_now();
            }
        }
    });
    jobs.lock().unwrap().push_back(5);
    println!("{}", worker.join().unwrap());
}
