//! Impls in the bodies of functions and constants. They hold everywhere, so such bodies are entered before
//! anything asks for impls, whether or not they are reached.

use super::*;
use syn::visit::Visit;

/// Looks for an impl.
pub(super) struct ImplSearch {
    found: bool,
}

impl<'ast> Visit<'ast> for ImplSearch {
    fn visit_item_impl(&mut self, _: &'ast syn::ItemImpl) {
        self.found = true;
    }
}

/// Whether an impl stands in what is looked through, at whatever depth, and this is not a model's.
pub(super) fn holds_impl(krate: &Crate, file: FileId, look: impl FnOnce(&mut ImplSearch)) -> bool {
    let mut search = ImplSearch { found: false };
    if !krate.is_model_file(file) {
        look(&mut search);
    }
    search.found
}

/// Has the body of a definition entered, or those of its items.
pub(super) fn enter_later(krate: &Crate, owner: DefId) {
    krate.units.bodies_with_impls.borrow_mut().push(owner);
}
