//! Abstract objects: pieces of memory named by where they come from, and how their cells are told
//! apart.
//!
//! A cell is named by its offset. Elements of long or unbounded arrays share the names of the first
//! element's cells (*summary* cells: one name, many cells); elements of short arrays are distinct.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
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
    /// Long arrays inside of it, outer ones first.
    folds: Vec<Fold>,
}

/// An array whose elements share the names of the first one's cells.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Fold {
    start: u32,
    end: u32,
    stride: u32,
}

impl Fold {
    fn covers(&self, cell: u32) -> bool {
        (self.start..self.end).contains(&cell)
    }

    fn name(&self, cell: u32) -> u32 {
        self.start + (cell - self.start) % self.stride
    }

    fn longest_first(&self) -> Reverse<u32> {
        Reverse(self.end - self.start)
    }

    fn is_apart_from(&self, other: &Fold) -> bool {
        self.end <= other.start || other.end <= self.start
    }

    /// Whether it lies in the first element of another.
    fn is_part_of(&self, other: &Fold) -> bool {
        other.start <= self.start && self.end <= other.start + other.stride
    }

    /// One fold for two variants' arrays that overlap: its cells share a name if they do in either.
    fn merged(&self, other: &Fold) -> Fold {
        let apart = self.start.abs_diff(other.start);
        Fold {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            stride: gcd(gcd(self.stride, other.stride), apart),
        }
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
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
        CellMap {
            window,
            wraps,
            element,
            folds: Vec::new(),
        }
    }

    fn named(program: &Program, layout: LayoutId, window: u32, element: u32, wraps: bool) -> Self {
        let mut map = CellMap::flat(window, wraps, element);
        for base in (0..window).step_by(element as usize) {
            map.fold_arrays(program, program.layout(layout), base);
        }
        map.folds.sort_by_key(Fold::longest_first);
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
                if stride == 0 {
                    return;
                }
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
                    self.fold(Fold {
                        start: base,
                        end: base + layout.cells(),
                        stride,
                    });
                }
            }
        }
    }

    /// Adds a fold. The arrays of variants and union fields may overlap.
    fn fold(&mut self, mut new: Fold) {
        let clashes = |new: &Fold, old: &Fold| {
            !new.is_apart_from(old) && !new.is_part_of(old) && !old.is_part_of(new)
        };
        while let Some(at) = self.folds.iter().position(|old| clashes(&new, old)) {
            new = new.merged(&self.folds.swap_remove(at));
        }
        self.folds.push(new);
    }

    /// The name of the cell at `offset`; `None` for an offset outside of the object (one past the
    /// end is inside: iterators hold it).
    pub fn name(&self, offset: i64) -> Option<u32> {
        let window = i64::from(self.window);
        let cell = match self.wraps {
            true => offset.rem_euclid(window),
            false => offset,
        };
        let cell = u32::try_from(cell)
            .ok()
            .filter(|&cell| cell <= self.window)?;
        let folds = self.folds.iter();
        Some(folds.fold(cell, |cell, fold| match fold.covers(cell) {
            true => fold.name(cell),
            false => cell,
        }))
    }

    /// Whether a name stands for several cells of one object.
    pub fn is_summary(&self, name: u32) -> bool {
        self.wraps || self.folds.iter().any(|fold| fold.covers(name))
    }

    /// The names of all cells.
    pub fn names(&self) -> Vec<u32> {
        self.names_between(0, self.window, 1)
    }

    /// The names of cells `stride` apart, each once.
    fn names_between(&self, start: u32, end: u32, stride: u32) -> Vec<u32> {
        let mut names = Vec::new();
        let mut at = start;
        while at < end {
            let fold = self.folds.iter().find(|fold| fold.covers(at));
            // In a fold the same names come again.
            let (until, different) = match fold {
                Some(fold) => (end.min(fold.end), fold.stride / gcd(fold.stride, stride)),
                None => (at + 1, 1),
            };
            let cells = (at..until).step_by(stride as usize);
            let step = cells.len() as u32 * stride;
            let cells = cells.take(different as usize);
            names.extend(cells.filter_map(|cell| self.name(i64::from(cell))));
            at += step;
        }
        names.sort_unstable();
        names.dedup();
        names
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
        self.names_between(start, end, stride)
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

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: u32 = 24;

    fn all_folds() -> Vec<Fold> {
        let mut folds = Vec::new();
        for start in [0, 2, 3, 8] {
            for stride in [1, 2, 3, 8] {
                for count in [2, 3, 5] {
                    let end = start + stride * count;
                    folds.push(Fold { start, end, stride });
                }
            }
        }
        folds.retain(|fold| fold.end <= WINDOW);
        folds
    }

    fn map_with(folds: &[Fold]) -> CellMap {
        let mut map = CellMap::flat(WINDOW, false, WINDOW);
        folds.iter().for_each(|&fold| map.fold(fold));
        map.folds.sort_by_key(Fold::longest_first);
        map
    }

    fn name(map: &CellMap, cell: u32) -> u32 {
        map.name(i64::from(cell)).expect("inside of the object")
    }

    /// Whatever overlaps: the elements of each array share names, and a name is its own name.
    #[test]
    fn elements_of_folded_arrays_share_names() {
        let folds = all_folds();
        for (a, b) in folds.iter().flat_map(|a| folds.iter().map(move |b| (a, b))) {
            let map = map_with(&[*a, *b]);
            for cell in 0..WINDOW {
                let named = name(&map, cell);
                assert_eq!(name(&map, named), named);
                assert!(named == cell || map.is_summary(named));
                for fold in [a, b].into_iter().filter(|fold| fold.covers(cell)) {
                    assert_eq!(name(&map, fold.name(cell)), named, "{a:?} {b:?} {cell}");
                }
            }
        }
    }

    #[test]
    fn names_of_cells_apart_are_all_of_theirs() {
        let folds = all_folds();
        for (a, b) in folds.iter().flat_map(|a| folds.iter().map(move |b| (a, b))) {
            let map = map_with(&[*a, *b]);
            for (start, stride) in [(0, 1), (1, 2), (0, 3), (5, 4), (2, 8)] {
                let cells = (start..WINDOW).step_by(stride as usize);
                let mut one_by_one: Vec<u32> = cells.map(|cell| name(&map, cell)).collect();
                one_by_one.sort_unstable();
                one_by_one.dedup();
                let together = map.names_between(start, WINDOW, stride);
                assert_eq!(together, one_by_one, "{a:?} {b:?} {start} {stride}");
            }
        }
    }
}
