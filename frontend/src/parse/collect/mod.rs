//! Items to definitions: fills modules and blocks, expanding item macros and derives on the way.

mod attributed;
mod foreign;
mod lazy_impls;
mod macros;
mod members;
mod modules;
mod nested_impls;
mod outlined;
mod set;
mod test_macro;
mod waiting;

use super::attributes::{self, effective};
use super::lazy::{Fragment, Lazy};
use super::macro_rules::{ImplNames, MacroDef};
use super::node::{
    AssocTyNode, BodySource, ConstNode, Content, FnNode, ImplNode, Node, Seen, TraitNode,
};
use super::skim::Skimmed;
use super::tokens::{name, span_in, syntax_error};
use super::{derive, imports, source};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Attrs, DefId, Edition};
use crate::resolve::hygiene::STD_CRATE;
use crate::resolve::{
    Crate, Entry, ImplHeader, MacroLink, MacroScope, Module, ModuleKind, Namespace, Res, UnitId,
    Visibility, find_textual,
};
use crate::symbol::Symbol;
pub(crate) use lazy_impls::{LazyImpls, expand_lazy};
pub(crate) use members::children;
use modules::exports_macros;
use nested_impls::{ImplSearch, enter_later, holds_impl};
pub(crate) use outlined::{fill_model, force};
use proc_macro2::{TokenStream, TokenTree};
use rustc_hash::FxHashMap;
pub(super) use set::set_value;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Item};
use vscheck_ir::{FileId, Span};
pub(super) use waiting::expand_deferred;
pub(crate) use waiting::{Deferred, expand_derives};
use waiting::{Derived, Waiting};

/// Turns the items of one module or block into definitions.
pub(super) struct Collector<'a> {
    pub krate: &'a Crate,
    pub module: Rc<Module>,
    pub file: FileId,
    /// What [`crate::hir::Def::parent`] says: the module, or the function that holds a block.
    pub parent: DefId,
    pub macros: MacroScope,
    pub skimmed: Option<Rc<Skimmed>>,
    pub depth: u32,
    pub deferred: &'a mut Vec<Deferred>,
}

/// Reads a crate from its root file.
pub(crate) fn load_root(krate: &Crate, unit: UnitId, path: &Path) -> Result<()> {
    let file = krate.read_user_file(unit, path, None)?;
    let directory = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let root = new_root(krate, file, directory);
    krate.set_unit_root(unit, root.def);
    fill_module(krate, &root, file)
}

/// A crate's root module, still empty.
pub(crate) fn new_root(krate: &Crate, file: FileId, directory: PathBuf) -> Rc<Module> {
    let name = krate.name_of_root(file);
    let id = krate.add_entry(|id| Entry {
        id,
        name,
        parent: None,
        scope: id,
        file,
        span: Span {
            file,
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        },
        attrs: Attrs::default(),
        macros: None,
        depth: 0,
        ..Entry::new(id, Node::Module)
    });
    add_module(krate, id, ModuleKind::Root, None, file, directory)
}

/// Registers the scope of a module definition.
pub(super) fn add_module(
    krate: &Crate,
    def: DefId,
    kind: ModuleKind,
    parent: Option<&Module>,
    file: FileId,
    directory: PathBuf,
) -> Rc<Module> {
    let module = Rc::new(Module {
        def,
        kind,
        parent: parent.map(|parent| parent.def),
        root: parent.map_or(def, |parent| parent.root),
        is_model: krate.is_model_file(file),
        edition: parent.map_or_else(|| krate.file_edition(file), |parent| parent.edition),
        file: Cell::new(file),
        directory: RefCell::new(directory),
        pending: RefCell::default(),
        items: RefCell::new(FxHashMap::default()),
        imports: RefCell::default(),
        globs: RefCell::default(),
        unnamed: RefCell::default(),
        children: RefCell::default(),
        functions: RefCell::default(),
        traits: RefCell::default(),
    });
    krate.modules.borrow_mut().insert(def, module.clone());
    module
}

/// Reads a user's file into a module, then expands what had to wait.
fn fill_module(krate: &Crate, module: &Rc<Module>, file: FileId) -> Result<()> {
    let mut deferred = Vec::new();
    Collector::new(krate, module, file, &mut deferred).whole_file()?;
    expand_deferred(krate, deferred)
}

impl<'a> Collector<'a> {
    /// Collects what stands in a module's own file.
    fn new(
        krate: &'a Crate,
        module: &Rc<Module>,
        file: FileId,
        deferred: &'a mut Vec<Deferred>,
    ) -> Collector<'a> {
        Collector {
            krate,
            module: module.clone(),
            file,
            parent: module.def,
            macros: None,
            skimmed: None,
            depth: 0,
            deferred,
        }
    }

    /// The content of the file: inner attributes, then items. Gives whether its macros are visible after it.
    fn whole_file(&mut self) -> Result<bool> {
        if let Some(outlined) = self.krate.outlined(self.file) {
            return self.outlined_file(&outlined.whole());
        }
        let parsed = source::parse_file(self.krate, self.file)?;
        match self.enter_file(&parsed.attrs) {
            true => self.items(parsed.items)?,
            false => return Ok(false),
        }
        Ok(exports_macros(&parsed.attrs))
    }

    /// Whether a file with these attributes counts.
    fn enter_file(&mut self, attrs: &[Attribute]) -> bool {
        if !attributes::enabled(&self.krate.cfg(self.file), attrs) {
            return false;
        }
        if self.module.kind == ModuleKind::Root && !self.module.is_model {
            self.crate_attributes(attrs);
        }
        true
    }

    fn crate_attributes(&self, attrs: &[Attribute]) {
        for attribute in attrs
            .iter()
            .filter(|attribute| attributes::is(attribute, "recursion_limit"))
        {
            if let Some(limit) =
                attributes::text_value(attribute).and_then(|text| text.parse().ok())
            {
                self.krate.recursion_limit.set(std::cmp::min(limit, 4096));
            }
        }
    }

    /// Defines a list of items in order. A mistake in a model or a library costs that item only.
    pub(super) fn items(&mut self, mut items: Vec<Item>) -> Result<()> {
        test_macro::name_test_macro(&mut items);
        for item in items {
            match self.item(item) {
                Err(diagnostic) if self.krate.may_have_mistakes(self.file) => {
                    self.krate.keep_mistake(self.file, *diagnostic);
                }
                other => other?,
            }
        }
        Ok(())
    }

    pub(super) fn item(&mut self, mut item: Item) -> Result<()> {
        let attrs = match attributes_of(&mut item) {
            Some(attrs) => std::mem::take(attrs),
            None => Vec::new(),
        };
        match effective(&self.krate.cfg(self.file), attrs) {
            Some(attrs) if self.may_be_replaced(&attrs) => {
                self.wait(Waiting::Attributed(Box::new(item), attrs));
                Ok(())
            }
            Some(attrs) => self.item_with(item, attrs),
            None => Ok(()),
        }
    }

    fn item_with(&mut self, item: Item, attrs: Vec<Attribute>) -> Result<()> {
        match item {
            Item::Const(item) => self.constant(item, &attrs),
            Item::Enum(item) => self.enumeration(item, &attrs),
            Item::ExternCrate(item) => self.extern_crate(&item, &attrs),
            Item::Fn(item) => self.function(item, &attrs),
            Item::ForeignMod(item) => self.foreign(item),
            Item::Impl(item) => self.implementation(item, &attrs),
            Item::Macro(item) => self.macro_item(item, &attrs),
            Item::Mod(item) => self.submodule(item, &attrs),
            Item::Static(item) => self.static_item(item, &attrs),
            Item::Struct(item) => self.structure(item, &attrs),
            Item::Trait(item) => self.trait_item(item, &attrs),
            Item::TraitAlias(item) => self.unsupported(&item.ident, "a trait alias"),
            Item::Type(item) => self.type_alias(item, &attrs),
            Item::Union(item) => self.union(item, &attrs),
            Item::Use(item) => self.import(&item),
            Item::Verbatim(tokens) => self.verbatim(&tokens),
            _ => Ok(()),
        }
    }

    pub(super) fn span(&self, span: proc_macro2::Span) -> Span {
        span_in(self.file, span)
    }

    fn add(&self, name: Symbol, span: Span, attrs: &[Attribute], node: Node) -> DefId {
        self.add_with(name, span, attributes::collect(attrs), node)
    }

    fn add_with(&self, name: Symbol, span: Span, attrs: Attrs, node: Node) -> DefId {
        self.krate.add_entry(|id| Entry {
            id,
            name,
            parent: Some(self.parent),
            scope: self.module.def,
            file: self.file,
            span,
            attrs,
            macros: self.macros.clone(),
            depth: self.depth,
            ..Entry::new(id, node)
        })
    }

    fn define(&self, name: Symbol, space: Namespace, def: DefId, vis: &syn::Visibility) {
        let visibility = self.visibility(vis);
        self.module.define(name, space, Res::Def(def), visibility);
    }

    /// Resolves a visibility as far as globs need it.
    fn visibility(&self, vis: &syn::Visibility) -> Visibility {
        match vis {
            syn::Visibility::Public(_) => Visibility::Public,
            syn::Visibility::Inherited => Visibility::In(self.module.def),
            syn::Visibility::Restricted(restricted) => {
                self.restricted(&super::path_symbols(&restricted.path))
            }
        }
    }

    /// `pub(in path)`.
    fn restricted(&self, segments: &[Symbol]) -> Visibility {
        let module = self.krate.nearest_module(self.module.def);
        match self
            .krate
            .resolve_path(module.def, segments, false, Namespace::Type)
        {
            Ok(found) => match found.res {
                Res::Def(def) => Visibility::In(def),
                Res::Primitive(_) | Res::Macro(_) | Res::Builtin(_) | Res::Procedural(_) => {
                    Visibility::Public
                }
            },
            Err(_) => Visibility::In(module.root),
        }
    }

    fn function(&mut self, item: syn::ItemFn, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.sig.ident);
        let span = self.span(item.sig.span());
        let has_impl = self.holds_impl(|search| search.visit_block(&item.block));
        let body = body_source(*item.block, attrs, self.skimmed.as_deref());
        let node = FnNode {
            signature: Lazy::ready(item.sig),
            body: Some(body),
            unsupported: self.attribute_macro(attrs),
            seen: Seen::Everywhere,
        };
        let def = self.add(ident, span, attrs, Node::Fn(node));
        if has_impl {
            enter_later(self.krate, def);
        }
        self.module.functions.borrow_mut().push(def);
        self.define(ident, Namespace::Value, def, &item.vis);
        self.export_macro(def);
        Ok(())
    }

    fn constant(&mut self, item: syn::ItemConst, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let place = (self.parent, self.file, ident);
        let value = set_value(self.krate, place, &item.ty, *item.expr)?;
        let may_expand = !matches!(value, syn::Expr::Lit(_) | syn::Expr::Path(_));
        let has_impl = self.holds_impl(|search| search.visit_expr(&value));
        let node = ConstNode {
            ty: Rc::from(item.ty),
            generics: None,
            value: Some(Rc::new(value)),
        };
        let def = self.add(ident, span, attrs, Node::Const(node));
        if ident.as_str() != "_" {
            self.define(ident, Namespace::Value, def, &item.vis);
        }
        if has_impl || may_expand && ident.as_str() == "_" && !self.module.is_model {
            enter_later(self.krate, def);
        }
        Ok(())
    }

    fn static_item(&mut self, item: syn::ItemStatic, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let vis = item.vis.clone();
        let thread_local = attrs
            .iter()
            .filter(|attribute| attributes::is(attribute, "thread_local"));
        let item = syn::ItemStatic {
            attrs: thread_local.cloned().collect(),
            ..item
        };
        let has_impl = self.holds_impl(|search| search.visit_expr(&item.expr));
        let def = self.add(ident, span, attrs, Node::Static(Rc::new(item)));
        if has_impl {
            enter_later(self.krate, def);
        }
        self.define(ident, Namespace::Value, def, &vis);
        Ok(())
    }

    fn type_alias(&mut self, item: syn::ItemType, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let vis = item.vis.clone();
        let def = self.add(ident, span, attrs, Node::TypeAlias(Rc::new(item)));
        self.define(ident, Namespace::Type, def, &vis);
        Ok(())
    }

    fn structure(&mut self, item: syn::ItemStruct, attrs: &[Attribute]) -> Result<()> {
        if let Some(what) = self.attribute_macro_of_type(attrs) {
            return self.unsupported(&item.ident, &what);
        }
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let item = Lazy::ready(item);
        let def = self.add(ident, span, attrs, Node::Struct(item.clone()));
        self.define(ident, Namespace::Type, def, &item.vis);
        if !matches!(item.fields, syn::Fields::Named(_)) {
            self.define(ident, Namespace::Value, def, &item.vis);
        }
        self.derive_struct(ident, attrs, &item, None)
    }

    fn union(&mut self, item: syn::ItemUnion, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let item = Rc::new(item);
        let def = self.add(ident, span, attrs, Node::Union(item.clone()));
        self.define(ident, Namespace::Type, def, &item.vis);
        self.derive_procedural(ident, attrs, Derived::Union(item.clone()));
        let cfg = self.krate.cfg(self.file);
        let input = Lazy::new(move || derive::Input::union(&cfg, &item));
        self.derive(ident, attrs, &input, None)
    }

    fn enumeration(&mut self, mut item: syn::ItemEnum, attrs: &[Attribute]) -> Result<()> {
        if let Some(what) = self.attribute_macro_of_type(attrs) {
            return self.unsupported(&item.ident, &what);
        }
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let variants = std::mem::take(&mut item.variants);
        let item = Rc::new(item);
        let def = self.add(
            ident,
            span,
            attrs,
            Node::Enum(item.clone(), RefCell::default()),
        );
        let mut kept = Vec::new();
        for mut variant in variants {
            let attrs = std::mem::take(&mut variant.attrs);
            if let Some(attrs) = effective(&self.krate.cfg(self.file), attrs) {
                variant.attrs = attrs;
                kept.push(Rc::new(variant));
            }
        }
        let defs = kept
            .iter()
            .enumerate()
            .map(|(index, variant)| self.variant(def, variant, index));
        let defs: Vec<DefId> = defs.collect();
        if let Node::Enum(_, variants) = &self.krate.entry(def).node {
            *variants.borrow_mut() = defs;
        }
        self.define(ident, Namespace::Type, def, &item.vis);
        let cfg = self.krate.cfg(self.file);
        self.derive_procedural(ident, attrs, Derived::Enum(item.clone(), kept.clone()));
        let scalars = [
            "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
        ];
        let discriminant = attributes::repr_among(attrs, &scalars);
        let input = Lazy::new(move || derive::Input::enumeration(&cfg, &item, &kept, discriminant));
        self.derive(ident, attrs, &input, None)
    }

    fn variant(&self, parent: DefId, variant: &Rc<syn::Variant>, index: usize) -> DefId {
        let span = self.span(variant.ident.span());
        let node = Node::Variant(variant.clone(), index as u32);
        self.krate.add_entry(|id| Entry {
            id,
            name: name(&variant.ident),
            parent: Some(parent),
            scope: self.module.def,
            file: self.file,
            span,
            attrs: attributes::collect(&variant.attrs),
            macros: self.macros.clone(),
            depth: self.depth,
            ..Entry::new(id, node)
        })
    }

    fn derive_struct(
        &mut self,
        ident: Symbol,
        attrs: &[Attribute],
        item: &Lazy<syn::ItemStruct>,
        written: Option<&Fragment>,
    ) -> Result<()> {
        let (item, cfg) = (item.clone(), self.krate.cfg(self.file));
        self.derive_procedural(ident, attrs, Derived::Struct(item.clone()));
        let packed = attributes::is_packed(attrs);
        let input = Lazy::new(move || derive::Input::structure(&cfg, &item, packed));
        self.derive(ident, attrs, &input, written)
    }

    /// Adds the impls that a type's derives stand for: a model's are written when they are looked at,
    /// and if it stands in a model's text, once for all programs.
    fn derive(
        &mut self,
        ident: Symbol,
        attrs: &[Attribute],
        input: &Lazy<derive::Input>,
        written: Option<&Fragment>,
    ) -> Result<()> {
        let derives = Rc::new(attributes::derives(attrs));
        for &(trait_name, place) in derives.iter() {
            if !derive::is_known(trait_name.as_str()) || self.is_replaced(trait_name) {
                continue;
            }
            let (input, all) = (input.clone(), derives.clone());
            let item = move || derived(trait_name, place, &input, &all);
            let item = match written.cloned() {
                Some(text) => Lazy::shared(move || text.once(trait_name.as_str(), item)),
                None => Lazy::new(item),
            };
            let span = self.span(place);
            if written.is_none() && !self.module.is_model && item.is_none() {
                let message = format!("cannot derive `{trait_name}`");
                return Err(Diagnostic::new(message, span));
            }
            let node = ImplNode {
                item: Lazy::shared(move || (*item).clone().expect("a derive of a parsed type")),
                members: Content::Parsed,
            };
            let header = ImplHeader {
                trait_name: Some(trait_name),
                self_name: Some(ident),
            };
            let attrs = Attrs {
                derived: true,
                ..Attrs::default()
            };
            self.add_implementation(node, header, span, attrs);
        }
        Ok(())
    }

    fn trait_item(&mut self, item: syn::ItemTrait, attrs: &[Attribute]) -> Result<()> {
        let ident = name(&item.ident);
        let span = self.span(item.ident.span());
        let vis = item.vis.clone();
        let has_impl = self.holds_impl(|search| search.visit_item_trait(&item));
        let node = TraitNode {
            item: Lazy::ready(item),
            members: self.content(),
        };
        let def = self.add(ident, span, attrs, Node::Trait(node));
        if has_impl {
            enter_later(self.krate, def);
        }
        self.krate.lookups.trait_names.borrow_mut().insert(ident);
        self.define(ident, Namespace::Type, def, &vis);
        Ok(())
    }

    fn implementation(&mut self, item: syn::ItemImpl, attrs: &[Attribute]) -> Result<()> {
        if matches!(&item.trait_, Some((Some(_), ..))) {
            return Ok(());
        }
        let trait_name = item
            .trait_
            .as_ref()
            .and_then(|(_, path, _)| last_name(path));
        let self_name = match super::item::is_parameter(&item.generics, &item.self_ty) {
            true => None,
            false => super::type_name(&item.self_ty),
        };
        let span = self.span(item.impl_token.span());
        let members = &item.items;
        let has_impl =
            self.holds_impl(|search| members.iter().for_each(|item| search.visit_impl_item(item)));
        let node = ImplNode {
            item: Lazy::ready(item),
            members: self.content(),
        };
        let header = ImplHeader {
            trait_name,
            self_name,
        };
        let attrs = attributes::collect(attrs);
        let def = self.add_implementation(node, header, span, attrs);
        if let (Some(def), true) = (def, has_impl) {
            enter_later(self.krate, def);
        }
        Ok(())
    }

    fn holds_impl(&self, look: impl FnOnce(&mut ImplSearch)) -> bool {
        holds_impl(self.krate, self.file, look)
    }

    fn add_implementation(
        &self,
        node: ImplNode,
        header: ImplHeader,
        span: Span,
        attrs: Attrs,
    ) -> Option<DefId> {
        if self.krate.is_macro_file(self.file) {
            return None;
        }
        let def = self.add_with(Symbol::new(""), span, attrs, Node::Impl(node));
        self.krate.add_impl(def, header, self.module.is_model);
        Some(def)
    }

    fn content(&self) -> Content {
        match &self.skimmed {
            Some(skimmed) => Content::Skimmed(skimmed.clone()),
            None => Content::Parsed,
        }
    }

    /// An attribute macro that stands at an item; models have none.
    fn attribute_macro(&self, attrs: &[Attribute]) -> Option<String> {
        match self.module.is_model {
            true => None,
            false => attributes::attribute_macro(attrs),
        }
    }

    /// The same of a type, where derives that are not expanded may have attributes of their own.
    fn attribute_macro_of_type(&self, attrs: &[Attribute]) -> Option<String> {
        let has_helpers = !attributes::collect(attrs).other_derives.is_empty();
        self.attribute_macro(attrs).filter(|_| !has_helpers)
    }

    fn unsupported(&mut self, ident: &syn::Ident, what: &str) -> Result<()> {
        let span = self.span(ident.span());
        let def = self.add(name(ident), span, &[], Node::Unsupported(what.to_string()));
        for space in [Namespace::Type, Namespace::Value] {
            self.module
                .define(name(ident), space, Res::Def(def), Visibility::Public);
        }
        Ok(())
    }

    fn verbatim(&mut self, tokens: &TokenStream) -> Result<()> {
        let mut words = tokens.clone().into_iter().filter_map(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => Some(ident),
            _ => None,
        });
        let what = "this kind of item";
        match words.nth(1) {
            Some(ident) => self.unsupported(&ident, what),
            None => Ok(()),
        }
    }

    fn extern_crate(&mut self, item: &syn::ItemExternCrate, attrs: &[Attribute]) -> Result<()> {
        if attrs
            .iter()
            .any(|attribute| attributes::is(attribute, "macro_use"))
        {
            self.krate.use_macros_of(self.file, name(&item.ident));
        }
        imports::add_extern_crate(self, item, self.visibility(&item.vis));
        Ok(())
    }

    fn import(&mut self, item: &syn::ItemUse) -> Result<()> {
        imports::add_use(self, item, self.visibility(&item.vis));
        Ok(())
    }

    /// Whether bodies are parsed when they are needed only.
    fn is_outlined(&self) -> bool {
        self.module.is_model || self.krate.outlined(self.file).is_some()
    }
}

/// Adds a function to a module that has been read.
pub(crate) fn define_function(krate: &Crate, module: DefId, text: &str) -> Result<DefId> {
    let module = krate.scope_module(module);
    let mut deferred = Vec::new();
    let mut collector = Collector {
        krate,
        module: module.clone(),
        file: module.file.get(),
        parent: module.def,
        macros: None,
        skimmed: None,
        depth: 0,
        deferred: &mut deferred,
    };
    let item = syn::parse_str(text).expect("a function");
    collector.item(item)?;
    let function = module.functions.borrow().last().copied();
    Ok(function.expect("it has just been added"))
}

/// The impl that a derive stands for; `None` if it is no syntax.
fn derived(
    trait_name: Symbol,
    span: proc_macro2::Span,
    input: &derive::Input,
    derives: &[(Symbol, proc_macro2::Span)],
) -> Option<Rc<syn::ItemImpl>> {
    let text = derive::expand(trait_name.as_str(), input, derives)?;
    let tokens: TokenStream = text.parse().ok()?;
    let item = syn::parse2(super::tokens::respan(tokens, span)).ok()?;
    Some(Rc::new(item))
}

/// A function's body: its tokens if it was cut out. What needs vector instructions only fails if it is
/// ever called: programs ask before whether there are any.
pub(super) fn body_source(
    block: syn::Block,
    attrs: &[Attribute],
    skimmed: Option<&Skimmed>,
) -> BodySource {
    let is_vector = |attribute| attributes::is(attribute, "target_feature");
    if attrs.iter().any(is_vector)
        && let Some(failing) = vector_body(block.brace_token.span.open())
    {
        return BodySource::Parsed(Rc::new(failing));
    }
    match skimmed.and_then(|skimmed| skimmed.body(&block)) {
        Some(tokens) => BodySource::Tokens(tokens),
        None => BodySource::Parsed(Rc::new(block)),
    }
}

fn vector_body(place: proc_macro2::Span) -> Option<syn::Block> {
    let message = "the vector instructions of this function are not modelled";
    let text = format!("{{ {STD_CRATE}::panic!({message:?}) }}");
    let tokens: TokenStream = text.parse().ok()?;
    syn::parse2(super::tokens::respan(tokens, place)).ok()
}

fn last_name(path: &syn::Path) -> Option<Symbol> {
    path.segments.last().map(|segment| name(&segment.ident))
}

fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::ExternCrate(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::ForeignMod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::TraitAlias(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The scope of a block with items: a module that only this block sees.
pub(super) fn new_block_scope(
    krate: &Crate,
    owner: &Entry,
    outer: &Module,
    span: Span,
) -> Rc<Module> {
    let id = krate.add_entry(|id| Entry {
        id,
        name: Symbol::new(""),
        parent: Some(owner.id),
        scope: id,
        file: owner.file,
        span,
        attrs: Attrs::default(),
        macros: None,
        depth: owner.depth,
        ..Entry::new(id, Node::Module)
    });
    let directory = outer.directory.borrow().clone();
    add_module(
        krate,
        id,
        ModuleKind::Block,
        Some(outer),
        owner.file,
        directory,
    )
}

/// The edition that decides how a module's paths and `panic!`s are read.
pub(super) fn edition_of(krate: &Crate, scope: DefId) -> Edition {
    krate.scope_module(scope).edition
}
