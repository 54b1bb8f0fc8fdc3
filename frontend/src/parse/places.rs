//! Where the tokens stand that a procedural macro has passed on: it gives text, and most of what an attribute
//! gives is what it was given.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use rustc_hash::FxHashMap;

/// So many tokens in a row are the same ones.
const RUN: usize = 3;

/// What a macro gives, each token at the place of the one among its input that it is taken for, else at the
/// macro's.
pub(super) fn passed_on(input: &TokenStream, output: TokenStream, place: Span) -> TokenStream {
    let mut given = Vec::new();
    flatten(input, &mut given);
    let mut gives = Vec::new();
    flatten(&output, &mut gives);
    let mut sources = sources(&given, &gives);
    fill(&mut sources);
    let spans = sources.into_iter();
    let spans = spans.map(|source| source.map_or(place, |at| given[at].1));
    replace(output, &mut spans.collect::<Vec<_>>().into_iter(), place)
}

/// Texts and places of tokens, brackets among them.
fn flatten(tokens: &TokenStream, flat: &mut Vec<(String, Span)>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = brackets(group.delimiter());
                flat.push((open.to_string(), group.span_open()));
                flatten(&group.stream(), flat);
                flat.push((close.to_string(), group.span_close()));
            }
            other => flat.push((other.to_string(), other.span())),
        }
    }
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

/// For each token that a macro gives, which of its input's it is.
fn sources(given: &[(String, Span)], gives: &[(String, Span)]) -> Vec<Option<usize>> {
    fn texts(run: &[(String, Span)]) -> Vec<&str> {
        run.iter().map(|(text, _)| text.as_str()).collect()
    }
    let mut runs: FxHashMap<Vec<&str>, Vec<usize>> = FxHashMap::default();
    for (at, run) in given.windows(RUN).enumerate() {
        runs.entry(texts(run)).or_default().push(at);
    }
    let mut found = Vec::with_capacity(gives.len());
    // The token of the input after the last one that was found.
    let mut next = 0;
    let mut goes_on = false;
    for (at, (text, _)) in gives.iter().enumerate() {
        goes_on = goes_on
            && (given.get(next).is_some_and(|(known, _)| known == text)
                || is_replaced(&given[next.min(given.len())..], &gives[at..]));
        if !goes_on
            && let Some(run) = gives.get(at..at + RUN)
            && let Some(places) = runs.get(&texts(run))
        {
            let after = places.iter().find(|&&place| place >= next);
            next = *after.unwrap_or(&places[0]);
            goes_on = true;
        }
        found.push(goes_on.then_some(next));
        next += usize::from(goes_on);
    }
    found
}

/// Whether one token stands in the place of another, and the next ones are the same.
fn is_replaced(given: &[(String, Span)], gives: &[(String, Span)]) -> bool {
    match (given.get(1..RUN), gives.get(1..RUN)) {
        (Some(given), Some(gives)) => given.iter().zip(gives).all(|(a, b)| a.0 == b.0),
        _ => false,
    }
}

/// What has come in the place of a few tokens stands where they did.
fn fill(sources: &mut [Option<usize>]) {
    let mut last: Option<(usize, usize)> = None;
    for at in 0..sources.len() {
        let Some(source) = sources[at] else { continue };
        if let Some((before, from)) = last
            && source > from + 1
            && source - from <= 2 * RUN
            && at - before <= 2 * RUN
        {
            sources[before + 1..at].fill(Some(from + 1));
        }
        last = Some((at, source));
    }
}

/// The tokens, each at the next of these places.
fn replace(
    tokens: TokenStream,
    spans: &mut impl Iterator<Item = Span>,
    place: Span,
) -> TokenStream {
    let mut result = Vec::new();
    for token in tokens {
        let start = spans.next().unwrap_or(place);
        result.push(match token {
            TokenTree::Group(group) => {
                let inside = replace(group.stream(), spans, place);
                let end = spans.next().unwrap_or(place);
                let mut group = Group::new(group.delimiter(), inside);
                group.set_span(start.join(end).unwrap_or(start));
                TokenTree::Group(group)
            }
            mut other => {
                other.set_span(start);
                other
            }
        });
    }
    result.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_passed_on_keeps_its_place() {
        let input: TokenStream = "fn f() {\n a(b);\n c.d(self);\n}".parse().unwrap();
        let output = "fn f() { let guard = lock(); a(b); c.d(other); drop(guard) }";
        let output: TokenStream = output.parse().unwrap();
        let mut flat = Vec::new();
        let place = Span::call_site();
        flatten(&passed_on(&input, output, place), &mut flat);
        let lines: Vec<String> = flat
            .iter()
            .map(|(text, span)| format!("{text}{}", span.start().line - place.start().line))
            .collect();
        let expected = "fn0 f0 (0 )0 {0 let0 guard0 =0 lock0 (0 )0 ;0 a1 (1 b1 )1 ;1 c2 .2 d2 (2 other2 )2 \
                        ;2 drop0 (0 guard0 )0 }0";
        assert_eq!(lines.join(" "), expected);
    }
}
