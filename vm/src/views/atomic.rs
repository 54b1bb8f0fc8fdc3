//! Atomic operations on memory that holds another type: a number of the other sign, half of a number, several of
//! them. The cells stay what they are, and the operation converts.

use super::access::Wanted;
use super::reader::{Reader, Scalar};
use super::whole::{Whole, whole_around, whole_of};
use crate::access::Trap;
use crate::address;
use crate::bytes::{Leaf, LeafKind};
use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::shadow::Unit;
use crate::thread::Pending;
use smallvec::SmallVec;
use vscheck_ir::ScalarType;

/// The memory of a synchronization object that is named through a view.
#[derive(Clone, Debug)]
pub(crate) enum Settled {
    /// A cell, which holds its value as it is; in memory for anything, how it has to stand there, too.
    Cell(u64, Option<Box<Standing>>),
    /// What is seen through the view, and the first cell that has bytes of it.
    Viewed(u64, Viewed),
}

/// What a synchronization object is settled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// An operation that knows its cells only as they are.
    Object,
    /// An atomic operation that is to come.
    Arrival,
    /// An atomic operation that is executed.
    Execution,
}

/// How an atomic operation's value has to stand in a cell of memory for anything. Before the operation is executed,
/// another thread may let one of another type stand there: a number where this one wants a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pointer: u64,
    whole: Option<Whole>,
}

/// Memory that an atomic operation sees through a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Viewed {
    pointer: u64,
    /// The cells that have its bytes.
    pub(crate) cells: SmallVec<[AtomicPart; 2]>,
}

/// A cell that an atomic operation is about, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtomicPart {
    /// Its address.
    pub(crate) cell: u64,
    /// Which of its bytes, a bit for each.
    pub(crate) bytes: u8,
    /// What the operation is to as a whole.
    pub(crate) unit: Unit,
}

/// What the next operation of a thread is named after, whose value reports show.
#[derive(Clone, Debug)]
pub struct Shown {
    by: ThreadId,
    cell: u64,
    view: Option<u64>,
}

impl Machine {
    /// What the next operation of a thread is named after.
    pub fn shown_of(&self, thread: ThreadId) -> Option<Shown> {
        let pending = self.pending_of(thread)?;
        Some(Shown {
            by: thread,
            cell: pending.operation.named?,
            view: (pending.viewed.as_ref().map(|viewed| viewed.pointer))
                .or_else(|| pending.standing.as_ref().map(|standing| standing.pointer)),
        })
    }

    /// Its value now, as the operation sees it.
    pub fn value_of(&self, shown: &Shown) -> Option<u64> {
        match shown.view {
            None => self.peek(shown.cell),
            Some(pointer) => self.value_through(shown.by, pointer).ok(),
        }
    }

    /// Where a synchronization object is that is named through a view. In memory for anything its value
    /// stands as a whole from now on, and so does in an array of bytes an address, or what is no atomic operation's.
    pub(crate) fn settle_view(
        &mut self,
        by: ThreadId,
        pointer: u64,
        purpose: Purpose,
    ) -> Result<Settled, Trap> {
        let code = self.code.clone();
        let region = self.region(&code, None, pointer, Wanted::cells(1))?;
        let (home, base) = self.locate(None, region.object, region.len as usize)?;
        let contents = self.contents_of(None, home, base, region.len);
        let reader = self.reader(&code, self.thread(by), region.map, contents);
        let leaf = region.wanted[0];
        let touched = reader.touched(&region.bytes);
        let (cell, _) = reader.cell_of(leaf.byte);
        let there = reader.leaf(cell)?.ok_or(Trap::Refused)?;
        if !holds(&reader, (cell, there), leaf, purpose != Purpose::Object) {
            // That it can be converted back, too, is known from now on.
            let value = reader.gather(&reader.scalars(&touched, &region.bytes)?, leaf)?;
            reader.written(&touched, (&[Scalar { leaf, value }], &region.bytes), false)?;
            let past = (&self.space(None, home).shadows, base);
            let parts = reader.parts(&touched, &region.bytes, past);
            let cells = parts
                .iter()
                .flat_map(|(row, bytes)| row.clone().map(|cell| (cell, *bytes)));
            let cells: SmallVec<[AtomicPart; 2]> = cells
                .map(|(cell, bytes)| AtomicPart {
                    cell: address::advance(region.object, cell as i64),
                    bytes,
                    unit: unit_at(&reader, cell, leaf),
                })
                .collect();
            let first = cells.first().ok_or(Trap::Refused)?.cell;
            return Ok(Settled::Viewed(first, Viewed { pointer, cells }));
        }
        let scalars = reader.scalars(&touched, &region.bytes)?;
        let stands = match scalars[..] {
            // What is only to come leaves it to those before it what kind of number stands there.
            [one] if purpose == Purpose::Arrival && reader.map.is_raw() => {
                let known = matches!(one.leaf.kind, LeafKind::Number(_) | LeafKind::Pointer);
                known && one.leaf.byte == leaf.byte && one.leaf.bytes == leaf.bytes
            }
            [one] => one.leaf.byte == leaf.byte && one.leaf.is_like(leaf),
            _ => false,
        };
        let may_change = purpose != Purpose::Object && (reader.map.is_raw() || there.bytes == 1);
        let standing = may_change.then(|| {
            let whole = whole_of(leaf.kind, leaf.bytes);
            Box::new(Standing { pointer, whole })
        });
        if !stands {
            let value = reader.gather(&scalars, leaf)?;
            let written = (&[Scalar { leaf, value }][..], &region.bytes);
            let new = reader.written(&touched, written, true)?.cells;
            let at = base + touched.start as usize;
            self.note_wholes(region.map, &new);
            let target = &mut self.space_mut(None, home).cells;
            target[at..at + new.len()].copy_from_slice(&new);
        }
        let cell = address::advance(region.object, cell as i64);
        Ok(Settled::Cell(cell, standing))
    }

    /// The view through which an operation sees its cell, where that does not hold what the operation wants.
    pub(crate) fn stands_otherwise(&self, pending: &Pending) -> Option<u64> {
        let standing = pending.standing.as_deref()?;
        let (home, at) = self.locate(None, pending.args[0], 1).ok()?;
        let whole = whole_around(&self.space(None, home).cells, at);
        let there = whole.map(|(first, kind, bytes)| (at - first, kind, bytes));
        (there != standing.whole).then_some(standing.pointer)
    }

    /// The value that a thread sees through a view of one number or address.
    pub(crate) fn value_through(&self, by: ThreadId, pointer: u64) -> Result<u64, Trap> {
        Ok(self.shown_by_view(self.thread(by), pointer, 1)?[0])
    }

    /// The value that an atomic operation sees through a view.
    pub(crate) fn viewed_value(&self, by: ThreadId, viewed: &Viewed) -> Result<u64, Trap> {
        self.value_through(by, viewed.pointer)
    }

    /// Its cells, where it has another value.
    pub(crate) fn viewed_as(
        &self,
        by: ThreadId,
        viewed: &Viewed,
        value: u64,
    ) -> Result<SmallVec<[(u64, u64); 2]>, Trap> {
        let region = self.region(&self.code, None, viewed.pointer, Wanted::cells(1))?;
        let (home, base) = self.locate(None, region.object, region.len as usize)?;
        let contents = self.contents_of(None, home, base, region.len);
        let reader = self.reader(&self.code, self.thread(by), region.map, contents);
        let leaf = region.wanted[0];
        let touched = reader.touched(&region.bytes);
        let written = (&[Scalar { leaf, value }][..], &region.bytes);
        let new = reader.written(&touched, written, false)?.cells;
        let cells = touched.map(|cell| address::advance(region.object, cell as i64));
        Ok(cells.zip(new).collect())
    }
}

/// What an atomic operation on a value is to as a whole, at one of the cells that have its bytes. That depends on the
/// memory's type alone: memory for anything has none, and in bytes an address stands as a whole.
fn unit_at(reader: &Reader<'_>, cell: u64, value: Leaf) -> Unit {
    let own = reader.map.leaf(reader.program, cell);
    let own = own.filter(|own| matches!(own.kind, LeafKind::Number(_)) && !reader.map.is_raw());
    match own {
        Some(own) if (own.bytes, value.bytes) == (1, 8) => Unit::CELL,
        Some(own) if (own.byte, own.bytes) != (value.byte, value.bytes) => {
            Unit::bytes(value.byte as i64 - own.byte as i64, value.bytes)
        }
        Some(_) | None => Unit::CELL,
    }
}

/// Whether the cell at an atomic value's first byte can hold it as it is, or has to, as no operation `converts`.
fn holds(reader: &Reader<'_>, (cell, there): (u64, Leaf), leaf: Leaf, converts: bool) -> bool {
    let is_byte = |leaf: Leaf| {
        let bytes = [ScalarType::U8, ScalarType::Bool].map(LeafKind::Number);
        bytes.contains(&leaf.kind)
    };
    // Whoever changes what tells an enum's variant would change that.
    if reader.map.tag_of(cell).is_some() || there.byte != leaf.byte {
        return false;
    }
    let is_whole = leaf.kind == LeafKind::Pointer || !converts;
    let stands = is_whole && there.bytes == 1;
    reader.map.is_raw() || stands || there.is_like(leaf) || is_byte(there) && is_byte(leaf)
}
