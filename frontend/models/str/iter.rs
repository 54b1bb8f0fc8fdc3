//! The iterators of strings.
//!
//! Left out: some of what `Debug` shows of the search for a string, and of `Lines` and splits at whitespace.

use crate::fmt;
use crate::intrinsics;
use crate::iter::{Copied, FusedIterator};
use crate::slice;
use crate::str::pattern::{Pattern, after_match};
use crate::str::str_at;

#[derive(Clone)]
pub struct Chars<'a> {
    bytes: &'a [u8],
}
impl<'a> Chars<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Chars<'a> {
        Chars { bytes: text.as_bytes() }
    }
    pub fn as_str(&self) -> &'a str {
        unsafe { str_at(self.bytes) }
    }
}

/// The character at the start of `bytes`, which are valid and not empty, and its length.
fn decode(bytes: &[u8]) -> (u32, usize) {
    let first = bytes[0] as u32;
    if first < 0x80 {
        return (first, 1);
    }
    let second = continuation(bytes, 1);
    if first < 0xE0 {
        return ((first & 0x1F) << 6 | second, 2);
    }
    let third = continuation(bytes, 2);
    if first < 0xF0 {
        return ((first & 0xF) << 12 | second << 6 | third, 3);
    }
    ((first & 7) << 18 | second << 12 | third << 6 | continuation(bytes, 3), 4)
}

/// What a byte adds to a character that began before it.
fn continuation(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at) {
        Some(&byte) => (byte & 0x3F) as u32,
        None => unsafe { intrinsics::undefined("a str of bytes that are not UTF-8") },
    }
}

impl Iterator for Chars<'_> {
    type Item = char;
    fn next(&mut self) -> Option<char> {
        if self.bytes.is_empty() {
            return None;
        }
        let (code, len) = decode(self.bytes);
        self.bytes = &self.bytes[len..];
        Some(unsafe { char::from_u32_unchecked(code) })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bytes.len();
        ((len + 3) / 4, Some(len))
    }
}
impl DoubleEndedIterator for Chars<'_> {
    fn next_back(&mut self) -> Option<char> {
        let mut start = self.bytes.len();
        if start == 0 {
            return None;
        }
        start -= 1;
        while (self.bytes[start] & 0xC0) == 0x80 {
            start -= 1;
        }
        let (code, _) = decode(&self.bytes[start..]);
        self.bytes = &self.bytes[..start];
        Some(unsafe { char::from_u32_unchecked(code) })
    }
}
impl FusedIterator for Chars<'_> {}
impl fmt::Debug for Chars<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chars(")?;
        f.debug_list().entries(self.clone()).finish()?;
        f.write_str(")")
    }
}

#[derive(Clone, Debug)]
pub struct CharIndices<'a> {
    front_offset: usize,
    iter: Chars<'a>,
}
impl<'a> CharIndices<'a> {
    pub(crate) fn new(text: &'a str) -> CharIndices<'a> {
        CharIndices { front_offset: 0, iter: Chars::new(text) }
    }
    pub fn as_str(&self) -> &'a str {
        self.iter.as_str()
    }
    pub fn offset(&self) -> usize {
        self.front_offset
    }
}
impl Iterator for CharIndices<'_> {
    type Item = (usize, char);
    fn next(&mut self) -> Option<(usize, char)> {
        let c = self.iter.next()?;
        let index = self.front_offset;
        self.front_offset += c.len_utf8();
        Some((index, c))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl DoubleEndedIterator for CharIndices<'_> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        let c = self.iter.next_back()?;
        Some((self.front_offset + self.iter.bytes.len(), c))
    }
}

#[derive(Clone, Debug)]
pub struct Bytes<'a>(Copied<slice::Iter<'a, u8>>);
impl<'a> Bytes<'a> {
    pub(crate) fn new(text: &'a str) -> Bytes<'a> {
        Bytes(text.as_bytes().iter().copied())
    }
}
impl Iterator for Bytes<'_> {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}
impl DoubleEndedIterator for Bytes<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<u8> {
        self.0.next_back()
    }
}
impl ExactSizeIterator for Bytes<'_> {}

/// What is left to split is `start..end`; `allow_trailing_empty` tells whether an empty last part counts.
#[derive(Clone)]
struct Splitter<'a, P> {
    text: &'a str,
    pattern: P,
    start: usize,
    end: usize,
    /// Where to look for the next match; past the end when there can be none.
    position: usize,
    /// The end before which the last match must lie.
    back_position: Option<usize>,
    finished: bool,
    allow_trailing_empty: bool,
}
impl<P: Pattern> Splitter<'_, P> {
    /// What searches, as std shows it.
    fn show_searcher(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.back_position.unwrap_or(0);
        let from = crate::cmp::min(self.position, to);
        self.pattern.show_searcher(self.text, from, to, f)
    }
    fn searcher(&self) -> impl fmt::Debug {
        fmt::from_fn(|f| self.show_searcher(f))
    }
}
impl<P: Pattern> fmt::Debug for Splitter<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInternal")
            .field("start", &self.start)
            .field("end", &self.end)
            .field("matcher", &self.searcher())
            .field("allow_trailing_empty", &self.allow_trailing_empty)
            .field("finished", &self.finished)
            .finish()
    }
}
impl<'a, P: Pattern> Splitter<'a, P> {
    fn new(text: &'a str, pattern: P, allow_trailing_empty: bool) -> Self {
        Splitter {
            text,
            pattern,
            start: 0,
            end: text.len(),
            position: 0,
            back_position: Some(text.len()),
            finished: false,
            allow_trailing_empty,
        }
    }
    fn rest(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        self.finished = true;
        if !self.allow_trailing_empty && self.start == self.end {
            return None;
        }
        Some(&self.text[self.start..self.end])
    }
    fn next_match(&mut self) -> Option<(usize, usize)> {
        if self.position > self.end {
            return None;
        }
        let (start, end) = self.pattern.find_from(self.text, self.position)?;
        if end > self.end {
            return None;
        }
        self.position = after_match(self.text, start, end);
        Some((start, end))
    }
    fn next_part(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        match self.next_match() {
            Some((start, end)) => {
                let part = &self.text[self.start..start];
                self.start = end;
                Some(part)
            }
            None => self.rest(),
        }
    }
    fn next_inclusive(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        // The match before the parts taken from the back ends the rest.
        match self.next_match() {
            Some((_, end)) if self.back_position.is_some_and(|to| end <= to) => {
                let part = &self.text[self.start..end];
                self.start = end;
                Some(part)
            }
            _ => self.rest(),
        }
    }
    fn next_back_inclusive(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        if !self.allow_trailing_empty {
            self.allow_trailing_empty = true;
            match self.next_back_inclusive() {
                Some(part) if !part.is_empty() => return Some(part),
                _ => {
                    if self.finished {
                        return None;
                    }
                }
            }
        }
        match self.next_back_match() {
            Some((_, end)) => {
                let part = &self.text[end..self.end];
                self.end = end;
                Some(part)
            }
            None => self.rest(),
        }
    }
    fn next_back_match(&mut self) -> Option<(usize, usize)> {
        let to = self.back_position?;
        let (start, end) = self.pattern.rfind_to(self.text, to)?;
        if start < self.start {
            return None;
        }
        self.back_position = if end > start { Some(start) } else { before(self.text, start) };
        Some((start, end))
    }
    /// The next match before those found from the back.
    fn match_left(&mut self) -> Option<(usize, usize)> {
        let found = self.next_match()?;
        let is_left = self.back_position.is_some_and(|to| found.1 <= to);
        if is_left { Some(found) } else { None }
    }
    fn match_left_back(&mut self) -> Option<(usize, usize)> {
        let found = self.next_back_match()?;
        if found.0 >= self.position { Some(found) } else { None }
    }
    fn next_back_part(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        if !self.allow_trailing_empty {
            self.allow_trailing_empty = true;
            match self.next_back_part() {
                Some(part) if !part.is_empty() => return Some(part),
                _ => {
                    if self.finished {
                        return None;
                    }
                }
            }
        }
        match self.next_back_match() {
            Some((start, end)) => {
                let part = &self.text[end..self.end];
                self.end = start;
                Some(part)
            }
            None => self.rest(),
        }
    }
}

/// The character boundary before `index`.
fn before(text: &str, index: usize) -> Option<usize> {
    let c = text[..index].chars().next_back()?;
    Some(index - c.len_utf8())
}

macro_rules! split_iterator {
    ($($Name:ident $allow:literal $next:ident $next_back:ident;)*) => {
        $(
            #[derive(Clone)]
            pub struct $Name<'a, P> {
                splitter: Splitter<'a, P>,
            }
            impl<P: Pattern> fmt::Debug for $Name<'_, P> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_tuple(stringify!($Name)).field(&self.splitter).finish()
                }
            }
            impl<'a, P: Pattern> $Name<'a, P> {
                pub(crate) fn new(text: &'a str, pattern: P) -> Self {
                    $Name { splitter: Splitter::new(text, pattern, $allow) }
                }
                pub fn remainder(&self) -> Option<&'a str> {
                    if self.splitter.finished {
                        None
                    } else {
                        Some(&self.splitter.text[self.splitter.start..self.splitter.end])
                    }
                }
            }
            impl<'a, P: Pattern> Iterator for $Name<'a, P> {
                type Item = &'a str;
                fn next(&mut self) -> Option<&'a str> {
                    self.splitter.$next()
                }
            }
            impl<'a, P: Pattern> DoubleEndedIterator for $Name<'a, P> {
                fn next_back(&mut self) -> Option<&'a str> {
                    self.splitter.$next_back()
                }
            }
        )*
    };
}
split_iterator! {
    Split true next_part next_back_part;
    SplitTerminator false next_part next_back_part;
    RSplit true next_back_part next_part;
    RSplitTerminator false next_back_part next_part;
}

#[derive(Clone)]
pub struct SplitInclusive<'a, P> {
    splitter: Splitter<'a, P>,
}
impl<P: Pattern> fmt::Debug for SplitInclusive<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SplitInclusive").field(&self.splitter).finish()
    }
}
impl<'a, P: Pattern> SplitInclusive<'a, P> {
    pub(crate) fn new(text: &'a str, pattern: P) -> Self {
        SplitInclusive { splitter: Splitter::new(text, pattern, false) }
    }
}
impl<'a, P: Pattern> Iterator for SplitInclusive<'a, P> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        self.splitter.next_inclusive()
    }
}
impl<'a, P: Pattern> DoubleEndedIterator for SplitInclusive<'a, P> {
    fn next_back(&mut self) -> Option<&'a str> {
        self.splitter.next_back_inclusive()
    }
}

macro_rules! counted_split_iterator {
    ($($Name:ident $next:ident;)*) => {
        $(
            #[derive(Clone)]
            pub struct $Name<'a, P> {
                splitter: Splitter<'a, P>,
                left: usize,
            }
            impl<P: Pattern> fmt::Debug for $Name<'_, P> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let inner = fmt::from_fn(|f| {
                        f.debug_struct("SplitNInternal").field("iter", &self.splitter).field("count", &self.left).finish()
                    });
                    f.debug_tuple(stringify!($Name)).field(&inner).finish()
                }
            }
            impl<'a, P: Pattern> $Name<'a, P> {
                pub(crate) fn new(text: &'a str, n: usize, pattern: P) -> Self {
                    $Name { splitter: Splitter::new(text, pattern, true), left: n }
                }
            }
            impl<'a, P: Pattern> Iterator for $Name<'a, P> {
                type Item = &'a str;
                fn next(&mut self) -> Option<&'a str> {
                    if self.left == 0 {
                        return None;
                    }
                    self.left -= 1;
                    if self.left == 0 { self.splitter.rest() } else { self.splitter.$next() }
                }
            }
        )*
    };
}
counted_split_iterator! {
    SplitN next_part;
    RSplitN next_back_part;
}

macro_rules! match_iterators {
    ($($Name:ident $internal:literal $Item:ty, ($start:ident, $text:ident) => $item:expr, $next:ident $next_back:ident;)*) => {
        $(
            #[derive(Clone)]
            pub struct $Name<'a, P> {
                splitter: Splitter<'a, P>,
            }
            impl<'a, P: Pattern> $Name<'a, P> {
                pub(crate) fn new(text: &'a str, pattern: P) -> Self {
                    $Name { splitter: Splitter::new(text, pattern, true) }
                }
            }
            impl<'a, P: Pattern> Iterator for $Name<'a, P> {
                type Item = $Item;
                fn next(&mut self) -> Option<$Item> {
                    let ($start, end) = self.splitter.$next()?;
                    let $text = &self.splitter.text[$start..end];
                    Some($item)
                }
            }
            impl<'a, P: Pattern> DoubleEndedIterator for $Name<'a, P> {
                fn next_back(&mut self) -> Option<$Item> {
                    let ($start, end) = self.splitter.$next_back()?;
                    let $text = &self.splitter.text[$start..end];
                    Some($item)
                }
            }
            impl<P: Pattern> fmt::Debug for $Name<'_, P> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let inner = fmt::from_fn(|f| f.debug_tuple($internal).field(&self.splitter.searcher()).finish());
                    f.debug_tuple(stringify!($Name)).field(&inner).finish()
                }
            }
        )*
    };
}
match_iterators! {
    MatchIndices "MatchIndicesInternal" (usize, &'a str), (start, text) => (start, text), match_left match_left_back;
    RMatchIndices "MatchIndicesInternal" (usize, &'a str), (start, text) => (start, text), match_left_back match_left;
    Matches "MatchesInternal" &'a str, (start, text) => text, match_left match_left_back;
    RMatches "MatchesInternal" &'a str, (start, text) => text, match_left_back match_left;
}

/// Units of UTF-16; the second one of a character that has two is 0 where there is none.
#[derive(Clone)]
pub struct EncodeUtf16<'a> {
    chars: Chars<'a>,
    extra: u16,
}
impl<'a> EncodeUtf16<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        EncodeUtf16 { chars: Chars::new(text), extra: 0 }
    }
}
impl Iterator for EncodeUtf16<'_> {
    type Item = u16;
    fn next(&mut self) -> Option<u16> {
        if self.extra != 0 {
            return Some(crate::mem::replace(&mut self.extra, 0));
        }
        let mut units = [0; 2];
        let count = self.chars.next()?.encode_utf16(&mut units).len();
        if count == 2 {
            self.extra = units[1];
        }
        Some(units[0])
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        // Three bytes may be one unit, four bytes are two.
        let len = self.chars.bytes.len();
        let extra = (self.extra != 0) as usize;
        (len.div_ceil(3) + extra, Some(len + extra))
    }
}
impl FusedIterator for EncodeUtf16<'_> {}
impl fmt::Debug for EncodeUtf16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncodeUtf16").finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
pub struct Lines<'a> {
    lines: SplitInclusive<'a, char>,
}
impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Lines { lines: SplitInclusive::new(text, '\n') }
    }
}
impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        self.lines.next().map(without_line_end)
    }
}
impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        self.lines.next_back().map(without_line_end)
    }
}

/// What the deprecated `lines_any` gives.
#[derive(Clone, Debug)]
pub struct LinesAny<'a>(pub(crate) Lines<'a>);
impl<'a> Iterator for LinesAny<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}
impl<'a> DoubleEndedIterator for LinesAny<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        self.0.next_back()
    }
}

fn without_line_end(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(without) => without.strip_suffix('\r').unwrap_or(without),
        None => line,
    }
}

macro_rules! split_at_whitespace {
    ($name:ident, $is_blank:expr) => {
        #[derive(Clone, Debug)]
        pub struct $name<'a> {
            rest: &'a str,
        }
        impl<'a> $name<'a> {
            pub(crate) fn new(text: &'a str) -> Self {
                $name { rest: text }
            }
        }
        impl<'a> Iterator for $name<'a> {
            type Item = &'a str;
            fn next(&mut self) -> Option<&'a str> {
                let text = self.rest.trim_start_matches($is_blank);
                if text.is_empty() {
                    self.rest = text;
                    return None;
                }
                let end = text.find($is_blank).unwrap_or(text.len());
                self.rest = &text[end..];
                Some(&text[..end])
            }
        }
        impl<'a> DoubleEndedIterator for $name<'a> {
            fn next_back(&mut self) -> Option<&'a str> {
                let text = self.rest.trim_end_matches($is_blank);
                if text.is_empty() {
                    self.rest = text;
                    return None;
                }
                let start = match text.char_indices().rev().find(|&(_, c)| $is_blank(c)) {
                    Some((at, c)) => at + c.len_utf8(),
                    None => 0,
                };
                self.rest = &text[..start];
                Some(&text[start..])
            }
        }
    };
}
split_at_whitespace!(SplitWhitespace, char::is_whitespace);
split_at_whitespace!(SplitAsciiWhitespace, (|c: char| c.is_ascii_whitespace()));
