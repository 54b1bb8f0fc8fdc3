//@ no-bug

use std::sync::atomic::{AtomicU32, Ordering};

static CLONES: AtomicU32 = AtomicU32::new(0);

/// Has nothing to drop, and a clone that differs.
#[derive(Debug)]
struct Age(u32);

impl Clone for Age {
    fn clone(&self) -> Age {
        CLONES.fetch_add(1, Ordering::Relaxed);
        Age(self.0 + 1)
    }
}

fn twice<T: Clone>(value: &T) -> (T, T) {
    (value.clone(), value.clone())
}

fn main() {
    println!("{:?}", [Age(0), Age(5)].clone());
    println!("{:?}", twice(&(Age(1), 2, [[Age(3)], [Age(4)]])));
    let captured = Age(7);
    let closure = move || captured.0;
    println!("{} {}", closure.clone()(), closure());
    println!("{:?}", (Age(1), String::from("with a drop")).clone());
    println!("{}", CLONES.load(Ordering::Relaxed));
}
