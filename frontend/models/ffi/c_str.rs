//! `CStr` and `CString`: bytes with a zero at the end.
//!
//! Left out: reading from pointers that do not point at a `CString` of the program.

use crate::borrow::{Borrow, Cow, ToOwned};
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt::{self, Write};
use crate::hash::{Hash, Hasher};
use crate::io;
use crate::num::NonZero;
use crate::ops::{Deref, Index, RangeFrom, RangeFull};
use crate::str::Utf8Error;
use crate::string::String;
use crate::vec::Vec;
use super::c_char;

#[repr(transparent)]
pub struct CStr {
    /// With the zero.
    c_bytes: [u8],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FromBytesWithNulError {
    InteriorNul { position: usize },
    NotNulTerminated,
}
impl fmt::Display for FromBytesWithNulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromBytesWithNulError::InteriorNul { position } => {
                write!(f, "data provided contains an interior nul byte at position {position}")
            }
            FromBytesWithNulError::NotNulTerminated => {
                f.write_str("data provided is not nul terminated")
            }
        }
    }
}
impl Error for FromBytesWithNulError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromBytesUntilNulError(());
impl fmt::Display for FromBytesUntilNulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data provided does not contain a nul")
    }
}
impl Error for FromBytesUntilNulError {}

impl CStr {
    pub const unsafe fn from_bytes_with_nul_unchecked(bytes: &[u8]) -> &CStr {
        unsafe { &*(bytes as *const [u8] as *const CStr) }
    }
    pub fn from_bytes_with_nul(bytes: &[u8]) -> Result<&CStr, FromBytesWithNulError> {
        match bytes.iter().position(|&byte| byte == 0) {
            Some(position) if position + 1 == bytes.len() => {
                Ok(unsafe { CStr::from_bytes_with_nul_unchecked(bytes) })
            }
            Some(position) => Err(FromBytesWithNulError::InteriorNul { position }),
            None => Err(FromBytesWithNulError::NotNulTerminated),
        }
    }
    pub fn from_bytes_until_nul(bytes: &[u8]) -> Result<&CStr, FromBytesUntilNulError> {
        match bytes.iter().position(|&byte| byte == 0) {
            Some(position) => {
                Ok(unsafe { CStr::from_bytes_with_nul_unchecked(&bytes[..position + 1]) })
            }
            None => Err(FromBytesUntilNulError(())),
        }
    }
    pub unsafe fn from_ptr<'a>(start: *const c_char) -> &'a CStr {
        let mut len = 0;
        unsafe {
            while *start.ahead(len) != 0 {
                len += 1;
            }
            let bytes = crate::slice::slice_at(start as *const u8, len + 1);
            CStr::from_bytes_with_nul_unchecked(bytes)
        }
    }
    pub const fn as_ptr(&self) -> *const c_char {
        self.c_bytes.as_ptr() as *const c_char
    }
    pub fn count_bytes(&self) -> usize {
        self.c_bytes.len() - 1
    }
    pub fn is_empty(&self) -> bool {
        self.c_bytes.len() == 1
    }
    pub fn to_bytes(&self) -> &[u8] {
        &self.c_bytes[..self.c_bytes.len() - 1]
    }
    pub fn to_bytes_with_nul(&self) -> &[u8] {
        &self.c_bytes
    }
    pub fn to_str(&self) -> Result<&str, Utf8Error> {
        crate::str::from_utf8(self.to_bytes())
    }
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.to_bytes())
    }
    pub fn into_c_string(self: Box<CStr>) -> CString {
        CString { c_buffer: self.c_bytes.to_vec() }
    }
}
impl fmt::Debug for CStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for &byte in self.to_bytes() {
            for escaped in crate::ascii::escape_default(byte) {
                f.write_char(escaped as char)?;
            }
        }
        f.write_str("\"")
    }
}
impl PartialEq for CStr {
    fn eq(&self, other: &CStr) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}
impl Eq for CStr {}
impl PartialOrd for CStr {
    fn partial_cmp(&self, other: &CStr) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for CStr {
    fn cmp(&self, other: &CStr) -> Ordering {
        self.to_bytes().cmp(other.to_bytes())
    }
}
impl Hash for CStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.c_bytes.hash(state)
    }
}
impl ToOwned for CStr {
    type Owned = CString;
    fn to_owned(&self) -> CString {
        CString { c_buffer: self.c_bytes.to_vec() }
    }
}
impl Index<RangeFrom<usize>> for CStr {
    type Output = CStr;
    #[track_caller]
    fn index(&self, index: RangeFrom<usize>) -> &CStr {
        let (start, len) = (index.start, self.c_bytes.len());
        if start >= len {
            panic!("index out of bounds: the len is {} but the index is {}", len, start);
        }
        unsafe { CStr::from_bytes_with_nul_unchecked(&self.c_bytes[start..]) }
    }
}
impl AsRef<CStr> for CStr {
    fn as_ref(&self) -> &CStr {
        self
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CString {
    /// With the zero.
    c_buffer: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NulError(usize, Vec<u8>);
impl NulError {
    pub fn nul_position(&self) -> usize {
        self.0
    }
    pub fn into_vec(self) -> Vec<u8> {
        self.1
    }
}
impl fmt::Display for NulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nul byte found in provided data at position: {}", self.0)
    }
}
impl Error for NulError {}
impl From<NulError> for io::Error {
    fn from(_: NulError) -> io::Error {
        io::Error::of_std(io::ErrorKind::InvalidInput, "data provided contains a nul byte")
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum FromBytesWithNulErrorKind {
    InteriorNul(usize),
    NotNulTerminated,
}
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FromVecWithNulError {
    error_kind: FromBytesWithNulErrorKind,
    bytes: Vec<u8>,
}
impl FromVecWithNulError {
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
impl fmt::Display for FromVecWithNulError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error_kind {
            FromBytesWithNulErrorKind::InteriorNul(position) => {
                write!(f, "data provided contains an interior nul byte at pos {position}")
            }
            FromBytesWithNulErrorKind::NotNulTerminated => {
                f.write_str("data provided is not nul terminated")
            }
        }
    }
}
impl Error for FromVecWithNulError {}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntoStringError {
    inner: CString,
    error: Utf8Error,
}
impl IntoStringError {
    pub fn into_cstring(self) -> CString {
        self.inner
    }
    pub fn utf8_error(&self) -> Utf8Error {
        self.error
    }
}
impl fmt::Display for IntoStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("C string contained non-utf8 bytes")
    }
}
impl Error for IntoStringError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl CString {
    pub fn new<T: Into<Vec<u8>>>(text: T) -> Result<CString, NulError> {
        let bytes = text.into();
        match bytes.iter().position(|&byte| byte == 0) {
            Some(position) => Err(NulError(position, bytes)),
            None => Ok(unsafe { CString::from_vec_unchecked(bytes) }),
        }
    }
    pub unsafe fn from_vec_unchecked(mut bytes: Vec<u8>) -> CString {
        bytes.push(0);
        CString { c_buffer: bytes }
    }
    pub fn from_vec_with_nul(bytes: Vec<u8>) -> Result<CString, FromVecWithNulError> {
        let error_kind = match bytes.iter().position(|&byte| byte == 0) {
            Some(position) if position + 1 == bytes.len() => return Ok(CString { c_buffer: bytes }),
            Some(position) => FromBytesWithNulErrorKind::InteriorNul(position),
            None => FromBytesWithNulErrorKind::NotNulTerminated,
        };
        Err(FromVecWithNulError { error_kind, bytes })
    }
    pub unsafe fn from_vec_with_nul_unchecked(bytes: Vec<u8>) -> CString {
        CString { c_buffer: bytes }
    }
    pub fn into_raw(self) -> *mut c_char {
        Box::into_raw(self.c_buffer.into_boxed_slice()) as *mut u8 as *mut c_char
    }
    pub unsafe fn from_raw(start: *mut c_char) -> CString {
        unsafe {
            let len = CStr::from_ptr(start as *const c_char).c_bytes.len();
            let bytes = crate::ptr::slice_from_raw_parts_mut(start as *mut u8, len);
            CString { c_buffer: Box::from_raw(bytes).into_vec() }
        }
    }
    pub fn into_boxed_c_str(self) -> Box<CStr> {
        unsafe { Box::from_raw(Box::into_raw(self.c_buffer.into_boxed_slice()) as *mut CStr) }
    }
    pub fn as_c_str(&self) -> &CStr {
        unsafe { CStr::from_bytes_with_nul_unchecked(&self.c_buffer) }
    }
    pub fn as_bytes(&self) -> &[u8] {
        &self.c_buffer[..self.c_buffer.len() - 1]
    }
    pub fn as_bytes_with_nul(&self) -> &[u8] {
        &self.c_buffer
    }
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.c_buffer.pop();
        self.c_buffer
    }
    pub fn into_bytes_with_nul(self) -> Vec<u8> {
        self.c_buffer
    }
    pub fn into_string(self) -> Result<String, IntoStringError> {
        String::from_utf8(self.into_bytes()).map_err(|error| IntoStringError {
            error: error.utf8_error(),
            inner: unsafe { CString::from_vec_unchecked(error.into_bytes()) },
        })
    }
}
impl Deref for CString {
    type Target = CStr;
    #[inline]
    fn deref(&self) -> &CStr {
        self.as_c_str()
    }
}
impl fmt::Debug for CString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_c_str(), f)
    }
}
impl Default for CString {
    fn default() -> CString {
        unsafe { CString::from_vec_unchecked(Vec::new()) }
    }
}
impl Default for &CStr {
    fn default() -> Self {
        unsafe { CStr::from_bytes_with_nul_unchecked(&[0]) }
    }
}
impl Index<RangeFull> for CString {
    type Output = CStr;
    fn index(&self, _: RangeFull) -> &CStr {
        self.as_c_str()
    }
}
impl Borrow<CStr> for CString {
    fn borrow(&self) -> &CStr {
        self.as_c_str()
    }
}
impl AsRef<CStr> for CString {
    fn as_ref(&self) -> &CStr {
        self.as_c_str()
    }
}
impl From<&CStr> for CString {
    fn from(text: &CStr) -> CString {
        text.to_owned()
    }
}
impl From<Box<CStr>> for CString {
    fn from(text: Box<CStr>) -> CString {
        text.into_c_string()
    }
}
impl From<CString> for Vec<u8> {
    fn from(text: CString) -> Vec<u8> {
        text.into_bytes()
    }
}
impl From<Vec<NonZero<u8>>> for CString {
    fn from(bytes: Vec<NonZero<u8>>) -> CString {
        unsafe { CString::from_vec_unchecked(bytes.into_iter().map(NonZero::get).collect()) }
    }
}
impl<'a> From<Cow<'a, CStr>> for Box<CStr> {
    fn from(text: Cow<'a, CStr>) -> Box<CStr> {
        text.into_owned().into_boxed_c_str()
    }
}
impl<'a> From<Cow<'a, CStr>> for CString {
    fn from(text: Cow<'a, CStr>) -> CString {
        text.into_owned()
    }
}
impl Clone for Box<CStr> {
    fn clone(&self) -> Box<CStr> {
        (**self).to_owned().into_boxed_c_str()
    }
}
impl From<CString> for Box<CStr> {
    fn from(text: CString) -> Box<CStr> {
        text.into_boxed_c_str()
    }
}
impl From<&CStr> for Box<CStr> {
    fn from(text: &CStr) -> Box<CStr> {
        text.to_owned().into_boxed_c_str()
    }
}
impl<'a> From<CString> for Cow<'a, CStr> {
    fn from(text: CString) -> Cow<'a, CStr> {
        Cow::Owned(text)
    }
}
impl<'a> From<&'a CStr> for Cow<'a, CStr> {
    fn from(text: &'a CStr) -> Cow<'a, CStr> {
        Cow::Borrowed(text)
    }
}
impl<'a> From<&'a CString> for Cow<'a, CStr> {
    fn from(text: &'a CString) -> Cow<'a, CStr> {
        Cow::Borrowed(text.as_c_str())
    }
}
macro_rules! c_str_equality {
    ($($Left:ty, $Right:ty;)*) => {
        $(
            impl PartialEq<$Right> for $Left {
                fn eq(&self, other: &$Right) -> bool {
                    self.to_bytes() == other.to_bytes()
                }
            }
        )*
    };
}
c_str_equality! {
    CString, CStr;
    CString, &CStr;
    CString, Cow<'_, CStr>;
    CStr, &CStr;
    CStr, CString;
    CStr, Cow<'_, CStr>;
    Cow<'_, CStr>, CStr;
    Cow<'_, CStr>, &CStr;
    Cow<'_, CStr>, CString;
}
