//! Implicit conversions: `!`, reborrowing with autoderef, unsizing, raw pointers, function pointers.

use super::expectation::is_unsized;
use super::fcx::Fcx;
use super::fold::{prefix, subst};
use super::predicates::{Pred, TraitRef};
use super::*;
use crate::diagnostic::Result;
use crate::hir::{DefKind, ExprId, ExprKind, Mutability, TypeHead};
use crate::ty::{Args, DynTy, GenericArg, InferVar, Ty, TyKind};
use crate::typed::Adjustment;

/// Adjustments, outermost last.
type Coercion = Option<Vec<Adjustment>>;

impl Fcx<'_> {
    /// Converts an expression of type `from` to type `to`.
    pub fn coerce(&mut self, expr: ExprId, from: Ty, to: Ty) -> Result<Ty> {
        if self.try_coerce(expr, from, to) {
            return Ok(to);
        }
        self.select_where_possible();
        match self.try_coerce(expr, from, to) {
            true => Ok(to),
            false => {
                let span = self.span(expr);
                Err(self.mismatch(span, to, from))
            }
        }
    }

    /// Converts if possible.
    pub fn try_coerce(&mut self, expr: ExprId, from: Ty, to: Ty) -> bool {
        let from = self.shallow(from);
        let to = self.shallow(to);
        let Some(adjustments) = self.find_coercion(expr, from, to) else {
            return false;
        };
        self.adjust(expr, adjustments);
        true
    }

    /// Adds adjustments to an expression.
    pub fn adjust(&mut self, expr: ExprId, adjustments: Vec<Adjustment>) {
        if adjustments.is_empty() {
            return;
        }
        let reborrows_mut = adjustments
            .iter()
            .any(|a| matches!(a, Adjustment::Borrow(Mutability::Mut, _)));
        let list = self.tables.adjustments.entry(expr).or_default();
        list.extend(adjustments);
        if reborrows_mut {
            self.fix_place_mutability(expr);
        }
    }

    fn find_coercion(&mut self, expr: ExprId, from: Ty, to: Ty) -> Coercion {
        if *from.kind() == TyKind::Never {
            self.mark_diverging(to);
            return Some(match *to.kind() == TyKind::Never {
                true => Vec::new(),
                false => vec![Adjustment::NeverToAny(to)],
            });
        }
        if self.is_unresolved(from) {
            return self.unify(from, to).then(Vec::new);
        }
        if let Some(adjustments) = self.coerce_unsized(expr, from, to) {
            return Some(adjustments);
        }
        match to.kind() {
            TyKind::RawPtr(mutability, target) => self.coerce_raw(from, *mutability, *target, to),
            TyKind::Ref(mutability, _) => self.coerce_reference(expr, from, *mutability, to),
            TyKind::FnPtr(..) => self.coerce_fn(from, to),
            _ => self.unify(from, to).then(Vec::new),
        }
    }

    /// Something that never has a value becomes a value of this type: if nothing else says which, of `()`.
    pub(super) fn mark_diverging(&mut self, ty: Ty) {
        if let TyKind::Infer(var @ InferVar::Ty(_)) = ty.kind() {
            self.table.mark_diverging(*var);
        }
    }

    fn coerce_raw(&mut self, from: Ty, m: Mutability, target: Ty, to: Ty) -> Coercion {
        match from.kind() {
            TyKind::Ref(_, of) => self
                .unify(*of, target)
                .then(|| vec![Adjustment::Deref(*of), Adjustment::RawBorrow(m, to)]),
            TyKind::RawPtr(Mutability::Mut, of) if m == Mutability::Shared => self
                .unify(*of, target)
                .then(|| vec![Adjustment::MutToConst(to)]),
            _ => self.unify(from, to).then(Vec::new),
        }
    }

    /// `&T` or `&mut T` to `&U`, through as many derefs as it takes.
    fn coerce_reference(&mut self, expr: ExprId, from: Ty, m: Mutability, to: Ty) -> Coercion {
        let TyKind::Ref(own, of) = from.kind() else {
            return self.unify(from, to).then(Vec::new);
        };
        if *own < m {
            return None;
        }
        let first = Ty::reference(m, *of);
        if self.unify(first, to) {
            return Some(self.reborrow(expr, *own, m, *of, to));
        }
        let chain = self.autoderef(from);
        for count in 2..chain.types.len() {
            if self.unify(Ty::reference(m, chain.types[count]), to) {
                let mut list = self.deref_adjustments(&chain, count, m);
                list.push(Adjustment::Borrow(m, to));
                return Some(list);
            }
        }
        None
    }

    fn reborrow(
        &mut self,
        expr: ExprId,
        own: Mutability,
        m: Mutability,
        of: Ty,
        to: Ty,
    ) -> Vec<Adjustment> {
        let fresh = own == m && self.kind_of(expr, |kind| matches!(kind, ExprKind::Borrow(..)));
        if fresh || own == Mutability::Shared && !self.may_be_captured(expr) {
            return Vec::new();
        }
        vec![Adjustment::Deref(of), Adjustment::Borrow(m, to)]
    }

    /// Whether a closure may capture a place. Of a shared reference that is borrowed anew it captures what that
    /// refers to, and not the variable; elsewhere that is no more than a copy.
    fn may_be_captured(&self, expr: ExprId) -> bool {
        let is_place = self.kind_of(expr, |kind| {
            matches!(kind, ExprKind::Local(_) | ExprKind::Field(..))
        });
        is_place && self.current_closure.is_some()
    }

    fn coerce_fn(&mut self, from: Ty, to: Ty) -> Coercion {
        match from.kind() {
            TyKind::FnDef(..) | TyKind::Closure(_) => {
                let pointer = self.call_pointer(from)?;
                self.unify(pointer, to)
                    .then(|| vec![Adjustment::FnPointer(to)])
            }
            _ => self.unify(from, to).then(Vec::new),
        }
    }

    /// Unsizing behind a pointer; `None` where it does not apply.
    fn coerce_unsized(&mut self, expr: ExprId, from: Ty, to: Ty) -> Coercion {
        match (from.kind(), to.kind()) {
            (TyKind::Ref(own, a), TyKind::Ref(m, b)) if own >= m => {
                let sized = Ty::reference(*m, *a);
                self.unsize(*a, *b).then(|| {
                    let mut list = vec![Adjustment::Deref(*a), Adjustment::Borrow(*m, sized)];
                    if own == m && *m == Mutability::Shared && !self.may_be_captured(expr) {
                        list.clear();
                    }
                    list.push(Adjustment::Unsize(to));
                    list
                })
            }
            (TyKind::Ref(own, a), TyKind::RawPtr(m, b)) if own >= m => {
                let sized = Ty::new(TyKind::RawPtr(*m, *a));
                self.unsize(*a, *b).then(|| {
                    vec![
                        Adjustment::Deref(*a),
                        Adjustment::RawBorrow(*m, sized),
                        Adjustment::Unsize(to),
                    ]
                })
            }
            (TyKind::RawPtr(own, a), TyKind::RawPtr(m, b)) if own >= m => {
                self.unsize(*a, *b).then(|| vec![Adjustment::Unsize(to)])
            }
            (TyKind::Adt(d, a), TyKind::Adt(e, b)) if d == e => self
                .unsize_smart_pointer(*d, *a, *b)
                .then(|| vec![Adjustment::Unsize(to)]),
            _ => None,
        }
    }

    fn unsize_smart_pointer(&mut self, def: DefId, a: Args, b: Args) -> bool {
        if !self.typer.is_smart_pointer(def) {
            return false;
        }
        let (GenericArg::Type(from), GenericArg::Type(to)) = (a.list()[0], b.list()[0]) else {
            return false;
        };
        let (from, to) = (self.shallow(from), self.shallow(to));
        let inner = match (from.kind(), to.kind()) {
            // `Pin<Box<T>>` and the like.
            (TyKind::Adt(d, a), TyKind::Adt(e, b)) if d == e && self.typer.is_smart_pointer(*d) => {
                self.unsize_smart_pointer(*d, *a, *b)
            }
            (TyKind::Ref(m, a), TyKind::Ref(n, b)) if m == n => self.unsize(*a, *b),
            _ => self.unsize(from, to),
        };
        inner && self.unify_args(Args::new(&a.list()[1..]), Args::new(&b.list()[1..]))
    }

    /// Whether `from` unsizes to `to`, unlike being equal to it.
    fn unsize(&mut self, from: Ty, to: Ty) -> bool {
        let (from, to) = (self.shallow(from), self.shallow(to));
        match (from.kind(), to.kind()) {
            (TyKind::Array(a, _), TyKind::Slice(b)) => self.unify(*a, *b),
            (TyKind::Dyn(a), TyKind::Dyn(b)) => {
                !a.is_of_traits_of(b) && self.upcast(from, b) && self.bind_as(a, b)
            }
            (TyKind::Str | TyKind::Slice(_), TyKind::Dyn(_)) => false,
            (TyKind::Infer(InferVar::Ty(_)), _) => false,
            (_, TyKind::Dyn(object)) => {
                let fits = self.may_be_object(from, object);
                if fits {
                    self.require_object(from, object);
                }
                fits
            }
            (TyKind::Adt(d, a), TyKind::Adt(e, b)) if d == e => self.unsize_tail(*d, *a, *b),
            _ => false,
        }
    }

    /// To a supertrait, or to the same trait with fewer auto traits: that the others are implied is rustc's to say.
    fn upcast(&mut self, from: Ty, to: &DynTy) -> bool {
        let Some(target) = to.principal else {
            return true;
        };
        let bounds = self.bounds_of(from);
        let given: Vec<Args> = bounds
            .iter()
            .filter_map(|pred| match pred {
                Pred::Trait(given) if given.def == target => {
                    Some(Args::new(&given.args.list()[1..]))
                }
                _ => None,
            })
            .collect();
        let fits = |this: &mut Self, args: &Args| this.probe(|cx| cx.unify_args(*args, to.args));
        let found = given.iter().find(|args| fits(self, args)).copied();
        found.is_some_and(|args| self.unify_args(args, to.args))
    }

    /// The associated types that both fix are the same.
    fn bind_as(&mut self, from: &DynTy, to: &DynTy) -> bool {
        let mut bindings = to.bindings.iter();
        bindings.all(|&(assoc, ty)| from.binding(assoc).is_none_or(|of| self.unify(of, ty)))
    }

    fn may_be_object(&mut self, from: Ty, object: &DynTy) -> bool {
        let Some(def) = object.principal else {
            return true;
        };
        let args = super::fold::concat(Args::of_types(&[from]), object.args.list());
        self.evaluate(TraitRef { def, args }) != super::infcx::Eval::No
    }

    /// A type that becomes a trait object implements its trait.
    fn require_object(&mut self, from: Ty, object: &DynTy) {
        let Some(def) = object.principal else {
            return;
        };
        let args = super::fold::concat(Args::of_types(&[from]), object.args.list());
        self.require(Pred::Trait(TraitRef { def, args }), None);
        let own = Pred::Trait(TraitRef { def, args });
        let Ok(all) = self.typer.elaborate(vec![own]) else {
            return;
        };
        for &(assoc, ty) in &object.bindings {
            let owner = self.typer.parent(assoc);
            for pred in &all {
                if let Pred::Trait(upper) = pred
                    && upper.def == owner
                {
                    let args = upper.args;
                    self.require(Pred::Projection { assoc, args, ty }, None);
                }
            }
        }
    }

    /// `S<T>` to `S<U>` where the last field unsizes.
    fn unsize_tail(&mut self, def: DefId, a: Args, b: Args) -> bool {
        if !matches!(self.typer.hir.def(def).kind, DefKind::Struct(_)) {
            return false;
        }
        let Ok(fields) = self.typer.field_tys(def) else {
            return false;
        };
        let Some(&tail) = fields.last() else {
            return false;
        };
        let differs = a.list().iter().zip(b.list()).position(|(x, y)| {
            let (GenericArg::Type(x), GenericArg::Type(y)) = (x, y) else {
                return false;
            };
            let (source, target) = (self.shallow(*x), self.shallow(*y));
            let known = match (source.kind(), target.kind()) {
                (TyKind::Dyn(a), TyKind::Dyn(b)) => !a.is_of_traits_of(b),
                (TyKind::Slice(_), TyKind::Slice(_)) => false,
                (_, TyKind::Dyn(_) | TyKind::Slice(_)) => true,
                _ => false,
            };
            known
                || matches!(target.kind(), TyKind::Adt(..))
                    && is_unsized(self, target)
                    && !is_unsized(self, source)
        });
        match differs {
            Some(index) => {
                self.unify_but(index, a, b)
                    && tail.flags().has_param()
                    && self.unsize(a.ty(index), b.ty(index))
            }
            None => self.unsize_associated(tail, a, b),
        }
    }

    /// The same where the last field's type is associated with a parameter, two types that have nothing to
    /// do with each other.
    fn unsize_associated(&mut self, tail: Ty, a: Args, b: Args) -> bool {
        // In a wrapper, too: `UnsafeCell<S::Buffer>`.
        if !matches!(tail.kind(), TyKind::Projection(..) | TyKind::Adt(..)) {
            return false;
        }
        let differ = |(x, y): (&GenericArg, &GenericArg)| {
            let (GenericArg::Type(x), GenericArg::Type(y)) = (x, y) else {
                return false;
            };
            let (x, y) = (self.shallow(*x), self.shallow(*y));
            matches!((x.kind(), y.kind()), (TyKind::Adt(d, _), TyKind::Adt(e, _)) if d != e)
        };
        let Some(index) = a.list().iter().zip(b.list()).position(differ) else {
            return false;
        };
        let mut tail_of = |args| self.normalize_ty_quietly(subst(tail, args));
        let (from, to) = (tail_of(a), tail_of(b));
        self.unify_but(index, a, b) && self.unsize(from, to)
    }

    /// Unifies all arguments but one.
    fn unify_but(&mut self, index: usize, a: Args, b: Args) -> bool {
        let rest = |args: Args| Args::new(&args.list()[index + 1..]);
        self.unify_args(prefix(a, index), prefix(b, index)) && self.unify_args(rest(a), rest(b))
    }
}

impl Typer {
    /// Whether a struct can carry the wide part of an unsized pointer.
    pub(super) fn is_smart_pointer(&self, def: DefId) -> bool {
        self.smart_pointers.get_plain(def, || {
            const KNOWN: [&str; 6] = ["owned_box", "rc", "arc", "rc_weak", "arc_weak", "pin"];
            if KNOWN.iter().any(|name| self.is_lang(def, name)) {
                return true;
            }
            let Some(trait_def) = self.lang("coerce_unsized") else {
                return false;
            };
            let impls = self.hir.trait_impls_for(trait_def, TypeHead::Def(def));
            impls
                .iter()
                .any(|&of| match self.self_ty(of).ok().map(Ty::kind) {
                    Some(TyKind::Adt(adt, _)) => *adt == def,
                    _ => false,
                })
        })
    }
}
