//! Language items: what the compiler needs by role, marked `#[lang = "..."]` in the models.

use super::{Crate, Namespace, Res, model_files};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::DefId;
use crate::parse;
use crate::symbol::Symbol;
use vscheck_ir::Span;

impl Crate {
    pub(super) fn lang_item(&self, name: &str) -> Option<DefId> {
        let symbol = Symbol::new(name);
        if let Some(&def) = self.lang_items.borrow().get(&symbol) {
            return Some(def);
        }
        match model_files::file_of_lang(name) {
            Some(path) => self.enter_model_file(path),
            None => model_files::generated_lang_files().iter().for_each(|path| {
                self.enter_model_file(path);
            }),
        }
        self.lang_items.borrow().get(&symbol).copied()
    }

    /// Loads the module whose content is in a model file (and so the modules around it).
    pub(super) fn enter_model_file(&self, path: &str) {
        let stem = path.strip_suffix(".rs").unwrap_or(path);
        let mut module = self.std_root();
        for part in stem
            .split('/')
            .filter(|part| !matches!(*part, "lib" | "mod"))
        {
            let found = self.lookup_in(module, Symbol::new(part), Namespace::Type, None);
            let Some(Res::Def(def)) = found else { return };
            module = def;
        }
        self.module(module);
    }

    /// Reads every model file, as no program needs: to check the models themselves.
    pub fn read_all_models(&self) {
        model_files::paths().for_each(|path| self.enter_model_file(path));
        self.expand_all_lazy_impls();
        for index in 0..self.definition_count() {
            let entry = self.entry(DefId::new(index));
            if self.is_model(entry.id) {
                parse::force(self, &entry);
            }
        }
    }

    /// An item of the models by its public path.
    pub(crate) fn std_item(&self, path: &[&str], space: Namespace, span: Span) -> Result<DefId> {
        let segments: Vec<Symbol> = path.iter().map(|name| Symbol::new(name)).collect();
        match self.resolve_from(self.std_root(), &segments, space) {
            Some(Res::Def(def)) => Ok(def),
            _ => Err(Diagnostic::new(
                format!("`std::{}` is not modelled", path.join("::")),
                span,
            )),
        }
    }
}
