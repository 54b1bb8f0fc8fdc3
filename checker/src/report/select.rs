//! Which arm a `select!` over channels takes, in the words of the source.

use std::str::CharIndices;
use vscheck_ir::{Action, Program, Span};
use vscheck_vm::{Arm, Operation};

/// What a selection did if it took an arm that the source has at this place: `takes recv(jobs)`.
pub fn effect(
    program: &Program,
    operation: &Operation,
    arm: Arm,
    span: Option<Span>,
) -> Option<String> {
    let (Action::ChannelSelect { .. }, Arm::Value(number)) = (operation.action, arm) else {
        return None;
    };
    let span = span?;
    let file = program.files.get(span.file.index())?;
    let text = file.text.get(span.bytes(&file.text))?;
    let arm = arm_of(text, number as usize)?;
    Some(format!(
        "takes {}",
        arm.split_whitespace().collect::<Vec<_>>().join(" ")
    ))
}

/// What an arm does, in as many letters each.
const VERBS: [&str; 2] = ["recv", "send"];

/// Whether a word of its own at the end says what an arm does.
fn ends_in_verb(text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut before = VERBS.iter().filter_map(|verb| text.strip_suffix(verb));
    before.any(|before| !before.ends_with(is_word))
}

/// Goes on behind a text in quotes.
fn skip_string(rest: &mut CharIndices) {
    let mut is_escaped = false;
    for (_, c) in rest {
        match c {
            '"' if !is_escaped => return,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
}

/// The operation of one arm of a macro's call.
fn arm_of(text: &str, number: usize) -> Option<&str> {
    let (name, _) = text.split_once('!')?;
    if !name.trim_end().ends_with("select") && !name.trim_end().ends_with("select_biased") {
        return None;
    }
    let mut depth = 0;
    let mut found = 0;
    let mut start = None;
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => skip_string(&mut rest),
            '(' | '{' | '[' => {
                depth += 1;
                let before = text[..at].trim_end();
                if depth == 2 && c == '(' && ends_in_verb(before) {
                    start = Some(before.len() - VERBS[0].len());
                }
            }
            ')' | '}' | ']' => {
                depth -= 1;
                let after = text[at + 1..].trim_start();
                if let Some(begun) = start.take_if(|_| depth == 1 && after.starts_with("->")) {
                    if found == number {
                        return text.get(begun..=at);
                    }
                    found += 1;
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::arm_of;

    #[test]
    fn arms_are_found_in_the_source() {
        let text = "cb::select! {
            recv(rx) -> m => { if m == Ok(\"}\\\"\") { other.recv(1) } }
            send(tx, (1, 2)) -> _ => select! { recv(inner) -> _ => {} },
            recv(timeout) -> _ => break,
            default => {}
        }";
        assert_eq!(arm_of(text, 0), Some("recv(rx)"));
        assert_eq!(arm_of(text, 1), Some("send(tx, (1, 2))"));
        assert_eq!(arm_of(text, 2), Some("recv(timeout)"));
        assert_eq!(arm_of(text, 3), None);
        assert_eq!(arm_of("receive(tx)", 0), None);
    }
}
