//! Derives of std's traits, expanded to impls as text.
//!
//! The text names everything absolutely, so that it means the same wherever the type stands.

mod compare;
mod simple;

use super::attributes;
use super::tokens::name;
use crate::resolve::cfg::CfgSet;
use crate::resolve::hygiene::STD_CRATE;
use crate::symbol::Symbol;
use proc_macro2::Span;
use quote::ToTokens;
use std::fmt::Write as _;
use std::rc::Rc;

/// A type as derives see it.
pub(crate) struct Input {
    name: String,
    generics: Generics,
    variants: Vec<Variant>,
    /// A struct has one variant, which is written without a path.
    kind: Kind,
    /// The type of its discriminants.
    discriminant: &'static str,
    /// There are no references to its fields: derives copy them.
    packed: bool,
}

/// The type of discriminants where nobody says another one.
const DISCRIMINANT: &str = "isize";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct,
    Enum,
    Union,
}

struct Variant {
    name: String,
    shape: Shape,
    /// Names, or indices for tuples.
    fields: Vec<String>,
    /// `#[default]`.
    is_default: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Unit,
    Tuple,
    Named,
}

struct Generics {
    /// `<T: Bound, const N: usize>`, without defaults.
    declared: String,
    /// `<T, N>`.
    used: String,
    /// The predicates of the where-clause.
    predicates: String,
    /// Type parameters, and field types that are projections of one.
    bounded: Vec<String>,
}

impl Input {
    /// A struct.
    pub(crate) fn structure(cfg: &CfgSet, item: &syn::ItemStruct, packed: bool) -> Input {
        let variant = Variant::new(cfg, String::new(), &item.fields);
        Input {
            name: name(&item.ident).to_string(),
            generics: Generics::new(cfg, &item.generics, item.fields.iter()),
            variants: vec![variant],
            kind: Kind::Struct,
            discriminant: DISCRIMINANT,
            packed,
        }
    }

    /// An enum.
    pub(crate) fn enumeration(
        cfg: &CfgSet,
        item: &syn::ItemEnum,
        variants: &[Rc<syn::Variant>],
        discriminant: Option<&'static str>,
    ) -> Input {
        let fields = variants.iter().flat_map(|variant| variant.fields.iter());
        let generics = Generics::new(cfg, &item.generics, fields);
        let convert = |variant: &Rc<syn::Variant>| Variant {
            is_default: variant
                .attrs
                .iter()
                .any(|attribute| attributes::is(attribute, "default")),
            ..Variant::new(cfg, name(&variant.ident).to_string(), &variant.fields)
        };
        Input {
            name: name(&item.ident).to_string(),
            generics,
            variants: variants.iter().map(convert).collect(),
            kind: Kind::Enum,
            discriminant: discriminant.unwrap_or(DISCRIMINANT),
            packed: false,
        }
    }

    /// A union: only `Clone` and `Copy` can be derived.
    pub(crate) fn union(cfg: &CfgSet, item: &syn::ItemUnion) -> Input {
        Input {
            name: name(&item.ident).to_string(),
            generics: Generics::new(cfg, &item.generics, item.fields.named.iter()),
            variants: Vec::new(),
            kind: Kind::Union,
            discriminant: DISCRIMINANT,
            packed: false,
        }
    }

    /// `impl<..> Trait for Type<..> where T: Trait, .. { body }`.
    fn implement(&self, trait_path: &str, body: &str) -> String {
        let mut bounds = std_path(trait_path);
        if self.packed {
            write!(bounds, " + {}", std_path("marker::Copy")).expect("writing to a string");
        }
        self.implement_where(trait_path, &bounds, body)
    }

    /// The same with other bounds of the parameters; none if they are empty.
    fn implement_where(&self, trait_path: &str, bounds: &str, body: &str) -> String {
        let Generics {
            declared,
            used,
            predicates,
            bounded,
        } = &self.generics;
        let path = std_path(trait_path);
        let mut text = format!(
            "impl {declared} {path} for {}{used} where {predicates}",
            self.name
        );
        for ty in bounded {
            write!(text, " {ty}: {bounds},").expect("writing to a string");
        }
        write!(text, " {{ {body} }}").expect("writing to a string");
        text
    }

    /// An expression in which the fields of a packed struct are in reach through references to copies.
    fn with_copies(&self, of: &str, prefix: &str, value: &str) -> String {
        let variant = &self.variants[0];
        let pattern = variant.pattern(&self.path(variant), prefix);
        let names = (0..variant.fields.len()).map(|index| format!("{prefix}{index}"));
        let borrow = |name| format!("let {name} = &{name}; ");
        let borrows = names.map(borrow).collect::<String>();
        format!("match *{of} {{ {pattern} => {{ {borrows} {value} }} }}")
    }

    /// How a variant is named in patterns and expressions.
    fn path(&self, variant: &Variant) -> String {
        match self.kind {
            Kind::Struct | Kind::Union => "Self".to_string(),
            Kind::Enum => format!("Self::{}", variant.name),
        }
    }
}

impl Variant {
    fn new(cfg: &CfgSet, name: String, fields: &syn::Fields) -> Variant {
        let shape = match fields {
            syn::Fields::Named(_) => Shape::Named,
            syn::Fields::Unnamed(_) => Shape::Tuple,
            syn::Fields::Unit => Shape::Unit,
        };
        let kept = fields
            .iter()
            .filter(|field| attributes::enabled(cfg, &field.attrs));
        let field_name = |(index, field): (usize, &syn::Field)| match &field.ident {
            Some(ident) => crate::resolve::hygiene::without_marks(&ident.to_string()),
            None => index.to_string(),
        };
        let fields = kept.enumerate().map(field_name).collect();
        Variant {
            name,
            shape,
            fields,
            is_default: false,
        }
    }

    /// A pattern that binds field `i` to `{prefix}{i}`. Braces work for every shape.
    fn pattern(&self, path: &str, prefix: &str) -> String {
        let fields = self.fields.iter().enumerate();
        let bind = |(index, field): (usize, &String)| format!("{field}: {prefix}{index}, ");
        format!("{path} {{ {} }}", fields.map(bind).collect::<String>())
    }

    /// The value with each field from `value(i)`.
    fn construct(&self, path: &str, value: impl Fn(usize) -> String) -> String {
        let fields = self.fields.iter().enumerate();
        let give = |(index, field): (usize, &String)| format!("{field}: {}, ", value(index));
        format!("{path} {{ {} }}", fields.map(give).collect::<String>())
    }
}

impl Generics {
    fn new<'a>(
        cfg: &CfgSet,
        generics: &syn::Generics,
        fields: impl Iterator<Item = &'a syn::Field>,
    ) -> Generics {
        let mut declared = String::new();
        let mut used = String::new();
        let mut bounded = Vec::new();
        for param in attributes::parameters(cfg, generics) {
            match param {
                syn::GenericParam::Type(param) => {
                    let bounds = text_of(&param.bounds);
                    let colon = if param.bounds.is_empty() { "" } else { ": " };
                    write!(declared, "{}{colon}{bounds}, ", param.ident)
                        .expect("writing to a string");
                    write!(used, "{}, ", param.ident).expect("writing to a string");
                    bounded.push(name(&param.ident).to_string());
                }
                syn::GenericParam::Const(param) => {
                    write!(declared, "const {}: {}, ", param.ident, text_of(&param.ty))
                        .expect("writing to a string");
                    write!(used, "{}, ", param.ident).expect("writing to a string");
                }
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        let types: Vec<String> = bounded.clone();
        for field in fields {
            projections(&field.ty, &types, &mut bounded);
        }
        bounded.dedup();
        let predicates = generics
            .where_clause
            .as_ref()
            .map(|clause| &clause.predicates);
        Generics {
            declared: format!("<{declared}>"),
            used: format!("<{used}>"),
            predicates: predicates.map(predicates_text).unwrap_or_default(),
            bounded,
        }
    }
}

fn predicates_text(
    predicates: &syn::punctuated::Punctuated<syn::WherePredicate, syn::Token![,]>,
) -> String {
    predicates
        .iter()
        .map(|predicate| format!("{}, ", text_of(predicate)))
        .collect()
}

/// Types like `T::Item` anywhere in a field's type, which rustc's derives bound as well.
fn projections(ty: &syn::Type, params: &[String], found: &mut Vec<String>) {
    let mut inside = |ty: &syn::Type| projections(ty, params, found);
    match ty {
        syn::Type::Path(path) => {
            for segment in &path.path.segments {
                arguments(&segment.arguments).for_each(&mut inside);
            }
            if projects(path, params) {
                found.push(text_of(ty));
            }
        }
        syn::Type::Reference(reference) => inside(&reference.elem),
        syn::Type::Ptr(pointer) => inside(&pointer.elem),
        syn::Type::Array(array) => inside(&array.elem),
        syn::Type::Slice(slice) => inside(&slice.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().for_each(inside),
        syn::Type::Paren(paren) => inside(&paren.elem),
        syn::Type::Group(group) => inside(&group.elem),
        _ => {}
    }
}

fn projects(path: &syn::TypePath, params: &[String]) -> bool {
    let first = path.path.segments.first();
    let starts = first.is_some_and(|first| params.contains(&name(&first.ident).to_string()));
    path.qself.is_some() || path.path.segments.len() > 1 && starts
}

/// The types among a path segment's arguments.
fn arguments(arguments: &syn::PathArguments) -> impl Iterator<Item = &syn::Type> {
    let list = match arguments {
        syn::PathArguments::AngleBracketed(list) => Some(&list.args),
        syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => None,
    };
    list.into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

fn text_of(syntax: &impl ToTokens) -> String {
    syntax.to_token_stream().to_string()
}

fn std_path(path: &str) -> String {
    format!("{STD_CRATE}::{path}")
}

/// The traits whose derives mean something here.
const KNOWN: [&str; 9] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Hash",
    "Eq",
    "PartialEq",
    "PartialOrd",
    "Ord",
];

/// Whether [`expand`] knows a trait.
pub(crate) fn is_known(trait_name: &str) -> bool {
    KNOWN.contains(&trait_name)
}

/// The impl that one derive stands for; `None` for derives that are not std's.
pub(crate) fn expand(trait_name: &str, input: &Input, all: &[(Symbol, Span)]) -> Option<String> {
    let also = |name: &str| all.iter().any(|(derived, _)| derived.as_str() == name);
    Some(match trait_name {
        "Clone" => simple::clone(input, also("Copy")),
        "Copy" => input.implement("marker::Copy", ""),
        "Debug" => simple::debug(input),
        "Default" => simple::default(input),
        "Hash" => simple::hash(input),
        "Eq" => input.implement("cmp::Eq", ""),
        "PartialEq" => compare::partial_eq(input),
        "PartialOrd" => compare::partial_ord(input),
        "Ord" => compare::ord(input),
        _ => return None,
    })
}
