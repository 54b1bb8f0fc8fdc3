//! `macro_rules!`: definitions, matching and transcription.
//!
//! Matching follows rustc's: arms in order, repetitions as long as they go, no backtracking into a
//! fragment. Tokens of the definition's own text get the expansion's mark ([`hygiene`]) and, if the
//! definition stands in another file than the invocation, the invocation's place.

mod fragment;
mod implements;
mod matcher;
mod pattern;
mod transcribe;

use super::lazy::Fragment;
use super::source::{MAX_CHAIN, check_nesting};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::Edition;
use crate::resolve::{Crate, UnitId, hygiene};
use crate::symbol::Symbol;
pub(crate) use implements::{ImplNames, SelfType};
use matcher::{Bindings, Bound};
use pattern::{Rule, Template};
use proc_macro2::{Span, TokenStream};
use std::cell::OnceCell;
use std::rc::Rc;
use syn::parse::Parse;
use vscheck_ir::FileId;

/// A macro, its arms parsed at the first use.
pub(crate) struct MacroDef {
    /// Distinct for each definition: what the marks of its expansions lead back to.
    pub id: u32,
    pub name: Symbol,
    pub file: FileId,
    pub is_model: bool,
    pub edition: Edition,
    /// The arms, as written.
    source: MacroSource,
    /// What its expansions implement ([`MacroDef::implements`]).
    implemented: OnceCell<Option<Rc<ImplNames>>>,
    rules: OnceCell<std::result::Result<Vec<Rule>, (String, Span)>>,
}

/// The arms of a macro.
pub(crate) enum MacroSource {
    Tokens(TokenStream),
    /// Of a macro of a model or a published library.
    Text(Fragment),
}

impl MacroSource {
    fn tokens(&self, file: FileId) -> std::result::Result<TokenStream, (String, Span)> {
        match self {
            MacroSource::Tokens(tokens) => Ok(tokens.clone()),
            MacroSource::Text(text) => match text.parse_in(file, "", TokenStream::parse) {
                Ok(tokens) => Ok((*tokens).clone()),
                Err(diagnostic) => Err((diagnostic.message.clone(), Span::call_site())),
            },
        }
    }
}

impl std::fmt::Debug for MacroDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}!", self.name)
    }
}

/// An invocation.
pub(crate) struct Invocation {
    /// The whole `name!(..)`.
    pub span: Span,
    /// The file it counts as being in.
    pub file: FileId,
    pub arguments: TokenStream,
}

/// Most tokens that all expansions in a crate may produce. One that has many leaves those of others alone.
const MAX_EXPANDED_TOKENS: usize = 2_000_000;

/// How the names of macros begin with which models write attributes: `(arguments) item` is what they are given.
const ATTRIBUTE: &str = "__attribute_";

impl MacroDef {
    /// Whether it is an attribute that a model has.
    pub(crate) fn is_attribute(&self) -> bool {
        self.is_model && self.name.as_str().starts_with(ATTRIBUTE)
    }

    pub(crate) fn new(krate: &Crate, name: Symbol, file: FileId, source: MacroSource) -> MacroDef {
        let id = krate.next_macro.get();
        krate.next_macro.set(id + 1);
        MacroDef {
            id,
            name,
            file,
            is_model: krate.is_model_file(file),
            edition: krate.file_edition(file),
            source,
            implemented: OnceCell::new(),
            rules: OnceCell::new(),
        }
    }

    fn rules(&self) -> Result<&[Rule]> {
        let rules = self
            .rules
            .get_or_init(|| pattern::compile(self.source.tokens(self.file)?, self.edition));
        rules.as_deref().map_err(|(message, span)| {
            Diagnostic::new(message.clone(), super::tokens::span_in(self.file, *span))
        })
    }

    /// The arm that fits an invocation, and its variables.
    fn matched(&self, call: &Invocation) -> Result<(usize, Bindings)> {
        matcher::match_rules(self.rules()?, call.arguments.clone()).ok_or_else(|| {
            Diagnostic::new(
                format!("no rule of `{}!` matches this invocation", self.name),
                super::tokens::span_in(call.file, call.span),
            )
        })
    }

    /// The tokens that an invocation stands for.
    pub(crate) fn expand(&self, krate: &Crate, call: &Invocation) -> Result<TokenStream> {
        let (rule, bindings) = self.matched(call)?;
        let place = (call.span, call.file);
        self.write(krate, place, &self.rules()?[rule].body, &bindings, None)
    }

    /// What names the macro's own crate, also where a macro that it defines is used.
    fn crate_name(&self, krate: &Crate) -> String {
        match self.is_model {
            true => hygiene::STD_CRATE.to_string(),
            false => hygiene::name_of_unit(krate.unit_of(self.file)),
        }
    }

    fn write(
        &self,
        krate: &Crate,
        (span, file): (Span, FileId),
        body: &[Template],
        bindings: &Bindings,
        round: Option<usize>,
    ) -> Result<TokenStream> {
        let call_span = super::tokens::span_in(file, span);
        let context = transcribe::Context {
            mark: krate.new_expansion(self.id),
            respan: (self.file != file).then_some(span),
            krate: self.crate_name(krate),
        };
        let (tokens, count) = context
            .run(body, bindings, round)
            .map_err(|message| Diagnostic::new(message, call_span))?;
        krate.count_tokens(count, call_span)?;
        if count > MAX_CHAIN {
            check_nesting(file, &tokens)?;
        }
        Ok(tokens)
    }

    /// The rounds of an invocation whose arm is one repetition.
    pub(crate) fn rounds(self: &Rc<Self>, call: &Invocation) -> Result<Vec<Round>> {
        let (rule, bindings) = self.matched(call)?;
        let [Template::Repeat(repeat)] = self.rules()?[rule].body.as_slice() else {
            return Ok(Vec::new());
        };
        let counts = repeat
            .variables
            .iter()
            .map(|name| match bindings.get(name) {
                Some(Bound::Many(values)) => values.len(),
                Some(Bound::One(..)) | None => 0,
            });
        let count = counts.max().unwrap_or(0);
        let bindings = Rc::new(bindings);
        let round = |index| Round {
            def: self.clone(),
            rule,
            bindings: bindings.clone(),
            index,
            place: (call.span, call.file),
        };
        Ok((0..count).map(round).collect())
    }
}

/// One round of the repetition that an invocation stands for.
pub(crate) struct Round {
    def: Rc<MacroDef>,
    rule: usize,
    bindings: Rc<Bindings>,
    index: usize,
    place: (Span, FileId),
}

impl Round {
    /// Its tokens.
    pub(crate) fn expand(&self, krate: &Crate) -> Result<TokenStream> {
        match self.def.rules()?[self.rule].body.as_slice() {
            [Template::Repeat(repeat)] => {
                let (place, content) = (self.place, &repeat.content);
                let round = Some(self.index);
                self.def.write(krate, place, content, &self.bindings, round)
            }
            _ => Ok(TokenStream::new()),
        }
    }

    /// What is filled in.
    pub(crate) fn for_each_token(&self, use_token: &mut impl FnMut(&TokenStream)) {
        for bound in self.bindings.values() {
            let bound = match bound {
                Bound::Many(values) => values.get(self.index),
                Bound::One(..) => Some(bound),
            };
            if let Some(bound) = bound {
                for_each_token(bound, use_token);
            }
        }
    }
}

fn for_each_token(bound: &Bound, use_token: &mut impl FnMut(&TokenStream)) {
    match bound {
        Bound::One(tokens, _) => use_token(&tokens.iter().cloned().collect()),
        Bound::Many(values) => {
            for value in values {
                for_each_token(value, use_token);
            }
        }
    }
}

impl Crate {
    fn new_expansion(&self, macro_id: u32) -> u32 {
        let mut expansions = self.expansions.borrow_mut();
        expansions.push(macro_id);
        expansions.len() as u32 - 1
    }

    /// The crate whose macros a name means that comes from the text of a macro with `local_inner_macros`,
    /// by way of another macro's variable (`$name!()`).
    pub(crate) fn home_of_macros_named_by(&self, name: &syn::Ident) -> Option<UnitId> {
        let (_, mark) = hygiene::split_mark(Symbol::new(&name.to_string()))?;
        let of = self.macro_of_expansion(mark)?;
        self.local_inner_macros.borrow().get(&of).copied()
    }

    /// The macro that an expansion is of.
    pub(crate) fn macro_of_expansion(&self, mark: u32) -> Option<u32> {
        self.expansions.borrow().get(mark as usize).copied()
    }

    pub(super) fn count_tokens(&self, count: usize, span: vscheck_ir::Span) -> Result<()> {
        let mut tokens = self.expanded_tokens.borrow_mut();
        let total = tokens.entry(self.unit_of(span.file).0).or_default();
        *total += count;
        if *total > MAX_EXPANDED_TOKENS {
            return Err(Diagnostic::new(
                format!("macros expand to more than {MAX_EXPANDED_TOKENS} tokens"),
                span,
            ));
        }
        Ok(())
    }

    /// Refuses expansions nested deeper than `#![recursion_limit]`.
    pub(crate) fn check_depth(&self, depth: u32, span: vscheck_ir::Span) -> Result<()> {
        let limit = self.recursion_limit.get();
        if depth > limit {
            return Err(Diagnostic::new(
                format!("macro expansions are nested deeper than the recursion limit of {limit}"),
                span,
            ));
        }
        Ok(())
    }
}
