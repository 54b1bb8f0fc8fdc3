//! Source files and spans.

use serde::{Deserialize, Serialize};

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
    /// Whether another place lies in this one.
    pub fn covers(&self, other: &Span) -> bool {
        let (start, end) = ((self.line, self.column), (self.end_line, self.end_column));
        self.file == other.file
            && start <= (other.line, other.column)
            && (other.end_line, other.end_column) <= end
    }
}
