//! What has to wait until all names are there: macros whose names may come by imports, among them derives and
//! attributes.

use super::*;
use crate::hir::ExportedMacro;
use crate::macros::MacroKind;
use crate::parse::attributes::derive_paths;
use crate::parse::{builtin, path_symbols, procedural};
use crate::resolve::ProcMacro;
use quote::ToTokens;

/// Something that waits, and where it stands.
#[derive(Clone)]
pub(crate) struct Deferred {
    module: Rc<Module>,
    file: FileId,
    parent: DefId,
    macros: MacroScope,
    depth: u32,
    what: Waiting,
    /// Where macros stand that it may define, for what comes behind it.
    behind: Option<Rc<MacroLink>>,
}

#[derive(Clone)]
pub(super) enum Waiting {
    /// An item macro.
    Macro(Lazy<syn::Macro>),
    /// A derive that is not std's.
    Derive(Rc<syn::Path>, Derived, Rc<[Attribute]>),
    /// An item with attributes that may be macros.
    Attributed(Box<Item>, Vec<Attribute>),
}

/// A type as it was collected: its attributes are elsewhere, and so are an enum's variants.
#[derive(Clone)]
pub(super) enum Derived {
    Struct(Lazy<syn::ItemStruct>),
    Enum(Rc<syn::ItemEnum>, Vec<Rc<syn::Variant>>),
    Union(Rc<syn::ItemUnion>),
}

/// What a macro that waits turns out to be.
enum Found {
    Macro(Res),
    Derive(ProcMacro),
    /// And which of the attributes it is.
    Attribute(ProcMacro, usize),
    /// The same of an attribute that a model writes as a `macro_rules!`.
    Modelled(Rc<MacroDef>, usize),
}

/// Expands what waits, until nothing is left.
pub(in crate::parse) fn expand_deferred(krate: &Crate, mut pending: Vec<Deferred>) -> Result<()> {
    while !pending.is_empty() {
        prepare(krate, &pending);
        let mut stuck = Vec::new();
        let mut next = Vec::new();
        let count = pending.len();
        for deferred in pending {
            match deferred.find(krate) {
                Some(found) => deferred.forgiving(krate, &mut next, |collector, what| {
                    collector.run(found, what)
                })?,
                None => stuck.push(deferred),
            }
        }
        if stuck.len() == count {
            stuck = give_up(krate, stuck, &mut next)?;
        }
        stuck.append(&mut next);
        pending = stuck;
    }
    Ok(())
}

/// Has the crates of procedural macros compiled side by side.
fn prepare(krate: &Crate, pending: &[Deferred]) {
    if krate.options.macros.0.is_none() || pending.len() < 2 {
        return;
    }
    let mut soon: Vec<ProcMacro> = Vec::new();
    for which in pending
        .iter()
        .flat_map(|deferred| deferred.procedural(krate))
    {
        if !soon.contains(&which) {
            soon.push(which);
        }
    }
    procedural::prepare(krate, &soon);
}

/// What waits in vain: attributes that are no macros stay as they are, and derives add nothing.
fn give_up(krate: &Crate, stuck: Vec<Deferred>, next: &mut Vec<Deferred>) -> Result<Vec<Deferred>> {
    let is_macro = |deferred: &Deferred| matches!(deferred.what, Waiting::Macro(_));
    let (macros, others): (Vec<_>, Vec<_>) = stuck.into_iter().partition(is_macro);
    if others.is_empty() {
        let (file, diagnostic) = (macros[0].file, macros[0].not_found());
        if krate.is_library_file(file) {
            krate.forgive_library(file, *diagnostic);
            return Ok(Vec::new());
        }
        return Err(diagnostic);
    }
    for other in others {
        other.forgiving(krate, next, |collector, what| match what {
            Waiting::Attributed(item, attrs) => collector.item_with(*item, attrs),
            Waiting::Macro(_) | Waiting::Derive(..) => Ok(()),
        })?;
    }
    Ok(macros)
}

/// Runs derives of a type of a library.
pub(crate) fn expand_derives(krate: &Crate, derives: Vec<Deferred>) {
    for deferred in derives {
        let (file, unit) = (deferred.file, krate.unit_of(deferred.file));
        let expanded = expand_deferred(krate, vec![deferred]);
        if let Err(diagnostic) = expanded.and_then(|()| krate.enter_bodies_with_impls(unit)) {
            krate.keep_mistake(file, *diagnostic);
        }
    }
}

impl Deferred {
    /// The last name of the path of a derive.
    pub(crate) fn derive_name(&self) -> Option<Symbol> {
        match &self.what {
            Waiting::Derive(path, ..) => last_name(path),
            Waiting::Macro(_) | Waiting::Attributed(..) => None,
        }
    }

    /// The item macro that waits.
    pub(super) fn item_macro(&self) -> Option<&syn::Macro> {
        match &self.what {
            Waiting::Macro(mac) => Some(mac),
            Waiting::Derive(..) | Waiting::Attributed(..) => None,
        }
    }

    pub(super) fn file(&self) -> FileId {
        self.file
    }

    pub(super) fn macros(&self) -> &MacroScope {
        &self.macros
    }

    /// The macro that an item macro calls.
    pub(super) fn called(&self, krate: &Crate) -> Option<Res> {
        builtin::resolve(
            krate,
            self.module.def,
            &self.macros,
            &self.item_macro()?.path,
        )
    }

    /// The procedural macro of this path and kind.
    fn named(&self, krate: &Crate, path: &syn::Path, kind: MacroKind) -> Option<ProcMacro> {
        let global = path.leading_colon.is_some();
        let scope = self.module.def;
        match krate.lookup_macro(scope, &self.macros, &path_symbols(path), global)? {
            Res::Procedural(found) if found.kind == kind => Some(found),
            _ => None,
        }
    }

    /// The attribute of this path, if it is a model's.
    fn modelled(&self, krate: &Crate, path: &syn::Path) -> Option<Rc<MacroDef>> {
        let global = path.leading_colon.is_some();
        let scope = self.module.def;
        match krate.lookup_macro(scope, &self.macros, &path_symbols(path), global)? {
            Res::Macro(found) if found.is_attribute() => Some(found),
            _ => None,
        }
    }

    /// The derives and attributes that it is about to need.
    fn procedural(&self, krate: &Crate) -> Vec<ProcMacro> {
        let attrs = match &self.what {
            Waiting::Macro(_) => return Vec::new(),
            Waiting::Derive(..) => &[],
            Waiting::Attributed(_, attrs) => attrs.as_slice(),
        };
        match self.find(krate) {
            Some(Found::Derive(which) | Found::Attribute(which, _)) => vec![which],
            // Its attributes will turn out to be no macros, and its derives come next.
            Some(Found::Macro(_) | Found::Modelled(..)) | None => derive_paths(attrs)
                .into_iter()
                .filter_map(|path| self.named(krate, &path, MacroKind::Derive))
                .collect(),
        }
    }

    fn find(&self, krate: &Crate) -> Option<Found> {
        let procedural = |path: &syn::Path, kind| self.named(krate, path, kind);
        match &self.what {
            Waiting::Macro(_) => self.called(krate).map(Found::Macro),
            Waiting::Derive(path, ..) => procedural(path, MacroKind::Derive).map(Found::Derive),
            Waiting::Attributed(_, attrs) => {
                let mut all = attrs.iter().enumerate();
                all.find_map(|(index, attr)| {
                    if let Some(found) = self.modelled(krate, attr.path()) {
                        return Some(Found::Modelled(found, index));
                    }
                    let found = procedural(attr.path(), MacroKind::Attribute)?;
                    let derives = |path: &syn::Path| procedural(path, MacroKind::Derive);
                    let is_helper = is_helper(krate, attr.path(), &attrs[..index], derives);
                    (!is_helper).then_some(Found::Attribute(found, index))
                })
            }
        }
    }

    /// Goes on with it where it stands. A mistake in a model or a library costs that item only.
    fn forgiving(
        self,
        krate: &Crate,
        next: &mut Vec<Deferred>,
        work: impl FnOnce(&mut Collector, Waiting) -> Result<()>,
    ) -> Result<()> {
        let (file, behind) = (self.file, self.behind.clone());
        let (mut collector, what) = self.collector(krate, next);
        let result = work(&mut collector, what);
        if let Some(behind) = behind {
            behind.expanded(collector.macros);
        }
        match result {
            Err(diagnostic) if krate.may_have_mistakes(file) => {
                krate.keep_mistake(file, *diagnostic);
                Ok(())
            }
            other => other,
        }
    }

    pub(super) fn collector<'a>(
        self,
        krate: &'a Crate,
        deferred: &'a mut Vec<Deferred>,
    ) -> (Collector<'a>, Waiting) {
        let collector = Collector {
            krate,
            module: self.module,
            file: self.file,
            parent: self.parent,
            macros: self.macros,
            skimmed: None,
            depth: self.depth,
            deferred,
        };
        (collector, self.what)
    }

    fn not_found(&self) -> Box<Diagnostic> {
        let path = match &self.what {
            Waiting::Macro(mac) => &mac.path,
            Waiting::Derive(path, ..) => path,
            Waiting::Attributed(_, attrs) => attrs[0].path(),
        };
        let message = format!(
            "cannot find macro `{}!` in this scope",
            crate::parse::path_text(path)
        );
        Diagnostic::new(message, span_in(self.file, path.span()))
    }
}

impl Collector<'_> {
    /// Something that is to wait here.
    pub(super) fn later(&self, what: Waiting) -> Deferred {
        Deferred {
            module: self.module.clone(),
            file: self.file,
            parent: self.parent,
            macros: self.macros.clone(),
            depth: self.depth,
            what,
            behind: None,
        }
    }

    pub(super) fn wait(&mut self, what: Waiting) {
        let mut deferred = self.later(what);
        if deferred.item_macro().is_some() && !self.module.is_model {
            let behind = MacroLink::push_call(&self.macros);
            self.macros = Some(behind.clone());
            deferred.behind = Some(behind);
        }
        self.deferred.push(deferred);
    }

    /// Whether an attribute may be a macro that replaces what it stands at.
    pub(super) fn may_be_replaced(&self, attrs: &[Attribute]) -> bool {
        !self.module.is_model && attributes::attribute_macro(attrs).is_some()
    }

    fn runs_macros(&self) -> bool {
        !self.module.is_model && self.krate.options.macros.0.is_some()
    }

    /// Has the derives of a type wait that are not std's; of a library's type until it is used.
    pub(super) fn derive_procedural(&mut self, ident: Symbol, attrs: &[Attribute], item: Derived) {
        if !self.runs_macros() {
            return;
        }
        let seen: Rc<[Attribute]> = procedural::without_derives(attrs).into();
        for path in derive_paths(attrs) {
            let of_std = attributes::is_derive_of_std(&path);
            if of_std.is_some_and(|name| !self.is_replaced(name)) {
                continue;
            }
            let what = Waiting::Derive(Rc::new(path), item.clone(), seen.clone());
            let deferred = self.later(what);
            match self.krate.outlined(self.file).is_some() {
                true => self.krate.add_lazy_derive(ident, deferred),
                false => self.deferred.push(deferred),
            }
        }
    }

    /// Whether an import gives the name of one of std's derives to another.
    pub(super) fn is_replaced(&self, derive: Symbol) -> bool {
        if !self.runs_macros() || !self.module.imports.borrow().contains_key(&derive) {
            return false;
        }
        let scope = self.module.def;
        let found = self
            .krate
            .lookup_macro(scope, &self.macros, &[derive], false);
        matches!(found, Some(Res::Procedural(found)) if found.kind == MacroKind::Derive)
    }

    fn run(&mut self, found: Found, what: Waiting) -> Result<()> {
        match (found, what) {
            (Found::Macro(res), Waiting::Macro(mac)) => self.expand_items(&res, &mac),
            (Found::Derive(which), Waiting::Derive(path, item, attrs)) => {
                let input = self.derive_input(&item, &attrs);
                self.expand_procedural(which, path.span(), None, input)?;
                Ok(())
            }
            (Found::Modelled(which, at), Waiting::Attributed(item, attrs)) => {
                let (attribute, input) = without_attribute(&item, &attrs, at);
                self.expand_modelled(&which, &attribute, &input)
            }
            (Found::Attribute(which, at), Waiting::Attributed(item, attrs)) => {
                let (attribute, input) = without_attribute(&item, &attrs, at);
                let arguments = Some(attributes::arguments(&attribute));
                let place = attribute.path().span();
                match self.expand_procedural(which, place, arguments, input.into_token_stream())? {
                    true => Ok(()),
                    false => self.item_with(*item, attrs),
                }
            }
            _ => Ok(()),
        }
    }

    /// Defines what a model's attribute gives: it is called with its arguments in brackets, and the item.
    fn expand_modelled(
        &mut self,
        which: &Rc<MacroDef>,
        attribute: &Attribute,
        input: &Item,
    ) -> Result<()> {
        let arguments = attributes::arguments(attribute);
        let mac = syn::Macro {
            path: attribute.path().clone(),
            bang_token: Default::default(),
            delimiter: syn::MacroDelimiter::Brace(Default::default()),
            tokens: quote::quote! { (#arguments) #input },
        };
        self.expand_items(&Res::Macro(which.clone()), &mac)
    }

    /// Defines what a macro gives, if it can be run.
    fn expand_procedural(
        &mut self,
        which: ProcMacro,
        place: proc_macro2::Span,
        arguments: Option<TokenStream>,
        input: TokenStream,
    ) -> Result<bool> {
        self.krate.check_depth(self.depth + 1, self.span(place))?;
        let used = procedural::Use {
            place,
            file: self.file,
            arguments,
            input,
        };
        match procedural::expand_if_possible(self.krate, which, used)? {
            Some(tokens) => self.expanded(tokens).map(|()| true),
            None => Ok(false),
        }
    }

    /// The tokens of a type as its derives see it.
    fn derive_input(&self, item: &Derived, attrs: &[Attribute]) -> TokenStream {
        let cfg = self.krate.cfg(self.file);
        let attrs = attrs.to_vec();
        match item {
            Derived::Struct(item) => {
                let mut item = syn::ItemStruct {
                    attrs,
                    ..(**item).clone()
                };
                procedural::configure(&cfg, &mut item.fields);
                item.into_token_stream()
            }
            Derived::Enum(item, variants) => {
                let variants = variants.iter().map(|variant| {
                    let mut variant = (**variant).clone();
                    procedural::configure(&cfg, &mut variant.fields);
                    variant
                });
                let item = syn::ItemEnum {
                    attrs,
                    variants: variants.collect(),
                    ..(**item).clone()
                };
                item.into_token_stream()
            }
            Derived::Union(item) => {
                let item = syn::ItemUnion {
                    attrs,
                    ..(**item).clone()
                };
                item.into_token_stream()
            }
        }
    }

    /// Makes a function that is a procedural macro known as such, where its crate only gives macros.
    pub(super) fn export_macro(&self, function: DefId) {
        let entry = self.krate.entry(function);
        let Some(ExportedMacro {
            kind,
            derived,
            helpers,
        }) = entry.attrs.exported_macro.clone()
        else {
            return;
        };
        if !self.krate.is_macro_file(self.file) {
            return;
        }
        let name = derived.unwrap_or(entry.name);
        let unit = self.krate.unit_of(self.file);
        let defined = ProcMacro { unit, kind, name };
        self.krate.note_helpers(defined, helpers);
        let res = Res::Procedural(defined);
        self.module
            .define(name, Namespace::Macro, res, Visibility::Public);
    }
}

/// One of an item's attributes, and the item with the others.
fn without_attribute(item: &Item, attrs: &[Attribute], at: usize) -> (Attribute, Item) {
    let mut rest = attrs.to_vec();
    let attribute = rest.remove(at);
    let mut item = item.clone();
    if let Some(own) = attributes_of(&mut item) {
        *own = rest;
    }
    (attribute, item)
}

/// Whether one of the derives among the attributes before it takes an attribute for its own.
pub(super) fn is_helper(
    krate: &Crate,
    attribute: &syn::Path,
    before: &[Attribute],
    find: impl Fn(&syn::Path) -> Option<ProcMacro>,
) -> bool {
    let Some(word) = attribute.get_ident().map(name) else {
        return false;
    };
    let derives = derive_paths(before);
    let mut derives = derives.iter().filter_map(find);
    derives.any(|derive| krate.has_helper(derive, word))
}
