//! The scalars of a type with their places in bytes, where those are known.

mod niches;
mod unions;

pub use unions::{Views, is_union};

use super::layout::{Fields, Layouts, Parts, TypeLayout, VariantParts};
use super::size::Size;
use crate::diagnostic::Result;
use crate::infer::Typer;
use crate::ty::Ty;
use std::ops::Range;
use vscheck_ir::{CellKind, Niche, ScalarType};

/// A scalar of a value: its cell, and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Which cell of the value.
    pub cell: u32,
    /// Its first byte.
    pub at: u64,
    /// How many bytes.
    pub bytes: u64,
    /// What it holds; the halves of a 128-bit integer are `U64`.
    pub ty: ScalarType,
    /// Which enums its bytes also say the variant of.
    pub told: Tolds,
}

/// The scalars of a type in the order of their cells, and the unions among its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leaves {
    /// The scalars. Those of a union are of the field that stands for it.
    pub scalars: Vec<Leaf>,
    /// The cells that always hold the same number, of enums without bytes.
    pub constants: Vec<(u32, u64)>,
    /// The unions that say which of their fields they hold, each before those inside it.
    pub unions: Vec<InnerUnion>,
}

impl Leaves {
    /// Whether a byte is one of a scalar's.
    fn have(&self, byte: u64) -> bool {
        let has = |leaf: &Leaf| (leaf.at..leaf.end()).contains(&byte);
        self.scalars.iter().any(has)
    }
}

/// A union that is a part of a value and says which of its fields it holds. Where its bytes are asked for, it is
/// made to hold one field first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InnerUnion {
    /// Its first cell.
    pub cell: u32,
    /// Its type.
    pub ty: Ty,
    /// The field that stands for it.
    pub field: usize,
    /// The cell of the value that says which field it holds.
    pub view: u32,
}

/// Enums whose variant is said by one scalar, the innermost first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tolds([Option<Told>; MAX_TOLD]);

/// Where the same scalar is meant to tell of more enums than this, its bytes are not known.
const MAX_TOLD: usize = 3;

impl Tolds {
    /// These enums, the innermost first.
    pub fn inner(self) -> impl DoubleEndedIterator<Item = Told> {
        self.0.into_iter().flatten()
    }

    /// Adds an enum around these; says whether there was room.
    fn add(&mut self, told: Told) -> bool {
        let free = self.0.iter_mut().find(|place| place.is_none());
        free.map(|place| *place = Some(told)).is_some()
    }
}

/// A scalar that says of an enum which variant it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// The cell of the discriminant.
    pub tag: u32,
    /// What says it.
    pub by: Niche,
}

impl Told {
    /// The bytes and the discriminant of the only variant without a payload, if there is just one.
    pub fn only(self) -> Option<(u64, u64)> {
        let (first, last) = self.by.absent;
        (first == last).then_some((self.by.bits, first))
    }
}

impl Leaf {
    /// The byte after its last.
    pub fn end(self) -> u64 {
        self.at + self.bytes
    }

    /// Those of its bytes that another scalar has, too.
    pub fn shared_with(self, other: Leaf) -> Range<u64> {
        self.at.max(other.at)..self.end().min(other.end())
    }

    /// The same scalar as one of a part that begins at a cell and a byte.
    fn behind(self, (cell, byte): (u32, u64)) -> Leaf {
        let told = |told: Told| Told {
            tag: cell + told.tag,
            ..told
        };
        Leaf {
            cell: cell + self.cell,
            at: byte + self.at,
            told: Tolds(self.told.0.map(|by| by.map(told))),
            ..self
        }
    }
}

/// Bytes of a cell of this type; `None` for what has no bytes of its own.
pub fn bytes_of(kind: CellKind) -> Option<(ScalarType, u64)> {
    use ScalarType::{
        Bool, Char, F32, F64, Func, I8, I16, I32, I64, I128, Ptr, U8, U16, U32, U64, U128, Vtable,
    };
    let CellKind::Scalar(ty) = kind else {
        return None;
    };
    Some(match ty {
        Bool | I8 | U8 => (ty, 1),
        I16 | U16 => (ty, 2),
        I32 | U32 | F32 | Char => (ty, 4),
        I64 | U64 | F64 | Ptr | Func | Vtable => (ty, 8),
        // The two halves.
        I128 | U128 => (U64, 8),
    })
}

impl Layouts {
    /// The scalars of a type; `None` where the place of one is not known.
    pub fn leaves(&mut self, typer: &Typer, ty: Ty) -> Result<Option<Leaves>> {
        let mut leaves = Leaves::default();
        let known = self.add_leaves(typer, ty, (0, 0), &mut leaves)?;
        Ok(known.then_some(leaves))
    }

    /// Whether a value may have bytes that are no scalar's, or it is not known which are.
    pub fn has_padding(&mut self, typer: &Typer, ty: Ty) -> Result<bool> {
        let layout = self.layout(typer, ty)?;
        match &layout.parts {
            Parts::Scalar => Ok(false),
            Parts::Array { element, .. } => self.has_padding(typer, *element),
            Parts::Enum { .. } => Ok(layout.cells > 1),
            Parts::Fields(_) if layout.view.is_some() => Ok(false),
            Parts::Fields(fields) => {
                let mut bytes = 0;
                for &ty in fields.types.iter() {
                    bytes += self.layout(typer, ty)?.size.bytes;
                    if self.has_padding(typer, ty)? {
                        return Ok(true);
                    }
                }
                Ok(bytes != layout.size.bytes)
            }
        }
    }

    /// Adds the scalars of a type from a cell and byte on; says whether all are known.
    fn add_leaves(
        &mut self,
        typer: &Typer,
        ty: Ty,
        at: (u32, u64),
        leaves: &mut Leaves,
    ) -> Result<bool> {
        let layout = self.layout(typer, ty)?;
        match &layout.parts {
            Parts::Scalar => Ok(add_scalar(&layout, at, leaves)),
            Parts::Array {
                element,
                stride,
                len,
            } => {
                let bytes = self.layout(typer, *element)?.size.bytes;
                for index in 0..*len {
                    let at = (at.0 + index as u32 * stride, at.1 + index * bytes);
                    if !self.add_leaves(typer, *element, at, leaves)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Parts::Fields(fields) if is_union(typer, ty) => {
                if let Some(view) = layout.view {
                    let views = self.views(typer, &fields.types)?;
                    let part = views.map(|views| views.add_as_part((ty, view), at, leaves));
                    return Ok(part.is_some());
                }
                // `MaybeUninit` and its like: one field with cells.
                let mut whole = None;
                for &ty in fields.types.iter() {
                    if self.layout(typer, ty)?.cells > 0 && whole.replace(ty).is_some() {
                        return Ok(false);
                    }
                }
                whole.map_or(Ok(true), |ty| self.add_leaves(typer, ty, at, leaves))
            }
            Parts::Fields(fields) => self.add_fields(typer, (fields, layout.size), at, leaves),
            Parts::Enum { tag, variants } => match &variants[..] {
                _ if layout.size.bytes == 0 => {
                    let present = layout.niche.map(|niche| (at.0, niche.present));
                    leaves.constants.extend(present);
                    Ok(true)
                }
                _ if layout.cells == 1 => Ok(add_tag(&layout, *tag, variants, at, leaves)),
                _ => self.add_optional(typer, (&layout, variants), at, leaves),
            },
        }
    }

    /// An enum of a variant with a payload, whose bytes are the enum's, and others without one.
    fn add_optional(
        &mut self,
        typer: &Typer,
        (layout, variants): (&TypeLayout, &[VariantParts]),
        at: (u32, u64),
        leaves: &mut Leaves,
    ) -> Result<bool> {
        let Some(by) = layout.niche else {
            return Ok(false);
        };
        let present = |variant: &&VariantParts| variant.discriminant == by.present;
        let Some(some) = variants.iter().find(present) else {
            return Ok(false);
        };
        let first = leaves.scalars.len();
        if !self.add_fields(typer, (&some.fields, layout.size), at, leaves)? {
            return Ok(false);
        }
        let tag = Told { tag: at.0, by };
        let payload = leaves.scalars[first..].iter_mut();
        let mut payload = payload.filter(|leaf| leaf.cell == at.0 + by.cell);
        let told = payload.next().filter(|leaf| leaf.bytes == by.bytes);
        Ok(told.is_some_and(|leaf| leaf.told.add(tag)))
    }

    /// Fields in the order of their cells: where that is not the order in memory, the sizes differ or only
    /// fields of one size change places.
    fn add_fields(
        &mut self,
        typer: &Typer,
        (fields, whole): (&Fields, Size),
        at: (u32, u64),
        leaves: &mut Leaves,
    ) -> Result<bool> {
        let mut end = 0u64;
        let placed = fields.offsets.iter().copied().zip(fields.types.iter());
        let mut placed: Vec<(u32, &Ty)> = placed.collect();
        placed.sort_by_key(|(offset, _)| *offset);
        for (offset, &ty) in placed {
            let size = self.layout(typer, ty)?.size;
            end = end.next_multiple_of(size.align.min(whole.align));
            if !self.add_leaves(typer, ty, (at.0 + offset, at.1 + end), leaves)? {
                return Ok(false);
            }
            end += size.bytes;
        }
        Ok(end.next_multiple_of(whole.align) == whole.bytes)
    }
}

/// Adds the cells of a scalar; says whether its bytes are known.
fn add_scalar(layout: &TypeLayout, at: (u32, u64), leaves: &mut Leaves) -> bool {
    let mut end = at.1;
    for (index, kind) in layout.kinds().enumerate() {
        let Some((ty, bytes)) = bytes_of(kind) else {
            return false;
        };
        let cell = at.0 + index as u32;
        leaves.scalars.push(Leaf {
            cell,
            at: end,
            bytes,
            ty,
            told: Tolds::default(),
        });
        end += bytes;
    }
    true
}

/// Adds the discriminant of an enum without payloads; says whether its bytes are known.
fn add_tag(
    layout: &TypeLayout,
    ty: ScalarType,
    variants: &[VariantParts],
    at: (u32, u64),
    leaves: &mut Leaves,
) -> bool {
    let bytes = layout.size.bytes;
    let own = bytes_of(CellKind::Scalar(ty)).is_some_and(|(_, own)| own == bytes);
    let fits = |variant: &VariantParts| variant.discriminant >> (bytes * 8) == 0;
    let known = own || ((1..8).contains(&bytes) && variants.iter().all(fits));
    if known {
        leaves.scalars.push(Leaf {
            cell: at.0,
            at: at.1,
            bytes,
            ty,
            told: Tolds::default(),
        });
    }
    known
}
