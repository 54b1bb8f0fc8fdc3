//! `std::clone`.
//!
//! Left out: `CloneToUninit`, `UseCloned`. `Clone` of tuples, arrays, closures, references, pointers
//! and function items is built in.

#[lang = "clone"]
pub trait Clone: Sized {
    fn clone(&self) -> Self;
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        *self = source.clone()
    }
}

macro_rules! clone_primitives {
    ($($t:ty)*) => {
        $(
            impl Clone for $t {
                #[inline]
                fn clone(&self) -> $t {
                    *self
                }
            }
        )*
    };
}
clone_primitives! { ! bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
