//! Why a program was not accepted.

use serde::{Deserialize, Serialize};
use vscheck_ir::{SourceFile, Span};

/// A program was not accepted: one message at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What is wrong, naming the construct.
    pub message: String,
    /// Where, if it is anywhere in a source.
    pub span: Option<Span>,
    /// More places that explain it (the call that needs it, the declaration), with a label each.
    pub notes: Vec<(String, Option<Span>)>,
    /// The files that its spans name; `compile` fills them in on the way out.
    pub files: Vec<SourceFile>,
}

/// The usual result of a front-end step. Diagnostics are boxed: they are rare and large.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Names of types have no end of their own.
const MAX_MESSAGE: usize = 2_000;

fn cut(message: String) -> String {
    match message.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{} ...", &message[..end]),
        None => message,
    }
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub fn new(message: impl Into<String>, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic {
            message: cut(message.into()),
            span: Some(span),
            notes: Vec::new(),
            files: Vec::new(),
        })
    }

    /// A diagnostic about the whole program.
    pub fn general(message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic {
            message: cut(message.into()),
            span: None,
            notes: Vec::new(),
            files: Vec::new(),
        })
    }

    /// `construct` is not supported yet.
    pub fn unsupported(construct: impl std::fmt::Display, span: Span) -> Box<Diagnostic> {
        let construct = construct.to_string();
        // What cannot be found, or is something else, says so itself.
        let ends = [
            "is not modelled",
            "is not supported",
            "is not a trait",
            "is not a type",
        ];
        let is_sentence = ends.iter().any(|end| construct.ends_with(end))
            || construct.contains("is not in the model");
        match is_sentence || construct.starts_with("cannot find") {
            true => Diagnostic::new(construct, span),
            false => Diagnostic::new(format!("{construct} is not supported"), span),
        }
    }

    /// Says where, if that is not known better.
    pub fn at(mut self: Box<Self>, span: Span) -> Box<Self> {
        self.span.get_or_insert(span);
        self
    }

    /// Adds a note.
    pub fn note(mut self: Box<Self>, label: impl Into<String>, span: Option<Span>) -> Box<Self> {
        self.notes.push((label.into(), span));
        self
    }
}
