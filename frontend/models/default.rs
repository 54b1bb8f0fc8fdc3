//! `std::default`. Nothing is left out.

#[lang = "Default"]
pub trait Default: Sized {
    fn default() -> Self;
}

macro_rules! default_values {
    ($($t:ty, $value:expr;)*) => {
        $(
            impl Default for $t {
                #[inline]
                fn default() -> $t {
                    $value
                }
            }
        )*
    };
}
default_values! {
    (), ();
    bool, false;
    char, '\x00';
    i8, 0;
    i16, 0;
    i32, 0;
    i64, 0;
    i128, 0;
    isize, 0;
    u8, 0;
    u16, 0;
    u32, 0;
    u64, 0;
    u128, 0;
    usize, 0;
    f32, 0.0;
    f64, 0.0;
}

impl<T> Default for *const T {
    #[inline]
    fn default() -> *const T {
        crate::ptr::null()
    }
}
impl<T> Default for *mut T {
    #[inline]
    fn default() -> *mut T {
        crate::ptr::null_mut()
    }
}
