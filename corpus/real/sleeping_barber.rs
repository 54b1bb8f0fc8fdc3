//@ bug: deadlock
//@ source: the barber looks at the empty shop and then goes to sleep, in two steps

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;

const CHAIRS: usize = 1;

#[derive(Default)]
struct Shop {
    waiting: Mutex<VecDeque<u32>>,
    asleep: Mutex<Option<thread::Thread>>,
}

impl Shop {
    fn customer(&self, id: u32) -> bool {
        let mut waiting = self.waiting.lock().unwrap();
        if waiting.len() == CHAIRS {
            return false;
        }
        waiting.push_back(id);
        drop(waiting);
        if let Some(barber) = self.asleep.lock().unwrap().take() {
            barber.unpark();
        }
        true
    }

    fn barber(&self, haircuts: usize) {
        let mut done = 0;
        while done < haircuts {
            let next = self.waiting.lock().unwrap().pop_front();
            match next {
                Some(_) => done += 1,
                None => {
                    *self.asleep.lock().unwrap() = Some(thread::current());
                    thread::park();
                }
            }
        }
    }
}

fn main() {
    let shop = Arc::new(Shop::default());
    let s = shop.clone();
    let barber = thread::spawn(move || s.barber(1));
    assert!(shop.customer(1));
    barber.join().unwrap();
}
