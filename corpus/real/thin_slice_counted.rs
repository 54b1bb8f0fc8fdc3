//@ no-bug
//@ source: a thin pointer to a slice with its length in front of it, shared by two threads

use std::alloc::{alloc, dealloc, Layout};
use std::marker::PhantomData;
use std::mem::size_of;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{fence, AtomicU32, Ordering::*};
use std::thread;

#[repr(C)]
struct Head {
    refs: AtomicU32,
    len: u32,
}

struct Thin<T> {
    head: NonNull<Head>,
    owns: PhantomData<T>,
}
unsafe impl<T: Send + Sync> Send for Thin<T> {}

impl<T> Thin<T> {
    const OFFSET: usize = {
        let align = std::mem::align_of::<T>();
        (size_of::<Head>() + align - 1) / align * align
    };
    fn layout(len: usize) -> Layout {
        let align = std::mem::align_of::<T>().max(std::mem::align_of::<Head>());
        Layout::from_size_align(Self::OFFSET + len * size_of::<T>(), align).unwrap()
    }
    fn from_vec(mut from: Vec<T>) -> Self {
        unsafe {
            let raw = alloc(Self::layout(from.len()));
            let head = NonNull::new(raw as *mut Head).expect("memory");
            head.as_ptr().write(Head {
                refs: AtomicU32::new(1),
                len: from.len() as u32,
            });
            let data = raw.add(Self::OFFSET) as *mut T;
            std::ptr::copy_nonoverlapping(from.as_ptr(), data, from.len());
            from.set_len(0);
            Thin {
                head,
                owns: PhantomData,
            }
        }
    }
}
impl<T> Deref for Thin<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        unsafe {
            let data = self
                .head
                .as_ptr()
                .cast::<u8>()
                .add(Self::OFFSET)
                .cast::<T>();
            std::slice::from_raw_parts(data, self.head.as_ref().len as usize)
        }
    }
}
impl<T> Clone for Thin<T> {
    fn clone(&self) -> Self {
        let old = unsafe { self.head.as_ref() }.refs.fetch_add(1, Relaxed);
        if old > u32::MAX / 2 {
            std::process::abort();
        }
        Thin {
            head: self.head,
            owns: PhantomData,
        }
    }
}
impl<T> Drop for Thin<T> {
    fn drop(&mut self) {
        unsafe {
            if self.head.as_ref().refs.fetch_sub(1, Release) != 1 {
                return;
            }
            fence(Acquire);
            let len = self.len();
            std::ptr::drop_in_place(std::ptr::slice_from_raw_parts_mut(
                self.as_ptr().cast_mut(),
                len,
            ));
            dealloc(self.head.as_ptr().cast(), Self::layout(len));
        }
    }
}

fn main() {
    assert_eq!(size_of::<Thin<u64>>(), 8);
    assert_eq!(size_of::<Option<Thin<u64>>>(), 8);
    let words = Thin::from_vec(vec![String::from("one"), String::from("three")]);
    let shared = words.clone();
    let t = thread::spawn(move || shared.iter().map(String::len).sum::<usize>());
    assert_eq!(words.last().map(|w| &w[..2]), Some("th"));
    drop(words);
    assert_eq!(t.join().unwrap(), 8);
    let bytes = Thin::from_vec(vec![1u8, 2, 3]);
    assert_eq!(bytes[..2], [1, 2]);
    let wide = Thin::from_vec(vec![1u128 << 100]);
    assert_eq!(wide[0] >> 99, 2);
}
