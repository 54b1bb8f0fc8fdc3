//@ bug: undefined-behavior
//@ source: a counted pointer whose weak half does not keep the counts alive
use std::cell::Cell;
use std::ptr::NonNull;
struct Inner<T> {
    strong: Cell<usize>,
    weak: Cell<usize>,
    v: T,
}
struct Rc<T>(NonNull<Inner<T>>);
struct Weak<T>(NonNull<Inner<T>>);
impl<T> Rc<T> {
    fn new(v: T) -> Self {
        Rc(NonNull::from(Box::leak(Box::new(Inner {
            strong: Cell::new(1),
            weak: Cell::new(0),
            v,
        }))))
    }
    fn downgrade(&self) -> Weak<T> {
        let i = unsafe { self.0.as_ref() };
        i.weak.set(i.weak.get() + 1);
        Weak(self.0)
    }
}
impl<T> Weak<T> {
    fn upgrade(&self) -> Option<Rc<T>> {
        let i = unsafe { self.0.as_ref() };
        if i.strong.get() == 0 {
            None
        } else {
            i.strong.set(i.strong.get() + 1);
            Some(Rc(self.0))
        }
    }
}
impl<T> Drop for Rc<T> {
    fn drop(&mut self) {
        let i = unsafe { self.0.as_ref() };
        i.strong.set(i.strong.get() - 1);
        if i.strong.get() == 0 {
            drop(unsafe { Box::from_raw(self.0.as_ptr()) });
        }
    }
}
impl<T> Drop for Weak<T> {
    fn drop(&mut self) {}
}
fn main() {
    let t = std::thread::spawn(|| {
        let r = Rc::new(5);
        let w = r.downgrade();
        assert_eq!(unsafe { w.0.as_ref().v }, 5);
        drop(r);
        w.upgrade().is_none()
    });
    t.join().unwrap();
}
