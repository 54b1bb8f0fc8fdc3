//! Headers of impls: the trait's and the type's name.

use super::super::lazy::Fragment;
use super::{Kind, Piece, Scanner};

/// Skips `<..>`, if it comes next.
pub(super) fn skip_angles(scanner: &mut Scanner) {
    let opens = scanner.next_byte() == b'<';
    let mut depth = 0;
    let mut before = 0;
    while opens && let Some(piece) = scanner.next() {
        depth += depth_change(piece.kind, before);
        before = punct(piece.kind);
        if depth == 0 {
            return;
        }
    }
}

fn punct(kind: Kind) -> u8 {
    match kind {
        Kind::Punct(byte) => byte,
        Kind::Word | Kind::Literal | Kind::Lifetime | Kind::Group(_) => 0,
    }
}

/// How angle brackets nest; those of `->` and `=>` do not count.
fn depth_change(kind: Kind, before: u8) -> i32 {
    match kind {
        Kind::Punct(b'<') => 1,
        Kind::Punct(b'>') if before != b'-' && before != b'=' => -1,
        _ => 0,
    }
}

/// The names of an impl: the trait's, if it has one, and the type's, if that is a path. `None` for
/// negative impls.
pub(crate) fn impl_names(
    header: &Fragment,
) -> Option<(Option<&'static str>, Option<&'static str>)> {
    let parts = impl_parts(header)?;
    Some((parts.of.and_then(|part| part.name), parts.on.name))
}

/// What an impl is of and on.
pub(crate) struct ImplParts {
    /// The trait.
    pub of: Option<HeaderPart>,
    /// The type.
    pub on: HeaderPart,
}

/// The trait or the type of an impl's header.
pub(crate) struct HeaderPart {
    /// What it begins with, and the text of that.
    pub first: Option<(Kind, &'static str)>,
    /// Its name, if it is a path and no parameter of the impl.
    pub name: Option<&'static str>,
    /// Whether it is a parameter of the impl.
    pub is_parameter: bool,
    /// Whether a parameter of a macro is part of its name.
    pub is_filled_in: bool,
}

/// The trait and the type of an impl; `None` for negative impls.
pub(crate) fn impl_parts(header: &Fragment) -> Option<ImplParts> {
    let mut scanner = Scanner::new(header.source.text, header.range.clone());
    scanner
        .by_ref()
        .find(|piece| header.source.text[piece.start..piece.end] == *"impl")?;
    let generics = scanner.clone();
    skip_angles(&mut scanner);
    let mut parts = vec![Part::default()];
    let texts = scanner.clone();
    let (mut depth, mut before) = (0, 0);
    while let Some(piece) = scanner.next() {
        depth += depth_change(piece.kind, before);
        before = punct(piece.kind);
        let text = texts.text(piece);
        let mut ahead = scanner.clone();
        let hrtb = ahead
            .next()
            .is_some_and(|next| next.kind == Kind::Punct(b'<'))
            && ahead.next_byte() == b'\'';
        match text {
            "where" if depth == 0 => break,
            "for" if depth == 0 && !hrtb => parts.push(Part::default()),
            _ => parts
                .last_mut()
                .expect("one at least")
                .add(piece, text, depth),
        }
    }
    let on = parts.pop()?.read(header, &generics);
    let of = parts.pop().map(|part| part.read(header, &generics));
    let negative = of
        .as_ref()
        .is_some_and(|of| of.first == Some((Kind::Punct(b'!'), "!")));
    (!negative).then_some(ImplParts { of, on })
}

/// Whether `<..>` declares a parameter of this name: a word after `<` or `,`.
fn declares(generics: Scanner, name: &str) -> bool {
    let texts = generics.clone();
    let (mut depth, mut before) = (0, 0);
    for piece in generics {
        let may_declare = depth == 1 && matches!(before, b'<' | b',');
        if may_declare && texts.text(piece) == name {
            return true;
        }
        depth += depth_change(piece.kind, before);
        before = punct(piece.kind);
        if depth == 0 {
            return false;
        }
    }
    false
}

/// The trait or the type of a header.
#[derive(Default)]
struct Part {
    first: Option<(Kind, &'static str)>,
    group: Option<Piece>,
    /// The last word that is no argument, before a `+`.
    last: Option<&'static str>,
    is_filled_in: bool,
    ended: bool,
}

impl Part {
    fn add(&mut self, piece: Piece, text: &'static str, depth: i32) {
        if matches!(text, "const" | "dyn") && self.first.is_none() {
            return;
        }
        if self.first.is_none() {
            self.first = Some((piece.kind, text));
            self.group = matches!(piece.kind, Kind::Group(b'(')).then_some(piece);
        }
        self.ended |= depth == 0 && piece.kind == Kind::Punct(b'+');
        self.is_filled_in |= depth == 0 && piece.kind == Kind::Punct(b'$');
        if depth == 0 && piece.kind == Kind::Word && !self.ended {
            self.last = Some(text);
        }
    }

    fn read(self, header: &Fragment, generics: &Scanner) -> HeaderPart {
        let (first, is_filled_in) = (self.first, self.is_filled_in);
        let name = self.name(header);
        let is_parameter = name.is_some_and(|name| declares(generics.clone(), name));
        HeaderPart {
            first,
            name: name.filter(|_| !is_parameter),
            is_parameter,
            is_filled_in,
        }
    }

    fn name(self, header: &Fragment) -> Option<&'static str> {
        let (kind, text) = self.first?;
        match kind {
            Kind::Word if matches!(text, "fn" | "extern" | "unsafe") => None,
            Kind::Word | Kind::Punct(b':' | b'<') => self.last,
            Kind::Group(b'(') => parenthesized(&header.part(self.group?.inside())),
            _ => None,
        }
    }
}

/// `(dyn A + Send)`; tuples have no name.
fn parenthesized(inside: &Fragment) -> Option<&'static str> {
    let scanner = Scanner::new(inside.source.text, inside.range.clone());
    let texts = scanner.clone();
    let mut part = Part::default();
    let (mut depth, mut before) = (0, 0);
    for piece in scanner {
        depth += depth_change(piece.kind, before);
        before = punct(piece.kind);
        if depth == 0 && piece.kind == Kind::Punct(b',') {
            return None;
        }
        part.add(piece, texts.text(piece), depth);
    }
    part.name(inside)
}

#[cfg(test)]
mod tests {
    use super::super::super::lazy::Text;
    use super::*;

    fn names(text: &'static str) -> Option<(Option<&'static str>, Option<&'static str>)> {
        let source = Text::of(text);
        let range = 0..text.len();
        impl_names(&Fragment { source, range })
    }

    #[test]
    fn names_of_headers() {
        assert_eq!(names("impl i32"), Some((None, Some("i32"))));
        assert_eq!(names("unsafe impl<T> !Send for Rc<T>"), None);
        assert_eq!(
            names("impl<F: Fn(u8) -> A<B>> a::From<C> for ops::Range<F> where F: D"),
            Some((Some("From"), Some("Range")))
        );
        assert_eq!(names("impl<'a> A for &'a T"), Some((Some("A"), None)));
        assert_eq!(names("impl<'a, T: B> A<T> for T"), Some((Some("A"), None)));
        assert_eq!(names("impl A for (T, U)"), Some((Some("A"), None)));
        assert_eq!(
            names("impl A for (dyn B + Send)"),
            Some((Some("A"), Some("B")))
        );
        assert_eq!(
            names("impl<T> A for unsafe extern \"C\" fn(T)"),
            Some((Some("A"), None))
        );
        assert_eq!(names("impl dyn Any + Send"), Some((None, Some("Any"))));
        assert_eq!(names("impl<T> [T]"), Some((None, None)));
        assert_eq!(
            names("impl A for <T as C>::D"),
            Some((Some("A"), Some("D")))
        );
    }
}
