//! The HIR as text, for `vscheck emit hir` and tests.
//!
//! Close to Rust, fully resolved: definitions by their whole path, locals with their id (`x.l0`), jumps
//! with the id of the expression they leave (`break e7`).

mod body;

use super::Crate;
use crate::hir::{
    AssocArg, ConstArg, Def, DefId, DefKind, ExprPath, FnData, GenericArg, GenericArgs,
    GenericParamKind, Generics, Hir, HirTy, HirTyKind, Mutability, Predicate, TraitBound,
    VariantData, VariantShape,
};
use body::BodyPrinter;
use std::fmt::Write as _;

/// Everything that the user's crate defines, in the order it was found.
pub fn dump(krate: &Crate) -> String {
    let mut printer = Printer {
        krate,
        out: String::new(),
        indent: 0,
    };
    let mut index = 0;
    // Lowering a body may add definitions.
    while index < krate.entries.borrow().len() {
        let id = DefId::new(index);
        if !krate.is_model(id) {
            printer.definition(&krate.def(id));
        }
        index += 1;
    }
    printer.out
}

struct Printer<'a> {
    krate: &'a Crate,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    fn separated<T>(&mut self, list: &[T], separator: &str, mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in list.iter().enumerate() {
            if index > 0 {
                self.text(separator);
            }
            each(self, item);
        }
    }

    /// The path of a definition; impls are named by what they implement.
    fn path(&mut self, id: DefId) {
        let def = self.krate.def(id);
        let parent = def.parent.filter(|&parent| parent != self.krate.root());
        if let Some(parent) = parent {
            self.path(parent);
        }
        match &def.kind {
            DefKind::Impl {
                self_ty,
                trait_bound,
                ..
            } => {
                let separator = if parent.is_some() { "::" } else { "" };
                write!(self.out, "{separator}<impl ").expect("writing to a string");
                if let Some(bound) = trait_bound {
                    self.bound(bound);
                    self.text(" for ");
                }
                self.ty(self_ty);
                self.text(">");
            }
            _ if def.name.as_str().is_empty() => {
                if !matches!(def.kind, DefKind::Module) {
                    self.text("::{const}");
                }
            }
            _ => {
                let separator = if parent.is_some() { "::" } else { "" };
                write!(self.out, "{separator}{}", def.name).expect("writing to a string");
            }
        }
    }

    fn definition(&mut self, def: &Def) {
        match &def.kind {
            DefKind::Module | DefKind::Variant { .. } | DefKind::AssocTy { .. } => return,
            DefKind::Struct(data) => self.type_definition("struct", def, data),
            DefKind::Union(data) => self.type_definition("union", def, data),
            DefKind::Enum(variants) => self.enumeration(def, variants),
            DefKind::TypeAlias(ty) => {
                self.head("type", def);
                self.text(" = ");
                self.ty(ty);
            }
            DefKind::Trait {
                supertraits, items, ..
            } => {
                self.head("trait", def);
                self.text(": ");
                self.bounds(supertraits);
                self.members(items);
            }
            DefKind::Impl { items, .. } => {
                self.head("", def);
                self.members(items);
            }
            DefKind::Fn(data) => self.function(def, data),
            DefKind::Const { ty, has_body } => {
                self.head("const", def);
                self.text(": ");
                self.ty(ty);
                self.value(def, *has_body);
            }
            DefKind::Static {
                ty,
                mutable,
                thread_local,
            } => {
                self.head(
                    if *thread_local {
                        "thread_local static"
                    } else {
                        "static"
                    },
                    def,
                );
                self.text(if *mutable { " mut: " } else { ": " });
                self.ty(ty);
                self.value(def, true);
            }
            DefKind::AnonConst => {
                self.head("anon", def);
                self.value(def, true);
            }
            DefKind::Unsupported(what) => {
                self.head("unsupported", def);
                write!(self.out, " {what:?}").expect("writing to a string");
            }
        }
        self.out.push('\n');
    }

    fn head(&mut self, word: &str, def: &Def) {
        self.text(word);
        if !word.is_empty() {
            self.text(" ");
        }
        self.path(def.id);
        self.generics(&def.generics);
    }

    fn generics(&mut self, generics: &Generics) {
        if !generics.params.is_empty() {
            self.text("<");
            self.separated(&generics.params, ", ", |printer, param| match &param.kind {
                GenericParamKind::Type { default } => {
                    printer.text(param.name.as_str());
                    if let Some(default) = default {
                        printer.text(" = ");
                        printer.ty(default);
                    }
                }
                GenericParamKind::Const { ty, default } => {
                    write!(printer.out, "const {}: ", param.name).expect("writing to a string");
                    printer.ty(ty);
                    if let Some(default) = default {
                        printer.text(" = ");
                        printer.const_arg(default);
                    }
                }
            });
            self.text(">");
        }
        if !generics.predicates.is_empty() {
            self.text(" where ");
            self.separated(&generics.predicates, ", ", Self::predicate);
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        self.ty(&predicate.ty);
        self.text(": ");
        self.bounds(&predicate.bounds);
    }

    fn type_definition(&mut self, word: &str, def: &Def, data: &VariantData) {
        self.head(word, def);
        self.fields(data);
    }

    fn fields(&mut self, data: &VariantData) {
        let (open, close) = match data.shape {
            VariantShape::Unit => return,
            VariantShape::Tuple => ("(", ")"),
            VariantShape::Named => (" { ", " }"),
        };
        self.text(open);
        self.separated(&data.fields, ", ", |printer, field| {
            if data.shape == VariantShape::Named {
                write!(printer.out, "{}: ", field.name).expect("writing to a string");
            }
            printer.ty(&field.ty);
        });
        self.text(close);
    }

    fn enumeration(&mut self, def: &Def, variants: &[DefId]) {
        self.head("enum", def);
        self.text(" { ");
        self.separated(variants, ", ", |printer, &variant| {
            let variant = printer.krate.def(variant);
            printer.text(variant.name.as_str());
            if let DefKind::Variant {
                data, discriminant, ..
            } = &variant.kind
            {
                printer.fields(data);
                if let Some(value) = discriminant {
                    printer.text(" = ");
                    printer.const_arg(value);
                }
            }
        });
        self.text(" }");
    }

    fn members(&mut self, items: &[DefId]) {
        self.text(" {");
        for &item in items {
            let member = self.krate.def(item);
            if let DefKind::AssocTy { bounds, ty } = &member.kind {
                write!(self.out, " type {}", member.name).expect("writing to a string");
                self.text(": ");
                self.bounds(bounds);
                if let Some(ty) = ty {
                    self.text(" = ");
                    self.ty(ty);
                }
            } else {
                write!(self.out, " {}", member.name).expect("writing to a string");
            }
            self.text(";");
        }
        self.text(" }");
    }

    fn function(&mut self, def: &Def, data: &FnData) {
        self.head("fn", def);
        self.text("(");
        self.separated(&data.params, ", ", Self::ty);
        self.text(") -> ");
        self.ty(&data.ret);
        if let Some(what) = &data.unsupported {
            write!(self.out, " unsupported {what:?}").expect("writing to a string");
        }
        self.value(def, data.has_body);
    }

    fn value(&mut self, def: &Def, has_body: bool) {
        if !has_body {
            return;
        }
        self.text(" = ");
        match self.krate.body(def.id) {
            Ok(body) => BodyPrinter {
                printer: self,
                body: &body,
            }
            .body(),
            Err(diagnostic) => {
                write!(self.out, "error {:?}", diagnostic.message).expect("writing to a string");
            }
        }
    }

    fn bounds(&mut self, bounds: &[TraitBound]) {
        self.separated(bounds, " + ", Self::bound);
    }

    fn bound(&mut self, bound: &TraitBound) {
        self.path(bound.trait_def);
        self.args(&bound.args);
    }

    fn args(&mut self, args: &GenericArgs) {
        if args.args.is_empty() && args.bindings.is_empty() && args.constraints.is_empty() {
            return;
        }
        self.text("<");
        let mut separator = "";
        for arg in &args.args {
            self.text(std::mem::replace(&mut separator, ", "));
            match arg {
                GenericArg::Type(ty) => self.ty(ty),
                GenericArg::Const(value) => self.const_arg(value),
            }
        }
        for AssocArg { name, args, value } in &args.bindings {
            self.text(std::mem::replace(&mut separator, ", "));
            self.text(name.as_str());
            self.args(args);
            self.text(" = ");
            self.ty(value);
        }
        for AssocArg { name, args, value } in &args.constraints {
            self.text(std::mem::replace(&mut separator, ", "));
            self.text(name.as_str());
            self.args(args);
            self.text(": ");
            self.bounds(value);
        }
        self.text(">");
    }

    fn const_arg(&mut self, value: &ConstArg) {
        match value {
            ConstArg::Literal(value) => {
                write!(self.out, "{value}").expect("writing to a string");
            }
            ConstArg::Param(index) => {
                write!(self.out, "#{index}").expect("writing to a string");
            }
            ConstArg::Def(def) => self.path(*def),
            ConstArg::Infer => self.text("_"),
        }
    }

    fn ty(&mut self, ty: &HirTy) {
        match &ty.kind {
            HirTyKind::Primitive(primitive) => {
                self.text(crate::parse::primitive_name(*primitive));
            }
            HirTyKind::Adt(def, args) => {
                self.path(*def);
                self.args(args);
            }
            HirTyKind::Param(index, name) => {
                write!(self.out, "{name}#{index}").expect("writing to a string");
            }
            HirTyKind::SelfTy(_) => self.text("Self"),
            HirTyKind::Assoc(ty, name, args) => {
                self.ty(ty);
                write!(self.out, "::{name}").expect("writing to a string");
                self.args(args);
            }
            HirTyKind::QualifiedAssoc {
                self_ty,
                bound,
                name,
                args,
            } => {
                self.text("<");
                self.ty(self_ty);
                self.text(" as ");
                self.bound(bound);
                write!(self.out, ">::{name}").expect("writing to a string");
                self.args(args);
            }
            HirTyKind::Ref(mutability, ty) => {
                self.text(if *mutability == Mutability::Mut {
                    "&mut "
                } else {
                    "&"
                });
                self.ty(ty);
            }
            HirTyKind::RawPtr(mutability, ty) => {
                self.text(if *mutability == Mutability::Mut {
                    "*mut "
                } else {
                    "*const "
                });
                self.ty(ty);
            }
            _ => self.compound_ty(ty),
        }
    }

    fn compound_ty(&mut self, ty: &HirTy) {
        match &ty.kind {
            HirTyKind::Tuple(types) => {
                self.text("(");
                self.separated(types, ", ", Self::ty);
                self.text(")");
            }
            HirTyKind::Array(ty, length) => {
                self.text("[");
                self.ty(ty);
                self.text("; ");
                self.const_arg(length);
                self.text("]");
            }
            HirTyKind::Slice(ty) => {
                self.text("[");
                self.ty(ty);
                self.text("]");
            }
            HirTyKind::FnPtr(params, ret, calling) => {
                if let Some(abi) = calling.abi {
                    self.text(&format!("extern \"{abi}\" "));
                }
                self.text("fn(");
                self.separated(params, ", ", Self::ty);
                self.text(") -> ");
                self.ty(ret);
            }
            HirTyKind::Never => self.text("!"),
            HirTyKind::Infer => self.text("_"),
            HirTyKind::Dyn(bounds, _) => {
                self.text("dyn ");
                self.bounds(bounds);
            }
            HirTyKind::Impl(index, bounds) => {
                write!(self.out, "impl.{index} ").expect("writing to a string");
                self.bounds(bounds);
            }
            HirTyKind::Unsupported(what) => {
                write!(self.out, "unsupported {what:?}").expect("writing to a string");
            }
            other => unreachable!("printed before: {other:?}"),
        }
    }

    fn expr_path(&mut self, path: &ExprPath) {
        match path {
            ExprPath::Def {
                def,
                parent_args,
                args,
            } => {
                self.path(*def);
                if !parent_args.args.is_empty() {
                    self.text(" of ");
                    self.args(parent_args);
                }
                self.args(args);
            }
            ExprPath::TypeRelative { ty, name, args } => {
                self.text("<");
                self.ty(ty);
                write!(self.out, ">::{name}").expect("writing to a string");
                self.args(args);
            }
            ExprPath::Qualified {
                ty,
                bound,
                name,
                args,
            } => {
                self.text("<");
                self.ty(ty);
                self.text(" as ");
                self.bound(bound);
                write!(self.out, ">::{name}").expect("writing to a string");
                self.args(args);
            }
            ExprPath::SelfCtor(_) => self.text("Self"),
            ExprPath::ConstParam(index) => {
                write!(self.out, "#{index}").expect("writing to a string");
            }
        }
    }
}
