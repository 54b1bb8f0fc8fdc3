//! Children of traits and impls.

use super::attributed::Member;
use super::outlined::{attributes_of_stub, function_node};
use super::*;
use crate::parse::lazy::Fragment;
use crate::parse::outline::{self, Stub, StubKind, Written};
use syn::parse::Parse;

/// The items of a trait or impl, as definitions.
pub(crate) fn children(krate: &Crate, id: DefId) -> Rc<Vec<DefId>> {
    let entry = krate.entry(id);
    let compute = || {
        let mut members = Members {
            krate,
            entry: &entry,
            defs: Vec::new(),
            skimmed: None,
            unsupported: None,
        };
        let result = members.all();
        if let Err(diagnostic) = result {
            krate.keep_mistake(entry.file, *diagnostic);
        }
        Rc::new(members.defs)
    };
    entry.children.get_or_init(compute).clone()
}

pub(super) struct Members<'a> {
    pub(super) krate: &'a Crate,
    pub(super) entry: &'a Entry,
    defs: Vec<DefId>,
    pub(super) skimmed: Option<Rc<Skimmed>>,
    /// The macro of the item at hand that cannot be run.
    pub(super) unsupported: Option<String>,
}

impl Members<'_> {
    fn all(&mut self) -> Result<()> {
        let entry = self.entry;
        let content = match &entry.node {
            Node::Trait(node) => &node.members,
            Node::Impl(node) => &node.members,
            _ => return Ok(()),
        };
        match (content, &entry.node) {
            (Content::Text(text), _) => return self.outlined(text),
            (Content::Skimmed(skimmed), _) => self.skimmed = Some(skimmed.clone()),
            (Content::Parsed, _) => {}
        }
        match &entry.node {
            Node::Trait(node) => self.trait_items(node.item.items.clone(), 0),
            Node::Impl(node) => self.implementation(&node.item.items),
            _ => Ok(()),
        }
    }

    /// Members in a model's or a library's text: functions are not parsed yet.
    fn outlined(&mut self, text: &Fragment) -> Result<()> {
        for stub in outline::items(text).iter() {
            if stub.kind == StubKind::Function {
                self.outlined_function(stub)?;
            } else {
                let whole = stub.with_attributes();
                let tokens = whole.parse_in(self.entry.file, "", TokenStream::parse)?;
                self.tokens((*tokens).clone())?;
            }
        }
        Ok(())
    }

    fn outlined_function(&mut self, stub: &Stub) -> Result<()> {
        let file = self.entry.file;
        if let Some(attrs) = attributes_of_stub(self.krate, file, stub)? {
            if self.may_be_replaced(&attrs) {
                let whole = stub.with_attributes();
                let tokens = whole.parse_in(file, "", TokenStream::parse)?;
                return self.tokens((*tokens).clone());
            }
            let seen = match stub.visibility {
                Written::Inherited => Seen::InModule,
                Written::In(_) => Seen::InCrate,
                Written::Public => Seen::Everywhere,
            };
            let node = FnNode {
                seen,
                ..function_node(file, stub, &attrs)
            };
            let node = Node::Fn(node);
            let span = stub.header.span(file);
            self.add(Symbol::new(stub.name), span, &attrs, node);
        }
        Ok(())
    }

    fn tokens(&mut self, tokens: TokenStream) -> Result<()> {
        let items = self.parse(tokens)?;
        self.trait_items(items.trait_items, 0)?;
        self.impl_items(items.impl_items, 0)
    }

    fn add(&mut self, name: Symbol, span: Span, attrs: &[Attribute], node: Node) -> DefId {
        let parent = self.entry;
        let def = self.krate.add_entry(|id| Entry {
            id,
            name,
            parent: Some(parent.id),
            scope: parent.scope,
            file: parent.file,
            span,
            attrs: attributes::collect(attrs),
            macros: parent.macros.clone(),
            depth: parent.depth,
            ..Entry::new(id, node)
        });
        self.defs.push(def);
        def
    }

    fn function(
        &mut self,
        sig: syn::Signature,
        block: Option<syn::Block>,
        attrs: Vec<Attribute>,
        seen: Seen,
    ) {
        let Some(attrs) = effective(&self.krate.cfg(self.entry.file), attrs) else {
            return;
        };
        let span = span_in(self.entry.file, sig.span());
        let has_impl = holds_impl(self.krate, self.entry.file, |search| {
            block.iter().for_each(|block| search.visit_block(block));
        });
        let body = block.map(|block| body_source(block, &attrs, self.skimmed.as_deref()));
        let ident = name(&sig.ident);
        let node = FnNode {
            signature: Lazy::ready(sig),
            body,
            unsupported: self.unsupported.take(),
            seen,
        };
        let def = self.add(ident, span, &attrs, Node::Fn(node));
        if has_impl {
            enter_later(self.krate, def);
        }
    }

    fn constant(
        &mut self,
        ident: &syn::Ident,
        generics: syn::Generics,
        ty: syn::Type,
        value: Option<syn::Expr>,
        attrs: Vec<Attribute>,
    ) -> Result<()> {
        let Some(attrs) = effective(&self.krate.cfg(self.entry.file), attrs) else {
            return Ok(());
        };
        let symbol = name(ident);
        let file = self.entry.file;
        let value = value
            .map(|value| set_value(self.krate, (self.entry.id, file, symbol), &ty, value))
            .transpose()?;
        let has_impl = holds_impl(self.krate, file, |search| {
            value.iter().for_each(|value| search.visit_expr(value));
        });
        let node = ConstNode {
            ty: Rc::new(ty),
            generics: Some(Rc::new(generics)),
            value: value.map(Rc::new),
        };
        let span = span_in(file, ident.span());
        let def = self.add(symbol, span, &attrs, Node::Const(node));
        if has_impl {
            enter_later(self.krate, def);
        }
        Ok(())
    }

    fn assoc_ty(&mut self, ident: &syn::Ident, node: AssocTyNode, attrs: Vec<Attribute>) {
        let Some(attrs) = effective(&self.krate.cfg(self.entry.file), attrs) else {
            return;
        };
        let span = span_in(self.entry.file, ident.span());
        self.add(name(ident), span, &attrs, Node::AssocTy(node));
    }

    fn trait_items(&mut self, items: Vec<syn::TraitItem>, depth: u32) -> Result<()> {
        for mut item in items {
            if let Some(items) = self.replaced(&mut item, depth)? {
                self.unskimmed(|members| members.trait_items(items.trait_items, depth + 1))?;
                continue;
            }
            match item {
                syn::TraitItem::Fn(item) => {
                    self.function(item.sig, item.default, item.attrs, Seen::Everywhere)
                }
                syn::TraitItem::Const(item) => {
                    let value = item.default.map(|(_, value)| value);
                    self.constant(&item.ident, item.generics, item.ty, value, item.attrs)?;
                }
                syn::TraitItem::Type(item) => {
                    let node = AssocTyNode {
                        generics: Rc::new(item.generics),
                        bounds: item.bounds.into_iter().collect(),
                        ty: item.default.map(|(_, ty)| Rc::new(ty)),
                    };
                    self.assoc_ty(&item.ident, node, item.attrs);
                }
                syn::TraitItem::Macro(item) => {
                    let items = self.expand(&item.mac, depth)?;
                    self.unskimmed(|members| members.trait_items(items.trait_items, depth + 1))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn impl_items(&mut self, items: Vec<syn::ImplItem>, depth: u32) -> Result<()> {
        for mut item in items {
            if let Some(items) = self.replaced(&mut item, depth)? {
                self.unskimmed(|members| members.impl_items(items.impl_items, depth + 1))?;
                continue;
            }
            match item {
                syn::ImplItem::Fn(item) => {
                    let seen = Seen::of(&item.vis);
                    self.function(item.sig, Some(item.block), item.attrs, seen)
                }
                syn::ImplItem::Const(item) => {
                    let value = Some(item.expr);
                    self.constant(&item.ident, item.generics, item.ty, value, item.attrs)?;
                }
                syn::ImplItem::Type(item) => {
                    let node = AssocTyNode {
                        generics: Rc::new(item.generics),
                        bounds: Vec::new(),
                        ty: Some(Rc::new(item.ty)),
                    };
                    self.assoc_ty(&item.ident, node, item.attrs);
                }
                syn::ImplItem::Macro(item) => {
                    let items = self.expand(&item.mac, depth)?;
                    self.unskimmed(|members| members.impl_items(items.impl_items, depth + 1))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Defines what a macro has given: nothing of it is cut out.
    fn unskimmed(&mut self, define: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let skimmed = self.skimmed.take();
        define(self)?;
        self.skimmed = skimmed;
        Ok(())
    }

    /// The items of an impl, parsed now if they were cut out.
    fn implementation(&mut self, items: &[syn::ImplItem]) -> Result<()> {
        let cut_out = self
            .skimmed
            .as_ref()
            .and_then(|skimmed| skimmed.impl_body(items));
        let Some(tokens) = cut_out else {
            return self.impl_items(items.to_vec(), 0);
        };
        let mut cut = Skimmed::default();
        let tokens = cut.cut(tokens);
        self.skimmed = Some(Rc::new(cut));
        let items = MemberItems::parse(tokens, false)
            .map_err(|error| syntax_error(self.entry.file, &error))?;
        self.impl_items(items.impl_items, 0)
    }

    /// Expands a macro among the items of a trait or impl.
    fn expand(&mut self, mac: &syn::Macro, depth: u32) -> Result<MemberItems> {
        let entry = self.entry;
        let span = crate::parse::macro_span(mac);
        let place = span_in(entry.file, span);
        self.krate.check_depth(entry.depth + depth + 1, place)?;
        let res = crate::parse::builtin::resolve(self.krate, entry.scope, &entry.macros, &mac.path);
        let tokens = crate::parse::builtin::expand(self.krate, res, entry.file, mac)?;
        self.parse(tokens)
    }

    /// The items that these tokens are.
    fn parse(&self, tokens: TokenStream) -> Result<MemberItems> {
        let in_trait = matches!(self.entry.node, Node::Trait(_));
        let items = MemberItems::parse(tokens, in_trait);
        items.map_err(|error| syntax_error(self.entry.file, &error))
    }

    /// What stands for an item with an attribute that is a macro; nothing if there is none, or it cannot be run.
    fn replaced<M: Member>(&mut self, item: &mut M, depth: u32) -> Result<Option<MemberItems>> {
        match self.expand_attribute(item, depth)? {
            Some(tokens) => self.parse(tokens).map(Some),
            None => Ok(None),
        }
    }
}

#[derive(Default)]
struct MemberItems {
    trait_items: Vec<syn::TraitItem>,
    impl_items: Vec<syn::ImplItem>,
}

impl MemberItems {
    fn parse(tokens: TokenStream, in_trait: bool) -> syn::Result<MemberItems> {
        let parser = |input: syn::parse::ParseStream| {
            let mut items = MemberItems::default();
            while !input.is_empty() {
                if in_trait {
                    items.trait_items.push(input.parse()?);
                } else {
                    items.impl_items.push(input.parse()?);
                }
            }
            Ok(items)
        };
        syn::parse::Parser::parse2(parser, tokens)
    }
}
