//@ no-bug
//@ source: values of any type in small inline storage with hand-made clone and drop functions

use std::mem::{align_of, size_of, MaybeUninit};
use std::sync::atomic::{AtomicIsize, Ordering::*};
use std::thread;

static ALIVE: AtomicIsize = AtomicIsize::new(0);

struct Counted(u8);
impl Counted {
    fn new(n: u8) -> Self {
        ALIVE.fetch_add(1, Relaxed);
        Counted(n)
    }
}
impl Clone for Counted {
    fn clone(&self) -> Self {
        Counted::new(self.0)
    }
}
impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Relaxed);
    }
}

#[repr(align(8))]
struct Storage([MaybeUninit<u8>; 24]);

struct Ops {
    clone: unsafe fn(*const u8, *mut u8),
    drop: unsafe fn(*mut u8),
    show: unsafe fn(*const u8) -> u32,
}

trait Show: Clone + Send + 'static {
    fn show(&self) -> u32;
}
impl Show for Counted {
    fn show(&self) -> u32 {
        self.0.into()
    }
}
impl Show for (u64, u32) {
    fn show(&self) -> u32 {
        self.0 as u32 + self.1
    }
}

struct Any {
    ops: &'static Ops,
    storage: Box<Storage>,
}
unsafe impl Send for Any {}

impl Any {
    fn new<T: Show>(value: T) -> Any {
        const { assert!(size_of::<T>() <= 24 && align_of::<T>() <= 8) };
        let mut storage = Box::new(Storage([MaybeUninit::uninit(); 24]));
        unsafe { storage.0.as_mut_ptr().cast::<T>().write(value) };
        let ops = const {
            &Ops {
                clone: |from, to| unsafe { to.cast::<T>().write((*from.cast::<T>()).clone()) },
                drop: |at| unsafe { at.cast::<T>().drop_in_place() },
                show: |at| unsafe { (*at.cast::<T>()).show() },
            }
        };
        Any { ops, storage }
    }
    fn show(&self) -> u32 {
        unsafe { (self.ops.show)(self.storage.0.as_ptr().cast()) }
    }
}
impl Clone for Any {
    fn clone(&self) -> Self {
        let mut storage = Box::new(Storage([MaybeUninit::uninit(); 24]));
        unsafe {
            (self.ops.clone)(
                self.storage.0.as_ptr().cast(),
                storage.0.as_mut_ptr().cast(),
            )
        };
        Any {
            ops: self.ops,
            storage,
        }
    }
}
impl Drop for Any {
    fn drop(&mut self) {
        unsafe { (self.ops.drop)(self.storage.0.as_mut_ptr().cast()) };
    }
}

fn main() {
    let all = vec![Any::new(Counted::new(5)), Any::new((7u64, 1u32))];
    let copies = all.clone();
    let t = thread::spawn(move || copies.iter().map(Any::show).sum::<u32>());
    assert_eq!(all[0].show() + all[1].show(), 13);
    assert_eq!(t.join().unwrap(), 13);
    drop(all);
    assert_eq!(ALIVE.load(Relaxed), 0);
}
