//! The source text of expressions, for reports.

use crate::hir::Hir;
use vscheck_ir::{SourceFile, Span};

/// Longest text that is kept.
const MAX_TEXT: usize = 60;

/// Source files, split into lines when first asked.
#[derive(Default)]
pub struct Texts {
    files: Vec<(bool, Vec<String>)>,
}

impl Texts {
    fn refresh(&mut self, hir: &dyn Hir, span: Span) {
        if span.file.index() < self.files.len() {
            return;
        }
        let split = |file: SourceFile| {
            let lines = if file.is_model {
                Vec::new()
            } else {
                file.text.lines().map(str::to_string).collect()
            };
            (file.is_model, lines)
        };
        self.files = hir.files().into_iter().map(split).collect();
    }
    /// Whether a span is in the user's code.
    pub fn is_user(&mut self, hir: &dyn Hir, span: Span) -> bool {
        self.refresh(hir, span);
        self.files
            .get(span.file.index())
            .is_some_and(|(is_model, _)| !is_model)
    }
    /// The text at a span of the user's code, if it stands on one line and is short.
    pub fn text(&mut self, hir: &dyn Hir, span: Span) -> Option<String> {
        self.refresh(hir, span);
        let (_, lines) = self.files.get(span.file.index())?;
        if span.line != span.end_line {
            return None;
        }
        let line = lines.get((span.line as usize).checked_sub(1)?)?;
        let start = (span.column as usize).checked_sub(1)?;
        let count = (span.end_column.saturating_sub(span.column)) as usize;
        let text: String = line.chars().skip(start).take(count).collect();
        (!text.is_empty() && count <= MAX_TEXT).then_some(text)
    }
}
