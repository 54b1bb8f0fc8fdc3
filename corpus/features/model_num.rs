//@ no-bug
//@ source: the integer types of the models against native ones

use std::num::{NonZeroU32, Saturating, Wrapping};

macro_rules! unsigned {
    ($($t:ident)*) => {$(
        let (a, b): ($t, $t) = (200, 7);
        println!("{} {:?} {:?} {:?}", stringify!($t), $t::MIN, $t::MAX, $t::BITS);
        println!("{} {} {}", a.wrapping_add(100), a.wrapping_sub(201), a.wrapping_mul(3));
        println!("{:?} {:?} {:?}", a.checked_add(100), b.checked_sub(9), a.checked_mul(2));
        println!("{:?} {:?} {:?}", a.checked_div(0), a.checked_rem(b), b.checked_pow(3));
        println!("{} {} {}", a.saturating_add($t::MAX), b.saturating_sub(9), $t::MAX.saturating_mul(2));
        println!("{:?} {:?} {:?}", a.overflowing_add($t::MAX), b.overflowing_sub(9), $t::MAX.overflowing_mul(3));
        println!("{} {} {} {}", a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.count_zeros());
        println!("{} {} {}", a.rotate_left(3), a.rotate_right(5), a.swap_bytes());
        println!("{} {} {} {}", a.reverse_bits(), a.pow(1), b.pow(2), a.abs_diff(b));
        println!("{} {} {}", a.div_ceil(b), a.next_multiple_of(b), a.is_power_of_two());
        println!("{} {:?} {}", b.next_power_of_two(), $t::MAX.checked_next_power_of_two(), a.isqrt());
        println!("{} {} {}", a.ilog2(), a.ilog10(), a.ilog(3));
        println!("{:?} {:?} {:?}", a.checked_shl(3), a.checked_shr($t::BITS), a.wrapping_shl($t::BITS + 1));
        println!("{:?} {:?}", a.to_be_bytes(), $t::from_le_bytes(a.to_le_bytes()));
        println!("{:?} {:?} {:?}", "12".parse::<$t>(), "-1".parse::<$t>(), "9999999999999999999999999999999999999999".parse::<$t>());
        println!("{:?} {:?} {:?}", "".parse::<$t>(), "+".parse::<$t>(), $t::from_str_radix("7f", 16));
        println!("{} {} {}", a.min(b), a.max(b), a.clamp(1, 100));
        println!("{} {} {}", a.midpoint(b), a.div_euclid(b), a.rem_euclid(b));
        println!("{:?} {}", a.checked_add_signed(-3), a.wrapping_add_signed(5));
    )*};
}

macro_rules! signed {
    ($($t:ident)*) => {$(
        let (a, b): ($t, $t) = (-100, 7);
        println!("{} {:?} {:?} {:?}", stringify!($t), $t::MIN, $t::MAX, $t::BITS);
        println!("{} {} {}", a.wrapping_add(-100), $t::MIN.wrapping_sub(1), $t::MIN.wrapping_neg());
        println!("{:?} {:?} {:?}", a.checked_add(-100), $t::MIN.checked_neg(), a.checked_mul(2));
        println!("{:?} {:?} {:?}", $t::MIN.checked_div(-1), a.checked_rem(b), (-2 as $t).checked_pow(3));
        println!("{} {} {}", $t::MAX.saturating_add(1), $t::MIN.saturating_sub(9), $t::MIN.saturating_mul(2));
        println!("{:?} {:?} {:?}", $t::MAX.overflowing_add(1), $t::MIN.overflowing_neg(), $t::MIN.overflowing_abs());
        println!("{} {} {}", a.abs(), a.signum(), a.unsigned_abs());
        println!("{} {} {} {}", a / b, a % b, a.div_euclid(b), a.rem_euclid(b));
        println!("{} {} {}", a.div_euclid(-7), a.rem_euclid(-7), a.is_negative());
        println!("{} {} {} {}", a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.leading_ones());
        println!("{} {} {}", a.rotate_left(3), a.swap_bytes(), a.reverse_bits());
        println!("{} {} {}", a >> 2, b << 2, !a);
        println!("{:?} {:?} {:?}", "-12".parse::<$t>(), "x".parse::<$t>(), "-99999999999999999999999999999999999999999".parse::<$t>());
        println!("{} {} {}", a.abs_diff(b), a.midpoint(b), b.isqrt());
        println!("{:?} {:?}", a.checked_add_unsigned(3), a.saturating_sub_unsigned(100));
    )*};
}

fn main() {
    unsigned!(u8 u16 u32 u64 u128 usize);
    signed!(i8 i16 i32 i64 i128 isize);
    println!("{:?} {:?} {:?}", u8::try_from(300i32), i8::try_from(-128i64), u64::try_from(-1i8));
    println!("{:?} {:?} {:?}", usize::try_from(5u128), i16::try_from(40000u16), u32::try_from(u64::MAX));
    println!("{} {} {}", i64::from(3u32), u128::from(true), f64::from(2.5f32));
    println!("{} {} {} {}", 300i32 as u8, -1i32 as u32, 3.99f64 as i32, -5.0f32 as u8);
    println!("{} {} {}", f64::NAN as i32, 1e20 as i64, u64::MAX as f32);
    let n = NonZeroU32::new(5).unwrap();
    println!("{:?} {} {:?} {:?}", n, n.get(), NonZeroU32::new(0), n.checked_mul(n));
    println!("{:?} {:?}", "7".parse::<NonZeroU32>(), "0".parse::<NonZeroU32>());
    let mut w = Wrapping(250u8);
    w += Wrapping(10);
    println!("{} {:?} {} {}", w, w - Wrapping(5), w * Wrapping(100), -w);
    println!("{} {}", Saturating(250u8) + Saturating(10), !Wrapping(1i8));
    let e = "12x".parse::<i32>().unwrap_err();
    println!("{} {:?} {:?}", e, e, e.kind());
    println!("{}", u8::try_from(300).unwrap_err());
    println!("{:?} {}", 5i32.cmp(&6), 5u8.partial_cmp(&5).is_some());
    println!("{} {}", b'a'.to_ascii_uppercase(), b'7'.is_ascii_digit());
    println!("{:?}", [3u8, 5].iter().sum::<u8>());
    println!("{}", (1..=20u64).product::<u64>());
}
