//! The methods of `f32` and `f64`.
//!
//! Left out: `lerp`, gamma functions and other unstable methods. Results of transcendental functions on `f32`
//! are rounded from `f64`.

use crate::cmp::Ordering;
use crate::intrinsics;
use crate::num::{FpCategory, ParseFloatError};
use crate::str::FromStr;

macro_rules! float_unary {
    ($t:ident : $($method:ident $intrinsic:ident)*) => {
        $(
            #[inline]
            pub fn $method(self) -> $t {
                unsafe { intrinsics::$intrinsic(self as f64) as $t }
            }
        )*
    };
}

macro_rules! float_methods {
    ($t:ident $bits:ident $int:ident $mul_add:ident $digits:literal $mantissa:literal) => {
        pub const RADIX: u32 = 2;
        pub unsafe fn to_int_unchecked<Int>(self) -> Int
        where
            $t: crate::convert::FloatToInt<Int>,
        {
            unsafe { crate::convert::FloatToInt::<Int>::cut(self) }
        }
        pub const MANTISSA_DIGITS: u32 = $mantissa;
        pub const DIGITS: u32 = $digits;
        pub const fn is_subnormal(self) -> bool {
            self != 0.0 && self < $t::MIN_POSITIVE && self > -$t::MIN_POSITIVE
        }
        pub const fn midpoint(self, other: $t) -> $t {
            self / 2.0 + other / 2.0
        }
        pub const fn next_up(self) -> $t {
            let bits = self.to_bits();
            if self.is_nan() || self == $t::INFINITY {
                return self;
            }
            if self == 0.0 {
                return $t::from_bits(1);
            }
            $t::from_bits(if self > 0.0 { bits + 1 } else { bits - 1 })
        }
        pub const fn next_down(self) -> $t {
            -(-self).next_up()
        }
        pub const INFINITY: $t = 1.0 / 0.0;
        pub const NEG_INFINITY: $t = -1.0 / 0.0;

        float_unary! { $t :
            floor float_floor
            ceil float_ceil
            round float_round
            round_ties_even float_round_ties_even
            trunc float_trunc
            sqrt float_sqrt
            cbrt float_cbrt
            exp float_exp
            exp2 float_exp2
            exp_m1 float_exp_m1
            ln float_ln
            ln_1p float_ln_1p
            log2 float_log2
            log10 float_log10
            sin float_sin
            cos float_cos
            tan float_tan
            asin float_asin
            acos float_acos
            atan float_atan
            sinh float_sinh
            cosh float_cosh
            tanh float_tanh
        }
        #[inline]
        pub const fn abs(self) -> $t {
            unsafe { intrinsics::float_abs(self as f64) as $t }
        }
        #[inline]
        pub fn fract(self) -> $t {
            self - self.trunc()
        }
        #[inline]
        pub fn powf(self, n: $t) -> $t {
            unsafe { intrinsics::float2_pow(self as f64, n as f64) as $t }
        }
        #[inline]
        pub fn powi(self, n: i32) -> $t {
            unsafe { intrinsics::float2_pow(self as f64, n as f64) as $t }
        }
        #[inline]
        pub fn atan2(self, other: $t) -> $t {
            unsafe { intrinsics::float2_atan2(self as f64, other as f64) as $t }
        }
        #[inline]
        pub fn hypot(self, other: $t) -> $t {
            unsafe { intrinsics::float2_hypot(self as f64, other as f64) as $t }
        }
        #[inline]
        pub const fn copysign(self, sign: $t) -> $t {
            unsafe { intrinsics::float2_copysign(self as f64, sign as f64) as $t }
        }
        #[inline]
        pub const fn min(self, other: $t) -> $t {
            unsafe { intrinsics::float2_min(self as f64, other as f64) as $t }
        }
        #[inline]
        pub const fn max(self, other: $t) -> $t {
            unsafe { intrinsics::float2_max(self as f64, other as f64) as $t }
        }
        pub fn log(self, base: $t) -> $t {
            self.ln() / base.ln()
        }
        pub fn abs_sub(self, other: $t) -> $t {
            if self <= other { 0.0 } else { self - other }
        }
        pub fn mul_add(self, a: $t, b: $t) -> $t {
            unsafe { intrinsics::$mul_add(self as f64, a as f64, b as f64) as $t }
        }
        pub fn sin_cos(self) -> ($t, $t) {
            (self.sin(), self.cos())
        }
        pub fn asinh(self) -> $t {
            // Neither squares what is large nor adds what is small to 1.
            let size = self.abs();
            let inverse = 1.0 / size;
            (size + size / ((1.0 as $t).hypot(inverse) + inverse)).ln_1p().copysign(self)
        }
        pub fn acosh(self) -> $t {
            if self < 1.0 { $t::NAN } else { (self + (self - 1.0).sqrt() * (self + 1.0).sqrt()).ln() }
        }
        pub fn atanh(self) -> $t {
            let size = self.abs();
            (0.5 * (2.0 * size / (1.0 - size)).ln_1p()).copysign(self)
        }
        pub fn div_euclid(self, rhs: $t) -> $t {
            let q = (self / rhs).trunc();
            if self % rhs < 0.0 {
                return if rhs > 0.0 { q - 1.0 } else { q + 1.0 };
            }
            q
        }
        pub fn rem_euclid(self, rhs: $t) -> $t {
            let r = self % rhs;
            if r < 0.0 { r + rhs.abs() } else { r }
        }
        pub const fn signum(self) -> $t {
            if self.is_nan() { self } else { (1.0 as $t).copysign(self) }
        }
        #[inline]
        pub const fn is_nan(self) -> bool {
            self != self
        }
        #[inline]
        pub const fn is_infinite(self) -> bool {
            self == $t::INFINITY || self == $t::NEG_INFINITY
        }
        #[inline]
        pub const fn is_finite(self) -> bool {
            self.abs() < $t::INFINITY
        }
        #[inline]
        pub const fn is_normal(self) -> bool {
            matches!(self.classify(), FpCategory::Normal)
        }
        pub const fn classify(self) -> FpCategory {
            if self.is_nan() {
                FpCategory::Nan
            } else if self.is_infinite() {
                FpCategory::Infinite
            } else if self == 0.0 {
                FpCategory::Zero
            } else if self.abs() < $t::MIN_POSITIVE {
                FpCategory::Subnormal
            } else {
                FpCategory::Normal
            }
        }
        #[inline]
        pub const fn is_sign_positive(self) -> bool {
            !self.is_sign_negative()
        }
        #[inline]
        pub const fn is_sign_negative(self) -> bool {
            (self.to_bits() as $int) < 0
        }
        #[inline]
        pub const fn recip(self) -> $t {
            1.0 / self
        }
        #[inline]
        pub const fn to_degrees(self) -> $t {
            self * 57.2957795130823208767981548141051703
        }
        #[inline]
        pub const fn to_radians(self) -> $t {
            self * (3.14159265358979323846264338327950288 / 180.0)
        }
        pub fn total_cmp(&self, other: &$t) -> Ordering {
            let mut left = self.to_bits() as $int;
            let mut right = other.to_bits() as $int;
            if left < 0 {
                left ^= $int::MAX;
            }
            if right < 0 {
                right ^= $int::MAX;
            }
            left.cmp(&right)
        }
        #[track_caller]
        pub fn clamp(self, min: $t, max: $t) -> $t {
            assert!(min <= max, "min > max, or either was NaN. min = {:?}, max = {:?}", min, max);
            if self < min {
                min
            } else if self > max {
                max
            } else {
                self
            }
        }
    };
}

impl f32 {
    float_methods! { f32 u32 i32 mul_add_f32 6 24 }
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
    pub const EPSILON: f32 = 1.1920929e-7;
    pub const MIN: f32 = -3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const NAN: f32 = f32::from_bits(0x7FC0_0000);
    #[inline]
    pub const fn to_bits(self) -> u32 {
        unsafe { intrinsics::f32_to_bits(self) }
    }
    #[inline]
    pub const fn to_le_bytes(self) -> [u8; 4] {
        self.to_bits().to_le_bytes()
    }
    pub const fn to_be_bytes(self) -> [u8; 4] {
        self.to_bits().to_be_bytes()
    }
    pub const fn to_ne_bytes(self) -> [u8; 4] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn from_le_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_le_bytes(bytes))
    }
    pub const fn from_be_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_be_bytes(bytes))
    }
    pub const fn from_ne_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_ne_bytes(bytes))
    }
    #[inline]
    pub const fn from_bits(bits: u32) -> f32 {
        unsafe { intrinsics::f32_from_bits(bits) }
    }
}
impl f64 {
    float_methods! { f64 u64 i64 mul_add_f64 15 53 }
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const NAN: f64 = f64::from_bits(0x7FF8_0000_0000_0000);
    #[inline]
    pub const fn to_bits(self) -> u64 {
        unsafe { intrinsics::float_to_bits(self) }
    }
    #[inline]
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.to_bits().to_le_bytes()
    }
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.to_bits().to_be_bytes()
    }
    pub const fn to_ne_bytes(self) -> [u8; 8] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn from_le_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_le_bytes(bytes))
    }
    pub const fn from_be_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_be_bytes(bytes))
    }
    pub const fn from_ne_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_ne_bytes(bytes))
    }
    #[inline]
    pub const fn from_bits(bits: u64) -> f64 {
        unsafe { intrinsics::float_from_bits(bits) }
    }
}

impl FromStr for f32 {
    type Err = ParseFloatError;
    fn from_str(text: &str) -> Result<f32, ParseFloatError> {
        Ok(f32::from_bits(crate::num::parse_float_bits(text, true)? as u32))
    }
}
impl FromStr for f64 {
    type Err = ParseFloatError;
    fn from_str(text: &str) -> Result<f64, ParseFloatError> {
        Ok(f64::from_bits(crate::num::parse_float_bits(text, false)?))
    }
}
