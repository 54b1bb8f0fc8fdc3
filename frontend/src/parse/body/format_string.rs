//! Format strings: the grammar of `std::fmt`.

/// A part of a format string.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Placeholder(Spec),
}

/// `{argument:fill-align sign # 0 width .precision kind}`.
#[derive(Debug, PartialEq)]
pub(super) struct Spec {
    pub argument: Argument,
    pub fill: char,
    /// 0 left, 1 right, 2 center, 3 not given.
    pub align: u8,
    /// Bits: 0 `+`, 1 `-`, 2 `#`, 3 `0`, 4 `x?`, 5 `X?`.
    pub flags: u32,
    pub width: Count,
    pub precision: Count,
    pub kind: Kind,
}

/// Which argument a placeholder takes.
#[derive(Debug, PartialEq, Clone)]
pub(super) enum Argument {
    Next,
    Index(usize),
    Name(String),
}

/// A width or precision.
#[derive(Debug, PartialEq, Clone)]
pub(super) enum Count {
    Implied,
    Is(usize),
    Argument(Argument),
    /// `.*`: an argument of its own before the value.
    Star,
}

/// The trait that formats.
#[derive(Debug, PartialEq, Eq, Clone, Copy, Hash)]
pub(super) enum Kind {
    Display,
    Debug,
    LowerHex,
    UpperHex,
    Octal,
    Binary,
    LowerExp,
    UpperExp,
    Pointer,
}

impl Kind {
    /// The constructor of an argument that formats this way.
    pub(super) fn constructor(self) -> &'static str {
        match self {
            Kind::Display => "new_display",
            Kind::Debug => "new_debug",
            Kind::LowerHex => "new_lower_hex",
            Kind::UpperHex => "new_upper_hex",
            Kind::Octal => "new_octal",
            Kind::Binary => "new_binary",
            Kind::LowerExp => "new_lower_exp",
            Kind::UpperExp => "new_upper_exp",
            Kind::Pointer => "new_pointer",
        }
    }
}

impl Spec {
    /// Whether only the argument and the trait are given.
    pub(super) fn is_plain(&self) -> bool {
        self.fill == ' '
            && self.align == 3
            && self.flags == 0
            && self.width == Count::Implied
            && self.precision == Count::Implied
    }
}

/// Parses a format string.
pub(super) fn parse(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut current = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' if chars.peek() == Some(&c) => {
                chars.next();
                current.push(c);
            }
            '}' => return Err("invalid format string: unmatched `}` found".into()),
            '{' => {
                let mut inside = String::new();
                read_placeholder(&mut chars, &mut inside)?;
                if !current.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut current)));
                }
                pieces.push(Piece::Placeholder(placeholder(&inside)?));
            }
            c => current.push(c),
        }
    }
    if !current.is_empty() {
        pieces.push(Piece::Text(current));
    }
    Ok(pieces)
}

/// Reads up to the closing brace; a fill may be a brace itself.
fn read_placeholder(
    chars: &mut std::iter::Peekable<std::str::Chars>,
    inside: &mut String,
) -> Result<(), String> {
    while let Some(c) = chars.next() {
        let aligns = matches!(chars.peek(), Some('<' | '^' | '>'));
        let is_fill = inside.ends_with(':') && aligns;
        if c == '}' && !is_fill {
            return Ok(());
        }
        inside.push(c);
    }
    Err("invalid format string: expected `}` but string was terminated".into())
}

fn placeholder(inside: &str) -> Result<Spec, String> {
    let (name, options) = match inside.split_once(':') {
        Some((name, options)) => (name.trim(), options.trim_end()),
        None => (inside.trim(), ""),
    };
    let argument = argument(name);
    let mut reader = Reader { rest: options };
    let (fill, align) = reader.fill_and_align();
    let flags = reader.flags();
    let width = reader.count();
    let precision = reader.precision()?;
    let (kind, debug_flags) = reader.kind()?;
    Ok(Spec {
        argument,
        fill,
        align,
        flags: flags | debug_flags,
        width,
        precision,
        kind,
    })
}

fn argument(name: &str) -> Argument {
    match name.parse::<usize>() {
        _ if name.is_empty() => Argument::Next,
        Ok(index) => Argument::Index(index),
        Err(_) => Argument::Name(name.to_string()),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

fn align_of(c: char) -> Option<u8> {
    match c {
        '<' => Some(0),
        '>' => Some(1),
        '^' => Some(2),
        _ => None,
    }
}

impl Reader<'_> {
    fn eat(&mut self, wanted: char) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn fill_and_align(&mut self) -> (char, u8) {
        let mut chars = self.rest.chars();
        let (first, second) = (chars.next(), chars.next());
        if let (Some(fill), Some(align)) = (first, second.and_then(align_of)) {
            self.rest = &self.rest[fill.len_utf8() + 1..];
            return (fill, align);
        }
        if let Some(align) = first.and_then(align_of) {
            self.rest = &self.rest[1..];
            return (' ', align);
        }
        (' ', 3)
    }

    fn flags(&mut self) -> u32 {
        let mut flags = 0;
        if self.eat('+') {
            flags |= 1;
        } else if self.eat('-') {
            flags |= 2;
        }
        if self.eat('#') {
            flags |= 4;
        }
        // `0$` is a width.
        if self.rest.starts_with('0') && !self.rest[1..].starts_with('$') {
            self.rest = &self.rest[1..];
            flags |= 8;
        }
        flags
    }

    /// A number, `name$` or `0$`.
    fn count(&mut self) -> Count {
        let digits = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        if digits > 0 {
            let value = self.rest[..digits].parse().unwrap_or(usize::MAX);
            self.rest = &self.rest[digits..];
            return match self.eat('$') {
                true => Count::Argument(Argument::Index(value)),
                false => Count::Is(value),
            };
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !word(c)).unwrap_or(self.rest.len());
        if end > 0 && self.rest[end..].starts_with('$') {
            let name = self.rest[..end].to_string();
            self.rest = &self.rest[end + 1..];
            return Count::Argument(Argument::Name(name));
        }
        Count::Implied
    }

    fn precision(&mut self) -> Result<Count, String> {
        if !self.eat('.') {
            return Ok(Count::Implied);
        }
        if self.eat('*') {
            return Ok(Count::Star);
        }
        match self.count() {
            Count::Implied => Err("invalid format string: missing precision after `.`".into()),
            count => Ok(count),
        }
    }

    fn kind(&mut self) -> Result<(Kind, u32), String> {
        Ok(match self.rest {
            "" => (Kind::Display, 0),
            "?" => (Kind::Debug, 0),
            "x?" => (Kind::Debug, 16),
            "X?" => (Kind::Debug, 32),
            "x" => (Kind::LowerHex, 0),
            "X" => (Kind::UpperHex, 0),
            "o" => (Kind::Octal, 0),
            "b" => (Kind::Binary, 0),
            "e" => (Kind::LowerExp, 0),
            "E" => (Kind::UpperExp, 0),
            "p" => (Kind::Pointer, 0),
            other => return Err(format!("unknown format trait `{other}`")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = match parse(text) {
            Ok(pieces) => pieces.iter().map(show).collect::<Vec<_>>().join(" "),
            Err(error) => error,
        };
        assert_eq!(shown, expected, "{text}");
    }

    fn show(piece: &Piece) -> String {
        match piece {
            Piece::Text(text) => format!("{text:?}"),
            Piece::Placeholder(s) => format!(
                "[{:?} {:?} {:?} {} {} {:?} {:?}]",
                s.argument, s.kind, s.fill, s.align, s.flags, s.width, s.precision
            ),
        }
    }

    #[test]
    fn format_strings() {
        check("a {{}} b", "\"a {} b\"");
        check(
            "{}{x}",
            "[Next Display ' ' 3 0 Implied Implied] [Name(\"x\") Display ' ' 3 0 Implied Implied]",
        );
        check("{0:>5}", "[Index(0) Display ' ' 1 0 Is(5) Implied]");
        check("{:*^+#010.3?}", "[Next Debug '*' 2 13 Is(10) Is(3)]");
        check(
            "{:w$.p$e}",
            "[Next LowerExp ' ' 3 0 Argument(Name(\"w\")) Argument(Name(\"p\"))]",
        );
        check(
            "{:0$.*x}",
            "[Next LowerHex ' ' 3 0 Argument(Index(0)) Star]",
        );
        check("{x:#?}", "[Name(\"x\") Debug ' ' 3 4 Implied Implied]");
        check("{:}<5}", "[Next Display '}' 0 0 Is(5) Implied]");
        check("{:08.2}", "[Next Display ' ' 3 8 Is(8) Is(2)]");
        check(
            "{",
            "invalid format string: expected `}` but string was terminated",
        );
        check("}", "invalid format string: unmatched `}` found");
        check("{:y}", "unknown format trait `y`");
    }
}
