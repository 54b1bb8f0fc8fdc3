//! Bytes of objects that have no cell, as far as something was written to them.
//!
//! Whoever zeroes memory, or writes single bytes of it, writes to what lies between the numbers of a struct, too, or
//! behind those of an enum's variant, and may look at it. Few programs do, so this stands beside the cells, and
//! only those ask that look at bytes. A value that is written over it as a whole leaves nothing defined there, but
//! ordinary writes know nothing of this: what was there before is still found then.

use crate::access::Home;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::thread::Thread;
use crate::views::Start;
use std::ops::Range;
use vscheck_ir::LayoutId;

/// Some bytes of an object that were filled with one value. Those of them that have cells do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fill {
    /// The object's first cell.
    base: usize,
    bytes: Range<u64>,
    value: u8,
}

/// What was written to such bytes of the objects of a space, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Padding {
    fills: Vec<Fill>,
}

impl Padding {
    /// Whether nothing was.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.fills.is_empty()
    }

    /// Forgets the objects that begin at some cells.
    pub(crate) fn forget(&mut self, cells: Range<usize>) {
        self.fills.retain(|fill| !cells.contains(&fill.base));
    }

    /// What was written to some bytes of an object: rows of bytes of one value.
    pub(crate) fn of(
        &self,
        base: usize,
        bytes: &Range<u64>,
    ) -> impl Iterator<Item = (Range<u64>, u8)> {
        let own = self.fills.iter().filter(move |fill| fill.base == base);
        let row = |fill: &Fill| fill.bytes.start.max(bytes.start)..fill.bytes.end.min(bytes.end);
        own.map(move |fill| (row(fill), fill.value))
            .filter(|(row, _)| !row.is_empty())
    }

    /// Writes a value to some bytes of an object, or nothing that is defined.
    pub(crate) fn write(&mut self, base: usize, bytes: Range<u64>, value: Option<u8>) {
        let is_there = |fill: &Fill| {
            fill.base == base && fill.bytes.start < bytes.end && bytes.start < fill.bytes.end
        };
        if bytes.is_empty() || value.is_none() && !self.fills.iter().any(is_there) {
            return;
        }
        let mut fills = Vec::with_capacity(self.fills.len() + 1);
        for fill in self.fills.drain(..) {
            if !is_there(&fill) {
                fills.push(fill);
                continue;
            }
            let parts = [fill.bytes.start..bytes.start, bytes.end..fill.bytes.end];
            let parts = parts.into_iter().filter(|part| part.start < part.end);
            fills.extend(parts.map(|bytes| Fill { bytes, ..fill }));
        }
        fills.extend(value.map(|value| Fill { base, bytes, value }));
        fills.sort_by_key(|fill| (fill.base, fill.bytes.start));
        // The same bytes are told the same way, however they came about.
        fills.dedup_by(|next, fill| {
            let goes_on = fill.base == next.base
                && fill.value == next.value
                && fill.bytes.end == next.bytes.start;
            if goes_on {
                fill.bytes.end = next.bytes.end;
            }
            goes_on
        });
        self.fills = fills;
    }

    /// Adds what was written to an object's bytes to a hash.
    pub(crate) fn hash(&self, base: usize, hash: &mut Hasher128) {
        for fill in self.fills.iter().filter(|fill| fill.base == base) {
            hash.add(fill.bytes.start);
            hash.add(fill.bytes.end);
            hash.add(fill.value.into());
        }
    }
}

/// Some bytes of an object that may have no cell.
struct Row {
    home: Home,
    base: usize,
    bytes: Range<u64>,
}

impl Machine {
    /// Zeroes what lies between the cells of some values.
    pub(crate) fn zero_padding(
        &mut self,
        own: &mut Thread,
        pointer: u64,
        (layout, count): (LayoutId, u64),
    ) {
        let bytes = self.code.program().layout(layout).bytes;
        if let Some(row) = self.row_at(own, pointer, (layout, bytes.saturating_mul(count))) {
            self.padded = true;
            let padding = &mut self.space_mut(Some(own), row.home).padding;
            padding.write(row.base, row.bytes, Some(0));
        }
    }

    /// Moves what was written between the cells of some values, by which their bytes are moved, to another place.
    pub(crate) fn move_padding(&mut self, own: &mut Thread, (to, from): (u64, u64), cells: u64) {
        let Some((layout, bytes)) = self.moved_values(own, from, cells) else {
            return;
        };
        let [from, to] = [from, to].map(|place| self.row_at(own, place, (layout, bytes)));
        let (Some(from), Some(to)) = (from, to) else {
            return;
        };
        let source = &self.space(Some(own), from.home).padding;
        if source.is_empty() && self.space(Some(own), to.home).padding.is_empty() {
            return;
        }
        let found: Vec<(Range<u64>, u8)> = source.of(from.base, &from.bytes).collect();
        let padding = &mut self.space_mut(Some(own), to.home).padding;
        padding.write(to.base, to.bytes.clone(), None);
        for (row, value) in found {
            let at = |byte: u64| byte - from.bytes.start + to.bytes.start;
            padding.write(to.base, at(row.start)..at(row.end), Some(value));
        }
    }

    /// The type of an object some of whose values are moved, and how many bytes these have.
    fn moved_values(&self, own: &Thread, from: u64, cells: u64) -> Option<(LayoutId, u64)> {
        let (object, _) = self.start_of(from)?;
        let (layout, _) = self.extent(Some(own), object)?;
        let map = self.code.byte_map(layout)?;
        let whole = cells.is_multiple_of(map.cells()) && !map.is_dense();
        whole.then(|| (layout, cells / map.cells() * map.bytes()))
    }

    /// Some bytes from a place on, if the object has them and not all of its bytes have cells.
    fn row_at(&self, own: &Thread, pointer: u64, (layout, bytes): (LayoutId, u64)) -> Option<Row> {
        let (object, start) = self.start_of(pointer)?;
        let (of, len) = self.extent(Some(own), object)?;
        let map = self.code.byte_map(of).filter(|map| !map.is_dense())?;
        let start = match start {
            Start::Byte(byte) => byte,
            Start::Cell(cell) => map.byte_of(cell).checked_sub(self.first_byte(layout))?,
        };
        let (home, base) = self.locate(Some(own), object, len as usize).ok()?;
        let bytes = start..start.checked_add(bytes)?;
        let all = len / map.cells() * map.bytes();
        (bytes.end <= all).then_some(Row { home, base, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(padding: &Padding, base: usize) -> Vec<(Range<u64>, u8)> {
        padding.of(base, &(0..u64::MAX)).collect()
    }

    #[test]
    fn bytes_are_written_over() {
        let mut padding = Padding::default();
        padding.write(3, 0..8, Some(0));
        padding.write(3, 2..3, Some(7));
        padding.write(3, 5..6, None);
        padding.write(9, 0..4, None);
        assert_eq!(
            rows(&padding, 3),
            [(0..2, 0), (2..3, 7), (3..5, 0), (6..8, 0)]
        );
        padding.write(3, 2..3, Some(0));
        assert_eq!(rows(&padding, 3), [(0..5, 0), (6..8, 0)]);
        assert_eq!(
            padding.of(3, &(4..7)).collect::<Vec<_>>(),
            [(4..5, 0), (6..7, 0)]
        );
        assert!(rows(&padding, 9).is_empty());
        padding.forget(3..4);
        assert!(padding.is_empty());
    }
}
