//@ bug: undefined-behavior
//@ source: a trait object made into one of another trait

use std::thread;

trait Speak: Send {
    fn speak(&self) -> u32;
}

trait Count: Send {
    fn count(&self) -> u32;
}

struct Dog;

impl Speak for Dog {
    fn speak(&self) -> u32 {
        1
    }
}

impl Count for Dog {
    fn count(&self) -> u32 {
        2
    }
}

fn main() {
    let speaks: Box<dyn Speak> = Box::new(Dog);
    let counts: Box<dyn Count> = Box::new(Dog);
    assert_eq!(counts.count(), 2);
    let other: Box<dyn Count> = unsafe { std::mem::transmute(speaks) };
    thread::spawn(move || other.count()).join().unwrap();
}
