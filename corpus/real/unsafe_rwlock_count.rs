//@ no-bug
//@ source: a spinning reader-writer lock in one counter

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

const WRITER: isize = -1;

struct SpinRw<T> {
    state: AtomicIsize,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send + Sync> Sync for SpinRw<T> {}

impl<T: Copy> SpinRw<T> {
    const fn new(value: T) -> Self {
        SpinRw { state: AtomicIsize::new(0), value: UnsafeCell::new(value) }
    }

    fn read(&self) -> T {
        loop {
            let s = self.state.load(Ordering::Relaxed);
            if s != WRITER && self.state.compare_exchange(s, s + 1, Ordering::Acquire, Ordering::Relaxed).is_ok() {
                break;
            }
            std::hint::spin_loop();
        }
        let v = unsafe { *self.value.get() };
        self.state.fetch_sub(1, Ordering::Release);
        v
    }

    fn write(&self, v: T) {
        while self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        unsafe { *self.value.get() = v };
        self.state.store(0, Ordering::Release);
    }
}

static PAIR: SpinRw<(u8, u8)> = SpinRw::new((0, 0));

fn main() {
    let w = thread::spawn(|| PAIR.write((1, 1)));
    let r = thread::spawn(|| PAIR.read());
    let (a, b) = r.join().unwrap();
    assert_eq!(a, b);
    w.join().unwrap();
    println!("{:?}", PAIR.read());
}
