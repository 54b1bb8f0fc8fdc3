//! What the surroundings of an expression say about its type, before it is looked at.

use super::infcx::Infcx;
use crate::ty::{Ty, TyKind};

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
        match cx.shallow(ty).kind() {
            TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(_) => Expectation::Unsized(ty),
            _ => Expectation::HasType(ty),
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
            Expectation::Unsized(ty) => Expectation::Unsized(ty),
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
