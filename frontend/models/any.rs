//! `std::any`.
//!
//! Left out: `Provider`-like unstable parts; the numbers in `TypeId`s differ from native ones.

use crate::boxed::Box;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::intrinsics;

#[lang = "any"]
pub trait Any: 'static {
    fn type_id(&self) -> TypeId;
}
impl<T: 'static + ?Sized> Any for T {
    #[inline]
    fn type_id(&self) -> TypeId {
        TypeId::of::<T>()
    }
}

/// What such trait objects have, `Send` and `Sync` or not.
macro_rules! any_objects {
    ($($object:ty),*) => { $(
        impl fmt::Debug for $object {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("Any { .. }")
            }
        }
        impl $object {
            #[inline]
            pub fn is<T: Any>(&self) -> bool {
                TypeId::of::<T>() == self.type_id()
            }
            #[inline]
            pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
                if self.is::<T>() { Some(unsafe { &*(self as *const Self as *const T) }) } else { None }
            }
            #[inline]
            pub fn downcast_mut<T: Any>(&mut self) -> Option<&mut T> {
                if self.is::<T>() { Some(unsafe { &mut *(self as *mut Self as *mut T) }) } else { None }
            }
        }
        impl Box<$object> {
            #[inline]
            pub fn downcast<T: Any>(self) -> Result<Box<T>, Self> {
                if self.is::<T>() {
                    Ok(unsafe { Box::from_raw(Box::into_raw(self) as *mut T) })
                } else {
                    Err(self)
                }
            }
        }
    )* };
}
any_objects!(dyn Any, dyn Any + Send, dyn Any + Send + Sync);

#[derive(Clone, Copy, Eq, PartialEq, PartialOrd, Ord)]
pub struct TypeId {
    type_number: u64,
}
impl TypeId {
    #[inline]
    pub const fn of<T: ?Sized + 'static>() -> TypeId {
        TypeId { type_number: unsafe { intrinsics::type_id::<T>() } }
    }
}
impl Hash for TypeId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.type_number);
    }
}
impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeId({:#034x})", self.type_number as u128)
    }
}

#[inline]
pub const fn type_name<T: ?Sized>() -> &'static str {
    unsafe { intrinsics::type_name::<T>() }
}
#[inline]
pub const fn type_name_of_val<T: ?Sized>(_val: &T) -> &'static str {
    unsafe { intrinsics::type_name::<T>() }
}
