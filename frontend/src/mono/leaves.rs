//! The scalars of a type with their places in bytes, where those are known.

use super::layout::{Layouts, Parts, TypeLayout, VariantParts, is_never_zero};
use super::size::Size;
use crate::diagnostic::Result;
use crate::infer::Typer;
use crate::ty::{Ty, TyKind};
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
    /// Where its bytes also say that it is not there.
    pub niche: Option<Told>,
}

/// A scalar that says of an enum which variant it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// The cell of the discriminant.
    pub tag: u32,
    /// What says it.
    pub by: Niche,
}

impl Leaf {
    /// The byte after its last.
    pub fn end(self) -> u64 {
        self.at + self.bytes
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
        I64 | U64 | F64 | Ptr | Func => (ty, 8),
        // The two halves.
        I128 | U128 => (U64, 8),
        Vtable => return None,
    })
}

impl Layouts {
    /// The scalars of a type in the order of their cells; `None` where the place of one is not known.
    pub fn leaves(&mut self, typer: &Typer, ty: Ty) -> Result<Option<Vec<Leaf>>> {
        let mut leaves = Vec::new();
        let known = self.add_leaves(typer, ty, (0, 0), &mut leaves)?;
        Ok(known.then_some(leaves))
    }

    /// Adds the scalars of a type from a cell and byte on; says whether all are known.
    fn add_leaves(
        &mut self,
        typer: &Typer,
        ty: Ty,
        at: (u32, u64),
        leaves: &mut Vec<Leaf>,
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
                // `MaybeUninit` and its like: one field with cells.
                let mut whole = None;
                for &ty in fields.types.iter() {
                    if self.layout(typer, ty)?.cells > 0 && whole.replace(ty).is_some() {
                        return Ok(false);
                    }
                }
                whole.map_or(Ok(true), |ty| self.add_leaves(typer, ty, at, leaves))
            }
            Parts::Fields(_) => self.add_fields(typer, &layout, at, leaves),
            Parts::Enum { tag, variants } => match &variants[..] {
                _ if layout.cells == 1 => Ok(add_tag(&layout, *tag, variants, at, leaves)),
                _ => self.add_optional(typer, (&layout, variants), at, leaves),
            },
        }
    }

    /// An enum of a variant with a payload, whose bytes are the enum's, and one without.
    fn add_optional(
        &mut self,
        typer: &Typer,
        (layout, variants): (&TypeLayout, &[VariantParts]),
        at: (u32, u64),
        leaves: &mut Vec<Leaf>,
    ) -> Result<bool> {
        let (Some(by), Some((some, _))) = (layout.niche, optional(variants)) else {
            return Ok(false);
        };
        let first = leaves.len();
        let within = (at.0 + some.fields.offsets[0], at.1);
        if !self.add_leaves(typer, some.fields.types[0], within, leaves)? {
            return Ok(false);
        }
        let Some(leaf) = leaves.get_mut(first).filter(|leaf| leaf.niche.is_none()) else {
            return Ok(false);
        };
        leaf.niche = Some(Told { tag: at.0, by });
        Ok(true)
    }

    /// How the first scalar of an enum's payload says which variant it is.
    pub fn niche(
        &mut self,
        typer: &Typer,
        size: Size,
        variants: &[VariantParts],
    ) -> Result<Option<Niche>> {
        let Some((some, none)) = optional(variants) else {
            return Ok(None);
        };
        let payload = some.fields.types[0];
        let inner = self.layout(typer, payload)?.size.bytes;
        let bits = self.free_bits(typer, payload)?;
        let bits = bits.filter(|_| inner == size.bytes);
        Ok(bits.map(|bits| Niche {
            cell: some.fields.offsets[0],
            bits,
            absent: none.discriminant,
            present: some.discriminant,
        }))
    }

    /// What the first scalar of a type never holds, and an enum around it takes for its other variant.
    fn free_bits(&mut self, typer: &Typer, ty: Ty) -> Result<Option<u64>> {
        let layout = self.layout(typer, ty)?;
        if layout.size.niches == 0 {
            return Ok(None);
        }
        Ok(match (ty.kind(), &layout.parts) {
            (TyKind::Ref(..) | TyKind::FnPtr(..), _) => Some(0),
            (TyKind::Bool, _) => Some(2),
            (TyKind::Char, _) => Some(0x11_0000),
            (_, Parts::Enum { variants, .. }) if layout.cells == 1 => {
                free_tag(variants, layout.size.bytes)
            }
            (TyKind::Adt(def, _), Parts::Fields(fields)) => {
                let item = typer.hir().def(*def);
                if is_never_zero(&item) || is_union(typer, ty) {
                    return Ok(is_never_zero(&item).then_some(0));
                }
                let mut whole = None;
                for &field in fields.types.iter() {
                    if self.layout(typer, field)?.size.bytes > 0 && whole.replace(field).is_some() {
                        return Ok(None);
                    }
                }
                match whole {
                    Some(only) => self.free_bits(typer, only)?,
                    None => None,
                }
            }
            _ => None,
        })
    }

    /// Fields in the order of their cells: where that is not the order in memory, the sizes differ or only
    /// fields of one size change places.
    fn add_fields(
        &mut self,
        typer: &Typer,
        layout: &TypeLayout,
        at: (u32, u64),
        leaves: &mut Vec<Leaf>,
    ) -> Result<bool> {
        let Some(fields) = layout.fields() else {
            return Ok(false);
        };
        let mut end = 0u64;
        let placed = fields.offsets.iter().copied().zip(fields.types.iter());
        let mut placed: Vec<(u32, &Ty)> = placed.collect();
        placed.sort_by_key(|(offset, _)| *offset);
        for (offset, &ty) in placed {
            let size = self.layout(typer, ty)?.size;
            end = end.next_multiple_of(size.align.min(layout.size.align));
            if !self.add_leaves(typer, ty, (at.0 + offset, at.1 + end), leaves)? {
                return Ok(false);
            }
            end += size.bytes;
        }
        Ok(end.next_multiple_of(layout.size.align) == layout.size.bytes)
    }

    /// A union's fields, if they are different views of the same few bytes: nothing but scalars whose
    /// bytes are known, and not the same ones in each.
    pub fn views(&mut self, typer: &Typer, fields: &[Ty]) -> Result<Option<Views>> {
        let mut views = Vec::with_capacity(fields.len());
        let mut bytes = 0;
        for &ty in fields {
            let size = self.layout(typer, ty)?.size;
            bytes = size.bytes.max(bytes).next_multiple_of(size.align.max(1));
            if bytes > MAX_VIEWED {
                return Ok(None);
            }
            match self.leaves(typer, ty)? {
                Some(leaves) => views.push(leaves),
                None => return Ok(None),
            }
        }
        let views = Views { views, bytes };
        let mut known = views.views.iter().filter(|leaves| !leaves.is_empty());
        let first = known.next();
        Ok(known.any(|leaves| Some(leaves) != first).then_some(views))
    }
}

/// Unions of more bytes than this hold what was written last, and no other view of it.
const MAX_VIEWED: u64 = 64;

/// The fields of a union whose fields are views of the same bytes.
#[derive(Clone, Debug)]
pub struct Views {
    /// The scalars of each field.
    views: Vec<Vec<Leaf>>,
    /// How many bytes the largest has.
    bytes: u64,
}

impl Views {
    fn end(leaves: &[Leaf]) -> u64 {
        leaves.iter().map(|leaf| leaf.end()).max().unwrap_or(0)
    }

    /// How many bytes the field with the fewest has.
    pub fn shortest(&self) -> u64 {
        let known = self.views.iter().filter(|leaves| !leaves.is_empty());
        let ends = known.map(|leaves| Views::end(leaves));
        ends.min().unwrap_or(self.bytes)
    }

    /// The scalars of a field.
    pub fn own(&self, field: usize) -> &[Leaf] {
        &self.views[field]
    }

    /// The fields whose cells differ from those of one.
    pub fn others(&self, field: usize) -> Vec<usize> {
        let own = &self.views[field];
        let differs = |leaves: &Vec<Leaf>| !leaves.is_empty() && leaves != own;
        (0..self.views.len())
            .filter(|&other| differs(&self.views[other]))
            .collect()
    }

    /// The scalars of a union that holds a field: the field's, and behind the cell that tells it the
    /// other bytes.
    pub fn all(&self, field: usize, view: u32) -> Vec<Leaf> {
        let own = &self.views[field];
        let shortest = self.shortest();
        let rest = (Views::end(own).max(shortest)..self.bytes).map(|at| Leaf {
            cell: view + 1 + (at - shortest) as u32,
            at,
            bytes: 1,
            // Not narrowed, so that what was never written is known as such.
            ty: ScalarType::U64,
            niche: None,
        });
        own.iter().copied().chain(rest).collect()
    }
}

/// Of an enum of a variant with one field, and one without, these two.
fn optional(variants: &[VariantParts]) -> Option<(&VariantParts, &VariantParts)> {
    let (some, none) = match variants {
        [a, b] if a.fields.is_empty() => (b, a),
        [a, b] if b.fields.is_empty() => (a, b),
        _ => return None,
    };
    (some.fields.types.len() == 1).then_some((some, none))
}

fn is_union(typer: &Typer, ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Adt(def, _) => {
            matches!(typer.hir().def(*def).kind, crate::hir::DefKind::Union(_))
        }
        _ => false,
    }
}

/// Adds the cells of a scalar; says whether its bytes are known.
fn add_scalar(layout: &TypeLayout, at: (u32, u64), leaves: &mut Vec<Leaf>) -> bool {
    let mut end = at.1;
    for (index, kind) in layout.kinds().enumerate() {
        let Some((ty, bytes)) = bytes_of(kind) else {
            return false;
        };
        let cell = at.0 + index as u32;
        leaves.push(Leaf {
            cell,
            at: end,
            bytes,
            ty,
            niche: None,
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
    leaves: &mut Vec<Leaf>,
) -> bool {
    let bytes = layout.size.bytes;
    let own = bytes_of(CellKind::Scalar(ty)).is_some_and(|(_, own)| own == bytes);
    let fits = |variant: &VariantParts| variant.discriminant >> (bytes * 8) == 0;
    let known = own || ((1..8).contains(&bytes) && variants.iter().all(fits));
    if known {
        leaves.push(Leaf {
            cell: at.0,
            at: at.1,
            bytes,
            ty,
            niche: None,
        });
    }
    known
}

/// The number that an enum around an enum without payloads takes: the one before its first, if that is
/// nearer to zero than its last is to the largest, else the one behind its last.
fn free_tag(variants: &[VariantParts], bytes: u64) -> Option<u64> {
    let largest = 1u64.checked_shl(bytes as u32 * 8)? - 1;
    let used = || variants.iter().map(|variant| variant.discriminant);
    let (first, last) = (used().min()?, used().max()?);
    match first {
        1.. if first <= largest.checked_sub(last)? => Some(first - 1),
        _ => Some(last + 1).filter(|&free| free <= largest),
    }
}
