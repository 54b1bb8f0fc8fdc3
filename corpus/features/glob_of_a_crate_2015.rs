//! In edition 2015 a glob can take all names of a crate.
//@ edition: 2015
//@ no-bug

mod all {
    pub use std::*;
}

mod private {
    use std::*;

    pub fn one() -> num::NonZeroU8 {
        num::NonZeroU8::new(1).unwrap()
    }
}

use all::num::NonZeroU8;

fn main() {
    let other = all::thread::spawn(private::one);
    let two: ::all::num::NonZeroU8 = NonZeroU8::new(2).unwrap();
    assert_eq!(other.join().unwrap().get() + two.get(), 3);
}
