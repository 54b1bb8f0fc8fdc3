//! Source snippets in rustc's style.

use super::table::{display_width, shown};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use std::ops::Range;
use vscheck_frontend::Diagnostic;
use vscheck_ir::{SourceFile, Span};

/// How text is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether titles and lists keep within them, too: who reads a file looks for whole messages and lines.
    pub wraps_all: bool,
    /// Whether colours are understood.
    pub color: bool,
}

impl Style {
    /// For text that goes to a file or a pipe.
    pub fn plain() -> Style {
        Style {
            width: 100,
            wraps_all: false,
            color: false,
        }
    }

    /// A renderer that fits.
    pub fn renderer(self) -> Renderer {
        let renderer = match self.color {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        renderer
            .decor_style(DecorStyle::Ascii)
            .term_width(self.width)
    }
}

/// What stands before a title.
const BEFORE_TITLE: usize = "error: ".len();

/// A title, which the renderer leaves as long as it is, in lines that fit if it is to be wrapped. What has lines of
/// its own keeps them.
pub fn title(text: &str, style: Style) -> String {
    let text = shown(text);
    if !style.wraps_all || text.contains('\n') {
        return text.into_owned();
    }
    let width = style.width.saturating_sub(BEFORE_TITLE);
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split_inclusive(' ') {
        if column > 0 && column + display_width(word.trim_end()) > width {
            out.truncate(out.trim_end().len());
            out.push('\n');
            column = 0;
        }
        out += word;
        column += display_width(word);
    }
    out
}

/// A place with a label.
pub struct Mark {
    /// Where.
    pub span: Span,
    /// What is to be said about it.
    pub label: String,
    /// Whether it is what the message is about.
    pub primary: bool,
}

/// A group of elements: a title and, file by file, its marks.
pub fn group<'a>(title: Group<'a>, files: &'a [SourceFile], marks: &'a [Mark]) -> Group<'a> {
    let mut in_order: Vec<u32> = marks.iter().map(|mark| mark.span.file.0).collect();
    let mut seen = Vec::new();
    in_order.retain(|file| {
        !seen.contains(file) && {
            seen.push(*file);
            true
        }
    });
    let snippets = in_order.into_iter().filter_map(|file| {
        let source = files.get(file as usize)?;
        let mine = marks.iter().filter(move |mark| mark.span.file.0 == file);
        Some(Element::from(snippet(source, mine)))
    });
    title.elements(snippets.collect::<Vec<_>>())
}

fn snippet<'a>(
    source: &'a SourceFile,
    marks: impl Iterator<Item = &'a Mark>,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let annotations = marks.map(|mark| {
        let kind = match mark.primary {
            true => AnnotationKind::Primary,
            false => AnnotationKind::Context,
        };
        let annotation = kind.span(byte_range(&source.text, mark.span));
        match mark.label.is_empty() {
            true => annotation,
            false => annotation.label(shown(&mark.label)),
        }
    });
    Snippet::source(source.text.as_str())
        .path(shown(&source.path))
        .annotations(annotations)
}

/// The bytes of the text that a span covers, cut at the end of its first line: a whole function body
/// helps nobody.
fn byte_range(text: &str, span: Span) -> Range<usize> {
    let Range { start, end } = span.bytes(text);
    let line_end = text[start..].find('\n').map_or(text.len(), |n| start + n);
    start..end.min(line_end)
}

/// A diagnostic as rustc would print it.
pub fn diagnostic(diagnostic: &Diagnostic, style: Style) -> String {
    let files = &diagnostic.files;
    let mark = |span: Option<Span>, label: &str, primary| {
        let known = span.filter(|span| files.get(span.file.index()).is_some());
        known.map(|span| Mark {
            span,
            label: label.to_string(),
            primary,
        })
    };
    let mut marks: Vec<Mark> = mark(diagnostic.span, "", true).into_iter().collect();
    let placed = diagnostic.notes.iter();
    marks.extend(placed.filter_map(|(label, span)| mark(*span, label, false)));
    let title = Level::ERROR.primary_title(title(&diagnostic.message, style));
    let mut main = group(Group::with_title(title), files, &marks);
    for (label, span) in &diagnostic.notes {
        if mark(*span, label, false).is_none() {
            main = main.element(Level::NOTE.message(shown(label)));
        }
    }
    style.renderer().render(&[main])
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::FileId;

    #[test]
    fn spans_count_characters_from_one() {
        let text = "ab\näö x\n";
        let span = |line, column, end_line, end_column| Span {
            file: FileId(0),
            line,
            column,
            end_line,
            end_column,
        };
        assert_eq!(&text[byte_range(text, span(2, 4, 2, 5))], "x");
        assert_eq!(&text[byte_range(text, span(1, 1, 2, 9))], "ab");
        assert_eq!(byte_range(text, span(9, 9, 9, 9)), text.len()..text.len());
    }
}
