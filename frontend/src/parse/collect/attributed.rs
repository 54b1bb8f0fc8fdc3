//! Members of traits and impls with attributes that are macros. When somebody asks for members all names are
//! there, so nothing has to wait.

use super::members::Members;
use super::waiting::is_helper;
use super::*;
use crate::macros::MacroKind;
use crate::parse::{parse_block, path_symbols, procedural};
use crate::resolve::ProcMacro;
use quote::ToTokens;

/// An item of a trait or of an impl.
pub(super) trait Member: ToTokens {
    /// Its attributes, if it can have some.
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>>;

    /// The block of a function.
    fn block(&mut self) -> Option<&mut syn::Block>;
}

impl Member for syn::TraitItem {
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        Some(match self {
            syn::TraitItem::Const(item) => &mut item.attrs,
            syn::TraitItem::Fn(item) => &mut item.attrs,
            syn::TraitItem::Type(item) => &mut item.attrs,
            syn::TraitItem::Macro(item) => &mut item.attrs,
            _ => return None,
        })
    }

    fn block(&mut self) -> Option<&mut syn::Block> {
        match self {
            syn::TraitItem::Fn(item) => item.default.as_mut(),
            _ => None,
        }
    }
}

impl Member for syn::ImplItem {
    fn attributes(&mut self) -> Option<&mut Vec<Attribute>> {
        Some(match self {
            syn::ImplItem::Const(item) => &mut item.attrs,
            syn::ImplItem::Fn(item) => &mut item.attrs,
            syn::ImplItem::Type(item) => &mut item.attrs,
            syn::ImplItem::Macro(item) => &mut item.attrs,
            _ => return None,
        })
    }

    fn block(&mut self) -> Option<&mut syn::Block> {
        match self {
            syn::ImplItem::Fn(item) => Some(&mut item.block),
            _ => None,
        }
    }
}

impl Members<'_> {
    /// Whether an attribute may be a macro that replaces what it stands at.
    pub(super) fn may_be_replaced(&self, attrs: &[Attribute]) -> bool {
        let runs_macros = self.krate.options.macros.0.is_some();
        runs_macros && attributes::attribute_macro(attrs).is_some()
    }

    /// What a macro makes of an item that it stands at; `None` if there is no such macro, or none that can be
    /// run.
    pub(super) fn expand_attribute<M: Member>(
        &mut self,
        item: &mut M,
        depth: u32,
    ) -> Result<Option<TokenStream>> {
        let (krate, file) = (self.krate, self.entry.file);
        self.unsupported = None;
        let Some(attrs) = item.attributes() else {
            return Ok(None);
        };
        if attrs.is_empty() || krate.is_model_file(file) {
            return Ok(None);
        }
        let Some(enabled) = effective(&krate.cfg(file), std::mem::take(attrs)) else {
            return Ok(Some(TokenStream::new()));
        };
        *attrs = enabled;
        let Some((which, attribute)) = self.attribute_of(attrs) else {
            return Ok(None);
        };
        if let Some(block) = item.block() {
            self.complete(block)?;
        }
        let place = attribute.path().span();
        let depth = self.entry.depth + depth + 1;
        krate.check_depth(depth, span_in(file, place))?;
        let used = procedural::Use {
            place,
            file,
            arguments: Some(attributes::arguments(&attribute)),
            input: item.to_token_stream(),
        };
        let tokens = procedural::expand_if_possible(krate, which, used)?;
        if tokens.is_none() {
            self.unsupported = attributes::attribute_macro(std::slice::from_ref(&attribute));
        }
        Ok(tokens)
    }

    /// The first attribute that is a macro; it is taken out.
    fn attribute_of(&self, attrs: &mut Vec<Attribute>) -> Option<(ProcMacro, Attribute)> {
        if !self.may_be_replaced(attrs) {
            return None;
        }
        let mut all = attrs.iter().enumerate();
        let (at, which) = all.find_map(|(at, attr)| {
            let which = self.attribute_macro(attr.path())?;
            let derives = |path: &syn::Path| self.procedural(path);
            let is_helper = is_helper(self.krate, attr.path(), &attrs[..at], derives);
            (!is_helper).then_some((at, which))
        })?;
        Some((which, attrs.remove(at)))
    }

    fn attribute_macro(&self, path: &syn::Path) -> Option<ProcMacro> {
        self.procedural(path)
            .filter(|found| found.kind == MacroKind::Attribute)
    }

    fn procedural(&self, path: &syn::Path) -> Option<ProcMacro> {
        let Entry { scope, macros, .. } = self.entry;
        let global = path.leading_colon.is_some();
        let found = self
            .krate
            .lookup_macro(*scope, macros, &path_symbols(path), global);
        match found? {
            Res::Procedural(found) => Some(found),
            _ => None,
        }
    }

    /// Puts a body that was cut out back.
    fn complete(&self, block: &mut syn::Block) -> Result<()> {
        let Some(tokens) = self.skimmed.as_ref().and_then(|cut| cut.body(block)) else {
            return Ok(());
        };
        let parsed = syn::parse::Parser::parse2(parse_block, tokens);
        let parsed = parsed.map_err(|error| syntax_error(self.entry.file, &error))?;
        block.stmts = parsed.stmts;
        Ok(())
    }
}
