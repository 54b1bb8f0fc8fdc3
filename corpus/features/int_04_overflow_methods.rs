//@ no-bug

fn main() {
    println!("{:?} {:?}", 250u8.checked_add(5), 250u8.checked_add(6));
    println!("{:?} {:?}", 0u32.checked_sub(1), i32::MIN.checked_neg());
    println!("{:?} {:?}", 7i32.checked_div(0), i32::MIN.checked_div(-1));
    println!("{} {}", 250u8.wrapping_add(10), 0u8.wrapping_sub(1));
    println!("{} {}", i32::MAX.wrapping_add(1), i32::MIN.wrapping_abs());
    println!("{} {}", 200u8.saturating_add(100), i8::MIN.saturating_sub(1));
    println!("{:?} {:?}", 255u8.overflowing_add(1), 1u8.overflowing_sub(2));
    println!("{} {}", 1u32.wrapping_shl(33), 16u8.wrapping_mul(17));
    println!("{:?} {:?}", 2u64.checked_pow(63), 2u64.checked_pow(64));
    println!("{} {}", 3i32.pow(4), 2u8.saturating_pow(9));
}
