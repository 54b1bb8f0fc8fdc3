//! Words as a shell takes them.

use crate::report::table::shown;
use std::ffi::OsStr;

/// A word that a shell reads as it is.
pub fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into_owned();
    }
    if shown(&word) == word {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    // What a terminal would obey, a shell takes by its number.
    let quoted = word.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if shown(c.encode_utf8(&mut [0; 4])).len() > c.len_utf8() => {
            format!("\\U{:08x}", u32::from(c))
        }
        c => c.to_string(),
    });
    format!("$'{}'", quoted.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_that_need_it_are_quoted() {
        assert_eq!(quoted(OsStr::new("a/b.rs")), "a/b.rs");
        assert_eq!(quoted(OsStr::new("it's")), r"'it'\''s'");
        assert_eq!(quoted(OsStr::new("")), "''");
        let odd = OsStr::new("it's\u{1b}\u{202e}\\");
        assert_eq!(quoted(odd), r"$'it\'s\U0000001b\U0000202e\\'");
    }
}
