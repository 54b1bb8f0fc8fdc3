//! Reads what `rustc --emit=mir` prints: for each function its locals' types and its callees.

use super::normal::normalize;
use super::text::{find_close, find_open, find_outside, split_arguments, split_outside};
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
    /// The function that a closure stands in, or its own name: without the closures on the way to it.
    pub fn outermost(&self) -> String {
        let segments = self.name.split("::");
        let named: Vec<&str> = segments.filter(|name| !name.starts_with('{')).collect();
        named.join("::")
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

/// The function of `main::promoted[0]: &u8 = {` or `main::{constant#0}: u8 = {`.
fn owner_of_constant(header: &str) -> Option<&str> {
    let before = |mark: &str| header.split_once(mark).map(|(owner, _)| owner);
    before("::promoted[").or_else(|| before("::{constant#"))
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
        let open = find_outside(header, "(").unwrap_or(header.len());
        let (name, rest) = header.split_at(open);
        let mut reader = Reader::default();
        (reader.function.name, reader.function.impl_place) = function_name(name);
        let parameters = rest.strip_prefix('(').unwrap_or("");
        for parameter in split_arguments(&parameters[..find_close(parameters)]) {
            reader.declare(parameter);
        }
        reader
    }

    fn line(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("debug ") {
            self.debug_line(rest);
        } else if let Some(rest) = line.strip_prefix("let ") {
            self.declare(rest.trim_start_matches("mut ").trim_end_matches(';'));
        } else {
            self.function.callees.extend(callee_of(line));
        }
    }

    /// `_3: Arc<T>`
    fn declare(&mut self, local: &str) {
        if let Some((local, ty)) = local.split_once(": ") {
            self.locals.insert(local.to_string(), normalize(ty));
        }
    }

    /// `counter => _3;`, but for the `result` that `.await` expands to, next to its `__awaitee`.
    fn debug_line(&mut self, rest: &str) {
        let Some((name, place)) = rest.trim_end_matches(';').split_once(" => ") else {
            return;
        };
        let after_awaitee = matches!(self.debug.last(), Some((before, _)) if before == "__awaitee");
        if !(after_awaitee && name == "result") {
            self.debug.push((name.to_string(), place.to_string()));
        }
    }

    /// The type of a variable's place. Captures (`((*_1).0: T)`) are left out: they are not locals.
    fn type_of(&self, place: &str) -> Option<String> {
        match place.starts_with('_') {
            true => self.locals.get(place).cloned(),
            false => type_of_saved(place).map(normalize),
        }
    }

    fn finish(mut self) -> MirFunction {
        for (name, place) in &self.debug {
            if let Some(ty) = self.type_of(place) {
                let variables = &mut self.function.variables;
                variables.entry(name.clone()).or_default().push(ty);
            }
        }
        let variables = self.function.variables.values_mut();
        variables.for_each(|types| types.sort());
        self.function.callees.sort();
        self.function
    }
}

/// The type of a local of an `async` body that lives across a suspension, a field of the future:
/// `(((*_37) as variant#3).0: Pin<&mut T>)`.
fn type_of_saved(place: &str) -> Option<&str> {
    let field = place.strip_prefix('(')?.strip_suffix(')')?;
    let (place, ty) = split_outside(field, ": ")?;
    place.contains(" as variant#").then_some(ty)
}

/// `_3 = Arc::<T>::new(move _2) -> [return: bb1, unwind: bb9];`
fn callee_of(line: &str) -> Option<String> {
    let line = without_literals(line);
    let (_, call) = split_outside(&line, " = ")?;
    let (before, target) = call.rsplit_once(") -> ")?;
    let call = &call[..before.len() + 1];
    let mut starts = ["[", "bb", "unwind"].iter();
    let is_terminator = starts.any(|start| target.starts_with(start));
    let callee = &call[..find_open(call)?];
    let is_operand = callee.starts_with("move ") || callee.starts_with("copy ");
    let is_call = !callee.is_empty() && !is_operand && !callee.starts_with("switchInt");
    (is_terminator && is_call).then(|| normalize(callee))
}

/// A line without what stands in quotes, which may be brackets.
fn without_literals(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, quote)) = next_literal(rest) {
        out.push_str(&rest[..before]);
        let mut chars = rest[before + 1..].char_indices();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                chars.next();
            } else if c == quote {
                end = before + 1 + at + 1;
                break;
            }
        }
        rest = &rest[end..];
    }
    out + rest
}

/// Where a string or character begins, and what its quote is; a lifetime is neither.
fn next_literal(text: &str) -> Option<(usize, char)> {
    let string = text.find('"').map(|at| (at, '"'));
    let character = text.find("const '").map(|at| (at + "const ".len(), '\''));
    string.into_iter().chain(character).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_callees_and_variables() {
        let text = "fn main() -> () {\n    let mut _0: ();\n    let _1: std::sync::Arc<i32>;\n    scope 1 {\n        \
                    debug x => _1;\n    }\n    bb0: {\n        _1 = Arc::<i32>::new(const 1_i32) -> [return: bb1, unwind continue];\n    }\n}\n";
        let functions = parse(text);
        assert_eq!(functions.len(), 1);
        assert_eq!(functions[0].callees, ["Arc<i32>::new"]);
        assert_eq!(functions[0].variables["x"], ["Arc<i32>"]);
    }

    #[test]
    fn reads_callees_around_literals_and_places() {
        let callee = |line: &str| callee_of(line).unwrap_or_default();
        let string = "_2 = <String as From<&str>>::from(const \"a -> (<\\\"\") -> [return: bb1];";
        assert_eq!(callee(string), "<String as From<&str>>::from");
        let character = "_2 = String::push(move _3, const '(') -> [return: bb1];";
        assert_eq!(callee(character), "String::push");
        let saved = "(((*_3) as variant#3).0: Pin<impl A<B = C>>) = Pin::<D>::new(move _7) -> [return: bb2];";
        assert_eq!(callee(saved), "Pin<D>::new");
        assert_eq!(callee("_1 = copy _2(move _3) -> [return: bb1];"), "");
        assert_eq!(callee("switchInt(move _3) -> [0: bb1];"), "");
    }

    #[test]
    fn locals_of_async_bodies_are_variables_and_captures_are_not() {
        let text = "fn f::{closure#0}(_1: Pin<&mut A>) -> B {\n    debug x => (((*_2) as variant#3).0: std::sync::Arc<C>);\n    \
                    debug y => ((*_2).0: D);\n}\n";
        let function = &parse(text)[0];
        assert_eq!(function.variables["x"], ["Arc<C>"]);
        assert!(!function.variables.contains_key("y"));
    }

    #[test]
    fn functions_in_closures_are_functions() {
        let function = |name: &str| MirFunction {
            name: name.into(),
            ..MirFunction::default()
        };
        assert_eq!(
            function("memo::{closure#0}::go::{closure#1}").outermost(),
            "memo::go"
        );
        assert_eq!(
            function("impl@3::run::{closure#0}").outermost(),
            "impl@3::run"
        );
    }
}
