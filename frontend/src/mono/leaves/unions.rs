//! Unions whose fields are views of the same bytes.

use super::{InnerUnion, Leaf, Leaves, Tolds, bytes_of};
use crate::diagnostic::Result;
use crate::infer::Typer;
use crate::mono::layout::{Layouts, Parts};
use crate::ty::{Ty, TyKind};
use vscheck_ir::{ScalarType, Shape};

impl Layouts {
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
    pub(super) fn add_as_part(&self, (ty, view): (Ty, u32), at: (u32, u64), leaves: &mut Leaves) {
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
