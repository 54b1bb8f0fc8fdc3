//! An array in a variant, whose length is a constant of the enum.
//@ no-bug

enum E {
    A { n: u8, xs: [u8; Self::N] },
    B,
}
impl E {
    const N: usize = 3;
}
fn main() {
    let e = E::A { n: 1, xs: [1; 3] };
    if let E::A { n, xs } = &e {
        assert_eq!(xs.len() + *n as usize, 4);
    }
    let _ = E::B;
}
