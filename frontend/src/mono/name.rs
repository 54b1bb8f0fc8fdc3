//! Names of functions as the user would write them.

use super::{FnKey, Mono};
use crate::hir::{DefId, DefKind, HirTyKind};
use crate::ty::{Args, ClosureKey, GenericArg, TyKind};
use crate::typed::Instance;

impl Mono {
    /// A function's name.
    pub fn key_name(&self, key: &FnKey) -> String {
        match key {
            FnKey::Instance(instance) => self.instance_name(*instance),
            FnKey::Constructor(def, args) => self.path_name(*def, *args),
            FnKey::Closure(key) | FnKey::Reified(key) => self.closure_name(*key),
            FnKey::Call(ty, _) => match ty.kind() {
                TyKind::Closure(key) => self.closure_name(*key),
                _ => format!("call of {}", self.typer.type_name(*ty)),
            },
            FnKey::Drop(ty) => format!("drop of {}", self.typer.type_name(*ty)),
            FnKey::Clone(ty) => format!("clone of {}", self.typer.type_name(*ty)),
            FnKey::Builtin(method, ty) => format!("{method:?} of {}", self.typer.type_name(*ty)),
            FnKey::Virtual(method, args) => self.path_name(*method, *args),
            FnKey::ByAddress(key, _) => self.key_name(key),
            FnKey::Try { .. } => "catch".to_string(),
            FnKey::Promoted(_) => "constant".to_string(),
            FnKey::Start => "start".to_string(),
        }
    }

    /// `Account::transfer`, `std::vec::Vec<i32>::push`.
    pub fn instance_name(&self, instance: Instance) -> String {
        self.path_name(instance.def, instance.args)
    }

    fn closure_name(&self, key: ClosureKey) -> String {
        let owner = self.path_name(key.owner, key.args);
        let body = self.hir.body(key.owner);
        let expr = body
            .as_ref()
            .ok()
            .and_then(|body| body.exprs.get(key.expr.index()));
        let line = expr.map_or(0, |expr| expr.span.line);
        format!("{owner}::{{closure at line {line}}}")
    }

    fn path_name(&self, def: DefId, args: Args) -> String {
        let item = self.hir.def(def);
        let own = item.name.to_string();
        let Some(parent) = item.parent else {
            return own;
        };
        let own = own + &self.arguments(def, args);
        let parent_item = self.hir.def(parent);
        let prefix = match &parent_item.kind {
            DefKind::Impl { .. } => self.impl_name(parent),
            DefKind::Module if parent_item.parent.is_none() => {
                if parent_item.is_model {
                    "std".to_string()
                } else {
                    String::new()
                }
            }
            _ => self.path_name(parent, args),
        };
        if prefix.is_empty() {
            own
        } else {
            format!("{prefix}::{own}")
        }
    }

    fn arguments(&self, def: DefId, args: Args) -> String {
        let generics = &self.hir.def(def).generics;
        let start = generics.parent_count as usize;
        let list: Vec<String> = args
            .list()
            .iter()
            .skip(start)
            .take(generics.params.len())
            .map(|arg| self.argument(*arg))
            .collect();
        if list.is_empty() {
            String::new()
        } else {
            format!("<{}>", list.join(", "))
        }
    }

    fn argument(&self, arg: GenericArg) -> String {
        match arg {
            GenericArg::Type(ty) => self.typer.type_name(ty),
            GenericArg::Const(value) => self
                .typer
                .const_value(value)
                .map_or_else(|_| "_".to_string(), |value| value.to_string()),
        }
    }

    fn impl_name(&self, def: DefId) -> String {
        match &self.hir.def(def).kind {
            DefKind::Impl { self_ty, .. } => self.written_name(&self_ty.kind),
            _ => String::new(),
        }
    }

    fn written_name(&self, ty: &HirTyKind) -> String {
        match ty {
            HirTyKind::Adt(def, _) => self.path_name(*def, Args::empty()),
            HirTyKind::Primitive(primitive) => format!("{primitive:?}").to_lowercase(),
            HirTyKind::Param(_, name) => name.to_string(),
            HirTyKind::Ref(_, inner) => format!("&{}", self.written_name(&inner.kind)),
            HirTyKind::Slice(inner) => format!("[{}]", self.written_name(&inner.kind)),
            _ => "impl".to_string(),
        }
    }
}
