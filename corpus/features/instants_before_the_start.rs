//@ no-bug
//@ source: a cache whose entries are taken to be old at first, as if they had been filled before the program started

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const MAX_AGE: Duration = Duration::from_secs(60);

struct Cache {
    value: u32,
    filled: Instant,
}

impl Cache {
    fn new() -> Cache {
        Cache {
            value: 0,
            filled: Instant::now() - MAX_AGE,
        }
    }

    fn get(&mut self) -> u32 {
        if self.filled.elapsed() >= MAX_AGE {
            self.value += 1;
            self.filled = Instant::now();
        }
        self.value
    }
}

fn main() {
    let cache = Arc::new(Mutex::new(Cache::new()));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let cache = Arc::clone(&cache);
            thread::spawn(move || cache.lock().unwrap().get())
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 1);
    }
    let yesterday = Instant::now().checked_sub(Duration::from_secs(24 * 3600));
    assert!(yesterday.is_some_and(|then| then < Instant::now()));
}
