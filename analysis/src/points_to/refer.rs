//! What a reference may point to, by its type: a call through a pointer or vtable passes on only what
//! fits the callee's parameters, so that values that meet in one place (everything that is ever
//! formatted, all that hide behind one trait) part again where they are used.
//!
//! Types are compared by their cells, not by name: newtypes and fields at offset 0 look alike. An
//! array of integers may be storage for anything.

use vscheck_ir::{CellKind, Layout, Program, ScalarType};

use super::object::AbstractObject;

/// Cells of a pointee that are compared.
const COMPARED: u32 = 64;

/// What a cell is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Arithmetic.
    Number,
    /// One kind of address, or the state of a synchronization object.
    Fixed(CellKind),
    /// Anything.
    Any,
}

/// Whether a reference to a `pointee` may point to a cell of an object. `mixed`: whether the program
/// turns addresses into numbers, so that a cell may hold either.
pub fn may_point(
    program: &Program,
    object: &AbstractObject,
    cell: u32,
    pointee: &Layout,
    mixed: bool,
) -> bool {
    let (layout, count) = (program.layout(object.layout), pointee.cells());
    if count == 0 || layout.cells() == 0 || is_storage(layout, object) {
        return true;
    }
    let agree = |at: u32| {
        let memory = usage(layout.kind_at(cell + at), mixed);
        let seen = usage(pointee.kind_at(at), mixed);
        memory == seen || memory == Use::Any || seen == Use::Any
    };
    let inside = object.cells.wraps || cell + count <= object.cells.window;
    inside && (0..count.min(COMPARED)).all(agree)
}

/// Whether an object is an array of integers.
fn is_storage(layout: &Layout, object: &AbstractObject) -> bool {
    let several = object.cells.wraps || object.cells.window > 1;
    let first = layout.kind_at(0);
    several && is_integer(first) && layout.pattern.iter().all(|&kind| kind == first)
}

fn is_integer(kind: CellKind) -> bool {
    usage(kind, false) == Use::Number
        && !matches!(
            kind,
            CellKind::Scalar(
                ScalarType::Bool | ScalarType::Char | ScalarType::F32 | ScalarType::F64
            )
        )
}

fn usage(kind: CellKind, mixed: bool) -> Use {
    match kind {
        CellKind::Opaque => Use::Any,
        CellKind::Sync(_) => Use::Fixed(kind),
        CellKind::Scalar(scalar) => match scalar {
            ScalarType::Ptr if mixed => Use::Number,
            ScalarType::Ptr | ScalarType::Func | ScalarType::Vtable => Use::Fixed(kind),
            ScalarType::Bool | ScalarType::Char | ScalarType::F32 | ScalarType::F64 => Use::Number,
            ScalarType::U8 | ScalarType::U16 | ScalarType::U32 => Use::Number,
            ScalarType::U64 | ScalarType::U128 => Use::Number,
            ScalarType::I8 | ScalarType::I16 | ScalarType::I32 => Use::Number,
            ScalarType::I64 | ScalarType::I128 => Use::Number,
        },
    }
}
