//! `std::fmt`. Builders stand in `fmt/builders.rs`, numbers in `fmt/num.rs`.
//!
//! Left out: `FormattingOptions`, `from_fn`'s `Debug` of itself, addresses differ from native ones.

use crate::string::String;
use crate::intrinsics;

mod builders;
mod num;
pub use builders::{DebugList, DebugMap, DebugSet, DebugStruct, DebugTuple};
pub(crate) use num::fmt_address;

pub type Result = crate::result::Result<(), Error>;

#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Error;
impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad("an error occurred when formatting an argument")
    }
}
impl crate::error::Error for Error {}

pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;
    fn write_char(&mut self, c: char) -> Result {
        let mut buffer = [0u8; 4];
        let encoded = c.encode_utf8(&mut buffer);
        self.write_str(encoded)
    }
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        let mut this = self;
        write(&mut this, args)
    }
    /// Whether it is all the same in how many pieces a text comes.
    #[doc(hidden)]
    fn joins_pieces(&self) -> bool {
        false
    }
}
impl<W: Write + ?Sized> Write for &mut W {
    fn write_str(&mut self, s: &str) -> Result {
        (**self).write_str(s)
    }
    fn write_char(&mut self, c: char) -> Result {
        (**self).write_char(c)
    }
    // Without this each table would need that of one more reference.
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result {
        (**self).write_fmt(args)
    }
    fn joins_pieces(&self) -> bool {
        (**self).joins_pieces()
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Alignment {
    Left,
    Right,
    Center,
}

/// A count in a format string.
#[derive(Copy, Clone)]
pub enum Count {
    Is(usize),
    /// The value of this argument.
    Param(usize),
    Implied,
}

/// One `{...}` of a format string.
#[derive(Copy, Clone)]
pub struct Placeholder {
    pub position: usize,
    pub fill: char,
    /// 0 left, 1 right, 2 center, 3 unknown.
    pub align: u8,
    /// Bit 0 `+`, 1 `-`, 2 `#`, 3 `0`, 4 lower hex `{:x?}`, 5 upper hex `{:X?}`.
    pub flags: u32,
    pub precision: Count,
    pub width: Count,
}

/// An argument without its type, and the function that formats it.
#[derive(Copy, Clone)]
pub struct Argument<'a> {
    value: *const (),
    formatter: fn(*const (), &mut Formatter<'_>) -> Result,
    borrow: crate::marker::PhantomData<&'a ()>,
}

macro_rules! argument_constructors {
    ($($name:ident $Trait:ident;)*) => {
        $(
            #[inline]
            pub fn $name<T: $Trait>(x: &'a T) -> Argument<'a> {
                let formatter: fn(&T, &mut Formatter<'_>) -> Result = <T as $Trait>::fmt;
                Argument {
                    value: x as *const T as *const (),
                    formatter: unsafe { intrinsics::transmute(formatter) },
                    borrow: crate::marker::PhantomData,
                }
            }
        )*
    };
}
impl<'a> Argument<'a> {
    argument_constructors! {
        new_display Display;
        new_debug Debug;
        new_lower_hex LowerHex;
        new_upper_hex UpperHex;
        new_octal Octal;
        new_binary Binary;
        new_lower_exp LowerExp;
        new_upper_exp UpperExp;
        new_pointer Pointer;
    }
    /// A width or precision.
    pub fn from_usize(x: &'a usize) -> Argument<'a> {
        Argument::new_display(x)
    }
}

/// A format string, taken apart, with its arguments.
#[derive(Copy, Clone)]
pub struct Arguments<'a> {
    pieces: &'a [&'static str],
    arguments: &'a [Argument<'a>],
    placeholders: &'a [Placeholder],
}

impl<'a> Arguments<'a> {
    #[inline]
    pub fn new(
        pieces: &'a [&'static str],
        arguments: &'a [Argument<'a>],
        placeholders: &'a [Placeholder],
    ) -> Arguments<'a> {
        Arguments { pieces, arguments, placeholders }
    }
    /// The text, if there is nothing to format.
    pub fn as_str(&self) -> Option<&'static str> {
        if !self.arguments.is_empty() {
            return None;
        }
        match self.pieces.len() {
            0 => Some(""),
            1 => Some(self.pieces[0]),
            _ => None,
        }
    }
    /// How long the text may get, as std guesses it.
    pub(crate) fn estimated_capacity(&self) -> usize {
        let mut length = 0;
        for piece in self.pieces {
            length += piece.len();
        }
        if self.arguments.is_empty() {
            length
        } else if self.pieces.is_empty() || self.pieces[0].is_empty() && length < 16 {
            0
        } else {
            length * 2
        }
    }
}
impl Debug for Arguments<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}
impl Display for Arguments<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write(f.out, *self)
    }
}

fn count_value(count: Count, arguments: &[Argument<'_>]) -> Option<usize> {
    match count {
        Count::Is(n) => Some(n),
        Count::Param(i) => Some(unsafe { *(arguments[i].value as *const usize) }),
        Count::Implied => None,
    }
}

pub fn write(output: &mut dyn Write, args: Arguments<'_>) -> Result {
    let mut formatter = Formatter::new(output);
    let plain = args.placeholders.is_empty();
    let count = if plain { args.arguments.len() } else { args.placeholders.len() };
    let mut i = 0;
    while i < count {
        let piece = args.pieces[i];
        if !piece.is_empty() {
            formatter.out.write_str(piece)?;
        }
        let position = if plain {
            i
        } else {
            let placeholder = &args.placeholders[i];
            formatter.fill = placeholder.fill;
            formatter.align = placeholder.align;
            formatter.flags = placeholder.flags;
            formatter.width = count_value(placeholder.width, args.arguments);
            formatter.precision = count_value(placeholder.precision, args.arguments);
            placeholder.position
        };
        let argument = args.arguments[position];
        (argument.formatter)(argument.value, &mut formatter)?;
        i += 1;
    }
    if i < args.pieces.len() {
        formatter.out.write_str(args.pieces[i])?;
    }
    Ok(())
}

pub fn format(args: Arguments<'_>) -> String {
    if let Some(literal) = args.as_str() {
        return String::from(literal);
    }
    let mut text = String::with_capacity(args.estimated_capacity());
    write(&mut text, args).expect("a formatting trait implementation returned an error when the underlying stream did not");
    text
}

pub struct Formatter<'a> {
    out: &'a mut dyn Write,
    fill: char,
    align: u8,
    flags: u32,
    width: Option<usize>,
    precision: Option<usize>,
}

impl<'a> Formatter<'a> {
    #[inline]
    pub(crate) fn new(out: &'a mut dyn Write) -> Formatter<'a> {
        Formatter { out, fill: ' ', align: 3, flags: 0, width: None, precision: None }
    }
    pub fn write_str(&mut self, data: &str) -> Result {
        self.out.write_str(data)
    }
    pub fn write_fmt(&mut self, fmt: Arguments<'_>) -> Result {
        if let Some(text) = fmt.as_str() { self.out.write_str(text) } else { write(self.out, fmt) }
    }
    pub fn fill(&self) -> char {
        self.fill
    }
    pub fn align(&self) -> Option<Alignment> {
        match self.align {
            0 => Some(Alignment::Left),
            1 => Some(Alignment::Right),
            2 => Some(Alignment::Center),
            _ => None,
        }
    }
    pub fn width(&self) -> Option<usize> {
        self.width
    }
    pub fn precision(&self) -> Option<usize> {
        self.precision
    }
    pub fn sign_plus(&self) -> bool {
        self.flags & 1 != 0
    }
    pub fn sign_minus(&self) -> bool {
        self.flags & 2 != 0
    }
    pub fn alternate(&self) -> bool {
        self.flags & 4 != 0
    }
    pub fn sign_aware_zero_pad(&self) -> bool {
        self.flags & 8 != 0
    }
    fn write_fill(&mut self, count: usize) -> Result {
        let mut left = count;
        while left > 0 {
            self.out.write_char(self.fill)?;
            left -= 1;
        }
        Ok(())
    }
    /// Writes `text`, which is `chars` long, padded to the width.
    fn write_padded(&mut self, text: &str, chars: usize, default_align: u8) -> Result {
        let missing = match self.width {
            Some(width) if width > chars => width - chars,
            _ => return self.out.write_str(text),
        };
        let align = if self.align == 3 { default_align } else { self.align };
        let before = match align {
            0 => 0,
            1 => missing,
            _ => missing / 2,
        };
        self.write_fill(before)?;
        self.out.write_str(text)?;
        self.write_fill(missing - before)
    }
    pub fn pad(&mut self, s: &str) -> Result {
        if self.width.is_none() && self.precision.is_none() {
            return self.out.write_str(s);
        }
        let text = match self.precision {
            Some(max) => match s.char_indices().nth(max) {
                Some((end, _)) => &s[..end],
                None => s,
            },
            None => s,
        };
        let chars = if self.width.is_some() { text.chars().count() } else { 0 };
        self.write_padded(text, chars, 0)
    }
    /// Pads `s` without cutting it to the precision; left-aligned unless said otherwise.
    pub(crate) fn pad_text(&mut self, s: &str) -> Result {
        self.write_padded(s, s.chars().count(), 0)
    }
    /// Zeros go between prefix and digits.
    pub fn pad_integral(&mut self, is_nonnegative: bool, prefix: &str, buf: &str) -> Result {
        let sign = match is_nonnegative {
            false => Some('-'),
            true if self.sign_plus() => Some('+'),
            true => None,
        };
        let Some(width) = self.width else {
            self.write_prefix(sign, prefix)?;
            return self.out.write_str(buf);
        };
        let prefix_len = if self.alternate() { prefix.len() } else { 0 };
        let missing = width.saturating_sub(sign.is_some() as usize + prefix_len + buf.len());
        if self.sign_aware_zero_pad() {
            self.write_prefix(sign, prefix)?;
            self.write_zeros(missing)?;
            return self.out.write_str(buf);
        }
        let before = self.fill_before(missing);
        self.write_fill(before)?;
        self.write_prefix(sign, prefix)?;
        self.out.write_str(buf)?;
        self.write_fill(missing - before)
    }
    fn write_prefix(&mut self, sign: Option<char>, prefix: &str) -> Result {
        if let Some(sign) = sign {
            self.out.write_char(sign)?;
        }
        if self.alternate() { self.out.write_str(prefix) } else { Ok(()) }
    }
    /// Of the places that a number leaves, those before it.
    fn fill_before(&self, missing: usize) -> usize {
        match self.align {
            0 => 0,
            2 => missing / 2,
            _ => missing,
        }
    }
    fn write_zeros(&mut self, count: usize) -> Result {
        for _ in 0..count {
            self.out.write_char('0')?;
        }
        Ok(())
    }
    /// A sign and what else a float consists of, all ASCII, padded: zeros go behind the sign.
    pub(crate) fn write_parts(&mut self, sign: &str, parts: &[&str]) -> Result {
        let Some(width) = self.width else {
            return self.write_signed(sign, parts);
        };
        let mut missing = width.saturating_sub(sign.len());
        for part in parts {
            missing = missing.saturating_sub(part.len());
        }
        if self.sign_aware_zero_pad() {
            self.out.write_str(sign)?;
            self.write_zeros(missing)?;
            return self.write_signed("", parts);
        }
        let before = self.fill_before(missing);
        self.write_fill(before)?;
        self.write_signed(sign, parts)?;
        self.write_fill(missing - before)
    }
    fn write_signed(&mut self, sign: &str, parts: &[&str]) -> Result {
        if !sign.is_empty() {
            self.out.write_str(sign)?;
        }
        for part in parts {
            self.out.write_str(part)?;
        }
        Ok(())
    }
    pub fn debug_struct<'b>(&'b mut self, name: &str) -> DebugStruct<'b, 'a> {
        DebugStruct::new(self, name)
    }
    pub fn debug_tuple<'b>(&'b mut self, name: &str) -> DebugTuple<'b, 'a> {
        DebugTuple::new(self, name)
    }
    pub fn debug_list<'b>(&'b mut self) -> DebugList<'b, 'a> {
        DebugList::new(self)
    }
    pub fn debug_set<'b>(&'b mut self) -> DebugSet<'b, 'a> {
        DebugSet::new(self)
    }
    pub fn debug_map<'b>(&'b mut self) -> DebugMap<'b, 'a> {
        DebugMap::new(self)
    }
}
impl Write for Formatter<'_> {
    fn write_str(&mut self, s: &str) -> Result {
        self.out.write_str(s)
    }
    fn write_char(&mut self, c: char) -> Result {
        self.out.write_char(c)
    }
}

pub trait Debug {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait Display {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait Octal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait Binary {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait LowerHex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait UpperHex {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait Pointer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait LowerExp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
pub trait UpperExp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

macro_rules! fmt_references {
    ($($Trait:ident)*) => {
        $(
            impl<T: ?Sized + $Trait> $Trait for &T {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    $Trait::fmt(&**self, f)
                }
            }
            impl<T: ?Sized + $Trait> $Trait for &mut T {
                fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                    $Trait::fmt(&**self, f)
                }
            }
        )*
    };
}
fmt_references! { Debug Display Octal Binary LowerHex UpperHex LowerExp UpperExp }

impl<T: ?Sized> Pointer for &T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        fmt_address((*self as *const T).addr(), f)
    }
}
impl<T: ?Sized> Pointer for &mut T {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        fmt_address((&**self as *const T).addr(), f)
    }
}

impl Debug for ! {
    fn fmt(&self, _: &mut Formatter<'_>) -> Result {
        *self
    }
}
impl Display for ! {
    fn fmt(&self, _: &mut Formatter<'_>) -> Result {
        *self
    }
}
impl Debug for bool {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad(if *self { "true" } else { "false" })
    }
}
impl Display for bool {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad(if *self { "true" } else { "false" })
    }
}
/// Whether `Debug` looks at what begins with this byte more closely.
fn may_need_escape(byte: u8) -> bool {
    byte > b'~' || byte < b' ' || byte == b'\\' || byte == b'"'
}
impl Debug for str {
    /// In runs of what needs no escape.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.out.write_char('"')?;
        let mut start = 0;
        let mut end = 0;
        while let Some(clear) = self.as_bytes()[end..].iter().position(|byte| may_need_escape(*byte)) {
            end += clear;
            let Some(c) = self[end..].chars().next() else { break };
            let escaped = c.escape_debug();
            if escaped.len() != 1 {
                f.out.write_str(&self[start..end])?;
                Display::fmt(&escaped, f)?;
                start = end + c.len_utf8();
            }
            end += c.len_utf8();
        }
        f.out.write_str(&self[start..])?;
        f.out.write_char('"')
    }
}
impl Display for str {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.pad(self)
    }
}
impl Debug for char {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_char('\'')?;
        if *self == '"' {
            f.write_char('"')?;
        } else {
            Display::fmt(&self.escape_debug(), f)?;
        }
        f.write_char('\'')
    }
}
impl Display for char {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if f.width.is_none() && f.precision.is_none() {
            f.out.write_char(*self)
        } else {
            let mut buffer = [0u8; 4];
            let encoded = self.encode_utf8(&mut buffer);
            f.pad(encoded)
        }
    }
}

macro_rules! fmt_function_pointers {
    ($($T:ident)*) => {
        fmt_function_pointers! { fn($($T),*) -> Ret, $($T)* }
        fmt_function_pointers! { extern "C" fn($($T),*) -> Ret, $($T)* }
    };
    ($F:ty, $($T:ident)*) => {
        impl<Ret, $($T),*> Debug for $F {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                fmt_address(*self as usize, f)
            }
        }
        impl<Ret, $($T),*> Pointer for $F {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                fmt_address(*self as usize, f)
            }
        }
    };
}
fmt_function_pointers! {}
fmt_function_pointers! { A }
fmt_function_pointers! { A B }
fmt_function_pointers! { A B C }
fmt_function_pointers! { A B C D }
fmt_function_pointers! { A B C D E }

/// What `from_fn` returns.
pub struct FromFn<F> {
    function: F,
}
pub fn from_fn<F: Fn(&mut Formatter<'_>) -> Result>(f: F) -> FromFn<F> {
    FromFn { function: f }
}
impl<F: Fn(&mut Formatter<'_>) -> Result> Debug for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (self.function)(f)
    }
}
impl<F: Fn(&mut Formatter<'_>) -> Result> Display for FromFn<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (self.function)(f)
    }
}
