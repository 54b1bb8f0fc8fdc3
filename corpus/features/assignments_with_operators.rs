//@ no-bug
//@ source: operators that assign to variables of all kinds of numbers, which nobody borrows

macro_rules! in_place {
    ($from:expr; $($op:tt $by:expr),*) => {{
        let mut value = $from;
        $(value $op $by;)*
        let now = value;
        now
    }};
}

fn main() {
    assert_eq!(
        in_place!(15.0f64; %= 10.0, += 1.5, *= 2.0, /= 4.0, -= 0.25),
        3.0
    );
    assert_eq!(in_place!(-7.5f32; %= 2.0, -= 0.5), -2.0);
    assert_eq!(in_place!(-17i32; /= 3, %= 4, *= 5, -= 2), -7);
    assert_eq!(
        in_place!(0b1100u8; ^= 0b1010, <<= 2, >>= 1u64, |= 1, &= 0b1101),
        0b1101
    );
    assert_eq!(
        in_place!(u128::MAX; >>= 100i8, %= 1000),
        (u128::MAX >> 100) % 1000
    );
    assert!(in_place!(true; &= false, |= true, ^= false));
}
