//! Small conversions from tokens: names, spans, syntax errors.

use super::origin;
use crate::diagnostic::Diagnostic;
use crate::resolve::hygiene;
use crate::symbol::Symbol;
use proc_macro2::{Group, Ident, LineColumn, TokenStream, TokenTree};
use vscheck_ir::{FileId, Span};

/// The name of anything that is not a local or a label: without marks.
pub(crate) fn name(ident: &Ident) -> Symbol {
    Symbol::new(hygiene::plain_text(&ident.to_string()))
}

/// The name with its marks: of a local, a label or a macro variable.
pub(crate) fn full_name(ident: &Ident) -> Symbol {
    let text = ident.to_string();
    Symbol::new(text.strip_prefix("r#").unwrap_or(&text))
}

/// A token's place. The file is known from where the token is used: macros' own tokens are given the
/// place of the invocation when they would otherwise lead to another file.
pub(crate) fn span_in(file: FileId, span: proc_macro2::Span) -> Span {
    let (start, end) = origin::place(span);
    between(file, start, end)
}

/// From one place to another.
pub(super) fn between(file: FileId, start: LineColumn, end: LineColumn) -> Span {
    Span {
        file,
        line: start.line as u32,
        column: start.column as u32 + 1,
        end_line: end.line as u32,
        end_column: end.column as u32 + 1,
    }
}

/// From the start of one to the end of another.
pub(crate) fn join(first: Span, last: Span) -> Span {
    let ordered = (first.line, first.column) <= (last.end_line, last.end_column);
    if !ordered || first.file != last.file {
        return first;
    }
    Span {
        end_line: last.end_line,
        end_column: last.end_column,
        ..first
    }
}

/// A syntax error as a diagnostic.
pub(crate) fn syntax_error(file: FileId, error: &syn::Error) -> Box<Diagnostic> {
    let message = hygiene::without_marks(&error.to_string());
    Diagnostic::new(message, span_in(file, error.span()))
}

/// Gives all tokens one place.
pub(crate) fn respan(tokens: TokenStream, span: proc_macro2::Span) -> TokenStream {
    let respan_one = |token| match token {
        TokenTree::Group(group) => {
            let mut new = Group::new(group.delimiter(), respan(group.stream(), span));
            new.set_span(span);
            TokenTree::Group(new)
        }
        mut other => {
            other.set_span(span);
            other
        }
    };
    tokens.into_iter().map(respan_one).collect()
}

/// The text of tokens as `stringify!` gives it: one space where the source has space between two
/// tokens, none where it has none, and none where rustc's printer never puts one.
pub(crate) fn stringify(tokens: &TokenStream) -> String {
    let mut writer = Writer::default();
    writer.tokens(tokens);
    writer.text
}

#[derive(Default)]
struct Writer {
    text: String,
    /// End of the last token, if its place is known.
    end: Option<LineColumn>,
    last: Option<Last>,
}

#[derive(Clone, Copy, PartialEq)]
enum Last {
    Word,
    /// An identifier that is no keyword.
    Ident,
    /// `(` or `[`.
    Open,
    OpenBrace,
    Joint,
    Punct(char),
}

impl Writer {
    fn tokens(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Punct(punct) => {
                    self.space(punct.span(), Some(punct.as_char()));
                    self.text.push(punct.as_char());
                    let joint = punct.spacing() == proc_macro2::Spacing::Joint;
                    self.last = Some(if joint {
                        Last::Joint
                    } else {
                        Last::Punct(punct.as_char())
                    });
                    self.end = known(punct.span()).map(|(_, end)| end);
                }
                word => {
                    self.space(word.span(), None);
                    let text = hygiene::without_marks(&word.to_string());
                    self.text.push_str(&text);
                    let ident = matches!(word, TokenTree::Ident(_))
                        && syn::parse_str::<syn::Ident>(&text).is_ok();
                    self.last = Some(if ident { Last::Ident } else { Last::Word });
                    self.end = known(word.span()).map(|(_, end)| end);
                }
            }
        }
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            proc_macro2::Delimiter::Parenthesis => ("(", ")"),
            proc_macro2::Delimiter::Brace => ("{", "}"),
            proc_macro2::Delimiter::Bracket => ("[", "]"),
            proc_macro2::Delimiter::None => return self.tokens(&group.stream()),
        };
        self.space(group.span_open(), open.chars().next());
        self.text.push_str(open);
        self.last = Some(match open {
            "{" => Last::OpenBrace,
            _ => Last::Open,
        });
        self.end = known(group.span_open()).map(|(_, end)| end);
        self.tokens(&group.stream());
        let close_start = known(group.span_close()).map(|(start, _)| start);
        let spaced = self.has_space(close_start).unwrap_or(true);
        if open == "{" && !group.stream().is_empty() && spaced {
            self.text.push(' ');
        }
        self.text.push_str(close);
        self.last = Some(Last::Word);
        self.end = known(group.span_close()).map(|(_, end)| end);
    }

    fn space(&mut self, span: proc_macro2::Span, punct: Option<char>) {
        let Some(last) = self.last else { return };
        let start = known(span).map(|(start, _)| start);
        let spaced = self
            .has_space(start)
            .unwrap_or_else(|| guess_space(last, punct));
        if spaced && !never_spaced(last, punct) {
            self.text.push(' ');
        }
    }

    /// Whether the source has space between the last token and one that starts here; `None` if they
    /// do not stand in one place.
    fn has_space(&self, start: Option<LineColumn>) -> Option<bool> {
        match (self.end, start) {
            (Some(end), Some(start)) if end <= start => Some(end != start),
            _ => None,
        }
    }
}

/// Where rustc's printer puts no space whatever the source has.
fn never_spaced(last: Last, next: Option<char>) -> bool {
    match last {
        Last::Open => true,
        Last::Word => matches!(next, Some(',' | ';' | '.')),
        Last::Ident => matches!(next, Some(',' | ';' | '.' | '(')),
        Last::Punct('.') => matches!(next, None | Some('(' | '[' | '{')),
        Last::Punct('#') => next == Some('['),
        Last::OpenBrace | Last::Joint | Last::Punct(_) => false,
    }
}

/// Start and end, if the token is from a source and not from a place that several tokens share.
fn known(span: proc_macro2::Span) -> Option<(LineColumn, LineColumn)> {
    let (start, end) = origin::place(span);
    (end > start).then_some((start, end))
}

fn guess_space(last: Last, punct: Option<char>) -> bool {
    let tight = match last {
        Last::Open | Last::OpenBrace | Last::Joint => true,
        Last::Punct(last) => {
            matches!(last, '.' | '&' | '!' | '\'' | '$' | '#') || last == ':' && punct == Some(':')
        }
        Last::Word | Last::Ident => matches!(punct, Some(':' | '(' | '[' | '!')),
    };
    !tight && !matches!(punct, Some(',' | ';' | '.' | '?'))
}
