//! `std::ffi`: the type behind untyped pointers.
//!
//! Left out: C strings, C's number types, and everything foreign.

#[repr(u8)]
pub enum c_void {
    #[doc(hidden)]
    Variant1,
    #[doc(hidden)]
    Variant2,
}
