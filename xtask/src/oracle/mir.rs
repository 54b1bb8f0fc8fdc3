//! Reads what `rustc --emit=mir` prints: for each function its locals' types and its callees, in a
//! normal form that does not depend on how a path is abbreviated.

use std::collections::BTreeMap;

/// What the compiler found out about one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirFunction {
    /// `main`, `main::{closure#0}`, `Trait::method`, `impl@12::deposit`.
    pub name: String,
    /// It is a constant inside of the function: promoted, or of a `const` block or array length.
    pub is_constant: bool,
    /// Line and column of the impl it stands in.
    pub impl_place: Option<(usize, usize)>,
    /// Types of the variables the user named, by name; a name may occur several times.
    pub variables: BTreeMap<String, Vec<String>>,
    /// Callees, sorted, with repeats.
    pub callees: Vec<String>,
}

impl MirFunction {
    /// The function that a closure stands in, or its own name.
    pub fn outermost(&self) -> &str {
        self.name.split("::{").next().unwrap_or(&self.name)
    }
}

/// All functions of a MIR dump.
pub fn parse(text: &str) -> Vec<MirFunction> {
    let mut functions = Vec::new();
    let mut current: Option<Reader> = None;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("fn ") {
            current = Some(Reader::new(header));
        } else if line.ends_with(" = {")
            && let Some(owner) = owner_of_constant(line.trim_start_matches("const "))
        {
            let mut reader = Reader::new(owner);
            reader.function.is_constant = true;
            current = Some(reader);
        } else if line == "}" {
            functions.extend(current.take().map(Reader::finish));
        } else if let Some(reader) = &mut current {
            reader.line(line.trim());
        }
    }
    functions
}

/// `a::<impl at src/main.rs:3:1: 3:13>::deposit` becomes `impl@3::deposit`.
fn function_name(path: &str) -> (String, Option<(usize, usize)>) {
    let Some((_, rest)) = path.split_once("<impl at ") else {
        return (path.to_string(), None);
    };
    let (place, rest) = rest.split_once('>').unwrap_or((rest, ""));
    let start = place.split(": ").next().unwrap_or(place);
    let mut numbers = start.rsplit(':').map(|number| number.parse().unwrap_or(0));
    let column = numbers.next().unwrap_or(0);
    let line = numbers.next().unwrap_or(0);
    (format!("impl@{line}{rest}"), Some((line, column)))
}

/// The normal form of a callee: methods of an impl are their type's, and calls of closures and function
/// objects look alike. The order of a function's own arguments does not matter, as nested `impl
/// Trait`s have none.
pub fn callee_form(callee: &str) -> String {
    if let Some((this, method)) = callee.strip_prefix("<impl ").and_then(split_impl) {
        return callee_form(&format!("{this}::{method}"));
    }
    let Some((mut object, _)) = callee
        .strip_prefix('<')
        .and_then(|rest| rest.split_once(" as Fn"))
    else {
        return with_sorted_arguments(callee);
    };
    while let Some(inner) = behind_pointer(object) {
        object = inner;
    }
    format!("<{object} as Fn>::call")
}

/// `Type>::method` at the bracket that closes.
fn split_impl(text: &str) -> Option<(&str, &str)> {
    let (this, method) = text.split_at(find_end(text));
    Some((this, method.strip_prefix(">::")?))
}

fn with_sorted_arguments(callee: &str) -> String {
    let Some(open) = find_last_arguments(callee) else {
        return callee.to_string();
    };
    let mut arguments = split_at_depth_zero(&callee[open + 1..callee.len() - 1]);
    arguments.sort_unstable();
    format!("{}<{}>", &callee[..open], arguments.join(", "))
}

/// Where the `<` is that the last character closes.
fn find_last_arguments(callee: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in callee.char_indices().rev() {
        match c {
            '>' if !callee[..at].ends_with('-') => depth += 1,
            '<' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (c == '<').then_some(at);
        }
    }
    None
}

/// The function of `main::promoted[0]: &u8 = {` or `main::{constant#0}: u8 = {`.
fn owner_of_constant(header: &str) -> Option<&str> {
    let before = |mark: &str| header.split_once(mark).map(|(owner, _)| owner);
    before("::promoted[").or_else(|| before("::{constant#"))
}

/// What a reference or box leads to.
fn behind_pointer(ty: &str) -> Option<&str> {
    let boxed = ty
        .strip_prefix("Box<")
        .and_then(|rest| rest.strip_suffix('>'));
    boxed
        .or_else(|| ty.strip_prefix("&mut "))
        .or_else(|| ty.strip_prefix('&'))
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
        (reader.function.name, reader.function.impl_place) = function_name(&header[..open]);
        let close = matching_parenthesis(header, open);
        for parameter in split_at_depth_zero(&header[(open + 1).min(close)..close]) {
            if let Some((local, ty)) = parameter.split_once(": ") {
                reader
                    .locals
                    .insert(local.trim().to_string(), normalize(ty));
            }
        }
        reader
    }

    fn line(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("debug ") {
            self.debug_line(rest);
        } else if let Some(rest) = line
            .strip_prefix("let mut ")
            .or_else(|| line.strip_prefix("let "))
        {
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
                self.function
                    .variables
                    .entry(name.clone())
                    .or_default()
                    .push(ty.clone());
            }
        }
        self.function
            .variables
            .values_mut()
            .for_each(|types| types.sort());
        self.function.callees.sort();
        self.function
    }
}

/// `_3 = Arc::<T>::new(move _2) -> [return: bb1, unwind: bb9];`
fn callee_of(line: &str) -> Option<String> {
    let arrow = line.rfind(") -> ")?;
    let target = &line[arrow + ") -> ".len()..];
    let is_terminator = ["[", "bb", "unwind"]
        .iter()
        .any(|start| target.starts_with(start));
    let (_, call) = line[..arrow + 1]
        .split_once(" = ")
        .filter(|_| is_terminator)?;
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
    let text = erase_impls(&erase_function_items(&erase_places(&erase_async(text))));
    let mut out = String::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if c == '\'' {
            while chars
                .next_if(|next| next.is_alphanumeric() || *next == '_')
                .is_some()
            {}
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
    } else if !is_module {
        out.push_str(word);
        out.push_str("::");
    }
    word.clear();
}

/// `impl Fn() -> i32` as a type becomes `impl`; `<impl [T]>::len` stays.
fn erase_impls(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("impl ") {
        out.push_str(&rest[..at + "impl".len()]);
        let bounds = &rest[at + "impl".len()..];
        let end = find_end(bounds);
        let as_trait = split_outside(&bounds[..end], " as ").is_some();
        let is_method = bounds[end..].starts_with(">::") && !as_trait;
        let is_path = is_method && is_after_module(&out);
        if is_path {
            out.push_str(&bounds[..end]);
        }
        rest = &bounds[end..];
    }
    out.push_str(rest);
    out
}

/// Whether `<impl` at the end of a text continues the path of a module, or begins it.
fn is_after_module(text: &str) -> bool {
    let Some(before) = text.strip_suffix("<impl") else {
        return false;
    };
    let path = before.strip_suffix("::").unwrap_or(before);
    let name = path
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    before.is_empty()
        || path != before && name.is_some_and(|name| name.starts_with(char::is_lowercase))
}

/// `fn(A) -> B {path}`, the type of a function's name, becomes `fn_item`.
fn erase_function_items(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("fn(") {
        let end = find_end(&rest[at..]) + at;
        let brace = rest[at..end].find(" {").map(|brace| at + brace);
        out.push_str(&rest[..at]);
        match brace {
            Some(brace) => {
                out.push_str("fn_item");
                rest = &rest[matching_brace(rest, brace + 1)..];
            }
            None => {
                out.push_str("fn(");
                rest = &rest[at + "fn(".len()..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// After the brace that closes the one that opens here.
fn matching_brace(text: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Splits at a text that no bracket encloses.
fn split_outside<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    let (mut depth, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        if depth == 0 && text[at..].starts_with(wanted) {
            return Some((&text[..at], &text[at + wanted.len()..]));
        }
        depth += depth_change(c, before);
        before = c;
    }
    None
}

/// Where the bracket closes, or the comma is, that ends what begins here.
fn find_end(text: &str) -> usize {
    let close = find_close(text);
    find_at_depth_zero(&text[..close], ',').unwrap_or(close)
}

/// Where the bracket closes that encloses what begins here.
fn find_close(text: &str) -> usize {
    let (mut depth, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        let change = depth_change(c, before);
        if depth == 0 && change < 0 {
            return at;
        }
        depth += change;
        before = c;
    }
    text.len()
}

/// `{closure@src/main.rs:3:5: 3:9}` and `{closure#0}` in types become `{closure}`; `<impl at ...>` is
/// the self type's business and becomes `<impl>`.
fn erase_places(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest
        .find("{closure@")
        .into_iter()
        .chain(rest.find("<impl at "))
        .min()
    {
        let (opening, closing) = if rest[at..].starts_with('{') {
            ("{closure", '}')
        } else {
            ("<impl", '>')
        };
        out.push_str(&rest[..at]);
        out.push_str(opening);
        let end = rest[at..]
            .find(closing)
            .map_or(rest.len(), |length| at + length);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// What only one of the two names: the future of an `async` body, whose type is `{async}` here, and
/// the traits of `async` closures, which are calls that return a future.
fn erase_async(text: &str) -> String {
    const NAMES: [(&str, &str); 5] = [
        ("{async closure@", "{closure@"),
        ("::async_call_once", "::call"),
        ("::async_call", "::call"),
        ("::CallOnceFuture", "::Output"),
        ("::CallRefFuture", "::Output"),
    ];
    let mut out = text.to_string();
    for (name, plain) in NAMES {
        out = out.replace(name, plain);
    }
    for (opening, plain) in [
        ("{async block@", "{async}"),
        ("{async fn body of ", "{async}"),
        ("{async closure body", "{async}"),
        ("AsyncBlock<", "{async}"),
        ("AsyncFnOnce<", "FnOnce"),
        ("AsyncFnMut<", "FnMut"),
        ("AsyncFn<", "Fn"),
    ] {
        while let Some(at) = out.find(opening) {
            let inside = at + opening.len();
            let close = inside + find_close(&out[inside..]);
            out.replace_range(at..(close + 1).min(out.len()), plain);
        }
    }
    out
}

/// Drops what lifetimes leave behind: `<>`, `<, T>`, `&  T`, `for<>`.
fn tidy(text: &str) -> String {
    let mut text = text.replace("for<> ", "");
    for (from, to) in [
        ("<, ", "<"),
        ("::<>", ""),
        ("<>", ""),
        (" + )", ")"),
        ("& ", "&"),
        ("+  ", "+ "),
        (", >", ">"),
        (" + >", ">"),
    ] {
        while text.contains(from) {
            text = text.replace(from, to);
        }
    }
    for auto in [
        " + Send",
        " + Sync",
        " + Unpin",
        " + UnwindSafe",
        " + RefUnwindSafe",
    ] {
        text = text.replace(auto, "");
    }
    text = text.replace(", RandomState>", ">").replace("<Global>", "");
    text = without_parentheses(&text).replace("<impl dyn ", "<dyn ");
    text = text.replace("for Fn", "Fn").replace("for fn(", "fn(");
    text.replace("::<", "<")
        .trim()
        .trim_end_matches("::")
        .to_string()
}

/// `(dyn Any)` becomes `dyn Any`.
fn without_parentheses(text: &str) -> String {
    let mut out = text.to_string();
    while let Some(at) = out.find("(dyn ") {
        let close = matching_parenthesis(&out, at);
        if out[at..close].contains(',') || out[..at].ends_with(char::is_alphanumeric) {
            return out;
        }
        out.replace_range(close..(close + 1).min(out.len()), "");
        out.replace_range(at..at + 1, "");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_modules_and_lifetimes() {
        assert_eq!(
            normalize("std::sync::Mutex::<i32>::lock"),
            "Mutex<i32>::lock"
        );
        assert_eq!(
            normalize("std::sync::MutexGuard<'_, i32>"),
            "MutexGuard<i32>"
        );
        assert_eq!(
            normalize("core::fmt::rt::Argument::<'_>::new_display::<i32>"),
            "Argument::new_display<i32>"
        );
        assert_eq!(normalize("&'static str"), "&str");
        assert_eq!(
            normalize("<std::ops::Range<usize> as Iterator>::next"),
            "<Range<usize> as Iterator>::next"
        );
        assert_eq!(
            normalize("spawn::<{closure@/tmp/a.rs:53:36: 53:43}, ()>"),
            "spawn<{closure}, ()>"
        );
        assert_eq!(
            normalize("core::num::<impl i32>::wrapping_add"),
            "<impl i32>::wrapping_add"
        );
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
