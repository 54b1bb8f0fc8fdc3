//! Paths from a droppable variable or temporary to its parts that can be moved away one by one.

use crate::ty::Ty;
use std::rc::Rc;
use vscheck_ir::entity;

entity! {
    /// A variable or temporary in memory whose type needs dropping.
    OwnerId, "owner"
}

/// One step to a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A field of a struct, tuple or closure.
    Field(u32),
    /// A field of a variant (by index).
    Variant(u32, u32),
    /// What a `Box` owns.
    Deref,
    /// An element of an array, by a constant index.
    Element(u32),
}

/// A part of an owner, with the type of each step's result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovePath {
    /// The variable or temporary.
    pub owner: OwnerId,
    /// The way to the part, and the type found after each step.
    pub steps: Rc<[(Step, Ty)]>,
}

impl MovePath {
    /// The whole of an owner.
    pub fn root(owner: OwnerId) -> MovePath {
        MovePath {
            owner,
            steps: Rc::from([]),
        }
    }

    /// One step further.
    pub fn then(&self, step: Step, ty: Ty) -> MovePath {
        let steps = self.steps.iter().copied().chain([(step, ty)]);
        MovePath {
            owner: self.owner,
            steps: steps.collect(),
        }
    }
}
