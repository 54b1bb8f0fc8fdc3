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

/// A question: may a reference to a type point into an object?
pub struct Refer<'a> {
    /// The program.
    pub program: &'a Program,
    /// The object.
    pub object: &'a AbstractObject,
    /// The type.
    pub pointee: &'a Layout,
    /// Whether the program turns addresses into numbers, so that a cell may hold either.
    pub mixed: bool,
}

impl Refer<'_> {
    /// Whether it may point to this cell.
    pub fn at(&self, cell: u32) -> bool {
        let inside = |count| {
            let cells = &self.object.cells;
            cells.wraps || cell + count <= cells.window
        };
        self.fits_anything() || inside(self.pointee.cells()) && self.agrees(cell)
    }

    /// Whether it may point to some cell of the object's type, or of an array of it.
    pub fn somewhere(&self) -> bool {
        let layout = self.program.layout(self.object.layout);
        let period = layout.pattern.len() as u32;
        self.fits_anything() || (0..period).any(|cell| self.agrees(cell))
    }

    fn fits_anything(&self) -> bool {
        let layout = self.program.layout(self.object.layout);
        self.pointee.cells() == 0 || layout.cells() == 0 || is_storage(layout, self.object)
    }

    fn agrees(&self, cell: u32) -> bool {
        let layout = self.program.layout(self.object.layout);
        (0..self.pointee.cells().min(COMPARED)).all(|at| {
            let memory = usage(layout.kind_at(cell + at), self.mixed);
            let seen = usage(self.pointee.kind_at(at), self.mixed);
            memory == seen || memory == Use::Any || seen == Use::Any
        })
    }
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
