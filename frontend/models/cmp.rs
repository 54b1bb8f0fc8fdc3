//! `std::cmp`.
//!
//! Left out: `minmax` and its like.

use crate::fmt;
use Ordering::{Equal, Greater, Less};

#[lang = "eq"]
pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;
    #[inline]
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

#[lang = "Eq"]
pub trait Eq: PartialEq<Self> {}

#[lang = "Ordering"]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(i8)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    #[inline]
    pub const fn is_eq(self) -> bool {
        matches!(self, Equal)
    }
    #[inline]
    pub const fn is_ne(self) -> bool {
        !matches!(self, Equal)
    }
    #[inline]
    pub const fn is_lt(self) -> bool {
        matches!(self, Less)
    }
    #[inline]
    pub const fn is_gt(self) -> bool {
        matches!(self, Greater)
    }
    #[inline]
    pub const fn is_le(self) -> bool {
        !matches!(self, Greater)
    }
    #[inline]
    pub const fn is_ge(self) -> bool {
        !matches!(self, Less)
    }
    #[inline]
    pub const fn reverse(self) -> Ordering {
        match self {
            Less => Greater,
            Equal => Equal,
            Greater => Less,
        }
    }
    #[inline]
    pub const fn then(self, other: Ordering) -> Ordering {
        match self {
            Equal => other,
            _ => self,
        }
    }
    #[inline]
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Equal => f(),
            _ => self,
        }
    }
}

#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
    #[inline]
    fn lt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Less))
    }
    #[inline]
    fn le(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Less | Equal))
    }
    #[inline]
    fn gt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Greater))
    }
    #[inline]
    fn ge(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Greater | Equal))
    }
}

#[lang = "Ord"]
pub trait Ord: Eq + PartialOrd<Self> {
    fn cmp(&self, other: &Self) -> Ordering;
    #[inline]
    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { self } else { other }
    }
    #[inline]
    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { other } else { self }
    }
    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}

#[inline]
pub fn min<T: Ord>(v1: T, v2: T) -> T {
    v1.min(v2)
}
#[inline]
pub fn max<T: Ord>(v1: T, v2: T) -> T {
    v1.max(v2)
}

#[derive(PartialEq, Eq, Debug, Copy, Clone, Default, Hash)]
#[repr(transparent)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    #[inline]
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        PartialOrd::lt(&other.0, &self.0)
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        PartialOrd::le(&other.0, &self.0)
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        PartialOrd::gt(&other.0, &self.0)
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        PartialOrd::ge(&other.0, &self.0)
    }
}
impl<T: Ord> Ord for Reverse<T> {
    #[inline]
    fn cmp(&self, other: &Reverse<T>) -> Ordering {
        other.0.cmp(&self.0)
    }
}

macro_rules! equality {
    ($($t:ty)*) => {
        $(
            impl PartialEq for $t {
                #[inline]
                fn eq(&self, other: &$t) -> bool {
                    *self == *other
                }
                #[inline]
                fn ne(&self, other: &$t) -> bool {
                    *self != *other
                }
            }
        )*
    };
}
equality! { bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }

macro_rules! partial_order_methods {
    ($t:ty) => {
        #[inline]
        fn lt(&self, other: &$t) -> bool {
            *self < *other
        }
        #[inline]
        fn le(&self, other: &$t) -> bool {
            *self <= *other
        }
        #[inline]
        fn gt(&self, other: &$t) -> bool {
            *self > *other
        }
        #[inline]
        fn ge(&self, other: &$t) -> bool {
            *self >= *other
        }
    };
}

macro_rules! total_order {
    ($($t:ty)*) => {
        $(
            impl Eq for $t {}
            impl PartialOrd for $t {
                #[inline]
                fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                    Some(self.cmp(other))
                }
                partial_order_methods! { $t }
            }
            impl Ord for $t {
                #[inline]
                fn cmp(&self, other: &$t) -> Ordering {
                    if *self < *other {
                        Less
                    } else if *self == *other {
                        Equal
                    } else {
                        Greater
                    }
                }
                #[inline]
                fn max(self, other: $t) -> $t {
                    if other < self { self } else { other }
                }
                #[inline]
                fn min(self, other: $t) -> $t {
                    if other < self { other } else { self }
                }
                #[track_caller]
                fn clamp(self, min: $t, max: $t) -> $t {
                    assert!(min <= max, "min > max. min = {:?}, max = {:?}", min, max);
                    if self < min {
                        min
                    } else if self > max {
                        max
                    } else {
                        self
                    }
                }
            }
        )*
    };
}
total_order! { bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! float_order {
    ($($t:ty)*) => {
        $(
            impl PartialOrd for $t {
                fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                    if *self < *other {
                        Some(Less)
                    } else if *self == *other {
                        Some(Equal)
                    } else if *self > *other {
                        Some(Greater)
                    } else {
                        None
                    }
                }
                partial_order_methods! { $t }
            }
        )*
    };
}
float_order! { f32 f64 }

impl PartialEq for ! {
    fn eq(&self, _other: &!) -> bool {
        *self
    }
}
impl Eq for ! {}
impl PartialOrd for ! {
    fn partial_cmp(&self, _other: &!) -> Option<Ordering> {
        *self
    }
}
impl Ord for ! {
    fn cmp(&self, _other: &!) -> Ordering {
        *self
    }
}

impl PartialEq for () {
    #[inline]
    fn eq(&self, _other: &()) -> bool {
        true
    }
}
impl Eq for () {}
impl PartialOrd for () {
    #[inline]
    fn partial_cmp(&self, _other: &()) -> Option<Ordering> {
        Some(Equal)
    }
}
impl Ord for () {
    #[inline]
    fn cmp(&self, _other: &()) -> Ordering {
        Equal
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A {
    #[inline]
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }
    #[inline]
    fn ne(&self, other: &&B) -> bool {
        PartialEq::ne(*self, *other)
    }
}
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A {
    #[inline]
    fn partial_cmp(&self, other: &&B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
    #[inline]
    fn lt(&self, other: &&B) -> bool {
        PartialOrd::lt(*self, *other)
    }
    #[inline]
    fn le(&self, other: &&B) -> bool {
        PartialOrd::le(*self, *other)
    }
    #[inline]
    fn gt(&self, other: &&B) -> bool {
        PartialOrd::gt(*self, *other)
    }
    #[inline]
    fn ge(&self, other: &&B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}
impl<A: ?Sized + Ord> Ord for &A {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}
impl<A: ?Sized + Eq> Eq for &A {}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &mut A {
    #[inline]
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(*self, *other)
    }
}
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&mut B> for &mut A {
    #[inline]
    fn partial_cmp(&self, other: &&mut B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
}
impl<A: ?Sized + Ord> Ord for &mut A {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}
impl<A: ?Sized + Eq> Eq for &mut A {}
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &A {
    #[inline]
    fn eq(&self, other: &&mut B) -> bool {
        PartialEq::eq(*self, *other)
    }
}
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &mut A {
    #[inline]
    fn eq(&self, other: &&B) -> bool {
        PartialEq::eq(*self, *other)
    }
}

pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if let Ordering::Greater = compare(&v1, &v2) { v2 } else { v1 }
}
pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(v1: T, v2: T, compare: F) -> T {
    if let Ordering::Greater = compare(&v1, &v2) { v1 } else { v2 }
}
pub fn min_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, f: F) -> T {
    let mut f = f;
    if f(&v2) < f(&v1) { v2 } else { v1 }
}
pub fn max_by_key<T, F: FnMut(&T) -> K, K: Ord>(v1: T, v2: T, f: F) -> T {
    let mut f = f;
    if f(&v2) < f(&v1) { v1 } else { v2 }
}
