//! Scopes inside a body: locals, macro definitions and blocks with items, innermost last.

use super::BodyCx;
use crate::hir::{DefId, LocalId};
use crate::parse::node::Node;
use crate::resolve::{Module, Namespace, Res, hygiene};
use crate::symbol::Symbol;
use std::rc::Rc;
use vscheck_ir::Span;

/// One thing that a name may lead to.
pub(super) enum Rib {
    /// A local, by its full (marked) name.
    Local(Symbol, LocalId),
    /// A `macro_rules!` stands here: its text sees what came before.
    Macro(u32),
    /// A block with items.
    Block(DefId),
}

impl BodyCx<'_> {
    /// Finds a local, unless an item of a block nearer by has its name.
    pub(super) fn find_local(&self, full: Symbol) -> Option<LocalId> {
        let mut wanted = full;
        let plain = hygiene::plain(full);
        for rib in self.ribs.iter().rev() {
            match rib {
                Rib::Local(name, local) if *name == wanted => return Some(*local),
                Rib::Local(..) => {}
                Rib::Macro(id) => {
                    if let Some((rest, mark)) = hygiene::split_mark(wanted)
                        && self.krate.macro_of_expansion(mark) == Some(*id)
                    {
                        wanted = rest;
                    }
                }
                Rib::Block(scope) => {
                    if self
                        .krate
                        .lookup_in(*scope, plain, Namespace::Value, None)
                        .is_some()
                    {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Runs with the bindings, macros and scope restored afterwards.
    pub(super) fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let ribs = self.ribs.len();
        let scope = self.types.scope;
        let macros = self.types.macros.clone();
        let result = run(self);
        self.ribs.truncate(ribs);
        self.types.scope = scope;
        self.types.macros = macros;
        result
    }

    /// Opens the scope of a block's items.
    pub(super) fn open_block_scope(&mut self, span: Span) -> Rc<Module> {
        let outer = self.krate.scope_module(self.types.scope);
        let module =
            crate::parse::collect::new_block_scope(self.krate, &self.types.owner, &outer, span);
        self.types.scope = module.def;
        self.scopes.push(module.def);
        self.ribs.push(Rib::Block(module.def));
        module
    }

    /// Whether a plain name in a pattern names a constant or a constructor without fields.
    pub(super) fn pattern_item(&self, plain: Symbol) -> Option<DefId> {
        let res = self
            .krate
            .lookup_lexical(self.types.scope, plain, Namespace::Value)?;
        let Res::Def(def) = res else { return None };
        match &self.krate.entry(def).node {
            Node::Const(_) => Some(def),
            Node::Struct(item) => matches!(item.fields, syn::Fields::Unit).then_some(def),
            Node::Variant(variant, _) => matches!(variant.fields, syn::Fields::Unit).then_some(def),
            _ => None,
        }
    }
}
