//! `std::marker`.
//!
//! Left out: `Tuple`, `Freeze`, `DiscriminantKind` and the other unstable marker traits.
//! `Copy` of arrays, tuples, closures, references, pointers and function items is built in.

use crate::cmp::{Ord, Ordering, PartialOrd};
use crate::fmt;
use crate::hash::{Hash, Hasher};

#[lang = "sized"]
pub trait Sized {}

#[lang = "unsize"]
pub trait Unsize<T: ?Sized> {}

#[lang = "copy"]
pub trait Copy: Clone {}

#[lang = "send"]
pub unsafe auto trait Send {}

#[lang = "sync"]
pub unsafe auto trait Sync {}

#[lang = "unpin"]
pub auto trait Unpin {}

macro_rules! copy_primitives {
    ($($t:ty)*) => { $(impl Copy for $t {})* };
}
copy_primitives! { ! bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }

#[lang = "phantom_data"]
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Clone for PhantomData<T> {
    #[inline]
    fn clone(&self) -> Self {
        PhantomData
    }
}
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<T: ?Sized> Default for PhantomData<T> {
    #[inline]
    fn default() -> Self {
        PhantomData
    }
}
impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, _other: &PhantomData<T>) -> bool {
        true
    }
}
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _other: &PhantomData<T>) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}
impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, _other: &PhantomData<T>) -> Ordering {
        Ordering::Equal
    }
}
impl<T: ?Sized> Hash for PhantomData<T> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}
impl<T: ?Sized> fmt::Debug for PhantomData<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PhantomData<")?;
        f.write_str(crate::any::type_name::<T>())?;
        f.write_str(">")
    }
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhantomPinned;
impl !Unpin for PhantomPinned {}
