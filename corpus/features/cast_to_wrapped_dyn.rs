//@ no-bug
//@ source: a trait object seen as one in a `ManuallyDrop` or a wrapper of one's own, as collectors do that drop a
//@ source: value apart from its memory (`shredder`)

use std::alloc::{Layout, dealloc};
use std::mem::ManuallyDrop;
use std::sync::Mutex;
use std::thread;

static DROPPED: Mutex<Vec<u32>> = Mutex::new(Vec::new());

trait Scan: Send {
    fn number(&self) -> u32;
}

struct Noisy {
    number: u32,
}

impl Scan for Noisy {
    fn number(&self) -> u32 {
        self.number
    }
}

impl Drop for Noisy {
    fn drop(&mut self) {
        DROPPED.lock().unwrap().push(self.number);
    }
}

#[repr(transparent)]
struct Handle<T: ?Sized> {
    of: T,
}

impl Handle<dyn Scan> {
    fn twice(&self) -> u32 {
        2 * self.of.number()
    }
}

struct Garbage {
    scan: *const dyn Scan,
    layout: Layout,
}

unsafe impl Send for Garbage {}

impl Garbage {
    fn new(number: u32) -> Garbage {
        let raw: *mut Noisy = Box::into_raw(Box::new(Noisy { number }));
        Garbage { scan: raw, layout: Layout::new::<Noisy>() }
    }

    unsafe fn free(self) {
        unsafe {
            let droppable = self.scan as *mut ManuallyDrop<dyn Scan>;
            let handle = droppable as *const Handle<dyn Scan>;
            assert_eq!((*handle).twice(), 2 * (*droppable).number());
            ManuallyDrop::drop(&mut *droppable);
            dealloc(droppable.cast(), self.layout);
        }
    }
}

fn main() {
    let garbage = [Garbage::new(1), Garbage::new(2)];
    let collectors = garbage.map(|garbage| thread::spawn(move || unsafe { garbage.free() }));
    for collector in collectors {
        collector.join().unwrap();
    }
    let kept: Box<ManuallyDrop<dyn Scan>> = Box::new(ManuallyDrop::new(Noisy { number: 3 }));
    assert_eq!(kept.number(), 3);
    drop(kept);
    let mut dropped = DROPPED.lock().unwrap();
    dropped.sort();
    assert_eq!(*dropped, [1, 2]);
}
