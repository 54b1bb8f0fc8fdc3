//! New contents of an object's cells, by scalars that are written to some of its bytes.

use super::reader::{Reader, Scalar, Values, hide_payload};
use super::whole::rest;
use crate::access::Trap;
use crate::bytes::{Leaf, LeafKind};
use crate::partial::Partial;
use crate::value;
use smallvec::SmallVec;
use std::ops::Range;
use vscheck_ir::{Niche, ScalarType};

/// Bytes that have no cell, and what was written to them, if anything was.
pub(super) type Bare = SmallVec<[(u64, Option<u8>); 2]>;

/// What an object holds once something is written to some of its bytes.
pub(super) struct Written {
    /// In its cells.
    pub(super) cells: Values,
    /// In those of the bytes that have no cell, as far as that is defined.
    pub(super) padding: Bare,
}

impl Reader<'_> {
    /// New contents of some cells, by scalars that are all there is among some bytes: the others of these bytes are
    /// not written any more. `whole`: a number stands in its first byte's cell also where the cells are a program's
    /// own bytes.
    pub(super) fn written(
        &self,
        cells: &Range<u64>,
        (scalars, bytes): (&[Scalar], &Range<u64>),
        whole: bool,
    ) -> Result<Written, Trap> {
        let old = self.scalars(cells, bytes)?;
        let mut new: Values = SmallVec::from_slice(&self.cells[range(cells)]);
        self.cut_into_bytes(&old, (cells.start, &mut new))?;
        for scalar in old.iter().filter(|old| !is_cut(old.leaf, scalars)) {
            self.put(&mut new, cells.start, *scalar, true)?;
        }
        let mut cell = cells.start;
        while cell < cells.end {
            if let Some(part) = self.map.enum_at(cell).filter(|_| !self.map.is_raw()) {
                let written = (scalars, &old[..], bytes);
                self.settle_enum(&part.cells(), (cells.start, &mut new), written)?;
                cell = part.cells().end;
                continue;
            }
            let Some(leaf) = self.leaf(cell)? else {
                cell += 1;
                continue;
            };
            let at = (cell - cells.start) as usize;
            if let LeafKind::Held(variant) = leaf.kind
                && self.map.union_at(cell).is_none()
            {
                new[at] = variant;
                cell += 1;
                continue;
            }
            let start = scalars.iter().find(|scalar| scalar.leaf.byte == leaf.byte);
            let written = (scalars, &old[..], bytes);
            if let Some((niche, by)) = leaf.told_by() {
                if is_cut(by, scalars) || by.meets(bytes) {
                    let bits = self.merged(written, by)?;
                    new[at] = self.variant(niche, bits);
                }
            } else if leaf.bytes > 1 && is_cut(leaf, scalars) {
                new[at] = self.merged(written, leaf)?;
            } else if let Some(part) = self.part_of_number(scalars, cell, leaf)? {
                new[at] = part;
            } else if let Some(scalar) = start.filter(|_| leaf.bytes == 1) {
                let keeps = whole || self.map.is_raw();
                self.put(&mut new, cells.start, *scalar, keeps)?;
            } else if !is_cut(leaf, scalars) && leaf.meets(bytes) {
                new[at] = self.overwritten(written, leaf)?.unwrap_or(new[at]);
            }
            cell += 1;
        }
        self.hide_payloads(cells, &mut new)?;
        let padding = self.new_padding((scalars, &old, bytes), (cells.start, &new))?;
        Ok(Written {
            cells: new,
            padding,
        })
    }

    /// What a scalar is once some of its bytes, or all, are not written any more; none where it stays what it is.
    fn overwritten(
        &self,
        written: (&[Scalar], &[Scalar], &Range<u64>),
        leaf: Leaf,
    ) -> Result<Option<u64>, Trap> {
        let (_, _, bytes) = written;
        match leaf.kind {
            _ if bytes.start <= leaf.byte && leaf.end() <= bytes.end => Ok(Some(self.uninit())),
            LeafKind::Number(_) | LeafKind::Pointer => self.merged(written, leaf).map(Some),
            LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => Ok(None),
        }
    }

    /// What stands then in those of the bytes that have no cell.
    fn new_padding(
        &self,
        (scalars, old, bytes): (&[Scalar], &[Scalar], &Range<u64>),
        (first, new): (u64, &Values),
    ) -> Result<Bare, Trap> {
        let mut padding = SmallVec::new();
        if self.map.is_dense() {
            return Ok(padding);
        }
        for byte in self.reach(bytes) {
            if self.is_in_cell(byte, new, first) {
                continue;
            }
            let from = if bytes.contains(&byte) { scalars } else { old };
            padding.push((byte, self.byte(from, byte)?));
        }
        Ok(padding)
    }

    /// Has scalars that are cut fall into bytes, in the new contents of the cells from the first on.
    fn cut_into_bytes(&self, old: &[Scalar], (start, new): (u64, &mut Values)) -> Result<(), Trap> {
        for scalar in old.iter().filter(|old| old.leaf.bytes > 1) {
            let (first, at) = self.cell_of(scalar.leaf.byte);
            let is_single = self.map.enum_at(first).is_none() || self.map.is_raw();
            if at != scalar.leaf.byte || self.width(first)? > 1 || !is_single {
                continue;
            }
            for index in 0..scalar.leaf.bytes {
                let byte = match self.byte(&[*scalar], scalar.leaf.byte + index) {
                    Ok(Some(byte)) => self.in_cell(first + index, byte.into()),
                    Ok(None) | Err(_) => self.uninit(),
                };
                new[(first + index - start) as usize] = byte;
            }
        }
        Ok(())
    }

    /// Hides what the variants of niches leave unused, enums aside, in the new contents of some cells.
    fn hide_payloads(&self, cells: &Range<u64>, new: &mut Values) -> Result<(), Trap> {
        for cell in cells.clone() {
            if self.map.enum_at(cell).is_some() && !self.map.is_raw() {
                continue;
            }
            let Some(told) = self.leaf(cell)?.and_then(Leaf::told_by) else {
                continue;
            };
            let at = (cell - cells.start) as usize;
            let leaf = |at| self.leaf(cells.start + at as u64).ok().flatten();
            hide_payload(new, (at, told), self.uninit(), leaf);
        }
        Ok(())
    }

    /// The cells of an enum after some of its bytes are written: what stands there first says of which variant
    /// the others are.
    fn settle_enum(
        &self,
        part: &Range<u64>,
        (first, new): (u64, &mut Values),
        (scalars, old, written): (&[Scalar], &[Scalar], &Range<u64>),
    ) -> Result<(), Trap> {
        let mut tolds: SmallVec<[(usize, (Niche, Leaf)); 2]> = SmallVec::new();
        for cell in part.clone() {
            let at = (cell - first) as usize;
            let Some(leaf) = self.leaf_in(cell, new, first) else {
                new[at] = self.uninit();
                continue;
            };
            let by = leaf.told_by();
            let bytes = by.map_or(leaf, |(_, by)| by);
            let value = match is_cut(bytes, scalars) || bytes.meets(written) {
                true => self.merged((scalars, old, written), bytes)?,
                false => self.gather(old, bytes)?,
            };
            new[at] = by.map_or(value, |(niche, _)| self.variant(niche, value));
            tolds.extend(by.map(|by| (at, by)));
        }
        let values = new.clone();
        for (at, told) in tolds {
            let leaf = |at| self.leaf_in(first + at as u64, &values, first);
            hide_payload(new, (at, told), self.uninit(), leaf);
        }
        Ok(())
    }

    /// What a cell of one byte holds, if it has a part of a number that other bytes of stand in wider cells.
    fn part_of_number(
        &self,
        scalars: &[Scalar],
        cell: u64,
        leaf: Leaf,
    ) -> Result<Option<u64>, Trap> {
        let covers = |s: &&Scalar| s.leaf.span().contains(&leaf.byte);
        let Some(scalar) = scalars.iter().find(covers).filter(|_| leaf.bytes == 1) else {
            return Ok(None);
        };
        let is_number = matches!(scalar.leaf.kind, LeafKind::Number(_));
        if !is_number || self.lies_in_bytes(scalar.leaf) {
            return Ok(None);
        }
        let byte = self.byte(&[*scalar], leaf.byte)?;
        Ok(Some(byte.map_or(self.uninit(), |byte| {
            self.in_cell(cell, byte.into())
        })))
    }

    /// Whether all bytes of a scalar stand in cells of one byte each.
    fn lies_in_bytes(&self, scalar: Leaf) -> bool {
        let (cell, _) = self.cell_of(scalar.byte);
        (0..scalar.bytes).all(|index| {
            let there = self.leaf(cell + index);
            let is_its =
                |l: Leaf| l.bytes == 1 && l.byte == scalar.byte + index && l.told_by().is_none();
            there.is_ok_and(|leaf| leaf.is_some_and(is_its))
        })
    }

    /// How a cell that is one byte holds it.
    fn in_cell(&self, cell: u64, byte: u64) -> u64 {
        match self.leaf(cell) {
            Ok(Some(leaf)) => match leaf.kind {
                // A byte that is no `bool` stays what it is, to be seen as such.
                LeafKind::Number(ScalarType::Bool) => byte,
                LeafKind::Number(ty) => value::normalize(ty, byte),
                LeafKind::Pointer | LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => byte,
            },
            Ok(None) | Err(_) => byte,
        }
    }

    /// A scalar's value of bytes of which some are new, by the scalars that are all there is among these bytes.
    fn merged(
        &self,
        (new, old, bytes): (&[Scalar], &[Scalar], &Range<u64>),
        leaf: Leaf,
    ) -> Result<u64, Trap> {
        let covers = |s: &Scalar| s.leaf.byte == leaf.byte && s.leaf.bytes == leaf.bytes;
        if new.iter().any(covers) {
            return self.gather(new, leaf);
        }
        let mut found: SmallVec<[Option<u8>; 8]> = SmallVec::new();
        for at in leaf.span() {
            let is_new = bytes.contains(&at) || new.iter().any(|s| s.leaf.span().contains(&at));
            found.push(self.byte(if is_new { new } else { old }, at)?);
        }
        self.assembled(Partial::of(found.into_iter()), leaf)
    }

    /// Writes a scalar over cells of one byte each; `whole`: into the first of them.
    fn put(&self, new: &mut Values, first: u64, scalar: Scalar, whole: bool) -> Result<(), Trap> {
        let Scalar { leaf, value } = scalar;
        let (cell, at) = self.cell_of(leaf.byte);
        if at != leaf.byte || (leaf.bytes == 1 && self.width(cell)? > 1) {
            return Ok(());
        }
        if self.map.enum_at(cell).is_some() && !self.map.is_raw() {
            return Ok(());
        }
        let place = (cell - first) as usize;
        if !self.lies_in_bytes(leaf) {
            return match self.width(cell)? > 1 {
                true => Ok(()),
                false => Err(Trap::Refused),
            };
        }
        let is_number = matches!(leaf.kind, LeafKind::Number(_));
        let is_exact = self
            .leaf(cell)?
            .is_some_and(|there| there.kind == LeafKind::Exact);
        if is_exact && value != self.uninit() && is_number {
            return Err(Trap::Refused);
        }
        let written = self.machine.code.written_of(value);
        let stands_whole = leaf.bytes > 1 && (!is_number || whole) && written.is_none();
        if stands_whole && self.map.union_at(cell).is_some() {
            return Err(Trap::Refused);
        }
        for index in 0..leaf.bytes {
            let target = new.get_mut(place + index as usize).ok_or(Trap::Refused)?;
            let in_bytes = written.map(|partial| partial.byte(index));
            let in_cell = |byte| self.in_cell(cell + index, byte);
            *target = match (in_bytes, index) {
                (Some(byte), _) => byte.map_or(self.uninit(), |byte| in_cell(byte.into())),
                (None, _) if is_number && !whole => in_cell(value >> (index * 8) & 0xFF),
                (None, 0) => value,
                (None, _) => rest(leaf.kind, index, leaf.bytes),
            };
        }
        Ok(())
    }
}

/// Whether some of these scalars have bytes of one.
fn is_cut(leaf: Leaf, by: &[Scalar]) -> bool {
    by.iter().any(|s| s.leaf.meets(&leaf.span()))
}

fn range(cells: &Range<u64>) -> Range<usize> {
    cells.start as usize..cells.end as usize
}
