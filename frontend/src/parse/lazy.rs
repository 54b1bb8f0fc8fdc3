//! Syntax that is parsed when it is looked at: of the models' and the dependencies' text most never is.

use super::source::check_text;
use super::tokens::{between, syntax_error};
use super::{older_editions, origin};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::Edition;
use proc_macro2::{LineColumn, TokenStream};
use rustc_hash::{FxHashMap, FxHashSet};
use std::any::{Any, TypeId};
use std::cell::{Cell, LazyCell, RefCell};
use std::fmt::Write as _;
use std::ops::{Deref, Range};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use syn::parse::{ParseStream, Parser};
use vscheck_ir::{FileId, Span};

/// A value computed at the first look.
pub(crate) struct Lazy<T>(Rc<Computed<T>>);

type Computed<T> = LazyCell<Rc<T>, Box<dyn FnOnce() -> Rc<T>>>;

impl<T: 'static> Lazy<T> {
    pub(crate) fn new(compute: impl FnOnce() -> T + 'static) -> Lazy<T> {
        Lazy::shared(|| Rc::new(compute()))
    }

    /// A value that others may have too.
    pub(crate) fn shared(compute: impl FnOnce() -> Rc<T> + 'static) -> Lazy<T> {
        Lazy(Rc::new(LazyCell::new(Box::new(compute))))
    }

    /// A value that is there already.
    pub(crate) fn ready(value: T) -> Lazy<T> {
        let lazy = Lazy::new(|| value);
        LazyCell::force(&lazy.0);
        lazy
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        Lazy(self.0.clone())
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The text of a model's or a library's file, and where its lines begin.
#[derive(Debug)]
pub(crate) struct Text {
    pub text: &'static str,
    lines: Vec<u32>,
    /// What of a library's text turned out to be no syntax; `None` of a model, where that is a defect.
    mistakes: Option<RefCell<Vec<Diagnostic>>>,
    edition: Edition,
}

/// The texts of libraries' files, each once: outlines borrow from them as long as the process lives.
static LIBRARIES: Mutex<FxHashSet<&'static str>> =
    Mutex::new(FxHashSet::with_hasher(rustc_hash::FxBuildHasher));

/// The same text, for as long as the process lives.
fn kept(text: &str) -> &'static str {
    let mut all = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text) {
        return known;
    }
    let kept: &'static str = text.to_string().leak();
    all.insert(kept);
    kept
}

impl Text {
    /// Worked out once in a thread.
    pub(crate) fn of(text: &'static str) -> Rc<Text> {
        once(text, 0..text.len(), "lines", || Text::new(text))
    }

    /// Of a library's file.
    pub(crate) fn of_library(text: &str, edition: Edition) -> Rc<Text> {
        Rc::new(Text {
            mistakes: Some(RefCell::default()),
            edition,
            ..Text::new(kept(text))
        })
    }

    /// All of it.
    pub(crate) fn whole(self: &Rc<Text>) -> Fragment {
        Fragment {
            source: self.clone(),
            range: 0..self.text.len(),
        }
    }

    /// Whether it is a model's.
    pub(crate) fn is_model(&self) -> bool {
        self.mistakes.is_none()
    }

    /// What turned out to be no syntax so far.
    pub(crate) fn mistakes(&self) -> Vec<Diagnostic> {
        let mistakes = self.mistakes.as_ref();
        mistakes.map_or_else(Vec::new, |mistakes| mistakes.borrow().clone())
    }

    fn new(text: &'static str) -> Text {
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(starts.map(|(at, _)| at as u32 + 1));
        Text {
            text,
            lines: lines.collect(),
            mistakes: None,
            edition: Edition::E2021,
        }
    }

    /// Line (from 1) and column in characters (from 0).
    fn position(&self, at: usize) -> LineColumn {
        let line = self.lines.partition_point(|&start| start as usize <= at);
        let column = self.text[self.lines[line - 1] as usize..at].chars().count();
        LineColumn { line, column }
    }

    fn span(&self, file: FileId, range: Range<usize>) -> Span {
        let (start, end) = (self.position(range.start), self.position(range.end));
        between(file, start, end)
    }
}

/// What has been worked out: of which part of which model's text, what, and its type.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// Where the embedded text is.
    text: usize,
    range: Range<usize>,
    what: &'static str,
    ty: TypeId,
}

thread_local! {
    /// What has been worked out of the models' texts in this thread. It knows lines and columns but no
    /// crate, no definition and no interned name, so that all programs can share it.
    static KNOWN: RefCell<FxHashMap<Key, Rc<dyn Any>>> = RefCell::default();
    /// Whether that is kept.
    static IS_SHARED: Cell<bool> = const { Cell::new(false) };
}

/// From now on several programs in this thread share what is worked out of the models.
pub(crate) fn share_models() {
    IS_SHARED.set(true);
}

/// Works something out of a part of a model's text, once in a thread that works on several programs. It
/// must depend on nothing else.
fn once<T: 'static>(
    text: &'static str,
    range: Range<usize>,
    what: &'static str,
    compute: impl FnOnce() -> T,
) -> Rc<T> {
    if !IS_SHARED.get() {
        return Rc::new(compute());
    }
    let key = Key {
        text: text.as_ptr().addr(),
        range,
        what,
        ty: TypeId::of::<T>(),
    };
    let known = KNOWN.with_borrow(|all| all.get(&key).cloned());
    if let Some(Ok(known)) = known.map(Rc::downcast) {
        return known;
    }
    let computed = Rc::new(compute());
    KNOWN.with_borrow_mut(|all| all.insert(key, computed.clone()));
    computed
}

/// A part of a model's or a library's file.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    pub source: Rc<Text>,
    pub range: Range<usize>,
}

impl Fragment {
    pub(crate) fn text(&self) -> &'static str {
        &self.source.text[self.range.clone()]
    }

    /// Its place, by the number that the program has given to the file.
    pub(crate) fn span(&self, file: FileId) -> Span {
        self.source.span(file, self.range.clone())
    }

    pub(crate) fn part(&self, range: Range<usize>) -> Fragment {
        Fragment {
            source: self.source.clone(),
            range,
        }
    }

    /// Its tokens, at their places in the file, and those of some text added at its end.
    pub(crate) fn tokens(&self, suffix: &str) -> std::result::Result<TokenStream, String> {
        let tokens = match suffix {
            "" => TokenStream::from_str(self.text()),
            _ => TokenStream::from_str(&[self.text(), suffix].concat()),
        };
        let tokens = tokens.map_err(|error| error.to_string())?;
        Ok(origin::begins_at(
            tokens,
            self.source.position(self.range.start),
        ))
    }

    /// Works something out of it; of a model's, which must depend on nothing else, once in a thread.
    pub(crate) fn once<T: 'static>(
        &self,
        what: &'static str,
        compute: impl FnOnce() -> T,
    ) -> Rc<T> {
        match self.source.is_model() {
            true => once(self.source.text, self.range.clone(), what, compute),
            false => Rc::new(compute()),
        }
    }

    /// Parses it, with some text added at its end.
    pub(crate) fn parse_in<T: 'static>(
        &self,
        file: FileId,
        suffix: &'static str,
        parser: fn(ParseStream) -> syn::Result<T>,
    ) -> Result<Rc<T>> {
        if self.source.is_model() {
            return Ok(self.parse(suffix, parser));
        }
        let tokens = self
            .tokens(suffix)
            .map_err(|message| Diagnostic::new(message, self.span(file)))?;
        check_text(file, self.text(), &tokens)?;
        let tokens = older_editions::modern(tokens, self.source.edition);
        let parsed = Parser::parse2(parser, tokens);
        parsed
            .map(Rc::new)
            .map_err(|error| syntax_error(file, &error))
    }

    /// The same at the first look. What is no syntax in a library counts as what `instead` says, and is
    /// kept with the text.
    pub(crate) fn lazily<T: 'static>(
        &self,
        file: FileId,
        suffix: &'static str,
        parser: fn(ParseStream) -> syn::Result<T>,
        instead: &'static str,
    ) -> Lazy<T> {
        let text = self.clone();
        Lazy::shared(move || {
            text.parse_in(file, suffix, parser)
                .unwrap_or_else(|diagnostic| {
                    if let Some(mistakes) = &text.source.mistakes {
                        mistakes.borrow_mut().push(*diagnostic);
                    }
                    Rc::new(Parser::parse_str(parser, instead).expect("syntax"))
                })
        })
    }

    /// Parses a part of a model, with some text added at its end; once in a thread.
    ///
    /// # Panics
    /// If it is no such syntax: a defect of a model, which the test that reads all models finds.
    fn parse<T: 'static>(
        &self,
        suffix: &'static str,
        parser: fn(ParseStream) -> syn::Result<T>,
    ) -> Rc<T> {
        self.once(suffix, || self.parse_anew(suffix, parser))
    }

    fn parse_anew<T>(&self, suffix: &str, parser: fn(ParseStream) -> syn::Result<T>) -> T {
        let tokens = self.tokens(suffix);
        let parsed = tokens
            .and_then(|tokens| Parser::parse2(parser, tokens).map_err(|error| error.to_string()));
        match parsed {
            Ok(value) => value,
            Err(message) => panic!("{}", self.complaint(&message)),
        }
    }

    fn complaint(&self, message: &str) -> String {
        let mut text = String::new();
        let start: String = self.text().chars().take(80).collect();
        let line = self.source.position(self.range.start).line;
        write!(text, "line {line} of a model: {message}: {start}").expect("writing to a string");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::TokenTree;

    #[test]
    fn tokens_of_a_part_stand_where_they_stand_in_the_file() {
        let text = "fn a() {}\n/* é */ fn b() {}";
        let source = Text::of(text);
        let range = text.rfind("fn").unwrap()..text.len();
        let fragment = Fragment { source, range };
        let tokens: Vec<TokenTree> = fragment.tokens("").unwrap().into_iter().collect();
        let (start, end) = origin::place(tokens[1].span());
        assert_eq!((start.line, start.column), (2, 11));
        assert_eq!((end.line, end.column), (2, 12));
        let span = fragment.span(FileId(3));
        assert_eq!((span.line, span.column, span.end_column), (2, 9, 18));
    }
}
