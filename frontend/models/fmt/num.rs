//! Numbers as text.
//!
//! Left out: nothing known.

use super::{Binary, Debug, Display, Formatter, LowerExp, LowerHex, Octal, Result, UpperExp, UpperHex};
use crate::intrinsics;
use crate::mem::MaybeUninit;

/// Formats a number of at most `N` digits, given in halves of 64 bits.
fn fmt_halves<const N: usize>(
    nonnegative: bool,
    (low, high): (u64, u64),
    (radix, upper, prefix): (u64, bool, &str),
    f: &mut Formatter<'_>,
) -> Result {
    let mut buffer = MaybeUninit::<[u8; N]>::uninit();
    let digits = buffer.as_mut_ptr() as *mut u8;
    let text = unsafe {
        let len = intrinsics::format_integer(low, high, radix, upper, digits);
        crate::str::str_at(crate::slice::slice_at(digits, len))
    };
    f.pad_integral(nonnegative, prefix, text)
}

fn fmt_u64(nonnegative: bool, value: u64, f: &mut Formatter<'_>) -> Result {
    fmt_halves::<20>(nonnegative, (value, 0), (10, false, ""), f)
}

fn fmt_u128(nonnegative: bool, value: u128, f: &mut Formatter<'_>) -> Result {
    fmt_halves::<39>(nonnegative, (value as u64, (value >> 64) as u64), (10, false, ""), f)
}

fn fmt_radix(value: u128, radix: u64, upper: bool, prefix: &str, f: &mut Formatter<'_>) -> Result {
    fmt_halves::<128>(true, (value as u64, (value >> 64) as u64), (radix, upper, prefix), f)
}

macro_rules! display_small {
    ($($t:ident)*) => {
        $(
            impl Display for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    let value = *self;
                    if value >= 0 as $t {
                        fmt_u64(true, value as u64, f)
                    } else {
                        fmt_u64(false, (value as i64 as u64).wrapping_neg(), f)
                    }
                }
            }
        )*
    };
}
display_small! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

impl Display for u128 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        fmt_u128(true, *self, f)
    }
}
impl Display for i128 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        fmt_u128(*self >= 0, self.unsigned_abs(), f)
    }
}

macro_rules! integer_radixes {
    ($($t:ident $unsigned:ident;)*) => {
        $(
            impl Debug for $t {
                #[inline]
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    if f.flags & 16 != 0 {
                        LowerHex::fmt(self, f)
                    } else if f.flags & 32 != 0 {
                        UpperHex::fmt(self, f)
                    } else {
                        Display::fmt(self, f)
                    }
                }
            }
            impl LowerHex for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_radix(*self as $unsigned as u128, 16, false, "0x", f)
                }
            }
            impl UpperHex for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_radix(*self as $unsigned as u128, 16, true, "0x", f)
                }
            }
            impl Octal for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_radix(*self as $unsigned as u128, 8, false, "0o", f)
                }
            }
            impl Binary for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_radix(*self as $unsigned as u128, 2, false, "0b", f)
                }
            }
            impl LowerExp for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_exp(*self >= 0 as $t, *self as i128 as u128, "e", f)
                }
            }
            impl UpperExp for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_exp(*self >= 0 as $t, *self as i128 as u128, "E", f)
                }
            }
        )*
    };
}
integer_radixes! {
    i8 u8;
    i16 u16;
    i32 u32;
    i64 u64;
    i128 u128;
    isize usize;
    u8 u8;
    u16 u16;
    u32 u32;
    u64 u64;
    u128 u128;
    usize usize;
}

/// An integer in scientific notation; `bits` are those of a negative one too. What is rounded off at a tie counts,
/// but for its last digit, only by how many digits it has, as in std.
fn fmt_exp(nonnegative: bool, bits: u128, letter: &str, f: &mut Formatter<'_>) -> Result {
    let mut n = if nonnegative { bits } else { bits.wrapping_neg() };
    let mut exponent = 0;
    while n >= 10 && n % 10 == 0 {
        n /= 10;
        exponent += 1;
    }
    let behind_point = if n == 0 { 0 } else { n.ilog10() as usize };
    let precision = f.precision.map_or(behind_point, |precision| precision as usize);
    let added = precision.saturating_sub(behind_point);
    let removed = behind_point.saturating_sub(precision);
    for _ in 1..removed {
        n /= 10;
        exponent += 1;
    }
    if removed != 0 {
        let rest = n % 10;
        n /= 10;
        exponent += 1;
        if rest > 5 || rest == 5 && (n % 2 != 0 || removed > 1) {
            n += 1;
            if n.ilog10() > (n - 1).ilog10() {
                n /= 10;
                exponent += 1;
            }
        }
    }
    let digits = crate::string::ToString::to_string(&n);
    let mut text = crate::string::String::from(&digits[..1]);
    if digits.len() > 1 || added > 0 {
        text.push('.');
    }
    text.push_str(&digits[1..]);
    text.extend(crate::iter::repeat_n('0', added));
    text.push_str(letter);
    text.push_str(&crate::string::ToString::to_string(&(exponent + digits.len() - 1)));
    let sign = match nonnegative {
        false => "-",
        true if f.sign_plus() => "+",
        true => "",
    };
    f.write_parts(sign, &[&text])
}

/// The largest finite `f64` has 309 digits before the point; a precision may ask for more after it.
fn fmt_float(bits: u64, is_f32: bool, negative: bool, style: u64, f: &mut Formatter<'_>) -> Result {
    let precision = match f.precision {
        Some(digits) => digits as u64,
        None => u64::MAX,
    };
    let capacity = 400 + f.precision.unwrap_or(0);
    let mut buffer: crate::vec::Vec<u8> = crate::vec::Vec::with_capacity(capacity);
    unsafe {
        let len = intrinsics::format_float(bits, is_f32, precision, style, buffer.as_mut_ptr(), capacity);
        buffer.set_len(len);
    }
    let text = unsafe { crate::str::str_at(&buffer) };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let sign = match negative {
        _ if digits == "NaN" => "",
        true => "-",
        false if f.sign_plus() => "+",
        false => "",
    };
    if f.out.joins_pieces() { f.write_parts(sign, &[digits]) } else { write_digits(sign, digits, f) }
}

/// A float's text without its sign, in the parts that std has of it: before and behind the point, and zeros that are
/// not among the digits of the shortest text.
fn write_digits(sign: &str, text: &str, f: &mut Formatter<'_>) -> Result {
    let point = end_of(text, 0, b'9');
    if point == 0 {
        return f.write_parts(sign, &[text]);
    }
    let (whole, shortest) = (&text[..point], f.precision.is_none());
    if point == text.len() {
        let digits = if shortest { without_zeros(whole) } else { point };
        return match digits {
            0 => f.write_parts(sign, &[text]),
            digits if digits == point => f.write_parts(sign, &[text]),
            digits => f.write_parts(sign, &[&text[..digits], &text[digits..]]),
        };
    }
    if text.as_bytes()[point] != b'.' {
        let (letter, exponent) = split_exponent(&text[point..]);
        return f.write_parts(sign, &[whole, letter, exponent]);
    }
    let end = end_of(text, point + 1, b'9');
    let rest = &text[point + 1..end];
    if end < text.len() {
        let (letter, exponent) = split_exponent(&text[end..]);
        return f.write_parts(sign, &[whole, ".", rest, letter, exponent]);
    }
    if whole == "0" {
        let zeros = end_of(rest, 0, b'0');
        return match zeros == 0 || zeros == rest.len() {
            true => f.write_parts(sign, &["0.", rest]),
            false => f.write_parts(sign, &["0.", &rest[..zeros], &rest[zeros..]]),
        };
    }
    match without_zeros(whole) {
        digits if digits < point && shortest && rest == "0" => {
            f.write_parts(sign, &[&whole[..digits], &whole[digits..], ".", rest])
        }
        _ => f.write_parts(sign, &[whole, ".", rest]),
    }
}
/// Where the digits from `start` on end that are not greater than one.
fn end_of(text: &str, start: usize, greatest: u8) -> usize {
    let (bytes, mut at) = (text.as_bytes(), start);
    while at < bytes.len() && b'0' <= bytes[at] && bytes[at] <= greatest {
        at += 1;
    }
    at
}
/// How long a number is without the zeros at its end.
fn without_zeros(digits: &str) -> usize {
    let (bytes, mut len) = (digits.as_bytes(), digits.len());
    while len > 0 && bytes[len - 1] == b'0' {
        len -= 1;
    }
    len
}
/// `e` or `e-`, and the number behind it.
fn split_exponent(text: &str) -> (&str, &str) {
    text.split_at(if text.as_bytes()[1] == b'-' { 2 } else { 1 })
}

macro_rules! float_formats {
    ($($t:ident $is_f32:literal;)*) => {
        $(
            impl Display for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_float(self.to_bits() as u64, $is_f32, self.is_sign_negative(), 0, f)
                }
            }
            impl Debug for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_float(self.to_bits() as u64, $is_f32, self.is_sign_negative(), 1, f)
                }
            }
            impl LowerExp for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_float(self.to_bits() as u64, $is_f32, self.is_sign_negative(), 2, f)
                }
            }
            impl UpperExp for $t {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    fmt_float(self.to_bits() as u64, $is_f32, self.is_sign_negative(), 3, f)
                }
            }
        )*
    };
}
float_formats! {
    f32 true;
    f64 false;
}

/// `0x...`; with `#` padded to the full width of an address.
pub(crate) fn fmt_address(address: usize, f: &mut Formatter<'_>) -> Result {
    let (flags, width) = (f.flags, f.width);
    if f.alternate() {
        f.flags |= 8;
        if f.width.is_none() {
            f.width = Some(18);
        }
    }
    f.flags |= 4;
    let result = LowerHex::fmt(&address, f);
    f.flags = flags;
    f.width = width;
    result
}
