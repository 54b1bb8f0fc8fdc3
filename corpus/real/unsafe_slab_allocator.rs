//@ no-bug
//@ source: a slab whose free entries hold the next free index in a union

use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
union Entry<T> {
    next: Option<usize>,
    value: ManuallyDrop<T>,
}
pub struct Slab<T> {
    entries: UnsafeCell<Vec<MaybeUninit<Entry<T>>>>,
    free: Cell<Option<usize>>,
    live: Cell<usize>,
}
pub struct Handle<'s, T> {
    slab: &'s Slab<T>,
    index: usize,
    ptr: NonNull<T>,
    _own: PhantomData<T>,
}
impl<T> Slab<T> {
    pub fn with_capacity(n: usize) -> Self {
        let mut v = Vec::with_capacity(n);
        for i in 0..n {
            v.push(MaybeUninit::new(Entry {
                next: if i + 1 < n { Some(i + 1) } else { None },
            }));
        }
        Slab {
            entries: UnsafeCell::new(v),
            free: Cell::new(if n > 0 { Some(0) } else { None }),
            live: Cell::new(0),
        }
    }
    pub fn alloc(&self, value: T) -> Result<Handle<'_, T>, T> {
        let Some(index) = self.free.get() else {
            return Err(value);
        };
        let entry = unsafe { (&mut *self.entries.get())[index].as_mut_ptr() };
        unsafe {
            self.free.set((*entry).next);
            (*entry).value = ManuallyDrop::new(value);
            self.live.set(self.live.get() + 1);
            let ptr = NonNull::new_unchecked(&raw mut (*entry).value as *mut T);
            Ok(Handle {
                slab: self,
                index,
                ptr,
                _own: PhantomData,
            })
        }
    }
}
impl<T> Deref for Handle<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { self.ptr.as_ref() }
    }
}
impl<T> DerefMut for Handle<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { self.ptr.as_mut() }
    }
}
impl<T> Drop for Handle<'_, T> {
    fn drop(&mut self) {
        unsafe {
            let entry = (&mut *self.slab.entries.get())[self.index].as_mut_ptr();
            ManuallyDrop::drop(&mut (*entry).value);
            (*entry).next = self.slab.free.get();
        }
        self.slab.free.set(Some(self.index));
        self.slab.live.set(self.slab.live.get() - 1);
    }
}
fn main() {
    let slab = Slab::with_capacity(2);
    let mut a = slab.alloc(String::from("a")).ok().unwrap();
    let b = slab.alloc("b".to_string()).ok().unwrap();
    a.push('!');
    println!("{} {} {:?}", *a, b.len(), slab.alloc("c".into()).err());
    drop(a);
    let c = slab.alloc("again".into()).ok().unwrap();
    println!("{} {} {}", c.index, slab.live.get(), *c);
}
