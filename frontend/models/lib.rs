//! The root of the modelled standard library: `std`, `core` and `alloc` are this one crate.
//!
//! Left out: `fs`, `net`, `os`, `path` (a checked program never touches the host), `simd`, `arch`,
//! `async` support beyond the types that signatures name.

pub mod alloc;
pub mod any;
pub mod array;
pub mod borrow;
pub mod boxed;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub mod collections;
pub mod convert;
pub mod default;
pub mod env;
pub mod error;
mod float;
pub mod fmt;
pub mod future;
pub mod hash;
pub mod hint;
pub mod intrinsics;
pub mod io;
pub mod iter;
#[macro_use]
mod macros;
pub mod marker;
pub mod mem;
pub mod num;
pub mod ops;
pub mod option;
pub mod panic;
pub mod pin;
pub mod prelude;
pub mod process;
pub mod ptr;
pub mod rc;
pub mod result;
pub mod rt;
pub mod slice;
pub mod str;
pub mod string;
pub mod sync;
pub mod task;
pub mod thread;
pub mod time;
mod tuple;
pub mod vec;

/// The constants that stand in modules named after primitive types.
macro_rules! integer_modules {
    ($($name:ident)*) => {
        $(
            pub mod $name {
                pub const MIN: $name = $name::MIN;
                pub const MAX: $name = $name::MAX;
            }
        )*
    };
}
integer_modules! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! float_modules {
    ($($name:ident)*) => {
        $(
            pub mod $name {
                pub const MIN: $name = $name::MIN;
                pub const MAX: $name = $name::MAX;
                pub const EPSILON: $name = $name::EPSILON;
                pub const INFINITY: $name = $name::INFINITY;
                pub const NEG_INFINITY: $name = $name::NEG_INFINITY;
                pub const NAN: $name = $name::NAN;
                pub mod consts {
                    pub const PI: $name = 3.14159265358979323846264338327950288;
                    pub const TAU: $name = 6.28318530717958647692528676655900577;
                    pub const E: $name = 2.71828182845904523536028747135266250;
                    pub const SQRT_2: $name = 1.41421356237309504880168872420969808;
                    pub const LN_2: $name = 0.693147180559945309417232121458176568;
                    pub const LN_10: $name = 2.30258509299404568401799145468436421;
                    pub const FRAC_PI_2: $name = 1.57079632679489661923132169163975144;
                    pub const FRAC_PI_3: $name = 1.04719755119659774615421446109316763;
                    pub const FRAC_PI_4: $name = 0.785398163397448309615660845819875721;
                    pub const FRAC_PI_6: $name = 0.52359877559829887307710723054658381;
                    pub const FRAC_1_SQRT_2: $name = 0.707106781186547524400844362104849039;
                }
            }
        )*
    };
}
float_modules! { f32 f64 }
