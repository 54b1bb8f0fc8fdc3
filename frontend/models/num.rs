//! `std::num` and the methods of the integer types.
//!
//! Left out: `widening_mul`-like unstable methods. `isqrt` of 128-bit types is
//! slow.

use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign,
    Mul, MulAssign, Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};
use crate::str::FromStr;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIntError {
    kind: IntErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq, Copy, Hash)]
#[non_exhaustive]
pub enum IntErrorKind {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}

impl ParseIntError {
    pub const fn kind(&self) -> &IntErrorKind {
        &self.kind
    }
}
impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.kind {
            IntErrorKind::Empty => "cannot parse integer from empty string",
            IntErrorKind::InvalidDigit => "invalid digit found in string",
            IntErrorKind::PosOverflow => "number too large to fit in target type",
            IntErrorKind::NegOverflow => "number too small to fit in target type",
            IntErrorKind::Zero => "number would be zero for non-zero type",
        })
    }
}
impl Error for ParseIntError {}

#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct TryFromIntError(pub(crate) ());

impl fmt::Display for TryFromIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("out of range integral type conversion attempted")
    }
}
impl Error for TryFromIntError {}
impl From<crate::convert::Infallible> for TryFromIntError {
    fn from(x: crate::convert::Infallible) -> TryFromIntError {
        match x {}
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseFloatError {
    kind: FloatErrorKind,
}
#[derive(Debug, Clone, PartialEq, Eq)]
enum FloatErrorKind {
    Empty,
    Invalid,
}
impl fmt::Display for ParseFloatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.kind {
            FloatErrorKind::Empty => "cannot parse float from empty string",
            FloatErrorKind::Invalid => "invalid float literal",
        })
    }
}
impl Error for ParseFloatError {}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

pub(crate) fn parse_float_bits(text: &str, is_f32: bool) -> Result<u64, ParseFloatError> {
    if text.is_empty() {
        return Err(ParseFloatError { kind: FloatErrorKind::Empty });
    }
    let (ok, bits) = unsafe { intrinsics::parse_float(text.as_ptr(), text.len(), is_f32) };
    if ok { Ok(bits) } else { Err(ParseFloatError { kind: FloatErrorKind::Invalid }) }
}

/// The value of an ASCII digit in `radix`.
const fn digit_value(byte: u8, radix: u32) -> Option<u32> {
    let value = match byte {
        b'0'..=b'9' => (byte - b'0') as u32,
        b'a'..=b'z' => (byte - b'a') as u32 + 10,
        b'A'..=b'Z' => (byte - b'A') as u32 + 10,
        _ => return None,
    };
    if value < radix { Some(value) } else { None }
}

/// Everything that signed and unsigned integers share.
macro_rules! int_common {
    ($t:ident $unsigned:ident $signed:ident $bits:literal $min:expr, $max:expr) => {
        pub const MIN: $t = $min;
        pub const MAX: $t = $max;
        pub const BITS: u32 = $bits;

        #[inline]
        pub const fn min_value() -> $t {
            $min
        }
        #[inline]
        pub const fn max_value() -> $t {
            $max
        }
        #[inline]
        pub const fn count_ones(self) -> u32 {
            unsafe { intrinsics::count_ones(self) }
        }
        #[inline]
        pub const fn count_zeros(self) -> u32 {
            (!self).count_ones()
        }
        #[inline]
        pub const fn leading_zeros(self) -> u32 {
            unsafe { intrinsics::leading_zeros(self) }
        }
        #[inline]
        pub const fn trailing_zeros(self) -> u32 {
            unsafe { intrinsics::trailing_zeros(self) }
        }
        #[inline]
        pub const fn leading_ones(self) -> u32 {
            (!self).leading_zeros()
        }
        #[inline]
        pub const fn trailing_ones(self) -> u32 {
            (!self).trailing_zeros()
        }
        pub const fn rotate_left(self, n: u32) -> $t {
            let n = n % $bits;
            if n == 0 {
                return self;
            }
            let x = self as $unsigned;
            ((x << n) | (x >> ($bits - n))) as $t
        }
        pub const fn rotate_right(self, n: u32) -> $t {
            self.rotate_left($bits - n % $bits)
        }
        #[inline]
        pub const fn swap_bytes(self) -> $t {
            unsafe { intrinsics::swap_bytes(self) }
        }
        #[inline]
        pub const fn reverse_bits(self) -> $t {
            unsafe { intrinsics::reverse_bits(self) }
        }
        #[inline]
        pub const fn from_be(x: $t) -> $t {
            x.swap_bytes()
        }
        #[inline]
        pub const fn from_le(x: $t) -> $t {
            x
        }
        #[inline]
        pub const fn to_be(self) -> $t {
            self.swap_bytes()
        }
        #[inline]
        pub const fn to_le(self) -> $t {
            self
        }
        pub const fn to_le_bytes(self) -> [u8; $bits / 8] {
            let mut bytes = [0u8; $bits / 8];
            let mut i = 0;
            while i < $bits / 8 {
                bytes[i] = ((self as $unsigned) >> (8 * i)) as u8;
                i += 1;
            }
            bytes
        }
        #[inline]
        pub const fn to_be_bytes(self) -> [u8; $bits / 8] {
            self.swap_bytes().to_le_bytes()
        }
        #[inline]
        pub const fn to_ne_bytes(self) -> [u8; $bits / 8] {
            self.to_le_bytes()
        }
        pub const fn from_le_bytes(bytes: [u8; $bits / 8]) -> $t {
            let mut value: $unsigned = 0;
            let mut i = 0;
            while i < $bits / 8 {
                value |= (bytes[i] as $unsigned) << (8 * i);
                i += 1;
            }
            value as $t
        }
        #[inline]
        pub const fn from_be_bytes(bytes: [u8; $bits / 8]) -> $t {
            $t::from_le_bytes(bytes).swap_bytes()
        }
        #[inline]
        pub const fn from_ne_bytes(bytes: [u8; $bits / 8]) -> $t {
            $t::from_le_bytes(bytes)
        }

        #[inline]
        pub const fn wrapping_add(self, rhs: $t) -> $t {
            unsafe { intrinsics::wrapping_add(self, rhs) }
        }
        #[inline]
        pub const fn wrapping_sub(self, rhs: $t) -> $t {
            unsafe { intrinsics::wrapping_sub(self, rhs) }
        }
        #[inline]
        pub const fn wrapping_mul(self, rhs: $t) -> $t {
            unsafe { intrinsics::wrapping_mul(self, rhs) }
        }
        #[inline]
        pub const fn wrapping_neg(self) -> $t {
            unsafe { intrinsics::wrapping_neg(self) }
        }
        #[inline]
        pub const fn wrapping_shl(self, rhs: u32) -> $t {
            unsafe { intrinsics::wrapping_shl(self, rhs) }
        }
        #[inline]
        pub const fn wrapping_shr(self, rhs: u32) -> $t {
            unsafe { intrinsics::wrapping_shr(self, rhs) }
        }
        pub const fn wrapping_pow(self, exp: u32) -> $t {
            let mut result: $t = 1;
            let mut base = self;
            let mut left = exp;
            while left > 0 {
                if left & 1 == 1 {
                    result = result.wrapping_mul(base);
                }
                left >>= 1;
                base = base.wrapping_mul(base);
            }
            result
        }
        #[inline]
        pub const fn overflowing_add(self, rhs: $t) -> ($t, bool) {
            unsafe { intrinsics::overflowing_add(self, rhs) }
        }
        #[inline]
        pub const fn overflowing_sub(self, rhs: $t) -> ($t, bool) {
            unsafe { intrinsics::overflowing_sub(self, rhs) }
        }
        #[inline]
        pub const fn overflowing_mul(self, rhs: $t) -> ($t, bool) {
            unsafe { intrinsics::overflowing_mul(self, rhs) }
        }
        #[inline]
        pub const fn overflowing_neg(self) -> ($t, bool) {
            (0 as $t).overflowing_sub(self)
        }
        #[inline]
        pub const fn overflowing_shl(self, rhs: u32) -> ($t, bool) {
            (self.wrapping_shl(rhs), rhs >= $bits)
        }
        #[inline]
        pub const fn overflowing_shr(self, rhs: u32) -> ($t, bool) {
            (self.wrapping_shr(rhs), rhs >= $bits)
        }
        pub const fn overflowing_pow(self, exp: u32) -> ($t, bool) {
            (self.wrapping_pow(exp), self.checked_pow(exp).is_none())
        }
        #[inline]
        pub const fn checked_add(self, rhs: $t) -> Option<$t> {
            let (value, overflow) = self.overflowing_add(rhs);
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_sub(self, rhs: $t) -> Option<$t> {
            let (value, overflow) = self.overflowing_sub(rhs);
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_mul(self, rhs: $t) -> Option<$t> {
            let (value, overflow) = self.overflowing_mul(rhs);
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_div(self, rhs: $t) -> Option<$t> {
            if rhs == 0 {
                return None;
            }
            let (value, overflow) = self.overflowing_div(rhs);
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_rem(self, rhs: $t) -> Option<$t> {
            if rhs == 0 {
                return None;
            }
            let (value, overflow) = self.overflowing_rem(rhs);
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_neg(self) -> Option<$t> {
            let (value, overflow) = self.overflowing_neg();
            if overflow { None } else { Some(value) }
        }
        #[inline]
        pub const fn checked_shl(self, rhs: u32) -> Option<$t> {
            if rhs < $bits { Some(self.wrapping_shl(rhs)) } else { None }
        }
        #[inline]
        pub const fn checked_shr(self, rhs: u32) -> Option<$t> {
            if rhs < $bits { Some(self.wrapping_shr(rhs)) } else { None }
        }
        pub const fn checked_pow(self, exp: u32) -> Option<$t> {
            let mut result: $t = 1;
            let mut base = self;
            let mut left = exp;
            loop {
                if left & 1 == 1 {
                    result = match result.checked_mul(base) {
                        Some(value) => value,
                        None => return None,
                    };
                }
                left >>= 1;
                if left == 0 {
                    return Some(result);
                }
                base = match base.checked_mul(base) {
                    Some(value) => value,
                    None => return None,
                };
            }
        }
        #[inline]
        pub const unsafe fn unchecked_add(self, rhs: $t) -> $t {
            match self.checked_add(rhs) {
                Some(sum) => sum,
                None => unsafe { intrinsics::undefined("unchecked_add that overflows") },
            }
        }
        #[inline]
        pub const unsafe fn unchecked_sub(self, rhs: $t) -> $t {
            match self.checked_sub(rhs) {
                Some(difference) => difference,
                None => unsafe { intrinsics::undefined("unchecked_sub that overflows") },
            }
        }
        #[inline]
        pub const unsafe fn unchecked_mul(self, rhs: $t) -> $t {
            match self.checked_mul(rhs) {
                Some(product) => product,
                None => unsafe { intrinsics::undefined("unchecked_mul that overflows") },
            }
        }
        #[inline]
        pub const unsafe fn unchecked_shl(self, rhs: u32) -> $t {
            match self.checked_shl(rhs) {
                Some(shifted) => shifted,
                None => unsafe { intrinsics::undefined("unchecked_shl that overflows") },
            }
        }
        #[inline]
        pub const unsafe fn unchecked_shr(self, rhs: u32) -> $t {
            match self.checked_shr(rhs) {
                Some(shifted) => shifted,
                None => unsafe { intrinsics::undefined("unchecked_shr that overflows") },
            }
        }
        #[track_caller]
        pub const fn pow(self, exp: u32) -> $t {
            let mut result: $t = 1;
            let mut base = self;
            let mut left = exp;
            while left > 1 {
                if left & 1 == 1 {
                    result = result * base;
                }
                left >>= 1;
                base = base * base;
            }
            if left == 1 { result * base } else { result }
        }
        pub const fn saturating_pow(self, exp: u32) -> $t {
            match self.checked_pow(exp) {
                Some(x) => x,
                None => {
                    if self < 0 as $t && exp % 2 == 1 {
                        $t::MIN
                    } else {
                        $t::MAX
                    }
                }
            }
        }
        #[track_caller]
        pub const fn ilog2(self) -> u32 {
            match self.checked_ilog2() {
                Some(log) => log,
                None => panic!("argument of integer logarithm must be positive"),
            }
        }
        #[track_caller]
        pub const fn ilog10(self) -> u32 {
            match self.checked_ilog10() {
                Some(log) => log,
                None => panic!("argument of integer logarithm must be positive"),
            }
        }
        #[track_caller]
        pub const fn ilog(self, base: $t) -> u32 {
            assert!(base >= 2, "base of integer logarithm must be at least 2");
            match self.checked_ilog(base) {
                Some(log) => log,
                None => panic!("argument of integer logarithm must be positive"),
            }
        }
        pub const fn checked_ilog2(self) -> Option<u32> {
            if self <= 0 { None } else { Some($bits - 1 - self.leading_zeros()) }
        }
        pub const fn checked_ilog10(self) -> Option<u32> {
            self.checked_ilog(10)
        }
        pub const fn checked_ilog(self, base: $t) -> Option<u32> {
            if self <= 0 || base <= 1 {
                return None;
            }
            let mut log = 0;
            let mut left = self;
            while left >= base {
                left /= base;
                log += 1;
            }
            Some(log)
        }
        /// The digits of `text` in `radix`, with an optional sign.
        pub const fn from_str_radix(text: &str, radix: u32) -> Result<$t, ParseIntError> {
            $t::from_ascii_radix(text.as_bytes(), radix)
        }
        pub const fn from_ascii_radix(text: &[u8], radix: u32) -> Result<$t, ParseIntError> {
            if radix < 2 || radix > 36 {
                panic!("from_ascii_radix: radix must lie in the range `[2, 36]` - found {}", radix);
            }
            if text.len() == 0 {
                return Err(ParseIntError { kind: IntErrorKind::Empty });
            }
            let signed = $t::MIN < 0 as $t;
            let negative = signed && text[0] == b'-';
            let mut i = if negative || text[0] == b'+' { 1 } else { 0 };
            if i == text.len() {
                return Err(ParseIntError { kind: IntErrorKind::InvalidDigit });
            }
            let mut result: $t = 0;
            while i < text.len() {
                let digit = match digit_value(text[i], radix) {
                    Some(digit) => digit as $t,
                    None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }),
                };
                let (shifted, too_big) = result.overflowing_mul(radix as $t);
                let (next, overflow) = if negative {
                    shifted.overflowing_sub(digit)
                } else {
                    shifted.overflowing_add(digit)
                };
                if too_big || overflow {
                    let kind = if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow };
                    return Err(ParseIntError { kind });
                }
                result = next;
                i += 1;
            }
            Ok(result)
        }
        pub const fn unbounded_shl(self, rhs: u32) -> $t {
            if rhs < $bits { self << rhs } else { 0 }
        }
        #[track_caller]
        pub const fn strict_div(self, rhs: $t) -> $t {
            self / rhs
        }
        #[track_caller]
        pub const fn strict_rem(self, rhs: $t) -> $t {
            self % rhs
        }
        #[track_caller]
        pub const fn strict_neg(self) -> $t {
            match self.checked_neg() {
                Some(value) => value,
                None => panic!("attempt to negate with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_shl(self, rhs: u32) -> $t {
            match self.checked_shl(rhs) {
                Some(value) => value,
                None => panic!("attempt to shift left with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_shr(self, rhs: u32) -> $t {
            match self.checked_shr(rhs) {
                Some(value) => value,
                None => panic!("attempt to shift right with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_pow(self, exp: u32) -> $t {
            match self.checked_pow(exp) {
                Some(value) => value,
                None => panic!("attempt to multiply with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_add(self, rhs: $t) -> $t {
            match self.checked_add(rhs) {
                Some(value) => value,
                None => panic!("attempt to add with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_sub(self, rhs: $t) -> $t {
            match self.checked_sub(rhs) {
                Some(value) => value,
                None => panic!("attempt to subtract with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_mul(self, rhs: $t) -> $t {
            match self.checked_mul(rhs) {
                Some(value) => value,
                None => panic!("attempt to multiply with overflow"),
            }
        }
        #[track_caller]
        pub const fn strict_div_euclid(self, rhs: $t) -> $t {
            self.div_euclid(rhs)
        }
        #[track_caller]
        pub const fn strict_rem_euclid(self, rhs: $t) -> $t {
            match self.overflowing_rem_euclid(rhs) {
                (value, false) => value,
                _ => panic!("attempt to calculate the remainder with overflow"),
            }
        }
        pub const fn midpoint(self, rhs: $t) -> $t {
            // Rounds towards zero for signed types, down for unsigned ones.
            let floor = (self & rhs).wrapping_add((self ^ rhs) >> 1);
            if floor < 0 as $t && (self ^ rhs) & 1 == 1 { floor + 1 } else { floor }
        }
    };
}

macro_rules! signed_int {
    ($($t:ident $unsigned:ident $bits:literal $min:expr, $max:expr;)*) => {
        $(
            impl $t {
                int_common! { $t $unsigned $t $bits $min, $max }

                #[inline]
                pub const fn cast_unsigned(self) -> $unsigned {
                    self as $unsigned
                }
                #[inline]
                #[track_caller]
                pub const fn abs(self) -> $t {
                    if self < 0 { -self } else { self }
                }
                #[inline]
                pub const fn unsigned_abs(self) -> $unsigned {
                    if self < 0 { (self as $unsigned).wrapping_neg() } else { self as $unsigned }
                }
                pub const fn abs_diff(self, other: $t) -> $unsigned {
                    if self < other {
                        (other as $unsigned).wrapping_sub(self as $unsigned)
                    } else {
                        (self as $unsigned).wrapping_sub(other as $unsigned)
                    }
                }
                #[inline]
                pub const fn wrapping_abs(self) -> $t {
                    if self < 0 { self.wrapping_neg() } else { self }
                }
                #[inline]
                pub const fn overflowing_abs(self) -> ($t, bool) {
                    (self.wrapping_abs(), self == $t::MIN)
                }
                #[inline]
                pub const fn checked_abs(self) -> Option<$t> {
                    if self < 0 { self.checked_neg() } else { Some(self) }
                }
                #[inline]
                pub const unsafe fn unchecked_neg(self) -> $t {
                    match self.checked_neg() {
                        Some(value) => value,
                        None => unsafe { intrinsics::undefined("unchecked_neg that overflows") },
                    }
                }
                #[inline]
                pub const fn saturating_abs(self) -> $t {
                    if self < 0 { self.saturating_neg() } else { self }
                }
                #[inline]
                pub const fn saturating_neg(self) -> $t {
                    if self == $t::MIN { $t::MAX } else { -self }
                }
                #[inline]
                pub const fn signum(self) -> $t {
                    if self < 0 { -1 } else if self == 0 { 0 } else { 1 }
                }
                #[inline]
                pub const fn is_positive(self) -> bool {
                    self > 0
                }
                #[inline]
                pub const fn is_negative(self) -> bool {
                    self < 0
                }
                pub const fn saturating_add(self, rhs: $t) -> $t {
                    match self.checked_add(rhs) {
                        Some(value) => value,
                        None => if rhs < 0 { $t::MIN } else { $t::MAX },
                    }
                }
                pub const fn saturating_sub(self, rhs: $t) -> $t {
                    match self.checked_sub(rhs) {
                        Some(value) => value,
                        None => if rhs < 0 { $t::MAX } else { $t::MIN },
                    }
                }
                pub const fn saturating_mul(self, rhs: $t) -> $t {
                    match self.checked_mul(rhs) {
                        Some(value) => value,
                        None => if (self < 0) == (rhs < 0) { $t::MAX } else { $t::MIN },
                    }
                }
                pub const fn saturating_div(self, rhs: $t) -> $t {
                    match self.overflowing_div(rhs) {
                        (value, false) => value,
                        (_, true) => $t::MAX,
                    }
                }
                #[inline]
                #[track_caller]
                pub const fn overflowing_div(self, rhs: $t) -> ($t, bool) {
                    if self == $t::MIN && rhs == -1 { (self, true) } else { (self / rhs, false) }
                }
                #[inline]
                #[track_caller]
                pub const fn overflowing_rem(self, rhs: $t) -> ($t, bool) {
                    if rhs == -1 { (0, self == $t::MIN) } else { (self % rhs, false) }
                }
                #[inline]
                #[track_caller]
                pub const fn wrapping_div(self, rhs: $t) -> $t {
                    self.overflowing_div(rhs).0
                }
                #[inline]
                #[track_caller]
                pub const fn wrapping_rem(self, rhs: $t) -> $t {
                    self.overflowing_rem(rhs).0
                }
                #[track_caller]
                pub const fn div_euclid(self, rhs: $t) -> $t {
                    let q = self / rhs;
                    if self % rhs < 0 {
                        return if rhs > 0 { q - 1 } else { q + 1 };
                    }
                    q
                }
                #[track_caller]
                pub const fn rem_euclid(self, rhs: $t) -> $t {
                    let r = self % rhs;
                    if r < 0 { r.wrapping_add(rhs.wrapping_abs()) } else { r }
                }
                pub const fn checked_div_euclid(self, rhs: $t) -> Option<$t> {
                    if rhs == 0 || (rhs == -1 && self == $t::MIN) { None } else { Some(self.div_euclid(rhs)) }
                }
                pub const fn checked_rem_euclid(self, rhs: $t) -> Option<$t> {
                    if rhs == 0 || (rhs == -1 && self == $t::MIN) { None } else { Some(self.rem_euclid(rhs)) }
                }
                pub const fn wrapping_rem_euclid(self, rhs: $t) -> $t {
                    if rhs == -1 { 0 } else { self.rem_euclid(rhs) }
                }
                pub const fn wrapping_div_euclid(self, rhs: $t) -> $t {
                    if rhs == -1 { self.wrapping_neg() } else { self.div_euclid(rhs) }
                }
                pub const fn unbounded_shr(self, rhs: u32) -> $t {
                    if rhs < $bits { self >> rhs } else { self >> ($bits - 1) }
                }
                pub const fn checked_isqrt(self) -> Option<$t> {
                    if self < 0 { None } else { Some(self.isqrt()) }
                }
                pub const fn wrapping_sub_unsigned(self, rhs: $unsigned) -> $t {
                    self.wrapping_sub(rhs as $t)
                }
                pub const fn wrapping_add_unsigned(self, rhs: $unsigned) -> $t {
                    self.wrapping_add(rhs as $t)
                }
                pub const fn checked_add_unsigned(self, rhs: $unsigned) -> Option<$t> {
                    let value = self.wrapping_add(rhs as $t);
                    if value < self { None } else { Some(value) }
                }
                pub const fn checked_sub_unsigned(self, rhs: $unsigned) -> Option<$t> {
                    let value = self.wrapping_sub(rhs as $t);
                    if value > self { None } else { Some(value) }
                }
                pub const fn saturating_add_unsigned(self, rhs: $unsigned) -> $t {
                    match self.checked_add_unsigned(rhs) {
                        Some(value) => value,
                        None => $t::MAX,
                    }
                }
                pub const fn saturating_sub_unsigned(self, rhs: $unsigned) -> $t {
                    match self.checked_sub_unsigned(rhs) {
                        Some(value) => value,
                        None => $t::MIN,
                    }
                }
                pub const fn overflowing_add_unsigned(self, rhs: $unsigned) -> ($t, bool) {
                    (self.wrapping_add_unsigned(rhs), self.checked_add_unsigned(rhs).is_none())
                }
                pub const fn overflowing_sub_unsigned(self, rhs: $unsigned) -> ($t, bool) {
                    (self.wrapping_sub_unsigned(rhs), self.checked_sub_unsigned(rhs).is_none())
                }
                #[track_caller]
                pub const fn strict_add_unsigned(self, rhs: $unsigned) -> $t {
                    match self.checked_add_unsigned(rhs) {
                        Some(value) => value,
                        None => panic!("attempt to add with overflow"),
                    }
                }
                #[track_caller]
                pub const fn strict_sub_unsigned(self, rhs: $unsigned) -> $t {
                    match self.checked_sub_unsigned(rhs) {
                        Some(value) => value,
                        None => panic!("attempt to subtract with overflow"),
                    }
                }
                #[track_caller]
                pub const fn strict_abs(self) -> $t {
                    if self < 0 { 0 - self } else { self }
                }
                #[track_caller]
                pub const fn overflowing_div_euclid(self, rhs: $t) -> ($t, bool) {
                    (self.wrapping_div_euclid(rhs), rhs == -1 && self == $t::MIN)
                }
                #[track_caller]
                pub const fn overflowing_rem_euclid(self, rhs: $t) -> ($t, bool) {
                    (self.wrapping_rem_euclid(rhs), rhs == -1 && self == $t::MIN)
                }
                pub const fn isqrt(self) -> $t {
                    assert!(self >= 0, "argument of integer square root cannot be negative");
                    (self as $unsigned).isqrt() as $t
                }
            }
        )*
    };
}

macro_rules! unsigned_int {
    ($($t:ident $signed:ident $bits:literal $max:expr;)*) => {
        $(
            impl $t {
                int_common! { $t $t $signed $bits 0, $max }

                #[inline]
                pub const fn cast_signed(self) -> $signed {
                    self as $signed
                }
                #[inline]
                pub const fn saturating_add(self, rhs: $t) -> $t {
                    let (value, overflow) = self.overflowing_add(rhs);
                    if overflow { $t::MAX } else { value }
                }
                #[inline]
                pub const fn saturating_sub(self, rhs: $t) -> $t {
                    if self < rhs { 0 } else { self - rhs }
                }
                #[inline]
                pub const fn saturating_mul(self, rhs: $t) -> $t {
                    let (value, overflow) = self.overflowing_mul(rhs);
                    if overflow { $t::MAX } else { value }
                }
                #[inline]
                #[track_caller]
                pub const fn saturating_div(self, rhs: $t) -> $t {
                    self / rhs
                }
                #[inline]
                #[track_caller]
                pub const fn overflowing_div(self, rhs: $t) -> ($t, bool) {
                    (self / rhs, false)
                }
                #[inline]
                #[track_caller]
                pub const fn overflowing_rem(self, rhs: $t) -> ($t, bool) {
                    (self % rhs, false)
                }
                #[inline]
                #[track_caller]
                pub const fn wrapping_div(self, rhs: $t) -> $t {
                    self / rhs
                }
                #[inline]
                #[track_caller]
                pub const fn wrapping_rem(self, rhs: $t) -> $t {
                    self % rhs
                }
                #[inline]
                #[track_caller]
                pub const fn div_euclid(self, rhs: $t) -> $t {
                    self / rhs
                }
                #[inline]
                #[track_caller]
                pub const fn rem_euclid(self, rhs: $t) -> $t {
                    self % rhs
                }
                pub const fn checked_rem_euclid(self, rhs: $t) -> Option<$t> {
                    self.checked_rem(rhs)
                }
                pub const fn checked_div_euclid(self, rhs: $t) -> Option<$t> {
                    self.checked_div(rhs)
                }
                #[track_caller]
                pub const fn div_ceil(self, rhs: $t) -> $t {
                    let d = self / rhs;
                    if self % rhs > 0 { d + 1 } else { d }
                }
                #[track_caller]
                pub const fn next_multiple_of(self, rhs: $t) -> $t {
                    match self % rhs {
                        0 => self,
                        r => self + (rhs - r),
                    }
                }
                pub const fn checked_next_multiple_of(self, rhs: $t) -> Option<$t> {
                    if rhs == 0 {
                        return None;
                    }
                    match self % rhs {
                        0 => Some(self),
                        r => self.checked_add(rhs - r),
                    }
                }
                pub const fn is_multiple_of(self, rhs: $t) -> bool {
                    if rhs == 0 { self == 0 } else { self % rhs == 0 }
                }
                #[inline]
                pub const fn abs_diff(self, other: $t) -> $t {
                    if self < other { other - self } else { self - other }
                }
                #[inline]
                pub const fn is_power_of_two(self) -> bool {
                    self.count_ones() == 1
                }
                #[track_caller]
                pub const fn next_power_of_two(self) -> $t {
                    match self.checked_next_power_of_two() {
                        Some(power) => power,
                        None => panic!("attempt to add with overflow"),
                    }
                }
                pub const fn checked_next_power_of_two(self) -> Option<$t> {
                    if self <= 1 {
                        return Some(1);
                    }
                    let zeros = (self - 1).leading_zeros();
                    if zeros == 0 { None } else { Some(1 << ($bits - zeros)) }
                }
                pub const fn unbounded_shr(self, rhs: u32) -> $t {
                    if rhs < $bits { self >> rhs } else { 0 }
                }
                pub const fn wrapping_sub_signed(self, rhs: $signed) -> $t {
                    self.wrapping_sub(rhs as $t)
                }
                pub const fn checked_sub_signed(self, rhs: $signed) -> Option<$t> {
                    if rhs < 0 {
                        self.checked_add(rhs.unsigned_abs())
                    } else {
                        self.checked_sub(rhs as $t)
                    }
                }
                pub const fn saturating_sub_signed(self, rhs: $signed) -> $t {
                    if rhs < 0 {
                        self.saturating_add(rhs.unsigned_abs())
                    } else {
                        self.saturating_sub(rhs as $t)
                    }
                }
                pub const fn wrapping_add_signed(self, rhs: $signed) -> $t {
                    self.wrapping_add(rhs as $t)
                }
                pub const fn checked_add_signed(self, rhs: $signed) -> Option<$t> {
                    if rhs < 0 {
                        self.checked_sub(rhs.unsigned_abs())
                    } else {
                        self.checked_add(rhs as $t)
                    }
                }
                pub const fn saturating_add_signed(self, rhs: $signed) -> $t {
                    if rhs < 0 {
                        self.saturating_sub(rhs.unsigned_abs())
                    } else {
                        self.saturating_add(rhs as $t)
                    }
                }
                pub const fn carrying_add(self, rhs: $t, carry: bool) -> ($t, bool) {
                    let (sum, first) = self.overflowing_add(rhs);
                    let (sum, second) = sum.overflowing_add(carry as $t);
                    (sum, first | second)
                }
                pub const fn borrowing_sub(self, rhs: $t, borrow: bool) -> ($t, bool) {
                    let (difference, first) = self.overflowing_sub(rhs);
                    let (difference, second) = difference.overflowing_sub(borrow as $t);
                    (difference, first | second)
                }
                pub const fn overflowing_add_signed(self, rhs: $signed) -> ($t, bool) {
                    (self.wrapping_add(rhs as $t), self.checked_add_signed(rhs).is_none())
                }
                pub const fn overflowing_sub_signed(self, rhs: $signed) -> ($t, bool) {
                    (self.wrapping_sub(rhs as $t), self.checked_sub_signed(rhs).is_none())
                }
                #[track_caller]
                pub const fn strict_add_signed(self, rhs: $signed) -> $t {
                    match self.checked_add_signed(rhs) {
                        Some(value) => value,
                        None => panic!("attempt to add with overflow"),
                    }
                }
                #[track_caller]
                pub const fn strict_sub_signed(self, rhs: $signed) -> $t {
                    match self.checked_sub_signed(rhs) {
                        Some(value) => value,
                        None => panic!("attempt to subtract with overflow"),
                    }
                }
                #[track_caller]
                pub const fn wrapping_div_euclid(self, rhs: $t) -> $t {
                    self / rhs
                }
                #[track_caller]
                pub const fn wrapping_rem_euclid(self, rhs: $t) -> $t {
                    self % rhs
                }
                #[track_caller]
                pub const fn overflowing_div_euclid(self, rhs: $t) -> ($t, bool) {
                    (self / rhs, false)
                }
                #[track_caller]
                pub const fn overflowing_rem_euclid(self, rhs: $t) -> ($t, bool) {
                    (self % rhs, false)
                }
                /// The low half of the sum and the high half, by halves of digits.
                pub const fn carrying_mul_add(self, rhs: $t, carry: $t, add: $t) -> ($t, $t) {
                    let half = $bits / 2;
                    let mask: $t = $t::MAX >> half;
                    let (a, b, c, d) = (self >> half, self & mask, rhs >> half, rhs & mask);
                    let low = b * d;
                    let middle = (low >> half) + (a * d & mask) + (b * c & mask);
                    let high = a * c + (a * d >> half) + (b * c >> half) + (middle >> half);
                    let (low, first) = ((middle << half) | (low & mask)).overflowing_add(carry);
                    let (low, second) = low.overflowing_add(add);
                    (low, high + first as $t + second as $t)
                }
                pub const fn carrying_mul(self, rhs: $t, carry: $t) -> ($t, $t) {
                    self.carrying_mul_add(rhs, carry, 0)
                }
                pub const fn checked_signed_diff(self, rhs: $t) -> Option<$signed> {
                    let value = self.wrapping_sub(rhs) as $signed;
                    if (self >= rhs) == (value >= 0) { Some(value) } else { None }
                }
                pub const fn isqrt(self) -> $t {
                    if self < 2 {
                        return self;
                    }
                    let mut x = 1 << (($bits - self.leading_zeros() + 1) / 2);
                    loop {
                        let y = (x + self / x) / 2;
                        if y >= x {
                            return x;
                        }
                        x = y;
                    }
                }
            }
        )*
    };
}

signed_int! {
    i8 u8 8 -128, 127;
    i16 u16 16 -32768, 32767;
    i32 u32 32 -2147483648, 2147483647;
    i64 u64 64 -9223372036854775808, 9223372036854775807;
    i128 u128 128 -170141183460469231731687303715884105727 - 1, 170141183460469231731687303715884105727;
    isize usize 64 -9223372036854775808, 9223372036854775807;
}
unsigned_int! {
    u8 i8 8 255;
    u16 i16 16 65535;
    u32 i32 32 4294967295;
    u64 i64 64 18446744073709551615;
    u128 i128 128 340282366920938463463374607431768211455;
    usize isize 64 18446744073709551615;
}

impl u8 {
    #[inline]
    pub const fn is_ascii(&self) -> bool {
        *self < 128
    }
    #[inline]
    pub const fn to_ascii_uppercase(&self) -> u8 {
        if self.is_ascii_lowercase() { *self - 32 } else { *self }
    }
    #[inline]
    pub const fn to_ascii_lowercase(&self) -> u8 {
        if self.is_ascii_uppercase() { *self + 32 } else { *self }
    }
    pub fn escape_ascii(self) -> crate::ascii::EscapeDefault {
        crate::ascii::escape_default(self)
    }
    pub const fn eq_ignore_ascii_case(&self, other: &u8) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }
    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }
    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }
    pub const fn is_ascii_alphabetic(&self) -> bool {
        matches!(*self, b'A'..=b'Z' | b'a'..=b'z')
    }
    pub const fn is_ascii_uppercase(&self) -> bool {
        matches!(*self, b'A'..=b'Z')
    }
    pub const fn is_ascii_lowercase(&self) -> bool {
        matches!(*self, b'a'..=b'z')
    }
    pub const fn is_ascii_alphanumeric(&self) -> bool {
        matches!(*self, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
    }
    pub const fn is_ascii_digit(&self) -> bool {
        matches!(*self, b'0'..=b'9')
    }
    pub const fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f')
    }
    pub const fn is_ascii_punctuation(&self) -> bool {
        matches!(*self, b'!'..=b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~')
    }
    pub const fn is_ascii_graphic(&self) -> bool {
        matches!(*self, b'!'..=b'~')
    }
    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
    }
    pub const fn is_ascii_control(&self) -> bool {
        matches!(*self, b'\0'..=b'\x1F' | b'\x7F')
    }
}

macro_rules! from_str_int {
    ($($t:ident)*) => {
        $(
            impl FromStr for $t {
                type Err = ParseIntError;
                #[inline]
                fn from_str(text: &str) -> Result<$t, ParseIntError> {
                    $t::from_str_radix(text, 10)
                }
            }
        )*
    };
}
from_str_int! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! lossless {
    ($($small:ident => $($large:ident)*;)*) => {
        $($(
            impl From<$small> for $large {
                #[inline]
                fn from(small: $small) -> $large {
                    small as $large
                }
            }
        )*)*
    };
}
lossless! {
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize f32 f64 char;
    u16 => u32 u64 u128 usize i32 i64 i128 f32 f64;
    u32 => u64 u128 i64 i128 f64;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize f32 f64;
    i16 => i32 i64 i128 isize f32 f64;
    i32 => i64 i128 f64;
    i64 => i128;
    f32 => f64;
    char => u32 u64 u128;
}
impl From<bool> for f32 {
    fn from(small: bool) -> f32 {
        small as u8 as f32
    }
}
impl From<bool> for f64 {
    fn from(small: bool) -> f64 {
        small as u8 as f64
    }
}

/// A conversion fails where the value does not survive the way there and back, or changes its sign.
macro_rules! fallible {
    ($($from:ident => $($to:ident)*;)*) => {
        $($(
            impl TryFrom<$from> for $to {
                type Error = TryFromIntError;
                #[inline]
                fn try_from(value: $from) -> Result<$to, TryFromIntError> {
                    let result = value as $to;
                    if result as $from == value && (result < 0 as $to) == (value < 0 as $from) {
                        Ok(result)
                    } else {
                        Err(TryFromIntError(()))
                    }
                }
            }
        )*)*
    };
}
fallible! {
    u8 => i8;
    u16 => u8 i8 i16 isize;
    u32 => u8 u16 i8 i16 i32 usize isize;
    u64 => u8 u16 u32 i8 i16 i32 i64 usize isize;
    u128 => u8 u16 u32 u64 i8 i16 i32 i64 i128 usize isize;
    usize => u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8 => u8 u16 u32 u64 u128 usize;
    i16 => u8 u16 u32 u64 u128 usize i8;
    i32 => u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64 => u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}

/// Integer types that `NonZero` can hold.
pub trait ZeroablePrimitive: Sized + Copy {
    fn is_zero(self) -> bool;
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct NonZero<T: ZeroablePrimitive> {
    non_zero: T,
}

impl<T: ZeroablePrimitive> NonZero<T> {
    #[inline]
    pub const fn new(n: T) -> Option<NonZero<T>> {
        if n.is_zero() { None } else { Some(NonZero { non_zero: n }) }
    }
    #[inline]
    pub const unsafe fn new_unchecked(n: T) -> NonZero<T> {
        if n.is_zero() {
            unsafe { crate::intrinsics::undefined("a NonZero that is zero") }
        }
        NonZero { non_zero: n }
    }
    #[inline]
    pub const fn get(self) -> T {
        self.non_zero
    }
}
macro_rules! non_zero_fmt {
    ($($Trait:ident)*) => {
        $(
            impl<T: ZeroablePrimitive + fmt::$Trait> fmt::$Trait for NonZero<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.non_zero.fmt(f)
                }
            }
        )*
    };
}
non_zero_fmt! { Binary Octal LowerHex UpperHex LowerExp UpperExp }
impl<T: ZeroablePrimitive + fmt::Debug> fmt::Debug for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.non_zero.fmt(f)
    }
}
impl<T: ZeroablePrimitive + fmt::Display> fmt::Display for NonZero<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.non_zero.fmt(f)
    }
}

macro_rules! non_zero {
    ($($t:ident)*) => {
        $(
            impl ZeroablePrimitive for $t {
                #[inline]
                fn is_zero(self) -> bool {
                    self == 0
                }
            }
            impl NonZero<$t> {
                pub const MIN: NonZero<$t> = NonZero { non_zero: if $t::MIN == 0 { 1 } else { $t::MIN } };
                pub const MAX: NonZero<$t> = NonZero { non_zero: $t::MAX };
                #[inline]
                pub const fn checked_mul(self, other: NonZero<$t>) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_mul(other.non_zero) {
                        Some(product) => Some(NonZero { non_zero: product }),
                        None => None,
                    }
                }
                #[inline]
                pub const fn checked_add(self, other: $t) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_add(other) {
                        Some(sum) => NonZero::<$t>::new(sum),
                        None => None,
                    }
                }
                pub const BITS: u32 = $t::BITS;
                pub const fn checked_pow(self, exponent: u32) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_pow(exponent) {
                        Some(power) => Some(NonZero { non_zero: power }),
                        None => None,
                    }
                }
                pub const fn saturating_mul(self, other: NonZero<$t>) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.saturating_mul(other.non_zero) }
                }
                pub const fn saturating_pow(self, exponent: u32) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.saturating_pow(exponent) }
                }
                pub const fn count_ones(self) -> NonZero<u32> {
                    NonZero { non_zero: self.non_zero.count_ones() }
                }
                #[inline]
                pub const fn leading_zeros(self) -> u32 {
                    self.non_zero.leading_zeros()
                }
                #[inline]
                pub const fn trailing_zeros(self) -> u32 {
                    self.non_zero.trailing_zeros()
                }
            }
            impl BitOr for NonZero<$t> {
                type Output = NonZero<$t>;
                #[inline]
                fn bitor(self, other: NonZero<$t>) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero | other.non_zero }
                }
            }
            impl BitOr<NonZero<$t>> for $t {
                type Output = NonZero<$t>;
                fn bitor(self, other: NonZero<$t>) -> NonZero<$t> {
                    NonZero { non_zero: self | other.non_zero }
                }
            }
            impl BitOrAssign for NonZero<$t> {
                fn bitor_assign(&mut self, other: NonZero<$t>) {
                    self.non_zero |= other.non_zero
                }
            }
            impl BitOrAssign<$t> for NonZero<$t> {
                fn bitor_assign(&mut self, other: $t) {
                    self.non_zero |= other
                }
            }
            impl BitOr<$t> for NonZero<$t> {
                type Output = NonZero<$t>;
                #[inline]
                fn bitor(self, other: $t) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero | other }
                }
            }
            impl From<NonZero<$t>> for $t {
                #[inline]
                fn from(nonzero: NonZero<$t>) -> $t {
                    nonzero.non_zero
                }
            }
            impl TryFrom<$t> for NonZero<$t> {
                type Error = TryFromIntError;
                #[inline]
                fn try_from(value: $t) -> Result<NonZero<$t>, TryFromIntError> {
                    NonZero::<$t>::new(value).ok_or(TryFromIntError(()))
                }
            }
            impl FromStr for NonZero<$t> {
                type Err = ParseIntError;
                fn from_str(text: &str) -> Result<NonZero<$t>, ParseIntError> {
                    NonZero::<$t>::new($t::from_str_radix(text, 10)?)
                        .ok_or(ParseIntError { kind: IntErrorKind::Zero })
                }
            }
        )*
    };
}
non_zero! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroI128 = NonZero<i128>;
pub type NonZeroIsize = NonZero<isize>;
pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroU128 = NonZero<u128>;
pub type NonZeroUsize = NonZero<usize>;

macro_rules! non_zero_lossless {
    ($($small:ident => $($large:ident)*;)*) => {
        $($(
            impl From<NonZero<$small>> for NonZero<$large> {
                fn from(small: NonZero<$small>) -> NonZero<$large> {
                    NonZero { non_zero: small.non_zero as $large }
                }
            }
        )*)*
    };
}
non_zero_lossless! {
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize;
    u16 => u32 u64 u128 usize i32 i64 i128;
    u32 => u64 u128 i64 i128;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
}

/// Between types whose numbers may not fit: others convert without an error.
impl<S, T> TryFrom<NonZero<S>> for NonZero<T>
where
    S: ZeroablePrimitive,
    T: ZeroablePrimitive + TryFrom<S, Error = TryFromIntError>,
{
    type Error = TryFromIntError;
    fn try_from(value: NonZero<S>) -> Result<NonZero<T>, TryFromIntError> {
        Ok(NonZero { non_zero: T::try_from(value.non_zero)? })
    }
}

macro_rules! non_zero_unsigned {
    ($($t:ident $i:ident)*) => {
        $(
            impl NonZero<$t> {
                pub const fn cast_signed(self) -> NonZero<$i> {
                    NonZero { non_zero: self.non_zero.cast_signed() }
                }
                pub const fn midpoint(self, other: NonZero<$t>) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.midpoint(other.non_zero) }
                }
                pub const fn saturating_add(self, other: $t) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.saturating_add(other) }
                }
                pub const fn ilog2(self) -> u32 {
                    self.non_zero.ilog2()
                }
                pub const fn ilog10(self) -> u32 {
                    self.non_zero.ilog10()
                }
                pub const fn is_power_of_two(self) -> bool {
                    self.non_zero.is_power_of_two()
                }
                pub const fn checked_next_power_of_two(self) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_next_power_of_two() {
                        Some(power) => Some(NonZero { non_zero: power }),
                        None => None,
                    }
                }
                pub const fn isqrt(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.isqrt() }
                }
                pub const fn div_ceil(self, other: NonZero<$t>) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.div_ceil(other.non_zero) }
                }
            }
            impl Div<NonZero<$t>> for $t {
                type Output = $t;
                #[inline]
                fn div(self, other: NonZero<$t>) -> $t {
                    self / other.non_zero
                }
            }
            impl Rem<NonZero<$t>> for $t {
                type Output = $t;
                #[inline]
                fn rem(self, other: NonZero<$t>) -> $t {
                    self % other.non_zero
                }
            }
            impl DivAssign<NonZero<$t>> for $t {
                #[inline]
                fn div_assign(&mut self, other: NonZero<$t>) {
                    *self = *self / other.non_zero
                }
            }
            impl RemAssign<NonZero<$t>> for $t {
                #[inline]
                fn rem_assign(&mut self, other: NonZero<$t>) {
                    *self = *self % other.non_zero
                }
            }
        )*
    };
}
non_zero_unsigned! { u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize }

macro_rules! non_zero_signed {
    ($($t:ident $u:ident)*) => {
        $(
            impl NonZero<$t> {
                pub const fn abs(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.abs() }
                }
                pub const fn unsigned_abs(self) -> NonZero<$u> {
                    NonZero { non_zero: self.non_zero.unsigned_abs() }
                }
                pub const fn wrapping_abs(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.wrapping_abs() }
                }
                pub const fn cast_unsigned(self) -> NonZero<$u> {
                    NonZero { non_zero: self.non_zero.cast_unsigned() }
                }
                pub const fn saturating_abs(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.saturating_abs() }
                }
                pub const fn overflowing_abs(self) -> (NonZero<$t>, bool) {
                    let (value, overflow) = self.non_zero.overflowing_abs();
                    (NonZero { non_zero: value }, overflow)
                }
                pub const fn checked_abs(self) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_abs() {
                        Some(value) => Some(NonZero { non_zero: value }),
                        None => None,
                    }
                }
                pub const fn wrapping_neg(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.wrapping_neg() }
                }
                pub const fn saturating_neg(self) -> NonZero<$t> {
                    NonZero { non_zero: self.non_zero.saturating_neg() }
                }
                pub const fn overflowing_neg(self) -> (NonZero<$t>, bool) {
                    let (value, overflow) = self.non_zero.overflowing_neg();
                    (NonZero { non_zero: value }, overflow)
                }
                pub const fn checked_neg(self) -> Option<NonZero<$t>> {
                    match self.non_zero.checked_neg() {
                        Some(value) => Some(NonZero { non_zero: value }),
                        None => None,
                    }
                }
                pub const fn is_negative(self) -> bool {
                    self.non_zero < 0
                }
                pub const fn is_positive(self) -> bool {
                    self.non_zero > 0
                }
            }
            impl Neg for &NonZero<$t> {
                type Output = NonZero<$t>;
                fn neg(self) -> NonZero<$t> {
                    -*self
                }
            }
            impl Neg for NonZero<$t> {
                type Output = NonZero<$t>;
                #[inline]
                fn neg(self) -> NonZero<$t> {
                    NonZero { non_zero: -self.non_zero }
                }
            }
        )*
    };
}
non_zero_signed! { i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize }

#[derive(PartialEq, PartialOrd, Eq, Ord, Clone, Copy, Default, Hash)]
#[repr(transparent)]
pub struct Wrapping<T>(pub T);

#[derive(PartialEq, PartialOrd, Eq, Ord, Clone, Copy, Default, Hash)]
#[repr(transparent)]
pub struct Saturating<T>(pub T);

macro_rules! number_wrapper_fmt {
    ($($Wrapper:ident)*) => {
        $(
            impl<T: fmt::LowerHex> fmt::LowerHex for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
            impl<T: fmt::UpperHex> fmt::UpperHex for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
            impl<T: fmt::Octal> fmt::Octal for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
            impl<T: fmt::Binary> fmt::Binary for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
            impl<T: fmt::Debug> fmt::Debug for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
            impl<T: fmt::Display> fmt::Display for $Wrapper<T> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}
number_wrapper_fmt! { Wrapping Saturating }

macro_rules! wrapper_operator {
    ($Wrapper:ident $t:ident $Trait:ident $method:ident $AssignTrait:ident $assign:ident $function:ident) => {
        impl $Trait for $Wrapper<$t> {
            type Output = $Wrapper<$t>;
            #[inline]
            fn $method(self, other: $Wrapper<$t>) -> $Wrapper<$t> {
                $Wrapper(self.0.$function(other.0))
            }
        }
        impl<'a> $Trait<&'a $Wrapper<$t>> for $Wrapper<$t> {
            type Output = $Wrapper<$t>;
            fn $method(self, other: &'a $Wrapper<$t>) -> $Wrapper<$t> {
                $Wrapper(self.0.$function(other.0))
            }
        }
        impl<'a> $Trait<$Wrapper<$t>> for &'a $Wrapper<$t> {
            type Output = $Wrapper<$t>;
            fn $method(self, other: $Wrapper<$t>) -> $Wrapper<$t> {
                $Wrapper(self.0.$function(other.0))
            }
        }
        impl<'a, 'b> $Trait<&'b $Wrapper<$t>> for &'a $Wrapper<$t> {
            type Output = $Wrapper<$t>;
            fn $method(self, other: &'b $Wrapper<$t>) -> $Wrapper<$t> {
                $Wrapper(self.0.$function(other.0))
            }
        }
        impl $AssignTrait for $Wrapper<$t> {
            #[inline]
            fn $assign(&mut self, other: $Wrapper<$t>) {
                self.0 = self.0.$function(other.0);
            }
        }
        impl<'a> $AssignTrait<&'a $Wrapper<$t>> for $Wrapper<$t> {
            fn $assign(&mut self, other: &'a $Wrapper<$t>) {
                self.0 = self.0.$function(other.0);
            }
        }
        impl<'a> $AssignTrait<&'a $t> for $Wrapper<$t> {
            fn $assign(&mut self, other: &'a $t) {
                self.0 = self.0.$function(*other);
            }
        }
        impl $AssignTrait<$t> for $Wrapper<$t> {
            #[inline]
            fn $assign(&mut self, other: $t) {
                self.0 = self.0.$function(other);
            }
        }
    };
}
macro_rules! wrapping_shift {
    ($t:ident $Trait:ident $method:ident $AssignTrait:ident $assign:ident $function:ident) => {
        impl $Trait<usize> for Wrapping<$t> {
            type Output = Wrapping<$t>;
            #[inline]
            fn $method(self, other: usize) -> Wrapping<$t> {
                Wrapping(self.0.$function(other as u32))
            }
        }
        impl<'a> $Trait<&'a usize> for Wrapping<$t> {
            type Output = Wrapping<$t>;
            fn $method(self, other: &'a usize) -> Wrapping<$t> {
                Wrapping(self.0.$function(*other as u32))
            }
        }
        impl<'a> $Trait<usize> for &'a Wrapping<$t> {
            type Output = Wrapping<$t>;
            fn $method(self, other: usize) -> Wrapping<$t> {
                Wrapping(self.0.$function(other as u32))
            }
        }
        impl<'a, 'b> $Trait<&'b usize> for &'a Wrapping<$t> {
            type Output = Wrapping<$t>;
            fn $method(self, other: &'b usize) -> Wrapping<$t> {
                Wrapping(self.0.$function(*other as u32))
            }
        }
        impl $AssignTrait<usize> for Wrapping<$t> {
            #[inline]
            fn $assign(&mut self, other: usize) {
                self.0 = self.0.$function(other as u32);
            }
        }
        impl<'a> $AssignTrait<&'a usize> for Wrapping<$t> {
            fn $assign(&mut self, other: &'a usize) {
                self.0 = self.0.$function(*other as u32);
            }
        }
    };
}
macro_rules! wrapper_methods {
    ($Wrapper:ident $t:ident) => {
        impl $Wrapper<$t> {
            pub const MIN: $Wrapper<$t> = $Wrapper($t::MIN);
            pub const MAX: $Wrapper<$t> = $Wrapper($t::MAX);
        }
        impl crate::iter::Sum for $Wrapper<$t> {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold($Wrapper(0), |a, b| a + b)
            }
        }
        impl crate::iter::Product for $Wrapper<$t> {
            fn product<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold($Wrapper(1), |a, b| a * b)
            }
        }
        impl<'a> crate::iter::Sum<&'a $Wrapper<$t>> for $Wrapper<$t> {
            fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
                iter.fold($Wrapper(0), |a, b| a + b)
            }
        }
        impl<'a> crate::iter::Product<&'a $Wrapper<$t>> for $Wrapper<$t> {
            fn product<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
                iter.fold($Wrapper(1), |a, b| a * b)
            }
        }
    };
}
macro_rules! wrapper_not {
    ($Wrapper:ident $t:ident) => {
        impl Not for $Wrapper<$t> {
            type Output = $Wrapper<$t>;
            #[inline]
            fn not(self) -> $Wrapper<$t> {
                $Wrapper(!self.0)
            }
        }
        impl Not for &$Wrapper<$t> {
            type Output = $Wrapper<$t>;
            fn not(self) -> $Wrapper<$t> {
                !*self
            }
        }
    };
}
macro_rules! number_wrappers {
    ($($t:ident)*) => {
        $(
            wrapper_operator! { Wrapping $t Add add AddAssign add_assign wrapping_add }
            wrapper_operator! { Wrapping $t Sub sub SubAssign sub_assign wrapping_sub }
            wrapper_operator! { Wrapping $t Mul mul MulAssign mul_assign wrapping_mul }
            wrapper_operator! { Wrapping $t Div div DivAssign div_assign wrapping_div }
            wrapper_operator! { Wrapping $t Rem rem RemAssign rem_assign wrapping_rem }
            wrapper_operator! { Wrapping $t BitAnd bitand BitAndAssign bitand_assign bitand }
            wrapper_operator! { Wrapping $t BitOr bitor BitOrAssign bitor_assign bitor }
            wrapper_operator! { Wrapping $t BitXor bitxor BitXorAssign bitxor_assign bitxor }
            wrapper_operator! { Saturating $t Add add AddAssign add_assign saturating_add }
            wrapper_operator! { Saturating $t Sub sub SubAssign sub_assign saturating_sub }
            wrapper_operator! { Saturating $t Mul mul MulAssign mul_assign saturating_mul }
            wrapper_operator! { Saturating $t Div div DivAssign div_assign saturating_div }
            wrapper_operator! { Saturating $t Rem rem RemAssign rem_assign rem }
            wrapper_operator! { Saturating $t BitAnd bitand BitAndAssign bitand_assign bitand }
            wrapper_operator! { Saturating $t BitOr bitor BitOrAssign bitor_assign bitor }
            wrapper_operator! { Saturating $t BitXor bitxor BitXorAssign bitxor_assign bitxor }
            wrapper_methods! { Wrapping $t }
            wrapper_methods! { Saturating $t }
            wrapper_not! { Wrapping $t }
            wrapper_not! { Saturating $t }
            impl Saturating<$t> {
                pub const BITS: u32 = $t::BITS;
                pub const fn count_ones(self) -> u32 {
                    self.0.count_ones()
                }
                pub const fn count_zeros(self) -> u32 {
                    self.0.count_zeros()
                }
                pub const fn leading_zeros(self) -> u32 {
                    self.0.leading_zeros()
                }
                pub const fn trailing_zeros(self) -> u32 {
                    self.0.trailing_zeros()
                }
                pub const fn rotate_left(self, n: u32) -> Self {
                    Saturating(self.0.rotate_left(n))
                }
                pub const fn rotate_right(self, n: u32) -> Self {
                    Saturating(self.0.rotate_right(n))
                }
                pub const fn swap_bytes(self) -> Self {
                    Saturating(self.0.swap_bytes())
                }
                pub const fn reverse_bits(self) -> Self {
                    Saturating(self.0.reverse_bits())
                }
                pub const fn from_be(x: Self) -> Self {
                    Saturating($t::from_be(x.0))
                }
                pub const fn from_le(x: Self) -> Self {
                    Saturating($t::from_le(x.0))
                }
                pub const fn to_be(self) -> Self {
                    Saturating(self.0.to_be())
                }
                pub const fn to_le(self) -> Self {
                    Saturating(self.0.to_le())
                }
                pub fn pow(self, exp: u32) -> Self {
                    Saturating(self.0.saturating_pow(exp))
                }
            }
            impl Neg for &Wrapping<$t> {
                type Output = Wrapping<$t>;
                fn neg(self) -> Wrapping<$t> {
                    -*self
                }
            }
            impl Neg for Wrapping<$t> {
                type Output = Wrapping<$t>;
                #[inline]
                fn neg(self) -> Wrapping<$t> {
                    Wrapping(self.0.wrapping_neg())
                }
            }
            wrapping_shift! { $t Shl shl ShlAssign shl_assign wrapping_shl }
            wrapping_shift! { $t Shr shr ShrAssign shr_assign wrapping_shr }
            impl Wrapping<$t> {
                pub const fn reverse_bits(self) -> Self {
                    Wrapping(self.0.reverse_bits())
                }
                pub fn pow(self, exp: u32) -> Self {
                    Wrapping(self.0.wrapping_pow(exp))
                }
            }
        )*
    };
}
number_wrappers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! signed_saturating {
    ($($t:ident)*) => {
        $(
            impl Saturating<$t> {
                pub fn abs(self) -> Self {
                    Saturating(self.0.saturating_abs())
                }
                pub fn signum(self) -> Self {
                    Saturating(self.0.signum())
                }
                pub const fn is_positive(self) -> bool {
                    self.0.is_positive()
                }
                pub const fn is_negative(self) -> bool {
                    self.0.is_negative()
                }
            }
            impl Neg for &Saturating<$t> {
                type Output = Saturating<$t>;
                fn neg(self) -> Saturating<$t> {
                    -*self
                }
            }
            impl Neg for Saturating<$t> {
                type Output = Saturating<$t>;
                fn neg(self) -> Saturating<$t> {
                    Saturating(self.0.saturating_neg())
                }
            }
        )*
    };
}
signed_saturating! { i8 i16 i32 i64 i128 isize }
macro_rules! unsigned_saturating {
    ($($t:ident)*) => {
        $(
            impl Saturating<$t> {
                pub fn is_power_of_two(self) -> bool {
                    self.0.is_power_of_two()
                }
            }
        )*
    };
}
unsigned_saturating! { u8 u16 u32 u64 u128 usize }

/// Zero and one; anything else is an error.
macro_rules! bool_from_integers {
    ($($t:ident)*) => {
        $(
            impl TryFrom<$t> for bool {
                type Error = TryFromIntError;
                fn try_from(value: $t) -> Result<bool, TryFromIntError> {
                    match value {
                        0 => Ok(false),
                        1 => Ok(true),
                        _ => Err(TryFromIntError(())),
                    }
                }
            }
        )*
    };
}
bool_from_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
