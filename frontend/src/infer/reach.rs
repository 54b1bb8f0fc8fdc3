//! All bodies that can be reached from one: a check of inference as a whole.

use super::*;
use crate::hir::{DefKind, ExprId};
use crate::ty::TyKind;
use crate::typed::{Adjustment, ClosureInfo};
use std::collections::VecDeque;

#[derive(Default)]
struct Reach {
    queue: VecDeque<Instance>,
    seen: FxHashSet<Instance>,
    dropped: FxHashSet<Ty>,
    tables: FxHashSet<(Ty, DefId)>,
    #[allow(clippy::vec_box)]
    errors: Vec<Box<Diagnostic>>,
}

impl Typer {
    /// Every function, constant and static that can be reached from one, through calls, destructors
    /// and the methods of trait objects, in order of discovery; and what went wrong on the way.
    pub fn reach(&self, entry: Instance) -> (Vec<Rc<TypedBody>>, Vec<Box<Diagnostic>>) {
        let mut reach = Reach::default();
        let mut bodies = Vec::new();
        reach.queue.push_back(entry);
        while let Some(instance) = reach.queue.pop_front() {
            if !reach.seen.insert(instance) || !self.has_body(instance) {
                continue;
            }
            match self.typed_body(instance) {
                Ok(body) => {
                    self.visit(&mut reach, &body);
                    bodies.push(body);
                }
                Err(error) => reach.errors.push(error),
            }
        }
        (bodies, reach.errors)
    }

    fn has_body(&self, instance: Instance) -> bool {
        match &self.hir.def(instance.def).kind {
            DefKind::Fn(data) => data.has_body,
            DefKind::Const { has_body, .. } => *has_body,
            DefKind::Static { .. } | DefKind::AnonConst => true,
            _ => false,
        }
    }

    fn visit(&self, reach: &mut Reach, body: &TypedBody) {
        let mut exprs: Vec<_> = body.callees.iter().collect();
        exprs.sort_unstable_by_key(|(expr, _)| **expr);
        for (_, callee) in exprs {
            if let Callee::Instance(instance) | Callee::Constant(instance) = callee {
                reach.queue.push_back(*instance);
            }
        }
        let mut adjusted: Vec<_> = body.adjustments.iter().collect();
        adjusted.sort_unstable_by_key(|(expr, _)| **expr);
        for (expr, list) in adjusted {
            self.visit_adjustments(reach, body, *expr, list);
        }
        reach.queue.extend(body.pat_constants.values().copied());
        for &ty in body.local_types.iter().chain(&body.expr_types) {
            self.visit_drop(reach, ty);
        }
    }

    fn visit_adjustments(
        &self,
        reach: &mut Reach,
        body: &TypedBody,
        expr: ExprId,
        list: &[Adjustment],
    ) {
        let mut ty = body.expr_types[expr.index()];
        for adjustment in list {
            let target = adjustment.ty();
            match adjustment {
                // What a trait object's is comes with what becomes one.
                Adjustment::OverloadedDeref(instance, ..)
                    if self.trait_of_item(instance.def).is_some()
                        && matches!(instance.args.ty(0).kind(), TyKind::Dyn(_)) => {}
                Adjustment::OverloadedDeref(instance, ..) => reach.queue.push_back(*instance),
                Adjustment::Unsize(_) => self.visit_unsize(reach, ty, target),
                _ => {}
            }
            ty = target;
        }
    }

    fn visit_unsize(&self, reach: &mut Reach, from: Ty, to: Ty) {
        let (Some(from), Some(to)) = (self.pointee(from), self.pointee(to)) else {
            return;
        };
        let TyKind::Dyn(object) = to.kind() else {
            return;
        };
        let (Some(principal), false) = (object.principal, from == to) else {
            return;
        };
        if matches!(from.kind(), TyKind::Dyn(_)) || !reach.tables.insert((from, principal)) {
            return;
        }
        let methods = self.dyn_methods(principal).unwrap_or_else(|error| {
            reach.errors.push(error);
            Rc::default()
        });
        for &entry in methods.iter() {
            match self.vtable_entry(from, object.args, entry) {
                Ok(Callee::Instance(instance)) => reach.queue.push_back(instance),
                Ok(_) => {}
                Err(error) => reach.errors.push(error),
            }
        }
        self.visit_drop(reach, from);
    }

    /// What a pointer points to; of pointers to structs with an unsized tail the tail.
    fn pointee(&self, ty: Ty) -> Option<Ty> {
        match ty.kind() {
            TyKind::Ref(_, to) | TyKind::RawPtr(_, to) => Some(*to),
            TyKind::Adt(_, args) => match args.list().first()? {
                crate::ty::GenericArg::Type(to) => Some(*to),
                crate::ty::GenericArg::Const(_) => None,
            },
            _ => None,
        }
    }

    fn visit_drop(&self, reach: &mut Reach, ty: Ty) {
        if !reach.dropped.insert(ty) {
            return;
        }
        reach.queue.extend(self.drop_impl(ty));
        match self.parts(ty) {
            Ok(parts) => parts
                .into_iter()
                .for_each(|part| self.visit_drop(reach, part)),
            Err(error) => reach.errors.push(error),
        }
    }

    fn parts(&self, ty: Ty) -> crate::diagnostic::Result<Vec<Ty>> {
        Ok(match ty.kind() {
            TyKind::Tuple(types) => types.clone(),
            TyKind::Array(of, _) | TyKind::Slice(of) => vec![*of],
            TyKind::Closure(key) => {
                let info: ClosureInfo = self.closure_info(key)?;
                info.captures
                    .iter()
                    .map(super::builtin::capture_ty)
                    .collect()
            }
            TyKind::Adt(def, args) => match &self.hir.def(*def).kind {
                DefKind::Enum(variants) => {
                    let mut out = Vec::new();
                    for &variant in variants {
                        out.extend(self.field_types(variant, *args)?.iter());
                    }
                    out
                }
                DefKind::Struct(_) if self.is_lang(*def, "manually_drop") => Vec::new(),
                DefKind::Struct(_) => self.field_types(*def, *args)?.to_vec(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        })
    }
}
