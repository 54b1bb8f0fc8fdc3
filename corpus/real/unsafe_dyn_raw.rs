//@ no-bug
//@ source: trait objects as raw pointers: Box, and Arc with counts changed by hand

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

trait Shape: Send + Sync {
    fn area(&self) -> f64;
    fn name(&self) -> String { "shape".to_string() }
}
struct Sq(f64);
struct Circle { r: f64 }
static ALIVE: AtomicUsize = AtomicUsize::new(0);

impl Shape for Sq {
    fn area(&self) -> f64 { self.0 * self.0 }
}
impl Drop for Sq {
    fn drop(&mut self) { ALIVE.fetch_sub(1, Ordering::SeqCst); }
}
impl Shape for Circle {
    fn area(&self) -> f64 { 3.0 * self.r.powi(2) }
    fn name(&self) -> String { format!("circle {}", self.r) }
}

#[derive(Clone, Copy)]
struct Ptr(*const dyn Shape);
unsafe impl Send for Ptr {}

fn main() {
    ALIVE.store(1, Ordering::SeqCst);
    let b: Box<dyn Shape> = Box::new(Sq(2.0));
    let raw: *mut dyn Shape = Box::into_raw(b);
    let thin = raw as *mut Sq;
    unsafe { (*thin).0 += 1.0 };
    let p = Ptr(raw);
    let t = std::thread::spawn(move || {
        let p = p;
        unsafe { (*p.0).area() + (&*p.0).name().len() as f64 }
    });
    assert_eq!(t.join().unwrap(), 14.0);
    unsafe { drop(Box::from_raw(raw)) };
    assert_eq!(ALIVE.load(Ordering::SeqCst), 0);

    let a: Arc<dyn Shape> = Arc::new(Circle { r: 2.0 });
    let raw = Arc::into_raw(a);
    unsafe { Arc::increment_strong_count(raw) };
    let (x, y) = unsafe { (Arc::from_raw(raw), Arc::from_raw(raw)) };
    let h = std::thread::spawn(move || x.name());
    assert_eq!(y.area(), 12.0);
    assert_eq!(h.join().unwrap(), "circle 2");
    assert_eq!(Arc::strong_count(&y), 1);
    let size = std::mem::size_of_val(&*y);
    assert_eq!(size, 8);
}
