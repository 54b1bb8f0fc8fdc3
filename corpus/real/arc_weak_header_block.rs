//@ no-bug
//@ source: a reference count with weak references, in one allocation with a header

use std::alloc::{self, Layout};
use std::ops::Deref;
use std::ptr::{self, NonNull};
use std::sync::atomic::{fence, AtomicUsize, Ordering::*};
use std::thread;

#[repr(C)]
struct Header {
    strong: AtomicUsize,
    weak: AtomicUsize,
}

pub struct Shared<T> {
    header: NonNull<Header>,
    value: *mut T,
}
pub struct Handle<T> {
    header: NonNull<Header>,
    value: *mut T,
}
unsafe impl<T: Send + Sync> Send for Shared<T> {}
unsafe impl<T: Send + Sync> Send for Handle<T> {}

impl<T> Shared<T> {
    fn layout() -> (Layout, usize) {
        Layout::new::<Header>().extend(Layout::new::<T>()).unwrap()
    }

    pub fn new(value: T) -> Self {
        let (layout, offset) = Self::layout();
        unsafe {
            let memory = alloc::alloc(layout.pad_to_align());
            let header = NonNull::new(memory.cast::<Header>())
                .unwrap_or_else(|| alloc::handle_alloc_error(layout));
            header.as_ptr().write(Header {
                strong: AtomicUsize::new(1),
                weak: AtomicUsize::new(1),
            });
            let at = memory.add(offset).cast::<T>();
            at.write(value);
            Shared { header, value: at }
        }
    }

    fn downgrade(this: &Self) -> Handle<T> {
        unsafe { this.header.as_ref() }.weak.fetch_add(1, Relaxed);
        Handle {
            header: this.header,
            value: this.value,
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.value }
    }
}

impl<T> Handle<T> {
    fn upgrade(&self) -> Option<Shared<T>> {
        let strong = &unsafe { self.header.as_ref() }.strong;
        strong
            .fetch_update(Acquire, Relaxed, |n| (n != 0).then_some(n + 1))
            .ok()
            .map(|_| Shared {
                header: self.header,
                value: self.value,
            })
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        if unsafe { self.header.as_ref() }.weak.fetch_sub(1, Release) == 1 {
            fence(Acquire);
            unsafe {
                alloc::dealloc(
                    self.header.as_ptr().cast(),
                    Shared::<T>::layout().0.pad_to_align(),
                )
            };
        }
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        if unsafe { self.header.as_ref() }.strong.fetch_sub(1, Release) == 1 {
            fence(Acquire);
            unsafe { ptr::drop_in_place(self.value) };
            drop(Handle {
                header: self.header,
                value: self.value,
            });
        }
    }
}

fn main() {
    let shared = Shared::new((7u8, String::from("text")));
    let handle = Shared::downgrade(&shared);
    let t = thread::spawn(move || handle.upgrade().map(|s| s.1.len() + s.0 as usize));
    assert_eq!(shared.1, "text");
    drop(shared);
    assert!(matches!(t.join().unwrap(), None | Some(11)));
}
