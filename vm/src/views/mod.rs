//! Memory seen as another type than it was made for: bytes of integers, integers in arrays of bytes, and
//! memory that was made for anything.
//!
//! A pointer that is cast to a type whose cells are not what the object has there becomes a *view*: it
//! names the object, the byte, and the type. What it advances by and which cells are read are those of
//! the type, as for any pointer; an access finds the scalars of the object that have the same bytes, and
//! converts. All other accesses know nothing of views.
//!
//! A pointer that was made of a number and may not be used to access what has that address is a view of no
//! object: of null, at that byte. One that was moved out of its object is a view of that, at a byte which it does
//! not have, be it before the first.
//!
//! In memory for anything, and in arrays of bytes where the value's bytes are not known, a value stands as
//! a whole in the cell of its first byte, and the cells of its other bytes say so.

mod access;
mod atomic;
mod reader;
mod whole;
mod writer;

pub use atomic::Shown;
pub(crate) use atomic::{AtomicPart, Purpose, Settled, Standing, Viewed};

use reader::Contents;

use crate::address;
use crate::bytes::{Bytes, LeafKind};
use crate::code::Code;
use crate::machine::Machine;
use crate::thread::Thread;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Mutex;
use vscheck_ir::{CellKind, LayoutId};

/// Objects of more cells of several types are not compared with others; they get views.
const MAX_COMPARED: u64 = 256;

/// Where a view's first value begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Start {
    /// At this byte, which is in the first value that is not before the object, or far from it.
    Byte(u64),
    /// At this cell of an object whose bytes are not known.
    Cell(u64),
}

/// An object seen as values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct View {
    /// The address of its first cell.
    object: u64,
    start: Start,
    layout: LayoutId,
}

/// All views that any execution has made: the same one has the same number in each.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// By number, from 1 on: they are looked up far more often than made.
    views: boxcar::Vec<View>,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    numbers: FxHashMap<View, usize>,
    /// The objects that have views, with their types.
    objects: FxHashSet<(u64, LayoutId)>,
}

impl Views {
    fn number(&self, view: View, of: LayoutId) -> usize {
        let mut table = self.table.lock().expect("nobody panics with it");
        let Table { numbers, objects } = &mut *table;
        *numbers.entry(view).or_insert_with(|| {
            objects.insert((view.object, of));
            self.views.push(view) + 1
        })
    }

    fn are_of(&self, object: u64, of: LayoutId) -> bool {
        let table = self.table.lock().expect("nobody panics with it");
        table.objects.contains(&(object, of))
    }

    fn of(&self, address: u64) -> Option<View> {
        let number = address::index(address).checked_sub(1)?;
        self.views.get(number).copied()
    }

    /// The address of the first cell of what an address in a view points into, and where in it that is,
    /// as a number that differs from place to place.
    pub(crate) fn resolve(&self, address: u64) -> Option<(u64, u64)> {
        let view = self.of(address)?;
        let (start, kind) = match view.start {
            Start::Byte(byte) => (byte, 0),
            Start::Cell(cell) => (cell, 1),
        };
        let within = address::offset(address) as u64;
        let place = (start << 1 | kind).rotate_left(32) ^ u64::from(view.layout.0) << 40 ^ within;
        Some((view.object, place))
    }
}

impl Machine {
    /// The type and length of a live object, by its first cell.
    pub(crate) fn extent(&self, own: Option<&Thread>, object: u64) -> Option<(LayoutId, u64)> {
        let (thread, index) = (address::thread(object), address::index(object));
        if !address::is_plausible(object) {
            return None;
        }
        if address::is_stack(object) {
            let own = own.filter(|own| own.id.index() == thread);
            let owner = own.or_else(|| self.threads.get(thread)?.as_deref())?;
            let slot = owner.slot(object)?;
            return Some((slot.layout, slot.len.into()));
        }
        let entry = self.arena(object)?.live(index).ok()?;
        Some((entry.layout, entry.len.into()))
    }

    /// Whether an address is in memory that was made for no type.
    pub(crate) fn is_raw(&self, address: u64) -> bool {
        let extent = self.extent(None, address::object(address));
        let map = extent.and_then(|(of, _)| self.code.byte_map(of));
        map.is_some_and(|map| map.is_raw())
    }

    /// The byte of a value of a type that its first cell has.
    pub(crate) fn first_byte(&self, layout: LayoutId) -> u64 {
        self.code.byte_map(layout).map_or(0, |map| map.byte_of(0))
    }

    /// The same place as a pointer to another type, and from which.
    pub(crate) fn view_as(
        &self,
        own: &Thread,
        pointer: u64,
        (from, layout): (Option<LayoutId>, LayoutId),
    ) -> u64 {
        let code = &self.code;
        let Some((object, start)) = place_of(code, pointer) else {
            return pointer;
        };
        if let Start::Byte(byte) = start
            && (object == 0 || is_far(byte))
        {
            return self.view_at(object, byte, layout).unwrap_or(pointer);
        }
        let Some((of, len)) = self.extent(Some(own), object) else {
            return pointer;
        };
        let cells = u64::from(code.program().layout(layout).cells());
        let tag = if address::is_view(pointer) {
            0
        } else {
            pointer >> 61
        };
        if cells == 0 {
            return match (start, code.byte_map(of)) {
                (Start::Cell(cell), Some(map)) if tag == 0 && cell < len => {
                    address::advance(object, map.outermost(code.program(), cell) as i64)
                }
                _ => pointer,
            };
        }
        let of_cells = u64::from(code.program().layout(of).cells());
        match start {
            Start::Cell(cell) if of == layout && tag == 0 && cell % cells == 0 => {
                return address::advance(object, cell as i64);
            }
            _ if of_cells == 0 => return pointer,
            _ => {}
        }
        let to = code.byte_map(layout);
        // What is no place of a value is an address with a tag.
        if tag != 0 && to.is_none_or(|to| !tag.is_multiple_of(to.align())) {
            return pointer;
        }
        let start = match (start, code.byte_map(of)) {
            (Start::Cell(cell), Some(map)) if tag == 0 => {
                let ahead = from.map_or(0, |from| self.first_byte(from));
                Start::Byte(self.first_byte_at((own, object, map), cell, ahead))
            }
            (Start::Cell(cell), Some(map)) => {
                Start::Byte(self.byte_at((own, object, map), cell) + tag)
            }
            (Start::Byte(byte), _) => Start::Byte(byte + self.first_part_at(pointer, from)),
            (Start::Cell(_), None) => start,
        };
        if let Some(cell) = self.natural((own, object), (of, len), start, layout) {
            return address::advance(object, cell as i64);
        }
        let view = View {
            object,
            start,
            layout,
        };
        self.viewed(view, of).unwrap_or(pointer)
    }

    /// The address in a view of an object of this type, unless there are too many views.
    fn viewed(&self, mut view: View, of: LayoutId) -> Option<u64> {
        let mut within = 0;
        if let (Start::Byte(byte), Some(to)) = (view.start, self.code.byte_map(view.layout)) {
            view.start = Start::Byte(byte % to.bytes());
            within = byte / to.bytes() * to.cells();
        }
        let number = self.code.views.number(view, of);
        let place = || address::advance(address::view(number), within as i64);
        ((number as u64) < address::MAX_OBJECTS).then(place)
    }

    /// A pointer to a type that has an address and provenance of nothing.
    pub(crate) fn bare_pointer(&self, own: &Thread, number: u64, layout: LayoutId) -> u64 {
        let pointer = self.integer_to_pointer(own, number);
        let object = address::object(address::untagged(pointer));
        let is_object = self.extent(Some(own), object).is_some() || self.was_allocated(object);
        // Other numbers point at nothing anyway.
        match is_object && !address::is_small(object) {
            true => self.view_at(0, number, layout).unwrap_or(pointer),
            false => pointer,
        }
    }

    /// A pointer to a type that has another address than one it is made of, and its provenance.
    pub(crate) fn with_address(
        &self,
        own: &Thread,
        (pointer, number): (u64, u64),
        layout: LayoutId,
    ) -> u64 {
        let there = self.integer_to_pointer(own, number);
        let object = |pointer| place_of(&self.code, pointer).map(|(object, _)| object);
        match object(pointer) {
            Some(0) => self.bare_pointer(own, number, layout),
            Some(from) if object(there) != Some(from) && self.extent(Some(own), from).is_some() => {
                let byte = address::bytes_from(from, number);
                self.view_at(from, byte, layout).unwrap_or(there)
            }
            _ => there,
        }
    }

    /// A view that begins at a byte which the object does not have, or of none.
    fn view_at(&self, object: u64, byte: u64, layout: LayoutId) -> Option<u64> {
        let start = Start::Byte(byte);
        let view = View {
            object,
            start,
            layout,
        };
        let number = self.code.views.number(view, layout);
        ((number as u64) < address::MAX_OBJECTS).then(|| address::view(number))
    }

    /// The address of a pointer that has no provenance, though something may be there.
    pub(crate) fn bare_number(&self, pointer: u64) -> Option<u64> {
        match place_of(&self.code, pointer) {
            Some((0, Start::Byte(number))) => Some(number),
            _ => None,
        }
    }

    /// A pointer that is taken to be one to this type: where it is not, the same place as one.
    pub(crate) fn meant_as(&self, own: &Thread, pointer: u64, layout: LayoutId) -> u64 {
        let fits = match address::is_view(pointer) {
            true => {
                let view = self.code.views.of(pointer);
                view.is_none_or(|view| {
                    view.layout == layout || self.is_first_part(view.layout, layout)
                })
            }
            false => self.has_kinds(own, pointer, layout),
        };
        match fits {
            true => pointer,
            false => self.view_as(own, pointer, (None, layout)),
        }
    }

    /// Whether a pointer to a value of one type may be meant as one to its first part, of another: the first
    /// cells are.
    fn is_first_part(&self, whole: LayoutId, part: LayoutId) -> bool {
        let program = self.code.program();
        let (whole, part) = (program.layout(whole), program.layout(part));
        let cells = part.cells();
        let alike = |cell| whole.kind_at(cell) == part.kind_at(cell);
        cells > 0 && cells <= whole.cells() && (0..cells).all(alike)
    }

    /// At which byte of what a view shows a pointer's place begins, if that is a pointer to its first part.
    fn first_part_at(&self, pointer: u64, from: Option<LayoutId>) -> u64 {
        let (Some(from), Some(view)) = (from, self.code.views.of(pointer)) else {
            return 0;
        };
        let cells = u64::from(self.code.program().layout(view.layout).cells());
        let is_first = (address::offset(pointer) as u64).is_multiple_of(cells.max(1));
        match is_first && self.is_first_part(view.layout, from) {
            true => self
                .first_byte(view.layout)
                .saturating_sub(self.first_byte(from)),
            false => 0,
        }
    }

    /// Whether an object's cells may be those of a type, by what kinds of scalars they hold.
    fn has_kinds(&self, own: &Thread, pointer: u64, layout: LayoutId) -> bool {
        let Some((of, _)) = self.extent(Some(own), address::object(pointer)) else {
            return true;
        };
        let program = self.code.program();
        let (of, to) = (program.layout(of), program.layout(layout));
        let first = address::offset(pointer) as u32;
        if of.pattern.is_empty() {
            return true;
        }
        let differs = |(index, &kind): (usize, &CellKind)| {
            let there = of.kind_at(first + index as u32);
            let scalars = matches!((there, kind), (CellKind::Scalar(_), CellKind::Scalar(_)));
            scalars && there != kind
        };
        !to.pattern.iter().enumerate().any(differs)
    }

    /// The cell at which an object has the cells of another type, so that a pointer to that may step from
    /// there over the object's cells.
    fn natural(
        &self,
        (own, object): (&Thread, u64),
        (of, len): (LayoutId, u64),
        start: Start,
        to: LayoutId,
    ) -> Option<u64> {
        let (Some(map), Start::Byte(byte), Some(wanted)) =
            (self.code.byte_map(of), start, self.code.byte_map(to))
        else {
            return self.same_kinds(of, len, start, to);
        };
        if map.is_raw() {
            return (of == to).then_some(byte);
        }
        let cells = wanted.cells();
        if of == to && byte % map.bytes() == 0 && byte / map.bytes() * cells <= len {
            return Some(byte / map.bytes() * cells);
        }
        let first = byte + wanted.byte_of(0);
        let (inner, at) = self.cell_at((own, object, map), first);
        if at != first {
            return None;
        }
        // In what is packed. Whoever goes there through a view is asked for the alignment.
        if byte % wanted.align() != 0 && map.is_placed(self.code.program(), inner) {
            return None;
        }
        let is_there = |&cell: &u64| {
            // One past the last is a place too.
            let room = if cell == len { 0 } else { cells };
            let fits = |index: u64| self.fits((of, cell + index), (to, index), byte);
            // What says which variant of an enum it is does not stand alone.
            let mut tags = (cell..cell + cells).filter_map(|at| map.tag_of(at));
            cell + room <= len
                && (0..cells).all(fits)
                && tags.all(|tag| tag >= cell)
                && self.goes_on(of, len, (cell, byte), to)
        };
        let outer = map.outermost(self.code.program(), inner);
        (outer..=inner).rev().find(is_there)
    }

    /// Whether a cell of an object is one of another type that begins at a byte.
    fn fits(&self, (of, at): (LayoutId, u64), (to, with): (LayoutId, u64), byte: u64) -> bool {
        let program = self.code.program();
        let (Some(map), Some(wanted)) = (self.code.byte_map(of), self.code.byte_map(to)) else {
            return false;
        };
        let (Some(a), Some(b)) = (map.leaf(program, at), wanted.leaf(program, with)) else {
            return false;
        };
        // What says which variant an enum is stands before the payload.
        let is_tag = |map: Bytes<'_>, cell: u64| {
            let part = map.enum_at(cell);
            part.is_some_and(|part| part.cells().start == cell)
        };
        if is_tag(map, at) && !map.is_raw() && !is_tag(wanted, with) {
            return false;
        }
        if a.kind != LeafKind::Exact {
            return a.is_like(b) && a.byte.checked_sub(byte) == Some(b.byte);
        }
        // What lies in an enum stands there cell by cell, wherever its bytes are.
        let kind = |layout: LayoutId, cell: u64| program.layout(layout).kind_at(cell as u32);
        let unions = map.union_at(at).is_some() == wanted.union_at(with).is_some();
        unions && kind(of, at) == kind(to, with)
    }

    /// Whether a pointer to another type may step from a cell to wherever in the object: what steps by
    /// single numbers may go anywhere.
    fn goes_on(&self, of: LayoutId, len: u64, (cell, byte): (u64, u64), to: LayoutId) -> bool {
        let program = self.code.program();
        let leaf = |layout: LayoutId, cell: u64| self.code.byte_map(layout)?.leaf(program, cell);
        let (Some(there), Some(one)) = (leaf(of, cell), leaf(to, 0)) else {
            return false;
        };
        let single = program.layout(to).cells() == 1 && matches!(one.kind, LeafKind::Number(_));
        if !single || there.kind == LeafKind::Exact {
            return true;
        }
        let is_dense = |map: Bytes<'_>| map.bytes() == map.cells() * there.bytes;
        if matches!(*program.layout(of).pattern, [_])
            && self.code.byte_map(of).is_some_and(is_dense)
        {
            return true;
        }
        let steps = |at: u64| {
            leaf(of, at).is_some_and(|leaf| {
                leaf.is_like(one) && leaf.byte + cell * leaf.bytes == byte + at * leaf.bytes
            })
        };
        len <= MAX_COMPARED && (0..len).all(steps)
    }

    /// The same for objects whose bytes are not known.
    fn same_kinds(&self, of: LayoutId, len: u64, start: Start, to: LayoutId) -> Option<u64> {
        let program = self.code.program();
        let (of, target) = (program.layout(of), program.layout(to));
        let (cell, cells) = match (start, self.code.byte_map(to)) {
            (Start::Cell(cell), _) => (cell, target.cells()),
            (Start::Byte(0), _) => (0, target.cells()),
            (Start::Byte(_), _) => return None,
        };
        let alike = |index: u32| of.kind_at(cell as u32 + index) == target.kind_at(index);
        (cell + u64::from(cells) <= len && (0..cells).all(alike)).then_some(cell)
    }

    /// The number that stands for an address in a view.
    pub(crate) fn view_to_integer(&self, own: &Thread, pointer: u64) -> u64 {
        match place_of(&self.code, pointer) {
            Some((object, Start::Byte(byte))) => address::integer_at(object, byte),
            Some((object, Start::Cell(cell))) => {
                self.pointer_to_integer(own, address::advance(object, cell as i64))
            }
            None => address::to_integer(pointer),
        }
    }

    /// How many cells one address lies behind another, as pointers to the type that is seen there do.
    pub(crate) fn cells_between(&self, own: &Thread, address: u64, origin: u64) -> u64 {
        let view = match (address::is_view(address), address::is_view(origin)) {
            (false, false) => return address.wrapping_sub(origin),
            (true, _) => address,
            (false, true) => origin,
        };
        let layout = self.code.views.of(view).map(|view| view.layout);
        let Some(map) = layout.and_then(|layout| self.code.byte_map(layout)) else {
            return address.wrapping_sub(origin);
        };
        let number = |address| self.pointer_to_integer(own, address);
        let bytes = address::bytes_between(number(address), number(origin)) as i64;
        (bytes / map.bytes() as i64).wrapping_mul(map.cells() as i64) as u64
    }

    /// Whether two pointers are the same, or point into the same object.
    pub(crate) fn are_of_one_object(&self, a: u64, b: u64) -> bool {
        let object = |pointer| place_of(&self.code, pointer).map(|(object, _)| object);
        a == b || object(a) == object(b)
    }

    /// The cell of an object at the place that a pointer into it names, if that is a view and a cell begins
    /// there.
    pub(crate) fn own_cell(&self, own: &Thread, pointer: u64) -> u64 {
        if !address::is_view(pointer) {
            return pointer;
        }
        let cell = match place_of(&self.code, pointer) {
            Some((object, Start::Cell(cell))) => Some((object, cell)),
            Some((object, Start::Byte(byte))) => self
                .extent(Some(own), object)
                .and_then(|(of, _)| self.code.byte_map(of))
                .map(|map| self.cell_at((own, object, map), byte))
                .filter(|&(_, first)| first == byte)
                .map(|(cell, _)| (object, cell)),
            None => None,
        };
        cell.map_or(pointer, |(object, cell)| {
            address::advance(object, cell as i64)
        })
    }

    /// The cells of an object.
    fn object_cells<'a>(&'a self, own: &'a Thread, object: u64) -> Option<&'a [u64]> {
        let (_, len) = self.extent(Some(own), object)?;
        let (home, at) = self.locate(Some(own), object, len as usize).ok()?;
        Some(&self.space(Some(own), home).cells[at..at + len as usize])
    }

    /// The byte of an object that a pointer to a cell has. Of an enum's payload and of a union, what stands there
    /// says it; the first cell means all of it.
    pub(crate) fn byte_at(&self, (own, object, map): (&Thread, u64, Bytes<'_>), cell: u64) -> u64 {
        let there = || self.object_cells(own, object);
        let by_content = match (map.union_at(cell), map.enum_at(cell)) {
            _ if map.is_raw() => None,
            (Some(part), _) => there()
                .filter(|_| part.cells().start != cell)
                .and_then(|cells| {
                    let value = |at: u64| cells.get(at as usize).copied();
                    part.byte_of(self.code.program(), cell, &value)
                }),
            (None, Some(part)) => there()
                .filter(|_| part.cells().start != cell)
                .and_then(|cells| map.byte_now(cell, &|at| cells.get(at as usize).copied())),
            (None, None) => None,
        };
        by_content.unwrap_or_else(|| map.byte_of(cell))
    }

    /// The cell of an object in which a byte lies, and that cell's first byte.
    pub(crate) fn cell_at(
        &self,
        (own, object, map): (&Thread, u64, Bytes<'_>),
        byte: u64,
    ) -> (u64, u64) {
        let found = map.cell_of(byte);
        let varies = map.union_at(found.0).is_some() || map.enum_at(found.0).is_some();
        match self.object_cells(own, object) {
            Some(cells) if varies && !map.is_raw() => {
                let contents = Contents {
                    cells,
                    padding: None,
                };
                self.reader(&self.code, own, map, contents).cell_of(byte)
            }
            Some(_) | None => found,
        }
    }

    /// The first byte of a value whose first cell is this one and has the byte `ahead` of it. A union's first cell
    /// stands for its first byte, whichever of its fields is there.
    fn first_byte_at(
        &self,
        (own, object, map): (&Thread, u64, Bytes<'_>),
        cell: u64,
        ahead: u64,
    ) -> u64 {
        let byte = self.byte_at((own, object, map), cell);
        match map.union_at(cell) {
            Some(part) if part.cells().start == cell => byte,
            Some(_) | None => byte.saturating_sub(ahead),
        }
    }

    /// Where a pointer points: its object's first cell, and which part of that.
    pub(crate) fn start_of(&self, pointer: u64) -> Option<(u64, Start)> {
        place_of(&self.code, pointer)
    }

    /// The first cell of the object that a view is of, if the address is its first byte's.
    pub(crate) fn viewed_object(&self, pointer: u64) -> Option<u64> {
        let (object, start) = place_of(&self.code, pointer)?;
        matches!(start, Start::Byte(0) | Start::Cell(0)).then_some(object)
    }
}

/// Whether no object is so large that it has a byte.
fn is_far(byte: u64) -> bool {
    byte > address::MAX_OFFSET
}

fn count(cells: &Range<u64>) -> usize {
    (cells.end - cells.start) as usize
}

/// Where an address points: its object's first cell, and which part of that.
fn place_of(code: &Code, pointer: u64) -> Option<(u64, Start)> {
    if !address::is_view(pointer) {
        let whole = address::untagged(pointer);
        let cell = address::offset(whole) as u64;
        return Some((address::object(whole), Start::Cell(cell)));
    }
    let view = code.views.of(pointer)?;
    let within = address::offset(pointer) as u64;
    let start = match view.start {
        start if within == 0 => start,
        Start::Byte(start) => {
            let map = code.byte_map(view.layout)?;
            // Of a whole value, the first cell need not have the first byte.
            let byte = match within % map.cells() {
                0 => within / map.cells() * map.bytes(),
                _ => map.byte_of(within),
            };
            Start::Byte(start.wrapping_add(byte))
        }
        Start::Cell(_) => return None,
    };
    Some((view.object, start))
}
