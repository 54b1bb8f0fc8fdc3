//! Brackets and commas in types as the compiler prints them.

/// How brackets nest; `->` and `=>` are not brackets.
fn depth_change(c: char, before: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        '>' if before == '-' || before == '=' => 0,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}

/// The places of a text's characters, each with how many brackets are open before it and after it.
fn depths(text: &str) -> impl Iterator<Item = (usize, i32, i32)> {
    let (mut depth, mut before) = (0, ' ');
    text.char_indices().map(move |(at, c)| {
        let outside = depth;
        depth += depth_change(c, before);
        before = c;
        (at, outside, depth)
    })
}

/// Where a text is that no bracket encloses.
pub(super) fn find_outside(text: &str, wanted: &str) -> Option<usize> {
    let mut found = depths(text).filter(|&(_, depth, _)| depth == 0);
    found.find_map(|(at, ..)| text[at..].starts_with(wanted).then_some(at))
}

/// Splits at the first of a text that no bracket encloses.
pub(super) fn split_outside<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    let at = find_outside(text, wanted)?;
    Some((&text[..at], &text[at + wanted.len()..]))
}

/// Splits at the commas that no bracket encloses.
pub(super) fn split_arguments(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((part, after)) = split_outside(rest, ",") {
        parts.push(part.trim());
        rest = after;
    }
    parts.push(rest.trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Where the bracket closes that encloses what begins here.
pub(super) fn find_close(text: &str) -> usize {
    let closed = depths(text).find(|&(_, _, depth)| depth < 0);
    closed.map_or(text.len(), |(at, ..)| at)
}

/// Where the bracket closes, or the comma is, that ends what begins here.
pub(super) fn find_end(text: &str) -> usize {
    let close = find_close(text);
    find_outside(&text[..close], ",").unwrap_or(close)
}

/// Where the bracket opens that the last character closes.
pub(super) fn find_open(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        depth += depth_change(c, text[..at].chars().next_back().unwrap_or(' '));
        if depth >= 0 {
            return (depth == 0 && at + c.len_utf8() < text.len()).then_some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_at_their_own_commas() {
        let parts = split_arguments("A<B, C>, fn(D, E) -> F, [G; 2]");
        assert_eq!(parts, ["A<B, C>", "fn(D, E) -> F", "[G; 2]"]);
        assert_eq!(find_end("Fn(A, B) -> C, D>"), "Fn(A, B) -> C".len());
        assert_eq!(find_end("Fn(A) -> B>::call"), "Fn(A) -> B".len());
    }

    #[test]
    fn the_last_bracket_opens_after_the_ones_before() {
        assert_eq!(
            find_open("f::<fn() -> A>(B(c))"),
            Some("f::<fn() -> A>".len())
        );
        assert_eq!(find_open("f<fn() -> A>"), Some(1));
        assert_eq!(find_open("f"), None);
    }
}
