//! Values that stand as a whole in the cell of their first byte.

use crate::access::{Home, Trap};
use crate::bytes::{Bytes, LeafKind};
use crate::machine::Machine;
use crate::thread::Thread;
use crate::value;
use vscheck_ir::ScalarType;

/// What the cells of the other bytes of a value hold, which stands in the cell of the first: this, what it
/// is, which byte, and of how many.
const REST: u64 = 0x9E3F_7A11_0000_0000;

const REST_MASK: u64 = !0xFF_FFFF;

/// The cell of a value's `index`-th byte.
pub(super) fn rest(kind: LeafKind, index: u64, bytes: u64) -> u64 {
    let kind = match kind {
        LeafKind::Number(ty) if value::is_signed(ty) => 3,
        LeafKind::Number(_) => 0,
        LeafKind::Pointer => 1,
        LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => 2,
    };
    REST | kind << 16 | index << 8 | bytes
}

/// Back from [`rest`].
pub(super) fn as_rest(cell: u64) -> Option<(LeafKind, u64, u64)> {
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

/// A value that stands as a whole, seen from one of its cells: how many cells before that it begins, what it is,
/// and how many bytes.
pub(super) type Whole = (usize, LeafKind, usize);

/// What the first cell of a value is to have; `None` of one with a single byte.
pub(super) fn whole_of(kind: LeafKind, bytes: u64) -> Option<Whole> {
    let (kind, _, bytes) = as_rest(rest(kind, 1, bytes)).filter(|_| bytes > 1)?;
    Some((0, kind, bytes as usize))
}

/// The value that stands as a whole and has this cell: its first cell, what it is, and how many bytes.
pub(super) fn whole_around(cells: &[u64], at: usize) -> Option<(usize, LeafKind, usize)> {
    if let Some((kind, index, bytes)) = cells.get(at).and_then(|&cell| as_rest(cell)) {
        return Some((at - index as usize, kind, bytes as usize));
    }
    match cells.get(at + 1).and_then(|&cell| as_rest(cell)) {
        Some((kind, 1, bytes)) => Some((at, kind, bytes as usize)),
        _ => None,
    }
}

impl Machine {
    /// Notes whether values stand as a whole in a program's own bytes, which all accesses look out for then.
    pub(super) fn note_wholes(&mut self, map: Bytes<'_>, new: &[u64]) {
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
    pub(super) fn bits(&self, own: &Thread, kind: LeafKind, value: u64) -> Option<u64> {
        match kind {
            LeafKind::Number(_) => Some(value),
            LeafKind::Pointer => Some(self.pointer_to_integer(own, value)),
            LeafKind::Exact | LeafKind::Tag(_) | LeafKind::Held(_) => None,
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
}
