//! The source text of expressions, for reports.

use crate::hir::Hir;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::{FileId, Span};

/// Longest text that is kept.
const MAX_TEXT: usize = 60;

/// The files whose text was asked for.
#[derive(Default)]
pub struct Texts {
    files: FxHashMap<FileId, Lines>,
}

impl Texts {
    /// The text at a span of the user's code, if it stands on one line and is short. A literal names no object.
    pub fn text(&mut self, hir: &dyn Hir, span: Span) -> Option<String> {
        if span.line != span.end_line {
            return None;
        }
        let lines = self.files.entry(span.file).or_insert_with(|| {
            let text = hir.user_text(span.file);
            Lines::of(text.unwrap_or_default())
        });
        let line = lines.line((span.line as usize).checked_sub(1)?)?;
        let start = (span.column as usize).checked_sub(1)?;
        let count = (span.end_column.saturating_sub(span.column)) as usize;
        let text: String = line.chars().skip(start).take(count).collect();
        let is_literal = text.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\'');
        let is_name = !text.is_empty() && !is_literal;
        (is_name && count <= MAX_TEXT).then_some(text)
    }
}

/// A text, and where its lines start.
struct Lines {
    text: Rc<str>,
    starts: Vec<usize>,
}

impl Lines {
    fn of(text: Rc<str>) -> Lines {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Lines { text, starts }
    }

    fn line(&self, index: usize) -> Option<&str> {
        let start = *self.starts.get(index)?;
        self.text[start..].lines().next()
    }
}
