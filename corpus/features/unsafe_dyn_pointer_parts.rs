//@ no-bug
//@ source: a pointer to a trait object is taken apart and put together, as in sdd
use std::mem::transmute;
use std::ptr::NonNull;
trait C {
    fn number(&self) -> u32;
}
impl C for u32 {
    fn number(&self) -> u32 {
        *self
    }
}
fn main() {
    std::thread::spawn(|| ()).join().unwrap();
    let p: *mut dyn C = Box::into_raw(Box::new(7u32));
    let parts: (*mut usize, *mut usize) = unsafe { transmute(p) };
    let q: Option<NonNull<dyn C>> = unsafe { transmute(parts) };
    assert_eq!(unsafe { (*q.unwrap().as_ptr()).number() }, 7);
}
