//! `Clone`, `Debug`, `Default`, `Hash`.

use super::{Input, Kind, Shape, Variant, std_path};

/// `Clone`: field by field, or a copy where `Copy` is derived too and nothing is generic.
pub(super) fn clone(input: &Input, also_copy: bool) -> String {
    let plain = input.generics.bounded.is_empty();
    let value = if input.kind == Kind::Union || also_copy && plain {
        "*self".to_string()
    } else {
        let clone = std_path("clone::Clone::clone");
        each_variant(input, |variant, path| {
            variant.construct(path, |index| format!("{clone}(f{index})"))
        })
    };
    input.implement(
        "clone::Clone",
        &format!("fn clone(&self) -> Self {{ {value} }}"),
    )
}

/// `match self { Variant { fields as f0, f1, .. } => arm, .. }`; of packed structs, with copies.
pub(super) fn each_variant(input: &Input, arm: impl Fn(&Variant, &str) -> String) -> String {
    if input.variants.is_empty() {
        return "match *self {}".to_string();
    }
    if let (true, [only]) = (input.packed, input.variants.as_slice()) {
        return input.with_copies("self", "f", &arm(only, &input.path(only)));
    }
    let arms = input.variants.iter().map(|variant| {
        let path = input.path(variant);
        format!(
            "{} => {}, ",
            variant.pattern(&path, "f"),
            arm(variant, &path)
        )
    });
    format!("match self {{ {} }}", arms.collect::<String>())
}

/// `Debug`, through the formatter's builders. The last field of a struct may have no size, and is shown
/// through a reference.
pub(super) fn debug(input: &Input) -> String {
    let body = each_variant(input, |variant, _| {
        let name = match input.kind {
            Kind::Enum => &variant.name,
            Kind::Struct | Kind::Union => &input.name,
        };
        let formatter = std_path("fmt::Formatter");
        let field = |index: usize| match input.kind == Kind::Struct {
            true if index + 1 == variant.fields.len() => format!("&f{index}"),
            _ => format!("f{index}"),
        };
        match variant.shape {
            Shape::Unit => format!("{formatter}::write_str(f, {name:?})"),
            Shape::Tuple => {
                let start = format!("{formatter}::debug_tuple(f, {name:?})");
                let fields = (0..variant.fields.len()).map(field);
                built("fmt::DebugTuple", &start, fields)
            }
            Shape::Named => {
                let start = format!("{formatter}::debug_struct(f, {name:?})");
                let plain = |field: &String| field.trim_start_matches("r#").to_string();
                let fields = variant.fields.iter().enumerate();
                let fields =
                    fields.map(|(index, name)| format!("{:?}, {}", plain(name), field(index)));
                built("fmt::DebugStruct", &start, fields)
            }
        }
    });
    let (formatter, result) = (std_path("fmt::Formatter"), std_path("fmt::Result"));
    input.implement(
        "fmt::Debug",
        &format!("fn fmt(&self, f: &mut {formatter}) -> {result} {{ {body} }}"),
    )
}

/// What a builder of the formatter's makes of these fields. Its methods are called by path: a trait of the
/// user's may have some of the same names.
fn built(builder: &str, start: &str, fields: impl Iterator<Item = String>) -> String {
    let builder = std_path(builder);
    let all = fields.fold(format!("&mut {start}"), |before, field| {
        format!("{builder}::field({before}, {field})")
    });
    format!("{builder}::finish({all})")
}

/// `Default`: of each field, or the variant marked `#[default]`, which has none: it bounds nothing.
pub(super) fn default(input: &Input) -> String {
    let bound = std_path("default::Default");
    let (variant, bounds) = match input.kind {
        Kind::Enum => (input.variants.iter().find(|v| v.is_default), ""),
        Kind::Struct | Kind::Union => (input.variants.first(), bound.as_str()),
    };
    let call = format!("{}()", std_path("default::Default::default"));
    let value = match variant {
        Some(variant) => variant.construct(&input.path(variant), |_| call.clone()),
        None => call,
    };
    input.implement_where(
        "default::Default",
        bounds,
        &format!("fn default() -> Self {{ {value} }}"),
    )
}

/// `Hash`: the variant's index, then each field.
pub(super) fn hash(input: &Input) -> String {
    let hash = std_path("hash::Hash::hash");
    let index = match input.kind {
        Kind::Enum if input.variants.len() > 1 => {
            format!("{hash}(&{}, state);", index_of(input, "self"))
        }
        Kind::Enum | Kind::Struct | Kind::Union => String::new(),
    };
    let fields = each_variant(input, |variant, _| {
        let calls = (0..variant.fields.len()).map(|index| format!("{hash}(f{index}, state);"));
        format!("{{ {} }}", calls.collect::<String>())
    });
    let hasher = std_path("hash::Hasher");
    input.implement(
        "hash::Hash",
        &format!("fn hash<__H: {hasher}>(&self, state: &mut __H) {{ {index} {fields} }}"),
    )
}

/// What orders a value's variant among the others: its discriminant.
pub(super) fn index_of(input: &Input, value: &str) -> String {
    let (discriminant, ty) = (
        std_path("intrinsics::discriminant"),
        std_path(&format!("primitive::{}", input.discriminant)),
    );
    format!("({discriminant}({value}) as {ty})")
}
