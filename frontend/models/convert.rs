//! `std::convert`.
//!
//! Conversions between numbers stand in `num`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};

/// What `to_int_unchecked` gives; its method is the model's own.
pub trait FloatToInt<Int>: Sized {
    unsafe fn cut(self) -> Int;
}
macro_rules! float_to_int {
    ($($float:ident: $($int:ident)*;)*) => {
        $($(
            impl FloatToInt<$int> for $float {
                unsafe fn cut(self) -> $int {
                    let whole = self.trunc();
                    let end = ($int::MAX / 2 + 1) as $float * 2.0;
                    // A NaN compares with nothing.
                    if whole >= $int::MIN as $float && whole < end {
                        return whole as $int;
                    }
                    unsafe { crate::intrinsics::undefined("to_int_unchecked of a number that does not fit") }
                }
            }
        )*)*
    };
}
float_to_int! {
    f32: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    f64: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
}

#[inline]
pub const fn identity<T>(x: T) -> T {
    x
}

pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}
pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}
pub trait Into<T>: Sized {
    fn into(self) -> T;
}
#[lang = "From"]
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}
pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}
pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

impl<T: ?Sized, U: ?Sized> AsRef<U> for &T
where
    T: AsRef<U>,
{
    #[inline]
    fn as_ref(&self) -> &U {
        <T as AsRef<U>>::as_ref(*self)
    }
}
impl<T: ?Sized, U: ?Sized> AsRef<U> for &mut T
where
    T: AsRef<U>,
{
    #[inline]
    fn as_ref(&self) -> &U {
        <T as AsRef<U>>::as_ref(*self)
    }
}
impl<T: ?Sized, U: ?Sized> AsMut<U> for &mut T
where
    T: AsMut<U>,
{
    #[inline]
    fn as_mut(&mut self) -> &mut U {
        (*self).as_mut()
    }
}
impl<T, U> Into<U> for T
where
    U: From<T>,
{
    #[inline]
    #[track_caller]
    fn into(self) -> U {
        U::from(self)
    }
}
impl<T> From<T> for T {
    #[inline]
    fn from(t: T) -> T {
        t
    }
}
impl<T, U> TryInto<U> for T
where
    U: TryFrom<T>,
{
    type Error = U::Error;
    #[inline]
    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}
impl<T, U> TryFrom<U> for T
where
    U: Into<T>,
{
    type Error = Infallible;
    #[inline]
    fn try_from(value: U) -> Result<Self, Self::Error> {
        Ok(U::into(value))
    }
}

impl<T> AsRef<[T]> for [T] {
    #[inline]
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T> AsMut<[T]> for [T] {
    #[inline]
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
impl AsRef<str> for str {
    #[inline]
    fn as_ref(&self) -> &str {
        self
    }
}
impl AsMut<str> for str {
    #[inline]
    fn as_mut(&mut self) -> &mut str {
        self
    }
}

#[derive(Copy)]
pub enum Infallible {}

impl Clone for Infallible {
    fn clone(&self) -> Infallible {
        match *self {}
    }
}
impl fmt::Debug for Infallible {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
impl fmt::Display for Infallible {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
impl crate::error::Error for Infallible {}
impl PartialEq for Infallible {
    fn eq(&self, _: &Infallible) -> bool {
        match *self {}
    }
}
impl Eq for Infallible {}
impl PartialOrd for Infallible {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        match *self {}
    }
}
impl Ord for Infallible {
    fn cmp(&self, _other: &Self) -> Ordering {
        match *self {}
    }
}
impl Hash for Infallible {
    fn hash<H: Hasher>(&self, _: &mut H) {
        match *self {}
    }
}
