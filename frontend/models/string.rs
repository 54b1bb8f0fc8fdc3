//! `std::string`.
//!
//! Left out: `from_utf16le` and its like, which are unstable. Capacities differ from std's.

use crate::borrow::{Borrow, BorrowMut, Cow, ToOwned};
use crate::boxed::Box;
use crate::convert::Infallible;
use crate::error::Error;
use crate::fmt::{self, Write};
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::ops::{Add, AddAssign, Deref, DerefMut, Index, IndexMut, RangeBounds};
use crate::slice::SliceIndex;
use crate::str::{Chars, FromStr, Utf8Error};
use crate::vec::Vec;

#[lang = "string"]
#[derive(PartialEq, PartialOrd, Eq, Ord)]
pub struct String {
    string_bytes: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq, Clone)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Utf8Error,
}
impl FromUtf8Error {
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
    pub fn utf8_error(&self) -> Utf8Error {
        self.error
    }
}
impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}
impl Error for FromUtf8Error {}

pub type ParseError = Infallible;

impl String {
    #[inline]
    pub const fn new() -> String {
        String { string_bytes: Vec::new() }
    }
    pub fn with_capacity(capacity: usize) -> String {
        String { string_bytes: Vec::with_capacity(capacity) }
    }
    pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error> {
        match crate::str::from_utf8(&vec) {
            Ok(_) => Ok(String { string_bytes: vec }),
            Err(error) => Err(FromUtf8Error { bytes: vec, error }),
        }
    }
    pub fn from_utf8_lossy(v: &[u8]) -> Cow<'_, str> {
        let mut rest = v;
        let mut result = String::new();
        loop {
            match crate::str::from_utf8(rest) {
                Ok(text) => {
                    if result.is_empty() {
                        return Cow::Borrowed(text);
                    }
                    result.push_str(text);
                    return Cow::Owned(result);
                }
                Err(error) => {
                    let (valid, bad) = rest.split_at(error.valid_up_to());
                    result.push_str(unsafe { crate::str::str_at(valid) });
                    result.push('\u{FFFD}');
                    rest = &bad[error.error_len().unwrap_or(bad.len())..];
                    if rest.is_empty() {
                        return Cow::Owned(result);
                    }
                }
            }
        }
    }
    #[inline]
    pub unsafe fn from_raw_parts(buf: *mut u8, length: usize, capacity: usize) -> String {
        unsafe { String::from_utf8_unchecked(Vec::from_raw_parts(buf, length, capacity)) }
    }
    #[inline]
    pub unsafe fn from_utf8_unchecked(bytes: Vec<u8>) -> String {
        unsafe { crate::str::demand_utf8(bytes.as_slice()) };
        String::of_bytes(bytes)
    }
    /// Of what is known to be UTF-8.
    #[inline]
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> String {
        String { string_bytes: bytes }
    }
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        self.string_bytes
    }
    #[inline]
    pub fn as_str(&self) -> &str {
        unsafe { crate::str::str_at(self.string_bytes.as_slice()) }
    }
    #[inline]
    pub fn as_mut_str(&mut self) -> &mut str {
        unsafe { crate::str::str_at_mut(self.string_bytes.as_mut_slice()) }
    }
    #[inline]
    pub fn push_str(&mut self, string: &str) {
        crate::vec::append_copies(&mut self.string_bytes, string.as_bytes())
    }
    pub fn push(&mut self, ch: char) {
        if (ch as u32) < 128 {
            self.string_bytes.push(ch as u8);
        } else {
            let mut buffer = [0u8; 4];
            let encoded = ch.encode_utf8(&mut buffer);
            self.push_str(encoded);
        }
    }
    pub fn pop(&mut self) -> Option<char> {
        let c = self.chars().next_back()?;
        self.string_bytes.truncate(self.len() - c.len_utf8());
        Some(c)
    }
    pub fn capacity(&self) -> usize {
        self.string_bytes.capacity()
    }
    pub fn reserve(&mut self, additional: usize) {
        self.string_bytes.reserve(additional)
    }
    pub fn reserve_exact(&mut self, additional: usize) {
        self.string_bytes.reserve_exact(additional)
    }
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.string_bytes.try_reserve(additional)
    }
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError> {
        self.string_bytes.try_reserve_exact(additional)
    }
    pub fn into_raw_parts(self) -> (*mut u8, usize, usize) {
        self.string_bytes.into_raw_parts()
    }
    pub fn shrink_to(&mut self, min_capacity: usize) {
        self.string_bytes.shrink_to(min_capacity)
    }
    pub fn shrink_to_fit(&mut self) {
        self.string_bytes.shrink_to_fit()
    }
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.string_bytes.as_slice()
    }
    pub unsafe fn as_mut_vec(&mut self) -> &mut Vec<u8> {
        &mut self.string_bytes
    }
    #[inline]
    pub fn len(&self) -> usize {
        self.string_bytes.len()
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    #[track_caller]
    pub fn truncate(&mut self, new_len: usize) {
        if new_len <= self.len() {
            assert!(self.is_char_boundary(new_len));
            self.string_bytes.truncate(new_len)
        }
    }
    pub fn clear(&mut self) {
        self.string_bytes.clear()
    }
    #[track_caller]
    pub fn remove(&mut self, idx: usize) -> char {
        let c = match self[idx..].chars().next() {
            Some(c) => c,
            None => panic!("cannot remove a char from the end of a string"),
        };
        self.string_bytes.drain(idx..idx + c.len_utf8());
        c
    }
    pub fn retain<F: FnMut(char) -> bool>(&mut self, f: F) {
        let mut f = f;
        let text = unsafe { crate::str::str_at(crate::slice::slice_at(self.string_bytes.as_ptr(), self.len())) };
        let first = self.string_bytes.as_mut_ptr();
        let mut kept = Kept { bytes: &mut self.string_bytes, len: 0 };
        let mut at = 0;
        for c in text.chars() {
            let width = c.len_utf8();
            if f(c) {
                if kept.len != at {
                    unsafe { intrinsics::copy(first.ahead(at) as *const u8, first.ahead(kept.len), width) };
                }
                kept.len += width;
            }
            at += width;
        }
    }
    #[track_caller]
    pub fn insert(&mut self, idx: usize, ch: char) {
        let mut buffer = [0u8; 4];
        let encoded = ch.encode_utf8(&mut buffer);
        self.insert_str(idx, encoded);
    }
    #[track_caller]
    pub fn insert_str(&mut self, idx: usize, string: &str) {
        assert!(self.is_char_boundary(idx));
        replace_bytes(&mut self.string_bytes, idx, idx, string.as_bytes());
    }
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> String {
        assert!(self.is_char_boundary(at));
        String { string_bytes: self.string_bytes.split_off(at) }
    }
    #[track_caller]
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_> {
        let range = crate::ops::range_within(range, self.len());
        let (start, end) = (range.start, range.end);
        assert!(self.is_char_boundary(start));
        assert!(self.is_char_boundary(end));
        let string: *mut String = self;
        Drain { string, start, end, rest: unsafe { &*string }[range].chars() }
    }
    #[track_caller]
    pub fn replace_range<R: RangeBounds<usize>>(&mut self, range: R, replace_with: &str) {
        let range = crate::ops::range_within(range, self.len());
        assert!(self.is_char_boundary(range.start), "start of range should be a character boundary");
        assert!(self.is_char_boundary(range.end), "end of range should be a character boundary");
        replace_bytes(&mut self.string_bytes, range.start, range.end, replace_with.as_bytes());
    }
    pub fn into_boxed_str(self) -> Box<str> {
        let bytes = Box::into_raw(self.string_bytes.into_boxed_slice());
        unsafe { Box::from_raw(bytes as *mut str) }
    }
    pub fn leak<'a>(self) -> &'a mut str {
        Box::leak(self.into_boxed_str())
    }
    pub fn from_utf16_lossy(v: &[u16]) -> String {
        let mut result = String::new();
        let mut i = 0;
        while i < v.len() {
            let unit = v[i] as u32;
            i += 1;
            let mut code = unit;
            if unit >= 0xD800 && unit < 0xDC00 && i < v.len() && v[i] >= 0xDC00 && v[i] < 0xE000 {
                code = 0x10000 + ((unit - 0xD800) << 10) + (v[i] as u32 - 0xDC00);
                i += 1;
            }
            result.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
        }
        result
    }
}

/// What `retain` has kept, of which the string is in the end, also when the closure panics.
struct Kept<'a> {
    bytes: &'a mut Vec<u8>,
    len: usize,
}
impl Drop for Kept<'_> {
    fn drop(&mut self) {
        self.bytes.truncate(self.len)
    }
}

/// Puts bytes where others were; those behind them move within the memory, if there is room.
fn replace_bytes(bytes: &mut Vec<u8>, start: usize, end: usize, with: &[u8]) {
    let old_len = bytes.len();
    let len = old_len - (end - start) + with.len();
    bytes.reserve(len.saturating_sub(old_len));
    unsafe {
        let first = bytes.as_mut_ptr();
        let behind = start + with.len();
        intrinsics::copy(first.ahead(end) as *const u8, first.ahead(behind), old_len - end);
        intrinsics::copy(with.as_ptr(), first.ahead(start), with.len());
        if len < old_len { bytes.truncate(len) } else { bytes.set_len(len) }
    }
}

/// Characters that leave the string when this goes; `rest` are still to be given out.
#[lang = "never_zero"]
pub struct Drain<'a> {
    string: *mut String,
    start: usize,
    end: usize,
    rest: Chars<'a>,
}
unsafe impl Send for Drain<'_> {}
unsafe impl Sync for Drain<'_> {}

impl Drain<'_> {
    pub fn as_str(&self) -> &str {
        self.rest.as_str()
    }
}
impl Drop for Drain<'_> {
    fn drop(&mut self) {
        unsafe { (*self.string).string_bytes.drain(self.start..self.end) };
    }
}
impl AsRef<str> for Drain<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
impl AsRef<[u8]> for Drain<'_> {
    fn as_ref(&self) -> &[u8] {
        self.as_str().as_bytes()
    }
}
impl Iterator for Drain<'_> {
    type Item = char;
    #[inline]
    fn next(&mut self) -> Option<char> {
        self.rest.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}
impl DoubleEndedIterator for Drain<'_> {
    fn next_back(&mut self) -> Option<char> {
        self.rest.next_back()
    }
}
impl crate::iter::FusedIterator for Drain<'_> {}

impl Clone for String {
    #[inline]
    fn clone(&self) -> String {
        String { string_bytes: self.string_bytes.clone() }
    }
    fn clone_from(&mut self, source: &String) {
        self.clear();
        self.push_str(source);
    }
}
impl Default for String {
    #[inline]
    fn default() -> String {
        String::new()
    }
}
impl Deref for String {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}
impl DerefMut for String {
    #[inline]
    fn deref_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}
impl<I: SliceIndex<str>> Index<I> for String {
    type Output = I::Output;
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self.as_str())
    }
}
impl<I: SliceIndex<str>> IndexMut<I> for String {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self.as_mut_str())
    }
}
impl fmt::Display for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}
impl fmt::Debug for String {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
impl Write for String {
    #[inline]
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.push_str(s);
        Ok(())
    }
    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        self.push(c);
        Ok(())
    }
    fn joins_pieces(&self) -> bool {
        true
    }
}
impl Hash for String {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state)
    }
}
impl Add<&str> for String {
    type Output = String;
    fn add(self, other: &str) -> String {
        let mut sum = self;
        sum.push_str(other);
        sum
    }
}
impl AddAssign<&str> for String {
    fn add_assign(&mut self, other: &str) {
        self.push_str(other);
    }
}

macro_rules! string_equality {
    ($($a:ty, $b:ty;)*) => {
        $(
            impl<'a, 'b> PartialEq<$b> for $a {
                #[inline]
                fn eq(&self, other: &$b) -> bool {
                    self[..] == other[..]
                }
            }
            impl<'a, 'b> PartialEq<$a> for $b {
                #[inline]
                fn eq(&self, other: &$a) -> bool {
                    self[..] == other[..]
                }
            }
        )*
    };
}
string_equality! {
    String, str;
    String, &'a str;
    Cow<'a, str>, str;
    Cow<'a, str>, &'b str;
    Cow<'a, str>, String;
}

impl AsRef<str> for String {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
impl AsMut<str> for String {
    #[inline]
    fn as_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}
impl AsRef<[u8]> for String {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl Borrow<str> for String {
    #[inline]
    fn borrow(&self) -> &str {
        self.as_str()
    }
}
impl BorrowMut<str> for String {
    #[inline]
    fn borrow_mut(&mut self) -> &mut str {
        self.as_mut_str()
    }
}
impl From<&str> for String {
    #[inline]
    fn from(s: &str) -> String {
        s.to_owned()
    }
}
impl From<&mut str> for String {
    fn from(s: &mut str) -> String {
        s.to_owned()
    }
}
impl From<&String> for String {
    fn from(s: &String) -> String {
        s.clone()
    }
}
impl From<Box<str>> for String {
    fn from(s: Box<str>) -> String {
        s.into_string()
    }
}
impl<'a> From<Cow<'a, str>> for String {
    fn from(s: Cow<'a, str>) -> String {
        s.into_owned()
    }
}
impl From<char> for String {
    fn from(c: char) -> String {
        let mut s = String::new();
        s.push(c);
        s
    }
}
impl From<String> for Vec<u8> {
    fn from(string: String) -> Vec<u8> {
        string.into_bytes()
    }
}
impl FromStr for String {
    type Err = Infallible;
    fn from_str(s: &str) -> Result<String, Infallible> {
        Ok(String::from(s))
    }
}
impl FromIterator<char> for String {
    fn from_iter<I: IntoIterator<Item = char>>(iter: I) -> String {
        let mut result = String::new();
        result.extend(iter);
        result
    }
}
impl<'a> FromIterator<&'a char> for String {
    fn from_iter<I: IntoIterator<Item = &'a char>>(iter: I) -> String {
        let mut result = String::new();
        result.extend(iter);
        result
    }
}
impl<'a> FromIterator<&'a str> for String {
    fn from_iter<I: IntoIterator<Item = &'a str>>(iter: I) -> String {
        let mut result = String::new();
        result.extend(iter);
        result
    }
}
impl FromIterator<String> for String {
    fn from_iter<I: IntoIterator<Item = String>>(iter: I) -> String {
        let mut result = String::new();
        result.extend(iter);
        result
    }
}
impl<'a> FromIterator<Cow<'a, str>> for String {
    fn from_iter<I: IntoIterator<Item = Cow<'a, str>>>(iter: I) -> String {
        let mut result = String::new();
        for part in iter {
            result.push_str(&part);
        }
        result
    }
}
impl FromIterator<Box<str>> for String {
    fn from_iter<I: IntoIterator<Item = Box<str>>>(iter: I) -> String {
        let mut result = String::new();
        result.extend(iter);
        result
    }
}
/// What makes a `String` makes these: std lists the same impls one by one.
impl<A> FromIterator<A> for Box<str>
where
    String: FromIterator<A>,
{
    fn from_iter<I: IntoIterator<Item = A>>(iter: I) -> Box<str> {
        String::from_iter(iter).into_boxed_str()
    }
}
impl<'a, A> FromIterator<A> for Cow<'a, str>
where
    String: FromIterator<A>,
{
    fn from_iter<I: IntoIterator<Item = A>>(iter: I) -> Cow<'a, str> {
        Cow::Owned(String::from_iter(iter))
    }
}
impl Extend<char> for String {
    fn extend<I: IntoIterator<Item = char>>(&mut self, iter: I) {
        for c in iter {
            self.push(c);
        }
    }
}
impl<'a> Extend<&'a char> for String {
    fn extend<I: IntoIterator<Item = &'a char>>(&mut self, iter: I) {
        for c in iter {
            self.push(*c);
        }
    }
}
impl<'a> Extend<&'a str> for String {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, iter: I) {
        for s in iter {
            self.push_str(s);
        }
    }
}
impl Extend<String> for String {
    fn extend<I: IntoIterator<Item = String>>(&mut self, iter: I) {
        for s in iter {
            self.push_str(&s);
        }
    }
}
impl Extend<Box<str>> for String {
    fn extend<I: IntoIterator<Item = Box<str>>>(&mut self, iter: I) {
        for s in iter {
            self.push_str(&s);
        }
    }
}
impl<'a> Extend<Cow<'a, str>> for String {
    fn extend<I: IntoIterator<Item = Cow<'a, str>>>(&mut self, iter: I) {
        for s in iter {
            self.push_str(&s);
        }
    }
}

pub trait ToString {
    fn to_string(&self) -> String;
}
impl<T: fmt::Display + ?Sized> ToString for T {
    fn to_string(&self) -> String {
        let mut buffer = String::new();
        let mut formatter = fmt::Formatter::new(&mut buffer);
        fmt::Display::fmt(self, &mut formatter)
            .expect("a Display implementation returned an error unexpectedly");
        buffer
    }
}

#[derive(Debug)]
pub struct FromUtf16Error(());
impl fmt::Display for FromUtf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid utf-16: lone surrogate found")
    }
}
impl Error for FromUtf16Error {}
impl String {
    pub fn from_utf16(v: &[u16]) -> Result<String, FromUtf16Error> {
        let mut i = 0;
        while i < v.len() {
            match v[i] {
                0xD800..=0xDBFF if i + 1 < v.len() && (0xDC00..=0xDFFF).contains(&v[i + 1]) => i += 2,
                0xD800..=0xDFFF => return Err(FromUtf16Error(())),
                _ => i += 1,
            }
        }
        Ok(String::from_utf16_lossy(v))
    }
    pub fn extend_from_within<R: RangeBounds<usize>>(&mut self, src: R) {
        let start = match src.start_bound() {
            crate::ops::Bound::Included(start) => *start,
            crate::ops::Bound::Excluded(start) => *start + 1,
            crate::ops::Bound::Unbounded => 0,
        };
        let end = match src.end_bound() {
            crate::ops::Bound::Included(end) => *end + 1,
            crate::ops::Bound::Excluded(end) => *end,
            crate::ops::Bound::Unbounded => self.len(),
        };
        let copy = String::from(&self[start..end]);
        self.push_str(&copy);
    }
}
impl TryFrom<Vec<u8>> for String {
    type Error = FromUtf8Error;
    fn try_from(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
        String::from_utf8(bytes)
    }
}
impl fmt::Debug for Drain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&self.as_str()).finish()
    }
}
