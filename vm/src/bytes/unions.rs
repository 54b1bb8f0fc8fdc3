//! Unions: what they hold says which bytes their cells have.

use super::{ByteMaps, Field, Leaf, LeafKind, Parts};
use fixedbitset::FixedBitSet;
use std::ops::Range;
use vscheck_ir::layout::FieldLayout;
use vscheck_ir::{Layout, LayoutId, Program, ScalarType, Shape};

/// A union whose cells are those of one of its fields, behind which a cell says which that is, and then
/// come the bytes that the field does not have.
#[derive(Debug)]
pub(super) struct UnionMap {
    fields: Vec<LayoutId>,
    /// The cell that says which field's cells are there, by number.
    view: u64,
    /// The bytes that not all fields have, each of which has a cell of its own behind that.
    rest: Vec<u64>,
    /// The bytes that each field has.
    own: Vec<FixedBitSet>,
}

/// Such a union as a part of an object.
#[derive(Clone, Copy)]
pub(crate) struct UnionPart<'a> {
    all: &'a ByteMaps,
    map: &'a UnionMap,
    /// Its first cell and byte.
    first: (u64, u64),
    cells: u64,
    bytes: u64,
}

impl<'a> UnionPart<'a> {
    /// Its cells in the object.
    pub(crate) fn cells(self) -> Range<u64> {
        self.first.0..self.first.0 + self.cells
    }

    /// The cell of the object that says which field it holds.
    pub(crate) fn view(self) -> u64 {
        self.first.0 + self.map.view
    }

    /// Its bytes in the object.
    pub(crate) fn bytes(self) -> Range<u64> {
        self.first.1..self.first.1 + self.bytes
    }

    /// The byte after the last that has a cell in some field.
    fn end(self) -> u64 {
        let rest = self.map.rest.last().map_or(0, |byte| byte + 1);
        let own = self.map.own.iter().filter_map(FixedBitSet::maximum);
        self.first.1 + own.map(|byte| byte as u64 + 1).max().unwrap_or(0).max(rest)
    }

    /// The field that it is best taken to hold where some scalars are there that nobody has put there as a
    /// union's: one that has such scalars, else the one with the most bytes.
    pub(crate) fn field_for(self, program: &Program, scalars: &[Leaf]) -> u64 {
        let bytes = self.bytes();
        let fits = |&field: &u64| {
            let mut inside = scalars.iter().filter(|leaf| bytes.contains(&leaf.byte));
            inside.all(|&leaf| self.may_have(program, field, leaf))
        };
        self.fields().find(fits).unwrap_or(self.largest(program))
    }

    /// Its fields, by number.
    fn fields(self) -> Range<u64> {
        0..self.map.fields.len() as u64
    }

    /// Whether a scalar is one of a field, or may be, of a union inside it.
    fn may_have(self, program: &Program, field: u64, wanted: Leaf) -> bool {
        let is_wanted = |leaf: Leaf| leaf.byte == wanted.byte && leaf.is_like(wanted);
        self.cells().any(|cell| match self.inner_at(field, cell) {
            Some(inner) if inner.first.0 != cell => false,
            Some(inner) => {
                let mut fields = inner.fields();
                fields.any(|field| inner.may_have(program, field, wanted))
            }
            None => {
                let leaf = self.leaf(program, field, cell, &|_| None);
                leaf.is_some_and(is_wanted)
            }
        })
    }

    /// The field with the most bytes.
    fn largest(self, program: &Program) -> u64 {
        let end = |&field: &u64| self.all.end(program, self.map.fields[field as usize]);
        self.fields().max_by_key(end).unwrap_or(0)
    }

    /// Of a union in such a field, the outermost that a cell is part of.
    pub(crate) fn inner_at(self, field: u64, cell: u64) -> Option<UnionPart<'a>> {
        let field = *self.map.fields.get(usize::try_from(field).ok()?)?;
        let within = cell - self.first.0;
        if within >= self.all.get(field)?.cells {
            return None;
        }
        let inner = self.all.union_at(field, within)?;
        let first = (inner.first.0 + self.first.0, inner.first.1 + self.first.1);
        Some(UnionPart { first, ..inner })
    }

    /// The field that a union holds, by what is in its cells.
    fn held(self, program: &Program, value: &dyn Fn(u64) -> Option<u64>) -> u64 {
        let held = value(self.view()).filter(|field| self.fields().contains(field));
        held.unwrap_or_else(|| self.largest(program))
    }

    /// The scalar in one of its cells where it holds this field; what unions inside it hold is said by `value`, which
    /// gives what is in other cells.
    pub(crate) fn leaf(
        self,
        program: &Program,
        field: u64,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<Leaf> {
        if let Some(inner) = self.inner_at(field, cell) {
            return inner.leaf(program, inner.held(program, value), cell, value);
        }
        let index = usize::try_from(field).ok()?;
        let field = *self.map.fields.get(index)?;
        let within = cell - self.first.0;
        let mut leaf = match within.checked_sub(self.map.view + 1) {
            Some(rest) => {
                let byte = *self.map.rest.get(rest as usize)?;
                let is_own = self.map.own[index].contains(byte as usize);
                (!is_own).then_some(Leaf::one_byte(byte))?
            }
            None if within < self.all.get(field)?.cells => self.all.leaf(program, field, within)?,
            None => return None,
        };
        leaf.byte += self.first.1;
        Some(leaf)
    }

    /// The byte that a pointer to one of its cells has, by what is in others.
    pub(crate) fn byte_of(
        self,
        program: &Program,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<u64> {
        let field = value(self.view())?;
        match self.inner_at(field, cell) {
            Some(inner) if inner.first.0 == cell => Some(inner.first.1),
            Some(inner) => inner.byte_of(program, cell, value),
            None => Some(self.leaf(program, field, cell, value)?.byte),
        }
    }

    /// The scalar in one of its cells that is not part of a union inside it, where it holds this field; what has no
    /// bytes in the cell that says which field it holds, and in those not in use.
    pub(crate) fn leaf_or_held(self, program: &Program, field: u64, cell: u64) -> Leaf {
        let nothing = match cell == self.view() {
            true => LeafKind::Held(field),
            false => LeafKind::Number(ScalarType::U8),
        };
        let leaf = self.leaf(program, field, cell, &|_| None);
        leaf.unwrap_or(Leaf::nothing(nothing))
    }
}

impl ByteMaps {
    /// The byte after a type's last scalar, or after a union in it.
    pub(super) fn end(&self, program: &Program, layout: LayoutId) -> Option<u64> {
        let end = |cell: u64| match self.union_at(layout, cell) {
            Some(part) => Some(part.end()),
            None => self.leaf(program, layout, cell).map(Leaf::end),
        };
        let mut ends = (0..self.get(layout)?.cells).map(end);
        ends.try_fold(0, |last, end| Some(end?.max(last)))
    }

    /// The bytes of a type's scalars, and of the unions in it.
    fn own_bytes(&self, program: &Program, layout: LayoutId) -> FixedBitSet {
        let cells = self.get(layout).map_or(0, |map| map.cells);
        let mut own = FixedBitSet::new();
        for cell in 0..cells {
            let bytes = match self.union_at(layout, cell) {
                Some(part) => Some(part.first.1..part.end()),
                None => self.leaf(program, layout, cell).map(|leaf| leaf.span()),
            };
            for byte in bytes.into_iter().flatten() {
                own.grow_and_insert(byte as usize);
            }
        }
        own
    }

    pub(super) fn union(&self, program: &Program, layout: &Layout) -> Option<UnionMap> {
        let Shape::Union(fields) = &layout.shape else {
            return None;
        };
        let fields: Vec<LayoutId> = fields.iter().map(|field| field.layout).collect();
        let cells = fields.iter().map(|&field| program.layout(field).cells());
        let view = u64::from(cells.max()?);
        if u64::from(layout.cells()) <= view {
            return None;
        }
        let own: Vec<FixedBitSet> = fields
            .iter()
            .map(|&field| self.own_bytes(program, field))
            .collect();
        let known = || own.iter().filter(|own| !own.is_clear());
        let is_in_all = |byte: &u64| known().all(|own| own.contains(*byte as usize));
        let rest = (0..layout.bytes).filter(|byte| !is_in_all(byte));
        let count = u64::from(layout.cells()) - view - 1;
        Some(UnionMap {
            rest: rest.take(count as usize).collect(),
            fields,
            view,
            own,
        })
    }

    pub(super) fn union_at(&self, layout: LayoutId, cell: u64) -> Option<UnionPart<'_>> {
        let (map, first) = self.part_at(layout, cell, |map| map.union.is_some())?;
        Some(UnionPart {
            all: self,
            map: map.union.as_ref()?,
            first,
            cells: map.cells,
            bytes: map.bytes,
        })
    }

    /// Whether it is a union that counts as fewer bytes than its fields have.
    pub(super) fn is_raw(&self, layout: &Layout) -> bool {
        let Shape::Union(fields) = &layout.shape else {
            return false;
        };
        let larger = |field: &FieldLayout| {
            let map = self.get(field.layout);
            map.is_some_and(|map| map.bytes > layout.bytes)
        };
        layout.bytes == 1 && fields.iter().any(larger)
    }

    /// Of a union, the one field that has cells.
    pub(super) fn only_view(&self, fields: &[FieldLayout], cells: u32) -> Option<Parts> {
        let known = fields.iter().filter_map(|field| {
            let map = self.get(field.layout)?;
            (map.cells == u64::from(cells)).then_some(field.layout)
        });
        let (cell, byte) = (0, 0);
        let mut fields = known.map(|layout| Field { cell, byte, layout });
        let only = fields.next()?;
        fields.next().is_none().then(|| Parts::Fields(vec![only]))
    }
}
