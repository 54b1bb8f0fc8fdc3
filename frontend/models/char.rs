//! `std::char`, and the methods of `char` and `bool`.

use crate::error::Error;
use crate::fmt::{self, Write};
use crate::intrinsics;
use crate::iter::FusedIterator;
use crate::str::FromStr;

pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';
pub const MAX: char = '\u{10FFFF}';

#[inline]
pub const fn from_u32(i: u32) -> Option<char> {
    if i > 0x10FFFF || (i >= 0xD800 && i <= 0xDFFF) {
        None
    } else {
        Some(unsafe { from_u32_unchecked(i) })
    }
}
#[inline]
pub const unsafe fn from_u32_unchecked(i: u32) -> char {
    if i > 0x10FFFF || i >= 0xD800 && i <= 0xDFFF {
        unsafe { intrinsics::undefined("a char that is no Unicode scalar value") }
    }
    unsafe { intrinsics::transmute::<u32, char>(i) }
}
pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
    if radix > 36 {
        panic!("from_digit: radix is too high (maximum 36)");
    }
    if num >= radix {
        return None;
    }
    let num = num as u8;
    Some(if num < 10 { (b'0' + num) as char } else { (b'a' + num - 10) as char })
}

impl char {
    pub const MIN: char = '\0';
    pub const UNICODE_VERSION: (u8, u8, u8) = (17, 0, 0);
    pub const MAX: char = '\u{10FFFF}';
    pub const MAX_LEN_UTF8: usize = 4;
    pub const MAX_LEN_UTF16: usize = 2;
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';

    #[inline]
    pub const fn from_u32(i: u32) -> Option<char> {
        from_u32(i)
    }
    #[inline]
    pub const unsafe fn from_u32_unchecked(i: u32) -> char {
        unsafe { from_u32_unchecked(i) }
    }
    #[inline]
    pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
        from_digit(num, radix)
    }
    #[inline]
    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }
    #[track_caller]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        assert!(
            radix >= 2 && radix <= 36,
            "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive"
        );
        let value = match self {
            '0'..='9' => self as u32 - '0' as u32,
            'a'..='z' => self as u32 - 'a' as u32 + 10,
            'A'..='Z' => self as u32 - 'A' as u32 + 10,
            _ => return None,
        };
        if value < radix { Some(value) } else { None }
    }
    #[inline]
    pub const fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }
    #[inline]
    pub fn encode_utf16(self, dst: &mut [u16]) -> &mut [u16] {
        let code = self as u32;
        if code < 0x10000 {
            dst[0] = code as u16;
            return &mut dst[..1];
        }
        dst[0] = 0xD800 + ((code - 0x10000) >> 10) as u16;
        dst[1] = 0xDC00 + ((code - 0x10000) & 0x3FF) as u16;
        &mut dst[..2]
    }
    pub fn decode_utf16<I: IntoIterator<Item = u16>>(iter: I) -> DecodeUtf16<I::IntoIter> {
        decode_utf16(iter)
    }
    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }
    pub fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        let code = self as u32;
        let len = self.len_utf8();
        if len == 1 {
            dst[0] = code as u8;
        } else if len == 2 {
            dst[0] = (code >> 6) as u8 | 0xC0;
            dst[1] = (code & 0x3F) as u8 | 0x80;
        } else if len == 3 {
            dst[0] = (code >> 12) as u8 | 0xE0;
            dst[1] = (code >> 6 & 0x3F) as u8 | 0x80;
            dst[2] = (code & 0x3F) as u8 | 0x80;
        } else {
            dst[0] = (code >> 18) as u8 | 0xF0;
            dst[1] = (code >> 12 & 0x3F) as u8 | 0x80;
            dst[2] = (code >> 6 & 0x3F) as u8 | 0x80;
            dst[3] = (code & 0x3F) as u8 | 0x80;
        }
        unsafe { crate::str::str_at_mut(&mut dst[..len]) }
    }
    #[inline]
    pub fn is_alphabetic(self) -> bool {
        unsafe { intrinsics::char_property(self, 0) }
    }
    #[inline]
    pub fn is_numeric(self) -> bool {
        unsafe { intrinsics::char_property(self, 1) }
    }
    #[inline]
    pub fn is_alphanumeric(self) -> bool {
        self.is_alphabetic() || self.is_numeric()
    }
    #[inline]
    pub fn is_whitespace(self) -> bool {
        unsafe { intrinsics::char_property(self, 2) }
    }
    #[inline]
    pub fn is_lowercase(self) -> bool {
        unsafe { intrinsics::char_property(self, 3) }
    }
    #[inline]
    pub fn is_uppercase(self) -> bool {
        unsafe { intrinsics::char_property(self, 4) }
    }
    #[inline]
    pub fn is_control(self) -> bool {
        unsafe { intrinsics::char_property(self, 5) }
    }
    pub fn to_lowercase(self) -> ToLowercase {
        ToLowercase(CaseMapping::of(unsafe { intrinsics::char_to_lower(self) }))
    }
    pub fn to_uppercase(self) -> ToUppercase {
        ToUppercase(CaseMapping::of(unsafe { intrinsics::char_to_upper(self) }))
    }
    #[inline]
    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }
    #[inline]
    pub const fn to_ascii_uppercase(&self) -> char {
        if self.is_ascii() { (*self as u8).to_ascii_uppercase() as char } else { *self }
    }
    #[inline]
    pub const fn to_ascii_lowercase(&self) -> char {
        if self.is_ascii() { (*self as u8).to_ascii_lowercase() as char } else { *self }
    }
    pub const fn eq_ignore_ascii_case(&self, other: &char) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }
    pub const fn make_ascii_uppercase(&mut self) {
        *self = self.to_ascii_uppercase();
    }
    pub const fn make_ascii_lowercase(&mut self) {
        *self = self.to_ascii_lowercase();
    }
    pub const fn is_ascii_alphabetic(&self) -> bool {
        matches!(*self, 'A'..='Z' | 'a'..='z')
    }
    pub const fn is_ascii_uppercase(&self) -> bool {
        matches!(*self, 'A'..='Z')
    }
    pub const fn is_ascii_lowercase(&self) -> bool {
        matches!(*self, 'a'..='z')
    }
    pub const fn is_ascii_alphanumeric(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='Z' | 'a'..='z')
    }
    pub const fn is_ascii_digit(&self) -> bool {
        matches!(*self, '0'..='9')
    }
    pub const fn is_ascii_hexdigit(&self) -> bool {
        matches!(*self, '0'..='9' | 'A'..='F' | 'a'..='f')
    }
    pub const fn is_ascii_punctuation(&self) -> bool {
        matches!(*self, '!'..='/' | ':'..='@' | '['..='`' | '{'..='~')
    }
    pub const fn is_ascii_graphic(&self) -> bool {
        matches!(*self, '!'..='~')
    }
    pub const fn is_ascii_whitespace(&self) -> bool {
        matches!(*self, '\t' | '\n' | '\x0C' | '\r' | ' ')
    }
    pub const fn is_ascii_control(&self) -> bool {
        matches!(*self, '\0'..='\x1F' | '\x7F')
    }
    pub fn escape_debug(self) -> EscapeDebug {
        EscapeDebug(escape(self, true))
    }
    pub fn escape_default(self) -> EscapeDefault {
        EscapeDefault(escape(self, false))
    }
    pub fn escape_unicode(self) -> EscapeUnicode {
        let mut escaped = Escaped::empty();
        escaped.push_unicode(self);
        EscapeUnicode(escaped)
    }
}

/// Up to three characters that another one maps to, and which are left.
#[derive(Clone)]
struct CaseMapping {
    chars: [u32; 3],
    next: usize,
    len: usize,
}

impl CaseMapping {
    fn of((a, b, c): (u32, u32, u32)) -> CaseMapping {
        let len = if b == 0 {
            1
        } else if c == 0 {
            2
        } else {
            3
        };
        CaseMapping { chars: [a, b, c], next: 0, len }
    }
    fn pop_first(&mut self) -> Option<char> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        from_u32(self.chars[self.next - 1])
    }
    fn pop_last(&mut self) -> Option<char> {
        if self.next == self.len {
            return None;
        }
        self.len -= 1;
        from_u32(self.chars[self.len])
    }
}
/// As std's, which is an array's iterator.
impl fmt::Debug for CaseMapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[derive(Debug)]
        struct IntoIter<'a>(&'a [char]);
        let chars = self.chars.map(|c| from_u32(c).unwrap());
        f.debug_tuple("CaseMappingIter").field(&IntoIter(&chars[self.next..self.len])).finish()
    }
}

macro_rules! case_iterator {
    ($($Name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $Name(CaseMapping);
            impl Iterator for $Name {
                type Item = char;
                fn next(&mut self) -> Option<char> {
                    self.0.pop_first()
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    let left = self.0.len - self.0.next;
                    (left, Some(left))
                }
            }
            impl DoubleEndedIterator for $Name {
                fn next_back(&mut self) -> Option<char> {
                    self.0.pop_last()
                }
            }
            impl ExactSizeIterator for $Name {}
            impl FusedIterator for $Name {}
            impl fmt::Display for $Name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let mut left = self.0.clone();
                    while let Some(c) = left.pop_first() {
                        f.write_char(c)?;
                    }
                    Ok(())
                }
            }
        )*
    };
}
case_iterator! { ToLowercase ToUppercase }

/// The characters of an escape sequence: at most ten (`\u{10FFFF}`).
#[derive(Clone)]
struct Escaped {
    chars: [char; 10],
    next: usize,
    len: usize,
}

impl Escaped {
    fn empty() -> Escaped {
        Escaped { chars: ['\0'; 10], next: 0, len: 0 }
    }
    fn push_escape(&mut self, c: char) {
        self.chars[self.len] = c;
        self.len += 1;
    }
    fn push_unicode(&mut self, c: char) {
        let code = c as u32;
        self.push_escape('\\');
        self.push_escape('u');
        self.push_escape('{');
        let mut digits = 1;
        while digits < 6 && code >> (4 * digits) != 0 {
            digits += 1;
        }
        while digits > 0 {
            digits -= 1;
            self.push_escape(from_digit(code >> (4 * digits) & 15, 16).unwrap());
        }
        self.push_escape('}');
    }
}
/// At once, as what is not a single character is ASCII.
impl fmt::Display for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.next + 1 == self.len {
            return f.write_char(self.chars[self.next]);
        }
        let bytes = self.chars.map(|c| c as u8);
        f.write_str(unsafe { crate::str::str_at(&bytes[self.next..self.len]) })
    }
}

/// Characters that only change the one before them.
fn is_combining(c: char) -> bool {
    unsafe { intrinsics::char_property(c, 7) }
}

/// What `str::escape_debug` makes of a character that is not its first: combining ones stay.
pub(crate) fn escape_continued(c: char) -> EscapeDebug {
    if !is_combining(c) {
        return c.escape_debug();
    }
    let mut escaped = Escaped::empty();
    escaped.push_escape(c);
    EscapeDebug(escaped)
}
fn escape(c: char, printable_unicode: bool) -> Escaped {
    let mut escaped = Escaped::empty();
    let letter = match c {
        '\t' => 't',
        '\r' => 'r',
        '\n' => 'n',
        '\0' if printable_unicode => '0',
        '\'' | '"' | '\\' => c,
        _ => {
            let printable = printable_unicode && !c.is_ascii() && !unsafe { intrinsics::char_property(c, 6) };
            if matches!(c, ' '..='~') || printable {
                escaped.push_escape(c);
            } else {
                escaped.push_unicode(c);
            }
            return escaped;
        }
    };
    escaped.push_escape('\\');
    escaped.push_escape(letter);
    escaped
}

impl Iterator for Escaped {
    type Item = char;
    fn next(&mut self) -> Option<char> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        Some(self.chars[self.next - 1])
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}
impl fmt::Debug for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EscapeIterInner").field(&format_args!("'{}'", self)).finish()
    }
}
macro_rules! escape_iterator {
    ($($name:ident)*) => {
        $(
            #[derive(Clone, Debug)]
            pub struct $name(Escaped);
            impl Iterator for $name {
                type Item = char;
                fn next(&mut self) -> Option<char> {
                    self.0.next()
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    self.0.size_hint()
                }
            }
            impl ExactSizeIterator for $name {}
            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Display::fmt(&self.0, f)
                }
            }
        )*
    };
}
escape_iterator! { EscapeDebug EscapeDefault EscapeUnicode }

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CharTryFromError(());
impl fmt::Display for CharTryFromError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("converted integer out of range for `char`")
    }
}
impl Error for CharTryFromError {}
impl TryFrom<u32> for char {
    type Error = CharTryFromError;
    fn try_from(i: u32) -> Result<char, CharTryFromError> {
        from_u32(i).ok_or(CharTryFromError(()))
    }
}
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TryFromCharError(());
impl fmt::Display for TryFromCharError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("unicode code point out of range")
    }
}
impl Error for TryFromCharError {}
impl TryFrom<char> for u16 {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<u16, TryFromCharError> {
        if (c as u32) < 0x10000 { Ok(c as u32 as u16) } else { Err(TryFromCharError(())) }
    }
}

impl TryFrom<char> for usize {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<usize, TryFromCharError> {
        Ok(c as u32 as usize)
    }
}

/// Characters of UTF-16, and the surrogates that stand alone.
#[derive(Clone, Debug)]
pub struct DecodeUtf16<I: Iterator<Item = u16>> {
    units: crate::iter::Peekable<I>,
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeUtf16Error {
    code: u16,
}
impl DecodeUtf16Error {
    pub fn unpaired_surrogate(&self) -> u16 {
        self.code
    }
}
impl fmt::Display for DecodeUtf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unpaired surrogate found: {:x}", self.code)
    }
}
impl Error for DecodeUtf16Error {}
pub fn decode_utf16<I: IntoIterator<Item = u16>>(iter: I) -> DecodeUtf16<I::IntoIter> {
    DecodeUtf16 { units: iter.into_iter().peekable() }
}
impl<I: Iterator<Item = u16>> Iterator for DecodeUtf16<I> {
    type Item = Result<char, DecodeUtf16Error>;
    fn next(&mut self) -> Option<Result<char, DecodeUtf16Error>> {
        let code = self.units.next()?;
        if let Some(c) = from_u32(code as u32) {
            return Some(Ok(c));
        }
        if code >= 0xDC00 {
            return Some(Err(DecodeUtf16Error { code }));
        }
        match self.units.next_if(|low| (0xDC00..0xE000).contains(low)) {
            Some(low) => {
                let c = 0x10000 + ((code as u32 & 0x3FF) << 10) + (low as u32 & 0x3FF);
                Some(Ok(unsafe { from_u32_unchecked(c) }))
            }
            None => Some(Err(DecodeUtf16Error { code })),
        }
    }
}
impl TryFrom<char> for u8 {
    type Error = TryFromCharError;
    fn try_from(c: char) -> Result<u8, TryFromCharError> {
        if (c as u32) < 256 { Ok(c as u32 as u8) } else { Err(TryFromCharError(())) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCharError {
    kind: CharErrorKind,
}
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum CharErrorKind {
    EmptyString,
    TooManyChars,
}
impl fmt::Display for ParseCharError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.kind {
            CharErrorKind::EmptyString => "cannot parse char from empty string",
            CharErrorKind::TooManyChars => "too many characters in string",
        })
    }
}
impl Error for ParseCharError {}
impl FromStr for char {
    type Err = ParseCharError;
    fn from_str(text: &str) -> Result<char, ParseCharError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Err(ParseCharError { kind: CharErrorKind::EmptyString }),
            (Some(c), None) => Ok(c),
            _ => Err(ParseCharError { kind: CharErrorKind::TooManyChars }),
        }
    }
}

impl bool {
    #[inline]
    pub fn then_some<T>(self, t: T) -> Option<T> {
        if self { Some(t) } else { None }
    }
    #[inline]
    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }
}
impl FromStr for bool {
    type Err = crate::str::ParseBoolError;
    fn from_str(text: &str) -> Result<bool, crate::str::ParseBoolError> {
        match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(crate::str::ParseBoolError::new()),
        }
    }
}
