//@ no-bug
//@ source: a trait that another module names anew is in scope where it is imported by that name

use std::thread;

mod shapes {
    pub trait Measured {
        fn length(&self) -> usize;
    }
    impl<T> Measured for [T] {
        fn length(&self) -> usize {
            self.len()
        }
    }
    pub use Measured as Sized2;
    pub mod prelude {
        pub use super::Sized2 as Rated;
    }
}

mod far {
    use super::shapes::prelude::Rated;

    pub fn length(words: &[&str]) -> usize {
        words.length()
    }
}

use shapes::Sized2;

fn main() {
    let near = thread::spawn(|| [1, 2, 3].length());
    let far = thread::spawn(|| far::length(&["one", "two"]));
    println!("{} {}", near.join().unwrap(), far.join().unwrap());
}
