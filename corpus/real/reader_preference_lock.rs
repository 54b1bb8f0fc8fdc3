//@ no-bug
//@ source: a reader-writer lock from two mutexes

use std::sync::{Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct RwGate {
    readers: Mutex<usize>,
    writing: Mutex<bool>,
    free: Condvar,
}

impl RwGate {
    fn close(&self) {
        let mut w = self.free.wait_while(self.writing.lock().unwrap(), |w| *w).unwrap();
        *w = true;
    }

    fn open(&self) {
        *self.writing.lock().unwrap() = false;
        self.free.notify_one();
    }

    fn read<R>(&self, f: impl FnOnce() -> R) -> R {
        {
            let mut n = self.readers.lock().unwrap();
            if *n == 0 {
                self.close();
            }
            *n += 1;
        }
        let r = f();
        let mut n = self.readers.lock().unwrap();
        *n -= 1;
        if *n == 0 {
            self.open();
        }
        r
    }

    fn write(&self, f: impl FnOnce()) {
        self.close();
        f();
        self.open();
    }
}

fn main() {
    let gate = RwGate::default();
    let value = Mutex::new((0, 0));
    thread::scope(|s| {
        s.spawn(|| {
            gate.write(|| {
                value.lock().unwrap().0 = 1;
                value.lock().unwrap().1 = 1;
            })
        });
        s.spawn(|| {
            let (a, b) = gate.read(|| {
                let a = value.lock().unwrap().0;
                let b = value.lock().unwrap().1;
                (a, b)
            });
            assert_eq!(a, b);
        });
    });
    println!("{:?}", value.into_inner().unwrap());
}
