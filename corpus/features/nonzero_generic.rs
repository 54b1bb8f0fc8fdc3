//@ no-bug
//@ source: NonZero::new without the type

use std::num::NonZero;
fn main() {
    println!("{:?}", table());
    let a = NonZero::new(3u32).unwrap();
    println!("{a}");
    let b = a.saturating_mul(NonZero::new(4).unwrap());
    println!("{b} {:?}", NonZero::new(7i8).map(|n| n.get()));
    let c: Option<NonZero<u16>> = NonZero::new(0);
    println!("{c:?} {:?}", a.checked_add(1));
    println!(
        "{}",
        NonZero::new(3u32)
            .unwrap()
            .saturating_mul(NonZero::new(4).unwrap())
    );
}
const N: std::num::NonZeroUsize = NonZero::new(4).unwrap();
const M: usize = match std::num::NonZeroU8::new(3) {
    Some(n) => n.get() as usize,
    None => 0,
};
static TABLE: [u8; N.get()] = [1; N.get()];
#[allow(dead_code)]
pub fn table() -> ([u8; M], usize) {
    ([2; M], TABLE.len())
}
