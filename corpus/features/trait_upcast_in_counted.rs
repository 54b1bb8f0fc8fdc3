//@ no-bug

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread;

trait Shape: Send + Sync {
    fn area(&self) -> u32;
}

trait Solid: Shape {
    fn volume(&self) -> u32;
}

struct Cube(u32);
impl Shape for Cube {
    fn area(&self) -> u32 {
        6 * self.0 * self.0
    }
}
impl Solid for Cube {
    fn volume(&self) -> u32 {
        self.0.pow(3)
    }
}

fn main() {
    let solid: Arc<dyn Solid> = Arc::new(Cube(2));
    let shape: Arc<dyn Shape> = solid.clone();
    let areas = thread::spawn(move || shape.area());
    assert_eq!((areas.join().unwrap(), solid.volume()), (24, 8));

    let locked: Arc<Mutex<dyn Solid>> = Arc::new(Mutex::new(Cube(1)));
    let shape: Arc<Mutex<dyn Shape>> = locked;
    assert_eq!(shape.lock().unwrap().area(), 6);

    let counted: Rc<dyn Solid> = Rc::new(Cube(3));
    let weak: std::rc::Weak<dyn Shape> = Rc::<dyn Solid>::downgrade(&counted);
    assert_eq!(weak.upgrade().map(|shape| shape.area()), Some(54));

    let pinned: Pin<Box<dyn Solid>> = Box::pin(Cube(1));
    let pinned: Pin<Box<dyn Shape>> = pinned;
    let cell: Cell<&dyn Solid> = Cell::new(&Cube(2));
    let cell: Cell<&dyn Shape> = cell;
    assert_eq!((pinned.area(), cell.get().area()), (6, 24));
}
