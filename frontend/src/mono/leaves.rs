//! The scalars of a type with their places in bytes, where those are known.

use super::layout::{
    Fields, Layouts, Parts, TypeLayout, VariantParts, bounded, is_never_zero, is_signed,
};
use super::size::{Discriminants, Size, is_absent};
use crate::diagnostic::Result;
use crate::infer::Typer;
use crate::ty::{Ty, TyKind};
use std::ops::Range;
use vscheck_ir::layout::Tag;
use vscheck_ir::{CellKind, Niche, ScalarType, Shape};

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

/// A scalar that is not any number.
#[derive(Clone, Copy, Debug)]
struct Limited {
    /// Which cell of the value.
    cell: u32,
    /// Its bytes.
    bytes: u64,
    /// What it may be, from the first number to the last, perhaps by way of zero.
    values: (u64, u64),
}

impl Limited {
    fn behind(self, cells: u32) -> Limited {
        let cell = self.cell + cells;
        Limited { cell, ..self }
    }

    /// The first of so many numbers in a row that an enum around it takes for its other variants, and what is
    /// taken then: where rustc's `Niche::reserve` has them, so that zero is used if it can be.
    fn reserve(&self, count: u64) -> Option<(u64, (u64, u64))> {
        let most = u64::MAX >> (64 - self.bytes.clamp(1, 8) * 8);
        let (first, last) = self.values;
        if count > first.wrapping_sub(last).wrapping_sub(1) & most {
            return None;
        }
        let end = last.wrapping_add(count) & most;
        let before = match first.cmp(&last) {
            std::cmp::Ordering::Greater => false,
            _ if first <= most - last => count <= first,
            _ => (1..=last).contains(&end),
        };
        Some(match before {
            true => (first - count, (first - count, last)),
            false => (last.wrapping_add(1) & most, (first, end)),
        })
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

    /// The same where there are no values of any other variant: none of its bytes says anything.
    pub fn never_told(&mut self, typer: &Typer, only: &VariantParts) -> Result<Option<Niche>> {
        let always = |cell, bytes| Niche {
            cell,
            bytes,
            bits: 0,
            absent: (1, 0),
            present: only.discriminant,
        };
        let mut bytes = 0;
        for (&offset, &ty) in only.fields.offsets.iter().zip(only.fields.types.iter()) {
            bytes += self.layout(typer, ty)?.size.bytes;
            let leaves = self.leaves(typer, ty)?;
            let scalar = leaves.and_then(|leaves| leaves.scalars.first().copied());
            if let Some(leaf) = scalar {
                return Ok(Some(always(offset + leaf.cell, leaf.bytes)));
            }
        }
        Ok((bytes == 0).then(|| always(0, 0)))
    }

    /// How a scalar of an enum's payload says which variant it is, where only one has a payload.
    pub fn niche(&mut self, typer: &Typer, variants: &[VariantParts]) -> Result<Option<Niche>> {
        let mut large = None;
        for (index, variant) in variants.iter().enumerate() {
            for &ty in variant.fields.types.iter() {
                let field = self.layout(typer, ty)?;
                if field.cells == 0 && field.size.bytes == 0 {
                    continue;
                }
                if large.replace(index).is_some_and(|other| other != index) {
                    return Ok(None);
                }
            }
        }
        match large {
            Some(large) => self.niche_in(typer, variants, large),
            None => Ok(None),
        }
    }

    /// How a scalar of one variant's payload says which variant an enum is.
    pub fn niche_in(
        &mut self,
        typer: &Typer,
        variants: &[VariantParts],
        large: usize,
    ) -> Result<Option<Niche>> {
        let payload = &variants[large];
        let mut told = Vec::with_capacity(variants.len());
        for (index, variant) in variants.iter().enumerate() {
            if index != large && !self.is_absent(typer, variant)? {
                told.push(index);
            }
        }
        let others = || told.iter().copied();
        let (Some(first), Some(last)) = (others().min(), others().max()) else {
            return Ok(None);
        };
        let Some(scalar) = self.limited_field(typer, &payload.fields)? else {
            return Ok(None);
        };
        let bits = scalar.reserve((last - first + 1) as u64);
        Ok(bits.map(|(bits, _)| Niche {
            cell: scalar.cell,
            bytes: scalar.bytes,
            bits,
            absent: (variants[first].discriminant, variants[last].discriminant),
            present: payload.discriminant,
        }))
    }

    /// Whether there is no value of a variant, and no room for one.
    fn is_absent(&mut self, typer: &Typer, variant: &VariantParts) -> Result<bool> {
        let types = variant.fields.types.iter();
        let sizes = types.map(|&ty| Ok(self.layout(typer, ty)?.size));
        Ok(is_absent(&sizes.collect::<Result<Vec<Size>>>()?))
    }

    /// Of some fields, the scalar that has the most values which it never is.
    fn limited_field(&mut self, typer: &Typer, fields: &Fields) -> Result<Option<Limited>> {
        let mut most: Option<(u64, u32, Ty)> = None;
        for (&offset, &ty) in fields.offsets.iter().zip(fields.types.iter()) {
            let niches = self.layout(typer, ty)?.size.niches;
            if niches > most.map_or(0, |(most, ..)| most) {
                most = Some((niches, offset, ty));
            }
        }
        let Some((_, offset, ty)) = most else {
            return Ok(None);
        };
        let scalar = self.limited(typer, ty)?;
        Ok(scalar.map(|scalar| scalar.behind(offset)))
    }

    /// The scalar of a type that has the most values which it never is.
    fn limited(&mut self, typer: &Typer, ty: Ty) -> Result<Option<Limited>> {
        let layout = self.layout(typer, ty)?;
        if layout.size.niches == 0 {
            return Ok(None);
        }
        let scalar = |bytes, first, last| Limited {
            cell: 0,
            bytes,
            values: (first, last),
        };
        Ok(match (ty.kind(), &layout.parts) {
            (TyKind::Ref(..) | TyKind::FnPtr(..), _) => Some(scalar(8, 1, u64::MAX)),
            (TyKind::Bool, _) => Some(scalar(1, 0, 1)),
            (TyKind::Char, _) => Some(scalar(4, 0, 0x10_FFFF)),
            (_, Parts::Enum { variants, tag }) if layout.cells == 1 => {
                let values = variants.iter().map(|variant| match is_signed(*tag) {
                    true => i128::from(variant.discriminant as i64),
                    false => i128::from(variant.discriminant),
                });
                let bytes = layout.size.bytes;
                let tags = Discriminants::new(values.collect(), Some(is_signed(*tag)));
                let (first, last) = tags.range(bytes);
                Some(scalar(bytes, first, last))
            }
            (_, Parts::Enum { variants, .. }) => match layout.niche {
                Some(niche) => self.limited_rest(typer, niche, variants)?,
                None => self.limited_tag(&layout, variants),
            },
            (_, &Parts::Array { element, .. }) => self.limited(typer, element)?,
            (_, Parts::Fields(fields)) => {
                let TyKind::Adt(def, _) = ty.kind() else {
                    return self.limited_field(typer, fields);
                };
                let item = typer.hir().def(*def);
                let bytes = layout.size.bytes;
                if let Some(bounded) = bounded(&item) {
                    let scalar = scalar(bounded.bytes, 0, bounded.most);
                    return Ok(Some(scalar.behind(bounded.cell)));
                }
                match is_never_zero(&item) {
                    true if bytes <= 8 => Some(scalar(bytes, 1, u64::MAX >> (64 - bytes * 8))),
                    // An address and what belongs to it.
                    true => Some(scalar(8, 1, u64::MAX)),
                    false if is_union(typer, ty) => None,
                    false => {
                        let own = layout.size.niches;
                        let mut most = 0;
                        for &field in fields.types.iter() {
                            most = self.layout(typer, field)?.size.niches.max(most);
                        }
                        // Models of types with niches do not all show them.
                        match own == most {
                            true => self.limited_field(typer, fields)?,
                            false => None,
                        }
                    }
                }
            }
            (_, Parts::Scalar) => None,
        })
    }

    /// The same of an enum with a number of its own for that.
    fn limited_tag(&self, layout: &TypeLayout, variants: &[VariantParts]) -> Option<Limited> {
        let Shape::Enum(shape) = &self.of_program(layout).shape else {
            return None;
        };
        let Tag::Number(ty) = shape.first()?.places.as_ref()?.tag else {
            return None;
        };
        let (ty, bytes) = bytes_of(CellKind::Scalar(ty))?;
        let values = variants.iter().map(|variant| match is_signed(ty) {
            true => i128::from(variant.discriminant as i64),
            false => i128::from(variant.discriminant),
        });
        let tags = Discriminants::new(values.collect(), Some(is_signed(ty)));
        Some(Limited {
            cell: 0,
            bytes,
            values: tags.range(bytes),
        })
    }

    /// The scalar that says of an enum which variant it is, and what an enum around it may not use.
    fn limited_rest(
        &mut self,
        typer: &Typer,
        niche: Niche,
        variants: &[VariantParts],
    ) -> Result<Option<Limited>> {
        let present = |variant: &&VariantParts| variant.discriminant == niche.present;
        let Some(some) = variants.iter().find(present) else {
            return Ok(None);
        };
        let Some(scalar) = self.limited_field(typer, &some.fields)? else {
            return Ok(None);
        };
        let (first, last) = niche.absent;
        let values = scalar.reserve((last + 1).saturating_sub(first));
        Ok(values.map(|(_, values)| Limited { values, ..scalar }))
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
        let mut known = views
            .views
            .iter()
            .filter(|leaves| !leaves.scalars.is_empty());
        let first = known.next();
        Ok(known.any(|leaves| Some(leaves) != first).then_some(views))
    }
}

impl Layouts {
    /// Whether a union's fields, of which one is an enum with several payloads, are best seen in its bytes.
    pub fn are_seen_in_bytes(&mut self, typer: &Typer, fields: &[Ty]) -> Result<bool> {
        let mut with_cells = 0;
        for &ty in fields {
            let layout = self.layout(typer, ty)?;
            if layout.size.bytes > MAX_VIEWED || !self.has_known_bytes(typer, ty)? {
                return Ok(false);
            }
            with_cells += usize::from(layout.cells > 0);
        }
        Ok(with_cells > 1)
    }

    /// Whether it is known which bytes the scalars of a type have, if only by which variants its enums are.
    fn has_known_bytes(&mut self, typer: &Typer, ty: Ty) -> Result<bool> {
        let layout = self.layout(typer, ty)?;
        if layout.kinds().any(|kind| bytes_of(kind).is_none()) {
            return Ok(false);
        }
        let types: Vec<Ty> = match &layout.parts {
            Parts::Scalar => return Ok(true),
            Parts::Array { element, .. } => vec![*element],
            Parts::Fields(_) if is_union(typer, ty) => return Ok(false),
            Parts::Fields(fields) => fields.types.to_vec(),
            Parts::Enum { variants, .. } => {
                let Shape::Enum(shape) = &self.of_program(&layout).shape else {
                    return Ok(false);
                };
                let mut places = shape.iter().map(|variant| variant.places.is_some());
                if layout.cells > 1 && layout.niche.is_none() && !places.all(|known| known) {
                    return Ok(false);
                }
                let types = variants
                    .iter()
                    .flat_map(|variant| variant.fields.types.iter());
                types.copied().collect()
            }
        };
        for ty in types {
            if !self.has_known_bytes(typer, ty)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Unions of more bytes than this hold what was written last, and no other view of it.
const MAX_VIEWED: u64 = 256;

/// The fields of a union whose fields are views of the same bytes.
#[derive(Clone, Debug)]
pub struct Views {
    /// The scalars of each field.
    views: Vec<Leaves>,
    /// How many bytes the largest has.
    bytes: u64,
}

impl Views {
    /// The bytes that not all fields have scalars for, in order.
    pub fn rest(&self) -> Vec<u64> {
        let known = || {
            self.views
                .iter()
                .filter(|leaves| !leaves.scalars.is_empty())
        };
        let is_in_all = |byte: &u64| known().all(|leaves| leaves.have(*byte));
        (0..self.bytes).filter(|byte| !is_in_all(byte)).collect()
    }

    /// The scalars of a field.
    pub fn own(&self, field: usize) -> &Leaves {
        &self.views[field]
    }

    /// The fields whose cells differ from those of one.
    pub fn others(&self, field: usize) -> Vec<usize> {
        let own = &self.views[field];
        let differs = |leaves: &Leaves| !leaves.scalars.is_empty() && leaves != own;
        (0..self.views.len())
            .filter(|&other| differs(&self.views[other]))
            .collect()
    }

    /// The scalars of a union that holds a field: the field's, and behind the cell that tells it the
    /// other bytes.
    pub fn all(&self, field: usize, view: u32) -> Leaves {
        let mut all = self.views[field].clone();
        let own = &self.views[field];
        let rest = self.rest().into_iter().enumerate();
        let rest = rest.filter(|&(_, at)| !own.have(at));
        all.scalars.extend(rest.map(|(index, at)| Leaf {
            cell: view + 1 + index as u32,
            at,
            bytes: 1,
            // Not narrowed, so that what was never written is known as such.
            ty: ScalarType::U64,
            told: Tolds::default(),
        }));
        all
    }

    /// The field that says most of the union's bytes: that has the fewest without a scalar, the addresses, and
    /// the smallest scalars.
    fn fullest(&self) -> usize {
        let quality = |&field: &usize| {
            let leaves = &self.views[field].scalars;
            let known: u64 = leaves.iter().map(|leaf| leaf.bytes).sum();
            let has_address = leaves.iter().any(|leaf| leaf.ty == ScalarType::Ptr);
            (known, has_address, leaves.len())
        };
        // Of several the first.
        let fields = (0..self.views.len()).rev();
        fields.max_by_key(quality).unwrap_or(0)
    }

    /// Adds the union itself, whose cell `view` says which field it holds, as a part of a value from a cell and
    /// byte on.
    fn add_as_part(&self, (ty, view): (Ty, u32), at: (u32, u64), leaves: &mut Leaves) {
        let field = self.fullest();
        let all = self.all(field, view);
        let inside = InnerUnion {
            cell: at.0,
            ty,
            field,
            view: at.0 + view,
        };
        leaves.unions.push(inside);
        leaves
            .unions
            .extend(all.unions.iter().map(|union| InnerUnion {
                cell: at.0 + union.cell,
                view: at.0 + union.view,
                ..*union
            }));
        let constants = all.constants.iter();
        leaves
            .constants
            .extend(constants.map(|&(cell, value)| (at.0 + cell, value)));
        let scalars = all.scalars.iter();
        leaves.scalars.extend(scalars.map(|leaf| leaf.behind(at)));
    }
}

/// Whether a type is a union.
pub fn is_union(typer: &Typer, ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Adt(def, _) => {
            matches!(typer.hir().def(*def).kind, crate::hir::DefKind::Union(_))
        }
        _ => false,
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
