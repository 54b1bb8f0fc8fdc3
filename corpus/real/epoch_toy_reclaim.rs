//@ no-bug
//@ source: a toy of epochs: what is unlinked is freed two epochs later, when all pinned threads have moved on

use std::cell::RefCell;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering::SeqCst};
use std::thread;

const IDLE: u64 = u64::MAX;

struct Collector<T> {
    epoch: AtomicU64,
    pinned: [AtomicU64; 2],
    garbage: Mutex<Vec<(u64, *mut T)>>,
}

unsafe impl<T: Send> Sync for Collector<T> {}

struct Pin<'c, T> {
    collector: &'c Collector<T>,
    slot: usize,
    later: RefCell<Vec<*mut T>>,
}

impl<T> Collector<T> {
    const fn new() -> Self {
        Collector {
            epoch: AtomicU64::new(0),
            pinned: [const { AtomicU64::new(IDLE) }; 2],
            garbage: Mutex::new(Vec::new()),
        }
    }

    fn pin(&self, slot: usize) -> Pin<'_, T> {
        self.pinned[slot].store(self.epoch.load(SeqCst), SeqCst);
        Pin { collector: self, slot, later: RefCell::new(vec![]) }
    }

    fn collect(&self) -> usize {
        let epoch = self.epoch.load(SeqCst);
        if self.pinned.iter().all(|p| [IDLE, epoch].contains(&p.load(SeqCst))) {
            let _ = self.epoch.compare_exchange(epoch, epoch + 1, SeqCst, SeqCst);
        }
        let now = self.epoch.load(SeqCst);
        let mut garbage = self.garbage.lock().unwrap();
        let (old, young): (Vec<_>, Vec<_>) = garbage.drain(..).partition(|(at, _)| at + 2 <= now);
        *garbage = young;
        old.into_iter().map(|(_, p)| drop(unsafe { Box::from_raw(p) })).count()
    }
}

impl<T> Pin<'_, T> {
    fn defer_free(&self, p: *mut T) {
        self.later.borrow_mut().push(p);
    }
}

impl<T> Drop for Pin<'_, T> {
    fn drop(&mut self) {
        let epoch = self.collector.epoch.load(SeqCst);
        let mut garbage = self.collector.garbage.lock().unwrap();
        garbage.extend(self.later.get_mut().drain(..).map(|p| (epoch, p)));
        self.collector.pinned[self.slot].store(IDLE, SeqCst);
    }
}

fn main() {
    let collector = Collector::new();
    let shared = AtomicPtr::new(Box::into_raw(Box::new(String::from("old"))));
    thread::scope(|s| {
        s.spawn(|| {
            let _pin = collector.pin(0);
            let text = unsafe { &*shared.load(SeqCst) };
            assert!(text.len() == 3);
        });
        s.spawn(|| {
            {
                let pin = collector.pin(1);
                let new = Box::into_raw(Box::new("new".to_string()));
                pin.defer_free(shared.swap(new, SeqCst));
            }
            collector.collect();
            collector.collect();
        });
    });
    let freed: usize = (0..3).map(|_| collector.collect()).sum();
    assert!(freed <= 1 && collector.garbage.lock().unwrap().is_empty());
    let last = shared.swap(ptr::null_mut(), SeqCst);
    println!("{}", unsafe { Box::from_raw(last) });
}
