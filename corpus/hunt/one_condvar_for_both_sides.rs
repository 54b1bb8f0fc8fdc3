//@ bug: deadlock
//@ source: a bounded buffer with one condition variable for both sides and `notify_one`: a consumer may wake a consumer
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
struct Buffer {
    q: Mutex<VecDeque<u32>>,
    cv: Condvar,
}
impl Buffer {
    fn put(&self, x: u32) {
        let mut q = self.q.lock().unwrap();
        while q.len() >= 2 {
            q = self.cv.wait(q).unwrap()
        }
        q.push_back(x);
        self.cv.notify_one()
    }
    fn take(&self) -> u32 {
        let mut q = self.q.lock().unwrap();
        while q.is_empty() {
            q = self.cv.wait(q).unwrap()
        }
        let x = q.pop_front().unwrap();
        self.cv.notify_one();
        x
    }
}
fn main() {
    let b = Arc::new(Buffer {
        q: Mutex::new(VecDeque::new()),
        cv: Condvar::new(),
    });
    let ps: Vec<_> = (0..3)
        .map(|p| {
            let b = b.clone();
            thread::spawn(move || {
                for i in 0..10 {
                    b.put(p * 10 + i)
                }
            })
        })
        .collect();
    let cs: Vec<_> = (0..3)
        .map(|_| {
            let b = b.clone();
            thread::spawn(move || (0..10).map(|_| b.take()).sum::<u32>())
        })
        .collect();
    for p in ps {
        p.join().unwrap()
    }
    assert_eq!(cs.into_iter().map(|c| c.join().unwrap()).sum::<u32>(), 435);
}
