//! Items of models and of published libraries by their outline: functions, types, traits, impls and macros
//! become definitions without being parsed.

use super::super::lazy::{Fragment, Lazy, Text};
use super::super::macro_rules::MacroSource;
use super::super::node::Content;
use super::super::outline::{self, Stub, StubKind, Written};
use super::macros::{has_local_inner_macros, with_local_macros};
use super::*;
use syn::parse::{Parse, ParseStream};

/// Reads a model's file into a module.
pub(crate) fn fill_model(krate: &Crate, module: &Rc<Module>, file: FileId) -> Result<()> {
    let whole = Text::of(krate.model_text(file)).whole();
    let mut deferred = Vec::new();
    Collector::new(krate, module, file, &mut deferred).outlined(&whole)?;
    expand_deferred(krate, deferred)
}

/// The attributes of a stub; `None` if a `cfg` removes it.
pub(super) fn attributes_of_stub(
    krate: &Crate,
    file: FileId,
    stub: &Stub,
) -> Result<Option<Vec<Attribute>>> {
    let mut attrs = Vec::new();
    if let Some(outer) = &stub.attributes {
        attrs.extend_from_slice(&outer.parse_in(file, "", Attribute::parse_outer)?);
    }
    if let Some(inner) = &stub.inner_attributes {
        attrs.extend_from_slice(&inner.parse_in(file, "", Attribute::parse_inner)?);
    }
    Ok(effective(&krate.cfg(file), attrs))
}

/// A function, neither its signature nor its body parsed.
pub(super) fn function_node(file: FileId, stub: &Stub, attrs: &[Attribute]) -> FnNode {
    let parser = syn::Signature::parse;
    let is_vector = |attribute: &&Attribute| attributes::is(attribute, "target_feature");
    let vector = attrs.iter().find(is_vector);
    let body = match vector.and_then(|attribute| vector_body(attribute.span())) {
        Some(failing) if stub.content.is_some() => Some(BodySource::Parsed(Rc::new(failing))),
        _ => stub.content.clone().map(BodySource::Text),
    };
    FnNode {
        signature: stub.header.lazily(file, "", parser, "fn unparsed()"),
        body,
        unsupported: None,
        seen: Seen::Everywhere,
    }
}

fn parsed<T: Parse>(input: ParseStream) -> syn::Result<T> {
    T::parse(input)
}

impl Collector<'_> {
    /// The content of a file: inner attributes, then items. Gives whether its macros are visible after it.
    pub(super) fn outlined_file(&mut self, whole: &Fragment) -> Result<bool> {
        let attrs = match outline::inner_attributes(whole) {
            Some(inner) => inner.parse_in(self.file, "", Attribute::parse_inner)?,
            None => Rc::default(),
        };
        if !self.enter_file(&attrs) {
            return Ok(false);
        }
        self.outlined(whole)?;
        Ok(exports_macros(&attrs))
    }

    /// Defines the items of a part of a file. A mistake costs one item only.
    fn outlined(&mut self, fragment: &Fragment) -> Result<()> {
        for stub in outline::items(fragment).iter() {
            if let Err(diagnostic) = self.stub(stub) {
                self.krate.keep_mistake(self.file, *diagnostic);
            }
        }
        Ok(())
    }

    fn stub(&mut self, stub: &Stub) -> Result<()> {
        let Some(attrs) = attributes_of_stub(self.krate, self.file, stub)? else {
            return Ok(());
        };
        if self.may_be_replaced(&attrs) {
            let item = stub.whole.parse_in(self.file, "", parsed::<Item>)?;
            self.wait(Waiting::Attributed(Box::new((*item).clone()), attrs));
            return Ok(());
        }
        match stub.kind {
            StubKind::Function => self.outlined_function(stub, &attrs),
            StubKind::Struct { named } if self.attribute_macro_of_type(&attrs).is_none() => {
                return self.outlined_struct(stub, &attrs, named);
            }
            StubKind::Trait => self.outlined_trait(stub, &attrs),
            StubKind::Impl => self.outlined_impl(stub, &attrs),
            StubKind::MacroRules => return self.outlined_macro(stub, &attrs),
            StubKind::MacroCall => return self.outlined_call(stub),
            StubKind::Module if stub.content.is_some() => {
                return self.outlined_module(stub, &attrs);
            }
            StubKind::Foreign if self.module.is_model => self.outlined_foreign(stub),
            StubKind::Struct { .. } | StubKind::Foreign | StubKind::Module | StubKind::Other => {
                let item = stub.whole.parse_in(self.file, "", parsed::<Item>)?;
                return self.item_with((*item).clone(), attrs);
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
        let mut node = function_node(self.file, stub, attrs);
        node.unsupported = self.attribute_macro(attrs);
        let def = self.add(name, stub.header.span(self.file), attrs, Node::Fn(node));
        self.module.functions.borrow_mut().push(def);
        self.define_stub(stub, Namespace::Value, def);
        self.export_macro(def);
    }

    fn outlined_struct(&mut self, stub: &Stub, attrs: &[Attribute], named: bool) -> Result<()> {
        let name = Symbol::new(stub.name);
        let whole = &stub.whole;
        let item: Lazy<syn::ItemStruct> = whole.lazily(self.file, "", parsed, "struct Unparsed {}");
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
            item: header.lazily(self.file, "{}", parsed, "trait Unparsed {}"),
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
        let header = &stub.header;
        let node = ImplNode {
            item: header.lazily(self.file, "{}", parsed, "impl () {}"),
            members: Content::Text(stub.content.clone().unwrap_or(stub.whole.part(0..0))),
        };
        let names = ImplHeader {
            trait_name: trait_name.map(Symbol::new),
            self_name: self_name.map(Symbol::new),
        };
        let start = stub.name_span.start;
        let span = stub.whole.part(start..start + "impl".len()).span(self.file);
        self.add_implementation(node, names, span, attributes::collect(attrs));
    }

    fn outlined_macro(&mut self, stub: &Stub, attrs: &[Attribute]) -> Result<()> {
        let Some(content) = outline::macro_content(stub) else {
            return Ok(());
        };
        let source = match has_local_inner_macros(attrs) {
            true => {
                let tokens = content.parse_in(self.file, "", TokenStream::parse)?;
                MacroSource::Tokens(with_local_macros((*tokens).clone()))
            }
            false => MacroSource::Text(content),
        };
        let name = Symbol::new(stub.name);
        let def = MacroDef::new(self.krate, name, self.file, source);
        self.define_macro(name, Rc::new(def), attrs);
        Ok(())
    }

    fn outlined_call(&mut self, stub: &Stub) -> Result<()> {
        if !self.module.is_model {
            let mac = stub.whole.parse_in(self.file, "", item_macro)?;
            return self.invocation(Lazy::shared(move || mac));
        }
        let mac = stub.whole.lazily(self.file, "", item_macro, "unparsed! {}");
        let name = Symbol::new(stub.name);
        let found = find_textual(&self.macros, name);
        let Some(implemented) = found.and_then(|def| def.implements(&self.macros)) else {
            return self.invocation(mac);
        };
        let mut names = (*implemented).clone();
        if let Some(arguments) = outline::macro_content(stub) {
            names.fill_in_text(&arguments);
        }
        let deferred = self.later(Waiting::Macro(mac));
        self.krate.add_lazy_impls(LazyImpls {
            names,
            deferred,
            round: None,
        });
        Ok(())
    }

    fn outlined_module(&mut self, stub: &Stub, attrs: &[Attribute]) -> Result<()> {
        let span = stub.whole.part(stub.name_span.clone()).span(self.file);
        let visibility = self.written(&stub.visibility);
        let (module, exports_macros) =
            self.add_submodule(Symbol::new(stub.name), span, attrs, visibility);
        let mut inner = self.inside(&module);
        if let Some(content) = &stub.content {
            inner.outlined(content)?;
        }
        if exports_macros {
            self.macros = inner.macros;
        }
        Ok(())
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
            let node = Node::Fn(function_node(self.file, member, &[]));
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
                let _ = text.parse_in(entry.file, "", syn::Block::parse_within);
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
