//! `std::str::pattern`: what a string can be searched for.
//!
//! Left out: the `Searcher` traits; a pattern searches by itself. The trait is unstable in std, so
//! programs only name the types that implement it.

use crate::fmt;
use crate::string::String;

pub trait Pattern: Sized {
    /// The first match that starts at `from` or later: `(start, end)`.
    fn find_from(&mut self, haystack: &str, from: usize) -> Option<(usize, usize)>;
    /// The last match that ends at `to` or earlier.
    fn rfind_to(&mut self, haystack: &str, to: usize) -> Option<(usize, usize)>;
    /// Length of a match at the start.
    fn prefix_len(&mut self, haystack: &str) -> Option<usize>;
    /// Length of a match at the end.
    fn suffix_len(&mut self, haystack: &str) -> Option<usize>;
    /// Shows a search that is left with `from..to` as std shows its searcher.
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The characters that are left to look at, as std's searchers hold them.
fn indices_left(haystack: &str, from: usize, to: usize) -> impl fmt::Debug {
    fmt::from_fn(move |f| {
        let chars = haystack[from..to].chars();
        f.debug_struct("CharIndices").field("front_offset", &from).field("iter", &chars).finish()
    })
}

/// A searcher for one of several characters, which another one wraps.
fn show_one_of(
    (name, set): (&str, &dyn fmt::Debug),
    (haystack, from, to): (&str, usize, usize),
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let inner = fmt::from_fn(|f| {
        f.debug_struct("MultiCharEqSearcher")
            .field("char_eq", set)
            .field("haystack", &haystack)
            .field("char_indices", &indices_left(haystack, from, to))
            .finish()
    });
    f.debug_tuple(name).field(&inner).finish()
}

/// Where to look on after a match; past the end after an empty one at the end.
pub(crate) fn after_match(haystack: &str, start: usize, end: usize) -> usize {
    if end > start {
        return end;
    }
    match haystack[end..].chars().next() {
        Some(c) => end + c.len_utf8(),
        None => end + 1,
    }
}

pub(crate) fn trim_start<'a, P: Pattern>(text: &'a str, pattern: &mut P) -> &'a str {
    let mut rest = text;
    while let Some(len) = pattern.prefix_len(rest) {
        if len == 0 {
            break;
        }
        rest = &rest[len..];
    }
    rest
}

pub(crate) fn trim_end<'a, P: Pattern>(text: &'a str, pattern: &mut P) -> &'a str {
    let mut rest = text;
    while let Some(len) = pattern.suffix_len(rest) {
        if len == 0 {
            break;
        }
        rest = &rest[..rest.len() - len];
    }
    rest
}

/// A pattern that looks at one character at a time.
macro_rules! char_pattern {
    ($this:ident, $c:ident => $matches:expr) => {
        fn find_from(&mut self, haystack: &str, from: usize) -> Option<(usize, usize)> {
            let $this = self;
            let mut at = from;
            if from > haystack.len() {
                return None;
            }
            for $c in haystack[from..].chars() {
                let end = at + $c.len_utf8();
                if $matches {
                    return Some((at, end));
                }
                at = end;
            }
            None
        }
        fn rfind_to(&mut self, haystack: &str, to: usize) -> Option<(usize, usize)> {
            let $this = self;
            let mut end = to;
            for $c in haystack[..to].chars().rev() {
                let start = end - $c.len_utf8();
                if $matches {
                    return Some((start, end));
                }
                end = start;
            }
            None
        }
        fn prefix_len(&mut self, haystack: &str) -> Option<usize> {
            let $this = self;
            let $c = haystack.chars().next()?;
            if $matches { Some($c.len_utf8()) } else { None }
        }
        fn suffix_len(&mut self, haystack: &str) -> Option<usize> {
            let $this = self;
            let $c = haystack.chars().next_back()?;
            if $matches { Some($c.len_utf8()) } else { None }
        }
    };
}

impl Pattern for char {
    char_pattern! { this, c => c == *this }
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut encoded = [0u8; 4];
        let size = self.encode_utf8(&mut encoded).len() as u8;
        f.debug_struct("CharSearcher")
            .field("haystack", &haystack)
            .field("finger", &from)
            .field("finger_back", &to)
            .field("needle", self)
            .field("utf8_size", &size)
            .field("utf8_encoded", &encoded)
            .finish()
    }
}
impl Pattern for &[char] {
    char_pattern! { this, c => this.contains(&c) }
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_one_of(("CharSliceSearcher", self), (haystack, from, to), f)
    }
}
impl<const N: usize> Pattern for [char; N] {
    char_pattern! { this, c => this.contains(&c) }
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_one_of(("CharArraySearcher", self), (haystack, from, to), f)
    }
}
impl<const N: usize> Pattern for &[char; N] {
    char_pattern! { this, c => this.contains(&c) }
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_one_of(("CharArrayRefSearcher", self), (haystack, from, to), f)
    }
}
impl<F: FnMut(char) -> bool> Pattern for F {
    char_pattern! { this, c => this(c) }
    fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CharPredicateSearcher")
            .field("haystack", &haystack)
            .field("char_indices", &indices_left(haystack, from, to))
            .finish()
    }
}

impl Pattern for &str {
    fn find_from(&mut self, haystack: &str, from: usize) -> Option<(usize, usize)> {
        let (text, needle) = (haystack.as_bytes(), self.as_bytes());
        let mut start = from;
        while start + needle.len() <= text.len() {
            if haystack.is_char_boundary(start) && text[start..start + needle.len()] == *needle {
                return Some((start, start + needle.len()));
            }
            start += 1;
        }
        None
    }
    fn rfind_to(&mut self, haystack: &str, to: usize) -> Option<(usize, usize)> {
        let (text, needle) = (haystack.as_bytes(), self.as_bytes());
        let mut end = to;
        while end >= needle.len() {
            let start = end - needle.len();
            if haystack.is_char_boundary(start) && text[start..end] == *needle {
                return Some((start, end));
            }
            if end == 0 {
                break;
            }
            end -= 1;
        }
        None
    }
    fn prefix_len(&mut self, haystack: &str) -> Option<usize> {
        if haystack.as_bytes().starts_with(self.as_bytes()) { Some(self.len()) } else { None }
    }
    fn suffix_len(&mut self, haystack: &str) -> Option<usize> {
        if haystack.as_bytes().ends_with(self.as_bytes()) { Some(self.len()) } else { None }
    }
    fn show_searcher(&self, haystack: &str, _from: usize, _to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StrSearcher").field("haystack", &haystack).field("needle", self).finish_non_exhaustive()
    }
}

macro_rules! str_like_pattern {
    ($($t:ty, $this:ident => $as_str:expr;)*) => {
        $(
            impl Pattern for $t {
                fn find_from(&mut self, haystack: &str, from: usize) -> Option<(usize, usize)> {
                    let $this = self;
                    let mut needle: &str = $as_str;
                    needle.find_from(haystack, from)
                }
                fn rfind_to(&mut self, haystack: &str, to: usize) -> Option<(usize, usize)> {
                    let $this = self;
                    let mut needle: &str = $as_str;
                    needle.rfind_to(haystack, to)
                }
                fn prefix_len(&mut self, haystack: &str) -> Option<usize> {
                    let $this = self;
                    let mut needle: &str = $as_str;
                    needle.prefix_len(haystack)
                }
                fn suffix_len(&mut self, haystack: &str) -> Option<usize> {
                    let $this = self;
                    let mut needle: &str = $as_str;
                    needle.suffix_len(haystack)
                }
                fn show_searcher(&self, haystack: &str, from: usize, to: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let $this = self;
                    let needle: &str = $as_str;
                    needle.show_searcher(haystack, from, to, f)
                }
            }
        )*
    };
}
str_like_pattern! {
    &String, this => this.as_str();
    &&str, this => **this;
}
