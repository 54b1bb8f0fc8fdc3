//@ no-bug
//@ source: a count-down latch

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Clone)]
struct Latch(Arc<(Mutex<u32>, Condvar)>);

impl Latch {
    fn new(count: u32) -> Self {
        Latch(Arc::new((Mutex::new(count), Condvar::new())))
    }

    fn count_down(&self) {
        let (count, cvar) = &*self.0;
        let mut count = count.lock().unwrap();
        if *count > 0 {
            *count -= 1;
            if *count == 0 {
                cvar.notify_all();
            }
        }
    }

    fn wait(&self) {
        let (count, cvar) = &*self.0;
        let _zero = cvar.wait_while(count.lock().unwrap(), |c| *c > 0).unwrap();
    }
}

fn main() {
    let start = Latch::new(1);
    let finish = Latch::new(2);
    for name in ["left", "right"] {
        let (start, finish) = (start.clone(), finish.clone());
        thread::spawn(move || {
            start.wait();
            assert!(!name.is_empty());
            finish.count_down();
        });
    }
    start.count_down();
    finish.wait();
    println!("all finished");
}
