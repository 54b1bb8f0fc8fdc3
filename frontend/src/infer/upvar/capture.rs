//! From uses to captures: what is cut off, and which captures contain others.

use super::super::fcx::Fcx;
use super::place::Place;
use crate::hir::{LocalId, Mutability};
use crate::ty::{Ty, TyKind};
use crate::typed::{BindingMode, Capture, CaptureProjection, ClosureKind};
use std::cmp::Ordering;

/// How a place is used, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    Shared,
    Unique,
    Move,
}

/// One use of an outer variable.
#[derive(Clone, Debug)]
pub(super) struct Collected {
    pub local: LocalId,
    pub place: Place,
    pub how: Use,
}

impl Collected {
    /// The weakest trait that this use allows.
    pub fn kind(&self) -> ClosureKind {
        match self.how {
            Use::Shared => ClosureKind::Fn,
            Use::Unique => ClosureKind::FnMut,
            Use::Move => ClosureKind::FnOnce,
        }
    }

    fn truncate(&mut self, len: usize) {
        if let Some((_, ty)) = self.place.projections.get(len) {
            self.place.ty = *ty;
            self.place.projections.truncate(len);
        }
    }

    fn first_deref(&self) -> Option<usize> {
        let steps = &self.place.projections;
        steps
            .iter()
            .position(|(s, _)| *s == CaptureProjection::Deref)
    }

    fn path(&self) -> Vec<CaptureProjection> {
        self.place
            .projections
            .iter()
            .map(|(step, _)| *step)
            .collect()
    }
}

impl Fcx<'_> {
    /// The place of a capture, to be used in an outer closure.
    pub(super) fn captured_place(&mut self, capture: &Capture) -> Place {
        let ty = self.resolve(self.local_ty(capture.local));
        let mut place = Place {
            local: Some(capture.local),
            projections: Vec::new(),
            ty,
            used_ty: ty,
            cut: false,
            shared: false,
        };
        for step in &capture.projections {
            let ty = self.step_ty(place.used_ty, *step);
            place = place.step(*step, ty);
        }
        place
    }

    fn step_ty(&mut self, ty: Ty, step: CaptureProjection) -> Ty {
        match (step, ty.kind()) {
            (CaptureProjection::Deref, _) => self.builtin_deref(ty, true).unwrap_or(ty),
            (CaptureProjection::Field(index), TyKind::Tuple(types)) => types[index as usize],
            (CaptureProjection::Field(index), TyKind::Adt(def, args)) => {
                let fields = self.typer.field_tys(*def).unwrap_or_default();
                let field = fields.get(index as usize).copied().unwrap_or(ty);
                let ty = self.normalize_later(super::super::fold::subst(field, *args));
                self.select_where_possible();
                self.resolve(ty)
            }
            _ => ty,
        }
    }

    /// Captures that contain all uses, none of which contains another.
    pub(super) fn min_captures(
        &mut self,
        uses: Vec<Collected>,
        moved: impl Fn(LocalId) -> bool,
        whole: bool,
    ) -> Vec<Capture> {
        let mut found: Vec<Collected> = Vec::new();
        for mut one in uses {
            let by_move = moved(one.local);
            self.restrict(&mut one, by_move, whole);
            merge(&mut found, one);
        }
        in_order(&mut found);
        let captures = found.into_iter().map(|one| Capture {
            local: one.local,
            projections: one.path(),
            place_ty: one.place.ty,
            mode: match one.how {
                _ if moved(one.local) => BindingMode::Value,
                Use::Move => BindingMode::Value,
                Use::Unique => BindingMode::Ref(Mutability::Mut),
                Use::Shared => BindingMode::Ref(Mutability::Shared),
            },
        });
        captures.collect()
    }

    fn restrict(&mut self, one: &mut Collected, by_move: bool, whole: bool) {
        if whole {
            one.truncate(0);
        }
        // A place behind a shared reference: the reference will do.
        let steps = &one.place.projections;
        let last = steps
            .iter()
            .rposition(|(step, _)| *step == CaptureProjection::Deref);
        if let Some(index) = last
            && matches!(steps[index].1.kind(), TyKind::Ref(Mutability::Shared, _))
        {
            one.truncate(index + 1);
        }
        if (by_move || one.how == Use::Move)
            && let Some(first) = one.first_deref()
        {
            one.truncate(first);
        }
        if by_move || one.how == Use::Move {
            self.keep_droppable_whole(one);
        }
    }

    /// Nothing is moved out of a type with a destructor.
    fn keep_droppable_whole(&mut self, one: &mut Collected) {
        if self.is_copy(one.place.ty) {
            return;
        }
        let steps = one.place.projections.clone();
        let has_drop = |ty: Ty| match ty.kind() {
            TyKind::Adt(def, _) => self.typer.has_drop_impl(*def),
            _ => false,
        };
        if let Some(index) = steps.iter().position(|(_, ty)| has_drop(*ty)) {
            one.truncate(index);
        }
    }
}

/// Brings those of one variable together, and into the order in which its fields are declared: so they are dropped.
fn in_order(found: &mut [Collected]) {
    let locals: Vec<LocalId> = found.iter().map(|one| one.local).collect();
    let rank = |local: LocalId| locals.iter().position(|&other| other == local);
    found.sort_by(|a, b| {
        let (own, other) = (a.path(), b.path());
        let fields = own.iter().zip(&other).map(|steps| match steps {
            (CaptureProjection::Field(a), CaptureProjection::Field(b)) => a.cmp(b),
            _ => Ordering::Equal,
        });
        let by_field = fields.fold(Ordering::Equal, Ordering::then);
        rank(a.local).cmp(&rank(b.local)).then(by_field)
    });
}

/// Adds a use to captures: it may be contained in one, or contain some.
fn merge(found: &mut Vec<Collected>, mut one: Collected) {
    let path = one.path();
    if let Some(ancestor) = found
        .iter_mut()
        .find(|other| other.local == one.local && path.starts_with(&other.path()))
    {
        ancestor.how = ancestor.how.max(one.how);
        return;
    }
    let contained = |other: &Collected| other.local == one.local && other.path().starts_with(&path);
    let first = found.iter().position(contained);
    let strongest = found.iter().filter(|o| contained(o)).map(|o| o.how).max();
    let Some(first) = first else {
        found.push(one);
        return;
    };
    one.how = one.how.max(strongest.expect("one is contained"));
    let local = one.local;
    found[first] = one;
    let mut index = 0;
    found.retain(|other| {
        index += 1;
        index - 1 == first || other.local != local || !other.path().starts_with(&path)
    });
}
