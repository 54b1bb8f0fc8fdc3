//@ bug: panic
//@ message: "mixed versions"
//@ source: bug study: two atomics that must change together

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct Size {
    width: AtomicU32,
    height: AtomicU32,
}

impl Size {
    fn set(&self, w: u32, h: u32) {
        self.width.store(w, Ordering::Release);
        self.height.store(h, Ordering::Release);
    }

    fn area(&self) -> u32 {
        self.width.load(Ordering::Acquire) * self.height.load(Ordering::Acquire)
    }
}

fn main() {
    let size = Arc::new(Size::default());
    size.set(2, 8);
    let s = Arc::clone(&size);
    let resize = thread::spawn(move || s.set(4, 4));
    let area = size.area();
    assert!(area == 16, "mixed versions: {area}");
    resize.join().unwrap();
}
