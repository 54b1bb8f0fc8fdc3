//! Method calls: the picked method's receiver adjustments, arguments and signature.

use super::expectation::Expectation;
use super::fcx::Fcx;
use super::fold::{concat, prefix, subst};
use super::predicates::{Pred, TraitRef};
use super::probe::{Candidate, Pick};
use super::*;
use crate::diagnostic::Result;
use crate::hir::{ExprId, GenericArgs, Mutability};
use crate::symbol::Symbol;
use crate::ty::{Args, GenericArg, Ty, TyKind};
use crate::typed::Adjustment;
use vscheck_ir::Span;

/// A call's callee with its instantiated signature.
pub(super) struct Callable {
    pub params: Vec<Ty>,
    pub ret: Ty,
}

impl Fcx<'_> {
    /// `receiver.name::<generics>(args)`.
    #[allow(clippy::too_many_arguments)]
    pub fn check_method_call(
        &mut self,
        expr: ExprId,
        receiver: ExprId,
        name: Symbol,
        span: Span,
        generics: &GenericArgs,
        args: &[ExprId],
        expected: Expectation,
    ) -> Result<Ty> {
        let receiver_ty = self.check_expr(receiver, Expectation::None)?;
        let pick = self.probe_method(receiver_ty, name, span)?;
        let callable = self.confirm_method(expr, receiver, &pick, generics, span)?;
        self.check_arguments(expr, &callable.params[1..], callable.ret, args, expected)?;
        Ok(callable.ret)
    }

    fn confirm_method(
        &mut self,
        expr: ExprId,
        receiver: ExprId,
        pick: &Pick,
        generics: &GenericArgs,
        span: Span,
    ) -> Result<Callable> {
        let self_ty = self.adjust_receiver(receiver, pick);
        let item = pick.candidate.item;
        let args = self.method_args(&pick.candidate, generics, span)?;
        let sig = self.typer.sig_of(item)?;
        let params: Vec<Ty> = sig.0.iter().map(|&ty| subst(ty, args)).collect();
        let params: Vec<Ty> = params
            .into_iter()
            .map(|ty| self.normalize_later(ty))
            .collect();
        self.demand_eq(span, params[0], self_ty)?;
        let ret = self.normalize_later(subst(sig.1, args));
        self.require_bounds(item, args, span)?;
        let callee = Callee::Instance(Instance { def: item, args });
        self.tables.callees.insert(expr, callee);
        Ok(Callable { params, ret })
    }

    /// Arguments of the impl or trait are new variables, the method's own as written.
    pub fn method_args(
        &mut self,
        candidate: &Candidate,
        generics: &GenericArgs,
        span: Span,
    ) -> Result<Args> {
        let (args, _) = self.candidate_args(candidate);
        let definition = self.typer.hir.def(candidate.item);
        let count = self.typer.parent_args(candidate.item, args).list().len();
        let parents = prefix(args, count);
        self.with_lowerer(|lowerer| lowerer.fill_args(&definition, parents, generics, span))
    }

    fn adjust_receiver(&mut self, receiver: ExprId, pick: &Pick) -> Ty {
        let mutability = pick.autoref.unwrap_or(Mutability::Shared);
        let mut list = self.deref_adjustments(&pick.chain, pick.derefs, mutability);
        let mut ty = pick.chain.types[pick.derefs];
        if let Some(mutability) = pick.autoref {
            ty = Ty::reference(mutability, ty);
            list.push(Adjustment::Borrow(mutability, ty));
            if pick.unsized_array {
                ty = self.unsized_reference(ty, mutability);
                list.push(Adjustment::Unsize(ty));
            }
        } else if pick.to_const
            && let TyKind::RawPtr(_, to) = ty.kind()
        {
            ty = Ty::new(TyKind::RawPtr(Mutability::Shared, *to));
            list.push(Adjustment::MutToConst(ty));
        } else if let TyKind::Ref(mutability, to) = ty.kind() {
            // Passed on, not moved; and a closure captures what it refers to.
            list.push(Adjustment::Deref(*to));
            list.push(Adjustment::Borrow(*mutability, ty));
        }
        self.adjust(receiver, list);
        ty
    }

    fn unsized_reference(&self, ty: Ty, mutability: Mutability) -> Ty {
        let TyKind::Ref(_, array) = ty.kind() else {
            return ty;
        };
        match self.shallow(*array).kind() {
            TyKind::Array(of, _) => Ty::reference(mutability, Ty::new(TyKind::Slice(*of))),
            _ => ty,
        }
    }

    /// A method of a lang trait for a type whose other trait arguments are given: registers the
    /// obligation, records nothing.
    pub fn lang_callable(
        &mut self,
        lang: &str,
        method: &str,
        self_ty: Ty,
        others: &[Ty],
        span: Span,
    ) -> Result<(Instance, Callable)> {
        let trait_def = self.typer.need_lang(lang)?;
        let item = self.lang_method(lang, method).ok_or_else(|| {
            crate::diagnostic::Diagnostic::new(format!("the models have no `{method}`"), span)
        })?;
        let others: Vec<GenericArg> = others.iter().map(|&ty| GenericArg::Type(ty)).collect();
        let args = concat(Args::of_types(&[self_ty]), &others);
        self.require(
            Pred::Trait(TraitRef {
                def: trait_def,
                args,
            }),
            Some(span),
        );
        let sig = self.typer.sig_of(item)?;
        let params: Vec<Ty> = sig.0.iter().map(|&ty| subst(ty, args)).collect();
        let params = params
            .into_iter()
            .map(|ty| self.normalize_later(ty))
            .collect();
        let ret = self.normalize_later(subst(sig.1, args));
        Ok((Instance { def: item, args }, Callable { params, ret }))
    }
}
