//! From a cell to its byte, and back.

use super::{ByteMap, ByteMaps, Field, Parts};
use std::ops::Range;
use vscheck_ir::{LayoutId, Program, Shape};

impl ByteMaps {
    /// The outermost part of some kind that a cell is in, and its first cell and byte.
    pub(super) fn part_at(
        &self,
        layout: LayoutId,
        cell: u64,
        is_wanted: fn(&ByteMap) -> bool,
    ) -> Option<(&ByteMap, (u64, u64))> {
        let map = self.get(layout)?;
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let (part, first, at) = match &map.parts {
            _ if is_wanted(map) => (map, (0, 0), (0, 0)),
            Parts::Cells(_) | Parts::Overlaid(_) => return None,
            Parts::Elements(element) => {
                let (part, first) = self.part_at(*element, rest, is_wanted)?;
                (part, first, (0, 0))
            }
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let field = field_at(fields, rest)?;
                let (part, first) = self.part_at(field.layout, rest - field.cell, is_wanted)?;
                (part, first, (field.cell, field.byte))
            }
        };
        let cell = first.0 + at.0 + whole * map.cells;
        let byte = first.1 + at.1 + whole * map.bytes;
        Some((part, (cell, byte)))
    }

    /// Whether the byte of a cell is the one that it has in its type's memory. The payload of an enum
    /// has none of its own: the variants' parts lie over each other, in an order that rustc chooses.
    pub(super) fn is_placed(&self, program: &Program, layout: LayoutId, cell: u64) -> bool {
        let Some(map) = self.get(layout) else {
            return false;
        };
        let rest = cell % map.cells;
        match &map.parts {
            Parts::Cells(_) => rest == 0 || !matches!(program.layout(layout).shape, Shape::Enum(_)),
            Parts::Overlaid(_) => rest == 0,
            Parts::Elements(element) => self.is_placed(program, *element, rest),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let cell = told_at(&map.parts, rest);
                field_at(fields, cell)
                    .is_some_and(|field| self.is_placed(program, field.layout, cell - field.cell))
            }
        }
    }

    pub(super) fn byte_of(&self, layout: LayoutId, cell: u64) -> u64 {
        let Some(map) = self.get(layout) else {
            return 0;
        };
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let within = match &map.parts {
            Parts::Cells(starts) | Parts::Overlaid(starts) => starts[rest as usize],
            Parts::Elements(element) => self.byte_of(*element, rest),
            // Who points to the cell that says which variant it is means the whole enum.
            Parts::Optional(..) if rest == 0 => 0,
            Parts::Fields(fields) | Parts::Optional(_, fields) => field_at(fields, rest)
                .map_or(0, |field| {
                    field.byte + self.byte_of(field.layout, rest - field.cell)
                }),
        };
        whole.saturating_mul(map.bytes).saturating_add(within)
    }

    pub(super) fn cell_of(&self, layout: LayoutId, byte: u64) -> u64 {
        let Some(map) = self.get(layout) else {
            return 0;
        };
        let (whole, rest) = (byte / map.bytes, byte % map.bytes);
        let within = match &map.parts {
            Parts::Cells(starts) | Parts::Overlaid(starts) => {
                let last = starts[starts.partition_point(|&start| start <= rest) - 1];
                // Of several that begin there the first.
                starts.partition_point(|&start| start < last) as u64
            }
            Parts::Elements(element) => self.cell_of(*element, rest),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let before = fields.iter().filter(|field| field.byte <= rest);
                match before.max_by_key(|field| field.byte) {
                    Some(field) => {
                        // Padding belongs to the last cell before it.
                        let last = self.get(field.layout).map_or(0, |map| map.bytes - 1);
                        field.cell + self.cell_of(field.layout, (rest - field.byte).min(last))
                    }
                    None => 0,
                }
            }
        };
        whole.saturating_mul(map.cells).saturating_add(within)
    }

    /// The cells from the first to the last that some bytes of values of a type are in: a struct's fields
    /// need not stand in the order of their cells.
    pub(super) fn cells_of(&self, layout: LayoutId, bytes: Range<u64>) -> Range<u64> {
        let last = bytes.end - 1;
        let ends = self.cell_of(layout, bytes.start)..self.cell_of(layout, last) + 1;
        let Some(map) = self.get(layout) else {
            return ends;
        };
        let (one, other) = (bytes.start / map.bytes, last / map.bytes);
        if one != other {
            let begin = self.cells_of(layout, bytes.start..(one + 1) * map.bytes);
            let end = self.cells_of(layout, other * map.bytes..bytes.end);
            return begin.start..end.end;
        }
        let (cell, byte) = (one * map.cells, one * map.bytes);
        let within = bytes.start - byte..bytes.end - byte;
        let part = match &map.parts {
            Parts::Cells(_) | Parts::Overlaid(_) => return ends,
            Parts::Elements(element) => self.cells_of(*element, within),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let touched = fields.iter().filter_map(|field| {
                    let end = field.byte + self.get(field.layout)?.bytes;
                    let own = within.start.max(field.byte)..within.end.min(end);
                    let own = (own.start < own.end)
                        .then(|| own.start - field.byte..own.end - field.byte)?;
                    let cells = self.cells_of(field.layout, own);
                    Some(field.cell + cells.start..field.cell + cells.end)
                });
                let whole = ends.start - cell..ends.end - cell;
                let own = touched.fold(whole, |a, b| a.start.min(b.start)..a.end.max(b.end));
                match &map.parts {
                    // Who has the scalar that says which variant it is has the cell that says it.
                    Parts::Optional(niche, _) if own.contains(&niche.cell.into()) => 0..own.end,
                    _ => own,
                }
            }
        };
        cell + part.start..cell + part.end
    }
}

/// The field that a cell is in; none in the cell that says which variant an enum is.
pub(super) fn field_at(fields: &[Field], cell: u64) -> Option<Field> {
    let before = fields.partition_point(|field| field.cell <= cell);
    Some(fields[before.checked_sub(1)?])
}

/// A cell of fields; of the one that says which variant an enum is, the scalar that says it in bytes.
fn told_at(parts: &Parts, cell: u64) -> u64 {
    match parts {
        Parts::Optional(niche, _) if cell == 0 => niche.cell.into(),
        _ => cell,
    }
}
