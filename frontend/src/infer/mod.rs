//! Type inference: the types and callees of one body under one set of concrete type arguments.

mod query;

use crate::hir::{DefId, Hir};
use crate::typed::{Callee, Instance, TypedBody};
use std::rc::Rc;

/// Answers questions about types, on demand and memoized.
pub struct Typer {
    hir: Rc<dyn Hir>,
}
