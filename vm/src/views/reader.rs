//! The scalars of an object that have the bytes of others.

use super::whole::as_rest;
use crate::access::Trap;
use crate::address;
use crate::bytes::{Bytes, Leaf, LeafKind};
use crate::machine::Machine;
use crate::padding::Padding;
use crate::partial::Partial;
use crate::shadow::{Shadows, WHOLE};
use crate::thread::Thread;
use crate::value;
use smallvec::SmallVec;
use std::ops::Range;
use vscheck_ir::{LayoutId, Niche, Program, ScalarType};

/// A scalar and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar {
    pub(super) leaf: Leaf,
    pub(super) value: u64,
}

pub(super) type Scalars = SmallVec<[Scalar; 4]>;

pub(super) type Values = SmallVec<[u64; 4]>;

/// What an object holds: its cells, and what was written to bytes that have none.
#[derive(Clone, Copy, Default)]
pub(super) struct Contents<'a> {
    pub(super) cells: &'a [u64],
    /// That of all objects around, and which cell there is this one's first.
    pub(super) padding: Option<(&'a Padding, usize)>,
}

/// What reading and converting cells needs to know.
pub(super) struct Reader<'a> {
    pub(super) machine: &'a Machine,
    pub(super) own: &'a Thread,
    pub(super) program: &'a Program,
    pub(super) map: Bytes<'a>,
    /// The object's cells.
    pub(super) cells: &'a [u64],
    /// See [`Contents`].
    pub(super) padding: Option<(&'a Padding, usize)>,
}

impl Reader<'_> {
    pub(super) fn uninit(&self) -> u64 {
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
            leaf.is_some_and(|leaf| leaf.span().contains(&byte))
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
    pub(super) fn part_at(&self, cell: u64) -> Option<(Range<u64>, Range<u64>)> {
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

    /// The bytes among some, and of the enums at their ends.
    pub(super) fn reach(&self, bytes: &Range<u64>) -> Range<u64> {
        if self.map.is_dense() || bytes.is_empty() {
            return bytes.clone();
        }
        let part = |byte: u64| self.part_at(self.map.cell_of(byte).0).map(|(_, part)| part);
        let start = part(bytes.start).map_or(bytes.start, |part| part.start.min(bytes.start));
        let end = part(bytes.end - 1).map_or(bytes.end, |part| part.end.max(bytes.end));
        start..end
    }

    /// Whether a byte is one of a scalar's, where the cells from `first` on hold these values.
    pub(super) fn is_in_cell(&self, byte: u64, values: &[u64], first: u64) -> bool {
        let (cell, _) = self.map.cell_of(byte);
        let has_byte = |leaf: Leaf| {
            let leaf = leaf.told_by().map_or(leaf, |(_, by)| by);
            leaf.span().contains(&byte)
        };
        match self.map.enum_at(cell).filter(|_| !self.map.is_raw()) {
            Some(part) if part.has_byte(byte) => part
                .cells()
                .any(|cell| self.leaf_in(cell, values, first).is_some_and(has_byte)),
            Some(_) | None => self.leaf(cell).ok().flatten().is_some_and(has_byte),
        }
    }

    /// Adds what was written to those of some bytes that have no cell.
    fn add_padding(&self, bytes: &Range<u64>, found: &mut Scalars) {
        let Some((padding, base)) = self.padding.filter(|(padding, _)| !padding.is_empty()) else {
            return;
        };
        if self.map.is_dense() {
            return;
        }
        for (row, value) in padding.of(base, bytes) {
            let free = row.filter(|&byte| !self.is_in_cell(byte, self.cells, 0));
            found.extend(free.map(|byte| Scalar {
                leaf: Leaf::one_byte(byte),
                value: value.into(),
            }));
        }
    }

    /// The scalars in some cells, and what was written to those of some bytes that have no cell.
    pub(super) fn scalars(&self, cells: &Range<u64>, bytes: &Range<u64>) -> Result<Scalars, Trap> {
        let mut found = self.scalars_of_cells(cells)?;
        self.add_padding(&self.reach(bytes), &mut found);
        Ok(found)
    }

    fn scalars_of_cells(&self, cells: &Range<u64>) -> Result<Scalars, Trap> {
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
        let covers = |byte| by.iter().any(|s| s.leaf.span().contains(&byte));
        let is_gone = |old: &Scalar| old.value == self.uninit() || old.leaf.span().all(covers);
        self.scalars_of_cells(cells)
            .is_ok_and(|old| old.iter().all(is_gone))
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
    pub(super) fn leaf_in(&self, cell: u64, values: &[u64], first: u64) -> Option<Leaf> {
        let value = |at: u64| values.get(usize::try_from(at.checked_sub(first)?).ok()?);
        self.map
            .leaf_now(self.program, cell, &|at| value(at).copied())
    }

    /// How many bytes the scalar in a cell has; none where there is no scalar.
    pub(super) fn width(&self, cell: u64) -> Result<u64, Trap> {
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
            && (self.is_unwritten(value)
                || leaf.is_like(wanted)
                || self.is_small_exact(leaf, wanted))
        {
            return Ok(match wanted.kind {
                LeafKind::Number(ty) if !self.is_unwritten(value) => value::normalize(ty, value),
                _ => value,
            });
        }
        let mut bytes: SmallVec<[Option<u8>; 8]> = SmallVec::new();
        for index in 0..wanted.bytes {
            bytes.push(self.byte(scalars, wanted.byte + index)?);
        }
        let exact = wanted.kind == LeafKind::Exact;
        if exact && bytes.contains(&None) {
            return Ok(self.uninit());
        }
        // Nothing is what zeroed memory is meant to be.
        let is_zero = exact && bytes.iter().all(|&byte| byte == Some(0));
        match is_zero && self.are_zero(scalars, wanted) {
            true => Ok(0),
            false => self.assembled(Partial::of(bytes.into_iter()), wanted),
        }
    }

    /// A scalar's value, by those of its bytes that were written.
    pub(super) fn assembled(&self, partial: Partial, leaf: Leaf) -> Result<u64, Trap> {
        if partial.is_nothing() {
            return Ok(self.uninit());
        }
        let is_known = matches!(leaf.kind, LeafKind::Number(_) | LeafKind::Pointer);
        if !is_known {
            return Err(Trap::Refused);
        }
        let bits = self.machine.code.partly_written(partial, leaf.bytes);
        match leaf.kind {
            _ if self.is_unwritten(bits) => Ok(bits),
            LeafKind::Pointer => self.pointer(bits, leaf.pointee),
            LeafKind::Number(ty) if leaf.bytes > 1 || ty != ScalarType::Bool => {
                Ok(value::normalize(ty, bits))
            }
            _ => Ok(bits),
        }
    }

    fn is_unwritten(&self, value: u64) -> bool {
        self.machine.code.is_unwritten(value)
    }

    /// The variant of an enum, by the bytes that say which it is.
    pub(super) fn variant(&self, niche: Niche, bits: u64) -> u64 {
        match bits {
            bits if self.is_unwritten(bits) => self.uninit(),
            bits => niche.variant(bits),
        }
    }

    /// Whether the scalars are zero of which these bytes are a part: half of an address may be by chance.
    fn are_zero(&self, scalars: &[Scalar], wanted: Leaf) -> bool {
        let is_in = |scalar: &&Scalar| scalar.leaf.meets(&wanted.span());
        let bits = |scalar: &Scalar| self.machine.bits(self.own, scalar.leaf.kind, scalar.value);
        let mut parts = scalars.iter().filter(is_in);
        parts.all(|scalar| bits(scalar) == Some(0))
    }

    /// Whether a cell of a byte may be one of something whose bytes are not known: that shows no more.
    fn is_small_exact(&self, leaf: Leaf, wanted: Leaf) -> bool {
        self.map.is_raw() && leaf.bytes == 1 && wanted.kind == LeafKind::Exact
    }

    /// The address that a number stands for. Of an object that is seen as several types it does not say as
    /// which: the type that the pointer is to does, if that is known.
    fn pointer(&self, bits: u64, pointee: Option<LayoutId>) -> Result<u64, Trap> {
        let pointer = self.machine.integer_to_pointer(self.own, bits);
        let object = address::object(address::untagged(pointer));
        let extent = self.machine.extent(Some(self.own), object);
        let views = &self.machine.code.views;
        // A variable's place has been others' before.
        let seen = |(of, _)| !address::is_stack(object) && views.are_of(object, of);
        match (extent.is_some_and(seen), pointee) {
            (false, _) => Ok(pointer),
            (true, Some(layout)) => Ok(self.machine.view_as(self.own, pointer, (None, layout))),
            (true, None) => Err(Trap::Refused),
        }
    }

    /// One byte, if it was ever written.
    pub(super) fn byte(&self, scalars: &[Scalar], at: u64) -> Result<Option<u8>, Trap> {
        let found = scalars
            .iter()
            .find(|scalar| scalar.leaf.span().contains(&at));
        let Some(&Scalar { leaf, value }) = found else {
            return Ok(None);
        };
        if let Some(partial) = self.machine.code.written_of(value) {
            return Ok(partial.byte(at - leaf.byte));
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
            into.push(Scalar {
                leaf: Leaf::one_byte(byte),
                value: value.map_or(self.uninit(), u64::from),
            });
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
            // The payload may have some bytes of what says it.
            _ if scalar.value == uninit => continue,
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
pub(super) fn hide_payload(
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
