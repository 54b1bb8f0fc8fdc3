//! Type inference: the types and callees of each body.
//!
//! A body is inferred once, with its type parameters abstract and its where clauses assumed, exactly
//! as rustc does it; the result is then instantiated for each set of concrete arguments: projections
//! are normalized, opaque types revealed, trait methods resolved to impls. (Inferring the body anew
//! for each set would find other methods where a concrete type has an inherent method of the same
//! name as the bound's, and would not know which of several `Into` impls a bound singles out.)
//!
//! - definitions: [`items`], [`lower_ty`], [`predicates`];
//! - the solver: [`table`], [`unify`], [`infcx`], [`select`], [`canonical`], [`builtin`], [`project`],
//!   [`fulfill`];
//! - bodies: [`fcx`], [`expr`], [`call`], [`method`], [`probe`], [`path`], [`op`], [`pattern`],
//!   [`closure`], [`coerce`], [`coerce_many`], [`autoderef`], [`place`], [`upvar`], [`finish`];
//! - instances: [`instance`], [`resolve`], [`const_eval`], [`const_arith`], [`query`];
//! - what several need: [`expectation`], [`fold`], [`tables`]; [`reach`]: a check of inference as a whole;
//! - text: [`type_name`] and [`native_paths`], [`print`], [`describe`].

mod autoderef;
mod builtin;
mod call;
mod canonical;
mod closure;
mod coerce;
mod coerce_many;
mod const_arith;
mod const_eval;
mod describe;
mod expectation;
mod expr;
mod fcx;
mod finish;
mod fold;
mod fulfill;
mod infcx;
mod instance;
mod items;
mod lower_ty;
mod method;
mod native_paths;
mod op;
mod opaque;
mod path;
mod pattern;
mod place;
mod predicates;
mod print;
mod probe;
mod project;
mod query;
mod reach;
mod resolve;
mod select;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod type_name;
mod unify;
mod upvar;

pub use describe::Description;

use crate::diagnostic::Diagnostic;
use crate::hir::{DefId, Hir};
use crate::ty::{Args, Ty, TyKind};
use crate::typed::{Callee, DynMethod, Instance, TypedBody};
use items::Memo;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Answers questions about types, on demand and memoized.
pub struct Typer {
    hir: Rc<dyn Hir>,
    cache: items::ItemCache,
    envs: Memo<DefId, Rc<infcx::Env>>,
    empty_env: Rc<infcx::Env>,
    bodies: Memo<DefId, Rc<finish::GenericBody>>,
    in_progress: RefCell<FxHashSet<DefId>>,
    instances: Memo<Instance, Rc<TypedBody>>,
    normalized: Memo<Ty, Ty>,
    constants: Memo<(DefId, Args), i128>,
    trait_methods: Memo<(DefId, Args), Callee>,
    concrete_impls: Memo<(Ty, DefId), bool>,
    drops: Memo<Ty, Option<Instance>>,
    fields: Memo<(DefId, Args), Rc<Vec<Ty>>>,
    vtables: Memo<DefId, Rc<Vec<DynMethod>>>,
    smart_pointers: Memo<DefId, bool>,
    /// Goals about concrete types.
    evaluated: RefCell<FxHashMap<canonical::CanonicalGoal, infcx::Eval>>,
    /// Diagnostics about things that were passed over: they explain the next failure.
    #[allow(clippy::vec_box)]
    stash: RefCell<Vec<Box<Diagnostic>>>,
}

/// How many passed-over diagnostics are kept.
const MAX_STASH: usize = 3;

impl Typer {
    /// Something could not be looked at, which matters only if nothing else is found.
    fn stash(&self, error: Box<Diagnostic>) {
        let mut stash = self.stash.borrow_mut();
        if stash.len() < MAX_STASH && !stash.contains(&error) {
            stash.push(error);
        }
    }

    /// Says which derives of a type were not expanded: what is not found may come from them.
    fn with_derives(&self, error: Box<Diagnostic>, ty: Ty) -> Box<Diagnostic> {
        let mut ty = ty;
        while let TyKind::Ref(_, of) | TyKind::RawPtr(_, of) = ty.kind() {
            ty = *of;
        }
        let TyKind::Adt(def, _) = ty.kind() else {
            return error;
        };
        let names = self.hir.missing_derives(*def);
        let def = self.hir.def(*def);
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        match names.is_empty() {
            true => error,
            false => {
                let names = names.join(", ");
                let note = format!("derive macros are not run: {names}");
                error.note(note, Some(def.span))
            }
        }
    }

    fn with_stash(&self, mut error: Box<Diagnostic>) -> Box<Diagnostic> {
        for passed in self.stash.borrow_mut().drain(..) {
            error = error.note(passed.message.clone(), passed.span);
            error.notes.extend(passed.notes);
        }
        error
    }
}
