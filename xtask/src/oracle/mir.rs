//! Reads what `rustc --emit=mir` prints: for each function its locals' types and its callees, in a
//! normal form that does not depend on how a path is abbreviated.

use std::collections::BTreeMap;

/// What the compiler found out about one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirFunction {
    /// `main`, `main::{closure#0}`, `Account::deposit`.
    pub name: String,
    /// Types of the variables the user named, by name; a name may occur several times.
    pub variables: BTreeMap<String, Vec<String>>,
    /// Callees, sorted, with repeats.
    pub callees: Vec<String>,
}

/// All functions of a MIR dump.
pub fn parse(text: &str) -> Vec<MirFunction> {
    let mut functions = Vec::new();
    let mut current: Option<Reader> = None;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("fn ") {
            current = Some(Reader::new(header));
        } else if line == "}" {
            functions.extend(current.take().map(Reader::finish));
        } else if let Some(reader) = &mut current {
            reader.line(line.trim());
        }
    }
    functions
}

#[derive(Default)]
struct Reader {
    function: MirFunction,
    locals: BTreeMap<String, String>,
    debug: Vec<(String, String)>,
}

impl Reader {
    /// `main::{closure#0}(_1: {closure@...}) -> () {`
    fn new(header: &str) -> Reader {
        let open = find_at_depth_zero(header, '(').unwrap_or(header.len());
        let mut reader = Reader::default();
        reader.function.name = normalize(&header[..open]);
        let close = matching_parenthesis(header, open);
        for parameter in split_at_depth_zero(&header[(open + 1).min(close)..close]) {
            if let Some((local, ty)) = parameter.split_once(": ") {
                reader.locals.insert(local.trim().to_string(), normalize(ty));
            }
        }
        reader
    }

    fn line(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("debug ") {
            self.debug_line(rest);
        } else if let Some(rest) = line.strip_prefix("let mut ").or_else(|| line.strip_prefix("let ")) {
            if let Some((local, ty)) = rest.trim_end_matches(';').split_once(": ") {
                self.locals.insert(local.to_string(), normalize(ty));
            }
        } else {
            self.function.callees.extend(callee_of(line));
        }
    }

    /// `counter => _3;` (captures, `(*_1)`, are left out: they are not locals)
    fn debug_line(&mut self, rest: &str) {
        if let Some((name, place)) = rest.trim_end_matches(';').split_once(" => ")
            && place.starts_with('_')
        {
            self.debug.push((name.to_string(), place.to_string()));
        }
    }

    fn finish(mut self) -> MirFunction {
        for (name, place) in &self.debug {
            if let Some(ty) = self.locals.get(place) {
                self.function.variables.entry(name.clone()).or_default().push(ty.clone());
            }
        }
        self.function.variables.values_mut().for_each(|types| types.sort());
        self.function.callees.sort();
        self.function
    }
}

/// `_3 = Arc::<T>::new(move _2) -> [return: bb1, unwind: bb9];`
fn callee_of(line: &str) -> Option<String> {
    let arrow = line.rfind(") -> ")?;
    let (_, call) = line[..arrow + 1].split_once(" = ")?;
    let open = last_argument_list(call)?;
    let callee = &call[..open];
    let is_operand = callee.starts_with("move ") || callee.starts_with("copy ");
    let is_call = !callee.is_empty() && !is_operand && !callee.starts_with("switchInt");
    is_call.then(|| normalize(callee))
}

/// Where the parenthesis opens that the last character closes.
fn last_argument_list(call: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in call.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn matching_parenthesis(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// How brackets nest; `->` and `=>` are not brackets.
fn depth_change(c: char, before: char) -> i32 {
    match c {
        '(' | '[' | '{' | '<' => 1,
        '>' if before == '-' || before == '=' => 0,
        ')' | ']' | '}' | '>' => -1,
        _ => 0,
    }
}

fn find_at_depth_zero(text: &str, wanted: char) -> Option<usize> {
    let (mut depth, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        if c == wanted && depth == 0 {
            return Some(at);
        }
        depth += depth_change(c, before);
        before = c;
    }
    None
}

/// Splits at commas that no bracket encloses.
fn split_at_depth_zero(text: &str) -> Vec<&str> {
    let (mut depth, mut before, mut start) = (0, ' ', 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        if c == ',' && depth == 0 {
            parts.push(text[start..at].trim());
            start = at + 1;
        }
        depth += depth_change(c, before);
        before = c;
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The normal form of a type or path: no lifetimes, no module prefixes, closures without place, no
/// spaces but after commas.
pub fn normalize(text: &str) -> String {
    let text = erase_places(text);
    let mut out = String::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if c == '\'' {
            while chars.next_if(|next| next.is_alphanumeric() || *next == '_').is_some() {}
            chars.next_if_eq(&' ');
            continue;
        }
        if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            let rest: String = chars.clone().take("<impl ".len()).collect();
            let has_arguments = rest.starts_with('<') && rest != "<impl ";
            flush_segment(&mut out, &mut word, has_arguments);
            continue;
        }
        out.push_str(&std::mem::take(&mut word));
        out.push(c);
    }
    out.push_str(&word);
    tidy(&out)
}

/// A module segment goes, a type segment stays; so does what has arguments of its own.
fn flush_segment(out: &mut String, word: &mut String, has_arguments: bool) {
    let is_module = word.chars().next().is_some_and(|c| c.is_lowercase());
    if has_arguments {
        out.push_str(word);
    } else if !is_module || is_primitive(word) {
        out.push_str(word);
        out.push_str("::");
    }
    word.clear();
}

fn is_primitive(word: &str) -> bool {
    let numeric = word.len() > 1 && matches!(word.as_bytes()[0], b'i' | b'u' | b'f') && word[1..].parse::<u8>().is_ok();
    numeric || matches!(word, "bool" | "char" | "str" | "usize" | "isize")
}

/// `{closure@src/main.rs:3:5: 3:9}` and `{closure#0}` in types become `{closure}`; `<impl at ...>` is
/// the self type's business and becomes `<impl>`.
fn erase_places(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("{closure@").into_iter().chain(rest.find("<impl at ")).min() {
        let (opening, closing) = if rest[at..].starts_with('{') { ("{closure", '}') } else { ("<impl", '>') };
        out.push_str(&rest[..at]);
        out.push_str(opening);
        let end = rest[at..].find(closing).map_or(rest.len(), |length| at + length);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Drops what lifetimes leave behind: `<>`, `<, T>`, `&  T`, `for<>`.
fn tidy(text: &str) -> String {
    let mut text = text.replace("for<> ", "");
    for (from, to) in [("<, ", "<"), ("::<>", ""), ("<>", ""), ("& ", "&"), ("+  ", "+ "), (", >", ">"), (" + >", ">")] {
        while text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text.replace("::<", "<").trim().trim_end_matches("::").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_modules_and_lifetimes() {
        assert_eq!(normalize("std::sync::Mutex::<i32>::lock"), "Mutex<i32>::lock");
        assert_eq!(normalize("std::sync::MutexGuard<'_, i32>"), "MutexGuard<i32>");
        assert_eq!(normalize("core::fmt::rt::Argument::<'_>::new_display::<i32>"), "Argument::new_display<i32>");
        assert_eq!(normalize("&'static str"), "&str");
        assert_eq!(normalize("<std::ops::Range<usize> as Iterator>::next"), "<Range<usize> as Iterator>::next");
        assert_eq!(normalize("spawn::<{closure@/tmp/a.rs:53:36: 53:43}, ()>"), "spawn<{closure}, ()>");
        assert_eq!(normalize("core::num::<impl i32>::wrapping_add"), "<impl i32>::wrapping_add");
    }

    #[test]
    fn reads_callees_and_variables() {
        let text = "fn main() -> () {\n    let mut _0: ();\n    let _1: std::sync::Arc<i32>;\n    scope 1 {\n        \
                    debug x => _1;\n    }\n    bb0: {\n        _1 = Arc::<i32>::new(const 1_i32) -> [return: bb1, unwind continue];\n    }\n}\n";
        let functions = parse(text);
        assert_eq!(functions.len(), 1);
        assert_eq!(functions[0].callees, ["Arc<i32>::new"]);
        assert_eq!(functions[0].variables["x"], ["Arc<i32>"]);
    }
}
