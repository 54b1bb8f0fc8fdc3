//@ no-bug
//@ source: a reference-counted pointer written by hand, with the acquire fence before the drop

use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{fence, AtomicUsize, Ordering};
use std::thread;

struct ArcData<T> {
    ref_count: AtomicUsize,
    data: T,
}

pub struct MyArc<T> {
    ptr: NonNull<ArcData<T>>,
}

unsafe impl<T: Send + Sync> Send for MyArc<T> {}
unsafe impl<T: Send + Sync> Sync for MyArc<T> {}

impl<T> MyArc<T> {
    pub fn new(data: T) -> MyArc<T> {
        MyArc {
            ptr: NonNull::from(Box::leak(Box::new(ArcData { ref_count: AtomicUsize::new(1), data }))),
        }
    }

    fn data(&self) -> &ArcData<T> {
        unsafe { self.ptr.as_ref() }
    }

    pub fn get_mut(arc: &mut Self) -> Option<&mut T> {
        if arc.data().ref_count.load(Ordering::Relaxed) == 1 {
            fence(Ordering::Acquire);
            unsafe { Some(&mut arc.ptr.as_mut().data) }
        } else {
            None
        }
    }
}

impl<T> Deref for MyArc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.data().data
    }
}

impl<T> Clone for MyArc<T> {
    fn clone(&self) -> Self {
        if self.data().ref_count.fetch_add(1, Ordering::Relaxed) > usize::MAX / 2 {
            std::process::abort();
        }
        MyArc { ptr: self.ptr }
    }
}

impl<T> Drop for MyArc<T> {
    fn drop(&mut self) {
        if self.data().ref_count.fetch_sub(1, Ordering::Release) == 1 {
            fence(Ordering::Acquire);
            unsafe {
                drop(Box::from_raw(self.ptr.as_ptr()));
            }
        }
    }
}

static NUM_DROPS: AtomicUsize = AtomicUsize::new(0);

struct DetectDrop;

impl Drop for DetectDrop {
    fn drop(&mut self) {
        NUM_DROPS.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let x = MyArc::new(("hello", DetectDrop));
    let mut y = x.clone();
    let t = thread::spawn(move || {
        assert_eq!(x.0, "hello");
    });
    assert_eq!(y.0, "hello");
    t.join().unwrap();
    assert_eq!(NUM_DROPS.load(Ordering::Relaxed), 0);
    MyArc::get_mut(&mut y).unwrap().0 = "changed";
    println!("{}", y.0);
    drop(y);
    println!("{}", NUM_DROPS.load(Ordering::Relaxed));
}
