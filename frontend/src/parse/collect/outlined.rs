//! Items of model files by their outline: functions, types, traits, impls and macros become definitions
//! without being parsed.

use super::super::lazy::{Fragment, Lazy, Text};
use super::super::macro_rules::MacroSource;
use super::super::node::Content;
use super::super::outline::{self, Stub, StubKind, Written};
use super::*;
use syn::parse::{Parse, ParseStream};

/// Reads a model's file into a module.
pub(crate) fn fill_model(krate: &Crate, module: &Rc<Module>, file: FileId) -> Result<()> {
    let text = krate.model_text(file);
    let source = Text::of(text);
    let whole = Fragment {
        source,
        range: 0..text.len(),
    };
    let mut deferred = Vec::new();
    let mut collector = Collector {
        krate,
        module: module.clone(),
        file,
        parent: module.def,
        macros: None,
        skimmed: None,
        depth: 0,
        deferred: &mut deferred,
    };
    collector.outlined(&whole);
    expand_deferred(krate, deferred)
}

/// The attributes of a stub; `None` if a `cfg` removes it.
pub(super) fn attributes_of_stub(
    krate: &Crate,
    file: FileId,
    stub: &Stub,
) -> Option<Vec<Attribute>> {
    let written = stub.attributes.as_ref();
    let attrs = written.map_or_else(Vec::new, |text| {
        (*text.parse("", Attribute::parse_outer)).clone()
    });
    effective(&krate.cfg(file), attrs)
}

/// A function of a model, neither its signature nor its body parsed.
pub(super) fn function_node(stub: &Stub) -> FnNode {
    let header = stub.header.clone();
    FnNode {
        signature: Lazy::shared(move || header.parse("", syn::Signature::parse)),
        body: stub.content.clone().map(BodySource::Text),
        unsupported: None,
    }
}

fn parsed<T: Parse>(input: ParseStream) -> syn::Result<T> {
    T::parse(input)
}

impl Collector<'_> {
    /// Defines the items of a part of a model. A mistake costs one item only.
    fn outlined(&mut self, fragment: &Fragment) {
        for stub in outline::items(fragment).iter() {
            if let Err(diagnostic) = self.stub(stub) {
                self.krate.model_errors.borrow_mut().push(*diagnostic);
            }
        }
    }

    fn stub(&mut self, stub: &Stub) -> Result<()> {
        let Some(attrs) = attributes_of_stub(self.krate, self.file, stub) else {
            return Ok(());
        };
        match stub.kind {
            StubKind::Function => self.outlined_function(stub, &attrs),
            StubKind::Struct { named } => return self.outlined_struct(stub, &attrs, named),
            StubKind::Trait => self.outlined_trait(stub, &attrs),
            StubKind::Impl => self.outlined_impl(stub, &attrs),
            StubKind::MacroRules => self.outlined_macro(stub, &attrs),
            StubKind::MacroCall => return self.outlined_call(stub),
            StubKind::Module if stub.content.is_some() => self.outlined_module(stub, &attrs),
            StubKind::Foreign => self.outlined_foreign(stub),
            StubKind::Module | StubKind::Other => {
                return self.item_with((*stub.whole.parse("", parsed::<Item>)).clone(), attrs);
            }
        }
        Ok(())
    }

    fn written(&self, written: &Written) -> Visibility {
        match written {
            Written::Inherited => Visibility::In(self.module.def),
            Written::Public => Visibility::Public,
            Written::In(path) => {
                let segments: Vec<Symbol> = path.iter().map(|word| Symbol::new(word)).collect();
                self.restricted(&segments)
            }
        }
    }

    fn define_stub(&self, stub: &Stub, space: Namespace, def: DefId) {
        let visibility = self.written(&stub.visibility);
        self.module
            .define(Symbol::new(stub.name), space, Res::Def(def), visibility);
    }

    fn outlined_function(&mut self, stub: &Stub, attrs: &[Attribute]) {
        let name = Symbol::new(stub.name);
        let node = Node::Fn(function_node(stub));
        let def = self.add(name, stub.header.span(self.file), attrs, node);
        self.module.functions.borrow_mut().push(def);
        self.define_stub(stub, Namespace::Value, def);
    }

    fn outlined_struct(&mut self, stub: &Stub, attrs: &[Attribute], named: bool) -> Result<()> {
        let name = Symbol::new(stub.name);
        let whole = stub.whole.clone();
        let item: Lazy<syn::ItemStruct> = Lazy::shared(move || whole.parse("", parsed));
        let span = stub.whole.part(stub.name_span.clone()).span(self.file);
        let node = Node::Struct(item.clone());
        let def = self.add(name, span, attrs, node);
        self.define_stub(stub, Namespace::Type, def);
        if !named {
            self.define_stub(stub, Namespace::Value, def);
        }
        self.derive_struct(name, attrs, &item, Some(&stub.whole))
    }

    fn outlined_trait(&mut self, stub: &Stub, attrs: &[Attribute]) {
        let header = stub
            .whole
            .part(stub.whole.range.start..stub.header.range.end);
        let node = TraitNode {
            item: Lazy::shared(move || header.parse("{}", parsed)),
            members: Content::Text(stub.content.clone().unwrap_or(stub.whole.part(0..0))),
        };
        let span = stub.whole.part(stub.name_span.clone()).span(self.file);
        let name = Symbol::new(stub.name);
        let def = self.add(name, span, attrs, Node::Trait(node));
        self.krate.lookups.trait_names.borrow_mut().insert(name);
        self.define_stub(stub, Namespace::Type, def);
    }

    fn outlined_impl(&mut self, stub: &Stub, attrs: &[Attribute]) {
        let Some((trait_name, self_name)) = outline::impl_names(&stub.header) else {
            return;
        };
        let header = stub.header.clone();
        let node = ImplNode {
            item: Lazy::shared(move || header.parse("{}", parsed)),
            members: Content::Text(stub.content.clone().unwrap_or(stub.whole.part(0..0))),
        };
        let names = ImplHeader {
            trait_name: trait_name.map(Symbol::new),
            self_name: self_name.map(Symbol::new),
        };
        let start = stub.name_span.start;
        let span = stub.whole.part(start..start + "impl".len()).span(self.file);
        self.add_implementation(node, names, span, attrs);
    }

    fn outlined_macro(&mut self, stub: &Stub, attrs: &[Attribute]) {
        if let Some(content) = outline::macro_content(stub) {
            let name = Symbol::new(stub.name);
            let source = MacroSource::Text(content);
            let def = MacroDef::new(self.krate, name, self.file, source);
            self.define_macro(name, Rc::new(def), attrs);
        }
    }

    fn outlined_call(&mut self, stub: &Stub) -> Result<()> {
        let whole = stub.whole.clone();
        let mac = Lazy::shared(move || whole.parse("", item_macro));
        let name = Symbol::new(stub.name);
        let found = find_textual(&self.macros, name);
        let Some(implemented) = found.and_then(|def| def.implements(&self.macros)) else {
            return self.invocation(mac);
        };
        let mut names = (*implemented).clone();
        if let Some(arguments) = outline::macro_content(stub) {
            names.add_text(&arguments);
        }
        let deferred = self.deferred(mac);
        self.krate.add_lazy_impls(LazyImpls {
            names,
            deferred,
            round: None,
        });
        Ok(())
    }

    fn outlined_module(&mut self, stub: &Stub, attrs: &[Attribute]) {
        let span = stub.whole.part(stub.name_span.clone()).span(self.file);
        let visibility = self.written(&stub.visibility);
        let (module, exports_macros) =
            self.add_submodule(Symbol::new(stub.name), span, attrs, visibility);
        let mut inner = self.inside(&module);
        if let Some(content) = &stub.content {
            inner.outlined(content);
        }
        if exports_macros {
            self.macros = inner.macros;
        }
    }

    /// `extern "intrinsic" { .. }`.
    fn outlined_foreign(&mut self, stub: &Stub) {
        let members = stub.content.as_ref().map(outline::items);
        for member in members.iter().flat_map(|members| members.iter()) {
            let attrs = Attrs {
                intrinsic: true,
                ..Attrs::default()
            };
            let name = Symbol::new(member.name);
            let node = Node::Fn(function_node(member));
            let def = self.add_with(name, member.header.span(self.file), attrs, node);
            self.define_stub(member, Namespace::Value, def);
        }
    }
}

fn item_macro(input: ParseStream) -> syn::Result<syn::Macro> {
    Ok(input.parse::<syn::ItemMacro>()?.mac)
}

/// Parses what is parsed on demand only: to check the models.
pub(crate) fn force(krate: &Crate, entry: &Entry) {
    match &entry.node {
        Node::Fn(node) => {
            let _ = &*node.signature;
            if let Some(BodySource::Text(text)) = &node.body {
                text.parse("", syn::Block::parse_within);
            }
        }
        Node::Struct(item) => {
            let _ = &**item;
        }
        Node::Trait(_) | Node::Impl(_) => {
            children(krate, entry.id);
        }
        Node::Module
        | Node::Union(_)
        | Node::Enum(..)
        | Node::Variant(..)
        | Node::Const(_)
        | Node::Static(_)
        | Node::TypeAlias(_)
        | Node::AssocTy(_)
        | Node::AnonConst(_)
        | Node::Unsupported(_) => {}
    }
}
