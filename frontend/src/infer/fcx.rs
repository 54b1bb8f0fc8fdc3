//! Inference of one body: the tables it fills, and its beginning and end.

use super::coerce_many::CoerceMany;
use super::infcx::{Env, Infcx};
use super::lower_ty::TyLowerer;
use super::predicates::Pred;
use super::*;
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Body, ConstArg, Def, Edition, ExprId, ExprKind, HirTy, LocalId, PatId};
use crate::ty::{Args, Const, Ty};
use crate::typed::{Adjustment, BindingMode};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};
use vscheck_ir::Span;

/// What is found out about a body. Types may hold variables until the end, parameters always.
#[derive(Default)]
pub(super) struct Tables {
    pub expr_types: Vec<Option<Ty>>,
    pub pat_types: Vec<Option<Ty>>,
    pub local_types: Vec<Ty>,
    pub adjustments: FxHashMap<ExprId, Vec<Adjustment>>,
    /// Trait methods are not yet resolved to impls.
    pub callees: FxHashMap<ExprId, Callee>,
    pub expr_variants: FxHashMap<ExprId, DefId>,
    pub pat_variants: FxHashMap<PatId, DefId>,
    pub pat_constants: FxHashMap<PatId, Instance>,
    pub pat_derefs: FxHashMap<PatId, Vec<Ty>>,
    pub binding_modes: FxHashMap<PatId, BindingMode>,
    pub cast_types: FxHashMap<ExprId, Ty>,
    pub repeat_lengths: FxHashMap<ExprId, Const>,
    /// Paths to const parameters.
    pub const_params: FxHashMap<ExprId, u32>,
    pub opaques: Vec<Ty>,
}

/// The target of a `break`.
pub(super) struct Breakable {
    pub expr: ExprId,
    /// Loops and blocks with a value.
    pub value: Option<CoerceMany>,
    pub may_break: bool,
}

/// A cast, decided when the types are known.
pub(super) struct Cast {
    pub inner: ExprId,
    pub target: Ty,
}

/// Inference of one body.
pub(super) struct Fcx<'t> {
    pub cx: Infcx<'t>,
    pub def: Rc<Def>,
    pub body: Rc<Body>,
    pub tables: Tables,
    /// Whether the code being looked at cannot be reached.
    pub diverges: bool,
    pub breakables: Vec<Breakable>,
    /// Results of the function or closure being looked at.
    pub returns: Option<CoerceMany>,
    pub casts: Vec<Cast>,
    /// Closures, outer ones first.
    pub closure_order: Vec<ExprId>,
    /// The closure that each closure stands in.
    pub closure_parent: FxHashMap<ExprId, Option<ExprId>>,
    /// The closure that each local is bound in.
    pub local_owner: FxHashMap<LocalId, Option<ExprId>>,
    /// The closure being looked at.
    pub current_closure: Option<ExprId>,
}

impl<'t> Deref for Fcx<'t> {
    type Target = Infcx<'t>;
    fn deref(&self) -> &Infcx<'t> {
        &self.cx
    }
}
impl<'t> DerefMut for Fcx<'t> {
    fn deref_mut(&mut self) -> &mut Infcx<'t> {
        &mut self.cx
    }
}

/// Whether a bound is the same for all: it holds by an impl, which says more than the bound does.
fn is_global(pred: &Pred) -> bool {
    match pred {
        Pred::Trait(bound) => !bound.args.flags().has_param(),
        Pred::Projection { .. } | Pred::Opaque { .. } => false,
    }
}

impl Typer {
    /// What is assumed within a definition.
    pub(super) fn env_of(&self, def: DefId) -> Result<Rc<Env>> {
        self.envs.get(def, || {
            let preds = self.elaborate(self.predicates_of(def)?.to_vec())?;
            let raw = Rc::new(Env {
                preds: preds.clone(),
            });
            let mut cx = Infcx::new(self, raw, None);
            let mut normal: Vec<Pred> = Vec::new();
            for pred in preds.into_iter().filter(|pred| !is_global(pred)) {
                let pred = cx.normalize_assumption(pred);
                if !normal.contains(&pred) {
                    normal.push(pred);
                }
            }
            Ok(Rc::new(Env { preds: normal }))
        })
    }
}

impl Infcx<'_> {
    fn normalize_assumption(&mut self, pred: Pred) -> Pred {
        match pred {
            Pred::Trait(given) => Pred::Trait(super::predicates::TraitRef {
                def: given.def,
                args: self.normalize_quietly(given.args),
            }),
            Pred::Projection { assoc, args, ty } => Pred::Projection {
                assoc,
                args: self.normalize_quietly(args),
                ty: self.normalize_ty_quietly(ty),
            },
            Pred::Opaque { .. } => pred,
        }
    }
}

impl<'t> Fcx<'t> {
    pub fn new(typer: &'t Typer, def: DefId) -> Result<Fcx<'t>> {
        let body = typer.hir.body(def)?;
        let mut cx = Infcx::new(typer, typer.env_of(def)?, Some(def));
        let locals = body.locals.iter().map(|_| cx.table.fresh()).collect();
        let tables = Tables {
            expr_types: vec![None; body.exprs.len()],
            pat_types: vec![None; body.pats.len()],
            local_types: locals,
            ..Tables::default()
        };
        Ok(Fcx {
            cx,
            def: typer.hir.def(def),
            body,
            tables,
            diverges: false,
            breakables: Vec::new(),
            returns: None,
            casts: Vec::new(),
            closure_order: Vec::new(),
            closure_parent: FxHashMap::default(),
            local_owner: FxHashMap::default(),
            current_closure: None,
        })
    }

    pub fn span(&self, expr: ExprId) -> Span {
        self.body.exprs[expr.index()].span
    }

    pub fn pat_span(&self, pat: PatId) -> Span {
        self.body.pats[pat.index()].span
    }

    pub fn edition(&self) -> Edition {
        self.def.edition
    }

    pub fn local_ty(&self, local: LocalId) -> Ty {
        self.tables.local_types[local.index()]
    }

    /// The expression's type as recorded, variables replaced.
    pub fn expr_ty(&self, expr: ExprId) -> Ty {
        let ty = self.tables.expr_types[expr.index()];
        ty.map_or(Ty::never(), |ty| self.resolve(ty))
    }

    pub fn kind_of(&self, expr: ExprId, test: impl FnOnce(&ExprKind) -> bool) -> bool {
        test(&self.body.exprs[expr.index()].kind)
    }

    /// Decides what is open if the type is not wholly known otherwise.
    pub fn structurally(&mut self, ty: Ty) -> Ty {
        if self.resolve(ty).flags().has_infer() {
            self.select_where_possible();
        }
        self.shallow(ty)
    }

    /// A type written in the body.
    pub fn lower_ty(&mut self, written: &HirTy) -> Result<Ty> {
        let ty = self.with_lowerer(|lowerer| lowerer.ty(written))?;
        Ok(self.normalize_later(ty))
    }

    pub fn lower_const(&mut self, written: &ConstArg, span: Span) -> Result<Const> {
        let value = self.with_lowerer(|lowerer| lowerer.konst(written, span))?;
        Ok(self.evaluate_const(value))
    }

    pub fn with_lowerer<R>(&mut self, run: impl FnOnce(&mut TyLowerer<'_>) -> R) -> R {
        let typer = self.cx.typer;
        let owner = self.def.id;
        let table = &mut self.cx.table;
        let mut holes = |constant| table.fresh_arg(constant);
        run(&mut TyLowerer {
            typer,
            owner,
            holes: Some(&mut holes),
        })
    }

    /// The predicates of a definition hold for these arguments.
    pub fn require_bounds(&mut self, def: DefId, args: Args, span: Span) -> Result<()> {
        let preds = self.typer.predicates_of(def)?;
        for pred in preds.iter() {
            self.require(pred.subst(args), Some(span));
        }
        Ok(())
    }

    /// Two types must be equal.
    pub fn demand_eq(&mut self, span: Span, expected: Ty, found: Ty) -> Result<()> {
        if self.unify(expected, found) {
            return Ok(());
        }
        self.select_where_possible();
        match self.unify(expected, found) {
            true => Ok(()),
            false => Err(self.mismatch(span, expected, found)),
        }
    }

    pub fn mismatch(&mut self, span: Span, expected: Ty, found: Ty) -> Box<Diagnostic> {
        let expected = self.typer.type_name(self.resolve(expected));
        let found = self.typer.type_name(self.resolve(found));
        self.explain(Diagnostic::new(
            format!("expected type `{expected}`, found `{found}`"),
            span,
        ))
    }

    /// Adds what did not hold before: usually the reason.
    pub fn explain(&mut self, mut error: Box<Diagnostic>) -> Box<Diagnostic> {
        let failed = std::mem::take(&mut self.cx.failed);
        for obligation in failed.iter().take(3) {
            let text = self.pred_text(obligation.pred);
            error = error.note(format!("not met: {text}"), obligation.span);
        }
        self.typer.with_stash(error)
    }

    pub fn pred_text(&self, pred: Pred) -> String {
        let name = |ty| self.typer.type_name(self.resolve(ty));
        match pred {
            Pred::Trait(goal) => {
                format!(
                    "`{}: {}`",
                    name(goal.self_ty()),
                    self.typer.hir.def(goal.def).name
                )
            }
            Pred::Projection { assoc, args, ty } => format!(
                "`<{}>::{} == {}`",
                name(args.ty(0)),
                self.typer.hir.def(assoc).name,
                name(ty)
            ),
            Pred::Opaque { opaque, ty } => format!("`{} == {}`", name(opaque), name(ty)),
        }
    }
}
