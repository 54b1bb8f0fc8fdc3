//@ no-bug
//@ source: an Rc with weak references on Box::into_raw, Cell counts and ptr::drop_in_place

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ops::Deref;

struct Inner<T> {
    strong: Cell<usize>,
    weak: Cell<usize>,
    value: ManuallyDrop<T>,
}

struct MyRc<T>(*mut Inner<T>);
struct MyWeak<T>(*mut Inner<T>);

impl<T> MyRc<T> {
    fn new(value: T) -> Self {
        MyRc(Box::into_raw(Box::new(Inner { strong: Cell::new(1), weak: Cell::new(1), value: ManuallyDrop::new(value) })))
    }
    fn inner(&self) -> &Inner<T> {
        unsafe { &*self.0 }
    }
    fn downgrade(&self) -> MyWeak<T> {
        self.inner().weak.set(self.inner().weak.get() + 1);
        MyWeak(self.0)
    }
}

impl<T> Clone for MyRc<T> {
    fn clone(&self) -> Self {
        self.inner().strong.set(self.inner().strong.get() + 1);
        MyRc(self.0)
    }
}

impl<T> Deref for MyRc<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.inner().value
    }
}

impl<T> Drop for MyRc<T> {
    fn drop(&mut self) {
        let strong = self.inner().strong.get() - 1;
        self.inner().strong.set(strong);
        if strong == 0 {
            unsafe { ManuallyDrop::drop(&mut (*self.0).value) };
            drop(MyWeak(self.0));
        }
    }
}

impl<T> MyWeak<T> {
    fn upgrade(&self) -> Option<MyRc<T>> {
        let strong = unsafe { &(*self.0).strong };
        if strong.get() == 0 {
            return None;
        }
        strong.set(strong.get() + 1);
        Some(MyRc(self.0))
    }
}

impl<T> Drop for MyWeak<T> {
    fn drop(&mut self) {
        let weak = unsafe { &(*self.0).weak };
        weak.set(weak.get() - 1);
        if weak.get() == 0 {
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

struct Loud(&'static str);

impl Drop for Loud {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let a = MyRc::new(Loud("a"));
    let b = a.clone();
    let weak = a.downgrade();
    drop(a);
    println!("{}", weak.upgrade().is_some());
    println!("{}", b.0.is_null());
    drop(b);
    println!("{}", weak.upgrade().is_some());
}
