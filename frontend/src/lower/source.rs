//! The source of functions that have none.

use crate::hir::{Body, DefId, ExprId};
use crate::ty::Ty;
use crate::typed::{Instance, TypedBody};
use std::rc::Rc;

/// A body without anything in it.
pub fn empty_body() -> Body {
    Body {
        owner: DefId::default(),
        params: Vec::new(),
        value: ExprId::default(),
        exprs: Vec::new(),
        pats: Vec::new(),
        locals: Vec::new(),
        handed_on: Default::default(),
        shown: Default::default(),
        const_blocks: Default::default(),
        traits_in_scope: Rc::default(),
    }
}

/// No types.
pub fn empty_types(instance: Instance) -> TypedBody {
    TypedBody {
        instance,
        params: Vec::new(),
        ret: Ty::unit(),
        expr_types: Vec::new(),
        pat_types: Vec::new(),
        local_types: Vec::new(),
        adjustments: Default::default(),
        callees: Default::default(),
        expr_variants: Default::default(),
        pat_variants: Default::default(),
        pat_constants: Default::default(),
        pat_derefs: Default::default(),
        binding_modes: Default::default(),
        cast_types: Default::default(),
        repeat_lengths: Default::default(),
        closures: Default::default(),
        opaques: Vec::new(),
    }
}
