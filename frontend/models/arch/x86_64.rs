//! `std::arch::x86_64`: pauses, fences, additions with carry, and SSE2's integers, a vector of which is a number of 128
//! bits. Left out: floats, shuffles, packing, constants that are given as generic arguments, and everything beyond SSE2
//! but the types.

use crate::fmt;
use crate::sync::atomic::{Ordering, fence};

pub unsafe fn _mm_pause() {
    crate::hint::spin_loop()
}
pub unsafe fn _mm_mfence() {
    fence(Ordering::SeqCst)
}
pub unsafe fn _mm_lfence() {
    fence(Ordering::Acquire)
}
pub unsafe fn _mm_sfence() {
    fence(Ordering::Release)
}

macro_rules! with_carry {
    ($($add:ident $subtract:ident $number:ty),*) => {
        $(
            pub fn $add(carry: u8, a: $number, b: $number, out: &mut $number) -> u8 {
                let (sum, first) = a.overflowing_add(b);
                let (sum, second) = sum.overflowing_add((carry != 0) as $number);
                *out = sum;
                (first || second) as u8
            }
            pub fn $subtract(borrow: u8, a: $number, b: $number, out: &mut $number) -> u8 {
                let (difference, first) = a.overflowing_sub(b);
                let (difference, second) = difference.overflowing_sub((borrow != 0) as $number);
                *out = difference;
                (first || second) as u8
            }
        )*
    };
}
with_carry! { _addcarry_u32 _subborrow_u32 u32, _addcarry_u64 _subborrow_u64 u64 }

/// Sixteen bytes; the first one is the lowest.
#[derive(Clone, Copy)]
pub struct __m128i(u128);

impl fmt::Debug for __m128i {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = (self.0 as i64, (self.0 >> 64) as i64);
        f.debug_tuple("__m128i").field(&low).field(&high).finish()
    }
}

/// Vectors without operations here, in which libraries keep what they need where the processor has them.
macro_rules! vectors {
    ($($vector:ident $align:literal $number:ty, $count:literal;)*) => {
        $(
            #[derive(Clone, Copy, Debug)]
            #[repr(C, align($align))]
            pub struct $vector([$number; $count]);
        )*
    };
}
vectors! {
    __m128 16 f32, 4;
    __m128d 16 f64, 2;
    __m256 32 f32, 8;
    __m256d 32 f64, 4;
    __m256i 32 i64, 4;
    __m512 64 f32, 16;
    __m512d 64 f64, 8;
    __m512i 64 i64, 8;
}

pub unsafe fn _mm_setzero_si128() -> __m128i {
    __m128i(0)
}
pub unsafe fn _mm_load_si128(from: *const __m128i) -> __m128i {
    *from
}
pub unsafe fn _mm_loadu_si128(from: *const __m128i) -> __m128i {
    crate::ptr::read_unaligned(from)
}
pub unsafe fn _mm_loadl_epi64(from: *const __m128i) -> __m128i {
    __m128i(crate::ptr::read_unaligned(from as *const u64) as u128)
}
pub unsafe fn _mm_store_si128(to: *mut __m128i, a: __m128i) {
    *to = a
}
pub unsafe fn _mm_storeu_si128(to: *mut __m128i, a: __m128i) {
    crate::ptr::write_unaligned(to, a)
}
pub unsafe fn _mm_and_si128(a: __m128i, b: __m128i) -> __m128i {
    __m128i(a.0 & b.0)
}
pub unsafe fn _mm_andnot_si128(a: __m128i, b: __m128i) -> __m128i {
    __m128i(!a.0 & b.0)
}
pub unsafe fn _mm_or_si128(a: __m128i, b: __m128i) -> __m128i {
    __m128i(a.0 | b.0)
}
pub unsafe fn _mm_xor_si128(a: __m128i, b: __m128i) -> __m128i {
    __m128i(a.0 ^ b.0)
}
/// A bit for each byte: its highest.
pub unsafe fn _mm_movemask_epi8(a: __m128i) -> i32 {
    let mut mask = 0;
    let mut byte = 0;
    while byte < 16 {
        mask |= ((a.0 >> (byte * 8 + 7)) as i32 & 1) << byte;
        byte += 1;
    }
    mask
}
/// The sums of how far bytes are apart, of each half.
pub unsafe fn _mm_sad_epu8(a: __m128i, b: __m128i) -> __m128i {
    let apart = lanes_u8(a, b, |a, b| a.abs_diff(b)).0;
    let mut sums = 0;
    let mut byte = 0;
    while byte < 16 {
        let half = byte / 8 * 64;
        sums += (apart >> (byte * 8) & 0xff) << half;
        byte += 1;
    }
    __m128i(sums)
}
pub unsafe fn _mm_cvtsi128_si32(a: __m128i) -> i32 {
    a.0 as i32
}
pub unsafe fn _mm_cvtsi128_si64(a: __m128i) -> i64 {
    a.0 as i64
}
pub unsafe fn _mm_cvtsi32_si128(a: i32) -> __m128i {
    __m128i(a as u32 as u128)
}
pub unsafe fn _mm_cvtsi64_si128(a: i64) -> __m128i {
    __m128i(a as u64 as u128)
}

/// Shifts the whole by bytes.
pub unsafe fn _mm_slli_si128(a: __m128i, bytes: i32) -> __m128i {
    __m128i(a.0.checked_shl(bytes as u8 as u32 * 8).unwrap_or(0))
}
pub unsafe fn _mm_srli_si128(a: __m128i, bytes: i32) -> __m128i {
    __m128i(a.0.checked_shr(bytes as u8 as u32 * 8).unwrap_or(0))
}

/// What is done in each lane of a width: the same number everywhere, and what takes two vectors.
macro_rules! lanes {
    ($unsigned:ident, $signed:ident, $each:ident, $set1:ident, {
        $($name:ident: |$a:ident, $b:ident| $what:expr;)*
    }) => {
        fn $each(a: __m128i, b: __m128i, what: impl Fn($unsigned, $unsigned) -> $unsigned) -> __m128i {
            let mut out = 0;
            let mut at = 0;
            while at < 128 {
                let lane = what((a.0 >> at) as $unsigned, (b.0 >> at) as $unsigned);
                out |= (lane as u128) << at;
                at += $unsigned::BITS;
            }
            __m128i(out)
        }
        pub unsafe fn $set1(a: $signed) -> __m128i {
            $each(__m128i(0), __m128i(0), |_, _| a as $unsigned)
        }
        $(
            pub unsafe fn $name(a: __m128i, b: __m128i) -> __m128i {
                $each(a, b, |$a, $b| $what)
            }
        )*
    };
}

/// All bits of a lane, or none.
macro_rules! mask {
    ($lane:ident, $holds:expr) => {
        if $holds { $lane::MAX } else { 0 }
    };
}

lanes!(u8, i8, lanes_u8, _mm_set1_epi8, {
    _mm_add_epi8: |a, b| a.wrapping_add(b);
    _mm_sub_epi8: |a, b| a.wrapping_sub(b);
    _mm_adds_epu8: |a, b| a.saturating_add(b);
    _mm_subs_epu8: |a, b| a.saturating_sub(b);
    _mm_min_epu8: |a, b| a.min(b);
    _mm_max_epu8: |a, b| a.max(b);
    _mm_cmpeq_epi8: |a, b| mask!(u8, a == b);
    _mm_cmpgt_epi8: |a, b| mask!(u8, a as i8 > b as i8);
    _mm_cmplt_epi8: |a, b| mask!(u8, (a as i8) < b as i8);
});
lanes!(u16, i16, lanes_u16, _mm_set1_epi16, {
    _mm_add_epi16: |a, b| a.wrapping_add(b);
    _mm_sub_epi16: |a, b| a.wrapping_sub(b);
    _mm_mullo_epi16: |a, b| a.wrapping_mul(b);
    _mm_cmpeq_epi16: |a, b| mask!(u16, a == b);
    _mm_cmpgt_epi16: |a, b| mask!(u16, a as i16 > b as i16);
    _mm_cmplt_epi16: |a, b| mask!(u16, (a as i16) < b as i16);
});
lanes!(u32, i32, lanes_u32, _mm_set1_epi32, {
    _mm_add_epi32: |a, b| a.wrapping_add(b);
    _mm_sub_epi32: |a, b| a.wrapping_sub(b);
    _mm_cmpeq_epi32: |a, b| mask!(u32, a == b);
    _mm_cmpgt_epi32: |a, b| mask!(u32, a as i32 > b as i32);
    _mm_cmplt_epi32: |a, b| mask!(u32, (a as i32) < b as i32);
});
lanes!(u64, i64, lanes_u64, _mm_set1_epi64x, {
    _mm_add_epi64: |a, b| a.wrapping_add(b);
    _mm_sub_epi64: |a, b| a.wrapping_sub(b);
});

/// Shifts of each lane by a constant.
macro_rules! shifts {
    ($($name:ident: $each:ident, $shift:ident;)*) => {
        $(
            pub unsafe fn $name(a: __m128i, bits: i32) -> __m128i {
                $each(a, a, |a, _| a.$shift(bits as u8 as u32).unwrap_or(0))
            }
        )*
    };
}

shifts! {
    _mm_slli_epi16: lanes_u16, checked_shl;
    _mm_srli_epi16: lanes_u16, checked_shr;
    _mm_slli_epi32: lanes_u32, checked_shl;
    _mm_srli_epi32: lanes_u32, checked_shr;
    _mm_slli_epi64: lanes_u64, checked_shl;
    _mm_srli_epi64: lanes_u64, checked_shr;
}

pub unsafe fn _mm_set_epi64x(high: i64, low: i64) -> __m128i {
    __m128i((high as u64 as u128) << 64 | low as u64 as u128)
}
pub unsafe fn _mm_set_epi32(e3: i32, e2: i32, e1: i32, e0: i32) -> __m128i {
    let pair = |high: i32, low: i32| (high as u32 as i64) << 32 | low as u32 as i64;
    _mm_set_epi64x(pair(e3, e2), pair(e1, e0))
}
