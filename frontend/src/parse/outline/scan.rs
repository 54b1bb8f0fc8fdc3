//! A scanner of Rust text that makes no tokens: it finds where words and bracketed groups begin and end.

use std::ops::Range;

/// What the scanner tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or keyword.
    Word,
    Literal,
    Lifetime,
    Punct(u8),
    /// A whole bracketed group, by its opening bracket.
    Group(u8),
}

/// A piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

impl Piece {
    /// What stands between the brackets of a group.
    pub(crate) fn inside(&self) -> Range<usize> {
        self.start + 1..self.end - 1
    }
}

/// Goes through a range of a text. Ends early at a bracket without its counterpart.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Scanner<'a> {
        Scanner {
            text,
            at: range.start,
            end: range.end,
        }
    }

    /// The text of a piece.
    pub(crate) fn text(&self, piece: Piece) -> &'a str {
        &self.text[piece.start..piece.end]
    }

    fn byte(&self, at: usize) -> u8 {
        match at < self.end {
            true => self.text.as_bytes()[at],
            false => 0,
        }
    }

    /// The piece after this place, without going there.
    pub(crate) fn peek(&self) -> Option<Piece> {
        self.clone().next()
    }

    /// The byte that the next piece begins with, 0 at the end: cheaper than [`Scanner::peek`].
    pub(crate) fn next_byte(&self) -> u8 {
        let mut ahead = self.clone();
        ahead.skip_blank();
        ahead.byte(ahead.at)
    }

    fn run_of(&self, mut at: usize, fits: impl Fn(u8) -> bool) -> usize {
        while at < self.end && fits(self.text.as_bytes()[at]) {
            at += 1;
        }
        at
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.at = self.run_of(self.at, |byte| byte.is_ascii_whitespace());
            match (self.byte(self.at), self.byte(self.at + 1)) {
                (b'/', b'/' | b'*') => self.at = self.after_slash(self.at),
                _ => return,
            }
        }
    }

    fn end_of_comment(&self, mut at: usize) -> usize {
        let mut depth = 0;
        while at < self.end {
            match (self.byte(at), self.byte(at + 1)) {
                (b'/', b'*') => (depth, at) = (depth + 1, at + 2),
                (b'*', b'/') => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
            if depth == 0 {
                return at;
            }
        }
        at
    }

    /// Where a quoted text ends that may hold escapes; `at` is after the opening quote.
    fn end_of_quoted(&self, mut at: usize, quote: u8) -> usize {
        while at < self.end {
            match self.byte(at) {
                b'\\' => at += 2,
                byte if byte == quote => return at + 1,
                _ => at += 1,
            }
        }
        self.end
    }

    /// Where a raw string ends; `at` is after the `r`.
    fn end_of_raw(&self, at: usize) -> usize {
        let open = self.run_of(at, |byte| byte == b'#');
        let close = format!("\"{}", "#".repeat(open - at));
        let rest = self.text.get(open + 1..self.end).unwrap_or("");
        rest.find(&close)
            .map_or(self.end, |found| open + 1 + found + close.len())
    }

    /// A lifetime, or a character in quotes.
    fn quote(&self, start: usize) -> (Kind, usize) {
        let first = self.text[start + 1..self.end].chars().next();
        let after = start + 1 + first.map_or(0, char::len_utf8);
        if first == Some('\\') || self.byte(after) == b'\'' {
            return (Kind::Literal, self.end_of_quoted(start + 1, b'\''));
        }
        (Kind::Lifetime, self.run_of(after, is_word))
    }

    /// An identifier, or a literal that a letter introduces.
    fn word(&self, start: usize) -> (Kind, usize) {
        let end = self.run_of(start, is_word);
        let text = &self.text[start..end];
        match (text, self.byte(end), self.byte(end + 1)) {
            ("r" | "br" | "cr", b'"', _) | ("r" | "br" | "cr", b'#', b'"' | b'#') => {
                (Kind::Literal, self.end_of_raw(end))
            }
            ("b" | "c", b'"', _) => (Kind::Literal, self.end_of_quoted(end + 1, b'"')),
            ("b", b'\'', _) => (Kind::Literal, self.end_of_quoted(end + 1, b'\'')),
            ("r", b'#', _) => (Kind::Word, self.run_of(end + 1, is_word)),
            _ if text.as_bytes()[0].is_ascii_digit() => (Kind::Literal, end),
            _ => (Kind::Word, end),
        }
    }

    /// Where the group ends that opens here, if it does.
    fn end_of_group(&self, start: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[..self.end];
        let (mut at, mut depth) = (start, 0);
        while let Some(&byte) = bytes.get(at) {
            if !SPECIAL[byte as usize] {
                at += 1;
                continue;
            }
            (at, depth) = match byte {
                b'(' | b'[' | b'{' => (at + 1, depth + 1),
                b')' | b']' | b'}' => (at + 1, depth - 1),
                b'"' => (self.end_of_string(at), depth),
                b'\'' => (self.quote(at).1, depth),
                _ => (self.after_slash(at), depth),
            };
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Where a string ends whose quote is here; it is raw if `r` and `#`s come before.
    fn end_of_string(&self, quote: usize) -> usize {
        let before = self.text[..quote].trim_end_matches('#');
        match before.ends_with('r') {
            true => self.end_of_raw(before.len()),
            false => self.end_of_quoted(quote + 1, b'"'),
        }
    }

    /// After the comment or the operator that begins with this slash.
    fn after_slash(&self, at: usize) -> usize {
        match self.byte(at + 1) {
            b'/' => self.run_of(at, |byte| byte != b'\n'),
            b'*' => self.end_of_comment(at),
            _ => at + 1,
        }
    }
}

/// Bytes that matter inside a group.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b"()[]{}\"'/";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

impl Iterator for Scanner<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        self.skip_blank();
        let start = self.at;
        if start >= self.end {
            return None;
        }
        let (kind, end) = match self.byte(start) {
            b')' | b']' | b'}' => return None,
            open @ (b'(' | b'[' | b'{') => (Kind::Group(open), self.end_of_group(start)?),
            b'"' => (Kind::Literal, self.end_of_quoted(start + 1, b'"')),
            b'\'' => self.quote(start),
            byte if is_word(byte) => self.word(start),
            byte => (Kind::Punct(byte), start + 1),
        };
        self.at = end;
        Some(Piece { kind, start, end })
    }
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte >= 0x80 || byte.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let scanner = Scanner::new(text, 0..text.len());
        let texts = scanner.clone();
        scanner.map(|piece| texts.text(piece)).collect()
    }

    #[test]
    fn brackets_in_literals_and_comments_do_not_count() {
        let group = r####"{ "}" '}' b'{' r#"}"#  /* } /* } */ */ '\'' 'a // }
        }"####;
        assert_eq!(pieces(&format!("fn {group} x")), ["fn", group, "x"]);
    }

    #[test]
    fn lifetimes_are_no_characters() {
        assert_eq!(
            pieces("&'a u8 'é' 'b: 1_u8.. r#fn"),
            ["&", "'a", "u8", "'é'", "'b", ":", "1_u8", ".", ".", "r#fn"]
        );
    }
}
