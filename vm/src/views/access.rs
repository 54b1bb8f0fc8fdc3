//! Loads, stores and copies through views.

use super::reader::{Contents, Reader, Scalar, Scalars, Values, without_tags};
use super::whole::as_rest;
use super::writer::Written;
use super::{Start, View, count, is_far};
use crate::access::{Home, Trap};
use crate::address;
use crate::bytes::{Bytes, Leaf, LeafKind, UnionPart};
use crate::code::Code;
use crate::machine::Machine;
use crate::memory::{BadAddress, Space};
use crate::shadow::WHOLE;
use crate::thread::Thread;
use smallvec::SmallVec;
use std::cell::Cell;
use std::ops::Range;
use vscheck_ir::{CellKind, LayoutId, ScalarType};

/// What is accessed through a view.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// How many cells of the type.
    pub(super) cells: u64,
    /// What is written there, if that is known.
    pub(super) values: Option<&'a [u64]>,
    /// Whether values that are there as a whole have their padding with them.
    pub(super) padded: bool,
}

impl Wanted<'_> {
    /// What some cells hold.
    pub(super) fn cells(cells: u64) -> Wanted<'static> {
        Wanted {
            cells,
            values: None,
            padded: false,
        }
    }
}

/// What part of which object an access through a view is about.
pub(super) struct Region<'a> {
    /// The object's first cell, its cells, and its type.
    pub(super) object: u64,
    pub(super) len: u64,
    pub(super) map: Bytes<'a>,
    /// The scalars that the access is about, at the object's bytes.
    pub(super) wanted: SmallVec<[Leaf; 4]>,
    /// Their bytes.
    pub(super) bytes: Range<u64>,
}

/// An object, and a type that it is seen as from a byte on.
#[derive(Clone, Copy)]
struct Whole<'a> {
    object: u64,
    len: u64,
    map: Bytes<'a>,
    to: Bytes<'a>,
    start: u64,
}

impl Whole<'_> {
    /// How many bytes the object has.
    fn bytes(&self) -> u64 {
        self.len / self.map.cells() * self.map.bytes()
    }
}

impl Machine {
    /// What an access through a view is about.
    pub(super) fn region<'a>(
        &self,
        code: &'a Code,
        own: Option<&Thread>,
        pointer: u64,
        wanted: Wanted<'_>,
    ) -> Result<Region<'a>, Trap> {
        let refused = || Trap::Refused;
        let view = code.views.of(pointer).ok_or_else(refused)?;
        if view.object == 0 {
            return Err(Trap::Bad(pointer, BadAddress::Unknown));
        }
        let bad = |bad| Trap::Bad(view.object, bad);
        let Some((of, len)) = self.extent(own, view.object) else {
            self.locate(own, view.object, 0)?;
            return Err(bad(BadAddress::Unknown));
        };
        let Start::Byte(start) = view.start else {
            return Err(Trap::Refused);
        };
        let map = code.byte_map(of).ok_or_else(refused)?;
        let to = code.byte_map(view.layout).ok_or_else(refused)?;
        let first = address::offset(pointer) as u64;
        let whole = Whole {
            object: view.object,
            len,
            map,
            to,
            start,
        };
        let Wanted { cells, padded, .. } = wanted;
        let wanted = self.leaves(own, whole, first..first + cells, wanted.values)?;
        let used = || wanted.iter().filter(|leaf| leaf.bytes > 0);
        let mut from = used().map(|leaf| leaf.byte).min().unwrap_or(start);
        let mut end = used().map(|leaf| leaf.end()).max().unwrap_or(from);
        let is_whole = first.is_multiple_of(to.cells()) && cells.is_multiple_of(to.cells());
        let varies = |cell: u64| {
            let is_enum = !map.is_raw() && to.enum_at(cell).is_some();
            is_enum || to.union_at(cell).is_some()
        };
        let all = whole.bytes();
        let begin = start.wrapping_add(first / to.cells() * to.bytes());
        let behind = begin.saturating_add(cells / to.cells() * to.bytes());
        if is_whole && (first..first + cells).any(varies) {
            // Of what is moved as a whole, another variant's or field's bytes are moved too.
            (from, end) = (begin, behind);
        } else if is_whole && padded && begin <= from && behind <= all {
            (from, end) = (begin, behind.max(end));
        }
        if end > all {
            return Err(bad(BadAddress::OutOfBytes {
                from,
                bytes: end - from,
                len: all,
            }));
        }
        let ahead = first / to.cells() * to.bytes();
        let (byte, align) = (start.wrapping_add(ahead), to.align());
        if byte % align != 0 {
            return Err(bad(BadAddress::Misaligned { byte, align }));
        }
        Ok(Region {
            object: view.object,
            len,
            map,
            wanted,
            bytes: from..end,
        })
    }

    /// The scalars in some cells of an object that is seen as another type, to write these values there if there
    /// are some.
    fn leaves(
        &self,
        own: Option<&Thread>,
        whole: Whole,
        cells: Range<u64>,
        values: Option<&[u64]>,
    ) -> Result<SmallVec<[Leaf; 4]>, Trap> {
        let (to, program) = (whole.to, self.code.program());
        let given = values.map_or((0, &[][..]), |values| (cells.start, values));
        let mut leaves: SmallVec<[Leaf; 4]> = SmallVec::new();
        // Which fields unions hold, by the cells that say it.
        let mut held: SmallVec<[(u64, u64); 2]> = SmallVec::new();
        for cell in cells {
            let leaf = match to.union_at(cell) {
                Some(mut part) => loop {
                    let field = match held.iter().find(|&&(view, _)| view == part.view()) {
                        Some(&(_, field)) => field,
                        None => {
                            let field = self.held_field(own, whole, part, given)?;
                            held.push((part.view(), field));
                            field
                        }
                    };
                    match part.inner_at(field, cell) {
                        Some(inner) => part = inner,
                        None => break Some(part.leaf_or_held(program, field, cell)),
                    }
                },
                None if whole.map.is_raw() => to.leaf_in_raw(program, cell),
                None if to.enum_at(cell).is_some() => {
                    Some(self.leaf_of_variant(own, whole, cell, given)?)
                }
                None => to.leaf(program, cell),
            };
            let mut leaf = leaf.ok_or(Trap::Refused)?;
            leaf.byte = leaf.byte.wrapping_add(whole.start);
            if is_far(leaf.byte) {
                let (offset, len) = (address::MAX_OFFSET as usize, whole.len as usize);
                let bad = BadAddress::OutOfBounds { offset, len };
                return Err(Trap::Bad(whole.object, bad));
            }
            let lies_over = |other: &Leaf| other.kind == leaf.kind && other.byte == leaf.byte;
            if leaf.kind == LeafKind::Exact && leaves.last().is_some_and(lies_over) {
                return Err(Trap::Refused);
            }
            leaves.push(leaf);
        }
        Ok(leaves)
    }

    /// Which field a union is written with through a view, or else is best read as.
    fn held_field(
        &self,
        own: Option<&Thread>,
        whole: Whole<'_>,
        part: UnionPart<'_>,
        (first, values): (u64, &[u64]),
    ) -> Result<u64, Trap> {
        let given = part
            .view()
            .checked_sub(first)
            .and_then(|at| values.get(at as usize));
        if let Some(&field) = given.filter(|&&field| field != self.code.uninit) {
            return Ok(field);
        }
        let bytes = part.bytes();
        let bytes = whole.start.wrapping_add(bytes.start)..whole.start.wrapping_add(bytes.end);
        let is_inside = bytes.start < bytes.end && bytes.end <= whole.bytes();
        let mut leaves: SmallVec<[Leaf; 4]> = SmallVec::new();
        if let Some(own) = own.filter(|_| is_inside) {
            let scalars = self.scalars_there(own, (whole.object, whole.len, whole.map), &bytes)?;
            let known = scalars
                .iter()
                .filter(|scalar| scalar.value != self.code.uninit);
            leaves.extend(known.map(|scalar| Leaf {
                byte: scalar.leaf.byte.wrapping_sub(whole.start),
                ..scalar.leaf
            }));
        }
        Ok(part.field_for(self.code.program(), &leaves))
    }

    /// The scalar in a cell of an enum through a view, by the variant that is written there, or else stands
    /// there; none with any bytes where the cell is not in use.
    fn leaf_of_variant(
        &self,
        own: Option<&Thread>,
        whole: Whole<'_>,
        cell: u64,
        (first, values): (u64, &[u64]),
    ) -> Result<Leaf, Trap> {
        let refused = Cell::new(false);
        let given = |at: u64| values.get(usize::try_from(at.checked_sub(first)?).ok()?);
        let value = |at: u64| match given(at) {
            Some(&value) => Some(value),
            None => {
                let found = self.value_there(own, whole, at);
                refused.set(refused.get() || found.is_err());
                found.ok()
            }
        };
        let leaf = whole.to.leaf_now(self.code.program(), cell, &value);
        match leaf {
            None if refused.get() => Err(Trap::Refused),
            None => Ok(Leaf::nothing(LeafKind::Number(ScalarType::U8))),
            Some(leaf) => Ok(leaf),
        }
    }

    /// What stands in a cell of a type that an object is seen as.
    fn value_there(&self, own: Option<&Thread>, whole: Whole<'_>, cell: u64) -> Result<u64, Trap> {
        let own = own.ok_or(Trap::Refused)?;
        let mut leaf = self.leaf_of_variant(Some(own), whole, cell, (0, &[]))?;
        leaf.byte = leaf.byte.wrapping_add(whole.start);
        if leaf.end() > whole.bytes() {
            return Err(Trap::Refused);
        }
        let object = (whole.object, whole.len, whole.map);
        let scalars = self.scalars_there(own, object, &leaf.span())?;
        let reader = self.reader(&self.code, own, whole.map, Contents::default());
        reader.gather(&scalars, leaf)
    }

    /// The scalars of an object that have some of these bytes, without an access.
    fn scalars_there(
        &self,
        own: &Thread,
        (object, len, map): (u64, u64, Bytes<'_>),
        bytes: &Range<u64>,
    ) -> Result<Scalars, Trap> {
        let (home, base) = self.locate(Some(own), object, len as usize)?;
        let contents = self.contents_of(Some(own), home, base, len);
        let reader = self.reader(&self.code, own, map, contents);
        reader.scalars(&reader.touched(bytes), bytes)
    }

    /// Reads cells through a view.
    pub(crate) fn load_view(
        &mut self,
        thread: &mut Thread,
        pointer: u64,
        cells: usize,
    ) -> Result<Values, Trap> {
        if cells == 0 {
            return Ok(Values::new());
        }
        let code = self.code.clone();
        let region = self.region(&code, Some(thread), pointer, Wanted::cells(cells as u64))?;
        let scalars = self.read_region(thread, &region)?;
        let reader = self.reader(&code, thread, region.map, Contents::default());
        reader.gather_all(&scalars, &region.wanted)
    }

    /// What stands in some cells, without an access; none if that is not known.
    pub(crate) fn shown(&self, own: &Thread, address: u64, cells: usize) -> Option<Values> {
        if address::is_view(address) {
            return self.shown_by_view(own, address, cells).ok();
        }
        let (home, at) = self.locate(Some(own), address, cells).ok()?;
        let mut row = self.space(Some(own), home).cells[at..].iter().copied();
        let found: Values = row.by_ref().take(cells).collect();
        // A value that stands as a whole shows no single bytes.
        let is_rest = |&cell: &u64| as_rest(cell).is_some();
        let behind = row.next();
        (!found.iter().chain(&behind).any(is_rest)).then_some(found)
    }

    pub(super) fn shown_by_view(
        &self,
        own: &Thread,
        pointer: u64,
        cells: usize,
    ) -> Result<Values, Trap> {
        let region = self.region(&self.code, Some(own), pointer, Wanted::cells(cells as u64))?;
        let object = (region.object, region.len, region.map);
        let scalars = self.scalars_there(own, object, &region.bytes)?;
        let reader = self.reader(&self.code, own, region.map, Contents::default());
        reader.gather_all(&scalars, &region.wanted)
    }

    /// Writes cells through a view.
    pub(crate) fn store_view(
        &mut self,
        thread: &mut Thread,
        pointer: u64,
        values: &[u64],
    ) -> Result<(), Trap> {
        if values.is_empty() {
            return Ok(());
        }
        let code = self.code.clone();
        let wanted = Wanted {
            cells: values.len() as u64,
            values: Some(values),
            // A single number may be the only field of a struct, which is not written as a whole then.
            padded: values.len() > 1,
        };
        let region = self.region(&code, Some(thread), pointer, wanted)?;
        let leaves = region.wanted.iter().zip(values);
        let scalars: Scalars = leaves
            .filter(|(leaf, _)| leaf.bytes > 0)
            .map(|(&leaf, &value)| Scalar { leaf, value })
            .collect();
        let scalars = without_tags(scalars, code.uninit);
        self.write_region(thread, &region, &scalars)
    }

    /// Moves cells where at least one side is a view: the bytes that both sides have.
    pub(crate) fn copy_views(
        &mut self,
        thread: &mut Thread,
        (to, from): (u64, u64),
        cells: u64,
    ) -> Result<(), Trap> {
        let code = self.code.clone();
        let view = if address::is_view(from) { from } else { to };
        let layout = code.views.of(view).ok_or(Trap::Refused)?.layout;
        let by_cell = |place| self.is_there_by_cell(thread, place, layout, cells);
        if by_cell(from) || by_cell(to) {
            let values = self.read_cells(thread, from, cells as usize)?;
            return self.write_cells(thread, to, &values);
        }
        let from = self.made_view(thread, from, layout)?;
        let to = self.made_view(thread, to, layout)?;
        let wanted = Wanted {
            padded: true,
            ..Wanted::cells(cells)
        };
        let source = self.region(&code, Some(thread), from, wanted)?;
        let target = self.region(&code, Some(thread), to, wanted)?;
        let scalars = self.read_region(thread, &source)?;
        let reader = self.reader(&code, thread, source.map, Contents::default());
        let mut moved = Scalars::new();
        // A union is looked at as a whole.
        let bytes = &source.bytes;
        for scalar in scalars.iter().filter(|scalar| scalar.leaf.meets(bytes)) {
            match scalar.leaf.byte >= bytes.start && scalar.leaf.end() <= bytes.end {
                true => moved.push(*scalar),
                false => reader.cut(scalar, bytes, &mut moved)?,
            }
        }
        for Scalar { leaf, .. } in &mut moved {
            leaf.byte = leaf.byte - bytes.start + target.bytes.start;
        }
        self.write_region(thread, &target, &moved)
    }

    /// Whether an ordinary place has the cells of some values of a type, in a part whose bytes are not known
    /// or depend on what it holds, such as an enum's payload or a union: what stands there is moved cell by
    /// cell, wherever its bytes are.
    fn is_there_by_cell(&self, own: &Thread, place: u64, layout: LayoutId, cells: u64) -> bool {
        let (object, first) = (address::object(place), address::offset(place) as u64);
        let Some((of, len)) = self.extent(Some(own), object) else {
            return false;
        };
        let (Some(map), Some(to)) = (self.code.byte_map(of), self.code.byte_map(layout)) else {
            return false;
        };
        let Ok((home, base)) = self.locate(Some(own), object, len as usize) else {
            return false;
        };
        let program = self.code.program();
        let there = self.contents_of(Some(own), home, base, len);
        let reader = self.reader(&self.code, own, map, there);
        let alike = |index: u64| {
            let at = first + index;
            if let Some(part) = map.enum_at(at) {
                return to.enum_at(index).is_some_and(|wanted| {
                    let (own, other) = (part.cells().start, wanted.cells().start);
                    part.is_like(wanted) && at - own == index - other
                });
            }
            let (leaf, wanted) = (reader.leaf(at).ok().flatten(), to.leaf(program, index));
            let (Some(leaf), Some(wanted)) = (leaf, wanted) else {
                return false;
            };
            if map.union_at(at).is_some() {
                return !leaf.is_exact() && leaf.is_like(wanted);
            }
            let kind = |layout, cell| program.layout(layout).kind_at(cell as u32);
            let there = kind(of, at);
            leaf.is_exact() && (there == kind(layout, index) || there == CellKind::Opaque)
        };
        let is_inside = !address::is_view(place) && first.saturating_add(cells) <= len;
        is_inside && !map.is_raw() && (0..cells).all(alike)
    }

    /// The view of an ordinary place.
    fn made_view(&self, own: &Thread, pointer: u64, layout: LayoutId) -> Result<u64, Trap> {
        if address::is_view(pointer) {
            return Ok(pointer);
        }
        let object = address::object(pointer);
        let cell = address::offset(pointer) as u64;
        let Some((of, _)) = self.extent(Some(own), object) else {
            self.locate(Some(own), pointer, 1)?;
            return Err(Trap::Bad(pointer, BadAddress::Unknown));
        };
        let (Some(map), Some(to)) = (self.code.byte_map(of), self.code.byte_map(layout)) else {
            return Err(Trap::Refused);
        };
        let byte = self.first_byte_at((own, object, map), cell, to.byte_of(0));
        let view = View {
            object,
            start: Start::Byte(byte % to.bytes()),
            layout,
        };
        let within = byte / to.bytes() * to.cells();
        let number = self.code.views.number(view, of);
        Ok(address::advance(address::view(number), within as i64))
    }

    pub(super) fn reader<'a>(
        &'a self,
        code: &'a Code,
        own: &'a Thread,
        map: Bytes<'a>,
        Contents { cells, padding }: Contents<'a>,
    ) -> Reader<'a> {
        Reader {
            machine: self,
            own,
            program: code.program(),
            map,
            cells,
            padding,
        }
    }

    /// The scalars that have bytes in a region.
    fn read_region(&mut self, thread: &mut Thread, region: &Region<'_>) -> Result<Scalars, Trap> {
        let (home, base) = self.locate(Some(thread), region.object, region.len as usize)?;
        let code = self.code.clone();
        let contents = self.contents_of(Some(thread), home, base, region.len);
        let reader = self.reader(&code, thread, region.map, contents);
        let touched = reader.touched(&region.bytes);
        let scalars = reader.scalars(&touched, &region.bytes)?;
        if self.watching {
            let past = (&self.space(Some(thread), home).shadows, base);
            let parts = reader.parts(&touched, &region.bytes, past);
            let address = region.object + touched.start;
            let (at, count) = (base + touched.start as usize, count(&touched));
            self.note_reads(thread, address, home, at, count);
            self.check_region(thread, region.object, (home, base), &parts, false)?;
        }
        Ok(scalars)
    }

    /// Looks whether an access to cells of an object races, of some cells only some bytes.
    fn check_region(
        &mut self,
        thread: &mut Thread,
        object: u64,
        (home, base): (Home, usize),
        parts: &[(Range<u64>, u8)],
        write: bool,
    ) -> Result<(), Trap> {
        for (cells, bytes) in parts {
            let (address, at) = (object + cells.start, base + cells.start as usize);
            match *bytes {
                WHOLE => self.check_races(thread, address, (home, at), count(cells), write)?,
                bytes => self.check_part(thread, address, (home, at), bytes, write)?,
            }
        }
        Ok(())
    }

    pub(super) fn contents_of<'a>(
        &'a self,
        own: Option<&'a Thread>,
        home: Home,
        base: usize,
        len: u64,
    ) -> Contents<'a> {
        let space: &Space = self.space(own, home);
        Contents {
            cells: &space.cells[base..base + len as usize],
            padding: Some((&space.padding, base)),
        }
    }

    /// Has the unions among some cells of which nothing is left that was written before hold fields into which these
    /// scalars go.
    fn choose_fields(
        &mut self,
        thread: &mut Thread,
        (map, touched): (Bytes<'_>, &Range<u64>),
        scalars: &[Scalar],
        (home, base, len): (Home, usize, u64),
    ) {
        let mut cell = touched.start;
        while cell < touched.end {
            let Some(part) = map.union_at(cell) else {
                cell += 1;
                continue;
            };
            self.choose_field(thread, (map, part), scalars, (home, base, len));
            cell = part.cells().end;
        }
    }

    /// The same of one union, and of those inside it.
    fn choose_field(
        &mut self,
        thread: &mut Thread,
        (map, part): (Bytes<'_>, UnionPart<'_>),
        scalars: &[Scalar],
        (home, base, len): (Home, usize, u64),
    ) {
        let code = self.code.clone();
        let contents = self.contents_of(Some(thread), home, base, len);
        let mut held = contents.cells.get(part.view() as usize).copied();
        let reader = self.reader(&code, thread, map, contents);
        if held == Some(code.uninit) || reader.are_overwritten(&part.cells(), scalars) {
            let leaves: SmallVec<[Leaf; 4]> = scalars.iter().map(|s| s.leaf).collect();
            let field = part.field_for(code.program(), &leaves);
            let cells = &mut self.space_mut(Some(thread), home).cells[base..];
            if held != Some(field) {
                cells[part.cells().start as usize..part.cells().end as usize].fill(code.uninit);
                cells[part.view() as usize] = field;
            }
            held = Some(field);
        }
        let Some(field) = held else { return };
        let mut cell = part.cells().start;
        while cell < part.cells().end {
            let Some(inner) = part.inner_at(field, cell) else {
                cell += 1;
                continue;
            };
            self.choose_field(thread, (map, inner), scalars, (home, base, len));
            cell = inner.cells().end;
        }
    }

    /// Puts scalars into a region; what is not written of a scalar that is cut stays.
    fn write_region(
        &mut self,
        thread: &mut Thread,
        region: &Region<'_>,
        scalars: &[Scalar],
    ) -> Result<(), Trap> {
        let (home, base) = self.locate_to_write(thread, region.object, region.len as usize)?;
        let code = self.code.clone();
        let contents = self.contents_of(Some(thread), home, base, region.len);
        let reader = self.reader(&code, thread, region.map, contents);
        let touched = reader.touched(&region.bytes);
        let place = (home, base, region.len);
        self.choose_fields(thread, (region.map, &touched), scalars, place);
        let contents = self.contents_of(Some(thread), home, base, region.len);
        let reader = self.reader(&code, thread, region.map, contents);
        let Written {
            cells: new,
            padding,
        } = reader.written(&touched, (scalars, &region.bytes), false)?;
        let (address, at) = (region.object + touched.start, base + touched.start as usize);
        if self.watching {
            let past = (&self.space(Some(thread), home).shadows, base);
            let parts = reader.parts(&touched, &region.bytes, past);
            self.note_writes(thread, address, home, at, |_, index| {
                new.get(index).copied()
            });
            self.check_region(thread, region.object, (home, base), &parts, true)?;
        }
        self.note_wholes(region.map, &new);
        self.padded |= padding.iter().any(|(_, value)| value.is_some());
        let space = self.space_mut(Some(thread), home);
        space.cells[at..at + new.len()].copy_from_slice(&new);
        for (byte, value) in padding {
            space.padding.write(base, byte..byte + 1, value);
        }
        Ok(())
    }
}
