//! Types as text.

use super::lower_ty::TyLowerer;
use super::native_paths::native_path;
use super::*;
use crate::hir::{Def, DefKind, GenericParam, GenericParamKind, HirTyKind, Mutability, Primitive};
use crate::ty::{Args, Const, DynTy, FloatTy, GenericArg, InferVar, IntTy, Ty, TyKind};

/// Prints types, either for reports or as they are called natively.
#[derive(Clone, Copy)]
struct Printer<'a> {
    typer: &'a Typer,
    /// As `std::any::type_name` prints them: with paths of the real library, without arguments that
    /// are the default.
    native: bool,
}

impl Typer {
    /// A type as reports call it.
    pub(super) fn print_ty(&self, ty: Ty) -> String {
        self.printer(false).ty(ty)
    }

    /// A type as `std::any::type_name` prints it. Lifetimes that only a bound names are not known.
    pub fn native_name(&self, ty: Ty) -> String {
        self.printer(true).ty(ty)
    }

    pub(super) fn print_arg(&self, arg: GenericArg) -> String {
        self.printer(false).arg(arg)
    }

    /// The path of a definition: its modules, types and impls.
    pub(super) fn def_path(&self, def: DefId) -> String {
        self.printer(false).def_path(def)
    }

    fn printer(&self, native: bool) -> Printer<'_> {
        Printer {
            typer: self,
            native,
        }
    }
}

impl Printer<'_> {
    fn ty(self, ty: Ty) -> String {
        match ty.kind() {
            TyKind::Bool => "bool".into(),
            TyKind::Char => "char".into(),
            TyKind::Str => "str".into(),
            TyKind::Never => "!".into(),
            TyKind::Int(int) => int_name(*int).into(),
            TyKind::Float(FloatTy::F32) => "f32".into(),
            TyKind::Float(FloatTy::F64) => "f64".into(),
            TyKind::Tuple(types) => match types.as_slice() {
                [one] => format!("({},)", self.ty(*one)),
                _ => format!("({})", self.list(types)),
            },
            TyKind::Array(of, length) => format!("[{}; {}]", self.ty(*of), self.konst(*length)),
            TyKind::Slice(of) => format!("[{}]", self.ty(*of)),
            TyKind::Ref(Mutability::Shared, to) => format!("&{}", self.ty(*to)),
            TyKind::Ref(Mutability::Mut, to) => format!("&mut {}", self.ty(*to)),
            TyKind::RawPtr(Mutability::Shared, to) => format!("*const {}", self.ty(*to)),
            TyKind::RawPtr(Mutability::Mut, to) => format!("*mut {}", self.ty(*to)),
            TyKind::Adt(def, args) => self.applied(*def, *args),
            TyKind::FnDef(def, args) => {
                let name = self.applied(*def, *args);
                let kind = &self.typer.hir.def(*def).kind;
                match self.native && !matches!(kind, DefKind::Fn(_)) {
                    true => format!("{name}::{{{{constructor}}}}"),
                    false => name,
                }
            }
            TyKind::FnPtr(params, ret, calling) => {
                let params = self.list(params);
                let abi = calling.abi.map(|abi| format!("extern \"{abi}\" "));
                let abi = abi.unwrap_or_default();
                match *ret == Ty::unit() {
                    true => format!("{abi}fn({params})"),
                    false => format!("{abi}fn({params}) -> {}", self.ty(*ret)),
                }
            }
            TyKind::Closure(key) => format!("{}::{{{{closure}}}}", self.def_path(key.owner)),
            TyKind::Dyn(object) => self.object(object),
            TyKind::Param(_, name) => name.to_string(),
            TyKind::Projection(assoc, args) => self.projection(*assoc, args.list()),
            TyKind::Opaque(def, index, _) => format!("impl#{index}@{}", self.def_path(*def)),
            TyKind::Infer(InferVar::Ty(_)) => "_".into(),
            TyKind::Infer(InferVar::Int(_)) => "{integer}".into(),
            TyKind::Infer(InferVar::Float(_)) => "{float}".into(),
        }
    }

    /// A definition with its arguments.
    fn applied(self, def: DefId, args: Args) -> String {
        let path = self.def_path(def);
        if !self.native {
            return format!("{path}{}", self.args(args.list()));
        }
        let definition = self.typer.hir.def(def);
        let lifetimes =
            std::iter::repeat_n("'_".to_string(), definition.generics.lifetimes as usize);
        let own = self.written_args(&definition, args);
        let params = definition.generics.params.iter();
        let own = own
            .iter()
            .zip(params)
            .map(|(arg, param)| self.own_arg(*arg, param));
        let list: Vec<String> = lifetimes.chain(own).collect();
        match list.is_empty() {
            true => path,
            false => format!("{path}<{}>", list.join(", ")),
        }
    }

    /// An argument for a parameter, whose type says how a constant is written.
    fn own_arg(self, arg: GenericArg, param: &GenericParam) -> String {
        let (GenericArg::Const(Const::Value(value)), GenericParamKind::Const { ty, .. }) =
            (arg, &param.kind)
        else {
            return self.arg(arg);
        };
        match ty.kind {
            HirTyKind::Primitive(Primitive::Bool) => (value != 0).to_string(),
            HirTyKind::Primitive(Primitive::Char) => {
                let written = u32::try_from(value).ok().and_then(char::from_u32);
                written.map_or_else(|| value.to_string(), |c| format!("{c:?}"))
            }
            _ => value.to_string(),
        }
    }

    /// A definition's own arguments, without those at the end that are the default.
    fn written_args(self, definition: &Def, args: Args) -> Vec<GenericArg> {
        let generics = &definition.generics;
        let all: Vec<GenericArg> = args.list().to_vec();
        let start = (generics.parent_count as usize).min(all.len());
        let mut end = all.len();
        while end > start && self.is_default(definition, &all[..end], end - 1 - start) {
            end -= 1;
        }
        all[start..end].to_vec()
    }

    fn is_default(self, definition: &Def, args: &[GenericArg], own: usize) -> bool {
        let Some(param) = definition.generics.params.get(own) else {
            return false;
        };
        let Some((last, before)) = args.split_last() else {
            return false;
        };
        let mut lowerer = TyLowerer {
            typer: self.typer,
            owner: definition.id,
            holes: None,
        };
        let default = lowerer.default_arg(definition, &param.kind, before, definition.span);
        default.is_ok_and(|default| self.arg(default) == self.arg(*last))
    }

    /// `<A as Trait<B>>::Name<C>`.
    fn projection(self, assoc: DefId, args: &[GenericArg]) -> String {
        let definition = self.typer.hir.def(assoc);
        let own = (definition.generics.parent_count as usize).min(args.len());
        let of = self.typer.parent(assoc);
        // The first argument is the type itself; those of calls are not named.
        let is_call = self.typer.is_fn_trait(of);
        let of = self.typer.hir.def(of);
        let mut written = if is_call { 1 } else { own };
        while written > 1 && self.is_default(&of, &args[..written], written - 2) {
            written -= 1;
        }
        format!(
            "<{} as {}{}>::{}{}",
            self.arg(args[0]),
            of.name,
            self.args(args.get(1..written).unwrap_or_default()),
            definition.name,
            self.args(&args[own..])
        )
    }

    fn object(self, object: &DynTy) -> String {
        let autos = object.auto_traits.iter().map(|&auto| self.def_path(auto));
        let mut autos: Vec<String> = autos.collect();
        autos.sort();
        let principal = object.principal.map(|def| self.principal(def, object));
        let traits: Vec<String> = principal.into_iter().chain(autos).collect();
        format!("dyn {}", traits.join(" + "))
    }

    fn principal(self, principal: DefId, object: &DynTy) -> String {
        if let Some(sugared) = self.fn_trait(principal, object) {
            return sugared;
        }
        let mut args: Vec<String> = object.args.list().iter().map(|a| self.arg(*a)).collect();
        for (assoc, ty) in &object.bindings {
            let name = self.typer.hir.def(*assoc).name;
            args.push(format!("{name} = {}", self.ty(*ty)));
        }
        let path = self.def_path(principal);
        match args.is_empty() {
            true => path,
            false => format!("{path}<{}>", args.join(", ")),
        }
    }

    /// `Fn(A) -> B`.
    fn fn_trait(self, principal: DefId, object: &DynTy) -> Option<String> {
        let lang = self.typer.lang_name(principal);
        let is_fn = matches!(lang, Some("fn" | "fn_mut" | "fn_once"));
        let [GenericArg::Type(params)] = object.args.list() else {
            return None;
        };
        let (TyKind::Tuple(params), true) = (params.kind(), is_fn) else {
            return None;
        };
        let (path, params) = (self.def_path(principal), self.list(params));
        let ret = object.bindings.first().map(|(_, ty)| *ty);
        Some(match ret.filter(|ret| *ret != Ty::unit()) {
            Some(ret) => format!("{path}({params}) -> {}", self.ty(ret)),
            None => format!("{path}({params})"),
        })
    }

    fn list(self, types: &[Ty]) -> String {
        let types: Vec<String> = types.iter().map(|&ty| self.ty(ty)).collect();
        types.join(", ")
    }

    fn args(self, args: &[GenericArg]) -> String {
        if args.is_empty() {
            return String::new();
        }
        let args: Vec<String> = args.iter().map(|&arg| self.arg(arg)).collect();
        format!("<{}>", args.join(", "))
    }

    fn arg(self, arg: GenericArg) -> String {
        match arg {
            GenericArg::Type(ty) => self.ty(ty),
            GenericArg::Const(value) => self.konst(value),
        }
    }

    fn konst(self, value: Const) -> String {
        match value {
            Const::Value(value) => value.to_string(),
            Const::Param(index) => format!("const#{index}"),
            Const::Infer(_) | Const::Unevaluated(..) => "_".into(),
        }
    }

    fn def_path(self, def: DefId) -> String {
        let mut parts = Vec::new();
        let mut current = Some(def);
        while let Some(def) = current {
            let definition = self.typer.hir.def(def);
            match &definition.kind {
                DefKind::Impl { .. } => {
                    if let Ok(ty) = self.typer.self_ty(def) {
                        parts.push(self.head_name(ty));
                        return joined(parts);
                    }
                }
                _ if !definition.name.as_str().is_empty() => {
                    parts.push(definition.name.to_string());
                }
                DefKind::Module if self.native && definition.parent.is_none() => {
                    parts.push(self.typer.hir.program_name());
                }
                _ => {}
            }
            current = definition.parent;
        }
        let path = joined(parts);
        match self.native && self.typer.hir.def(def).is_model {
            true => native_path(&path),
            false => path,
        }
    }

    fn head_name(self, ty: Ty) -> String {
        match ty.kind() {
            TyKind::Adt(def, _) => self.def_path(*def),
            _ => format!("<{}>", self.ty(ty)),
        }
    }
}

/// A path from its parts, the last first.
fn joined(mut parts: Vec<String>) -> String {
    parts.reverse();
    parts.join("::")
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
