//@ bug: undefined-behavior
//@ source: a reference to a number at an odd byte, which nobody reads
fn main() {
    let bytes = [0u64; 2];
    let start = bytes.as_ptr().cast::<u8>();
    let even: &u32 = unsafe { &*start.add(4).cast::<u32>() };
    assert_eq!(*even, 0);
    let odd: &u32 = unsafe { &*start.add(5).cast::<u32>() };
    println!("{}", std::mem::size_of_val(odd));
}
