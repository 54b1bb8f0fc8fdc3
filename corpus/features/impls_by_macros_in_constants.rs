//! Impls that macros make in constants without a name.
//@ no-bug

trait Number {
    fn number(&self) -> u8 {
        1
    }
}

macro_rules! implement {
    ($ty:ty) => {{
        impl Number for $ty {}
    }};
}

const _: () = unsafe {
    implement!(u32);
};
const _: () = implement!(u16);
const _: () = {
    implement!(u8);
};

fn main() {
    assert_eq!(1u32.number() + 1u16.number() + 1u8.number(), 3);
}
