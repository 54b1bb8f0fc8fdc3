//! `mod`: modules in the same file and in files of their own.

use super::{Collector, add_module};
use crate::diagnostic::{Diagnostic, Result};
use crate::parse::attributes;
use crate::parse::node::Node;
use crate::parse::tokens::name;
use crate::resolve::{Module, ModuleKind, Namespace, Pending, Res, Visibility};
use crate::symbol::Symbol;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syn::{Attribute, Item};
use vscheck_ir::Span;

impl Collector<'_> {
    pub(super) fn submodule(&mut self, item: syn::ItemMod, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let visibility = self.visibility(&item.vis);
        let (module, exports_macros) = self.add_submodule(ident, span, attrs, visibility);
        match item.content {
            Some((_, items)) => self.inline_module(&module, items, exports_macros),
            None => {
                let path = path_attribute(attrs);
                self.file_module(&module, ident, path, span, exports_macros)
            }
        }
    }

    /// The scope of a submodule, and whether its macros are visible after it.
    pub(super) fn add_submodule(
        &self,
        ident: Symbol,
        span: Span,
        attrs: &[Attribute],
        visibility: Visibility,
    ) -> (Rc<Module>, bool) {
        let def = self.add(ident, span, attrs, Node::Module);
        let directory = self.child_directory(ident, path_attribute(attrs).as_deref());
        let module = add_module(
            self.krate,
            def,
            ModuleKind::Named,
            Some(&self.module),
            self.file,
            directory,
        );
        self.module.children.borrow_mut().push(def);
        self.module
            .define(ident, Namespace::Type, Res::Def(def), visibility);
        (module, exports_macros(attrs))
    }

    fn child_directory(&self, ident: Symbol, path: Option<&str>) -> PathBuf {
        self.module
            .directory
            .borrow()
            .join(path.unwrap_or(ident.as_str()))
    }

    fn inline_module(
        &mut self,
        module: &Rc<Module>,
        items: Vec<Item>,
        exports_macros: bool,
    ) -> Result<()> {
        let mut inner = self.inside(module);
        inner.items(items)?;
        if exports_macros {
            self.macros = inner.macros;
        }
        Ok(())
    }

    /// The collector of a module in the same file.
    pub(super) fn inside(&mut self, module: &Rc<Module>) -> Collector<'_> {
        Collector {
            krate: self.krate,
            module: module.clone(),
            file: self.file,
            parent: module.def,
            macros: self.macros.clone(),
            skimmed: self.skimmed.clone(),
            depth: self.depth,
            deferred: self.deferred,
        }
    }

    /// `mod name;`: read at once in the user's crate, when a path enters it in the models.
    fn file_module(
        &mut self,
        module: &Rc<Module>,
        ident: Symbol,
        path: Option<String>,
        span: Span,
        exports_macros: bool,
    ) -> Result<()> {
        let (file_path, directory) = self.locate(ident, path, span)?;
        *module.directory.borrow_mut() = directory;
        if self.module.is_model {
            *module.pending.borrow_mut() = Some(Pending { path: file_path });
            if exports_macros {
                self.krate.module(module.def);
            }
            return Ok(());
        }
        self.refuse_cycle(&file_path, span)?;
        let unit = self.krate.unit_of(self.file);
        let file = self.krate.read_user_file(unit, &file_path, Some(span))?;
        module.file.set(file);
        let mut inner = Collector {
            krate: self.krate,
            module: module.clone(),
            file,
            parent: module.def,
            macros: self.macros.clone(),
            skimmed: None,
            depth: 0,
            deferred: self.deferred,
        };
        let exports_itself = inner.whole_file()?;
        if exports_macros || exports_itself {
            self.macros = inner.macros;
        }
        Ok(())
    }

    /// A file that is a module within itself would never be read to its end.
    fn refuse_cycle(&self, path: &Path, span: Span) -> Result<()> {
        let mut chain: Vec<String> = Vec::new();
        let mut around = Some(self.module.clone());
        while let Some(module) = around {
            let outer = self.krate.file_path(module.file.get());
            let is_same = is_same_file(Path::new(&outer), path);
            if chain.last() != Some(&outer) {
                chain.push(outer);
            }
            if is_same {
                chain.reverse();
                chain.push(path.display().to_string());
                let message = format!("circular modules: {}", chain.join(" -> "));
                return Err(Diagnostic::new(message, span));
            }
            around = module.parent.and_then(|parent| self.krate.module(parent));
        }
        Ok(())
    }

    /// The file of `mod name;` and the folder of its children.
    fn locate(
        &self,
        ident: Symbol,
        path: Option<String>,
        span: Span,
    ) -> Result<(PathBuf, PathBuf)> {
        let directory = self.module.directory.borrow().clone();
        let Some(path) = path else {
            return self
                .krate
                .module_file(self.module.is_model, &directory, ident.as_str())
                .ok_or_else(|| {
                    let flat = directory.join(format!("{ident}.rs"));
                    let nested = directory.join(ident.as_str()).join("mod.rs");
                    let message = format!(
                        "there is no file for module `{ident}`: neither `{}` nor `{}`",
                        flat.display(),
                        nested.display()
                    );
                    Diagnostic::new(message, span)
                });
        };
        let own_file = self.krate.file_path(self.file);
        let inline = self.module.kind == ModuleKind::Named
            && self.krate.entry(self.module.def).file == self.file;
        let base = if inline {
            directory
        } else {
            Path::new(&own_file)
                .parent()
                .map(Path::to_path_buf)
                .unwrap_or_default()
        };
        let file = base.join(path);
        let children = file.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok((file, children))
    }
}

/// Whether two paths, of which one may have been found through the other, lead to one file.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let is_same = || a.canonicalize().ok() == b.canonicalize().ok();
    a.file_name() == b.file_name() && (a == b || is_same())
}

/// `#[macro_use]`, of a module.
pub(super) fn exports_macros(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attribute| attributes::is(attribute, "macro_use"))
}

/// `#[path = "file"]`.
pub(super) fn path_attribute(attrs: &[Attribute]) -> Option<String> {
    let path = attrs
        .iter()
        .find(|attribute| attributes::is(attribute, "path"));
    path.and_then(attributes::text_value)
}
