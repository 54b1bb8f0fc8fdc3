//! The normal form of types and paths, that does not depend on how a path is abbreviated.

use super::text::{find_close, find_end, find_open, split_arguments, split_outside};

/// The normal form of a type or path: no lifetimes, no module prefixes, closures without place, no
/// spaces but after commas. An item inside of a function is named by its own name.
pub fn normalize(text: &str) -> String {
    let text = erase_async(&number_constants(text));
    let text = erase_places(&text);
    let text = erase_function_kinds(&text);
    let text = erase_function_items(&text);
    tidy(&Paths::shorten(&erase_impls(&text)))
}

/// Constants of types as the numbers that they are to us: `true`, `'c'`.
fn number_constants(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match character(rest) {
            Some((constant, after)) => {
                out += &u32::from(constant).to_string();
                rest = after;
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    for (word, number) in [("true", 1), ("false", 0)] {
        for (before, after) in [("<", ">"), ("<", ","), (", ", ","), (", ", ">")] {
            let plain = format!("{before}{number}{after}");
            out = out.replace(&format!("{before}{word}{after}"), &plain);
        }
    }
    out
}

/// The character that a text begins with in quotes, and what comes after. (A lifetime has no second
/// quote.)
fn character(text: &str) -> Option<(char, &str)> {
    let literal = quoted_length(text)?;
    let constant: char = match &text[1..literal - 1] {
        "\\n" => '\n',
        "\\r" => '\r',
        "\\t" => '\t',
        "\\0" => '\0',
        quoted => match quoted.strip_prefix("\\u{") {
            Some(code) => {
                let code = u32::from_str_radix(code.trim_end_matches('}'), 16).ok()?;
                char::from_u32(code)?
            }
            None => quoted
                .trim_start_matches('\\')
                .chars()
                .next()
                .unwrap_or('\\'),
        },
    };
    Some((constant, &text[literal..]))
}

/// The length in bytes of the character in quotes that a text begins with.
fn quoted_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    let skipped = match first {
        '\\' => 1 + inside[1..].chars().next()?.len_utf8(),
        _ => first.len_utf8(),
    };
    let close = match first {
        '\\' => inside[skipped..].find('\'')?,
        _ => inside[skipped..].starts_with('\'').then_some(0)?,
    };
    Some(1 + skipped + close + 1)
}

/// The normal form of a callee: methods of an impl are their type's, and calls of closures and function
/// objects look alike. The order of a function's own arguments does not matter, as nested `impl
/// Trait`s have none.
pub fn callee_form(callee: &str) -> String {
    if let Some((this, method)) = inherent_impl(callee) {
        return callee_form(&format!("{this}::{method}"));
    }
    let Some((mut object, _)) = callee
        .strip_prefix('<')
        .and_then(|rest| split_outside(rest, " as Fn"))
    else {
        return with_sorted_arguments(callee);
    };
    while let Some(inner) = behind_pointer(object) {
        object = inner;
    }
    format!("<{object} as Fn>::call")
}

/// Type and method of `<impl Type>::method`, or of `<[Type]>::method`.
fn inherent_impl(callee: &str) -> Option<(&str, &str)> {
    let slice = || {
        callee
            .strip_prefix('<')
            .filter(|rest| rest.starts_with('['))
    };
    let rest = callee.strip_prefix("<impl ").or_else(slice)?;
    let (this, method) = rest.split_at(find_end(rest));
    let is_trait = this.starts_with("as ") || split_outside(this, " as ").is_some();
    method
        .strip_prefix(">::")
        .filter(|_| !is_trait)
        .map(|method| (this, method))
}

fn with_sorted_arguments(callee: &str) -> String {
    let Some(open) = find_open(callee).filter(|&open| callee[open..].starts_with('<')) else {
        return callee.to_string();
    };
    let mut arguments = split_arguments(&callee[open + 1..callee.len() - 1]);
    arguments.sort_unstable();
    format!("{}<{}>", &callee[..open], arguments.join(", "))
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

/// Writes a text without lifetimes and the prefixes of paths.
#[derive(Default)]
struct Paths {
    out: String,
    /// The segment that is being read.
    word: String,
}

impl Paths {
    fn shorten(text: &str) -> String {
        let mut paths = Paths::default();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = paths.next(c, &rest[c.len_utf8()..]);
        }
        paths.out + &paths.word
    }

    /// Takes a character; what is left after it.
    fn next<'a>(&mut self, c: char, rest: &'a str) -> &'a str {
        if is_of_word(c) {
            self.word.push(c);
        } else if c == '\'' {
            return rest.trim_start_matches(is_of_word).trim_start_matches(' ');
        } else if c == ':' && rest.starts_with(':') {
            self.end_segment(&rest[1..]);
            return &rest[1..];
        } else {
            self.out.push_str(&std::mem::take(&mut self.word));
            self.out.push(c);
        }
        rest
    }

    /// A module goes, or a function with the path to it, a type stays; so does what has arguments of
    /// its own.
    fn end_segment(&mut self, rest: &str) {
        let has_arguments = rest.starts_with('<') && !rest.starts_with("<impl ");
        let is_module = self.word.starts_with(char::is_lowercase);
        let in_closure = self.word.is_empty() && self.out.ends_with('}');
        if has_arguments {
            self.out.push_str(&self.word);
        } else if is_module || in_closure {
            self.out.truncate(path_start(&self.out));
        } else {
            self.out.push_str(&self.word);
            self.out.push_str("::");
        }
        self.word.clear();
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the path begins that a text ends with, `A<B>::` or `main::{closure#0}`.
fn path_start(text: &str) -> usize {
    let mut start = text;
    loop {
        let before = start.strip_suffix("::").unwrap_or(start);
        let has_bracket = before.ends_with('>') || before.ends_with('}');
        let bracket =
            find_open(before).filter(|_| has_bracket && (before != start || start == text));
        let before = bracket.map_or(before, |open| &before[..open]);
        let before = before.trim_end_matches(is_of_word);
        if before.len() == start.len() || !before.ends_with("::") {
            return before.len();
        }
        start = before;
    }
}

/// `impl Fn() -> i32` as a type becomes `impl`; `<impl [T]>::len` stays.
fn erase_impls(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("impl ") {
        out.push_str(&rest[..at + "impl".len()]);
        let bounds = &rest[at + "impl".len()..];
        let end = find_end(bounds);
        let (bounds, after) = bounds.split_at(end);
        if let Some((_, name)) = split_outside(bounds, " as ") {
            out.push_str(" as ");
            out.push_str(name);
        } else if after.starts_with(">::") && is_after_module(&out) {
            out.push_str(bounds);
        }
        rest = after;
    }
    out + rest
}

/// Whether `<impl` at the end of a text continues the path of a module, or begins it.
fn is_after_module(text: &str) -> bool {
    let Some(before) = text.strip_suffix("<impl") else {
        return false;
    };
    let path = before.strip_suffix("::").unwrap_or(before);
    let name = path.rsplit(|c: char| !is_of_word(c)).next();
    before.is_empty()
        || path != before && name.is_some_and(|name| name.starts_with(char::is_lowercase))
}

/// Our types of function pointers have no `unsafe` and no `extern`.
fn erase_function_kinds(text: &str) -> String {
    let mut out = text
        .replace("unsafe fn(", "fn(")
        .replace("unsafe extern ", "extern ");
    while let Some(at) = out.find("extern ") {
        let length = out[at..].find("fn(").unwrap_or(out.len() - at);
        out.replace_range(at..at + length, "");
    }
    out
}

/// `fn(A) -> B {path}`, the type of a function's name, becomes `fn_item`.
fn erase_function_items(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("fn(") {
        let ty = &rest[at..];
        let end = find_end(ty);
        let before = &rest[..at];
        rest = match ty[..end].find(" {") {
            Some(brace) => {
                out.push_str(before.strip_suffix("for ").unwrap_or(before));
                out.push_str("fn_item");
                let path = brace + " {".len();
                &ty[path + (find_close(&ty[path..]) + 1).min(ty.len() - path)..]
            }
            None => {
                out.push_str(before);
                out.push_str("fn(");
                &ty["fn(".len()..]
            }
        };
    }
    out + rest
}

/// `{closure@src/main.rs:3:5: 3:9}` and `{closure#0}` in types become `{closure}`; `<impl at ...>` is
/// the self type's business and becomes `<impl>`.
fn erase_places(text: &str) -> String {
    let mut out = text.to_string();
    for (opening, plain, close) in [("{closure@", "{closure", '}'), ("<impl at ", "<impl", '>')] {
        while let Some(at) = out.find(opening) {
            let end = out[at..].find(close).map_or(out.len(), |end| at + end);
            out.replace_range(at..end, plain);
        }
    }
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
    const BRACKETS: [(&str, &str); 7] = [
        ("{async block@", "{async}"),
        ("{async fn body of ", "{async}"),
        ("{async closure body", "{async}"),
        ("AsyncBlock<", "{async}"),
        ("AsyncFnOnce<", "FnOnce"),
        ("AsyncFnMut<", "FnMut"),
        ("AsyncFn<", "Fn"),
    ];
    const OUTPUTS: [(&str, &str); 2] = [
        (" as FnMut>::Output", " as FnOnce>::Output"),
        (" as Fn>::Output", " as FnOnce>::Output"),
    ];
    let mut out = replace_all(text, &NAMES);
    for (opening, plain) in BRACKETS {
        while let Some(at) = out.find(opening) {
            let inside = at + opening.len();
            let close = inside + find_close(&out[inside..]);
            out.replace_range(at..(close + 1).min(out.len()), plain);
        }
    }
    replace_all(&out, &OUTPUTS)
}

/// Replaces each until none is left, in this order.
fn replace_all(text: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = text.to_string();
    for (from, to) in replacements {
        while text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text
}

/// Drops what lifetimes leave behind (`<>`, `<, T>`, `&  T`, `for<>`), auto traits beside a bound, and
/// arguments that are std's defaults.
fn tidy(text: &str) -> String {
    const LEFT_BY_LIFETIMES: [(&str, &str); 9] = [
        ("for<> ", ""),
        ("<, ", "<"),
        ("::<>", ""),
        ("<>", ""),
        (" + )", ")"),
        ("& ", "&"),
        ("+  ", "+ "),
        (", >", ">"),
        (" + >", ">"),
    ];
    const UNSAID: [(&str, &str); 2] = [(", RandomState>", ">"), ("<Global>", "")];
    const FORMS: [(&str, &str); 4] = [
        ("<impl dyn ", "<dyn "),
        ("for Fn", "Fn"),
        ("for fn(", "fn("),
        ("::<", "<"),
    ];
    let text = replace_all(&replace_all(text, &LEFT_BY_LIFETIMES), &UNSAID);
    let text = replace_all(&without_parentheses(&text), &FORMS);
    text.trim().trim_end_matches("::").to_string()
}

/// `(dyn Any)` becomes `dyn Any`.
fn without_parentheses(text: &str) -> String {
    let mut out = text.to_string();
    while let Some(at) = out.find("(dyn ") {
        let close = at + 1 + find_close(&out[at + 1..]);
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

    fn check(text: &str, expected: &str) {
        assert_eq!(normalize(text), expected);
        assert_eq!(normalize(expected), expected, "the normal form is its own");
    }

    #[test]
    fn constants_are_numbers() {
        assert_eq!(normalize("Level<true, '\\''>"), "Level<1, 39>");
        assert_eq!(normalize("A<'a', '\\u{e9}', false>"), "A<97, 233, 0>");
        assert_eq!(normalize("&'a A<'a, 'b'>"), "&A<98>");
    }

    #[test]
    fn paths_lose_modules_and_lifetimes() {
        check("std::sync::Mutex::<i32>::lock", "Mutex<i32>::lock");
        check("std::sync::MutexGuard<'_, i32>", "MutexGuard<i32>");
        check(
            "core::fmt::rt::Argument::<'_>::new_display::<i32>",
            "Argument::new_display<i32>",
        );
        check("&'static str", "&str");
        check("&'a (dyn std::any::Any + Send + 'a)", "&dyn Any + Send");
        check(
            "<std::ops::Range<usize> as Iterator>::next",
            "<Range<usize> as Iterator>::next",
        );
        check(
            "core::num::<impl i32>::wrapping_add",
            "<impl i32>::wrapping_add",
        );
    }

    #[test]
    fn items_of_bodies_lose_the_path_to_the_body() {
        check("Tree::<K, V>::remove_min::go::<K, V>", "go<K, V>");
        check("<Foo as Trait<A>>::method::inner", "inner");
        check("memo::{closure#0}::go::<A, R>", "go<A, R>");
        check("std::sync::Mutex<Builder::run::Shared>", "Mutex<Shared>");
        check("fn(i32) -> Builder::run::Shared", "fn(i32) -> Shared");
    }

    #[test]
    fn closures_and_functions_lose_their_places() {
        check(
            "spawn::<{closure@/tmp/a.rs:53:36: 53:43}, ()>",
            "spawn<{closure}, ()>",
        );
        check("map::<fn(i32) -> u8 {a::<'_>::b}, u8>", "map<fn_item, u8>");
        check("get::<for<'a> fn(&'a u8) -> u8 {fib}>", "get<fn_item>");
        check("(unsafe fn(*mut c_void), i32)", "(fn(*mut c_void), i32)");
        check("unsafe extern \"C\" fn(i32) -> i32", "fn(i32) -> i32");
        check("for<'a> extern \"C\" fn(&'a i32)", "fn(&i32)");
    }

    #[test]
    fn impls_lose_their_bounds() {
        check("Map<impl Fn(&A) -> B + 'static, C>", "Map<impl, C>");
        check(
            "<impl Future<Output = T> + Send + 'static as Future>::poll",
            "<impl as Future>::poll",
        );
        check("core::slice::<impl [T]>::len", "<impl [T]>::len");
    }

    #[test]
    fn async_bodies_are_one_type() {
        check(
            "Pin<Box<{async fn body of a::b<C>()}>>",
            "Pin<Box<{async}>>",
        );
        check("<F as AsyncFn<(A,)>>::async_call", "<F as Fn>::call");
        check(
            "<<F as AsyncFnMut<(A,)>>::CallRefFuture<'_> as Future>::poll",
            "<<F as FnOnce>::Output as Future>::poll",
        );
    }

    #[test]
    fn callees_of_one_kind_look_alike() {
        assert_eq!(callee_form("<impl [T]>::len"), "[T]::len");
        assert_eq!(
            callee_form("<impl as Future>::poll"),
            "<impl as Future>::poll"
        );
        assert_eq!(
            callee_form("<&mut Box<F> as FnMut<(A,)>>::call_mut"),
            "<F as Fn>::call"
        );
        assert_eq!(callee_form("f<impl, A>"), callee_form("f<A, impl>"));
    }
}
