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

impl dyn Error {
    pub fn is<T: Error + 'static>(&self) -> bool {
        TypeId::of::<T>() == self.error_type_id()
    }
    pub fn downcast_ref<T: Error + 'static>(&self) -> Option<&T> {
        if self.is::<T>() { Some(unsafe { &*(self as *const dyn Error as *const T) }) } else { None }
    }
    pub fn downcast_mut<T: Error + 'static>(&mut self) -> Option<&mut T> {
        if self.is::<T>() { Some(unsafe { &mut *(self as *mut dyn Error as *mut T) }) } else { None }
    }
    pub fn downcast<T: Error + 'static>(self: Box<Self>) -> Result<Box<T>, Box<dyn Error>> {
        if self.is::<T>() {
            Ok(unsafe { Box::from_raw(Box::into_raw(self) as *mut T) })
        } else {
            Err(self)
        }
    }
}

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

impl<'a, E: Error + 'a> From<E> for Box<dyn Error + 'a> {
    fn from(err: E) -> Box<dyn Error + 'a> {
        Box::new(err)
    }
}

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
impl<'a> From<String> for Box<dyn Error + 'a> {
    fn from(err: String) -> Box<dyn Error + 'a> {
        Box::new(StringError(err))
    }
}
impl<'a> From<&str> for Box<dyn Error + 'a> {
    fn from(err: &str) -> Box<dyn Error + 'a> {
        Box::new(StringError(String::from(err)))
    }
}
impl<'a, 'b> From<Cow<'b, str>> for Box<dyn Error + 'a> {
    fn from(err: Cow<'b, str>) -> Box<dyn Error + 'a> {
        Box::new(StringError(err.into_owned()))
    }
}
