//@ no-bug
//@ source: a closure behind a `repr(C)` header in one allocation, with its own drop

use std::alloc::{alloc, dealloc, Layout};
use std::mem;
use std::ptr;
use std::sync::mpsc;
// A closure in one allocation behind a header with its own drop and call.
#[repr(C)]
struct Header {
    call: unsafe fn(*mut Header, u32) -> u32,
    drop: unsafe fn(*mut Header),
    layout: Layout,
}
#[repr(C)]
struct Task<F> {
    header: Header,
    f: F,
}
pub struct Raw(ptr::NonNull<Header>);
unsafe impl Send for Raw {}
impl Raw {
    pub fn new<F: FnMut(u32) -> u32 + Send + 'static>(f: F) -> Raw {
        unsafe fn call<F: FnMut(u32) -> u32>(h: *mut Header, x: u32) -> u32 {
            unsafe { ((*(h as *mut Task<F>)).f)(x) }
        }
        unsafe fn drop_it<F>(h: *mut Header) {
            unsafe {
                let layout = (*h).layout;
                ptr::drop_in_place(h as *mut Task<F>);
                dealloc(h as *mut u8, layout)
            }
        }
        let layout = Layout::new::<Task<F>>();
        unsafe {
            let p = alloc(layout) as *mut Task<F>;
            if p.is_null() {
                std::alloc::handle_alloc_error(layout)
            }
            p.write(Task {
                header: Header {
                    call: call::<F>,
                    drop: drop_it::<F>,
                    layout,
                },
                f,
            });
            Raw(ptr::NonNull::new_unchecked(p.cast()))
        }
    }
    pub fn call(&mut self, x: u32) -> u32 {
        unsafe { (self.0.as_ref().call)(self.0.as_ptr(), x) }
    }
}
impl Drop for Raw {
    fn drop(&mut self) {
        unsafe { (self.0.as_ref().drop)(self.0.as_ptr()) }
    }
}
fn main() {
    let (tx, rx) = mpsc::channel::<Raw>();
    let mut total = 0;
    let name = String::from("abc");
    tx.send(Raw::new(move |x| {
        total += x;
        total
    }))
    .unwrap();
    tx.send(Raw::new(move |x| x * name.len() as u32)).unwrap();
    drop(tx);
    let out = std::thread::spawn(move || {
        rx.into_iter()
            .map(|mut t| t.call(2) + t.call(3))
            .collect::<Vec<_>>()
    })
    .join()
    .unwrap();
    println!(
        "{out:?} {}",
        mem::size_of::<Raw>() == mem::size_of::<Option<Raw>>()
    );
}
