//! What `Rc` and `Arc` have in common beside their methods.

use crate::intrinsics;
use crate::rc::Rc;
use crate::sync::Arc;

/// What `make_mut` clones. std's own trait is `CloneToUninit`, which is unstable.
pub trait CloneCounted {
    fn clone_to_rc(&self) -> Rc<Self>;
    fn clone_to_arc(&self) -> Arc<Self>;
}
impl<T: Clone> CloneCounted for T {
    fn clone_to_rc(&self) -> Rc<T> {
        Rc::new(self.clone())
    }
    fn clone_to_arc(&self) -> Arc<T> {
        Arc::new(self.clone())
    }
}
impl<T: Clone> CloneCounted for [T] {
    fn clone_to_rc(&self) -> Rc<[T]> {
        Rc::from(self)
    }
    fn clone_to_arc(&self) -> Arc<[T]> {
        Arc::from(self)
    }
}
impl CloneCounted for str {
    fn clone_to_rc(&self) -> Rc<str> {
        Rc::from(self)
    }
    fn clone_to_arc(&self) -> Arc<str> {
        Arc::from(self)
    }
}

/// Whether both are one value, of a type in which each equals itself: then nobody asks the values.
pub(crate) fn is_itself<T: ?Sized>(one: &T, other: &T) -> bool {
    unsafe { intrinsics::is_eq::<T>() && crate::ptr::eq(one, other) }
}

/// Traits of one of the two, whose field `$pointer` points to an `$Inner`: impls and nothing else, so that they are
/// read only if one is looked for.
macro_rules! impls_of_counted {
    ($Counted:ident, $pointer:ident, $Inner:ident) => {
        impl<T> Default for Weak<T> {
            fn default() -> Weak<T> {
                Weak::new()
            }
        }
        impl Default for $Counted<str> {
            fn default() -> $Counted<str> {
                $Counted::from("")
            }
        }
        impl<T> Default for $Counted<[T]> {
            fn default() -> $Counted<[T]> {
                $Counted::from(Vec::new())
            }
        }
        impl<T: Default> Default for $Counted<T> {
            fn default() -> $Counted<T> {
                $Counted::new(T::default())
            }
        }
        impl<T: ?Sized + PartialEq> PartialEq for $Counted<T> {
            fn eq(&self, other: &$Counted<T>) -> bool {
                crate::counted::is_itself::<T>(self, other) || **self == **other
            }
            fn ne(&self, other: &$Counted<T>) -> bool {
                !crate::counted::is_itself::<T>(self, other) && **self != **other
            }
        }
        impl<T: ?Sized + Eq> Eq for $Counted<T> {}
        impl<T: ?Sized + PartialOrd> PartialOrd for $Counted<T> {
            fn partial_cmp(&self, other: &$Counted<T>) -> Option<Ordering> {
                (**self).partial_cmp(&**other)
            }
        }
        impl<T: ?Sized + Ord> Ord for $Counted<T> {
            fn cmp(&self, other: &$Counted<T>) -> Ordering {
                (**self).cmp(&**other)
            }
        }
        impl<T: ?Sized + Hash> Hash for $Counted<T> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                (**self).hash(state)
            }
        }
        impl<T: ?Sized + fmt::Display> fmt::Display for $Counted<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&**self, f)
            }
        }
        impl<T: ?Sized + fmt::Debug> fmt::Debug for $Counted<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&**self, f)
            }
        }
        impl<T: ?Sized> fmt::Pointer for $Counted<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Pointer::fmt(&$Counted::as_ptr(self), f)
            }
        }
        impl<T: ?Sized> Borrow<T> for $Counted<T> {
            fn borrow(&self) -> &T {
                &**self
            }
        }
        impl<T: ?Sized> AsRef<T> for $Counted<T> {
            fn as_ref(&self) -> &T {
                &**self
            }
        }
        impl<T: ?Sized> Unpin for $Counted<T> {}
        impl<T> From<T> for $Counted<T> {
            fn from(t: T) -> $Counted<T> {
                $Counted::new(t)
            }
        }
        impl<T: ?Sized> From<Box<T>> for $Counted<T> {
            fn from(boxed: Box<T>) -> $Counted<T> {
                let value = Box::into_raw(boxed);
                unsafe {
                    let $pointer = moved_in(value as *const T);
                    // A value without size had no memory.
                    if crate::mem::size_of_val(&*value) != 0 {
                        free_value(value);
                    }
                    $Counted { $pointer }
                }
            }
        }
        impl<T> From<Vec<T>> for $Counted<[T]> {
            fn from(v: Vec<T>) -> $Counted<[T]> {
                let mut v = v;
                unsafe {
                    let $pointer = of_elements(v.as_ptr(), v.len());
                    v.set_len(0);
                    $Counted { $pointer }
                }
            }
        }
        impl<T: Clone> From<&[T]> for $Counted<[T]> {
            fn from(v: &[T]) -> $Counted<[T]> {
                $Counted::from(v.to_vec())
            }
        }
        impl<T, const N: usize> From<[T; N]> for $Counted<[T]> {
            fn from(v: [T; N]) -> $Counted<[T]> {
                $Counted::<[T; N]>::new(v)
            }
        }
        impl From<&str> for $Counted<str> {
            fn from(v: &str) -> $Counted<str> {
                $Counted { $pointer: unsafe { of_elements(v.as_ptr(), v.len()) } as *mut $Inner<str> }
            }
        }
        impl From<String> for $Counted<str> {
            fn from(v: String) -> $Counted<str> {
                $Counted::from(v.as_str())
            }
        }
        impl<T> FromIterator<T> for $Counted<[T]> {
            fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> $Counted<[T]> {
                $Counted::from(iter.into_iter().collect::<Vec<T>>())
            }
        }
        impl<T: Clone> From<&mut [T]> for $Counted<[T]> {
            fn from(v: &mut [T]) -> $Counted<[T]> {
                $Counted::from(v.to_vec())
            }
        }
        impl From<&mut str> for $Counted<str> {
            fn from(v: &mut str) -> $Counted<str> {
                let text: &str = v;
                $Counted::from(text)
            }
        }
        impl<'a, T: ?Sized + ToOwned> From<Cow<'a, T>> for $Counted<T>
        where
            $Counted<T>: From<&'a T> + From<T::Owned>,
        {
            fn from(cow: Cow<'a, T>) -> $Counted<T> {
                match cow {
                    Cow::Borrowed(value) => $Counted::from(value),
                    Cow::Owned(value) => $Counted::from(value),
                }
            }
        }
        impl<T, const N: usize> TryFrom<$Counted<[T]>> for $Counted<[T; N]> {
            type Error = $Counted<[T]>;
            fn try_from(slice: $Counted<[T]>) -> Result<$Counted<[T; N]>, $Counted<[T]>> {
                if slice.len() != N {
                    return Err(slice);
                }
                let slice = ManuallyDrop::new(slice);
                Ok($Counted { $pointer: slice.$pointer as *mut $Inner<[T; N]> })
            }
        }
        impl From<&OsStr> for $Counted<OsStr> {
            fn from(text: &OsStr) -> $Counted<OsStr> {
                let bytes = text.as_encoded_bytes();
                $Counted { $pointer: unsafe { of_elements(bytes.as_ptr(), bytes.len()) } as *mut $Inner<OsStr> }
            }
        }
        impl From<OsString> for $Counted<OsStr> {
            fn from(text: OsString) -> $Counted<OsStr> {
                $Counted::from(text.as_os_str())
            }
        }
        impl From<&Path> for $Counted<Path> {
            fn from(path: &Path) -> $Counted<Path> {
                let text = ManuallyDrop::new($Counted::<OsStr>::from(path.as_os_str()));
                $Counted { $pointer: text.$pointer as *mut $Inner<Path> }
            }
        }
        impl From<PathBuf> for $Counted<Path> {
            fn from(path: PathBuf) -> $Counted<Path> {
                $Counted::from(path.as_path())
            }
        }
        impl From<&CStr> for $Counted<CStr> {
            fn from(text: &CStr) -> $Counted<CStr> {
                let bytes = text.to_bytes_with_nul();
                $Counted { $pointer: unsafe { of_elements(bytes.as_ptr(), bytes.len()) } as *mut $Inner<CStr> }
            }
        }
        impl From<CString> for $Counted<CStr> {
            fn from(text: CString) -> $Counted<CStr> {
                $Counted::from(text.as_c_str())
            }
        }
        impl From<$Counted<str>> for $Counted<[u8]> {
            fn from(text: $Counted<str>) -> $Counted<[u8]> {
                let text = ManuallyDrop::new(text);
                $Counted { $pointer: text.$pointer as *mut $Inner<[u8]> }
            }
        }
    };
}
pub(crate) use impls_of_counted;
