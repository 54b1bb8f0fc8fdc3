//@ no-bug
//@ source: a pool whose free slots hold the address of the next free one, and are stepped over by bytes

use std::alloc::{alloc, dealloc, Layout};
use std::ptr;

struct Pool {
    memory: *mut u8,
    free: *mut u8,
    slot: usize,
    count: usize,
}

impl Pool {
    fn new(slot: usize, count: usize) -> Pool {
        let layout = Layout::from_size_align(slot * count, 8).unwrap();
        let memory = unsafe { alloc(layout) };
        let mut free = ptr::null_mut();
        for i in (0..count).rev() {
            let next = unsafe { memory.add(i * slot) };
            unsafe { *(next as *mut *mut u8) = free };
            free = next;
        }
        Pool { memory, free, slot, count }
    }
    fn take(&mut self) -> Option<*mut u8> {
        if self.free.is_null() {
            return None;
        }
        let slot = self.free;
        self.free = unsafe { *(slot as *const *mut u8) };
        Some(slot)
    }
    unsafe fn put_back(&mut self, slot: *mut u8) {
        let offset = slot as usize - self.memory as usize;
        assert!(offset % self.slot == 0 && offset / self.slot < self.count);
        *(slot as *mut *mut u8) = self.free;
        self.free = slot;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let layout = Layout::from_size_align(self.slot * self.count, 8).unwrap();
        unsafe { dealloc(self.memory, layout) };
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C)]
struct Object {
    a: u16,
    b: i32,
    c: f64,
}

fn main() {
    let mut pool = Pool::new(16, 3);
    let x = pool.take().unwrap() as *mut Object;
    let y = pool.take().unwrap() as *mut Object;
    unsafe {
        x.write(Object { a: 1, b: -2, c: 3.5 });
        y.write(Object { a: 4, b: 5, c: 6.0 });
        assert_eq!(*x, Object { a: 1, b: -2, c: 3.5 });
        pool.put_back(x as *mut u8);
        let again = pool.take().unwrap();
        assert_eq!(again, x as *mut u8);
        ptr::write_bytes(again, 0xFF, 16);
        assert_eq!((*(again as *const Object)).b, -1);
        assert_eq!((*y).c, 6.0);
        assert_eq!(y as usize - x as usize, 16);
        pool.put_back(y.cast());
    }
    assert!(pool.take().is_some() && pool.take().is_some() && pool.take().is_none());
}
