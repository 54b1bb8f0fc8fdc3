//! Where the cells of a type begin in bytes, for programs that calculate with addresses as numbers.

use vscheck_ir::{CellKind, Layout, ScalarType};

/// The first bytes of a type's cells.
#[derive(Clone, Debug)]
pub(crate) struct ByteMap {
    /// Of one period, ascending.
    starts: Box<[u64]>,
    /// Bytes of one period, at least one.
    period: u64,
}

impl ByteMap {
    /// The map of a type, its parts one after another; `None` where its cells would not fit into its
    /// bytes like that.
    pub(crate) fn new(layout: &Layout) -> Option<ByteMap> {
        let period = layout.bytes / u64::from(layout.repeat.max(1));
        let mut end = 0u64;
        let mut starts = Vec::with_capacity(layout.pattern.len());
        for &kind in &layout.pattern {
            let bytes = bytes_of(kind, layout)?;
            let start = end.next_multiple_of(bytes);
            starts.push(start);
            end = start + bytes;
        }
        (period > 0 && end <= period).then(|| ByteMap {
            starts: starts.into(),
            period,
        })
    }

    /// The first byte of a cell.
    pub(crate) fn byte_of(&self, cell: u64) -> u64 {
        let cells = self.starts.len() as u64;
        (cell / cells).saturating_mul(self.period) + self.starts[(cell % cells) as usize]
    }

    /// The cell in which a byte lies, and that cell's first byte.
    pub(crate) fn cell_of(&self, byte: u64) -> (u64, u64) {
        let (whole, rest) = (byte / self.period, byte % self.period);
        let within = self.starts.partition_point(|&start| start <= rest) as u64 - 1;
        let cell = whole * self.starts.len() as u64 + within;
        (cell, self.byte_of(cell))
    }
}

fn bytes_of(kind: CellKind, layout: &Layout) -> Option<u64> {
    let CellKind::Scalar(ty) = kind else {
        // One cell that may hold anything.
        return (layout.pattern.len() == 1).then_some(layout.bytes.clamp(1, 8));
    };
    Some(match ty {
        ScalarType::Bool | ScalarType::I8 | ScalarType::U8 => 1,
        ScalarType::I16 | ScalarType::U16 => 2,
        ScalarType::I32 | ScalarType::U32 | ScalarType::F32 | ScalarType::Char => 4,
        // A 128-bit integer has two cells.
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::I128
        | ScalarType::U128
        | ScalarType::F64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => 8,
    })
}
