//! The scalars of an object that have the bytes of others.

use super::whole::{as_rest, rest};
use crate::access::Trap;
use crate::address;
use crate::bytes::{Bytes, Leaf, LeafKind};
use crate::machine::Machine;
use crate::shadow::{Shadows, WHOLE};
use crate::thread::Thread;
use crate::value;
use smallvec::SmallVec;
use std::ops::Range;
use vscheck_ir::{Niche, Program, ScalarType};

/// A scalar and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar {
    pub(super) leaf: Leaf,
    pub(super) value: u64,
}

pub(super) type Scalars = SmallVec<[Scalar; 4]>;

pub(super) type Values = SmallVec<[u64; 4]>;

/// What reading and converting cells needs to know.
pub(super) struct Reader<'a> {
    pub(super) machine: &'a Machine,
    pub(super) own: &'a Thread,
    pub(super) program: &'a Program,
    pub(super) map: Bytes<'a>,
    /// The object's cells.
    pub(super) cells: &'a [u64],
}

impl Reader<'_> {
    fn uninit(&self) -> u64 {
        self.machine.code.uninit
    }

    /// The cell in which a byte lies, and that cell's first byte.
    pub(super) fn cell_of(&self, byte: u64) -> (u64, u64) {
        let (cell, first) = self.map.cell_of(byte);
        let Some((part, _)) = self.part_at(cell) else {
            return (cell, first);
        };
        let holds = |cell: &u64| {
            let leaf = self.leaf(*cell).ok().flatten();
            leaf.is_some_and(|leaf| (leaf.byte..leaf.end()).contains(&byte))
        };
        // Which variant an enum is may be said by a payload's bytes.
        let is_told = |cell: &u64| {
            let leaf = self.leaf(*cell).ok().flatten();
            leaf.is_some_and(|leaf| leaf.told_by().is_some())
        };
        let start = part.start;
        if self.map.enum_at(start).is_some() && byte == self.map.byte_of(start) {
            return (start, byte);
        }
        let mut parts = part.filter(|cell| !is_told(cell));
        match parts.find(holds) {
            Some(cell) => {
                let leaf = self.leaf(cell).ok().flatten();
                (cell, leaf.map_or(first, |leaf| leaf.byte))
            }
            None => (cell, first),
        }
    }

    /// The cells and bytes of the union or enum that a cell is part of, where it depends on what that holds which
    /// are whose.
    fn part_at(&self, cell: u64) -> Option<(Range<u64>, Range<u64>)> {
        match self.map.union_at(cell) {
            Some(part) => Some((part.cells(), part.bytes())),
            None if self.map.is_raw() => None,
            None => {
                let part = self.map.enum_at(cell)?;
                Some((part.cells(), part.bytes()))
            }
        }
    }

    /// The cells of some bytes, and of all of the scalars that these are part of.
    pub(super) fn touched(&self, bytes: &Range<u64>) -> Range<u64> {
        let cells = self.map.cells_of(bytes);
        let (mut first, mut end) = (cells.start, cells.end - 1);
        if let Some((part, _)) = self.part_at(first) {
            first = part.start;
        }
        if let Some((part, _)) = self.part_at(end) {
            end = part.end - 1;
        }
        if let Some((_, index, _)) = self.cells.get(first as usize).and_then(|&c| as_rest(c)) {
            first -= index.min(first);
        }
        end += 1;
        while self
            .cells
            .get(end as usize)
            .is_some_and(|&c| as_rest(c).is_some_and(|r| r.1 > 0))
        {
            end += 1;
        }
        first..end
    }

    /// The cells among some of which an access touches these bytes, and which of their bytes: rows of
    /// those that it touches as a whole, and the others one by one.
    pub(super) fn parts(
        &self,
        cells: &Range<u64>,
        bytes: &Range<u64>,
        (past, base): (&Shadows, usize),
    ) -> SmallVec<[(Range<u64>, u8); 2]> {
        let mut parts: SmallVec<[(Range<u64>, u8); 2]> = SmallVec::new();
        for cell in cells.clone() {
            let in_parts = past.has_parts(base + cell as usize);
            match (self.part(cell, bytes, in_parts), parts.last_mut()) {
                (0, _) => {}
                (WHOLE, Some((row, WHOLE))) if row.end == cell => row.end += 1,
                (part, _) => parts.push((cell..cell + 1, part)),
            }
        }
        parts
    }

    /// The bytes of a cell that are among some, a bit for each. The cell of a value that stands there as
    /// a whole has all of its bytes, and so has had, where it was accessed in parts, one where such a
    /// value stood.
    fn part(&self, cell: u64, bytes: &Range<u64>, in_parts: bool) -> u8 {
        let leaf = match self.part_at(cell) {
            Some((_, all)) if bytes.start <= all.start && all.end <= bytes.end => None,
            // Of cells that are not in use none is touched.
            Some(_) => match self.leaf(cell).ok().flatten() {
                Some(leaf) => Some(leaf),
                None => return 0,
            },
            None => self.map.leaf(self.program, cell),
        };
        let Some(leaf) = leaf else {
            return WHOLE;
        };
        let end = match self
            .cells
            .get(cell as usize + 1)
            .and_then(|&next| as_rest(next))
        {
            Some((_, 1, bytes)) if leaf.bytes == 1 => leaf.byte + bytes,
            _ => leaf.end(),
        };
        let (from, to) = (leaf.byte.max(bytes.start), end.min(bytes.end));
        let may_grow = in_parts && end == leaf.byte + 1;
        if (from, to) == (leaf.byte, end) && !may_grow {
            return WHOLE;
        }
        (from..to).fold(0, |part, byte| part | 1 << (byte - leaf.byte).min(7))
    }

    /// The scalars in some cells.
    pub(super) fn scalars(&self, cells: &Range<u64>) -> Result<Scalars, Trap> {
        let mut found = Scalars::new();
        for cell in cells.clone() {
            let value = self.cells[cell as usize];
            if as_rest(value).is_some() {
                continue;
            }
            let Some(mut leaf) = self.leaf(cell)? else {
                continue;
            };
            let next = self.cells.get(cell as usize + 1).copied();
            if leaf.bytes == 1
                && let Some((kind, 1, bytes)) = next.and_then(as_rest)
            {
                (leaf.kind, leaf.bytes) = (kind, bytes);
            }
            found.push(Scalar { leaf, value });
        }
        Ok(without_tags(found, self.uninit()))
    }

    /// Whether all that was written to some cells is overwritten by these scalars.
    pub(super) fn are_overwritten(&self, cells: &Range<u64>, by: &[Scalar]) -> bool {
        let covers = |byte| {
            by.iter()
                .any(|s| (s.leaf.byte..s.leaf.end()).contains(&byte))
        };
        let is_gone = |old: &Scalar| {
            old.value == self.uninit() || (old.leaf.byte..old.leaf.end()).all(covers)
        };
        self.scalars(cells).is_ok_and(|old| old.iter().all(is_gone))
    }

    /// The scalar in a cell; none in cells of a union that are not in use.
    pub(super) fn leaf(&self, cell: u64) -> Result<Option<Leaf>, Trap> {
        if let Some(part) = self.map.union_at(cell) {
            let value = |at: u64| self.cells.get(at as usize).copied();
            let field = value(part.view());
            return Ok(field.and_then(|field| part.leaf(self.program, field, cell, &value)));
        }
        if self.map.enum_at(cell).is_some() && !self.map.is_raw() {
            return Ok(self.leaf_in(cell, self.cells, 0));
        }
        let mut leaf = self.map.leaf(self.program, cell).ok_or(Trap::Refused)?;
        if self.map.is_raw() {
            leaf.kind = LeafKind::Number(ScalarType::U8);
        }
        Ok(Some(leaf))
    }

    /// The scalar in a cell that is part of an enum, where the cells from `first` on hold these values.
    fn leaf_in(&self, cell: u64, values: &[u64], first: u64) -> Option<Leaf> {
        let value = |at: u64| values.get(usize::try_from(at.checked_sub(first)?).ok()?);
        self.map
            .leaf_now(self.program, cell, &|at| value(at).copied())
    }

    /// How many bytes the scalar in a cell has; none where there is no scalar.
    fn width(&self, cell: u64) -> Result<u64, Trap> {
        Ok(self.leaf(cell)?.map_or(0, |leaf| leaf.bytes))
    }

    /// The values of cells of a type, by their bytes in some scalars.
    pub(super) fn gather_all(&self, scalars: &[Scalar], wanted: &[Leaf]) -> Result<Values, Trap> {
        let value = |&leaf: &Leaf| self.gather(scalars, leaf);
        let mut values = wanted.iter().map(value).collect::<Result<Values, Trap>>()?;
        for (index, told) in tags(wanted) {
            let uninit = self.uninit();
            hide_payload(&mut values, (index, told), uninit, |at| {
                wanted.get(at).copied()
            });
        }
        Ok(values)
    }

    /// The value of a scalar's bytes, as they stand in others.
    pub(super) fn gather(&self, scalars: &[Scalar], wanted: Leaf) -> Result<u64, Trap> {
        if let LeafKind::Held(field) = wanted.kind {
            return Ok(field);
        }
        if wanted.bytes == 0 {
            return Ok(self.uninit());
        }
        if let Some((niche, by)) = wanted.told_by() {
            let bits = self.gather(scalars, by)?;
            return Ok(self.variant(niche, bits));
        }
        let same =
            |scalar: &&Scalar| scalar.leaf.byte == wanted.byte && scalar.leaf.bytes == wanted.bytes;
        if let Some(&Scalar { leaf, value }) = scalars.iter().find(same)
            && (value == self.uninit() || leaf.is_like(wanted) || self.is_small_exact(leaf, wanted))
        {
            return Ok(match wanted.kind {
                LeafKind::Number(ty) if value != self.uninit() => value::normalize(ty, value),
                _ => value,
            });
        }
        let mut bits = 0u64;
        for index in 0..wanted.bytes {
            match self.byte(scalars, wanted.byte + index)? {
                Some(byte) => bits |= u64::from(byte) << (index * 8),
                None => return Ok(self.uninit()),
            }
        }
        match wanted.kind {
            LeafKind::Number(ty) if wanted.bytes == 1 && ty == ScalarType::Bool => Ok(bits),
            LeafKind::Number(ty) => Ok(value::normalize(ty, bits)),
            LeafKind::Pointer => self.pointer(bits),
            // Nothing is what zeroed memory is meant to be.
            LeafKind::Exact if bits == 0 && self.are_zero(scalars, wanted) => Ok(0),
            LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => Err(Trap::Refused),
        }
    }

    /// The variant of an enum, by the bytes that say which it is.
    fn variant(&self, niche: Niche, bits: u64) -> u64 {
        match bits {
            bits if bits == self.uninit() => bits,
            bits => niche.variant(bits),
        }
    }

    /// Whether the scalars are zero of which these bytes are a part: half of an address may be by chance.
    fn are_zero(&self, scalars: &[Scalar], wanted: Leaf) -> bool {
        let is_in =
            |scalar: &&Scalar| scalar.leaf.byte < wanted.end() && wanted.byte < scalar.leaf.end();
        let bits = |scalar: &Scalar| self.machine.bits(self.own, scalar.leaf.kind, scalar.value);
        let mut parts = scalars.iter().filter(is_in);
        parts.all(|scalar| bits(scalar) == Some(0))
    }

    /// Whether a cell of a byte may be one of something whose bytes are not known: that shows no more.
    fn is_small_exact(&self, leaf: Leaf, wanted: Leaf) -> bool {
        self.map.is_raw() && leaf.bytes == 1 && wanted.kind == LeafKind::Exact
    }

    /// The address that a number stands for. Of an object that is seen as several types it does not say as
    /// which.
    fn pointer(&self, bits: u64) -> Result<u64, Trap> {
        let pointer = self.machine.integer_to_pointer(self.own, bits);
        let object = address::object(address::untagged(pointer));
        let extent = self.machine.extent(Some(self.own), object);
        let views = &self.machine.code.views;
        // A variable's place has been others' before.
        let seen = |(of, _)| !address::is_stack(object) && views.are_of(object, of);
        match extent.is_some_and(seen) {
            true => Err(Trap::Refused),
            false => Ok(pointer),
        }
    }

    /// One byte, if it was ever written.
    fn byte(&self, scalars: &[Scalar], at: u64) -> Result<Option<u8>, Trap> {
        let found = scalars
            .iter()
            .find(|scalar| (scalar.leaf.byte..scalar.leaf.end()).contains(&at));
        let Some(&Scalar { leaf, value }) = found else {
            return Ok(None);
        };
        if value == self.uninit() {
            return Ok(None);
        }
        let bits = self.machine.bits(self.own, leaf.kind, value);
        let bits = bits.ok_or(Trap::Refused)?;
        Ok(Some((bits >> ((at - leaf.byte) * 8)) as u8))
    }

    /// Those bytes of a scalar that are among some.
    pub(super) fn cut(
        &self,
        scalar: &Scalar,
        bytes: &Range<u64>,
        into: &mut Scalars,
    ) -> Result<(), Trap> {
        for byte in scalar.leaf.byte.max(bytes.start)..scalar.leaf.end().min(bytes.end) {
            let value = self.byte(&[*scalar], byte)?;
            let kind = LeafKind::Number(ScalarType::U8);
            into.push(Scalar {
                leaf: Leaf {
                    byte,
                    bytes: 1,
                    kind,
                },
                value: value.map_or(self.uninit(), u64::from),
            });
        }
        Ok(())
    }

    /// New contents of some cells, by scalars that are all there is among some bytes. `whole`: a number stands in
    /// its first byte's cell also where the cells are a program's own bytes.
    pub(super) fn written(
        &self,
        cells: &Range<u64>,
        (scalars, bytes): (&[Scalar], &Range<u64>),
        whole: bool,
    ) -> Result<Values, Trap> {
        let old = self.scalars(cells)?;
        let mut new: Values = SmallVec::from_slice(&self.cells[range(cells)]);
        self.cut_into_bytes(&old, (cells.start, &mut new))?;
        let untouched = |old: &Scalar| {
            let cut =
                |new: &&Scalar| new.leaf.byte < old.leaf.end() && old.leaf.byte < new.leaf.end();
            !scalars.iter().any(|new| cut(&new))
        };
        for scalar in old.iter().filter(|old| untouched(old)) {
            self.put(&mut new, cells.start, *scalar, true)?;
        }
        let mut cell = cells.start;
        while cell < cells.end {
            if let Some(part) = self.map.enum_at(cell).filter(|_| !self.map.is_raw()) {
                self.settle_enum(&part.cells(), (cells.start, &mut new), (scalars, &old))?;
                let left = |s: &Scalar| s.leaf.byte < bytes.start || bytes.end < s.leaf.end();
                let left = old
                    .iter()
                    .filter(|old| left(old) && part.has_byte(old.leaf.byte));
                self.check_kept(left, &part.cells(), (cells.start, &new))?;
                cell = part.cells().end;
                continue;
            }
            let Some(leaf) = self.leaf(cell)? else {
                cell += 1;
                continue;
            };
            let start = scalars.iter().find(|scalar| scalar.leaf.byte == leaf.byte);
            let cut = scalars
                .iter()
                .any(|s| s.leaf.byte < leaf.end() && leaf.byte < s.leaf.end());
            if let Some((niche, by)) = leaf.told_by() {
                if cut {
                    let bits = self.merged(scalars, &old, by)?;
                    new[(cell - cells.start) as usize] = self.variant(niche, bits);
                }
            } else if leaf.bytes > 1 && cut {
                new[(cell - cells.start) as usize] = self.merged(scalars, &old, leaf)?;
            } else if let Some(part) = self.part_of_number(scalars, cell, leaf)? {
                new[(cell - cells.start) as usize] = part;
            } else if let Some(scalar) = start.filter(|_| leaf.bytes == 1) {
                let keeps = whole || self.map.is_raw();
                self.put(&mut new, cells.start, *scalar, keeps)?;
            }
            cell += 1;
        }
        self.hide_payloads(cells, &mut new)?;
        Ok(new)
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
        (scalars, old): (&[Scalar], &[Scalar]),
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
            let lies_over = |s: &Scalar| s.leaf.byte < bytes.end() && bytes.byte < s.leaf.end();
            let value = match scalars.iter().any(lies_over) {
                true => self.merged(scalars, old, bytes)?,
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

    /// What an enum has no cells for once it is another variant may still be asked for: that is not known.
    fn check_kept<'s>(
        &self,
        left: impl Iterator<Item = &'s Scalar>,
        part: &Range<u64>,
        (first, new): (u64, &Values),
    ) -> Result<(), Trap> {
        let leaves: SmallVec<[Leaf; 8]> = part
            .clone()
            .filter_map(|cell| self.leaf_in(cell, new, first))
            .collect();
        let has = |byte: u64| leaves.iter().any(|l| (l.byte..l.end()).contains(&byte));
        let mut left = left.filter(|old| old.value != self.uninit());
        match left.all(|old| (old.leaf.byte..old.leaf.end()).all(has)) {
            true => Ok(()),
            false => Err(Trap::Refused),
        }
    }

    /// What a cell of one byte holds, if it has a part of a number that other bytes of stand in wider cells.
    fn part_of_number(
        &self,
        scalars: &[Scalar],
        cell: u64,
        leaf: Leaf,
    ) -> Result<Option<u64>, Trap> {
        let covers = |s: &&Scalar| (s.leaf.byte..s.leaf.end()).contains(&leaf.byte);
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

    /// A scalar's value of bytes of which some are new; what was never written counts as zero then.
    fn merged(&self, new: &[Scalar], old: &[Scalar], leaf: Leaf) -> Result<u64, Trap> {
        let covers = |s: &Scalar| s.leaf.byte == leaf.byte && s.leaf.bytes == leaf.bytes;
        if new.iter().any(covers) {
            return self.gather(new, leaf);
        }
        let (mut bits, mut any) = (0, false);
        for index in 0..leaf.bytes {
            let at = leaf.byte + index;
            let written = new
                .iter()
                .any(|s| (s.leaf.byte..s.leaf.end()).contains(&at));
            let byte = self.byte(if written { new } else { old }, at)?;
            any |= byte.is_some();
            bits |= u64::from(byte.unwrap_or(0)) << (index * 8);
        }
        match leaf.kind {
            _ if !any => Ok(self.uninit()),
            LeafKind::Number(ty) => Ok(value::normalize(ty, bits)),
            LeafKind::Pointer => self.pointer(bits),
            LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => Err(Trap::Refused),
        }
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
        let stands_whole = leaf.bytes > 1 && (!is_number || whole);
        if stands_whole && self.map.union_at(cell).is_some() {
            return Err(Trap::Refused);
        }
        for index in 0..leaf.bytes {
            let target = new.get_mut(place + index as usize).ok_or(Trap::Refused)?;
            *target = match index {
                _ if value == self.uninit() => value,
                _ if is_number && !whole => self.in_cell(cell + index, value >> (index * 8) & 0xFF),
                0 => value,
                _ => rest(leaf.kind, index, leaf.bytes),
            };
        }
        Ok(())
    }
}

/// The cells among some that say which variant an enum is, and by which bytes.
fn tags(leaves: &[Leaf]) -> impl Iterator<Item = (usize, (Niche, Leaf))> {
    let told = |(index, leaf): (usize, &Leaf)| Some((index, leaf.told_by()?));
    leaves.iter().enumerate().filter_map(told)
}

/// The same scalars without the cells that say which variant an enum is, which have no bytes of their own: those
/// of the payload say it.
pub(super) fn without_tags(scalars: Scalars, uninit: u64) -> Scalars {
    if scalars.iter().all(|scalar| scalar.leaf.told_by().is_none()) {
        return scalars;
    }
    let mut found = Scalars::new();
    // Where what is left in the payload's cell is no value.
    let mut told: SmallVec<[u64; 2]> = SmallVec::new();
    for scalar in scalars {
        if told.contains(&scalar.leaf.byte) {
            continue;
        }
        let Some((niche, by)) = scalar.leaf.told_by() else {
            found.push(scalar);
            continue;
        };
        let value = match niche.bits_of(scalar.value) {
            _ if scalar.value == uninit => uninit,
            Some(bits) => bits,
            // The payload says it.
            None => continue,
        };
        told.push(by.byte);
        found.push(Scalar { leaf: by, value });
    }
    found
}

/// Of an enum without its payload, takes out of the cells what says so in bytes: that is no value. What is in a
/// cell is asked by its place among them.
fn hide_payload(
    values: &mut Values,
    (tag, (niche, by)): (usize, (Niche, Leaf)),
    uninit: u64,
    leaf: impl Fn(usize) -> Option<Leaf>,
) {
    if niche.bits_of(values[tag]).is_none() {
        return;
    }
    let end = values.len().min(tag + niche.cell as usize + 1);
    for at in tag + 1..end {
        if leaf(at).is_some_and(|leaf| leaf.byte == by.byte) {
            values[at] = uninit;
        }
    }
}

fn range(cells: &Range<u64>) -> Range<usize> {
    cells.start as usize..cells.end as usize
}
