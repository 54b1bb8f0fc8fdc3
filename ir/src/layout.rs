//! Types laid out in cells.
//!
//! Memory is cells, one scalar each, not bytes: two accesses conflict exactly when their cells do.
//! A value of a type occupies a fixed number of consecutive cells, in registers and in memory alike.

use crate::inst::ScalarType;
use serde::{Deserialize, Serialize};

/// What a cell holds that was never written, where a program does not choose another value
/// ([`crate::Program::uninit`]). To compute with it is undefined behaviour.
pub const UNINIT: u64 = 0xDEAD_5EED_BAD0_CE11;

/// So many values from that one on stand for what was not written, or not as a whole: the others are numbers of
/// which only some bytes were, which the machine keeps beside.
pub const UNWRITTEN: u64 = 1 << 16;

/// Whether a value stands for what was not written as a whole, where `uninit` does for what was not at all.
#[inline]
pub fn is_unwritten(uninit: u64, value: u64) -> bool {
    value.wrapping_sub(uninit) < UNWRITTEN
}

entity! {
    /// An entry of [`crate::Program::layouts`].
    #[derive(Serialize, Deserialize)]
    LayoutId, "ty"
}

/// What one cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CellKind {
    /// A scalar of this type. 128-bit integers take two cells, low half first, both of this kind.
    Scalar(ScalarType),
    /// The first cell of a raw synchronization object; its other cells are plain integers.
    Sync(SyncKind),
    /// Shared by variants or union fields of different kinds: its bits are taken as they are.
    Opaque,
}

impl CellKind {
    /// Whether the cell holds an address that a canonical walk of the heap must follow.
    pub fn is_pointer(self) -> bool {
        matches!(self, CellKind::Scalar(ScalarType::Ptr))
    }
}

/// The raw synchronization objects that the machine implements natively. Library models embed them
/// as `#[lang = "..."]` structs of `u64` fields, in the order documented here; all cells zero is the
/// initial state except where a field says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SyncKind {
    /// `raw_mutex { holder }`: 0 free, else 1 + the holder's thread number.
    Mutex,
    /// `raw_rwlock { writer, readers }`: 1 + the writer's thread number or 0; number of readers.
    RwLock,
    /// `raw_condvar { waiters }`: number of waiting threads.
    Condvar,
    /// `raw_barrier { size, arrived, generation }`.
    Barrier,
    /// `raw_once { state }`: 0 new, 1 running, 2 done, 3 poisoned.
    Once,
    /// `raw_channel { len, capacity, senders, receivers, waiting, received, queued, selecting, closed }`:
    /// `capacity` is 1 + the bound (so 1 is a rendezvous channel), 0 for unbounded; `waiting` counts
    /// receivers blocked on it; `received` counts the messages taken out so far, which gives messages their
    /// numbers and is no part of the state otherwise; `queued` counts senders blocked on a rendezvous
    /// channel that the program tries to receive from, and `selecting` those who stand at it and at others;
    /// `closed` is 1 from when a receiver found that no senders are left.
    Channel,
    /// `raw_refcount { count }`: the strong count of an `Arc`.
    RefCount,
    /// `raw_thread { number }`: names a thread, whose other name it is in a state that differs from another
    /// only in which of several symmetric threads is which.
    Thread,
}

impl SyncKind {
    /// How many cells the raw object occupies.
    pub fn cells(self) -> u32 {
        match self {
            SyncKind::Mutex
            | SyncKind::Condvar
            | SyncKind::Once
            | SyncKind::RefCount
            | SyncKind::Thread => 1,
            SyncKind::RwLock => 2,
            SyncKind::Barrier => 3,
            SyncKind::Channel => 9,
        }
    }

    /// Whether its first cell names a thread: by its number, or by 1 + its number where 0 stands for none.
    pub fn holds_thread(self) -> bool {
        matches!(self, SyncKind::Mutex | SyncKind::RwLock | SyncKind::Thread)
    }

    /// The kind that a `#[lang = "..."]` struct of the library models stands for.
    pub fn from_lang(name: &str) -> Option<SyncKind> {
        Some(match name {
            "raw_mutex" => SyncKind::Mutex,
            "raw_rwlock" => SyncKind::RwLock,
            "raw_condvar" => SyncKind::Condvar,
            "raw_barrier" => SyncKind::Barrier,
            "raw_once" => SyncKind::Once,
            "raw_channel" => SyncKind::Channel,
            "raw_refcount" => SyncKind::RefCount,
            "raw_thread" => SyncKind::Thread,
            _ => return None,
        })
    }
}

/// What a type says of cells that are all zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Zeros {
    /// They are a value if they are one of each of its parts.
    #[default]
    AsParts,
    /// No value's address is null (of a reference, a `Box`, ...), or no value zero.
    Never,
    /// They are a value, though not of each part that the model of the type has.
    Always,
}

/// How the bytes of an enum such as `Option<&T>`, which has no more of them than its one payload, say which
/// variant it is: the variants without one are numbers in a row, which one scalar of the payload never is. Its
/// cells say it in the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Niche {
    /// The cell of the payload's scalar that says it.
    pub cell: u32,
    /// How many bytes that scalar has.
    pub bytes: u64,
    /// What they are in the first of the variants without a payload.
    pub bits: u64,
    /// The discriminants of these variants, from the first to the last; that of the one with the payload may be
    /// among them. From 1 to 0 where there is no value of any other: then it is that one, whatever the bytes are, of
    /// which there need not be any.
    pub absent: (u64, u64),
    /// The discriminant of the variant with the payload.
    pub present: u64,
}

impl Niche {
    /// The discriminant of the variant that is told by these bytes of the payload's scalar.
    pub fn variant(self, bits: u64) -> u64 {
        let index = bits.wrapping_sub(self.bits) & self.mask();
        match self.absent.0.checked_add(index) {
            Some(absent) if absent <= self.absent.1 => absent,
            _ => self.present,
        }
    }

    /// The bytes of the payload's scalar in a variant without a payload.
    pub fn bits_of(self, discriminant: u64) -> Option<u64> {
        let index = discriminant.checked_sub(self.absent.0)?;
        let is_absent = discriminant <= self.absent.1 && discriminant != self.present;
        is_absent.then(|| self.bits.wrapping_add(index) & self.mask())
    }

    /// All ones in as many bytes as the scalar has.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bytes.clamp(1, 8) * 8)
    }
}

/// A monomorphic type, laid out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// The type as the user would write it: `Option<std::sync::MutexGuard<'_, i32>>` without lifetimes.
    pub name: String,
    /// The kinds of one period of cells; the type is this pattern repeated [`Layout::repeat`] times.
    pub pattern: Box<[CellKind]>,
    /// How often the pattern repeats: 1 for all but arrays.
    pub repeat: u32,
    /// `size_of` in bytes, as close to rustc's as its layout rules are public.
    pub bytes: u64,
    /// `align_of` in bytes.
    pub align: u64,
    /// Whether zeros are a value.
    pub zeros: Zeros,
    /// Of a pointer, the type that it points to, or that of the elements there, if the program has values of that.
    pub pointee: Option<LayoutId>,
    /// Of an enum that has no bytes of its own for its discriminant.
    pub niche: Option<Niche>,
    /// Names of the parts, for reports and for values printed in traces.
    pub shape: Shape,
}

impl Layout {
    /// How many cells a value occupies.
    pub fn cells(&self) -> u32 {
        self.pattern.len() as u32 * self.repeat
    }

    /// The kind of the cell at `offset`; offsets past the end wrap, so that an allocation of many
    /// elements may be asked with an offset into any of them.
    pub fn kind_at(&self, offset: u32) -> CellKind {
        self.pattern[offset as usize % self.pattern.len().max(1)]
    }
}

/// How a type is put together. Offsets are in cells from the start of the value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// One scalar (or a fat pointer: address, then length or vtable).
    Scalar,
    /// Struct, tuple or closure.
    Struct(Vec<FieldLayout>),
    /// Cell 0 holds the discriminant; payloads follow, overlaid where their kinds agree.
    Enum(Vec<VariantLayout>),
    /// `len` elements, one after another.
    Array {
        /// The element type.
        element: LayoutId,
        /// How many.
        len: u64,
    },
    /// All fields at offset 0.
    Union(Vec<FieldLayout>),
}

/// A named part of a struct, variant or union.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FieldLayout {
    /// Name, or index for tuples.
    pub name: String,
    /// First cell.
    pub offset: u32,
    /// Type.
    pub layout: LayoutId,
}

/// One variant of an enum.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VariantLayout {
    /// Its name.
    pub name: String,
    /// The value of the discriminant cell.
    pub discriminant: u64,
    /// Its payload.
    pub fields: Vec<FieldLayout>,
    /// Where that is in bytes, if more than one variant may have a payload.
    pub places: Option<Places>,
}

/// Where the fields of a variant are in bytes, beside those that say that it is this variant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Places {
    /// What says it.
    pub tag: Tag,
    /// The first byte of each field.
    pub fields: Vec<u64>,
}

/// What says of an enum in which more than one variant has a payload which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tag {
    /// A number of this type at the first byte.
    Number(ScalarType),
    /// A scalar of the largest payload, and its byte.
    Niche(Niche, u64),
}

/// Whether cells may hold no value of a type, by all types: see [`crate::Program::invalid`]. Those of numbers
/// may be uninitialized.
pub fn may_be_invalid(layouts: &[Layout], id: LayoutId, numbers: bool) -> bool {
    let of = |field: &FieldLayout| may_be_invalid(layouts, field.layout, numbers);
    let Some(layout) = layouts.get(id.index()) else {
        return false;
    };
    match &layout.shape {
        _ if layout.zeros == Zeros::Never => true,
        Shape::Scalar => {
            let restricted = CellKind::Scalar(ScalarType::Bool);
            let first = layout.pattern.first();
            first.is_some_and(|&kind| {
                numbers || kind == restricted || kind == CellKind::Scalar(ScalarType::Char)
            })
        }
        Shape::Struct(fields) => fields.iter().any(of),
        Shape::Enum(variants) => match &variants[..] {
            [one] => one.fields.iter().any(of),
            _ => true,
        },
        Shape::Array { element, .. } => may_be_invalid(layouts, *element, numbers),
        Shape::Union(_) => false,
    }
}
