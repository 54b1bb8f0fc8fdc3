//! Where tokens stand whose text was cut out of a file.
//!
//! `proc_macro2` counts lines and columns from the beginning of each text that it makes tokens of. To put blank
//! lines before a text cut out of the end of a long file would give the right places too, but these would have
//! to be read, and kept, once for each text.

use proc_macro2::{LineColumn, Span, TokenStream};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

thread_local! {
    /// Where texts begin that were cut out, by the names that `proc_macro2` has for texts: it numbers them.
    static ORIGINS: RefCell<FxHashMap<String, LineColumn>> = RefCell::default();
}

/// Remembers where the text of these tokens begins.
pub(super) fn begins_at(tokens: TokenStream, origin: LineColumn) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let Some(first) = tokens.next() else {
        return TokenStream::new();
    };
    ORIGINS.with_borrow_mut(|all| all.insert(first.span().file(), origin));
    std::iter::once(first).chain(tokens).collect()
}

/// The start and the end of a token in its file.
pub(super) fn place(span: Span) -> (LineColumn, LineColumn) {
    let (start, end) = (span.start(), span.end());
    match ORIGINS.with_borrow(|all| all.get(&span.file()).copied()) {
        Some(origin) => (after(origin, start), after(origin, end)),
        None => (start, end),
    }
}

/// The place in the file of a place in a text that begins there.
fn after(origin: LineColumn, place: LineColumn) -> LineColumn {
    LineColumn {
        line: origin.line + place.line - 1,
        column: match place.line {
            1 => origin.column + place.column,
            _ => place.column,
        },
    }
}
