//! An import names the function, not the private type of the same name, so that the trait of that name of a glob
//! is still seen.
//@ no-bug

#![allow(non_snake_case)]
mod o {
    pub trait X {
        fn n(&self) -> u8 {
            1
        }
    }
    impl X for u8 {}
}
mod m {
    mod h {
        pub struct X {
            pub _a: u8,
        }
    }
    use h::X;
    pub fn X() -> u8 {
        let _: Option<X> = None;
        2
    }
}
use m::X;
use o::*;
fn f<T: X>(t: T) -> u8 {
    t.n()
}
fn main() {
    assert_eq!(f(1u8) + X(), 3);
}
