//@ bug: undefined-behavior
//@ source: a number that must not be zero, seen through a reference
fn main() {
    let z = 0u32;
    let n = unsafe { &*(&raw const z as *const std::num::NonZeroU32) };
    std::hint::black_box(n.get());
}
