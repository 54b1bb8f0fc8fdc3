//! Expressions as places: a local and a path of fields and derefs.

use super::super::fcx::Fcx;
use crate::hir::{ExprId, ExprKind, LocalId, Mutability};
use crate::symbol::Symbol;
use crate::ty::{Ty, TyKind};
use crate::typed::{Adjustment, CaptureProjection};

/// A place in a local variable, or none (temporaries, statics).
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub local: Option<LocalId>,
    /// Steps, each with the type before it.
    pub projections: Vec<(CaptureProjection, Ty)>,
    /// The type of the place that the path leads to.
    pub ty: Ty,
    /// Type of what is used, which may lie deeper: after an index, a raw pointer, a union's field.
    pub used_ty: Ty,
    /// No more steps are recorded.
    pub cut: bool,
    /// Reached through a shared reference or raw pointer: never used uniquely.
    pub shared: bool,
}

impl Place {
    fn rvalue(ty: Ty) -> Place {
        Place {
            local: None,
            projections: Vec::new(),
            ty,
            used_ty: ty,
            cut: true,
            shared: false,
        }
    }

    /// One step further.
    pub fn step(mut self, step: CaptureProjection, ty: Ty) -> Place {
        if step == CaptureProjection::Deref {
            match self.used_ty.kind() {
                TyKind::Ref(Mutability::Shared, _) => self.shared = true,
                TyKind::RawPtr(..) => {
                    self.shared = true;
                    self.cut = true;
                }
                _ => {}
            }
        }
        if !self.cut {
            self.projections.push((step, self.used_ty));
            self.ty = ty;
        }
        self.used_ty = ty;
        self
    }

    /// A part that is not told apart from the whole.
    pub fn part(mut self, ty: Ty) -> Place {
        self.cut = true;
        self.used_ty = ty;
        self
    }
}

impl Fcx<'_> {
    /// The place of an adjusted expression.
    pub(super) fn place(&mut self, expr: ExprId) -> Place {
        let count = self.tables.adjustments.get(&expr).map_or(0, Vec::len);
        self.place_after(expr, count)
    }

    /// The place of an expression after its first adjustments.
    pub(super) fn place_after(&mut self, expr: ExprId, count: usize) -> Place {
        let mut place = self.plain_place(expr);
        let list = self.tables.adjustments.get(&expr).cloned();
        for adjustment in list.unwrap_or_default().iter().take(count) {
            place = match adjustment {
                Adjustment::Deref(ty) => place.step(CaptureProjection::Deref, self.resolve(*ty)),
                Adjustment::OverloadedDeref(_, _, ty)
                | Adjustment::Borrow(_, ty)
                | Adjustment::RawBorrow(_, ty)
                | Adjustment::NeverToAny(ty)
                | Adjustment::FnPointer(ty)
                | Adjustment::Unsize(ty)
                | Adjustment::MutToConst(ty) => Place::rvalue(self.resolve(*ty)),
            };
        }
        place
    }

    fn plain_place(&mut self, expr: ExprId) -> Place {
        let body = self.body.clone();
        let ty = self.expr_ty(expr);
        match &body.exprs[expr.index()].kind {
            ExprKind::Local(local) => Place {
                local: Some(*local),
                projections: Vec::new(),
                ty,
                used_ty: ty,
                cut: false,
                shared: false,
            },
            ExprKind::Field(base, name) => {
                let base = self.place(*base);
                self.field_place(base, *name, ty)
            }
            ExprKind::Deref(_) | ExprKind::Index(..) if self.tables.callees.contains_key(&expr) => {
                Place::rvalue(ty)
            }
            ExprKind::Deref(base) => {
                let base = self.place(*base);
                base.step(CaptureProjection::Deref, ty)
            }
            ExprKind::Index(base, _) => self.place(*base).part(ty),
            _ => Place::rvalue(ty),
        }
    }

    /// A field of a place. Unions and packed structs are not taken apart.
    pub(super) fn field_place(&mut self, base: Place, name: Symbol, ty: Ty) -> Place {
        match base.used_ty.kind() {
            TyKind::Adt(def, _) => {
                let definition = self.typer.hir.def(*def);
                let packed = definition
                    .attrs
                    .repr
                    .iter()
                    .any(|r| r.as_str().starts_with("packed"));
                if packed || matches!(definition.kind, crate::hir::DefKind::Union(_)) {
                    return base.part(ty);
                }
                let index = self.typer.with_fields(*def, |data| {
                    data.fields.iter().position(|field| field.name == name)
                });
                match index {
                    Ok(Some(index)) => base.step(CaptureProjection::Field(index as u32), ty),
                    _ => base.part(ty),
                }
            }
            TyKind::Tuple(_) => match name.as_str().parse() {
                Ok(index) => base.step(CaptureProjection::Field(index), ty),
                Err(_) => base.part(ty),
            },
            _ => base.part(ty),
        }
    }
}
