//! What a reference may point to, by its type: a call through a pointer or vtable passes on only what
//! fits the callee's parameters, so that values that meet in one place (everything that is ever
//! formatted, all that hide behind one trait) part again where they are used.
//!
//! Types are compared by their cells, not by name: newtypes and fields at offset 0 look alike. An
//! array of integers may be storage for anything.

use vscheck_ir::{CellKind, Layout, LayoutId, Program, ScalarType};

use super::object::{AbstractObject, CellMap};

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
pub struct Uses {
    cells: Vec<Use>,
    /// Where those of each type end.
    ends: Vec<usize>,
}

impl Uses {
    /// Of all types. `mixed`: the program turns addresses into numbers, so that a cell may hold either.
    pub fn new(program: &Program, mixed: bool) -> Uses {
        let mut cells = Vec::new();
        let ends = program.layouts.iter().map(|layout| {
            cells.extend(layout.pattern.iter().map(|&kind| usage(kind, mixed)));
            cells.len()
        });
        Uses {
            ends: ends.collect(),
            cells,
        }
    }

    fn of(&self, layout: LayoutId) -> &[Use] {
        let before = layout.index().checked_sub(1);
        let start = before.map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[layout.index()]]
    }
}

impl Refer<'_> {
    /// Whether it may point to this cell.
    pub fn at(&self, cell: u32) -> bool {
        let cells = &self.object.cells;
        let count = self.cells_of_pointee();
        let inside = cells.wraps || cell + count <= cells.window;
        self.object.holds_anything || count == 0 || inside && self.agrees(cell, count)
    }

    /// Whether it may point to some cell of the object's type, or of an array of it.
    pub fn somewhere(&self) -> bool {
        let layout = self.program.layout(self.object.layout);
        let period = layout.pattern.len() as u32;
        let count = self.cells_of_pointee();
        let agrees = || (0..period).any(|cell| self.agrees(cell, count));
        self.object.holds_anything || count == 0 || agrees()
    }

    fn cells_of_pointee(&self) -> u32 {
        self.program.layout(self.pointee).cells()
    }

    fn agrees(&self, cell: u32, count: u32) -> bool {
        let memory = self.uses.of(self.object.layout);
        let seen = self.uses.of(self.pointee);
        let mut at = cell as usize % memory.len();
        for &seen in seen.iter().cycle().take(count.min(COMPARED) as usize) {
            if memory[at] != seen && memory[at] != Use::Any && seen != Use::Any {
                return false;
            }
            at = if at + 1 == memory.len() { 0 } else { at + 1 };
        }
        true
    }
}

/// Whether an object has no cells, or is an array of integers.
pub fn holds_anything(layout: &Layout, cells: &CellMap) -> bool {
    layout.cells() == 0 || is_storage(layout, cells)
}

fn is_storage(layout: &Layout, cells: &CellMap) -> bool {
    let several = cells.wraps || cells.window > 1;
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
