//! What a body's types and callees are, as `rustc --emit=mir` names them: for a comparison with it.

use super::*;
use crate::diagnostic::Result;
use crate::hir::{DefKind, ExprId, ExprKind, GenericParamKind};
use crate::ty::{Args, GenericArg, TyKind};
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
        let variables = locals.map(|(local, ty)| (local.name.to_string(), self.print_ty(*ty)));
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
        Ok(Description {
            variables: variables.collect(),
            callees,
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
                Ok(Some(format!("<{} as Clone>::clone", self.print_ty(*ty))))
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
                let ty = super::fold::subst(self.self_ty(of)?, Args::new(parents));
                match ty.kind() {
                    TyKind::Adt(..) => format!("{}::", self.print_ty(ty)),
                    _ => format!("<impl {}>::", self.print_ty(ty)),
                }
            }
            Some((of, DefKind::Trait { .. })) => {
                let (this, rest) = parents.split_first().expect("a trait has `Self`");
                let name = self.hir.def(of).name;
                let rest = self.print_written(of, *this, rest);
                format!("<{} as {name}{rest}>::", self.print_arg(*this))
            }
            _ => String::new(),
        };
        let own = self.print_args(own);
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
        self.print_args(&written)
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
