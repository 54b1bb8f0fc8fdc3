//! Source files and spans.

use serde::{Deserialize, Serialize};
use std::ops::Range;

entity! {
    /// A source file of the program.
    #[derive(Serialize, Deserialize)]
    FileId, "file"
}

/// A file whose code is part of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as the user gave it (or `<std>/sync/mutex.rs` for a library model).
    pub path: String,
    /// The whole text.
    pub text: String,
    /// Whether it is a library model: reports point at the user's code that called it instead.
    pub is_model: bool,
    /// The published package that it belongs to, if it does: its users want to know what they did with it.
    pub package: Option<String>,
}

/// A range of source text. Lines and columns count from 1; columns count characters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
}

impl Span {
    /// The bytes of its file's text that it covers.
    pub fn bytes(&self, text: &str) -> Range<usize> {
        let start = offset(text, self.line, self.column);
        start..offset(text, self.end_line, self.end_column).max(start)
    }

    /// Whether another place lies in this one.
    pub fn covers(&self, other: &Span) -> bool {
        let (start, end) = ((self.line, self.column), (self.end_line, self.end_column));
        self.file == other.file
            && start <= (other.line, other.column)
            && (other.end_line, other.end_column) <= end
    }
}

/// Where a line and a column begin in a text; behind the text or the line, its end.
fn offset(text: &str, line: u32, column: u32) -> usize {
    let before = line.saturating_sub(1) as usize;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let rest = &text[start..];
    let line_text = rest.split('\n').next().unwrap_or(rest);
    let column = column.saturating_sub(1) as usize;
    let within = line_text
        .char_indices()
        .nth(column)
        .map_or(line_text.len(), |(at, _)| at);
    start + within
}
