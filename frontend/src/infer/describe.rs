//! What a body's types and callees are, as `rustc --emit=mir` names them: for a comparison with it.

use super::fold::{Folder, fold_args, fold_children, subst};
use super::infcx::Infcx;
use super::lower_ty::TyLowerer;
use super::*;
use crate::diagnostic::Result;
use crate::hir::{DefKind, ExprId, ExprKind, GenericParamKind};
use crate::symbol::Symbol;
use crate::ty::{Args, Const, GenericArg, Ty, TyKind};
use crate::typed::{Adjustment, BuiltinMethod};

/// Types and callees of a function and the closures in it, in terms of its parameters.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// Names and types of the variables.
    pub variables: Vec<(String, String)>,
    /// What is called, trait methods not resolved.
    pub callees: Vec<String>,
}

impl Typer {
    /// Describes the body of a function.
    pub fn describe(&self, def: DefId) -> Result<Description> {
        let generic = self.generic_body(def)?;
        let body = self.hir.body(def)?;
        let locals = body.locals.iter().zip(&generic.typed.local_types);
        let variables = locals.map(|(local, ty)| (local.name.to_string(), self.shown(*ty)));
        let called = called_paths(&body);
        let mut callees = Vec::new();
        for (&expr, callee) in &generic.typed.callees {
            let is_value = matches!(body.exprs[expr.index()].kind, ExprKind::Path(_));
            if !is_value || called.contains(&expr) {
                callees.extend(self.describe_callee(callee)?);
            }
        }
        for adjustment in generic.typed.adjustments.values().flatten() {
            if let Adjustment::OverloadedDeref(instance, ..) = adjustment {
                callees.extend(self.describe_instance(*instance)?);
            }
        }
        callees.sort();
        let names = self.parameter_names(def);
        let with_names = |text: String| {
            let names = names.iter().enumerate().rev();
            names.fold(text, |text, (index, name)| {
                text.replace(&format!("const#{index}"), name.as_str())
            })
        };
        let variables = variables.map(|(name, ty)| (name, with_names(ty)));
        Ok(Description {
            variables: variables.collect(),
            callees: callees.into_iter().map(with_names).collect(),
        })
    }

    fn describe_callee(&self, callee: &Callee) -> Result<Option<String>> {
        match callee {
            Callee::Instance(instance) => self.describe_instance(*instance),
            Callee::Virtual { method, args } => self.describe_instance(Instance {
                def: *method,
                args: *args,
            }),
            Callee::Builtin(BuiltinMethod::Clone, ty) => {
                Ok(Some(format!("<{} as Clone>::clone", self.shown(*ty))))
            }
            Callee::Closure(_) => Ok(Some("<{closure} as Fn>::call".into())),
            Callee::Builtin(..)
            | Callee::Constructor { .. }
            | Callee::FnPointer
            | Callee::Constant(_)
            | Callee::ConstValue(_) => Ok(None),
        }
    }

    /// `<A as Trait<B>>::method<C>`, `Type<A>::method<B>`, `function<A>`; nothing for constructors.
    fn describe_instance(&self, instance: Instance) -> Result<Option<String>> {
        let definition = self.hir.def(instance.def);
        if !matches!(definition.kind, DefKind::Fn(_)) {
            return Ok(None);
        }
        let generics = &definition.generics;
        let parent_count = (generics.parent_count as usize).min(instance.args.list().len());
        let (parents, own) = instance.args.list().split_at(parent_count);
        let container = generics.parent.map(|parent| self.hir.def(parent));
        let prefix = match container.as_ref().map(|of| (of.id, &of.kind)) {
            Some((of, DefKind::Impl { .. })) => {
                let ty = subst(self.self_ty(of)?, Args::new(parents));
                match ty.kind() {
                    TyKind::Adt(..) => format!("{}::", self.shown(ty)),
                    _ => format!("<impl {}>::", self.shown(ty)),
                }
            }
            Some((of, DefKind::Trait { .. })) => {
                let (this, rest) = parents.split_first().expect("a trait has `Self`");
                let name = self.hir.def(of).name;
                let rest = self.print_written(of, *this, rest);
                format!("<{} as {name}{rest}>::", self.shown_args(&[*this]))
            }
            _ => String::new(),
        };
        let own = in_angles(self.shown_args(own));
        Ok(Some(format!("{prefix}{}{own}", definition.name)))
    }

    /// The arguments of a trait after `Self`, without those that are the default: `Self` itself.
    fn print_written(&self, trait_def: DefId, this: GenericArg, rest: &[GenericArg]) -> String {
        let definition = self.hir.def(trait_def);
        let params = definition.generics.params.iter().skip(1);
        let written = rest.iter().zip(params).take_while(|(arg, param)| {
            let has_default =
                matches!(&param.kind, GenericParamKind::Type { default } if default.is_some());
            !(has_default && **arg == this)
        });
        let written: Vec<GenericArg> = written.map(|(arg, _)| *arg).collect();
        in_angles(self.shown_args(&written))
    }

    fn shown(&self, ty: Ty) -> String {
        self.print_ty(Printed(self).ty(Revealed(self).ty(ty)))
    }

    fn shown_args(&self, args: &[GenericArg]) -> String {
        let args = fold_args(&mut Revealed(self), Args::new(args));
        let args = fold_args(&mut Printed(self), args);
        let args = args.list().iter().map(|arg| self.print_arg(*arg));
        args.collect::<Vec<_>>().join(", ")
    }

    /// The arguments of a type up to those that are what they would be if not written.
    fn without_defaults(&self, def: DefId, args: Args) -> Args {
        let definition = self.hir.def(def);
        let mut written = args.list();
        while let Some((last, before)) = written.split_last()
            && let Some(param) = definition.generics.params.get(before.len())
            && self.default_of(def, &param.kind, Args::new(before)) == Some(*last)
        {
            written = before;
        }
        Args::new(written)
    }

    fn default_of(&self, def: DefId, kind: &GenericParamKind, before: Args) -> Option<GenericArg> {
        let mut lowerer = TyLowerer {
            typer: self,
            owner: def,
            holes: None,
        };
        let definition = self.hir.def(def);
        let default = lowerer.default_arg(&definition, kind, before.list(), definition.span);
        let value = match default.ok()? {
            GenericArg::Const(value) => {
                GenericArg::Const(Const::Value(self.const_value(value).ok()?))
            }
            ty => ty,
        };
        Some(value)
    }

    /// Names of the parameters of a definition, its parents' first.
    fn parameter_names(&self, def: DefId) -> Vec<Symbol> {
        let definition = self.hir.def(def);
        let parent = definition.generics.parent;
        let mut names = parent.map_or_else(Vec::new, |parent| self.parameter_names(parent));
        names.extend(definition.generics.params.iter().map(|param| param.name));
        names
    }
}

/// `<..>` unless it is empty.
fn in_angles(text: String) -> String {
    match text.is_empty() {
        true => text,
        false => format!("<{text}>"),
    }
}

/// Rewrites opaque types as what they are, and what is associated with them, from the inside: which `impl`
/// gives one may be known only of the revealed type.
struct Revealed<'a>(&'a Typer);

impl Revealed<'_> {
    fn normalized(&self, ty: Ty) -> Ty {
        match ty.kind() {
            TyKind::Projection(..) if !ty.flags().has_param() => {
                Infcx::concrete(self.0).normalize_ty_quietly(ty)
            }
            _ => ty,
        }
    }
}

impl Folder for Revealed<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        let before = fold_children(self, ty);
        let after = match before.kind() {
            TyKind::Opaque(def, index, args) => {
                let revealed = self.0.reveal(*def, *index, *args);
                revealed.ok().map(|ty| self.normalized(ty))
            }
            TyKind::Projection(..) if before != ty => Some(self.normalized(before)),
            _ => None,
        };
        match after {
            Some(after) if after != before => self.ty(after),
            _ => before,
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}

/// Rewrites types as rustc prints them: placeholders for those that it names by their places,
/// arguments left out that are the defaults.
struct Printed<'a>(&'a Typer);

impl Folder for Printed<'_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        let name = match ty.kind() {
            TyKind::Closure(_) => "{closure}",
            TyKind::FnDef(..) => "fn_item",
            TyKind::Param(_, name) if name.as_str() == "impl Trait" => "impl",
            TyKind::Opaque(..) => "impl",
            TyKind::Adt(def, args) => {
                let written = self.0.without_defaults(*def, *args);
                return Ty::new(TyKind::Adt(*def, fold_args(self, written)));
            }
            _ => return fold_children(self, ty),
        };
        Ty::new(TyKind::Param(0, Symbol::new(name)))
    }

    fn konst(&mut self, value: Const) -> Const {
        value
    }
}

/// The expressions that calls call.
fn called_paths(body: &crate::hir::Body) -> rustc_hash::FxHashSet<ExprId> {
    let called = body.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Call(called, _) => Some(*called),
        _ => None,
    });
    called.collect()
}
