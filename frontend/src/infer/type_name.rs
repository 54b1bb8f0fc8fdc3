//! Types as text.

use super::*;
use crate::hir::{DefKind, Mutability};
use crate::ty::{Const, DynTy, FloatTy, GenericArg, InferVar, IntTy, Ty, TyKind};

impl Typer {
    /// A type as `std::any::type_name` prints it, but for module paths of models.
    pub(super) fn print_ty(&self, ty: Ty) -> String {
        match ty.kind() {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Str => "str".into(),
            TyKind::Never => "!".into(),
            TyKind::Int(int) => int_name(*int).into(),
            TyKind::Float(FloatTy::F32) => "f32".into(),
            TyKind::Float(FloatTy::F64) => "f64".into(),
            TyKind::Tuple(types) => match types.as_slice() {
                [one] => format!("({},)", self.print_ty(*one)),
                _ => format!("({})", self.print_list(types)),
            },
            TyKind::Array(of, length) => {
                format!("[{}; {}]", self.print_ty(*of), self.print_const(*length))
            }
            TyKind::Slice(of) => format!("[{}]", self.print_ty(*of)),
            TyKind::Ref(Mutability::Shared, to) => format!("&{}", self.print_ty(*to)),
            TyKind::Ref(Mutability::Mut, to) => format!("&mut {}", self.print_ty(*to)),
            TyKind::RawPtr(Mutability::Shared, to) => format!("*const {}", self.print_ty(*to)),
            TyKind::RawPtr(Mutability::Mut, to) => format!("*mut {}", self.print_ty(*to)),
            TyKind::Adt(def, args) | TyKind::FnDef(def, args) => {
                format!("{}{}", self.def_path(*def), self.print_args(args.list()))
            }
            TyKind::FnPtr(params, ret) => {
                let params = self.print_list(params);
                match *ret == Ty::unit() {
                    true => format!("fn({params})"),
                    false => format!("fn({params}) -> {}", self.print_ty(*ret)),
                }
            }
            TyKind::Closure(key) => format!("{}::{{{{closure}}}}", self.def_path(key.owner)),
            TyKind::Dyn(object) => self.print_object(object),
            TyKind::Param(_, name) => name.to_string(),
            TyKind::Projection(assoc, args) => self.print_projection(*assoc, args.list()),
            TyKind::Opaque(def, index, _) => format!("impl#{index}@{}", self.def_path(*def)),
            TyKind::Infer(InferVar::Ty(_)) => "_".into(),
            TyKind::Infer(InferVar::Int(_)) => "{integer}".into(),
            TyKind::Infer(InferVar::Float(_)) => "{float}".into(),
        }
    }

    /// `<A as Trait>::Name<B>`.
    fn print_projection(&self, assoc: DefId, args: &[GenericArg]) -> String {
        let definition = self.hir.def(assoc);
        let own = definition.generics.parent_count as usize;
        format!(
            "<{} as {}>::{}{}",
            self.print_arg(args[0]),
            self.hir.def(self.parent(assoc)).name,
            definition.name,
            self.print_args(args.get(own..).unwrap_or_default())
        )
    }

    fn print_object(&self, object: &DynTy) -> String {
        let Some(principal) = object.principal else {
            return "dyn ".into();
        };
        if let Some(sugared) = self.print_fn_object(principal, object) {
            return sugared;
        }
        let mut args: Vec<String> = object
            .args
            .list()
            .iter()
            .map(|a| self.print_arg(*a))
            .collect();
        for (assoc, ty) in &object.bindings {
            args.push(format!(
                "{} = {}",
                self.hir.def(*assoc).name,
                self.print_ty(*ty)
            ));
        }
        let path = self.def_path(principal);
        match args.is_empty() {
            true => format!("dyn {path}"),
            false => format!("dyn {path}<{}>", args.join(", ")),
        }
    }

    /// `dyn Fn(A) -> B`.
    fn print_fn_object(&self, principal: crate::hir::DefId, object: &DynTy) -> Option<String> {
        let is_fn = matches!(self.lang_name(principal), Some("fn" | "fn_mut" | "fn_once"));
        let [GenericArg::Type(params)] = object.args.list() else {
            return None;
        };
        let (TyKind::Tuple(params), true) = (params.kind(), is_fn) else {
            return None;
        };
        let (path, params) = (self.def_path(principal), self.print_list(params));
        let ret = object.bindings.first().map(|(_, ty)| *ty);
        Some(match ret.filter(|ret| *ret != Ty::unit()) {
            Some(ret) => format!("dyn {path}({params}) -> {}", self.print_ty(ret)),
            None => format!("dyn {path}({params})"),
        })
    }

    pub(super) fn print_list(&self, types: &[Ty]) -> String {
        let types: Vec<String> = types.iter().map(|&ty| self.print_ty(ty)).collect();
        types.join(", ")
    }

    fn print_args(&self, args: &[GenericArg]) -> String {
        if args.is_empty() {
            return String::new();
        }
        let args: Vec<String> = args.iter().map(|&arg| self.print_arg(arg)).collect();
        format!("<{}>", args.join(", "))
    }

    pub(super) fn print_arg(&self, arg: GenericArg) -> String {
        match arg {
            GenericArg::Type(ty) => self.print_ty(ty),
            GenericArg::Const(value) => self.print_const(value),
        }
    }

    fn print_const(&self, value: Const) -> String {
        match value {
            Const::Value(value) => value.to_string(),
            Const::Param(index) => format!("const#{index}"),
            Const::Infer(_) | Const::Unevaluated(..) => "_".into(),
        }
    }

    pub(super) fn arg_name(&self, arg: GenericArg) -> String {
        self.print_arg(arg)
    }

    /// The path of a definition: its modules, types and impls.
    pub(super) fn def_path(&self, def: DefId) -> String {
        let mut parts = Vec::new();
        let mut current = Some(def);
        while let Some(def) = current {
            let definition = self.hir.def(def);
            match &definition.kind {
                DefKind::Impl { .. } => {
                    if let Ok(ty) = self.self_ty(def) {
                        parts.push(self.head_name(ty));
                        break;
                    }
                }
                _ if !definition.name.as_str().is_empty() => {
                    parts.push(definition.name.to_string());
                }
                _ => {}
            }
            current = definition.parent;
        }
        parts.reverse();
        parts.join("::")
    }

    fn head_name(&self, ty: Ty) -> String {
        match ty.kind() {
            TyKind::Adt(def, _) => self.def_path(*def),
            _ => format!("<{}>", self.print_ty(ty)),
        }
    }
}

fn int_name(int: IntTy) -> &'static str {
    match int {
        IntTy::I8 => "i8",
        IntTy::I16 => "i16",
        IntTy::I32 => "i32",
        IntTy::I64 => "i64",
        IntTy::I128 => "i128",
        IntTy::Isize => "isize",
        IntTy::U8 => "u8",
        IntTy::U16 => "u16",
        IntTy::U32 => "u32",
        IntTy::U64 => "u64",
        IntTy::U128 => "u128",
        IntTy::Usize => "usize",
    }
}
