//@ no-bug
//@ source: a free list of `repr(C)` blocks from `alloc_zeroed`

use std::alloc::{alloc_zeroed, dealloc, Layout};
use std::ptr;
use std::sync::Mutex;
#[repr(C)]
struct Block {
    next: *mut Block,
    payload: [u64; 3],
}
struct Pool {
    free: *mut Block,
    all: Vec<*mut Block>,
    live: usize,
}
unsafe impl Send for Pool {}
impl Pool {
    const LAYOUT: Layout = Layout::new::<Block>();
    fn get(&mut self) -> *mut Block {
        self.live += 1;
        if self.free.is_null() {
            let b = unsafe { alloc_zeroed(Self::LAYOUT) } as *mut Block;
            self.all.push(b);
            b
        } else {
            let b = self.free;
            unsafe {
                self.free = (*b).next;
                (*b).next = ptr::null_mut();
            }
            b
        }
    }
    unsafe fn put(&mut self, b: *mut Block) {
        unsafe {
            (*b).next = self.free;
        }
        self.free = b;
        self.live -= 1;
    }
}
impl Drop for Pool {
    fn drop(&mut self) {
        for b in self.all.drain(..) {
            unsafe { dealloc(b.cast(), Self::LAYOUT) }
        }
    }
}
fn main() {
    let pool = Mutex::new(Pool {
        free: ptr::null_mut(),
        all: Vec::new(),
        live: 0,
    });
    std::thread::scope(|s| {
        for i in 1..=2u64 {
            let pool = &pool;
            s.spawn(move || {
                let b = pool.lock().unwrap().get() as usize;
                let p = b as *mut Block;
                unsafe {
                    (*p).payload[1] += i;
                    (*p).payload[2] = (*p).payload[0];
                }
                unsafe { pool.lock().unwrap().put(p) };
            });
        }
    });
    let p = pool.into_inner().unwrap();
    let total: u64 = p.all.iter().map(|&b| unsafe { (*b).payload[1] }).sum();
    println!("{} {}", p.live, total);
}
