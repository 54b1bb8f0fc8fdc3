//@ no-bug
//@ source: the rarer methods of numbers, as std's documentation shows them

use std::num::{NonZero, Saturating, Wrapping};

fn main() {
    assert_eq!((-5i32).strict_abs(), 5);
    assert_eq!(1i32.overflowing_add_unsigned(2), (3, false));
    assert_eq!(
        i32::MIN.overflowing_add_unsigned(u32::MAX),
        (i32::MAX, false)
    );
    assert_eq!((i32::MAX - 2).overflowing_add_unsigned(3), (i32::MIN, true));
    assert_eq!(i8::MIN.overflowing_sub_unsigned(1), (i8::MAX, true));
    assert_eq!(i32::MIN.overflowing_div_euclid(-1), (i32::MIN, true));
    assert_eq!((-7i8).overflowing_rem_euclid(4), (1, false));
    assert_eq!(
        100u32.wrapping_rem_euclid(30) + 7u32.wrapping_div_euclid(2),
        13
    );
    assert_eq!(1u32.overflowing_sub_signed(2), (u32::MAX, true));
    assert_eq!(1u8.strict_add_signed(-1) + 3u8.strict_sub_signed(-2), 5);
    assert_eq!(1_000_000_000u32.carrying_mul(10, 10), (1410065418, 2));
    assert_eq!(
        u8::MAX.carrying_mul_add(u8::MAX, u8::MAX, u8::MAX),
        (u8::MAX, u8::MAX)
    );
    assert_eq!(u64::MAX.carrying_mul(u64::MAX, u64::MAX), (0, u64::MAX));
    assert_eq!((7i8).strict_rem_euclid(4) + 9i8.strict_div_euclid(4), 5);
    let n = NonZero::new(-5i32).unwrap();
    assert_eq!(
        (n.checked_abs(), n.wrapping_neg().get()),
        (NonZero::new(5), 5)
    );
    assert_eq!(
        NonZero::<i32>::MIN.overflowing_neg(),
        (NonZero::<i32>::MIN, true)
    );
    assert_eq!(n.cast_unsigned().cast_signed(), n);
    assert_eq!(
        NonZero::new(1u8)
            .unwrap()
            .midpoint(NonZero::new(4).unwrap())
            .get(),
        2
    );
    assert_eq!(Saturating(3i8).pow(5) + Saturating(-1), Saturating(126));
    assert_eq!(-Saturating(i8::MIN), Saturating(127));
    assert_eq!((!Saturating(0u8)).count_ones(), 8);
    assert_eq!(Wrapping(1u16).reverse_bits(), Wrapping(0x8000));
    assert!(Saturating(16u32).is_power_of_two() && Saturating(-1i64).is_negative());
    assert_eq!(Saturating(0x12u8).rotate_left(4).0, 0x21);
    assert_eq!(bool::try_from(1u8), Ok(true));
    assert!(bool::try_from(2i64).is_err());
    assert_eq!(std::f32::MAX_10_EXP + f64::MIN_EXP, -983);
}
