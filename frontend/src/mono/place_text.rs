//! The source text of expressions, for reports.

use crate::hir::Hir;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::{FileId, Span};

/// Longest text that is kept.
const MAX_TEXT: usize = 60;
/// Most lines that are joined, beside the first.
const MAX_LINES: usize = 8;

/// The files whose text was asked for.
#[derive(Default)]
pub struct Texts {
    files: FxHashMap<FileId, Lines>,
}

impl Texts {
    /// The text at a span of the user's code, in one line and if it is short. A literal names no object.
    pub fn text(&mut self, hir: &dyn Hir, span: Span) -> Option<String> {
        let lines = self.files.entry(span.file).or_insert_with(|| {
            let text = hir.user_text(span.file);
            Lines::of(text.unwrap_or_default())
        });
        let text = without_unsafe(lines.text(span)?);
        let is_literal = text.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\'');
        let is_name = !text.is_empty() && !is_literal;
        (is_name && text.chars().count() <= MAX_TEXT).then_some(text)
    }
}

/// A text with what its `unsafe` blocks hold in their place: `self.inner().count` of
/// `unsafe { self.inner() }.count`.
fn without_unsafe(text: String) -> String {
    const BLOCK: &str = "unsafe {";
    let Some(start) = text.find(BLOCK) else {
        return text;
    };
    let inside = &text[start + BLOCK.len()..];
    let mut depth = 1;
    let end = inside.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let Some(end) = end else {
        return text;
    };
    let (before, held, after) = (&text[..start], inside[..end].trim(), &inside[end + 1..]);
    let is_statement = held.contains([';', '{']) || held.is_empty();
    if is_statement {
        return text;
    }
    let is_operation = held.starts_with(['*', '&', '-', '!']) || held.contains(' ');
    let held = match is_operation && !after.is_empty() {
        true => format!("({held})"),
        false => held.to_string(),
    };
    without_unsafe(format!("{before}{held}{after}"))
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

    /// The text at a span, its lines joined as they would stand in one: a chain of methods without blanks.
    fn text(&self, span: Span) -> Option<String> {
        let first = (span.line as usize).checked_sub(1)?;
        let last = (span.end_line as usize).checked_sub(1)?;
        let start = (span.column as usize).checked_sub(1)?;
        let end = (span.end_column as usize).checked_sub(1)?;
        if last.checked_sub(first)? > MAX_LINES {
            return None;
        }
        let mut out = String::new();
        for index in first..=last {
            let line = self.line(index)?;
            let skipped = if index == first { start } else { 0 };
            let taken = if index == last { end } else { usize::MAX };
            let part: String = line.chars().take(taken).skip(skipped).collect();
            let part = if index == first {
                &part
            } else {
                part.trim_start()
            };
            if index > first && part.contains("//") || index < last && line.contains("//") {
                return None;
            }
            let is_chained = out.ends_with(['(', '[']) || part.starts_with(['.', '?', ')', ']']);
            if !out.is_empty() && !is_chained {
                out.push(' ');
            }
            out += part;
            out.truncate(out.trim_end().len());
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> Option<String> {
        let lines = Lines::of(source.into());
        let last = source.lines().last()?;
        let span = Span {
            line: 1,
            column: 1,
            end_line: source.lines().count() as u32,
            end_column: last.chars().count() as u32 + 1,
            ..Span::default()
        };
        lines.text(span).map(without_unsafe)
    }

    #[test]
    fn chains_of_methods_are_one_line() {
        assert_eq!(text("self\n        .cv").as_deref(), Some("self.cv"));
        assert_eq!(text("locks[\n    i\n]").as_deref(), Some("locks[i]"));
        assert_eq!(text("a\n    + b").as_deref(), Some("a + b"));
        assert_eq!(text("self // ours\n    .cv"), None);
    }

    #[test]
    fn unsafe_blocks_are_what_they_hold() {
        let of = |source| text(source).unwrap();
        assert_eq!(
            of("unsafe { self.0.as_ref() }.count"),
            "self.0.as_ref().count"
        );
        assert_eq!(of("unsafe { &*self.node }.next"), "(&*self.node).next");
        assert_eq!(of("unsafe {\n    (*node).next\n}"), "(*node).next");
        assert_eq!(of("unsafe { f(); g() }.x"), "unsafe { f(); g() }.x");
    }
}
