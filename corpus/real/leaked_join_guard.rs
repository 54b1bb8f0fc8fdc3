//@ bug: data-race
//@ bug: undefined-behavior
//@ source: scoped threads as they were before Rust 1.0: a guard that joins when it is dropped, and is forgotten
use std::marker::PhantomData;
use std::thread::{self, JoinHandle};
struct JoinGuard<'a> {
    h: Option<JoinHandle<()>>,
    _p: PhantomData<&'a ()>,
}
impl Drop for JoinGuard<'_> {
    fn drop(&mut self) {
        self.h.take().unwrap().join().unwrap();
    }
}
fn scoped<'a, F: FnOnce() + Send + 'a>(f: F) -> JoinGuard<'a> {
    let b: Box<dyn FnOnce() + Send + 'a> = Box::new(f);
    let b: Box<dyn FnOnce() + Send + 'static> = unsafe { std::mem::transmute(b) };
    JoinGuard {
        h: Some(thread::spawn(b)),
        _p: PhantomData,
    }
}
fn work() {
    let mut data = vec![1, 2, 3];
    let g = scoped(|| data.push(4));
    std::mem::forget(g);
}
fn main() {
    work();
}
