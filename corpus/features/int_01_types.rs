//@ no-bug

fn main() {
    println!("{} {}", u8::MAX, i8::MIN);
    println!("{} {}", u16::MAX, i16::MIN);
    println!("{} {}", u32::MAX, i32::MIN);
    println!("{} {}", u64::MAX, i64::MIN);
    println!("{} {}", u128::MAX, i128::MIN);
    println!("{} {}", usize::MAX, isize::MIN);
    println!("{} {} {}", 1_000_000u32, 0xff_u8, 0b1010i8);
    println!("{} {}", 0o17, b'a');
    println!("{}", u64::MAX as u128 * 3);
    println!("{}", i128::MAX / 7);
    println!("{} {}", u8::BITS, i64::BITS);
}
