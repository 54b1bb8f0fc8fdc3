//! Procedural macros: what they are given, and what comes of it as tokens.

use super::attributes::{self, effective};
use super::places::passed_on;
use super::source::check_text;
use super::tokens::{respan, span_in};
use crate::diagnostic::{Diagnostic, Result};
use crate::inputs;
use crate::macros::{Call, Failure, Macro, MacroKind};
use crate::resolve::cfg::CfgSet;
use crate::resolve::hygiene::{STD_CRATE, unit_named, without_marks};
use crate::resolve::{Crate, ProcMacro};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use std::str::FromStr;
use vscheck_ir::FileId;

/// A use of a macro.
pub(super) struct Use {
    /// What the result stands at.
    pub place: Span,
    pub file: FileId,
    /// Of an attribute, what stands in its brackets.
    pub arguments: Option<TokenStream>,
    pub input: TokenStream,
}

/// The tokens that a use of a macro stands for; `None` if the macro cannot be run, which is noted.
pub(super) fn expand_if_possible(
    krate: &Crate,
    which: ProcMacro,
    used: Use,
) -> Result<Option<TokenStream>> {
    let file = used.file;
    match expand(krate, which, used) {
        Ok(tokens) => Ok(Some(tokens)),
        Err(Refused::Use(diagnostic)) => Err(diagnostic),
        Err(Refused::Macro(diagnostic)) => {
            krate.forgive_library(file, *diagnostic);
            Ok(None)
        }
    }
}

/// Whose fault it is.
pub(super) enum Refused {
    Macro(Box<Diagnostic>),
    Use(Box<Diagnostic>),
}

impl From<Box<Diagnostic>> for Refused {
    fn from(diagnostic: Box<Diagnostic>) -> Refused {
        Refused::Use(diagnostic)
    }
}

impl From<Refused> for Box<Diagnostic> {
    fn from(refused: Refused) -> Box<Diagnostic> {
        match refused {
            Refused::Macro(diagnostic) | Refused::Use(diagnostic) => diagnostic,
        }
    }
}

/// The tokens that a use of a macro stands for.
pub(super) fn expand(
    krate: &Crate,
    which: ProcMacro,
    used: Use,
) -> std::result::Result<TokenStream, Refused> {
    let ProcMacro { unit, kind, name } = which;
    let span = span_in(used.file, used.place);
    let file = used.file;
    let fail = |message: String| {
        let what = match kind {
            MacroKind::Derive => format!("derive({name})"),
            MacroKind::Attribute => format!("#[{name}]"),
            MacroKind::Function => format!("{name}!"),
        };
        Diagnostic::new(format!("in `{what}`: {message}"), span)
    };
    let Some(expander) = &krate.options.macros.0 else {
        let message = "procedural macros are not run here";
        return Err(Refused::Macro(fail(message.to_string())));
    };
    let input = plain(used.input);
    let texts = used.arguments.map(plain).into_iter().chain([input.clone()]);
    let expansion = expander.expand(&Call {
        called: Macro {
            krate: &krate.macro_options(unit),
            kind,
            name: name.as_str(),
        },
        texts: texts
            .map(|tokens| tokens.to_string())
            .chain([krate.environment_of_macros(file)])
            .collect(),
    });
    inputs::include(&expansion.inputs);
    let text = expansion.text.map_err(|failure| match failure {
        Failure::NotCompiled(message) => Refused::Macro(fail(message)),
        Failure::Failed(message) => Refused::Use(fail(message)),
    })?;
    let tokens = TokenStream::from_str(&text);
    let tokens = tokens.map_err(|_| fail("what it gives are no Rust tokens".to_string()))?;
    check_text(used.file, &text, &tokens)?;
    krate.count_tokens(text.len() / AVERAGE_TOKEN, span)?;
    krate.note_expansion(unit, name, text);
    Ok(match kind {
        MacroKind::Derive => respan(tokens, used.place),
        MacroKind::Attribute | MacroKind::Function => passed_on(&input, tokens, used.place),
    })
}

/// Says which macros will be used soon.
pub(super) fn prepare(krate: &Crate, soon: &[ProcMacro]) {
    let Some(expander) = &krate.options.macros.0 else {
        return;
    };
    let crates: Vec<_> = soon.iter().map(|of| krate.macro_options(of.unit)).collect();
    let soon = soon.iter().zip(&crates).map(|(of, krate)| Macro {
        krate,
        kind: of.kind,
        name: of.name.as_str(),
    });
    expander.prepare(&soon.collect::<Vec<_>>());
}

/// Bytes.
const AVERAGE_TOKEN: usize = 4;

/// Tokens as a macro is to see them, without what only this front end knows: no marks but those of `$crate`, and brackets in the place of
/// invisible groups.
fn plain(tokens: TokenStream) -> TokenStream {
    let one = |token| match token {
        TokenTree::Group(group) => {
            let inside = plain(group.stream());
            let is_operand = inside.clone().into_iter().nth(1).is_some();
            match group.delimiter() {
                Delimiter::None if !is_operand => inside,
                Delimiter::None => regrouped(&group, Delimiter::Parenthesis, inside),
                delimiter => regrouped(&group, delimiter, inside),
            }
        }
        TokenTree::Ident(ident) => TokenTree::from(plain_ident(ident)).into(),
        TokenTree::Literal(literal) => TokenTree::from(plain_literal(literal)).into(),
        TokenTree::Punct(punct) => TokenStream::from(TokenTree::from(punct)),
    };
    tokens.into_iter().flat_map(one).collect()
}

fn regrouped(group: &Group, delimiter: Delimiter, inside: TokenStream) -> TokenStream {
    let mut new = Group::new(delimiter, inside);
    new.set_span(group.span());
    TokenTree::Group(new).into()
}

fn plain_ident(ident: Ident) -> Ident {
    let text = ident.to_string();
    let plain = without_marks(&text);
    if plain == text || text == STD_CRATE || unit_named(&text).is_some() {
        return ident;
    }
    match plain.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, ident.span()),
        None => Ident::new(&plain, ident.span()),
    }
}

fn plain_literal(literal: Literal) -> Literal {
    let text = literal.to_string();
    let plain = without_marks(&text);
    match plain == text {
        true => literal,
        false => plain.parse().unwrap_or(literal),
    }
}

/// The fields of a type as its derives see them: what a `cfg` removes is not there.
pub(super) fn configure(cfg: &CfgSet, fields: &mut syn::Fields) {
    let list = match fields {
        syn::Fields::Named(fields) => &mut fields.named,
        syn::Fields::Unnamed(fields) => &mut fields.unnamed,
        syn::Fields::Unit => return,
    };
    let kept = std::mem::take(list).into_iter().filter_map(|mut field| {
        field.attrs = effective(cfg, std::mem::take(&mut field.attrs))?;
        Some(field)
    });
    *list = kept.collect();
}

/// The attributes of a type that its derives see.
pub(super) fn without_derives(attrs: &[syn::Attribute]) -> Vec<syn::Attribute> {
    let others = attrs.iter().filter(|attr| !attributes::is(attr, "derive"));
    others.cloned().collect()
}
