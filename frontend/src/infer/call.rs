//! Calls of values, and the arguments of all calls.

use super::expectation::Expectation;
use super::fcx::Fcx;
use super::fold::fold_args;
use super::infcx::Eval;
use super::method::Callable;
use super::predicates::TraitRef;
use super::table::Fudge;
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefKind, ExprId, ExprKind, Mutability};
use crate::ty::{Args, Ty, TyKind};

const INSTEAD_OF_SYSTEM_CALL: &str =
    "libraries that call the system often do without under Miri: `--cfg miri` says so";

impl Fcx<'_> {
    /// `callee(args)`.
    pub fn check_call(
        &mut self,
        expr: ExprId,
        callee: ExprId,
        args: &[ExprId],
        expected: Expectation,
    ) -> Result<Ty> {
        let callee_ty = self.check_expr(callee, Expectation::None)?;
        let callable = self.resolve_call(expr, callee, callee_ty, args.len())?;
        if callable.params.len() != args.len() && self.is_system_call(callee_ty) {
            let call = "a system call of other than three arguments";
            let diagnostic = Diagnostic::unsupported(call, self.span(expr));
            return Err(diagnostic.note(INSTEAD_OF_SYSTEM_CALL, None));
        }
        self.check_arguments(expr, &callable.params, callable.ret, args, expected)?;
        Ok(callable.ret)
    }

    /// Whether a function is `syscall`, which takes as many arguments as it is given.
    fn is_system_call(&mut self, callee: Ty) -> bool {
        let callee = self.structurally(callee);
        let TyKind::FnDef(def, _) = callee.kind() else {
            return false;
        };
        let def = self.typer.hir.def(*def);
        def.name.as_str() == "syscall" && def.generics.params.len() == 3
    }

    fn resolve_call(
        &mut self,
        expr: ExprId,
        callee: ExprId,
        callee_ty: Ty,
        count: usize,
    ) -> Result<Callable> {
        let callee_ty = self.structurally(callee_ty);
        let chain = self.autoderef(callee_ty);
        // What a reference leads to is called without a detour, unless it is callable only through that:
        // a bound may say so (`for<'a> &'a F: Fn()`). The callee itself is never called as a reference.
        for through_references in [false, true] {
            for (index, &ty) in chain.types.clone().iter().enumerate() {
                let step = match ty.kind() {
                    TyKind::Ref(..) if through_references && index > 0 => {
                        self.overloaded_call(expr, ty, count)
                    }
                    _ if through_references => None,
                    _ => self.call_step(expr, ty, count),
                };
                let Some((callable, resolved, mutability)) = step else {
                    self.check_signature(expr, ty)?;
                    continue;
                };
                self.tables.callees.insert(expr, resolved);
                let list = self.deref_adjustments(&chain, index, mutability);
                self.adjust(callee, list);
                if mutability == Mutability::Mut {
                    self.fix_place_mutability(callee);
                }
                return Ok(callable);
            }
        }
        let span = self.span(expr);
        let of = self.typer.type_name(self.resolve(callee_ty));
        let error = Diagnostic::new(format!("cannot call a value of type `{of}`"), span);
        Err(self.explain(error))
    }

    /// That a function cannot be called may be because of what its signature names.
    fn check_signature(&self, call: ExprId, ty: Ty) -> Result<()> {
        let TyKind::FnDef(def, _) = ty.kind() else {
            return Ok(());
        };
        let called = Some(self.span(call));
        let sig = self.typer.sig_of(*def);
        sig.map(drop)
            .map_err(|error| error.note("called here", called))
    }

    fn call_step(
        &mut self,
        expr: ExprId,
        ty: Ty,
        count: usize,
    ) -> Option<(Callable, Callee, Mutability)> {
        let resolved = match ty.kind() {
            TyKind::FnDef(def, args) => self.item_callee(*def, *args),
            TyKind::FnPtr(..) => Callee::FnPointer,
            TyKind::Closure(key) => Callee::Closure(*key),
            TyKind::Param(..)
            | TyKind::Projection(..)
            | TyKind::Opaque(..)
            | TyKind::Dyn(_)
            // A box is called by what is in it.
            | TyKind::Adt(..) if self.builtin_deref(ty, false).is_none() => {
                return self.overloaded_call(expr, ty, count);
            }
            _ => return None,
        };
        let (params, ret) = self.call_sig(ty)?;
        Some((Callable { params, ret }, resolved, Mutability::Shared))
    }

    fn item_callee(&self, def: DefId, args: Args) -> Callee {
        match self.typer.hir.def(def).kind {
            DefKind::Struct(_) | DefKind::Variant { .. } => Callee::Constructor { def, args },
            _ => Callee::Instance(Instance { def, args }),
        }
    }

    /// A call through `Fn`, `FnMut` or `FnOnce`.
    fn overloaded_call(
        &mut self,
        expr: ExprId,
        ty: Ty,
        count: usize,
    ) -> Option<(Callable, Callee, Mutability)> {
        let params: Vec<Ty> = (0..count).map(|_| self.table.fresh()).collect();
        let tuple = Ty::new(TyKind::Tuple(params.clone()));
        for (lang, method, mutability) in [
            ("fn", "call", Mutability::Shared),
            ("fn_mut", "call_mut", Mutability::Mut),
            ("fn_once", "call_once", Mutability::Shared),
        ] {
            let def = self.typer.lang(lang)?;
            let args = Args::of_types(&[ty, tuple]);
            if self.evaluate(TraitRef { def, args }) == Eval::No {
                continue;
            }
            let span = self.span(expr);
            let (instance, callable) = self.lang_callable(lang, method, ty, &[tuple], span).ok()?;
            self.select_where_possible();
            let ret = callable.ret;
            return Some((
                Callable { params, ret },
                Callee::Instance(instance),
                mutability,
            ));
        }
        None
    }

    /// Checks arguments against parameters: closures after all others, because these may say what
    /// the closures take.
    pub fn check_arguments(
        &mut self,
        expr: ExprId,
        params: &[Ty],
        ret: Ty,
        args: &[ExprId],
        expected: Expectation,
    ) -> Result<()> {
        if params.len() != args.len() {
            let message = format!("{} arguments expected, {} given", params.len(), args.len());
            let span = self.span(expr);
            return Err(Diagnostic::new(message, span));
        }
        let hints = self.expected_inputs(params, ret, expected);
        for closures in [false, true] {
            self.select_where_possible();
            for (index, &arg) in args.iter().enumerate() {
                let is_closure = self.kind_of(arg, |k| matches!(k, ExprKind::Closure { .. }));
                if is_closure == closures {
                    self.check_argument(arg, params[index], hints[index])?;
                }
            }
        }
        Ok(())
    }

    fn check_argument(&mut self, arg: ExprId, param: Ty, hint: Ty) -> Result<()> {
        let hint = self.resolve(hint);
        let expectation = Expectation::rvalue_hint(&self.cx, hint);
        let found = self.check_expr(arg, expectation)?;
        let target = expectation.only_has_type(&self.cx).unwrap_or(param);
        let (hint_target, found) = (self.resolve(target), self.resolve(found));
        if self.can_unify(hint_target, param) && self.try_coerce(arg, found, hint_target) {
            let span = self.span(arg);
            return self.demand_eq(span, param, hint_target);
        }
        self.coerce(arg, found, param)?;
        Ok(())
    }

    /// What the parameters would be if the call's result were what is expected: hints only, because
    /// the result may still be coerced.
    fn expected_inputs(&mut self, params: &[Ty], ret: Ty, expected: Expectation) -> Vec<Ty> {
        let Some(expected) = expected.only_has_type(&self.cx) else {
            return params.to_vec();
        };
        let ret = self.resolve(ret);
        if self.is_unresolved(expected) {
            return params.to_vec();
        }
        let Some(mut hints) = self.fudge(ret, expected, params) else {
            return params.to_vec();
        };
        // A hole of what is expected says nothing; of the parameter's own variable there may be bounds,
        // and a closure learns its signature from them.
        for (hint, &param) in hints.iter_mut().zip(params) {
            if self.is_unresolved(*hint) {
                *hint = param;
            }
        }
        hints
    }

    /// Types as they would be if two types were equal.
    pub fn fudge(&mut self, ret: Ty, expected: Ty, types: &[Ty]) -> Option<Vec<Ty>> {
        let vars = self.table.snapshot();
        let (vars, consts) = (vars.vars, vars.consts);
        let resolved = self.probe(|cx| {
            cx.unify(ret, expected)
                .then(|| cx.table.resolve_args(Args::of_types(types)))
        })?;
        let mut fudge = Fudge {
            table: &mut self.cx.table,
            vars,
            consts,
            made: Vec::new(),
        };
        let list = fold_args(&mut fudge, resolved);
        Some((0..types.len()).map(|index| list.ty(index)).collect())
    }
}
