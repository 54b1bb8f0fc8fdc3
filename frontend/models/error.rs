//! `std::error`. Left out: `Report`, `Request`, `provide`.

use crate::any::TypeId;
use crate::borrow::Cow;
use crate::boxed::Box;
use crate::fmt::{self, Debug, Display};
use crate::string::String;

pub trait Error: Debug + Display {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        None
    }
    fn description(&self) -> &str {
        "description() is deprecated; use Display"
    }
    fn cause(&self) -> Option<&dyn Error> {
        self.source()
    }
    #[doc(hidden)]
    fn error_type_id(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<Self>()
    }
}

/// What trait objects of errors have, `Send` and `Sync` or not.
macro_rules! error_objects {
    ($($object:ty),*) => { $(
        impl $object {
            pub fn is<T: Error + 'static>(&self) -> bool {
                TypeId::of::<T>() == self.error_type_id()
            }
            pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T> {
                if self.is::<T>() { Some(unsafe { &*(self as *const Self as *const T) }) } else { None }
            }
            pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T> {
                if self.is::<T>() { Some(unsafe { &mut *(self as *mut Self as *mut T) }) } else { None }
            }
            pub fn downcast<T: Error + 'static>(self: Box<Self>) -> Result<Box<T>, Box<Self>> {
                if self.is::<T>() {
                    Ok(unsafe { Box::from_raw(Box::into_raw(self) as *mut T) })
                } else {
                    Err(self)
                }
            }
        }
    )* };
}
error_objects!(dyn Error, dyn Error + Send, dyn Error + Send + Sync);

impl<'a, T: Error + ?Sized> Error for &'a T {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Error::source(&**self)
    }
}
impl<T: Error> Error for Box<T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Error::source(&**self)
    }
}
impl Error for ! {}

/// An error that is only a text.
struct StringError(String);
impl Error for StringError {}
impl Display for StringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}
impl Debug for StringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

/// What becomes a boxed error with `?` and `into`.
macro_rules! boxed_errors {
    ($($object:ty),*) => { $(
        impl<E: Error> From<E> for Box<$object> {
            fn from(err: E) -> Self {
                Box::new(err)
            }
        }
        impl From<String> for Box<$object> {
            fn from(err: String) -> Self {
                Box::new(StringError(err))
            }
        }
        impl<'a> From<&'a str> for Box<$object> {
            fn from(err: &'a str) -> Self {
                Box::new(StringError(String::from(err)))
            }
        }
        impl<'a> From<Cow<'a, str>> for Box<$object> {
            fn from(err: Cow<'a, str>) -> Self {
                Box::new(StringError(err.into_owned()))
            }
        }
    )* };
}
boxed_errors!(dyn Error, dyn Error + Send + Sync);
