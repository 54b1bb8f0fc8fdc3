//@ no-bug

fn main() {
    println!("{} {} {}", (-5i32).abs(), 5i32.signum(), (-5i32).signum());
    println!("{} {}", (-7i32).rem_euclid(3), (-7i32).div_euclid(3));
    println!("{} {} {}", 3.min(5), 3.max(5), 17.clamp(0, 10));
    println!("{} {}", 10u32.abs_diff(15), (-3i8).unsigned_abs());
    println!("{:?} {:?}", "42".parse::<i32>(), "x1".parse::<u8>().is_err());
    println!("{:?}", i64::from_str_radix("-ff", 16));
    println!("{:?}", 258u16.to_be_bytes());
    println!("{}", u32::from_le_bytes([1, 1, 0, 0]));
    println!("{:?} {:?}", 3.cmp(&5), 2u8.partial_cmp(&2));
    println!("{} {}", 17u32.isqrt(), 1000u32.ilog10());
    println!("{}", 10u32.div_ceil(3));
    println!("{}", 13u32.next_multiple_of(5));
}
