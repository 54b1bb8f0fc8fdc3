//@ no-bug
//@ source: impls in functions hold everywhere, whether or not the function is called

#![allow(non_local_definitions)]

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Counter(AtomicU32);

trait Shape {
    fn area(&self) -> u32;
}

struct Square(u32);

mod setup {
    use super::Counter;
    use std::sync::atomic::Ordering;

    #[allow(dead_code)]
    pub fn never_called() {
        impl Counter {
            pub fn add(&self, by: u32) -> u32 {
                self.0.fetch_add(by, Ordering::Relaxed) + by
            }
        }
    }
}

struct Circle(u32);

impl Circle {
    #[allow(dead_code)]
    const UNIT: Circle = {
        impl Shape for Circle {
            fn area(&self) -> u32 {
                3 * self.radius() * self.radius()
            }
        }
        Circle(1)
    };

    #[allow(dead_code)]
    fn also_not_called(&self) {
        impl Circle {
            fn radius(&self) -> u32 {
                self.0
            }
        }
    }
}

fn total(shapes: &[&dyn Shape]) -> u32 {
    shapes.iter().map(|shape| shape.area()).sum()
}

#[allow(dead_code)]
fn outer() {
    fn inner() {
        impl Shape for Square {
            fn area(&self) -> u32 {
                side(self) * side(self)
            }
        }

        fn side(square: &Square) -> u32 {
            square.0
        }
    }

    if true {
        impl fmt::Display for Square {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}x{}", self.0, self.0)
            }
        }
    }
    inner();
}

fn main() {
    let counter = Counter(AtomicU32::new(0));
    thread::scope(|scope| {
        scope.spawn(|| counter.add(1));
        scope.spawn(|| counter.add(2));
    });
    println!("{}", counter.0.load(Ordering::Relaxed));
    println!("{} {}", Square(3), total(&[&Square(2), &Circle(1)]));
}
