//! Values that a scalar never is, by which an enum's variant is told.

use super::{bytes_of, is_union};
use crate::diagnostic::Result;
use crate::infer::Typer;
use crate::mono::layout::{
    Fields, Layouts, Parts, TypeLayout, VariantParts, bounded, is_never_zero, is_signed,
};
use crate::mono::size::{Discriminants, Size, is_absent};
use crate::ty::{Ty, TyKind};
use vscheck_ir::layout::Tag;
use vscheck_ir::{CellKind, Niche, Shape};

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

impl Layouts {
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
                let bytes = layout.size.bytes;
                let tags = self.tags(typer, variants, is_signed(*tag))?;
                let (first, last) = tags.range(bytes);
                Some(scalar(bytes, first, last))
            }
            (_, Parts::Enum { variants, .. }) => match layout.niche {
                Some(niche) => self.limited_rest(typer, niche, variants)?,
                None => self.limited_tag(typer, &layout, variants)?,
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
    fn limited_tag(
        &mut self,
        typer: &Typer,
        layout: &TypeLayout,
        variants: &[VariantParts],
    ) -> Result<Option<Limited>> {
        let Shape::Enum(shape) = &self.of_program(layout).shape else {
            return Ok(None);
        };
        let places = shape.first().and_then(|variant| variant.places.as_ref());
        let Some(Tag::Number(ty)) = places.map(|places| places.tag) else {
            return Ok(None);
        };
        let Some((ty, bytes)) = bytes_of(CellKind::Scalar(ty)) else {
            return Ok(None);
        };
        let tags = self.tags(typer, variants, is_signed(ty))?;
        Ok(Some(Limited {
            cell: 0,
            bytes,
            values: tags.range(bytes),
        }))
    }

    /// The discriminants of the variants that there are values of.
    fn tags(
        &mut self,
        typer: &Typer,
        variants: &[VariantParts],
        signed: bool,
    ) -> Result<Discriminants> {
        let mut values = Vec::with_capacity(variants.len());
        for variant in variants {
            let mut inhabited = true;
            for &ty in variant.fields.types.iter() {
                inhabited &= !self.layout(typer, ty)?.size.uninhabited;
            }
            if inhabited {
                values.push(match signed {
                    true => i128::from(variant.discriminant as i64),
                    false => i128::from(variant.discriminant),
                });
            }
        }
        Ok(Discriminants::new(values, Some(signed)))
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
}
