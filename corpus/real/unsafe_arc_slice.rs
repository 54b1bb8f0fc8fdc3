//@ no-bug
//@ source: a counted slice in one block with its header

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

struct Header {
    refs: AtomicUsize,
    len: usize,
}

pub struct ArcSlice<T> {
    p: NonNull<Header>,
    _t: PhantomData<T>,
}
unsafe impl<T: Send + Sync> Send for ArcSlice<T> {}
unsafe impl<T: Send + Sync> Sync for ArcSlice<T> {}

impl<T> ArcSlice<T> {
    fn layout(len: usize) -> (Layout, usize) {
        let (l, at) = Layout::new::<Header>().extend(Layout::array::<T>(len).unwrap()).unwrap();
        (l.pad_to_align(), at)
    }
    pub fn from_iter(it: impl ExactSizeIterator<Item = T>) -> Self {
        let len = it.len();
        let (layout, at) = Self::layout(len);
        unsafe {
            let Some(p) = NonNull::new(alloc(layout)) else { handle_alloc_error(layout) };
            p.cast::<Header>().as_ptr().write(Header { refs: AtomicUsize::new(1), len });
            let data = p.as_ptr().add(at) as *mut T;
            for (i, x) in it.enumerate() {
                data.add(i).write(x);
            }
            ArcSlice { p: p.cast(), _t: PhantomData }
        }
    }
}
impl<T> std::ops::Deref for ArcSlice<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        unsafe {
            let len = self.p.as_ref().len;
            let at = Self::layout(len).1;
            std::slice::from_raw_parts(self.p.as_ptr().cast::<u8>().add(at).cast(), len)
        }
    }
}
impl<T> Clone for ArcSlice<T> {
    fn clone(&self) -> Self {
        unsafe { self.p.as_ref() }.refs.fetch_add(1, Ordering::Relaxed);
        ArcSlice { ..*self }
    }
}
impl<T> Drop for ArcSlice<T> {
    fn drop(&mut self) {
        unsafe {
            if self.p.as_ref().refs.fetch_sub(1, Ordering::AcqRel) == 1 {
                let (l, at) = Self::layout(self.len());
                let data = self.p.as_ptr().cast::<u8>().add(at).cast::<T>();
                std::ptr::drop_in_place(std::ptr::slice_from_raw_parts_mut(data, self.len()));
                dealloc(self.p.as_ptr().cast(), l);
            }
        }
    }
}

fn main() {
    let s = ArcSlice::from_iter(["a", "bc"].iter().map(|s| s.to_string()));
    let t = s.clone();
    let h = std::thread::spawn(move || t.iter().map(String::len).sum::<usize>());
    assert_eq!(s[1], "bc");
    drop(s);
    assert_eq!(h.join().unwrap(), 3);
}
