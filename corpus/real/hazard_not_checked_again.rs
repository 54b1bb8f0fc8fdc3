//@ bug: undefined-behavior
//@ source: a stack with hazard pointers whose reader does not look again after it has set its pointer

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

struct Node {
    value: u32,
}

#[derive(Default)]
struct Slot {
    current: AtomicPtr<Node>,
    hazard: AtomicPtr<Node>,
}

impl Slot {
    fn read(&self) -> u32 {
        let node = self.current.load(SeqCst);
        self.hazard.store(node, SeqCst);
        let value = unsafe { (*node).value };
        self.hazard.store(ptr::null_mut(), SeqCst);
        value
    }

    fn replace(&self, value: u32) {
        let new = Box::into_raw(Box::new(Node { value }));
        let old = self.current.swap(new, SeqCst);
        while self.hazard.load(SeqCst) == old {
            thread::yield_now();
        }
        drop(unsafe { Box::from_raw(old) });
    }
}

fn main() {
    let slot = Arc::new(Slot::default());
    slot.current
        .store(Box::into_raw(Box::new(Node { value: 1 })), SeqCst);
    let reader = {
        let slot = slot.clone();
        thread::spawn(move || assert!(slot.read() > 0))
    };
    slot.replace(2);
    reader.join().unwrap();
    drop(unsafe { Box::from_raw(slot.current.load(SeqCst)) });
}
