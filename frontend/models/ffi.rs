//! `std::ffi`: the type behind untyped pointers, C's number types, and the strings of C and of the
//! operating system, which stand in `ffi/c_str.rs` and `ffi/os_str.rs`.
//!
//! What programs ask of C's library stands in `ffi/c.rs`.
//!
//! Left out: `os_str::Slice`-like unstable parts, `VaList`.

#[doc(hidden)]
pub mod c;
mod c_str;
pub mod os_str;

pub use c_str::{
    CStr, CString, FromBytesUntilNulError, FromBytesWithNulError, FromVecWithNulError, IntoStringError, NulError,
};
pub use os_str::{OsStr, OsString};

#[repr(u8)]
pub enum c_void {
    #[doc(hidden)]
    Variant1,
    #[doc(hidden)]
    Variant2,
}

pub type c_char = i8;
pub type c_schar = i8;
pub type c_uchar = u8;
pub type c_short = i16;
pub type c_ushort = u16;
pub type c_int = i32;
pub type c_uint = u32;
pub type c_long = i64;
pub type c_ulong = u64;
pub type c_longlong = i64;
pub type c_ulonglong = u64;
pub type c_float = f32;
pub type c_double = f64;
