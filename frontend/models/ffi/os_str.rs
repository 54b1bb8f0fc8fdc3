//! `OsStr` and `OsString`: always valid UTF-8 here.
//!
//! Left out: bytes that are not UTF-8 (`OsStrExt::from_bytes` and the like stop there).

use crate::borrow::{Borrow, Cow, ToOwned};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::ops::{Deref, DerefMut};
use crate::rc::Rc;
use crate::str::FromStr;
use crate::string::String;
use crate::sync::Arc;
use crate::vec::Vec;

#[repr(transparent)]
pub struct OsStr {
    os_text: str,
}

impl OsStr {
    pub fn new<S: AsRef<OsStr> + ?Sized>(text: &S) -> &OsStr {
        text.as_ref()
    }
    #[inline]
    pub(crate) fn of(text: &str) -> &OsStr {
        unsafe { &*(text as *const str as *const OsStr) }
    }
    pub unsafe fn from_encoded_bytes_unchecked(bytes: &[u8]) -> &OsStr {
        OsStr::of(unsafe { crate::str::str_at(bytes) })
    }
    pub fn to_str(&self) -> Option<&str> {
        Some(&self.os_text)
    }
    #[inline]
    pub(crate) fn text(&self) -> &str {
        &self.os_text
    }
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.os_text)
    }
    pub fn to_os_string(&self) -> OsString {
        OsString { os_buffer: String::from(&self.os_text) }
    }
    pub fn into_os_string(self: Box<OsStr>) -> OsString {
        self.to_os_string()
    }
    pub fn is_empty(&self) -> bool {
        self.os_text.is_empty()
    }
    pub fn len(&self) -> usize {
        self.os_text.len()
    }
    pub fn as_encoded_bytes(&self) -> &[u8] {
        self.os_text.as_bytes()
    }
    pub fn to_ascii_lowercase(&self) -> OsString {
        OsString { os_buffer: self.os_text.to_ascii_lowercase() }
    }
    pub fn to_ascii_uppercase(&self) -> OsString {
        OsString { os_buffer: self.os_text.to_ascii_uppercase() }
    }
    pub fn is_ascii(&self) -> bool {
        self.os_text.is_ascii()
    }
    pub fn eq_ignore_ascii_case<S: AsRef<OsStr>>(&self, other: S) -> bool {
        self.os_text.eq_ignore_ascii_case(other.as_ref().text())
    }
    pub fn make_ascii_lowercase(&mut self) {
        self.os_text.make_ascii_lowercase()
    }
    pub fn make_ascii_uppercase(&mut self) {
        self.os_text.make_ascii_uppercase()
    }
    pub fn display(&self) -> Display<'_> {
        Display { shown: &self.os_text }
    }
}

/// What `display` gives, of `OsStr` and of `Path`.
pub struct Display<'a> {
    pub(crate) shown: &'a str,
}
impl fmt::Debug for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.shown, f)
    }
}
impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.shown)
    }
}

#[derive(Clone, Default)]
pub struct OsString {
    os_buffer: String,
}

impl OsString {
    pub const fn new() -> OsString {
        OsString { os_buffer: String::new() }
    }
    pub fn with_capacity(capacity: usize) -> OsString {
        OsString { os_buffer: String::with_capacity(capacity) }
    }
    pub unsafe fn from_encoded_bytes_unchecked(bytes: Vec<u8>) -> OsString {
        OsString { os_buffer: unsafe { String::of_bytes(bytes) } }
    }
    pub fn into_encoded_bytes(self) -> Vec<u8> {
        self.os_buffer.into_bytes()
    }
    pub fn as_os_str(&self) -> &OsStr {
        OsStr::of(&self.os_buffer)
    }
    pub fn into_string(self) -> Result<String, OsString> {
        Ok(self.os_buffer)
    }
    pub(crate) fn text_mut(&mut self) -> &mut String {
        &mut self.os_buffer
    }
    pub fn push<T: AsRef<OsStr>>(&mut self, text: T) {
        self.os_buffer.push_str(text.as_ref().text())
    }
    pub fn clear(&mut self) {
        self.os_buffer.clear()
    }
    pub fn capacity(&self) -> usize {
        self.os_buffer.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.os_buffer.reserve(additional)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.os_buffer.reserve_exact(additional)
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.os_buffer.try_reserve(additional)
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.os_buffer.try_reserve_exact(additional)
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.os_buffer.shrink_to(min_capacity)
    }
    pub fn shrink_to_fit(&mut self) {
        self.os_buffer.shrink_to_fit()
    }
    pub fn into_boxed_os_str(self) -> Box<OsStr> {
        let text = Box::into_raw(self.os_buffer.into_boxed_str());
        unsafe { Box::from_raw(text as *mut OsStr) }
    }
}

impl<'a> TryFrom<&'a OsStr> for &'a str {
    type Error = crate::str::Utf8Error;
    fn try_from(value: &'a OsStr) -> Result<&'a str, crate::str::Utf8Error> {
        Ok(value.text())
    }
}
impl Deref for OsString {
    type Target = OsStr;
    #[inline]
    fn deref(&self) -> &OsStr {
        OsStr::of(&self.os_buffer)
    }
}
impl DerefMut for OsString {
    #[inline]
    fn deref_mut(&mut self) -> &mut OsStr {
        unsafe { &mut *(self.os_buffer.as_mut_str() as *mut str as *mut OsStr) }
    }
}
impl Borrow<OsStr> for OsString {
    fn borrow(&self) -> &OsStr {
        self.as_os_str()
    }
}
impl ToOwned for OsStr {
    type Owned = OsString;
    fn to_owned(&self) -> OsString {
        self.to_os_string()
    }
}
impl Default for &OsStr {
    fn default() -> &'static OsStr {
        OsStr::of("")
    }
}
impl FromStr for OsString {
    type Err = crate::convert::Infallible;
    fn from_str(text: &str) -> Result<OsString, Self::Err> {
        Ok(OsString::from(text))
    }
}
impl fmt::Write for OsString {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.os_buffer.push_str(text);
        Ok(())
    }
}

impl PartialEq for OsStr {
    fn eq(&self, other: &OsStr) -> bool {
        self.os_text == other.os_text
    }
}
impl Eq for OsStr {}
impl PartialOrd for OsStr {
    fn partial_cmp(&self, other: &OsStr) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for OsStr {
    fn cmp(&self, other: &OsStr) -> Ordering {
        self.os_text.cmp(&other.os_text)
    }
}
impl Hash for OsStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.os_text.hash(state)
    }
}
impl fmt::Debug for OsStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.os_text, f)
    }
}
impl PartialEq for OsString {
    fn eq(&self, other: &OsString) -> bool {
        self.os_buffer == other.os_buffer
    }
}
impl Eq for OsString {}
impl PartialOrd for OsString {
    fn partial_cmp(&self, other: &OsString) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for OsString {
    fn cmp(&self, other: &OsString) -> Ordering {
        self.os_buffer.cmp(&other.os_buffer)
    }
}
impl Hash for OsString {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.os_buffer.hash(state)
    }
}
impl fmt::Debug for OsString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.os_buffer, f)
    }
}

macro_rules! compared {
    ($($Left:ty, $Right:ty;)*) => {
        $(
            impl PartialEq<$Right> for $Left {
                fn eq(&self, other: &$Right) -> bool {
                    AsRef::<OsStr>::as_ref(self).text() == AsRef::<OsStr>::as_ref(other).text()
                }
            }
            impl PartialEq<$Left> for $Right {
                fn eq(&self, other: &$Left) -> bool {
                    AsRef::<OsStr>::as_ref(self).text() == AsRef::<OsStr>::as_ref(other).text()
                }
            }
            impl PartialOrd<$Right> for $Left {
                fn partial_cmp(&self, other: &$Right) -> Option<Ordering> {
                    AsRef::<OsStr>::as_ref(self).text().partial_cmp(AsRef::<OsStr>::as_ref(other).text())
                }
            }
            impl PartialOrd<$Left> for $Right {
                fn partial_cmp(&self, other: &$Left) -> Option<Ordering> {
                    AsRef::<OsStr>::as_ref(self).text().partial_cmp(AsRef::<OsStr>::as_ref(other).text())
                }
            }
        )*
    };
}
compared! {
    OsString, OsStr;
    OsString, &OsStr;
    Cow<'_, OsStr>, OsStr;
    Cow<'_, OsStr>, &OsStr;
    Cow<'_, OsStr>, OsString;
}
macro_rules! equal_to_text {
    ($($Text:ty, $Other:ty;)*) => {
        $(
            impl PartialEq<$Text> for $Other {
                fn eq(&self, other: &$Text) -> bool {
                    *self.text() == other[..]
                }
            }
            impl PartialEq<$Other> for $Text {
                fn eq(&self, other: &$Other) -> bool {
                    self[..] == *other.text()
                }
            }
        )*
    };
}
equal_to_text! {
    str, OsStr;
    str, OsString;
    &str, OsString;
}
impl PartialOrd<str> for OsStr {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        self.text().partial_cmp(other)
    }
}
impl PartialOrd<str> for OsString {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        self.text().partial_cmp(other)
    }
}

impl AsRef<OsStr> for OsStr {
    fn as_ref(&self) -> &OsStr {
        self
    }
}
impl AsRef<OsStr> for OsString {
    fn as_ref(&self) -> &OsStr {
        self.as_os_str()
    }
}
impl AsRef<OsStr> for str {
    fn as_ref(&self) -> &OsStr {
        OsStr::of(self)
    }
}
impl AsRef<OsStr> for String {
    fn as_ref(&self) -> &OsStr {
        OsStr::of(self)
    }
}

impl From<String> for OsString {
    fn from(text: String) -> OsString {
        OsString { os_buffer: text }
    }
}
impl<T: ?Sized + AsRef<OsStr>> From<&T> for OsString {
    fn from(text: &T) -> OsString {
        text.as_ref().to_os_string()
    }
}
impl Clone for Box<OsStr> {
    fn clone(&self) -> Box<OsStr> {
        self.to_os_string().into_boxed_os_str()
    }
}
impl From<Box<OsStr>> for OsString {
    fn from(text: Box<OsStr>) -> OsString {
        text.to_os_string()
    }
}
impl From<&OsStr> for Box<OsStr> {
    fn from(text: &OsStr) -> Box<OsStr> {
        text.to_os_string().into_boxed_os_str()
    }
}
impl From<OsString> for Box<OsStr> {
    fn from(text: OsString) -> Box<OsStr> {
        text.into_boxed_os_str()
    }
}
impl<'a> From<OsString> for Cow<'a, OsStr> {
    fn from(text: OsString) -> Cow<'a, OsStr> {
        Cow::Owned(text)
    }
}
impl<'a> From<&'a OsStr> for Cow<'a, OsStr> {
    fn from(text: &'a OsStr) -> Cow<'a, OsStr> {
        Cow::Borrowed(text)
    }
}
