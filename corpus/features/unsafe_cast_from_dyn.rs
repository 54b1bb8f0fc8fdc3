//! A pointer to a trait object that is cast to one of another type shows the value's memory as that type.
//@ no-bug

use std::any::Any;
use std::sync::Arc;

trait Shape {
    fn area(&self) -> u32;
}

struct Square {
    side: u32,
    border: u8,
}

impl Shape for Square {
    fn area(&self) -> u32 {
        self.side * self.side + u32::from(self.border)
    }
}

fn main() {
    let shape: Box<dyn Shape> = Box::new(Square { side: 3, border: 1 });
    let fat: *mut dyn Shape = Box::into_raw(shape);
    let thin = fat as *mut ();
    let square = thin as *mut Square;
    unsafe {
        (*square).side += 1;
        assert_eq!((*fat).area(), 17);
        assert_eq!(thin.addr(), (fat as *const u8).addr());
        drop(Box::from_raw(square));
    }

    let bytes: Box<dyn Any> = Box::new([7u8; 30]);
    let words = unsafe { std::slice::from_raw_parts(&raw const *bytes as *const [u8; 2], 15) };
    assert_eq!(words[14], [7, 7]);

    let number: Box<dyn Any + Send> = Box::new(0x2_0000_0001_u64);
    let halves = &raw const *number as *const [u32; 2];
    assert_eq!(unsafe { (*halves)[0] + (*halves)[1] }, 3);

    let shared: Arc<dyn Shape> = Arc::new(Square { side: 2, border: 0 });
    let raw = Arc::into_raw(shared) as *const Square;
    assert_eq!(unsafe { (*raw).area() }, 4);
    drop(unsafe { Arc::from_raw(raw) });
}
