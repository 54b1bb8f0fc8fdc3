//! What a `const { }` borrows lives for ever, be it no constant that is promoted elsewhere: the tables of functions
//! of types that are not named.
//@ no-bug
//@ edition: 2024

use std::alloc::Layout;
use std::mem;
use std::thread;
type Fun<T> = unsafe fn(&T, u32) -> &u32;
type Erased = unsafe fn(*const (), u32) -> *const u32;
trait Slot {
    unsafe fn memos(&self, n: u32) -> &u32;
}
struct A(u32);
impl Slot for A {
    unsafe fn memos(&self, _: u32) -> &u32 {
        &self.0
    }
}
struct Table {
    layout: Layout,
    name: fn() -> &'static str,
    memos: Erased,
    go: unsafe fn(data: *mut (), n: usize),
}
impl Table {
    const fn of<T: Slot>() -> &'static Self {
        const {
            &Self {
                go: |data, n| {
                    let v = unsafe { Box::from_raw(data.cast::<[T; 2]>()) };
                    assert_eq!(v.len(), n);
                },
                layout: Layout::new::<T>(),
                name: std::any::type_name::<T>,
                memos: unsafe { mem::transmute::<Fun<T>, Erased>(T::memos) },
            }
        }
    }
}
struct Page {
    table: &'static Table,
    data: *mut (),
}
impl Page {
    fn new<T: Slot>(b: Box<[T; 2]>) -> Page {
        Page {
            table: Table::of::<T>(),
            data: Box::into_raw(b).cast(),
        }
    }
}
impl Drop for Page {
    fn drop(&mut self) {
        unsafe { (self.table.go)(self.data, 2) }
    }
}
unsafe impl Send for Page {}
fn main() {
    let p = Page::new(Box::new([A(1), A(2)]));
    let h = thread::spawn(move || {
        let p = p;
        assert_eq!(p.table.layout.size(), 4);
        assert!((p.table.name)().contains("A"));
        unsafe { *(p.table.memos)(p.data, 0) }
    });
    assert_eq!(h.join().unwrap(), 1);
}
