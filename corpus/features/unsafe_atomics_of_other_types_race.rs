//@ bug: data-race
//@ source: a field that is written while the struct around it is read as one atomic number

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;

#[repr(C, align(8))]
struct Pos { x: u32, y: u32 }
struct Place(*mut Pos);
unsafe impl Send for Place {}

fn main() {
    let mut pos = Pos { x: 1, y: 2 };
    let place = Place(&raw mut pos);
    let reader = thread::spawn(move || {
        let place = place;
        unsafe { AtomicU64::from_ptr(place.0.cast()) }.load(SeqCst)
    });
    pos.y = 3;
    assert!(reader.join().unwrap() as u32 == 1 && pos.x == 1);
}
