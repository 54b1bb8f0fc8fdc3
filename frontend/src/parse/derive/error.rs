//! `thiserror::Error`, of the derives that are not std's the one that tests of libraries reach most:
//! `Display` from `#[error("..")]`, `Error::source`, and `From` for a field with `#[from]`.

use super::{Generics, text_of};
use crate::parse::attributes;
use crate::parse::tokens::name;
use crate::resolve::cfg::CfgSet;
use crate::resolve::hygiene::{STD_CRATE, without_marks};
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use std::fmt::Write as _;
use std::rc::Rc;
use syn::Attribute;

/// A type with `#[derive(Error)]`.
pub(crate) struct ErrorType {
    name: String,
    generics: Generics,
    variants: Vec<Variant>,
}

/// A variant; a struct has one.
struct Variant {
    /// How it is written in patterns and expressions.
    path: String,
    fields: Vec<Field>,
    /// What `#[error(..)]` says of it, or of the whole type.
    message: Option<TokenStream>,
}

struct Field {
    /// Name, or index in a tuple.
    member: String,
    /// The variable that it is bound to.
    binding: String,
    ty: syn::Type,
    is_source: bool,
    is_from: bool,
}

impl ErrorType {
    /// A struct.
    pub(crate) fn structure(
        cfg: &CfgSet,
        item: &syn::ItemStruct,
        attrs: &[Attribute],
    ) -> ErrorType {
        ErrorType {
            name: name(&item.ident).to_string(),
            generics: Generics::new(&item.generics, item.fields.iter()),
            variants: vec![Variant::new(cfg, "Self".to_string(), &item.fields, attrs)],
        }
    }

    /// An enum.
    pub(crate) fn enumeration(
        cfg: &CfgSet,
        item: &syn::ItemEnum,
        variants: &[Rc<syn::Variant>],
        attrs: &[Attribute],
    ) -> ErrorType {
        let convert = |variant: &Rc<syn::Variant>| {
            let path = format!("Self::{}", name(&variant.ident));
            let own = [&variant.attrs[..], attrs].concat();
            Variant::new(cfg, path, &variant.fields, &own)
        };
        ErrorType {
            name: name(&item.ident).to_string(),
            generics: Generics::new(&item.generics, std::iter::empty()),
            variants: variants.iter().map(convert).collect(),
        }
    }

    /// Whether each variant says how it is displayed, which only this crate's `Error` needs.
    pub(crate) fn is_complete(&self) -> bool {
        let told = |variant: &Variant| variant.message.is_some();
        !self.variants.is_empty() && self.variants.iter().all(told)
    }

    /// The impls, each with its trait's name; an error is what of the derive is not supported.
    pub(crate) fn expand(&self) -> Result<Vec<(&'static str, String)>, String> {
        let mut impls = vec![("Display", self.display()?), ("Error", self.error())];
        for variant in &self.variants {
            if let Some(from) = variant.fields.iter().find(|field| field.is_from) {
                impls.push(("From", self.from(variant, from)));
            }
        }
        Ok(impls)
    }

    fn display(&self) -> Result<String, String> {
        let mut arms = String::new();
        for variant in &self.variants {
            write!(arms, "{} => {{ {} }} ", variant.pattern(), variant.shown()?)
                .expect("writing to a string");
        }
        let body = format!(
            "fn fmt(&self, formatter__: &mut {STD_CRATE}::fmt::Formatter<'_>) -> {STD_CRATE}::fmt::Result \
             {{ match self {{ {arms} }} }}"
        );
        Ok(self.implement("fmt::Display", &body))
    }

    fn error(&self) -> String {
        let arms = self.variants.iter().map(|variant| {
            let source = variant.source();
            format!("{} => {{ {source} }} ", variant.pattern())
        });
        let body = format!(
            "fn source(&self) -> Option<&(dyn {STD_CRATE}::error::Error + 'static)> \
             {{ use {STD_CRATE}::error::AsDynError as _; match self {{ {} }} }}",
            arms.collect::<String>()
        );
        self.implement("error::Error", &body)
    }

    fn from(&self, variant: &Variant, from: &Field) -> String {
        let ty = text_of(&from.ty);
        let fields = variant.fields.iter().map(|field| {
            let value = match field.is_from {
                true => "source__".to_string(),
                false => format!("{STD_CRATE}::backtrace::Backtrace::capture().into()"),
            };
            format!("{}: {value}, ", field.member)
        });
        let value = format!("{} {{ {} }}", variant.path, fields.collect::<String>());
        let body = format!("fn from(source__: {ty}) -> Self {{ {value} }}");
        self.implement(&format!("convert::From<{ty}>"), &body)
    }

    fn implement(&self, path: &str, body: &str) -> String {
        let Generics {
            declared,
            used,
            predicates,
            ..
        } = &self.generics;
        let name = &self.name;
        format!(
            "impl {declared} {STD_CRATE}::{path} for {name}{used} where {predicates} {{ {body} }}"
        )
    }
}

impl Variant {
    fn new(cfg: &CfgSet, path: String, fields: &syn::Fields, attrs: &[Attribute]) -> Variant {
        let kept = fields
            .iter()
            .filter(|field| attributes::enabled(cfg, &field.attrs));
        let mut messages = attrs
            .iter()
            .filter(|attribute| attributes::is(attribute, "error"))
            .map(attributes::arguments)
            .filter(is_message);
        Variant {
            path,
            fields: kept.enumerate().map(Field::new).collect(),
            message: messages.next(),
        }
    }

    fn pattern(&self) -> String {
        let bind = |field: &Field| format!("{}: {}, ", field.member, field.binding);
        let fields: String = self.fields.iter().map(bind).collect();
        format!("{} {{ {fields} }}", self.path)
    }

    fn is_transparent(&self) -> bool {
        let first = self
            .message
            .clone()
            .and_then(|tokens| tokens.into_iter().next());
        matches!(first, Some(TokenTree::Ident(word)) if word == "transparent")
    }

    /// The expression that displays it.
    fn shown(&self) -> Result<String, String> {
        let mut tokens = self.message.clone().unwrap_or_default().into_iter();
        match tokens.next() {
            Some(TokenTree::Ident(word)) if word == "transparent" => match &self.fields[..] {
                [] => Err("`#[error(transparent)]` without a field".to_string()),
                [field, ..] => Ok(format!(
                    "{STD_CRATE}::fmt::Display::fmt({}, formatter__)",
                    field.binding
                )),
            },
            Some(TokenTree::Ident(_)) => {
                let path: TokenStream = tokens.skip(1).collect();
                let fields = self
                    .fields
                    .iter()
                    .map(|field| format!("{}, ", field.binding));
                Ok(format!(
                    "({path})({} formatter__)",
                    fields.collect::<String>()
                ))
            }
            Some(TokenTree::Literal(literal)) => {
                let text: syn::LitStr = syn::parse2(TokenTree::Literal(literal).into())
                    .map_err(|_| "`#[error(..)]` without a string".to_string())?;
                let format = Literal::string(&self.format(&text.value()));
                let arguments = shorthands(tokens.collect());
                Ok(format!(
                    "formatter__.write_fmt(format_args!({format}{arguments}))"
                ))
            }
            _ => Err("`#[error(..)]` that is computed".to_string()),
        }
    }

    /// A format string with fields named by position made names: `{0:?}` to `{_0:?}`, `{1$}` to `{_1$}`.
    fn format(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            let (before, after) = rest.split_at(at + 1);
            result.push_str(before);
            rest = after;
            if let Some(escaped) = rest.strip_prefix('{') {
                result.push('{');
                rest = escaped;
                continue;
            }
            let end = rest.find('}').unwrap_or(rest.len());
            let (argument, spec) = rest[..end].split_at(rest[..end].find(':').unwrap_or(end));
            result.push_str(&self.positional(argument, true));
            for (index, part) in spec.split('$').enumerate() {
                if index > 0 {
                    result.push('$');
                }
                let is_last = index == spec.matches('$').count();
                result.push_str(&if is_last {
                    part.to_string()
                } else {
                    self.positional(part, false)
                });
            }
            rest = &rest[end..];
        }
        result + rest
    }

    /// A number at the end of a text that names a field becomes the field's variable.
    fn positional(&self, text: &str, alone: bool) -> String {
        let start = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, number) = text.split_at(start);
        let known = self.fields.iter().any(|field| field.member == number);
        match known && (!alone || before.is_empty()) {
            true => format!("{before}_{number}"),
            false => text.to_string(),
        }
    }

    /// What `Error::source` gives.
    fn source(&self) -> String {
        if self.is_transparent() {
            let first = self.fields.first().map_or("self", |field| &field.binding);
            return format!("{STD_CRATE}::error::Error::source({first}.as_dyn_error())");
        }
        let Some(field) = self.fields.iter().find(|field| field.is_source) else {
            return format!("{STD_CRATE}::option::Option::None");
        };
        let binding = &field.binding;
        match super::super::type_name(&field.ty) {
            Some(name) if name.as_str() == "Option" => {
                format!("{binding}.as_ref().map(|source__| source__.as_dyn_error())")
            }
            _ => format!("{STD_CRATE}::option::Option::Some({binding}.as_dyn_error())"),
        }
    }
}

impl Field {
    fn new((index, field): (usize, &syn::Field)) -> Field {
        let member = match &field.ident {
            Some(ident) => without_marks(&ident.to_string()),
            None => index.to_string(),
        };
        let has = |word: &str| {
            field
                .attrs
                .iter()
                .any(|attribute| attributes::is(attribute, word))
        };
        Field {
            binding: match field.ident {
                Some(_) => member.clone(),
                None => format!("_{index}"),
            },
            is_source: has("source") || has("from") || member == "source",
            is_from: has("from"),
            ty: field.ty.clone(),
            member,
        }
    }
}

/// Whether the tokens of an `#[error(..)]` say how to display a value.
fn is_message(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Ident(word)) => word == "transparent" || word == "fmt",
        _ => false,
    }
}

/// Arguments in which `.field` and `.0` at the start of an expression name fields.
fn shorthands(tokens: TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut starts = true;
    while let Some(token) = tokens.next() {
        let dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
        match (dot && starts, tokens.peek()) {
            (true, Some(TokenTree::Ident(_))) => {
                result.extend(tokens.next());
                starts = false;
                continue;
            }
            (true, Some(TokenTree::Literal(number))) => {
                // `.0.1` has the number `0.1`.
                let text = format!("_{number}");
                let fields: TokenStream = text.parse().unwrap_or_default();
                result.extend(match text.split_once('.') {
                    None => TokenTree::Ident(Ident::new(&text, Span::call_site())).into(),
                    Some((first, rest)) => format!("{first} . {rest}").parse().unwrap_or(fields),
                });
                tokens.next();
                starts = false;
                continue;
            }
            _ => {}
        }
        starts = match &token {
            TokenTree::Punct(punct) => !['.', '?'].contains(&punct.as_char()),
            TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_) => false,
        };
        result.extend([match token {
            TokenTree::Group(group) => {
                let inside = shorthands(group.stream());
                TokenTree::Group(Group::new(group.delimiter(), inside))
            }
            other => other,
        }]);
    }
    result
}
