//! The beginning and end of a body's inference: its signature; then defaults, casts, captures, and
//! the tables without variables.

use super::coerce_many::CoerceMany;
use super::fcx::{Cast, Fcx};
use super::fold::{Folder, fold_children};
use super::instance::{tuple_length, wrong_arity};
use super::predicates::Pred;
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefKind, ExprId};
use crate::ty::{Const, Ty, TyKind};
use crate::typed::{Adjustment, BindingMode, ClosureInfo};
use rustc_hash::FxHashMap;
use vscheck_ir::Span;

/// Parts of a body that may be stops, or else all of it is one.
const MAX_PARTS: usize = 16;

/// A body's types in terms of its definition's parameters. Trait methods are not resolved, opaque
/// types of other functions not revealed.
pub(super) struct GenericBody {
    pub typed: TypedBody,
    pub repeat_lengths: FxHashMap<ExprId, Const>,
    pub const_params: FxHashMap<ExprId, u32>,
}

impl Typer {
    /// Infers a body once for all arguments.
    pub(super) fn generic_body(&self, def: DefId) -> Result<Rc<GenericBody>> {
        self.bodies.get(def, || {
            if !self.in_progress.borrow_mut().insert(def) {
                let definition = self.hir.def(def);
                let message = format!("the type of `{}` depends on itself", definition.name);
                return Err(Diagnostic::new(message, definition.span));
            }
            let result = self.infer_tolerantly(def);
            self.in_progress.borrow_mut().remove(&def);
            result.map(Rc::new)
        })
    }

    /// What is not accepted in a body that may stop is a stop, as little of it as can be. Where that does not do, it is
    /// for want of what stopped first: the rest may come of that.
    fn infer_tolerantly(&self, def: DefId) -> Result<GenericBody> {
        let mut result = self.infer_body(def);
        for _ in 0..MAX_PARTS {
            match &result {
                Err(error) if self.hir.stop_part(def, error) => result = self.infer_body(def),
                _ => break,
            }
        }
        let result = result.map_err(|error| self.first_stop(def).unwrap_or(error));
        result.or_else(|error| match self.hir.stop_async(def, &error) {
            true => self.infer_body(def),
            false => Err(error),
        })
    }

    fn first_stop(&self, def: DefId) -> Option<Box<Diagnostic>> {
        let body = self.hir.body(def).ok()?;
        let (reason, span) = body.stop_in(&body.exprs[body.value.index()].span)?;
        Some(Diagnostic::new(reason, span))
    }

    fn infer_body(&self, def: DefId) -> Result<GenericBody> {
        let mut fcx = Fcx::new(self, def)?;
        let (params, ret) = fcx.check_whole()?;
        fcx.decide_all()?;
        let closures = fcx.analyze_closures();
        fcx.write_back(params, ret, closures)
    }
}

impl Fcx<'_> {
    fn check_whole(&mut self) -> Result<(Vec<Ty>, Ty)> {
        let body = self.body.clone();
        let (params, ret) = self.own_signature()?;
        if body.params.len() != params.len() {
            let message = "parameters and their patterns differ in number";
            return Err(Diagnostic::new(message, self.def.span));
        }
        for (&pat, &ty) in body.params.iter().zip(&params) {
            self.check_pat(pat, ty, BindingMode::Value)?;
        }
        self.returns = Some(CoerceMany::new(ret));
        self.check_body_value(body.value, ret)?;
        Ok((params, ret))
    }

    fn own_signature(&mut self) -> Result<(Vec<Ty>, Ty)> {
        let def = self.def.clone();
        match &def.kind {
            DefKind::Fn(_) => {
                let sig = self.typer.sig_of(def.id)?;
                let params = sig.0.iter().map(|&ty| self.normalize_later(ty)).collect();
                Ok((params, self.own_result()?))
            }
            DefKind::AnonConst => {
                let ty = self.typer.value_ty(def.id)?;
                Ok((Vec::new(), self.anon_const_target(ty)))
            }
            _ => {
                let ty = self.typer.value_ty(def.id)?;
                Ok((Vec::new(), self.normalize_later(ty)))
            }
        }
    }

    /// The function's own `impl Trait`s are variables that its body fixes.
    fn own_result(&mut self) -> Result<Ty> {
        let def = self.def.clone();
        let identity = self.typer.identity(def.id);
        let opened = self.open_opaques(def.id, identity)?;
        self.tables.opaques = opened.opaques;
        self.require_all(opened.bounds, Some(def.span));
        Ok(self.normalize_later(opened.ret))
    }

    /// Const arguments may be booleans or characters: a literal says so itself.
    fn anon_const_target(&mut self, ty: Ty) -> Ty {
        use crate::hir::{ExprKind, Literal};
        let value = self.body.value;
        match &self.body.exprs[value.index()].kind {
            ExprKind::Literal(Literal::Bool(_)) => Ty::bool(),
            ExprKind::Literal(Literal::Char(_)) => Ty::new(TyKind::Char),
            _ => ty,
        }
    }

    fn decide_all(&mut self) -> Result<()> {
        self.select_where_possible();
        for _ in 0..4 {
            let fallbacks = self.table.fallbacks();
            if fallbacks.is_empty() {
                break;
            }
            for (var, ty) in fallbacks {
                self.unify(var, ty);
            }
            self.select_where_possible();
        }
        for cast in std::mem::take(&mut self.casts) {
            self.decide_cast(&cast);
        }
        self.select_where_possible();
        for (var, ty) in self.table.fallbacks() {
            self.unify(var, ty);
        }
        self.select_where_possible();
        self.check_arities()
    }

    /// Of what was not met, what is certainly wrong whatever is not known here: a function that would be
    /// called with more or fewer arguments than it takes.
    fn check_arities(&mut self) -> Result<()> {
        for obligation in std::mem::take(&mut self.cx.failed) {
            let Pred::Trait(goal) = obligation.pred else {
                continue;
            };
            if !self.typer.is_fn_trait(goal.def) {
                continue;
            }
            let called = self.resolve(goal.self_ty());
            let given = tuple_length(self.resolve(goal.args.ty(1)));
            let takes = self.call_sig(called).map(|(params, _)| params.len());
            if let (Some(given), Some(takes)) = (given, takes)
                && given != takes
            {
                let span = match called.kind() {
                    TyKind::Closure(key) if key.owner == self.def.id => Some(self.span(key.expr)),
                    _ => obligation.span,
                };
                let span = span.unwrap_or(self.def.span);
                return Err(Diagnostic::new(wrong_arity(given, takes), span));
            }
        }
        Ok(())
    }

    fn decide_cast(&mut self, cast: &Cast) {
        let from = self.expr_ty(cast.inner);
        let to = self.resolve(cast.target);
        if self.try_coerce(cast.inner, from, to) {
            return;
        }
        let from = self.adjusted_ty(cast.inner);
        match (from.kind(), to.kind()) {
            (TyKind::RawPtr(_, a), TyKind::RawPtr(_, b)) if self.is_unresolved(*b) => {
                self.unify(*a, *b);
            }
            (TyKind::Ref(_, a), TyKind::RawPtr(_, b)) => self.cast_array(*a, *b),
            (TyKind::FnDef(..), _) => self.cast_fn(cast.inner, from),
            _ => {}
        }
    }

    /// `&[T; N] as *const T`.
    fn cast_array(&mut self, array: Ty, element: Ty) {
        if let TyKind::Array(of, _) = self.shallow(array).kind() {
            self.unify(*of, element);
        }
    }

    fn cast_fn(&mut self, expr: ExprId, ty: Ty) {
        if let Some(pointer) = self.call_pointer(ty) {
            self.adjust(expr, vec![Adjustment::FnPointer(pointer)]);
        }
    }

    /// The type of an expression after its adjustments.
    pub fn adjusted_ty(&self, expr: ExprId) -> Ty {
        let last = self
            .tables
            .adjustments
            .get(&expr)
            .and_then(|list| list.last());
        match last.map(Adjustment::ty) {
            Some(ty) => self.resolve(ty),
            None => self.expr_ty(expr),
        }
    }

    fn write_back(
        &mut self,
        params: Vec<Ty>,
        ret: Ty,
        closures: FxHashMap<ExprId, ClosureInfo>,
    ) -> Result<GenericBody> {
        self.check_resolved()?;
        let tables = std::mem::take(&mut self.tables);
        let mut resolver = FullResolver { cx: self };
        let exprs = tables.expr_types.iter().map(|ty| ty.unwrap_or(Ty::never()));
        let pats = tables.pat_types.iter().map(|ty| ty.unwrap_or(Ty::unit()));
        let identity = resolver.cx.typer.identity(resolver.cx.def.id);
        let mut typed = TypedBody {
            instance: Instance {
                def: resolver.cx.def.id,
                args: identity,
            },
            params,
            ret,
            expr_types: exprs.collect(),
            pat_types: pats.collect(),
            local_types: tables.local_types,
            adjustments: tables.adjustments,
            callees: tables.callees,
            expr_variants: tables.expr_variants,
            pat_variants: tables.pat_variants,
            pat_constants: tables.pat_constants,
            pat_derefs: tables.pat_derefs,
            binding_modes: tables.binding_modes,
            cast_types: tables.cast_types,
            repeat_lengths: FxHashMap::default(),
            closures,
            opaques: tables.opaques,
        };
        super::tables::fold_body(&mut resolver, &mut typed);
        let mut lengths = tables.repeat_lengths;
        for length in lengths.values_mut() {
            *length = resolver.konst(*length);
        }
        Ok(GenericBody {
            typed,
            repeat_lengths: lengths,
            const_params: tables.const_params,
        })
    }

    /// Every type must be known by now.
    fn check_resolved(&mut self) -> Result<()> {
        for index in 0..self.tables.local_types.len() {
            let ty = self.tables.local_types[index];
            if self.table.unresolved(ty).is_some() && self.local_is_bound(index) {
                let local = self.body.locals[index].clone();
                let what = format!("variable `{}`", local.name);
                return Err(self.unknown(&what, ty, local.span));
            }
        }
        for index in 0..self.tables.expr_types.len() {
            if let Some(ty) = self.tables.expr_types[index]
                && self.table.unresolved(ty).is_some()
            {
                let span = self.body.exprs[index].span;
                return Err(self.unknown("expression", ty, span));
            }
        }
        self.check_callees()
    }

    fn check_callees(&mut self) -> Result<()> {
        let mut exprs: Vec<ExprId> = self.tables.callees.keys().copied().collect();
        exprs.sort_unstable();
        for expr in exprs {
            let (Callee::Instance(instance) | Callee::Constant(instance)) =
                self.tables.callees[&expr]
            else {
                continue;
            };
            if let Some(&var) = self.table.unresolved_in(instance.args).first() {
                let span = self.span(expr);
                let name = self.typer.hir.def(instance.def).name;
                let what = format!("call of `{name}`'s type argument");
                return Err(self.unknown(&what, var, span));
            }
        }
        Ok(())
    }

    fn local_is_bound(&self, index: usize) -> bool {
        let local = crate::hir::LocalId::new(index);
        self.local_owner.contains_key(&local)
    }

    fn unknown(&mut self, what: &str, ty: Ty, span: Span) -> Box<Diagnostic> {
        let ty = self.typer.type_name(self.resolve(ty));
        let message = format!("type annotations needed: the type of this {what} is `{ty}`");
        let mut error = Diagnostic::new(message, span);
        for obligation in self.cx.pending.clone().iter().take(3) {
            let text = self.pred_text(obligation.pred);
            error = error.note(format!("undecided: {text}"), obligation.span);
        }
        self.explain(error)
    }
}

/// Replaces variables; those that nothing depends on become `()`.
struct FullResolver<'a, 't> {
    cx: &'a mut Fcx<'t>,
}

impl Folder for FullResolver<'_, '_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if !ty.flags().has_infer() {
            return ty;
        }
        let ty = self.cx.shallow(ty);
        match ty.kind() {
            TyKind::Infer(_) => Ty::unit(),
            _ => fold_children(self, ty),
        }
    }

    fn konst(&mut self, value: Const) -> Const {
        match self.cx.evaluate_const(value) {
            Const::Unevaluated(def, args) => {
                Const::Unevaluated(def, super::fold::fold_args(self, args))
            }
            other => other,
        }
    }
}
