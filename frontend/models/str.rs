//! `std::str`: the methods of `str`. Patterns stand in `str/pattern.rs`, iterators in `str/iter.rs`.
//!
//! Left out: the `Searcher` traits and what else is unstable; what `escape_debug` escapes is that of
//! `char`.

use crate::borrow::ToOwned;
use crate::boxed::Box;
use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt::{self, Write};
use crate::hash::{Hash, Hasher};
use crate::intrinsics;
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::SliceIndex;
use crate::string::String;
use crate::vec::Vec;

mod iter;
pub mod pattern;
pub use iter::{
    Bytes, CharIndices, Chars, EncodeUtf16, Lines, LinesAny, MatchIndices, Matches, RMatchIndices, RMatches, RSplit,
    RSplitN, RSplitTerminator, Split, SplitAsciiWhitespace, SplitInclusive, SplitN, SplitTerminator, SplitWhitespace,
};
use pattern::Pattern;

/// Whether the sigma at `at` is the last letter of a word that has another.
fn ends_word(text: &str, at: usize) -> bool {
    let next_is_cased = |c: Option<char>| c.is_some_and(|c| c.is_lowercase() || c.is_uppercase());
    let mut before = text[..at].chars().rev();
    let mut behind = text[at + 'Σ'.len_utf8()..].chars();
    next_is_cased(before.find(|c| !is_within_words(*c))) && !next_is_cased(behind.find(|c| !is_within_words(*c)))
}
/// What a word goes on behind: apostrophes, points and accents, as far as they are common.
fn is_within_words(c: char) -> bool {
    matches!(
        c,
        '\'' | '.' | ':' | '^' | '`' | '¨' | '\u{AD}' | '¯' | '´' | '·' | '¸' | '\u{2B0}'..='\u{36F}'
            | '\u{200B}'..='\u{200F}' | '‘' | '’' | '․' | '‧' | '\u{20D0}'..='\u{20F0}' | '\u{FE00}'..='\u{FE0F}'
    )
}

pub trait FromStr: Sized {
    type Err;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseBoolError;
impl ParseBoolError {
    pub(crate) fn new() -> ParseBoolError {
        ParseBoolError
    }
}
impl fmt::Display for ParseBoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("provided string was not `true` or `false`")
    }
}
impl Error for ParseBoolError {}

#[derive(Copy, Eq, PartialEq, Clone, Debug)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}
impl Utf8Error {
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(len) => Some(len as usize),
            None => None,
        }
    }
}
impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error_len {
            Some(len) => write!(f, "invalid utf-8 sequence of {} bytes from index {}", len, self.valid_up_to),
            None => write!(f, "incomplete utf-8 byte sequence from index {}", self.valid_up_to),
        }
    }
}
impl Error for Utf8Error {}

/// The length that the first byte of a character announces; 0 for a byte that starts none.
fn char_width(first: u8) -> usize {
    match first {
        0..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}

/// Whether `second` may follow `first`: no overlong form, no surrogate, nothing past U+10FFFF.
fn second_byte_fits(first: u8, second: u8) -> bool {
    match first {
        0xE0 => matches!(second, 0xA0..=0xBF),
        0xED => matches!(second, 0x80..=0x9F),
        0xF0 => matches!(second, 0x90..=0xBF),
        0xF4 => matches!(second, 0x80..=0x8F),
        _ => matches!(second, 0x80..=0xBF),
    }
}

fn check_utf8(bytes: &[u8]) -> Result<(), Utf8Error> {
    let mut i = 0;
    while i < bytes.len() {
        let width = char_width(bytes[i]);
        if width == 0 {
            return Err(Utf8Error { valid_up_to: i, error_len: Some(1) });
        }
        let mut k = 1;
        while k < width {
            if i + k == bytes.len() {
                return Err(Utf8Error { valid_up_to: i, error_len: None });
            }
            let next = bytes[i + k];
            let fits = if k == 1 { second_byte_fits(bytes[i], next) } else { matches!(next, 0x80..=0xBF) };
            if !fits {
                return Err(Utf8Error { valid_up_to: i, error_len: Some(k as u8) });
            }
            k += 1;
        }
        i += width;
    }
    Ok(())
}

pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
    check_utf8(v)?;
    Ok(unsafe { str_at(v) })
}
pub fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error> {
    check_utf8(v)?;
    Ok(unsafe { str_at_mut(v) })
}
#[inline]
pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
    unsafe {
        demand_utf8(v);
        str_at(v)
    }
}
#[inline]
pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
    unsafe {
        demand_utf8(v);
        str_at_mut(v)
    }
}
#[inline]
pub unsafe fn from_boxed_utf8_unchecked(v: Box<[u8]>) -> Box<str> {
    unsafe {
        demand_utf8(&v);
        Box::from_raw(Box::into_raw(v) as *mut str)
    }
}
/// What is no UTF-8 must not become a `str`.
pub(crate) const unsafe fn demand_utf8(bytes: &[u8]) {
    if check_utf8(bytes).is_err() {
        unsafe { intrinsics::undefined("a str of bytes that are not UTF-8") }
    }
}
/// The `str` of bytes that are known to be UTF-8.
#[inline]
pub(crate) const unsafe fn str_at(v: &[u8]) -> &str {
    unsafe { &*(v as *const [u8] as *const str) }
}
#[inline]
pub(crate) const unsafe fn str_at_mut(v: &mut [u8]) -> &mut str {
    unsafe { &mut *(v as *mut [u8] as *mut str) }
}

#[track_caller]
fn out_of_bounds(s: &str, begin: usize, end: usize) -> ! {
    let (which, index) = if begin > s.len() { ("start", begin) } else { ("end", end) };
    panic!("{} byte index {} is out of bounds of `{}`", which, index, s)
}
#[track_caller]
fn slice_failed(s: &str, begin: usize, end: usize) -> ! {
    if begin > s.len() || end > s.len() {
        out_of_bounds(s, begin, end);
    }
    if begin > end {
        panic!("begin > end ({} > {}) when slicing `{}`", begin, end, s);
    }
    let (which, index) = if s.is_char_boundary(begin) { ("end", end) } else { ("start", begin) };
    let mut start = index;
    while !s.is_char_boundary(start) {
        start -= 1;
    }
    let c = s[start..].chars().next().unwrap();
    panic!(
        "{} byte index {} is not a char boundary; it is inside {:?} (bytes {:?}) of `{}`",
        which,
        index,
        c,
        start..start + c.len_utf8(),
        s
    );
}

impl SliceIndex<str> for Range<usize> {
    type Output = str;
    #[inline]
    fn get(self, slice: &str) -> Option<&str> {
        if self.start <= self.end && slice.is_char_boundary(self.start) && slice.is_char_boundary(self.end) {
            Some(unsafe { str_at(&slice.as_bytes()[self]) })
        } else {
            None
        }
    }
    #[inline]
    fn get_mut(self, slice: &mut str) -> Option<&mut str> {
        if self.start <= self.end && slice.is_char_boundary(self.start) && slice.is_char_boundary(self.end) {
            Some(unsafe { str_at_mut(&mut slice.as_bytes_mut()[self]) })
        } else {
            None
        }
    }
    #[inline]
    #[track_caller]
    fn index(self, slice: &str) -> &str {
        let (start, end) = (self.start, self.end);
        match self.get(slice) {
            Some(part) => part,
            None => slice_failed(slice, start, end),
        }
    }
    #[track_caller]
    fn index_mut(self, slice: &mut str) -> &mut str {
        if self.clone().get(slice).is_none() {
            slice_failed(slice, self.start, self.end);
        }
        unsafe { str_at_mut(&mut slice.as_bytes_mut()[self]) }
    }
}

macro_rules! str_index_by_range {
    ($($Range:ty, $range:ident, $len:ident => $start:expr, $end:expr;)*) => {
        $(
            impl SliceIndex<str> for $Range {
                type Output = str;
                fn get(self, slice: &str) -> Option<&str> {
                    let ($range, $len) = (self, slice.len());
                    Range { start: $start, end: $end }.get(slice)
                }
                fn get_mut(self, slice: &mut str) -> Option<&mut str> {
                    let ($range, $len) = (self, slice.len());
                    Range { start: $start, end: $end }.get_mut(slice)
                }
                #[track_caller]
                fn index(self, slice: &str) -> &str {
                    let ($range, $len) = (self, slice.len());
                    SliceIndex::index(Range { start: $start, end: $end }, slice)
                }
                #[track_caller]
                fn index_mut(self, slice: &mut str) -> &mut str {
                    let ($range, $len) = (self, slice.len());
                    SliceIndex::index_mut(Range { start: $start, end: $end }, slice)
                }
            }
        )*
    };
}
str_index_by_range! {
    RangeTo<usize>, range, _len => 0, range.end;
    RangeFrom<usize>, range, len => range.start, if range.start > len { range.start } else { len };
    RangeFull, _range, len => 0, len;
}

/// A range that has its end, unless that is the last of all numbers.
fn half_open(start: usize, end: usize, exhausted: bool) -> Option<Range<usize>> {
    let end = end.checked_add(1)?;
    Some(Range { start: if exhausted { end } else { start }, end })
}
#[track_caller]
fn half_open_within(start: usize, end: usize, exhausted: bool, s: &str) -> Range<usize> {
    match half_open(start, end, exhausted) {
        Some(range) if end < s.len() => range,
        _ => out_of_bounds(s, start, end),
    }
}
macro_rules! str_index_by_closed_range {
    ($($Range:ty, $range:ident => $start:expr, $exhausted:expr;)*) => {
        $(
            impl SliceIndex<str> for $Range {
                type Output = str;
                fn get(self, slice: &str) -> Option<&str> {
                    let $range = self;
                    half_open($start, $range.end, $exhausted)?.get(slice)
                }
                fn get_mut(self, slice: &mut str) -> Option<&mut str> {
                    let $range = self;
                    half_open($start, $range.end, $exhausted)?.get_mut(slice)
                }
                #[track_caller]
                fn index(self, slice: &str) -> &str {
                    let $range = self;
                    SliceIndex::index(half_open_within($start, $range.end, $exhausted, slice), slice)
                }
                #[track_caller]
                fn index_mut(self, slice: &mut str) -> &mut str {
                    let $range = self;
                    SliceIndex::index_mut(half_open_within($start, $range.end, $exhausted, slice), slice)
                }
            }
        )*
    };
}
str_index_by_closed_range! {
    RangeInclusive<usize>, range => range.start, range.exhausted;
    RangeToInclusive<usize>, range => 0, false;
}

impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<I: SliceIndex<str>> IndexMut<I> for str {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

impl str {
    #[inline]
    pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
        unsafe { from_utf8_unchecked(v) }
    }
    pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
        from_utf8(v)
    }
    #[inline]
    pub const fn len(&self) -> usize {
        self.as_bytes().len()
    }
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error> {
        from_utf8_mut(v)
    }
    pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
        unsafe { from_utf8_unchecked_mut(v) }
    }
    pub const fn is_char_boundary(&self, index: usize) -> bool {
        if index == 0 || index == self.len() {
            return true;
        }
        index < self.len() && (self.as_bytes()[index] & 0xC0) != 0x80
    }
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        unsafe { &*(self as *const str as *const [u8]) }
    }
    #[inline]
    pub const unsafe fn as_bytes_mut(&mut self) -> &mut [u8] {
        unsafe { &mut *(self as *mut str as *mut [u8]) }
    }
    #[inline]
    pub const fn as_ptr(&self) -> *const u8 {
        self as *const str as *const u8
    }
    #[inline]
    pub const fn as_mut_ptr(&mut self) -> *mut u8 {
        self as *mut str as *mut u8
    }
    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output> {
        i.get(self)
    }
    pub fn get_mut<I: SliceIndex<str>>(&mut self, i: I) -> Option<&mut I::Output> {
        i.get_mut(self)
    }
    pub unsafe fn slice_unchecked(&self, begin: usize, end: usize) -> &str {
        unsafe { self.get_unchecked(begin..end) }
    }
    pub unsafe fn slice_mut_unchecked(&mut self, begin: usize, end: usize) -> &mut str {
        unsafe { self.get_unchecked_mut(begin..end) }
    }
    pub fn lines_any(&self) -> LinesAny<'_> {
        LinesAny(self.lines())
    }
    pub unsafe fn get_unchecked<I: SliceIndex<str>>(&self, i: I) -> &I::Output {
        match i.get(self) {
            Some(found) => found,
            None => unsafe { crate::intrinsics::undefined("get_unchecked of what is no part of the str") },
        }
    }
    pub unsafe fn get_unchecked_mut<I: SliceIndex<str>>(&mut self, i: I) -> &mut I::Output {
        match i.get_mut(self) {
            Some(found) => found,
            None => unsafe { crate::intrinsics::undefined("get_unchecked_mut of what is no part of the str") },
        }
    }
    #[track_caller]
    pub fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(pair) => pair,
            None => slice_failed(self, 0, mid),
        }
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if self.is_char_boundary(mid) { Some((&self[..mid], &self[mid..])) } else { None }
    }
    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut str, &mut str)> {
        if self.is_char_boundary(mid) { Some(self.split_at_mut(mid)) } else { None }
    }
    #[track_caller]
    pub fn split_at_mut(&mut self, mid: usize) -> (&mut str, &mut str) {
        let (first, second) = self.split_at(mid);
        (unsafe { &mut *(first as *const str as *mut str) }, unsafe { &mut *(second as *const str as *mut str) })
    }
    pub fn floor_char_boundary(&self, index: usize) -> usize {
        let mut at = crate::cmp::min(index, self.len());
        while !self.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
    pub fn ceil_char_boundary(&self, index: usize) -> usize {
        let mut at = crate::cmp::min(index, self.len());
        while !self.is_char_boundary(at) {
            at += 1;
        }
        at
    }
    pub fn trim_ascii_start(&self) -> &str {
        self.trim_start_matches(|c: char| c.is_ascii_whitespace())
    }
    pub fn trim_ascii_end(&self) -> &str {
        self.trim_end_matches(|c: char| c.is_ascii_whitespace())
    }
    pub fn trim_ascii(&self) -> &str {
        self.trim_ascii_start().trim_ascii_end()
    }
    #[inline]
    pub fn chars(&self) -> Chars<'_> {
        Chars::new(self)
    }
    #[inline]
    pub fn char_indices(&self) -> CharIndices<'_> {
        CharIndices::new(self)
    }
    #[inline]
    pub fn bytes(&self) -> Bytes<'_> {
        Bytes::new(self)
    }
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }
    pub fn split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace::new(self)
    }
    pub fn split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace::new(self)
    }
    pub fn contains<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.find_from(self, 0).is_some()
    }
    pub fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.prefix_len(self).is_some()
    }
    pub fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.suffix_len(self).is_some()
    }
    pub fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        let (start, _) = pat.find_from(self, 0)?;
        Some(start)
    }
    pub fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        let (start, _) = pat.rfind_to(self, self.len())?;
        Some(start)
    }
    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split::new(self, pat)
    }
    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P> {
        SplitInclusive::new(self, pat)
    }
    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit::new(self, pat)
    }
    pub fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P> {
        SplitTerminator::new(self, pat)
    }
    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN::new(self, n, pat)
    }
    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P> {
        RSplitN::new(self, n, pat)
    }
    pub fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = delimiter.find_from(self, 0)?;
        Some((&self[..start], &self[end..]))
    }
    pub fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = delimiter.rfind_to(self, self.len())?;
        Some((&self[..start], &self[end..]))
    }
    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P> {
        Matches::new(self, pat)
    }
    pub fn rmatches<P: Pattern>(&self, pat: P) -> RMatches<'_, P> {
        RMatches::new(self, pat)
    }
    pub fn rmatch_indices<P: Pattern>(&self, pat: P) -> RMatchIndices<'_, P> {
        RMatchIndices::new(self, pat)
    }
    pub fn rsplit_terminator<P: Pattern>(&self, pat: P) -> RSplitTerminator<'_, P> {
        RSplitTerminator::new(self, pat)
    }
    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P> {
        MatchIndices::new(self, pat)
    }
    pub fn trim(&self) -> &str {
        self.trim_start().trim_end()
    }
    pub fn trim_start(&self) -> &str {
        self.trim_start_matches(char::is_whitespace)
    }
    pub fn trim_end(&self) -> &str {
        self.trim_end_matches(char::is_whitespace)
    }
    pub fn trim_left(&self) -> &str {
        self.trim_start()
    }
    pub fn trim_right(&self) -> &str {
        self.trim_end()
    }
    pub fn trim_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_end(pattern::trim_start(self, &mut pat), &mut pat)
    }
    pub fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_start(self, &mut pat)
    }
    pub fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        pattern::trim_end(self, &mut pat)
    }
    pub fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str> {
        let mut prefix = prefix;
        let len = prefix.prefix_len(self)?;
        Some(&self[len..])
    }
    pub fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str> {
        let mut suffix = suffix;
        let len = suffix.suffix_len(self)?;
        Some(&self[..self.len() - len])
    }
    #[inline]
    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        FromStr::from_str(self)
    }
    pub fn is_ascii(&self) -> bool {
        self.as_bytes().is_ascii()
    }
    pub fn eq_ignore_ascii_case(&self, other: &str) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_bytes())
    }
    pub fn make_ascii_uppercase(&mut self) {
        unsafe { self.as_bytes_mut().make_ascii_uppercase() }
    }
    pub fn make_ascii_lowercase(&mut self) {
        unsafe { self.as_bytes_mut().make_ascii_lowercase() }
    }
    pub fn to_ascii_uppercase(&self) -> String {
        let mut copy = self.to_owned();
        copy.make_ascii_uppercase();
        copy
    }
    pub fn to_ascii_lowercase(&self) -> String {
        let mut copy = self.to_owned();
        copy.make_ascii_lowercase();
        copy
    }
    pub fn to_lowercase(&self) -> String {
        let mut lower = String::with_capacity(self.len());
        for (at, c) in self.char_indices() {
            match c {
                'Σ' if ends_word(self, at) => lower.push('ς'),
                'Σ' => lower.push('σ'),
                _ => lower.extend(c.to_lowercase()),
            }
        }
        lower
    }
    pub fn to_uppercase(&self) -> String {
        self.chars().flat_map(|c| c.to_uppercase()).collect()
    }
    pub fn escape_debug(&self) -> EscapeDebug {
        let escape = |(place, c): (usize, char)| match place {
            0 => c.escape_debug(),
            _ => crate::char::escape_continued(c),
        };
        EscapeDebug::new(self.chars().enumerate().flat_map(escape))
    }
    pub fn escape_unicode(&self) -> EscapeUnicode {
        EscapeUnicode::new(self.chars().flat_map(|c| c.escape_unicode()))
    }
    pub fn escape_default(&self) -> EscapeDefault {
        EscapeDefault::new(self.chars().flat_map(|c| c.escape_default()))
    }
    pub fn replace<P: Pattern>(&self, from: P, to: &str) -> String {
        self.replacen(from, to, usize::MAX)
    }
    pub fn replacen<P: Pattern>(&self, pat: P, to: &str, count: usize) -> String {
        let mut pat = pat;
        let mut result = String::new();
        let mut copied = 0;
        let mut from = 0;
        let mut left = count;
        while left > 0 {
            let (start, end) = match pat.find_from(self, from) {
                Some(found) => found,
                None => break,
            };
            result.push_str(&self[copied..start]);
            result.push_str(to);
            copied = end;
            from = pattern::after_match(self, start, end);
            left -= 1;
            if from > self.len() {
                break;
            }
        }
        result.push_str(&self[copied..]);
        result
    }
    #[track_caller]
    pub fn repeat(&self, n: usize) -> String {
        let mut result = String::with_capacity(self.len().checked_mul(n).expect("capacity overflow"));
        let mut left = n;
        while left > 0 {
            result.push_str(self);
            left -= 1;
        }
        result
    }
    pub fn into_string(self: Box<str>) -> String {
        unsafe { String::of_bytes(Box::<[u8]>::from(self).into_vec()) }
    }
    pub fn into_boxed_bytes(self: Box<str>) -> Box<[u8]> {
        self.into()
    }
    pub fn encode_utf16(&self) -> EncodeUtf16<'_> {
        EncodeUtf16::new(self)
    }
}

impl PartialEq for str {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}
impl Eq for str {}
impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for str {
    fn cmp(&self, other: &str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}
impl Hash for str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_str(self);
    }
}
impl Default for &mut str {
    fn default() -> Self {
        unsafe { from_utf8_unchecked_mut(&mut []) }
    }
}
impl Default for &str {
    fn default() -> Self {
        ""
    }
}
impl ToOwned for str {
    type Owned = String;
    fn to_owned(&self) -> String {
        let mut owned = String::with_capacity(self.len());
        owned.push_str(self);
        owned
    }
}
impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// What the `escape_*` methods give: the characters, or a text to show.
macro_rules! escaped_text {
    ($($name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $name {
                chars: crate::vec::IntoIter<char>,
            }
            impl $name {
                fn new(chars: impl Iterator<Item = char>) -> $name {
                    let chars: Vec<char> = chars.collect();
                    $name { chars: chars.into_iter() }
                }
            }
            impl Iterator for $name {
                type Item = char;
                fn next(&mut self) -> Option<char> {
                    self.chars.next()
                }
            }
            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    for c in self.chars.clone() {
                        f.write_char(c)?;
                    }
                    Ok(())
                }
            }
        )*
    };
}
escaped_text! { EscapeDebug EscapeDefault EscapeUnicode }
impl str {
    #[deprecated]
    pub fn trim_left_matches<P: Pattern>(&self, pat: P) -> &str {
        self.trim_start_matches(pat)
    }
    #[deprecated]
    pub fn trim_right_matches<P: Pattern>(&self, pat: P) -> &str {
        self.trim_end_matches(pat)
    }
}

/// What `<[u8]>::utf8_chunks` gives: text, and the bytes behind it that are none.
#[derive(Clone)]
pub struct Utf8Chunks<'a> {
    pub(crate) chunks_rest: &'a [u8],
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utf8Chunk<'a> {
    valid: &'a str,
    invalid: &'a [u8],
}
impl<'a> Utf8Chunk<'a> {
    pub fn valid(&self) -> &'a str {
        self.valid
    }
    pub fn invalid(&self) -> &'a [u8] {
        self.invalid
    }
}
impl<'a> Iterator for Utf8Chunks<'a> {
    type Item = Utf8Chunk<'a>;
    fn next(&mut self) -> Option<Utf8Chunk<'a>> {
        let bytes = self.chunks_rest;
        if bytes.is_empty() {
            return None;
        }
        let (valid, invalid) = match from_utf8(bytes) {
            Ok(_) => (bytes.len(), 0),
            Err(error) => {
                let valid = error.valid_up_to();
                (valid, error.error_len().unwrap_or(bytes.len() - valid))
            }
        };
        let (valid, rest) = bytes.split_at(valid);
        let (invalid, rest) = rest.split_at(invalid);
        self.chunks_rest = rest;
        Some(Utf8Chunk { valid: unsafe { str_at(valid) }, invalid })
    }
}
