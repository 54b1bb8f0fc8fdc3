//! What a reference may point to, by its type: a call through a pointer or vtable passes on only what
//! fits the callee's parameters, so that values that meet in one place (everything that is ever
//! formatted, all that hide behind one trait) part again where they are used.
//!
//! Types are compared by their cells, not by name: newtypes and fields at offset 0 look alike. An
//! array of integers may be storage for anything.

use vscheck_ir::{CellKind, Layout, LayoutId, Program, ScalarType};

use super::object::AbstractObject;

/// Cells of a pointee that are compared.
const COMPARED: u32 = 64;

/// What a cell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub pointee: LayoutId,
    /// What cells are for.
    pub uses: &'a Uses,
}

/// What the cells of each type are for, in the order of the pattern that they repeat.
#[derive(Debug)]
pub struct Uses(Vec<Box<[Use]>>);

impl Uses {
    /// Of all types. `mixed`: the program turns addresses into numbers, so that a cell may hold either.
    pub fn new(program: &Program, mixed: bool) -> Uses {
        let of = |layout: &Layout| {
            layout
                .pattern
                .iter()
                .map(|&kind| usage(kind, mixed))
                .collect()
        };
        Uses(program.layouts.iter().map(of).collect())
    }

    /// From this cell of a type on, as often as asked.
    fn from(&self, layout: LayoutId, cell: u32) -> impl Iterator<Item = Use> {
        let pattern = &self.0[layout.index()];
        let first = cell as usize % pattern.len().max(1);
        pattern[first..]
            .iter()
            .chain(pattern.iter().cycle())
            .copied()
    }
}

impl Refer<'_> {
    /// Whether it may point to this cell.
    pub fn at(&self, cell: u32) -> bool {
        let inside = |count| {
            let cells = &self.object.cells;
            cells.wraps || cell + count <= cells.window
        };
        self.fits_anything() || inside(self.cells_of_pointee()) && self.agrees(cell)
    }

    /// Whether it may point to some cell of the object's type, or of an array of it.
    pub fn somewhere(&self) -> bool {
        let layout = self.program.layout(self.object.layout);
        let period = layout.pattern.len() as u32;
        self.fits_anything() || (0..period).any(|cell| self.agrees(cell))
    }

    fn fits_anything(&self) -> bool {
        let layout = self.program.layout(self.object.layout);
        self.cells_of_pointee() == 0 || layout.cells() == 0 || is_storage(layout, self.object)
    }

    fn cells_of_pointee(&self) -> u32 {
        self.program.layout(self.pointee).cells()
    }

    fn agrees(&self, cell: u32) -> bool {
        let memory = self.uses.from(self.object.layout, cell);
        let seen = self.uses.from(self.pointee, 0);
        let compared = self.cells_of_pointee().min(COMPARED);
        let mut both = memory.zip(seen).take(compared as usize);
        both.all(|(memory, seen)| memory == seen || memory == Use::Any || seen == Use::Any)
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
