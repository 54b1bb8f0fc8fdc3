//! `proc_macro`: token streams, for the crates of procedural macros, which the machine runs as it runs
//! programs. A stream is its text until someone looks at its tokens; `proc-macro2` never does.
//!
//! Left out: places (all spans are one), hygiene, `Diagnostic`, `quote!`, `tracked_*`.

use crate::error::Error;
use crate::ffi::CStr;
use crate::fmt;
use crate::iter::FromIterator;
use crate::ops::{Bound, Range, RangeBounds};
use crate::path::PathBuf;
use crate::str::FromStr;
use crate::string::{String, ToString};
use crate::vec::Vec;

mod lex;

/// How a program begins that runs a macro.
pub mod run {
    use super::TokenStream;
    use crate::string::{String, ToString};
    use crate::vec::Vec;

    /// In the place of this literal whoever runs the program puts the texts that the macro is given, each
    /// with `END` behind it.
    const INPUT: &[u8; 34] = b"\xFFwhat a procedural macro is given\xFF";
    const END: u8 = 0xFF;

    fn given(index: usize) -> TokenStream {
        TokenStream::of_text(text(index))
    }

    fn text(index: usize) -> String {
        let mut at = INPUT.as_ptr();
        let mut before = index;
        let mut bytes = Vec::new();
        loop {
            let byte = unsafe { *at };
            at = unsafe { at.add(1) };
            match byte {
                END if before == 0 => break,
                END => before -= 1,
                byte if before == 0 => bytes.push(byte),
                _ => {}
            }
        }
        unsafe { String::from_utf8_unchecked(bytes) }
    }

    /// Sets what Cargo says about the package that uses the macro: `NAME=VALUE`s, a zero behind each.
    fn set_environment(said: &str) {
        for (name, value) in said.split('\0').filter_map(|one| one.split_once('=')) {
            unsafe { crate::env::set_var(name, value) };
        }
    }

    pub fn from_one(macro_: fn(TokenStream) -> TokenStream) {
        set_environment(&text(1));
        crate::print!("{}", macro_(given(0)));
    }

    pub fn from_two(macro_: fn(TokenStream, TokenStream) -> TokenStream) {
        set_environment(&text(2));
        crate::print!("{}", macro_(given(0), given(1)));
    }
}

/// Whether the compiler is there; tokens that are texts do without.
pub fn is_available() -> bool {
    false
}

#[derive(Clone, Default)]
pub struct TokenStream {
    held: Held,
}

#[derive(Clone)]
enum Held {
    Text(String),
    Trees(Vec<TokenTree>),
}
impl Default for Held {
    fn default() -> Held {
        Held::Trees(Vec::new())
    }
}

impl TokenStream {
    pub fn new() -> TokenStream {
        TokenStream::default()
    }
    fn of_text(text: String) -> TokenStream {
        TokenStream { held: Held::Text(text) }
    }
    fn into_trees(self) -> Vec<TokenTree> {
        match self.held {
            Held::Trees(trees) => trees,
            Held::Text(text) => lex::trees(&text).expect("tokens"),
        }
    }
    fn trees(&mut self) -> &mut Vec<TokenTree> {
        if let Held::Text(text) = &self.held {
            self.held = Held::Trees(lex::trees(text).expect("tokens"));
        }
        match &mut self.held {
            Held::Trees(trees) => trees,
            Held::Text(_) => unreachable!(),
        }
    }
    pub fn is_empty(&self) -> bool {
        match &self.held {
            Held::Trees(trees) => trees.is_empty(),
            Held::Text(text) => text.trim().is_empty(),
        }
    }
}
impl FromStr for TokenStream {
    type Err = LexError;
    fn from_str(text: &str) -> Result<TokenStream, LexError> {
        Ok(TokenStream::of_text(String::from(text)))
    }
}
impl fmt::Display for TokenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.held {
            Held::Text(text) => f.write_str(text),
            Held::Trees(trees) => write_trees(trees, f),
        }
    }
}
/// A space between any two tokens, but for those that are one operator or lifetime.
fn write_trees(trees: &[TokenTree], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut joint = true;
    for tree in trees {
        if !joint {
            f.write_str(" ")?;
        }
        joint = false;
        match tree {
            TokenTree::Group(group) => fmt::Display::fmt(group, f)?,
            TokenTree::Ident(ident) => fmt::Display::fmt(ident, f)?,
            TokenTree::Literal(literal) => fmt::Display::fmt(literal, f)?,
            TokenTree::Punct(punct) => {
                joint = punct.spacing == Spacing::Joint;
                fmt::Display::fmt(punct, f)?;
            }
        }
    }
    Ok(())
}
impl fmt::Debug for TokenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenStream ")?;
        f.debug_list().entries(self.clone().into_trees()).finish()
    }
}
impl From<TokenTree> for TokenStream {
    fn from(tree: TokenTree) -> TokenStream {
        let mut trees = Vec::new();
        trees.push(tree);
        TokenStream { held: Held::Trees(trees) }
    }
}
impl FromIterator<TokenTree> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenTree>>(trees: I) -> TokenStream {
        TokenStream { held: Held::Trees(trees.into_iter().collect()) }
    }
}
impl FromIterator<TokenStream> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenStream>>(streams: I) -> TokenStream {
        let mut all = TokenStream::new();
        all.extend(streams);
        all
    }
}
impl Extend<TokenTree> for TokenStream {
    fn extend<I: IntoIterator<Item = TokenTree>>(&mut self, trees: I) {
        self.trees().extend(trees);
    }
}
impl Extend<TokenStream> for TokenStream {
    fn extend<I: IntoIterator<Item = TokenStream>>(&mut self, streams: I) {
        for stream in streams {
            match self.is_empty() {
                true => *self = stream,
                false => self.trees().extend(stream.into_trees()),
            }
        }
    }
}
impl IntoIterator for TokenStream {
    type Item = TokenTree;
    type IntoIter = token_stream::IntoIter;
    fn into_iter(self) -> token_stream::IntoIter {
        token_stream::IntoIter { rest: self.into_trees().into_iter() }
    }
}

pub mod token_stream {
    pub use super::TokenStream;
    use super::TokenTree;
    use crate::vec;

    #[derive(Clone)]
    pub struct IntoIter {
        pub(super) rest: vec::IntoIter<TokenTree>,
    }
    impl Iterator for IntoIter {
        type Item = TokenTree;
        fn next(&mut self) -> Option<TokenTree> {
            self.rest.next()
        }
        fn size_hint(&self) -> (usize, Option<usize>) {
            self.rest.size_hint()
        }
    }
}

pub struct LexError {
    message: &'static str,
}
impl fmt::Debug for LexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LexError({:?})", self.message)
    }
}
impl fmt::Display for LexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}
impl Error for LexError {}

#[derive(Clone, Copy)]
pub struct Span;

impl Span {
    pub fn call_site() -> Span {
        Span
    }
    pub fn mixed_site() -> Span {
        Span
    }
    pub fn def_site() -> Span {
        Span
    }
    pub fn resolved_at(&self, _other: Span) -> Span {
        Span
    }
    pub fn located_at(&self, _other: Span) -> Span {
        Span
    }
    pub fn join(&self, _other: Span) -> Option<Span> {
        Some(Span)
    }
    pub fn parent(&self) -> Option<Span> {
        None
    }
    pub fn source(&self) -> Span {
        Span
    }
    pub fn start(&self) -> Span {
        Span
    }
    pub fn end(&self) -> Span {
        Span
    }
    pub fn byte_range(&self) -> Range<usize> {
        0..0
    }
    pub fn line(&self) -> usize {
        1
    }
    pub fn column(&self) -> usize {
        1
    }
    pub fn file(&self) -> String {
        String::new()
    }
    pub fn local_file(&self) -> Option<PathBuf> {
        None
    }
    pub fn source_text(&self) -> Option<String> {
        None
    }
    pub fn eq(&self, _other: &Span) -> bool {
        true
    }
}
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#0 bytes(0..0)")
    }
}

#[derive(Clone)]
pub enum TokenTree {
    Group(Group),
    Ident(Ident),
    Punct(Punct),
    Literal(Literal),
}

impl TokenTree {
    pub fn span(&self) -> Span {
        Span
    }
    pub fn set_span(&mut self, _span: Span) {}
}
impl fmt::Debug for TokenTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenTree::Group(tree) => tree.fmt(f),
            TokenTree::Ident(tree) => tree.fmt(f),
            TokenTree::Punct(tree) => tree.fmt(f),
            TokenTree::Literal(tree) => tree.fmt(f),
        }
    }
}
impl fmt::Display for TokenTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenTree::Group(tree) => fmt::Display::fmt(tree, f),
            TokenTree::Ident(tree) => fmt::Display::fmt(tree, f),
            TokenTree::Punct(tree) => fmt::Display::fmt(tree, f),
            TokenTree::Literal(tree) => fmt::Display::fmt(tree, f),
        }
    }
}
impl From<Group> for TokenTree {
    fn from(tree: Group) -> TokenTree {
        TokenTree::Group(tree)
    }
}
impl From<Ident> for TokenTree {
    fn from(tree: Ident) -> TokenTree {
        TokenTree::Ident(tree)
    }
}
impl From<Punct> for TokenTree {
    fn from(tree: Punct) -> TokenTree {
        TokenTree::Punct(tree)
    }
}
impl From<Literal> for TokenTree {
    fn from(tree: Literal) -> TokenTree {
        TokenTree::Literal(tree)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    Parenthesis,
    Brace,
    Bracket,
    None,
}

#[derive(Clone)]
pub struct Group {
    delimiter: Delimiter,
    stream: TokenStream,
}

impl Group {
    pub fn new(delimiter: Delimiter, stream: TokenStream) -> Group {
        Group { delimiter, stream }
    }
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }
    pub fn stream(&self) -> TokenStream {
        self.stream.clone()
    }
    pub fn span(&self) -> Span {
        Span
    }
    pub fn span_open(&self) -> Span {
        Span
    }
    pub fn span_close(&self) -> Span {
        Span
    }
    pub fn set_span(&mut self, _span: Span) {}
}
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = match self.delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        f.write_str(open)?;
        fmt::Display::fmt(&self.stream, f)?;
        f.write_str(close)
    }
}
impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("delimiter", &self.delimiter)
            .field("stream", &self.stream)
            .field("span", &Span)
            .finish()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    Joint,
    Alone,
}

#[derive(Clone)]
pub struct Punct {
    char: char,
    spacing: Spacing,
}

impl Punct {
    pub fn new(char: char, spacing: Spacing) -> Punct {
        if !lex::is_punct(char) {
            panic!("unsupported character `{char:?}`");
        }
        Punct { char, spacing }
    }
    pub fn as_char(&self) -> char {
        self.char
    }
    pub fn spacing(&self) -> Spacing {
        self.spacing
    }
    pub fn span(&self) -> Span {
        Span
    }
    pub fn set_span(&mut self, _span: Span) {}
}
impl fmt::Display for Punct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.char, f)
    }
}
impl fmt::Debug for Punct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Punct")
            .field("ch", &self.char)
            .field("spacing", &self.spacing)
            .field("span", &Span)
            .finish()
    }
}
impl PartialEq<char> for Punct {
    fn eq(&self, char: &char) -> bool {
        self.char == *char
    }
}
impl PartialEq<Punct> for char {
    fn eq(&self, punct: &Punct) -> bool {
        *self == punct.char
    }
}

#[derive(Clone)]
pub struct Ident {
    /// With `r#` if it is raw.
    text: String,
}

impl Ident {
    pub fn new(text: &str, _span: Span) -> Ident {
        if !lex::is_ident(text) {
            panic!("`{text:?}` is not a valid identifier");
        }
        Ident { text: String::from(text) }
    }
    pub fn new_raw(text: &str, span: Span) -> Ident {
        let plain = Ident::new(text, span);
        Ident { text: crate::format!("r#{plain}") }
    }
    pub fn span(&self) -> Span {
        Span
    }
    pub fn set_span(&mut self, _span: Span) {}
}
impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text, f)
    }
}
impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ident").field("ident", &self.text).field("span", &Span).finish()
    }
}

#[derive(Clone)]
pub struct Literal {
    text: String,
}

macro_rules! numbers {
    ($($suffixed:ident $unsuffixed:ident $t:ident)*) => {
        impl Literal {
            $(
                pub fn $suffixed(number: $t) -> Literal {
                    Literal { text: crate::format!("{number}{}", stringify!($t)) }
                }
                pub fn $unsuffixed(number: $t) -> Literal {
                    Literal { text: number.to_string() }
                }
            )*
        }
    };
}
numbers! {
    u8_suffixed u8_unsuffixed u8
    u16_suffixed u16_unsuffixed u16
    u32_suffixed u32_unsuffixed u32
    u64_suffixed u64_unsuffixed u64
    u128_suffixed u128_unsuffixed u128
    usize_suffixed usize_unsuffixed usize
    i8_suffixed i8_unsuffixed i8
    i16_suffixed i16_unsuffixed i16
    i32_suffixed i32_unsuffixed i32
    i64_suffixed i64_unsuffixed i64
    i128_suffixed i128_unsuffixed i128
    isize_suffixed isize_unsuffixed isize
}

impl Literal {
    pub fn f32_suffixed(number: f32) -> Literal {
        Literal { text: crate::format!("{number}f32") }
    }
    pub fn f32_unsuffixed(number: f32) -> Literal {
        Literal { text: crate::format!("{number:?}") }
    }
    pub fn f64_suffixed(number: f64) -> Literal {
        Literal { text: crate::format!("{number}f64") }
    }
    pub fn f64_unsuffixed(number: f64) -> Literal {
        Literal { text: crate::format!("{number:?}") }
    }
    pub fn string(text: &str) -> Literal {
        Literal { text: crate::format!("{text:?}") }
    }
    pub fn character(char: char) -> Literal {
        Literal { text: crate::format!("{char:?}") }
    }
    pub fn byte_character(byte: u8) -> Literal {
        Literal { text: crate::format!("b'{}'", byte.escape_ascii()) }
    }
    pub fn byte_string(bytes: &[u8]) -> Literal {
        Literal { text: crate::format!("b\"{}\"", bytes.escape_ascii()) }
    }
    pub fn c_string(text: &CStr) -> Literal {
        Literal { text: crate::format!("c\"{}\"", text.to_bytes().escape_ascii()) }
    }
    pub fn span(&self) -> Span {
        Span
    }
    pub fn set_span(&mut self, _span: Span) {}
    pub fn subspan<R: RangeBounds<usize>>(&self, _range: R) -> Option<Span> {
        Some(Span)
    }
}
impl FromStr for Literal {
    type Err = LexError;
    fn from_str(text: &str) -> Result<Literal, LexError> {
        let mut trees = lex::trees(text)?.into_iter();
        match (trees.next(), trees.next(), trees.next()) {
            (Some(TokenTree::Literal(literal)), None, None) => Ok(literal),
            (Some(TokenTree::Punct(minus)), Some(TokenTree::Literal(literal)), None) if minus == '-' => {
                Ok(Literal { text: crate::format!("-{literal}") })
            }
            _ => Err(LexError { message: "not a literal" }),
        }
    }
}
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text, f)
    }
}
impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Literal").field("text", &self.text).field("span", &Span).finish()
    }
}
