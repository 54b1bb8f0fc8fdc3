//! `PartialEq`, `PartialOrd`, `Ord`.

use super::simple::index_of;
use super::{Input, Kind, Variant, std_path};

/// Values are equal if their variants are and all fields.
pub(super) fn partial_eq(input: &Input) -> String {
    let body = both(input, "false", |variant| {
        let fields = (0..variant.fields.len()).map(|index| format!("*a{index} == *b{index}"));
        let all = fields.collect::<Vec<_>>().join(" && ");
        if all.is_empty() {
            "true".to_string()
        } else {
            all
        }
    });
    input.implement(
        "cmp::PartialEq",
        &format!("fn eq(&self, other: &Self) -> bool {{ {body} }}"),
    )
}

/// Lexicographic; variants in the order of their discriminants.
pub(super) fn partial_ord(input: &Input) -> String {
    let compare = std_path("cmp::PartialOrd::partial_cmp");
    let equal = format!(
        "{}({})",
        std_path("option::Option::Some"),
        ordering("Equal")
    );
    let otherwise = format!(
        "{compare}(&{}, &{})",
        index_of(input, "self"),
        index_of(input, "other")
    );
    let body = both(input, &otherwise, |variant| {
        chain(variant, &compare, &equal)
    });
    let result = format!(
        "{}<{}>",
        std_path("option::Option"),
        std_path("cmp::Ordering")
    );
    input.implement(
        "cmp::PartialOrd",
        &format!("fn partial_cmp(&self, other: &Self) -> {result} {{ {body} }}"),
    )
}

/// As [`partial_ord`].
pub(super) fn ord(input: &Input) -> String {
    let compare = std_path("cmp::Ord::cmp");
    let otherwise = format!(
        "{compare}(&{}, &{})",
        index_of(input, "self"),
        index_of(input, "other")
    );
    let body = both(input, &otherwise, |variant| {
        chain(variant, &compare, &ordering("Equal"))
    });
    let result = std_path("cmp::Ordering");
    input.implement(
        "cmp::Ord",
        &format!("fn cmp(&self, other: &Self) -> {result} {{ {body} }}"),
    )
}

fn ordering(name: &str) -> String {
    std_path(&format!("cmp::Ordering::{name}"))
}

/// Compares fields until two differ.
fn chain(variant: &Variant, compare: &str, equal: &str) -> String {
    let fields = (0..variant.fields.len()).rev();
    fields.fold(equal.to_string(), |rest, index| {
        format!("match {compare}(a{index}, b{index}) {{ {equal} => {rest}, unequal => unequal }}")
    })
}

/// `match (self, other)`: an arm for each variant on both sides, and one for different variants. Of packed
/// structs, with copies.
fn both(input: &Input, different: &str, same: impl Fn(&Variant) -> String) -> String {
    if input.variants.is_empty() {
        return "match *self {}".to_string();
    }
    if let (true, [only]) = (input.packed, input.variants.as_slice()) {
        let inner = input.with_copies("other", "b", &same(only));
        return input.with_copies("self", "a", &inner);
    }
    let arms = input.variants.iter().map(|variant| {
        let path = input.path(variant);
        let (left, right) = (variant.pattern(&path, "a"), variant.pattern(&path, "b"));
        format!("({left}, {right}) => {{ {} }} ", same(variant))
    });
    let arms: String = arms.collect();
    let rest = match input.kind {
        Kind::Enum if input.variants.len() > 1 => format!("_ => {different},"),
        Kind::Enum | Kind::Struct | Kind::Union => String::new(),
    };
    format!("match (self, other) {{ {arms} {rest} }}")
}
