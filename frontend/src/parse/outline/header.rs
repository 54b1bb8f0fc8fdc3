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
    let name = parts.pop()?.name(header);
    let self_name = name.filter(|name| !declares(generics.clone(), name));
    match parts.pop() {
        None => Some((None, self_name)),
        Some(part) if part.first == Some(Kind::Punct(b'!')) => None,
        Some(part) => Some((part.name(header), self_name)),
    }
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
    first: Option<Kind>,
    group: Option<Piece>,
    /// The last word that is no argument, before a `+`.
    last: Option<&'static str>,
    ended: bool,
}

impl Part {
    fn add(&mut self, piece: Piece, text: &'static str, depth: i32) {
        if matches!(text, "const" | "dyn") && self.first.is_none() {
            return;
        }
        if self.first.is_none() {
            self.first = Some(piece.kind);
            self.group = matches!(piece.kind, Kind::Group(b'(')).then_some(piece);
        }
        self.ended |= depth == 0 && piece.kind == Kind::Punct(b'+');
        if depth == 0 && piece.kind == Kind::Word && !self.ended {
            self.last = Some(text);
        }
    }

    fn name(self, header: &Fragment) -> Option<&'static str> {
        match self.first? {
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
        assert_eq!(names("impl dyn Any + Send"), Some((None, Some("Any"))));
        assert_eq!(names("impl<T> [T]"), Some((None, None)));
        assert_eq!(
            names("impl A for <T as C>::D"),
            Some((Some("A"), Some("D")))
        );
    }
}
