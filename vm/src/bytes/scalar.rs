//! The scalars of a type, with their bytes.

use std::ops::Range;
use vscheck_ir::{LayoutId, Niche, ScalarType};

/// What a scalar's bits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafKind {
    /// They are its bytes, extended to a cell as this type is.
    Number(ScalarType),
    /// They name an address: its bytes are the integer for it.
    Pointer,
    /// A cell of something whose bytes are not known.
    Exact,
    /// Which variant of an enum it is that has no bytes for that: those are of the scalar that says it.
    Tag(Niche),
    /// Which field a union holds, by number: nothing in its bytes says that. Or which variant an enum without bytes
    /// is.
    Held(u64),
}

/// A scalar of a type: its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) byte: u64,
    pub(crate) bytes: u64,
    pub(crate) kind: LeafKind,
    /// Of a pointer, the type that it points to, if that is known.
    pub(crate) pointee: Option<LayoutId>,
}

impl Leaf {
    /// A scalar that is no pointer to a type that is known.
    pub(crate) fn new(byte: u64, bytes: u64, kind: LeafKind) -> Leaf {
        Leaf {
            byte,
            bytes,
            kind,
            pointee: None,
        }
    }

    /// What has no bytes.
    pub(crate) fn nothing(kind: LeafKind) -> Leaf {
        Leaf::new(0, 0, kind)
    }

    /// One byte.
    pub(crate) fn one_byte(byte: u64) -> Leaf {
        Leaf::new(byte, 1, LeafKind::Number(ScalarType::U8))
    }

    /// The byte after its last.
    pub(crate) fn end(self) -> u64 {
        self.byte + self.bytes
    }

    /// Its bytes.
    pub(crate) fn span(self) -> Range<u64> {
        self.byte..self.end()
    }

    /// Whether some of its bytes are among these.
    pub(crate) fn meets(self, bytes: &Range<u64>) -> bool {
        self.byte < bytes.end && bytes.start < self.end()
    }

    /// Whether it stands as it is, wherever its bytes are.
    pub(crate) fn is_exact(self) -> bool {
        self.kind == LeafKind::Exact
    }

    /// Of the cell that says of an enum which variant it is, the scalar that its bytes are of, as a number.
    pub(crate) fn told_by(self) -> Option<(Niche, Leaf)> {
        let LeafKind::Tag(niche) = self.kind else {
            return None;
        };
        let kind = LeafKind::Number(match self.bytes {
            1 => ScalarType::U8,
            2 => ScalarType::U16,
            4 => ScalarType::U32,
            _ => ScalarType::U64,
        });
        Some((niche, Leaf { kind, ..self }))
    }

    pub(super) fn is_tag(self) -> bool {
        matches!(self.kind, LeafKind::Tag(_))
    }

    /// Whether one's cell is the other's: only the place differs.
    pub(crate) fn is_like(self, other: Leaf) -> bool {
        let number = |ty| (crate::value::is_signed(ty), ty == ScalarType::Bool);
        let alike = match (self.kind, other.kind) {
            (LeafKind::Number(a), LeafKind::Number(b)) => self.bytes == 8 || number(a) == number(b),
            (a, b) => a == b,
        };
        self.bytes == other.bytes && alike
    }
}
