//! `std::os`: C's number types under their old path.
//!
//! Left out: everything that belongs to one operating system.

pub mod raw {
    pub use crate::ffi::{
        c_char, c_double, c_float, c_int, c_long, c_longlong, c_schar, c_short, c_uchar, c_uint, c_ulong, c_ulonglong,
        c_ushort, c_void,
    };
}
