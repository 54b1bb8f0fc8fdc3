//! `use` and `extern crate` items, flattened to one import for each name.

use super::builtin::segment_name;
use super::collect::Collector;
use super::tokens::name;
use crate::resolve::{Import, UsePath, Visibility};
use crate::symbol::Symbol;
use std::rc::Rc;
use syn::UseTree;
use syn::spanned::Spanned;

/// Adds the imports of a `use`.
pub(super) fn add_use(collector: &Collector, item: &syn::ItemUse, visibility: Visibility) {
    let flattener = Flattener {
        collector,
        global: item.leading_colon.is_some(),
        visibility,
    };
    flattener.tree(&item.tree, &mut Vec::new());
}

/// Adds the name that an `extern crate` gives a crate.
pub(super) fn add_extern_crate(
    collector: &Collector,
    item: &syn::ItemExternCrate,
    visibility: Visibility,
) {
    let original = name(&item.ident);
    let import_as = match &item.rename {
        Some((_, rename)) => name(rename),
        None => original,
    };
    let import = Rc::new(Import {
        path: UsePath {
            global: false,
            segments: vec![original],
            span: collector.span(item.ident.span()),
            edition: collector.module.edition,
        },
        visibility,
        module: collector.module.def,
        types_only: true,
        is_crate: true,
    });
    insert(collector, import_as, import);
}

fn insert(collector: &Collector, import_as: Symbol, import: Rc<Import>) {
    collector
        .module
        .imports
        .borrow_mut()
        .entry(import_as)
        .or_default()
        .push(import);
}

struct Flattener<'a, 'b> {
    collector: &'a Collector<'b>,
    global: bool,
    visibility: Visibility,
}

impl Flattener<'_, '_> {
    fn tree(&self, tree: &UseTree, prefix: &mut Vec<Symbol>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(segment_name(&path.ident));
                self.tree(&path.tree, prefix);
                prefix.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.tree(tree, prefix));
            }
            UseTree::Name(leaf) => self.leaf(&leaf.ident, &leaf.ident, prefix),
            UseTree::Rename(leaf) => {
                let krate = self.collector.krate;
                let renamed = name(&leaf.rename);
                krate.note_renamed(renamed);
                // It may be a trait's.
                krate.lookups.trait_names.borrow_mut().insert(renamed);
                self.leaf(&leaf.ident, &leaf.rename, prefix);
            }
            UseTree::Glob(glob) => {
                let import = self.import(prefix.clone(), glob.span(), false);
                self.collector.module.globs.borrow_mut().push(import);
            }
        }
    }

    fn leaf(&self, ident: &syn::Ident, import_as: &syn::Ident, prefix: &[Symbol]) {
        let original = name(ident);
        let is_self = original.as_str() == "self" && !prefix.is_empty();
        let mut segments = prefix.to_vec();
        let mut import_as = name(import_as);
        if !is_self {
            segments.push(original);
        } else if import_as.as_str() == "self" {
            import_as = prefix[prefix.len() - 1];
        }
        let import = self.import(segments, ident.span(), is_self);
        if import_as.as_str() == "_" {
            self.collector.module.unnamed.borrow_mut().push(import);
        } else {
            insert(self.collector, import_as, import);
        }
    }

    fn import(
        &self,
        segments: Vec<Symbol>,
        span: proc_macro2::Span,
        types_only: bool,
    ) -> Rc<Import> {
        Rc::new(Import {
            path: UsePath {
                global: self.global,
                segments,
                span: self.collector.span(span),
                edition: self.collector.module.edition,
            },
            visibility: self.visibility,
            module: self.collector.module.def,
            types_only,
            is_crate: false,
        })
    }
}
