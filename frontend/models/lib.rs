//! The modelled standard library: `std`, `core` and `alloc` all name this crate. Ordinary Rust, compiled by
//! the front end; what blocks, wakes or races is asked of the machine through `intrinsics`.
//!
//! Left out: files, sockets, processes, dynamic linking, SIMD, inline assembly.

#[macro_use]
mod macros;

pub mod intrinsics;
pub mod rt;
mod counted;
mod fn_ptr;
mod tuple;
mod float;

pub mod alloc;
pub mod any;
pub mod arch;
pub mod array;
pub mod ascii;
pub mod backtrace;
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
pub mod ffi;
pub mod fmt;
pub mod fs;
pub mod future;
pub mod hash;
pub mod hint;
pub mod io;
pub mod iter;
pub mod marker;
pub mod mem;
pub mod net;
pub mod num;
pub mod ops;
pub mod option;
pub mod os;
pub mod panic;
pub mod path;
pub mod pin;
pub mod prelude;
pub mod primitive;
pub mod process;
pub mod ptr;
pub mod range;
pub mod rc;
pub mod result;
pub mod slice;
pub mod str;
pub mod string;
pub mod sync;
pub mod task;
pub mod thread;
pub mod time;
pub mod vec;

mod crates;
mod primitives;
pub use primitives::{f32, f64, i128, i16, i32, i64, i8, isize, u128, u16, u32, u64, u8, usize};
