//! Abstract objects: pieces of memory named by where they come from, and how their cells are told
//! apart.
//!
//! A cell is named by its offset. Elements of long or unbounded arrays share the names of the first
//! element's cells (*summary* cells: one name, many cells); elements of short arrays are distinct.

use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};
use vscheck_ir::{
    CellKind, InstId, Layout, LayoutId, Program, ScalarType, Shape, SlotId, StaticId, entity,
};

use crate::call_graph::InstanceId;

entity! {
    /// An abstract object.
    #[derive(Serialize, Deserialize)]
    ObjectId, "obj"
}

/// Where an abstract object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// A static.
    Static(StaticId),
    /// A stack slot of an instance.
    Slot(InstanceId, SlotId),
    /// An allocation instruction of an instance.
    Heap(InstanceId, InstId),
    /// All memory of one type, as one cell (the coarse fallback).
    Type(LayoutId),
}

/// An abstract object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AbstractObject {
    /// Where it comes from.
    pub origin: Origin,
    /// The type of its elements.
    pub layout: LayoutId,
    /// How its cells are named.
    pub cells: CellMap,
    /// Whether a reference to any type may point into it.
    pub holds_anything: bool,
}

/// Arrays of more cells than this have one name for all elements.
const DISTINCT_CELLS: u32 = 64;
/// The same for arrays of bytes: text.
const DISTINCT_BYTES: u32 = 8;

/// How many cells of arrays of a type are told apart.
fn distinct(element: &Layout) -> u32 {
    let byte = |kind: &CellKind| *kind == CellKind::Scalar(ScalarType::U8);
    if element.pattern.iter().all(byte) {
        DISTINCT_BYTES
    } else {
        DISTINCT_CELLS
    }
}

/// Which cells of an object share a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CellMap {
    /// Cells with a name of their own; offsets beyond wrap around, if [`CellMap::wraps`].
    pub window: u32,
    /// Whether the object is longer than its window.
    pub wraps: bool,
    /// Cells of one element of the allocation.
    element: u32,
    /// The cell whose name each cell of the window uses.
    name: Vec<u32>,
    /// Names that stand for several cells.
    summary: FixedBitSet,
}

impl CellMap {
    /// The map of `count` elements of a type (`None`: not known before it runs).
    pub fn new(program: &Program, layout: LayoutId, count: Option<u64>) -> Self {
        let shape = program.layout(layout);
        let element = shape.cells().max(1);
        let total = count.and_then(|n| u64::from(element).checked_mul(n));
        let fits =
            total.is_some_and(|cells| cells <= u64::from(distinct(shape))) || count == Some(1);
        if !fits {
            return CellMap::folded(program, layout, element, element);
        }
        if shape.repeat > 1 && element > distinct(shape) {
            let period = shape.pattern.len().max(1) as u32;
            return CellMap::flat(period, true, period);
        }
        let window = total.unwrap_or(0).max(1) as u32;
        CellMap::named(program, layout, window, element, false)
    }

    /// One name for all cells.
    pub fn single() -> Self {
        CellMap::flat(1, true, 1)
    }

    /// All elements of the allocation share the cells of the first.
    fn folded(program: &Program, layout: LayoutId, window: u32, element: u32) -> Self {
        let shape = program.layout(layout);
        if shape.repeat > 1 && element > distinct(shape) {
            let period = shape.pattern.len().max(1) as u32;
            return CellMap::flat(period, true, period);
        }
        CellMap::named(program, layout, window, element, true)
    }

    fn flat(window: u32, wraps: bool, element: u32) -> Self {
        let mut summary = FixedBitSet::with_capacity(window as usize + 1);
        summary.set_range(.., wraps);
        CellMap {
            window,
            wraps,
            element,
            name: (0..window).collect(),
            summary,
        }
    }

    fn named(program: &Program, layout: LayoutId, window: u32, element: u32, wraps: bool) -> Self {
        let mut map = CellMap::flat(window, wraps, element);
        for base in (0..window).step_by(element as usize) {
            map.fold_arrays(program, program.layout(layout), base);
        }
        for cell in 0..map.name.len() {
            map.name[cell] = map.name[map.name[cell] as usize];
        }
        map
    }

    /// Lets the elements of long arrays inside a value at `base` share names.
    fn fold_arrays(&mut self, program: &Program, layout: &Layout, base: u32) {
        match &layout.shape {
            Shape::Scalar => {}
            Shape::Struct(fields) | Shape::Union(fields) => {
                for field in fields {
                    self.fold_arrays(program, program.layout(field.layout), base + field.offset);
                }
            }
            Shape::Enum(variants) => {
                for field in variants.iter().flat_map(|v| &v.fields) {
                    self.fold_arrays(program, program.layout(field.layout), base + field.offset);
                }
            }
            Shape::Array { element, len } => {
                let element = program.layout(*element);
                let stride = element.cells();
                let folds = layout.cells() > distinct(element);
                let distinct = if folds {
                    1.min(*len as u32)
                } else {
                    *len as u32
                };
                for index in 0..distinct {
                    self.fold_arrays(program, element, base + index * stride);
                }
                if folds {
                    (stride..layout.cells()).for_each(|c| self.join(base + c, base + c % stride));
                }
            }
        }
    }

    fn join(&mut self, cell: u32, with: u32) {
        let (Some(&a), Some(&b)) = (self.name.get(cell as usize), self.name.get(with as usize))
        else {
            return;
        };
        let (low, high) = (a.min(b), a.max(b));
        self.name[high as usize] = low;
        self.name[cell as usize] = low;
        self.summary.insert(low as usize);
        self.summary.insert(high as usize);
    }

    /// The name of the cell at `offset`; `None` for an offset outside of the object (one past the
    /// end is inside: iterators hold it).
    pub fn name(&self, offset: i64) -> Option<u32> {
        let window = i64::from(self.window);
        if self.wraps {
            Some(self.name[offset.rem_euclid(window) as usize])
        } else if offset == window {
            Some(self.window)
        } else {
            let cell = usize::try_from(offset).ok()?;
            self.name.get(cell).copied()
        }
    }

    /// Whether a name stands for several cells of one object.
    pub fn is_summary(&self, name: u32) -> bool {
        self.summary.contains(name as usize)
    }

    /// The offsets of the elements `stride` apart among which the one at `offset` lies.
    pub fn spread(
        &self,
        program: &Program,
        layout: LayoutId,
        offset: u32,
        stride: u32,
    ) -> Vec<u32> {
        if stride == 0 {
            return vec![offset];
        }
        let (start, end) = if stride == self.element {
            (offset % stride, self.window)
        } else {
            let base = offset / self.element * self.element;
            let within = offset - base;
            match array_around(program, program.layout(layout), within, stride) {
                Some((start, end)) => (base + start + (within - start) % stride, base + end),
                None => (offset % stride, self.window),
            }
        };
        let mut names: Vec<u32> = (start..end)
            .step_by(stride as usize)
            .filter_map(|o| self.name(i64::from(o)))
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The range of the array with elements of `stride` cells that covers the cell `offset`.
fn array_around(
    program: &Program,
    layout: &Layout,
    offset: u32,
    stride: u32,
) -> Option<(u32, u32)> {
    let inside = |field: &vscheck_ir::layout::FieldLayout| {
        let layout = program.layout(field.layout);
        let within = offset.checked_sub(field.offset)?;
        (within < layout.cells())
            .then(|| array_around(program, layout, within, stride))
            .flatten()
            .map(|(start, end)| (start + field.offset, end + field.offset))
    };
    match &layout.shape {
        Shape::Scalar => None,
        Shape::Struct(fields) => fields.iter().find_map(inside),
        // Variants and union fields overlap: which of them is meant is not known.
        Shape::Enum(_) | Shape::Union(_) => None,
        Shape::Array { element, .. } => {
            let inner = program.layout(*element);
            let cells = inner.cells().max(1);
            if cells == stride {
                return Some((0, layout.cells()));
            }
            let base = offset / cells * cells;
            array_around(program, inner, offset - base, stride)
                .map(|(start, end)| (start + base, end + base))
        }
    }
}
