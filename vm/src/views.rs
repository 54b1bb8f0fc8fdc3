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

use crate::access::{Home, Trap};
use crate::address;
use crate::bytes::{Bytes, Leaf, LeafKind};
use crate::code::Code;
use crate::machine::Machine;
use crate::memory::{BadAddress, Space};
use crate::operation::ThreadId;
use crate::shadow::{Shadows, WHOLE};
use crate::thread::Thread;
use crate::value;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Mutex;
use vscheck_ir::{CellKind, LayoutId, Program, ScalarType};

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
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    numbers: FxHashMap<View, u32>,
    views: Vec<View>,
    /// The objects that have views, with their types.
    objects: FxHashSet<(u64, LayoutId)>,
}

impl Views {
    fn number(&self, view: View, of: LayoutId) -> usize {
        let mut table = self.table.lock().expect("nobody panics with it");
        let table = &mut *table;
        let (views, objects) = (&mut table.views, &mut table.objects);
        let number = *table.numbers.entry(view).or_insert_with(|| {
            objects.insert((view.object, of));
            views.push(view);
            views.len() as u32
        });
        number as usize
    }

    fn are_of(&self, object: u64, of: LayoutId) -> bool {
        let table = self.table.lock().expect("nobody panics with it");
        table.objects.contains(&(object, of))
    }

    fn of(&self, address: u64) -> Option<View> {
        let table = self.table.lock().expect("nobody panics with it");
        let number = address::index(address).checked_sub(1)?;
        table.views.get(number).copied()
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

/// What the cells of the other bytes of a value hold, which stands in the cell of the first: this, what it
/// is, which byte, and of how many.
const REST: u64 = 0x9E3F_7A11_0000_0000;
const REST_MASK: u64 = !0xFF_FFFF;

/// The cell of a value's `index`-th byte.
fn rest(kind: LeafKind, index: u64, bytes: u64) -> u64 {
    let kind = match kind {
        LeafKind::Number(ty) if value::is_signed(ty) => 3,
        LeafKind::Number(_) => 0,
        LeafKind::Pointer => 1,
        LeafKind::Exact => 2,
    };
    REST | kind << 16 | index << 8 | bytes
}

/// Back from [`rest`].
fn as_rest(cell: u64) -> Option<(LeafKind, u64, u64)> {
    if cell & REST_MASK != REST {
        return None;
    }
    let kind = match cell >> 16 & 0xFF {
        0 => LeafKind::Number(ScalarType::U64),
        1 => LeafKind::Pointer,
        3 => LeafKind::Number(ScalarType::I64),
        _ => LeafKind::Exact,
    };
    Some((kind, cell >> 8 & 0xFF, cell & 0xFF))
}

/// The value that stands as a whole and has this cell: its first cell, what it is, and how many bytes.
fn whole_around(cells: &[u64], at: usize) -> Option<(usize, LeafKind, usize)> {
    if let Some((kind, index, bytes)) = cells.get(at).and_then(|&cell| as_rest(cell)) {
        return Some((at - index as usize, kind, bytes as usize));
    }
    match cells.get(at + 1).and_then(|&cell| as_rest(cell)) {
        Some((kind, 1, bytes)) => Some((at, kind, bytes as usize)),
        _ => None,
    }
}

/// A scalar and its value.
#[derive(Clone, Copy, Debug)]
struct Scalar {
    leaf: Leaf,
    value: u64,
}

type Scalars = SmallVec<[Scalar; 4]>;
type Values = SmallVec<[u64; 4]>;

/// What part of which object an access through a view is about.
struct Region<'a> {
    /// The object's first cell, its cells, and its type.
    object: u64,
    len: u64,
    map: Bytes<'a>,
    /// The scalars that the access is about, at the object's bytes.
    wanted: SmallVec<[Leaf; 4]>,
    /// Their bytes.
    bytes: Range<u64>,
}

/// What reading and converting cells needs to know.
struct Reader<'a> {
    machine: &'a Machine,
    own: &'a Thread,
    program: &'a Program,
    map: Bytes<'a>,
    /// The object's cells.
    cells: &'a [u64],
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
        if cells == 0 {
            return pointer;
        }
        let tag = if address::is_view(pointer) {
            0
        } else {
            pointer >> 61
        };
        let of_cells = u64::from(code.program().layout(of).cells());
        match start {
            Start::Cell(cell) if of == layout && tag == 0 && cell % cells == 0 => {
                return address::advance(object, cell as i64);
            }
            _ if of_cells == 0 => return pointer,
            _ => {}
        }
        let to = code.byte_map(layout);
        if tag != 0 && to.is_none_or(|to| to.align() > 1) {
            return pointer;
        }
        let start = match (start, code.byte_map(of)) {
            (Start::Cell(cell), Some(map)) if tag == 0 => {
                let ahead = from.map_or(0, |from| self.first_byte(from));
                Start::Byte(first_byte_at(map, cell, ahead))
            }
            (Start::Cell(cell), Some(map)) => Start::Byte(map.byte_of(cell) + tag),
            (Start::Byte(byte), _) => Start::Byte(byte + self.first_part_at(pointer, from)),
            (Start::Cell(_), None) => start,
        };
        if let Some(cell) = self.natural(of, len, start, layout) {
            return address::advance(object, cell as i64);
        }
        let (start, within) = match (start, to) {
            (Start::Byte(byte), Some(to)) => {
                let (whole, phase) = (byte / to.bytes(), byte % to.bytes());
                (Start::Byte(phase), whole * to.cells())
            }
            (start, _) => (start, 0),
        };
        let view = View {
            object,
            start,
            layout,
        };
        let number = code.views.number(view, of);
        if number as u64 >= address::MAX_OBJECTS {
            return pointer;
        }
        address::advance(address::view(number), within as i64)
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
                let byte = number.wrapping_sub(address::to_integer(from));
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
    fn natural(&self, of: LayoutId, len: u64, start: Start, to: LayoutId) -> Option<u64> {
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
        let (cell, at) = map.cell_of(first);
        // One past the last is a place too.
        let room = if cell == len { 0 } else { cells };
        if at != first || cell + room > len {
            return None;
        }
        // In what is packed. Whoever goes there through a view is asked for the alignment.
        if byte % wanted.align() != 0 && map.is_placed(self.code.program(), cell) {
            return None;
        }
        let fits = |index: u64| self.fits((of, cell + index), (to, index), byte);
        let goes_on = || self.goes_on(of, len, (cell, byte), to);
        ((0..cells).all(fits) && goes_on()).then_some(cell)
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
        if !single || there.kind == LeafKind::Exact || matches!(*program.layout(of).pattern, [_]) {
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
            Some((object, Start::Byte(byte))) => address::to_integer(object).wrapping_add(byte),
            Some((object, Start::Cell(cell))) => {
                self.pointer_to_integer(own, address::advance(object, cell as i64))
            }
            None => address::to_integer(pointer),
        }
    }

    /// What cells through a view are about.
    fn region<'a>(
        &self,
        code: &'a Code,
        own: Option<&Thread>,
        pointer: u64,
        cells: u64,
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
        let mut wanted: SmallVec<[Leaf; 4]> = SmallVec::new();
        for cell in first..first + cells {
            let leaf = match map.is_raw() {
                true => to.leaf_in_raw(code.program(), cell),
                false => to.leaf(code.program(), cell),
            };
            let mut leaf = leaf.ok_or_else(refused)?;
            leaf.byte = leaf.byte.wrapping_add(start);
            if is_far(leaf.byte) {
                let (offset, len) = (address::MAX_OFFSET as usize, len as usize);
                return Err(bad(BadAddress::OutOfBounds { offset, len }));
            }
            let lies_over = |other: &Leaf| other.kind == leaf.kind && other.byte == leaf.byte;
            if leaf.kind == LeafKind::Exact && wanted.last().is_some_and(lies_over) {
                return Err(Trap::Refused);
            }
            wanted.push(leaf);
        }
        let from = wanted.iter().map(|leaf| leaf.byte).min().unwrap_or(start);
        let end = wanted.iter().map(|leaf| leaf.end()).max().unwrap_or(from);
        if end > len / map.cells() * map.bytes() {
            let offset = map.cell_of(end - 1).0 as usize;
            let len = len as usize;
            return Err(bad(BadAddress::OutOfBounds { offset, len }));
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
        let region = self.region(&code, Some(thread), pointer, cells as u64)?;
        let scalars = self.read_region(thread, &region)?;
        let reader = self.reader(&code, thread, region.map, &[]);
        let value = |&leaf: &Leaf| reader.gather(&scalars, leaf);
        region.wanted.iter().map(value).collect()
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
        let region = self.region(&code, Some(thread), pointer, values.len() as u64)?;
        let leaves = region.wanted.iter().zip(values);
        let scalars: Scalars = leaves
            .map(|(&leaf, &value)| Scalar { leaf, value })
            .collect();
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
        let source = self.region(&code, Some(thread), from, cells)?;
        let target = self.region(&code, Some(thread), to, cells)?;
        let scalars = self.read_region(thread, &source)?;
        let reader = self.reader(&code, thread, source.map, &[]);
        let mut moved = Scalars::new();
        // A union is looked at as a whole.
        let bytes = &source.bytes;
        let touched = |leaf: Leaf| leaf.byte < bytes.end && leaf.end() > bytes.start;
        for scalar in scalars.iter().filter(|scalar| touched(scalar.leaf)) {
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
        let there = self.cells_of(Some(own), home, base, len);
        let reader = self.reader(&self.code, own, map, there);
        let alike = |index: u64| {
            let at = first + index;
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
        let byte = first_byte_at(map, cell, to.byte_of(0));
        let view = View {
            object,
            start: Start::Byte(byte % to.bytes()),
            layout,
        };
        let within = byte / to.bytes() * to.cells();
        let number = self.code.views.number(view, of);
        Ok(address::advance(address::view(number), within as i64))
    }

    fn reader<'a>(
        &'a self,
        code: &'a Code,
        own: &'a Thread,
        map: Bytes<'a>,
        cells: &'a [u64],
    ) -> Reader<'a> {
        Reader {
            machine: self,
            own,
            program: code.program(),
            map,
            cells,
        }
    }

    /// The scalars that have bytes in a region.
    fn read_region(&mut self, thread: &mut Thread, region: &Region<'_>) -> Result<Scalars, Trap> {
        let (home, base) = self.locate(Some(thread), region.object, region.len as usize)?;
        let code = self.code.clone();
        let cells = self.cells_of(Some(thread), home, base, region.len);
        let reader = self.reader(&code, thread, region.map, cells);
        let touched = reader.touched(&region.bytes);
        let scalars = reader.scalars(&touched)?;
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

    fn cells_of<'a>(
        &'a self,
        own: Option<&'a Thread>,
        home: Home,
        base: usize,
        len: u64,
    ) -> &'a [u64] {
        let space: &Space = self.space(own, home);
        &space.cells[base..base + len as usize]
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
        let cells = self.cells_of(Some(thread), home, base, region.len);
        let reader = self.reader(&code, thread, region.map, cells);
        let touched = reader.touched(&region.bytes);
        let new = reader.written(&touched, scalars, false)?;
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
        let target = &mut self.space_mut(Some(thread), home).cells;
        target[at..at + new.len()].copy_from_slice(&new);
        Ok(())
    }

    /// Notes whether values stand as a whole in a program's own bytes, which all accesses look out for then.
    fn note_wholes(&mut self, map: Bytes<'_>, new: &[u64]) {
        if !self.wholes && !map.is_raw() && new.iter().any(|&cell| as_rest(cell).is_some()) {
            self.wholes = true;
            self.watching = true;
        }
    }

    /// A byte of a value that stands as a whole, if that is what a cell is.
    pub(crate) fn byte_of_whole(
        &self,
        own: &Thread,
        home: Home,
        at: usize,
    ) -> Result<Option<u64>, Trap> {
        let cells = &self.space(Some(own), home).cells;
        let Some((first, kind, _)) = whole_around(cells, at) else {
            return Ok(None);
        };
        let bits = self.bits(own, kind, cells[first]).ok_or(Trap::Refused)?;
        Ok(Some(bits >> ((at - first) * 8) & 0xFF))
    }

    /// A scalar's bytes as a number, if they are known.
    fn bits(&self, own: &Thread, kind: LeafKind, value: u64) -> Option<u64> {
        match kind {
            LeafKind::Number(_) => Some(value),
            LeafKind::Pointer => Some(self.pointer_to_integer(own, value)),
            LeafKind::Exact => None,
        }
    }

    /// Whether some cells begin or end within a value that stands as a whole.
    pub(crate) fn cut_wholes(&self, own: &Thread, home: Home, at: usize, len: usize) -> bool {
        let cells = &self.space(Some(own), home).cells;
        let is_rest = |at: usize| cells.get(at).is_some_and(|&cell| as_rest(cell).is_some());
        is_rest(at) || is_rest(at + len)
    }

    /// Turns values that stand as a whole, and begin or end within some cells, into their bytes.
    pub(crate) fn split_wholes(&mut self, thread: &mut Thread, home: Home, at: usize, len: usize) {
        for at in [at, at + len] {
            let cells = &self.space(Some(thread), home).cells;
            let Some((first, kind, bytes)) = whole_around(cells, at).filter(|whole| whole.0 != at)
            else {
                continue;
            };
            let bits = self.bits(thread, kind, cells[first]);
            let uninit = self.code.uninit;
            let target = &mut self.space_mut(Some(thread), home).cells[first..first + bytes];
            for (index, cell) in target.iter_mut().enumerate() {
                *cell = bits.map_or(uninit, |bits| bits >> (index * 8) & 0xFF);
            }
        }
    }

    /// The cell of a synchronization object that is named through a view, where its value stands as a
    /// whole from now on.
    pub(crate) fn settle_view(&mut self, by: ThreadId, pointer: u64) -> Result<u64, Trap> {
        let code = self.code.clone();
        let region = self.region(&code, None, pointer, 1)?;
        let (home, base) = self.locate(None, region.object, region.len as usize)?;
        let cells = self.cells_of(None, home, base, region.len);
        let reader = self.reader(&code, self.thread(by), region.map, cells);
        let leaf = region.wanted[0];
        let (cell, _) = reader.cell_of(leaf.byte);
        let there = reader.leaf(cell)?.ok_or(Trap::Refused)?;
        if there.bytes > 1 && !(there.byte == leaf.byte && there.is_like(leaf)) {
            return Err(Trap::Refused);
        }
        let touched = reader.touched(&region.bytes);
        let scalars = reader.scalars(&touched)?;
        let whole = match scalars[..] {
            [one] => one.leaf.byte == leaf.byte && one.leaf.is_like(leaf),
            _ => false,
        };
        if !whole {
            let value = reader.gather(&scalars, leaf)?;
            let new = reader.written(&touched, &[Scalar { leaf, value }], true)?;
            let at = base + touched.start as usize;
            self.note_wholes(region.map, &new);
            let target = &mut self.space_mut(None, home).cells;
            target[at..at + new.len()].copy_from_slice(&new);
        }
        Ok(address::advance(region.object, cell as i64))
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
        let number = |address| self.pointer_to_integer(own, address) as i64;
        let bytes = number(address).wrapping_sub(number(origin));
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
                .map(|map| map.cell_of(byte))
                .filter(|&(_, first)| first == byte)
                .map(|(cell, _)| (object, cell)),
            None => None,
        };
        cell.map_or(pointer, |(object, cell)| {
            address::advance(object, cell as i64)
        })
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

/// The first byte of a value whose first cell is this one and has the byte `ahead` of it. A union's first cell
/// stands for its first byte, whichever of its fields is there.
fn first_byte_at(map: Bytes<'_>, cell: u64, ahead: u64) -> u64 {
    let byte = map.byte_of(cell);
    match map.union_at(cell) {
        Some(_) => byte,
        None => byte.saturating_sub(ahead),
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

impl Reader<'_> {
    fn uninit(&self) -> u64 {
        self.machine.code.uninit
    }

    /// The cell in which a byte lies, and that cell's first byte.
    fn cell_of(&self, byte: u64) -> (u64, u64) {
        let (cell, first) = self.map.cell_of(byte);
        let Some(part) = self.map.union_at(cell) else {
            return (cell, first);
        };
        let holds = |cell: &u64| {
            let leaf = self.leaf(*cell).ok().flatten();
            leaf.is_some_and(|leaf| (leaf.byte..leaf.end()).contains(&byte))
        };
        match part.cells().find(holds) {
            Some(cell) => {
                let leaf = self.leaf(cell).ok().flatten();
                (cell, leaf.map_or(first, |leaf| leaf.byte))
            }
            None => (cell, first),
        }
    }

    /// The cells of some bytes, and of all of the scalars that these are part of.
    fn touched(&self, bytes: &Range<u64>) -> Range<u64> {
        let cells = self.map.cells_of(bytes);
        let (mut first, mut end) = (cells.start, cells.end - 1);
        if let Some(part) = self.map.union_at(first) {
            first = part.cells().start;
        }
        if let Some(part) = self.map.union_at(end) {
            end = part.cells().end - 1;
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
    fn parts(
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
        let leaf = self.map.leaf(self.program, cell);
        let Some(leaf) = leaf.filter(|_| self.map.union_at(cell).is_none()) else {
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
    fn scalars(&self, cells: &Range<u64>) -> Result<Scalars, Trap> {
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
        Ok(found)
    }

    /// The scalar in a cell; none in cells of a union that are not in use.
    fn leaf(&self, cell: u64) -> Result<Option<Leaf>, Trap> {
        if let Some(part) = self.map.union_at(cell) {
            let field = self.cells.get(part.view() as usize);
            return Ok(field.and_then(|&field| part.leaf(self.program, field, cell)));
        }
        let mut leaf = self.map.leaf(self.program, cell).ok_or(Trap::Refused)?;
        if self.map.is_raw() {
            leaf.kind = LeafKind::Number(ScalarType::U8);
        }
        Ok(Some(leaf))
    }

    /// How many bytes the scalar in a cell has; none where there is no scalar.
    fn width(&self, cell: u64) -> Result<u64, Trap> {
        Ok(self.leaf(cell)?.map_or(0, |leaf| leaf.bytes))
    }

    /// The value of a scalar's bytes, as they stand in others.
    fn gather(&self, scalars: &[Scalar], wanted: Leaf) -> Result<u64, Trap> {
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
            LeafKind::Exact if bits == 0 => Ok(0),
            LeafKind::Exact => Err(Trap::Refused),
        }
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
    fn cut(&self, scalar: &Scalar, bytes: &Range<u64>, into: &mut Scalars) -> Result<(), Trap> {
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

    /// New contents of some cells. `whole`: a number stands in its first byte's cell also where the cells
    /// are a program's own bytes.
    fn written(&self, cells: &Range<u64>, scalars: &[Scalar], whole: bool) -> Result<Values, Trap> {
        let old = self.scalars(cells)?;
        let mut new: Values = SmallVec::from_slice(&self.cells[range(cells)]);
        // What was cut falls into bytes.
        for scalar in old.iter().filter(|old| old.leaf.bytes > 1) {
            let (first, at) = self.cell_of(scalar.leaf.byte);
            if at != scalar.leaf.byte || self.width(first)? > 1 {
                continue;
            }
            for index in 0..scalar.leaf.bytes {
                let byte = match self.byte(&[*scalar], scalar.leaf.byte + index) {
                    Ok(Some(byte)) => self.in_cell(first + index, byte.into()),
                    Ok(None) | Err(_) => self.uninit(),
                };
                new[(first + index - cells.start) as usize] = byte;
            }
        }
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
            let Some(leaf) = self.leaf(cell)? else {
                cell += 1;
                continue;
            };
            let start = scalars.iter().find(|scalar| scalar.leaf.byte == leaf.byte);
            let cut = scalars
                .iter()
                .any(|s| s.leaf.byte < leaf.end() && leaf.byte < s.leaf.end());
            if leaf.bytes > 1 && cut {
                new[(cell - cells.start) as usize] = self.merged(scalars, &old, leaf)?;
            } else if let Some(scalar) = start.filter(|_| leaf.bytes == 1) {
                let keeps = whole || self.map.is_raw();
                self.put(&mut new, cells.start, *scalar, keeps)?;
            }
            cell += 1;
        }
        Ok(new)
    }

    /// How a cell that is one byte holds it.
    fn in_cell(&self, cell: u64, byte: u64) -> u64 {
        match self.leaf(cell) {
            Ok(Some(leaf)) => match leaf.kind {
                LeafKind::Number(ty) => value::normalize(ty, byte),
                LeafKind::Pointer | LeafKind::Exact => byte,
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
            LeafKind::Exact => Err(Trap::Refused),
        }
    }

    /// Writes a scalar over cells of one byte each; `whole`: into the first of them.
    fn put(&self, new: &mut Values, first: u64, scalar: Scalar, whole: bool) -> Result<(), Trap> {
        let Scalar { leaf, value } = scalar;
        let (cell, at) = self.cell_of(leaf.byte);
        if at != leaf.byte || (leaf.bytes == 1 && self.width(cell)? > 1) {
            return Ok(());
        }
        let place = (cell - first) as usize;
        let in_bytes = (0..leaf.bytes).all(|index| {
            let there = self.leaf(cell + index);
            there.is_ok_and(|l| l.is_some_and(|l| l.bytes == 1 && l.byte == leaf.byte + index))
        });
        if !in_bytes {
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

fn range(cells: &Range<u64>) -> Range<usize> {
    cells.start as usize..cells.end as usize
}
