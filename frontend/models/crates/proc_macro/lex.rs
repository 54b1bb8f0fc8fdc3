//! Text to tokens.

use super::{Delimiter, Group, Ident, LexError, Literal, Punct, Spacing, TokenStream, TokenTree};
use crate::string::String;
use crate::vec::Vec;

/// The tokens of a text.
pub(super) fn trees(text: &str) -> Result<Vec<TokenTree>, LexError> {
    let mut lexer = Lexer { text, at: 0 };
    let trees = lexer.trees()?;
    match lexer.first() {
        None => Ok(trees),
        Some(_) => Err(LexError { message: "unexpected closing delimiter" }),
    }
}

pub(super) fn is_punct(char: char) -> bool {
    "=<>!~+-*/%^&|@.,;:#$?'".contains(char)
}

pub(super) fn is_ident(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(begins_word) && chars.all(is_in_word)
}

fn begins_word(char: char) -> bool {
    char == '_' || char.is_alphabetic()
}

fn is_in_word(char: char) -> bool {
    char == '_' || char.is_alphanumeric()
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }
    fn first(&self) -> Option<char> {
        self.rest().chars().next()
    }
    fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn trees(&mut self) -> Result<Vec<TokenTree>, LexError> {
        let mut trees = Vec::new();
        loop {
            self.skip_blank()?;
            match self.first() {
                None | Some(')' | ']' | '}') => return Ok(trees),
                Some('/') if self.is_doc() => self.doc(&mut trees),
                Some('(') => trees.push(self.group(Delimiter::Parenthesis, ')')?),
                Some('[') => trees.push(self.group(Delimiter::Bracket, ']')?),
                Some('{') => trees.push(self.group(Delimiter::Brace, '}')?),
                Some(_) => trees.push(self.token()?),
            }
        }
    }

    /// Skips white space and comments that are no documentation.
    fn skip_blank(&mut self) -> Result<(), LexError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if self.is_doc() {
                return Ok(());
            }
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += end_of_comment(rest)?;
            } else {
                return Ok(());
            }
        }
    }

    fn is_doc(&self) -> bool {
        let rest = self.rest();
        let line = rest.starts_with("///") && !rest.starts_with("////") || rest.starts_with("//!");
        let block = rest.starts_with("/**") && !rest.starts_with("/***") && !rest.starts_with("/**/");
        line || block || rest.starts_with("/*!")
    }

    /// A comment that documents: `#[doc = "..."]`.
    fn doc(&mut self, trees: &mut Vec<TokenTree>) {
        let rest = self.rest();
        let inner = rest.as_bytes()[2] == b'!';
        let (length, text) = match rest.as_bytes()[1] {
            b'/' => {
                let length = rest.find('\n').unwrap_or(rest.len());
                (length, &rest[3..length])
            }
            _ => {
                let length = end_of_comment(rest).unwrap_or(rest.len());
                (length, &rest[3..length - 2])
            }
        };
        let mut inside = Vec::new();
        inside.push(TokenTree::Ident(Ident { text: String::from("doc") }));
        inside.push(TokenTree::Punct(Punct::new('=', Spacing::Alone)));
        inside.push(TokenTree::Literal(Literal::string(text)));
        self.at += length;
        trees.push(TokenTree::Punct(Punct::new('#', Spacing::Alone)));
        if inner {
            trees.push(TokenTree::Punct(Punct::new('!', Spacing::Alone)));
        }
        trees.push(TokenTree::Group(Group::new(Delimiter::Bracket, inside.into_iter().collect())));
    }

    fn group(&mut self, delimiter: Delimiter, close: char) -> Result<TokenTree, LexError> {
        self.at += 1;
        let inside: TokenStream = self.trees()?.into_iter().collect();
        if self.first() != Some(close) {
            return Err(LexError { message: "mismatched delimiters" });
        }
        self.at += 1;
        Ok(TokenTree::Group(Group::new(delimiter, inside)))
    }

    fn token(&mut self) -> Result<TokenTree, LexError> {
        if let Some(length) = literal(self.rest())? {
            let text = String::from(&self.rest()[..length]);
            self.at += length;
            return Ok(TokenTree::Literal(Literal { text }));
        }
        let rest = self.rest();
        let raw = match rest.starts_with("r#") && self.rest()[2..].starts_with(begins_word) {
            true => 2,
            false => 0,
        };
        if rest[raw..].starts_with(begins_word) {
            let length = raw + word(&rest[raw..]);
            let text = String::from(&rest[..length]);
            self.at += length;
            return Ok(TokenTree::Ident(Ident { text }));
        }
        match self.first() {
            Some(char) if is_punct(char) => {
                let next = self.second();
                let is_lifetime = char == '\'' && next.is_some_and(begins_word);
                let joint = is_lifetime || next.is_some_and(|next| next != '\'' && is_punct(next));
                self.at += 1;
                let spacing = if joint { Spacing::Joint } else { Spacing::Alone };
                Ok(TokenTree::Punct(Punct::new(char, spacing)))
            }
            _ => Err(LexError { message: "unknown start of token" }),
        }
    }
}

/// The length of the word that a text begins with.
fn word(text: &str) -> usize {
    text.find(|char| !is_in_word(char)).unwrap_or(text.len())
}

/// The length of the literal that a text begins with, if it does.
fn literal(text: &str) -> Result<Option<usize>, LexError> {
    let bytes = text.as_bytes();
    if bytes[0].is_ascii_digit() {
        return Ok(Some(number(text)));
    }
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let rest = text.strip_prefix(*prefix).unwrap_or(" ");
        let raw = prefix.ends_with('r') && rest.trim_start_matches('#').starts_with('"');
        let plain = !prefix.ends_with('r') && (rest.starts_with('"') || rest.starts_with('\''));
        raw || plain
    });
    let Some(prefix) = prefix else { return Ok(None) };
    let start = prefix.len();
    let rest = &text[start..];
    if prefix.ends_with('r') {
        let marks = rest.len() - rest.trim_start_matches('#').len();
        let mut close = String::from("\"");
        close.push_str(&rest[..marks]);
        let end = rest[marks + 1..].find(close.as_str());
        let end = end.ok_or(LexError { message: "unterminated raw string" })?;
        return Ok(Some(start + marks + 1 + end + close.len()));
    }
    if rest.starts_with('\'') && is_lifetime(rest) {
        return Ok(None);
    }
    let end = start + 1 + quoted(&rest[1..], rest.as_bytes()[0])?;
    Ok(Some(end + word(&text[end..])))
}

fn is_lifetime(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    let first = chars.next();
    first != Some('\\') && chars.next() != Some('\'')
}

/// The length of a quoted text, its closing quote included.
fn quoted(text: &str, quote: u8) -> Result<usize, LexError> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return Ok(at + 1),
            _ => at += 1,
        }
    }
    Err(LexError { message: "unterminated literal" })
}

/// `1_000u32`, `0xff`, `1.5e-3f64`; not the dots of `1..2` and `1.max(2)`.
fn number(text: &str) -> usize {
    let mut at = word(text);
    let rest = &text[at..];
    if let Some(after) = rest.strip_prefix('.')
        && !after.starts_with(|char: char| char == '.' || begins_word(char))
    {
        at += 1;
        at += word(&text[at..]);
    }
    let is_float = !text.starts_with("0x") && !text.starts_with("0b") && !text.starts_with("0o");
    let exponent = text[..at].ends_with(|char: char| char == 'e' || char == 'E');
    if is_float && exponent && text[at..].starts_with(|char: char| char == '+' || char == '-') {
        at += 1;
        at += word(&text[at..]);
    }
    at
}

fn end_of_comment(text: &str) -> Result<usize, LexError> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'/', b'*') => (depth, at) = (depth + 1, at + 2),
            (b'*', b'/') => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(LexError { message: "unterminated block comment" })
}
