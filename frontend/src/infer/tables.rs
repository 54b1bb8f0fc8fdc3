//! Rewriting all types of a body's tables.

use super::fold::{Folder, fold_args};
use crate::ty::{ClosureKey, Ty};
use crate::typed::{Adjustment, Callee, ClosureInfo, Instance, TypedBody};

/// Applies a folder to every type.
pub(super) fn fold_body(folder: &mut dyn Folder, body: &mut TypedBody) {
    fold_types(folder, &mut body.params);
    body.ret = folder.ty(body.ret);
    fold_types(folder, &mut body.expr_types);
    fold_types(folder, &mut body.pat_types);
    fold_types(folder, &mut body.local_types);
    fold_types(folder, &mut body.opaques);
    for adjustment in body.adjustments.values_mut().flatten() {
        fold_adjustment(folder, adjustment);
    }
    for callee in body.callees.values_mut() {
        fold_callee(folder, callee);
    }
    for instance in body.pat_constants.values_mut() {
        fold_instance(folder, instance);
    }
    for derefs in body.pat_derefs.values_mut() {
        fold_types(folder, derefs);
    }
    for ty in body.cast_types.values_mut() {
        *ty = folder.ty(*ty);
    }
    for closure in body.closures.values_mut() {
        fold_closure(folder, closure);
    }
}

fn fold_types(folder: &mut dyn Folder, types: &mut [Ty]) {
    for ty in types {
        *ty = folder.ty(*ty);
    }
}

fn fold_instance(folder: &mut dyn Folder, instance: &mut Instance) {
    instance.args = fold_args(folder, instance.args);
}

fn fold_key(folder: &mut dyn Folder, key: &mut ClosureKey) {
    key.args = fold_args(folder, key.args);
}

fn fold_adjustment(folder: &mut dyn Folder, adjustment: &mut Adjustment) {
    match adjustment {
        Adjustment::OverloadedDeref(instance, _, ty) => {
            fold_instance(folder, instance);
            *ty = folder.ty(*ty);
        }
        Adjustment::Deref(ty)
        | Adjustment::Borrow(_, ty)
        | Adjustment::RawBorrow(_, ty)
        | Adjustment::NeverToAny(ty)
        | Adjustment::FnPointer(ty)
        | Adjustment::Unsize(ty)
        | Adjustment::MutToConst(ty) => *ty = folder.ty(*ty),
    }
}

fn fold_callee(folder: &mut dyn Folder, callee: &mut Callee) {
    match callee {
        Callee::Instance(instance) | Callee::Constant(instance) => fold_instance(folder, instance),
        Callee::Virtual { args, .. } | Callee::Constructor { args, .. } => {
            *args = fold_args(folder, *args);
        }
        Callee::Closure(key) => fold_key(folder, key),
        Callee::FnPointer | Callee::ConstValue(_) => {}
        Callee::Builtin(_, ty) => *ty = folder.ty(*ty),
    }
}

/// Rewrites what is known about a closure.
pub(super) fn fold_closure(folder: &mut dyn Folder, closure: &mut ClosureInfo) {
    fold_key(folder, &mut closure.key);
    fold_types(folder, &mut closure.params);
    closure.ret = folder.ty(closure.ret);
    for capture in &mut closure.captures {
        capture.place_ty = folder.ty(capture.place_ty);
    }
}
