//! The outline of a model's or a library's file: which items a text holds and what they are called,
//! without parsing them.

mod header;
mod scan;

use super::lazy::Fragment;
pub(crate) use header::{HeaderPart, impl_names, impl_parts};
pub(crate) use scan::{Kind, Piece, Scanner};
use std::ops::Range;
use std::rc::Rc;

/// An item, or a member of a trait or impl.
#[derive(Debug)]
pub(crate) struct Stub {
    /// `#[..]`s, if there are any.
    pub attributes: Option<Fragment>,
    pub visibility: Written,
    pub kind: StubKind,
    /// Its name, if it has one.
    pub name: &'static str,
    pub name_span: Range<usize>,
    /// From the visibility to the end.
    pub whole: Fragment,
    /// Up to the content: a signature, or what stands before the braces of a trait or impl.
    pub header: Fragment,
    /// What stands in the braces, after `#![..]`s.
    pub content: Option<Fragment>,
    /// `#![..]`s at the start of the content.
    pub inner_attributes: Option<Fragment>,
}

impl Stub {
    /// All of it, from the attributes on.
    pub(crate) fn with_attributes(&self) -> Fragment {
        let start = self.attributes.as_ref().unwrap_or(&self.whole).range.start;
        self.whole.part(start..self.whole.range.end)
    }
}

/// What kind of item a stub is, as far as it matters before it is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StubKind {
    Function,
    /// With named fields; others are values too.
    Struct {
        named: bool,
    },
    Trait,
    Impl,
    Module,
    Foreign,
    MacroRules,
    MacroCall,
    /// Parsed at once.
    Other,
}

/// A visibility.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Inherited,
    Public,
    /// The segments of `pub(in a::b)`, `pub(crate)`, `pub(super)`.
    In(Vec<&'static str>),
}

/// `#![..]`s at the start of a part of a file.
pub(crate) fn inner_attributes(fragment: &Fragment) -> Option<Fragment> {
    let mut scanner = Scanner::new(fragment.source.text, fragment.range.clone());
    let start = scanner.peek()?.start;
    let mut end = start;
    while scanner.next_byte() == b'#' {
        scanner.next();
        if scanner.next_byte() != b'!' {
            break;
        }
        scanner.next();
        end = scanner.next()?.end;
    }
    (end > start).then(|| fragment.part(start..end))
}

/// The items of a part of a file.
pub(crate) fn items(fragment: &Fragment) -> Rc<Vec<Stub>> {
    fragment.once("items", || items_anew(fragment))
}

fn items_anew(fragment: &Fragment) -> Vec<Stub> {
    let text = fragment.source.text;
    let mut reader = Reader {
        fragment,
        scanner: Scanner::new(text, fragment.range.clone()),
    };
    std::iter::from_fn(|| reader.item()).collect()
}

/// Where the content of `name! { .. }` or `macro_rules! name { .. }` is.
pub(crate) fn macro_content(stub: &Stub) -> Option<Fragment> {
    let range = stub.whole.range.clone();
    let mut pieces = Scanner::new(stub.whole.source.text, range);
    let group = pieces.find(|piece| matches!(piece.kind, Kind::Group(_)))?;
    Some(stub.whole.part(group.inside()))
}

struct Reader<'a> {
    fragment: &'a Fragment,
    scanner: Scanner<'static>,
}

impl Reader<'_> {
    fn text(&self, piece: Option<Piece>) -> &'static str {
        piece.map_or("", |piece| self.scanner.text(piece))
    }

    fn peek_text(&self) -> &'static str {
        self.text(self.scanner.peek())
    }

    fn item(&mut self) -> Option<Stub> {
        while self.scanner.next_byte() == b';' {
            self.scanner.next();
        }
        let attributes = self.attributes();
        let start = self.scanner.peek()?.start;
        let visibility = self.visibility();
        let own = self.scanner.peek()?.start;
        let keyword = self.keyword()?;
        let mut stub = Stub {
            attributes,
            visibility,
            kind: StubKind::Other,
            name: "",
            name_span: own..own,
            whole: self.fragment.part(start..start),
            header: self.fragment.part(own..own),
            content: None,
            inner_attributes: None,
        };
        self.rest(keyword, &mut stub);
        Some(stub)
    }

    /// `#[..]`s; inner ones, `#![..]`, are skipped.
    fn attributes(&mut self) -> Option<Fragment> {
        let mut range: Option<Range<usize>> = None;
        while self.scanner.next_byte() == b'#'
            && let Some(hash) = self.scanner.next()
        {
            let inner = self.scanner.next_byte() == b'!';
            if inner {
                self.scanner.next();
            }
            let end = self.scanner.next().map_or(hash.end, |group| group.end);
            if !inner {
                range = Some(range.map_or(hash.start, |range| range.start)..end);
            }
        }
        range.map(|range| self.fragment.part(range))
    }

    fn visibility(&mut self) -> Written {
        if self.peek_text() != "pub" {
            return Written::Inherited;
        }
        self.scanner.next();
        let path = match self.scanner.next_byte() {
            b'(' => self.scanner.next(),
            _ => None,
        };
        match path {
            Some(group) => {
                let path = Scanner::new(self.fragment.source.text, group.inside());
                let texts = path.clone();
                let segments = path
                    .filter(|piece| piece.kind == Kind::Word)
                    .map(|piece| texts.text(piece));
                Written::In(segments.filter(|word| *word != "in").collect())
            }
            None => Written::Public,
        }
    }

    /// Skips to the word that says what kind of item this is.
    fn keyword(&mut self) -> Option<Piece> {
        loop {
            let piece = self.scanner.next()?;
            let next = self.scanner.peek();
            let next_text = self.text(next);
            let modifier = match self.scanner.text(piece) {
                "unsafe" | "async" | "default" | "auto" => next_text != "!",
                "const" => matches!(next_text, "fn" | "unsafe" | "extern" | "async"),
                "extern" if next_text == "fn" => true,
                "extern" if next.is_some_and(|next| next.kind == Kind::Literal) => {
                    let mut after = self.scanner.clone();
                    after.next();
                    let function = after.next();
                    let is_function = self.text(function) == "fn";
                    if is_function {
                        self.scanner.next();
                    }
                    is_function
                }
                _ => false,
            };
            if !modifier {
                return Some(piece);
            }
        }
    }

    fn rest(&mut self, keyword: Piece, stub: &mut Stub) {
        let named = |reader: &mut Self, stub: &mut Stub| {
            if let Some(piece) = reader.scanner.next() {
                stub.name = reader.scanner.text(piece).trim_start_matches("r#");
                stub.name_span = piece.start..piece.end;
            }
        };
        match self.scanner.text(keyword) {
            "fn" => {
                stub.kind = StubKind::Function;
                named(self, stub);
                self.up_to_braces(stub, stub.name_span.end);
            }
            "trait" => {
                stub.kind = StubKind::Trait;
                named(self, stub);
                self.up_to_braces(stub, stub.name_span.end);
            }
            "mod" => {
                stub.kind = StubKind::Module;
                named(self, stub);
                self.up_to_braces(stub, stub.name_span.end);
            }
            "struct" => {
                named(self, stub);
                let named = self.has_named_fields();
                stub.kind = StubKind::Struct { named };
                self.up_to_end(stub, stub.name_span.end, named);
            }
            "impl" => {
                stub.kind = StubKind::Impl;
                self.up_to_braces(stub, keyword.end);
            }
            "extern" if matches!(self.scanner.next_byte(), b'"' | b'{') => {
                stub.kind = StubKind::Foreign;
                self.up_to_braces(stub, keyword.end);
            }
            "enum" | "union" => self.up_to_end(stub, keyword.end, true),
            "macro_rules" => {
                stub.kind = StubKind::MacroRules;
                self.scanner.next();
                named(self, stub);
                self.macro_call(stub, keyword.end);
            }
            "const" | "static" | "type" | "use" | "extern" => {
                self.up_to_end(stub, keyword.end, false);
            }
            text => {
                stub.kind = StubKind::MacroCall;
                stub.name = text;
                stub.name_span = keyword.start..keyword.end;
                self.macro_call(stub, keyword.end);
            }
        }
    }

    /// To the end of an item that ends with a group and, unless that is braces, a semicolon.
    fn macro_call(&mut self, stub: &mut Stub, mut end: usize) {
        for piece in self.scanner.by_ref() {
            end = piece.end;
            if let Kind::Group(open) = piece.kind {
                if open != b'{' {
                    end = self.scanner.next().map_or(end, |semicolon| semicolon.end);
                }
                break;
            }
        }
        self.close(stub, end);
    }

    /// A header and the braces (or semicolon) after it.
    fn up_to_braces(&mut self, stub: &mut Stub, mut end: usize) {
        while let Some(piece) = self.scanner.next() {
            let is_argument = matches!(self.scanner.next_byte(), b'>' | b',');
            match piece.kind {
                Kind::Group(b'{') if !is_argument => {
                    let mut content = self.fragment.part(piece.inside());
                    stub.inner_attributes = inner_attributes(&content);
                    if let Some(inner) = &stub.inner_attributes {
                        content.range.start = inner.range.end;
                    }
                    stub.content = Some(content);
                    stub.header.range.end = end;
                    return self.close(stub, piece.end);
                }
                Kind::Punct(b';') => {
                    stub.header.range.end = end;
                    return self.close(stub, piece.end);
                }
                _ => end = piece.end,
            }
        }
        self.close(stub, end);
    }

    /// To the semicolon, or the braces if the item ends with them.
    fn up_to_end(&mut self, stub: &mut Stub, mut end: usize, braces_end: bool) {
        while let Some(piece) = self.scanner.next() {
            end = piece.end;
            let is_argument = matches!(self.scanner.next_byte(), b'>' | b',');
            let braces = braces_end && piece.kind == Kind::Group(b'{') && !is_argument;
            if braces || piece.kind == Kind::Punct(b';') {
                break;
            }
        }
        self.close(stub, end);
    }

    fn close(&self, stub: &mut Stub, end: usize) {
        stub.whole.range.end = end;
    }

    /// Of the struct whose name has been read.
    fn has_named_fields(&self) -> bool {
        let mut ahead = self.scanner.clone();
        header::skip_angles(&mut ahead);
        let first = ahead.next();
        first.is_some_and(|piece| piece.kind == Kind::Group(b'{')) || self.text(first) == "where"
    }
}

#[cfg(test)]
mod tests {
    use super::super::lazy::Text;
    use super::*;

    fn outline(text: &'static str) -> String {
        let source = Text::of(text);
        let range = 0..text.len();
        let mut result = String::new();
        for stub in items_anew(&Fragment { source, range }) {
            let content = stub.content.as_ref().map_or("-", |content| content.text());
            let header = stub.header.text();
            let line = format!("{:?} {:?} {header:?} {content:?}\n", stub.kind, stub.name);
            result.push_str(&line);
        }
        result
    }

    #[test]
    fn headers_and_contents_are_told_apart() {
        let text = "#![x] use a::b; #[y] pub(crate) const unsafe fn f<F>() -> A<{ 1 }> where F: B { body }
            fn g(); const X: u8 = { 1 }; struct S<F: Fn(u8) -> u8>(F); pub struct T { x: u8 } trait R: Q { fn h(); }
            extern \"intrinsic\" { fn i(); } impl<T> A for B<T> { c } m! { fn j() {} } mod n; macro_rules! o { () => {}; }";
        let expected = [
            r#"Other "" "" "-""#,
            r#"Function "f" "const unsafe fn f<F>() -> A<{ 1 }> where F: B" " body ""#,
            r#"Function "g" "fn g()" "-""#,
            r#"Other "" "" "-""#,
            r#"Struct { named: false } "S" "" "-""#,
            r#"Struct { named: true } "T" "" "-""#,
            r#"Trait "R" "trait R: Q" " fn h(); ""#,
            r#"Foreign "" "extern \"intrinsic\"" " fn i(); ""#,
            r#"Impl "" "impl<T> A for B<T>" " c ""#,
            r#"MacroCall "m" "" "-""#,
            r#"Module "n" "mod n" "-""#,
            r#"MacroRules "o" "" "-""#,
        ];
        assert_eq!(outline(text).lines().collect::<Vec<_>>(), expected);
    }
}
