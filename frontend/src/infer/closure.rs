//! Closures: what is expected of them, then their bodies.

use super::coerce_many::CoerceMany;
use super::expectation::Expectation;
use super::fcx::Fcx;
use super::infcx::LocalClosure;
use super::predicates::Pred;
use crate::diagnostic::Result;
use crate::hir::{ExprId, HirTy, PatId};
use crate::ty::{ClosureKey, Ty, TyKind};
use crate::typed::{BindingMode, ClosureKind};

/// What the surroundings say about a closure.
#[derive(Clone, Default)]
struct ExpectedSig {
    params: Option<Vec<Ty>>,
    ret: Option<Ty>,
    kind: Option<ClosureKind>,
}

/// A closure as written.
pub(super) struct Written<'a> {
    pub params: &'a [(PatId, Option<HirTy>)],
    pub ret: Option<&'a HirTy>,
    pub body: ExprId,
}

impl Fcx<'_> {
    /// `|params| body`.
    pub fn check_closure(
        &mut self,
        expr: ExprId,
        written: &Written<'_>,
        expected: Expectation,
    ) -> Result<Ty> {
        let sig = match expected.to_option(&self.cx) {
            Some(ty) => self.expected_sig(ty),
            None => ExpectedSig::default(),
        };
        let params = self.closure_params(written, &sig)?;
        let ret = match written.ret {
            Some(ret) => self.lower_ty(ret)?,
            None => self.table.fresh(),
        };
        if let Some(expected) = sig.ret
            && written.ret.is_some()
        {
            self.unify(expected, ret);
        } else if let Some(expected) = sig.ret {
            self.unify(ret, expected);
        }
        let closure = LocalClosure {
            params: params.clone(),
            ret,
            kind: None,
            captured: None,
        };
        self.cx.closures.insert(expr, closure);
        self.closure_order.push(expr);
        let outer = self.current_closure.replace(expr);
        self.closure_parent.insert(expr, outer);
        self.check_closure_body(written, &params, ret)?;
        self.current_closure = outer;
        Ok(Ty::new(TyKind::Closure(ClosureKey {
            owner: self.def.id,
            args: self.typer.identity(self.def.id),
            expr,
        })))
    }

    fn closure_params(&mut self, written: &Written<'_>, sig: &ExpectedSig) -> Result<Vec<Ty>> {
        let hints = sig.params.clone().unwrap_or_default();
        let fits = hints.len() == written.params.len();
        let mut params = Vec::new();
        for (index, (pat, ty)) in written.params.iter().enumerate() {
            let hint = fits.then(|| hints[index]);
            params.push(match (ty, hint) {
                (Some(ty), hint) => {
                    let ty = self.lower_ty(ty)?;
                    if let Some(hint) = hint {
                        self.unify(ty, hint);
                    }
                    ty
                }
                (None, Some(hint)) => hint,
                (None, None) => self.table.fresh(),
            });
            let _ = pat;
        }
        Ok(params)
    }

    fn check_closure_body(&mut self, written: &Written<'_>, params: &[Ty], ret: Ty) -> Result<()> {
        for (&(pat, _), &ty) in written.params.iter().zip(params) {
            self.check_pat(pat, ty, BindingMode::Value)?;
        }
        let diverges = std::mem::replace(&mut self.diverges, false);
        let breakables = std::mem::take(&mut self.breakables);
        let returns = self.returns.replace(CoerceMany::new(ret));
        self.check_body_value(written.body, ret)?;
        self.returns = returns;
        self.breakables = breakables;
        self.diverges = diverges;
        Ok(())
    }

    /// The value of a function or closure, which is one more `return`.
    pub fn check_body_value(&mut self, value: ExprId, ret: Ty) -> Result<()> {
        let found = self.check_expr(value, Expectation::HasType(ret))?;
        let mut returns = self.returns.take().expect("within a function");
        self.coerce_next(&mut returns, value, found)?;
        let actual = returns.complete();
        let span = self.span(value);
        if *self.shallow(actual).kind() != TyKind::Never {
            self.demand_eq(span, ret, actual)?;
        }
        Ok(())
    }

    fn expected_sig(&mut self, ty: Ty) -> ExpectedSig {
        let ty = self.resolve(ty);
        match ty.kind() {
            TyKind::FnPtr(params, ret, _) => ExpectedSig {
                params: Some(params.clone()),
                ret: Some(*ret),
                kind: None,
            },
            TyKind::Infer(_) => {
                let preds = self.pending_for(ty);
                self.sig_of_preds(preds)
            }
            TyKind::Dyn(object) => {
                let preds = self.bounds_of(ty);
                let mut sig = self.sig_of_preds(preds);
                let typer = self.typer;
                let is_output = |assoc| typer.is_lang(typer.parent(assoc), "fn_once");
                let output = object.bindings.iter().find(|(assoc, _)| is_output(*assoc));
                sig.ret = sig.ret.or(output.map(|&(_, ty)| ty));
                sig
            }
            TyKind::Opaque(..) | TyKind::Param(..) => {
                let preds = self.bounds_of(ty);
                self.sig_of_preds(preds)
            }
            _ => ExpectedSig::default(),
        }
    }

    fn sig_of_preds(&mut self, preds: Vec<Pred>) -> ExpectedSig {
        let preds = self.typer.elaborate(preds).unwrap_or_default();
        let mut sig = ExpectedSig::default();
        for pred in preds {
            match pred {
                Pred::Trait(goal) => self.sig_from_trait(goal, &mut sig),
                Pred::Projection { assoc, args, ty } => {
                    let owner = self.typer.parent(assoc);
                    if self.typer.is_lang(owner, "fn_once") {
                        sig.ret.get_or_insert(ty);
                        self.params_from_tuple(args.ty(1), &mut sig);
                    }
                }
                Pred::Opaque { .. } => {}
            }
        }
        if let Some(params) = sig.params.take() {
            sig.params = Some(
                params
                    .into_iter()
                    .map(|ty| self.normalize_later(ty))
                    .collect(),
            );
        }
        if let Some(ret) = sig.ret.take() {
            sig.ret = Some(self.normalize_later(ret));
        }
        sig
    }

    fn sig_from_trait(&mut self, goal: super::predicates::TraitRef, sig: &mut ExpectedSig) {
        let kind = match self.typer.lang_name(goal.def) {
            Some("fn") => ClosureKind::Fn,
            Some("fn_mut") => ClosureKind::FnMut,
            Some("fn_once") => ClosureKind::FnOnce,
            _ => return,
        };
        sig.kind = Some(sig.kind.map_or(kind, |known| known.min(kind)));
        self.params_from_tuple(goal.args.ty(1), sig);
    }

    fn params_from_tuple(&mut self, tuple: Ty, sig: &mut ExpectedSig) {
        let tuple = self.normalize_later(tuple);
        let tuple = self.resolve(tuple);
        if let TyKind::Tuple(types) = tuple.kind() {
            sig.params.get_or_insert_with(|| types.clone());
        }
    }
}
