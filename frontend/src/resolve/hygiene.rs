//! Hygiene of `macro_rules!`: names that come from a macro's own text carry marks.
//!
//! Each expansion appends its number to the identifiers that the macro's definition contributes:
//! `x` becomes `x` + [`MARK`] + `17`. A local is found only under its full, marked name; when the
//! search passes the definition of the macro that the last mark belongs to, that mark is removed (what
//! stood before the definition is visible in its text). Everything that is not a local (items, fields,
//! methods) is looked up by the plain name, as `macro_rules!` does not hide those.

use super::UnitId;
use crate::symbol::Symbol;

/// Separates a name from its marks. A letter (of the Lisu script) to the lexer, so that marked names
/// stay identifiers.
pub(crate) const MARK: char = '\u{A4F8}';

/// What `$crate` in a library model's macro becomes: an identifier that names the library from everywhere.
pub(crate) const STD_CRATE: &str = "std\u{A4F8}crate";

/// What starts `$crate` of any other macro; the index of its crate follows.
const UNIT_CRATE: &str = "crate\u{A4F8}u";

/// The identifier that names a crate from everywhere.
pub(crate) fn name_of_unit(unit: UnitId) -> String {
    format!("{UNIT_CRATE}{}", unit.0)
}

/// The crate that such an identifier names.
pub(crate) fn unit_named(name: &str) -> Option<UnitId> {
    let number = name.strip_prefix(UNIT_CRATE)?;
    number.parse().ok().map(UnitId)
}

/// The name without marks and without `r#`.
pub(crate) fn plain_text(text: &str) -> &str {
    let text = text.strip_prefix("r#").unwrap_or(text);
    match text.find(MARK) {
        Some(end) => &text[..end],
        None => text,
    }
}

/// The symbol without marks.
pub(crate) fn plain(symbol: Symbol) -> Symbol {
    let text = symbol.as_str();
    if text.contains(MARK) {
        Symbol::new(plain_text(text))
    } else {
        symbol
    }
}

/// A name in a macro's text that gets a mark although it names no local.
pub(crate) fn to_be_marked(text: &str) -> String {
    format!("{text}{MARK}")
}

/// Whether [`to_be_marked`] has given the name.
pub(crate) fn is_to_be_marked(text: &str) -> bool {
    text.ends_with(MARK)
}

/// The name with one more mark.
pub(crate) fn marked(text: &str, expansion: u32) -> String {
    let text = text.strip_prefix("r#").unwrap_or(text);
    let text = text.strip_suffix(MARK).unwrap_or(text);
    format!("{text}{MARK}{expansion}")
}

/// Removes the last mark; gives the rest and the expansion it belongs to.
pub(crate) fn split_mark(symbol: Symbol) -> Option<(Symbol, u32)> {
    let (rest, mark) = symbol.as_str().rsplit_once(MARK)?;
    Some((Symbol::new(rest), mark.parse().ok()?))
}

/// The source text of a token without marks (in names and in the suffixes of string literals).
pub(crate) fn without_marks(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        result.push_str(&rest[..at]);
        rest = rest[at + MARK.len_utf8()..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_nest_and_come_off_one_by_one() {
        let inner = marked("r#x", 3);
        let outer = Symbol::new(&marked(&inner, 12));
        assert_eq!(plain(outer).as_str(), "x");
        let (rest, mark) = split_mark(outer).unwrap();
        assert_eq!((rest.as_str(), mark), (inner.as_str(), 12));
        assert_eq!(without_marks(&format!("{inner} + y")), "x + y");
        assert_eq!(split_mark(Symbol::new("x")), None);
    }
}
