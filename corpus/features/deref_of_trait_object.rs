//@ no-bug
//@ source: a trait object of Deref is gone through, as in arc-swap
use std::ops::Deref;
struct DynGuard<T: ?Sized>(Box<dyn Deref<Target = T>>);
impl<T: ?Sized> Deref for DynGuard<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
fn main() {
    std::thread::spawn(|| ()).join().unwrap();
    let g: DynGuard<u32> = DynGuard(Box::new(Box::new(5u32)));
    assert_eq!(*g, 5);
}
