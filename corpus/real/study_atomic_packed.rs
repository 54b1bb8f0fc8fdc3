//@ no-bug
//@ source: the same two fields packed into one atomic

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Size {
    width: u32,
    height: u32,
}

impl From<u64> for Size {
    fn from(bits: u64) -> Self {
        Size { width: (bits >> 32) as u32, height: bits as u32 }
    }
}

impl From<Size> for u64 {
    fn from(s: Size) -> u64 {
        u64::from(s.width) << 32 | u64::from(s.height)
    }
}

struct AtomicSize(AtomicU64);

impl AtomicSize {
    fn load(&self) -> Size {
        self.0.load(Ordering::Acquire).into()
    }

    fn store(&self, s: Size) {
        self.0.store(s.into(), Ordering::Release);
    }
}

fn main() {
    let size = Arc::new(AtomicSize(AtomicU64::new(Size { width: 2, height: 8 }.into())));
    let s = Arc::clone(&size);
    let resize = thread::spawn(move || s.store(Size { width: 4, height: 4 }));
    let Size { width, height } = size.load();
    assert_eq!(width * height, 16);
    resize.join().unwrap();
    println!("{:?}", size.load());
}
