//! What the surroundings of an expression say about its type, before it is looked at.

use super::fold::subst;
use super::infcx::Infcx;
use crate::hir::DefKind;
use crate::ty::{GenericArg, Ty, TyKind};

/// A hint, never a demand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expectation {
    /// Nothing is known.
    None,
    /// It will be coerced to this type.
    HasType(Ty),
    /// It will be cast to this type.
    Castable(Ty),
    /// It stands behind a reference to this unsized type.
    Unsized(Ty),
}

impl Expectation {
    /// The hint for what a reference to `ty` is made of.
    pub fn rvalue_hint(cx: &Infcx<'_>, ty: Ty) -> Expectation {
        match is_unsized(cx, ty) {
            true => Expectation::Unsized(ty),
            false => Expectation::HasType(ty),
        }
    }

    /// Any type that is hinted at.
    pub fn to_option(self, cx: &Infcx<'_>) -> Option<Ty> {
        match self {
            Expectation::None => None,
            Expectation::HasType(ty) | Expectation::Castable(ty) | Expectation::Unsized(ty) => {
                Some(cx.resolve(ty))
            }
        }
    }

    /// The type it will be coerced to.
    pub fn only_has_type(self, cx: &Infcx<'_>) -> Option<Ty> {
        match self {
            Expectation::HasType(ty) => Some(cx.resolve(ty)),
            Expectation::None | Expectation::Castable(_) | Expectation::Unsized(_) => None,
        }
    }

    /// For one of several branches: a variable says nothing, and must not be fixed by the first.
    pub fn for_branches(self, cx: &Infcx<'_>) -> Expectation {
        match self {
            Expectation::HasType(ty) if cx.is_unresolved(ty) => Expectation::None,
            // What will be cast is of any one type.
            Expectation::Castable(_) => Expectation::None,
            other => other,
        }
    }

    /// The type to coerce branches to, or a new variable.
    pub fn coercion_target(self, cx: &mut Infcx<'_>) -> Ty {
        match self.only_has_type(cx) {
            Some(ty) => ty,
            None => cx.table.fresh(),
        }
    }
}

/// Whether a type, or the last field of a struct, is known to be unsized.
pub(super) fn is_unsized(cx: &Infcx<'_>, ty: Ty) -> bool {
    let mut tail = cx.shallow(ty);
    loop {
        let TyKind::Adt(def, args) = tail.kind() else {
            return matches!(tail.kind(), TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(_));
        };
        let unsizes = |arg: &GenericArg| match arg {
            GenericArg::Type(ty) => !is_sized_kind(cx.shallow(*ty)),
            GenericArg::Const(_) => false,
        };
        if !args.list().iter().any(unsizes)
            || !matches!(cx.typer.hir.def(*def).kind, DefKind::Struct(_))
        {
            return false;
        }
        let last = cx.typer.field_tys(*def).ok();
        let Some(&last) = last.as_ref().and_then(|fields| fields.last()) else {
            return false;
        };
        tail = cx.shallow(subst(last, *args));
    }
}

/// Whether a type is neither unsized nor a struct that might be.
fn is_sized_kind(ty: Ty) -> bool {
    !matches!(
        ty.kind(),
        TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(_) | TyKind::Adt(..)
    )
}
