//! Enums: which bytes say the variant, and whose the others are then.

use super::{ByteMaps, Field, Leaf, LeafKind, Parts, bytes_of, field_at};
use std::ops::Range;
use vscheck_ir::layout::{FieldLayout, Tag, VariantLayout};
use vscheck_ir::{CellKind, Layout, LayoutId, Program, Shape};

/// An enum whose first cell says which variant's payload the others are.
#[derive(Debug)]
pub(super) struct EnumMap {
    pub(super) tag: Leaf,
    /// The payloads by discriminant.
    variants: Vec<(u64, Vec<Field>)>,
}

impl EnumMap {
    /// The field of a variant that a cell is in.
    fn field(&self, all: &ByteMaps, discriminant: u64, cell: u64) -> Option<Field> {
        let (_, fields) = self.variants.iter().find(|(d, _)| *d == discriminant)?;
        let covers = |field: &&Field| {
            let end = all.get(field.layout).map_or(0, |map| map.cells) + field.cell;
            (field.cell..end).contains(&cell)
        };
        fields.iter().find(covers).copied()
    }
}

/// An enum as a part of an object: its first cell and byte, and all of its cells.
#[derive(Clone, Copy)]
pub(crate) struct EnumPart<'a> {
    map: &'a EnumMap,
    first: (u64, u64),
    cells: u64,
    bytes: u64,
}

impl EnumPart<'_> {
    /// Its cells in the object.
    pub(crate) fn cells(self) -> Range<u64> {
        self.first.0..self.first.0 + self.cells
    }

    /// Whether a byte of the object is one of its.
    pub(crate) fn has_byte(self, byte: u64) -> bool {
        self.bytes().contains(&byte)
    }

    /// Its bytes in the object.
    pub(crate) fn bytes(self) -> Range<u64> {
        self.first.1..self.first.1 + self.bytes
    }

    /// Whether the other is of the same type.
    pub(crate) fn is_like(self, other: EnumPart<'_>) -> bool {
        std::ptr::eq(self.map, other.map)
    }
}

/// A cell as one of a type that begins at a byte.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) layout: LayoutId,
    pub(super) cell: u64,
    pub(super) byte: u64,
}

/// What stands in a cell of an object whose enums have variants.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// The number that says which variant an enum is.
    Tag(Leaf),
    Part(Place),
}

impl ByteMaps {
    /// An enum that has bytes of its own for its discriminant.
    pub(super) fn variants(&self, layout: &Layout) -> Option<EnumMap> {
        let Shape::Enum(variants) = &layout.shape else {
            return None;
        };
        if layout.niche.is_some() || layout.cells() < 2 {
            return None;
        }
        let mut tag = None;
        let mut found = Vec::with_capacity(variants.len());
        for variant in variants {
            let places = variant.places.as_ref()?;
            tag = Some(places.tag);
            let mut fields = Vec::with_capacity(places.fields.len());
            for (field, &byte) in variant.fields.iter().zip(&places.fields) {
                let Some(map) = self.get(field.layout) else {
                    // What has no cells needs no bytes.
                    continue;
                };
                if !map.known {
                    return None;
                }
                fields.push(Field {
                    cell: field.offset.into(),
                    byte,
                    layout: field.layout,
                });
            }
            found.push((variant.discriminant, fields));
        }
        let tag = match tag? {
            Tag::Number(ty) => {
                let bytes = bytes_of(CellKind::Scalar(ty), layout)?;
                Leaf::new(0, bytes, LeafKind::Number(ty))
            }
            Tag::Niche(niche, byte) => Leaf::new(byte, niche.bytes, LeafKind::Tag(niche)),
        };
        Some(EnumMap {
            tag,
            variants: found,
        })
    }

    /// The outermost such enum that a cell is part of, and its first cell and byte.
    pub(super) fn enum_at(&self, layout: LayoutId, cell: u64) -> Option<EnumPart<'_>> {
        let (map, first) = self.part_at(layout, cell, |map| map.variants.is_some())?;
        Some(EnumPart {
            map: map.variants.as_ref()?,
            first,
            cells: map.cells,
            bytes: map.bytes,
        })
    }

    /// What stands in a cell, by what is in others: `value` gives that.
    pub(super) fn found(
        &self,
        layout: LayoutId,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<Found> {
        let mut place = Place {
            layout,
            cell,
            byte: 0,
        };
        // How many cells the object has before the place's type begins.
        let mut before = 0;
        while let Some(part) = self.enum_at(place.layout, place.cell) {
            let (first, byte) = (part.first.0, place.byte + part.first.1);
            if place.cell == first {
                let tag = part.map.tag;
                return Some(Found::Tag(Leaf {
                    byte: tag.byte + byte,
                    ..tag
                }));
            }
            let within = place.cell - first;
            let field = part.map.field(self, value(before + first)?, within)?;
            before += first + field.cell;
            place = Place {
                layout: field.layout,
                cell: within - field.cell,
                byte: byte + field.byte,
            };
        }
        Some(Found::Part(place))
    }

    /// An enum whose variant a scalar of its payload says.
    pub(super) fn optional(&self, program: &Program, layout: &Layout) -> Option<Parts> {
        let Shape::Enum(variants) = &layout.shape else {
            return None;
        };
        let niche = layout.niche?;
        let cells = |field: &FieldLayout| program.layout(field.layout).cells();
        let present = variants
            .iter()
            .find(|variant| variant.discriminant == niche.present)?;
        let payload = present.fields.iter().filter(|field| cells(field) > 0);
        let payload: Vec<FieldLayout> = payload.cloned().collect();
        let is_less = |variant: &VariantLayout| {
            let mut fields = variant.fields.iter();
            variant.discriminant == niche.present
                || fields.clone().any(|field| is_never(program, field.layout))
                || fields.all(|field| cells(field) == 0)
        };
        let is_alone = layout.cells() == 1 + payload.iter().map(cells).sum::<u32>()
            || variants.iter().all(is_less);
        let fields = self.fields(&payload, layout).filter(|_| is_alone)?;
        let told = self.leaf_of_field(program, &fields, niche.cell.into())?;
        let is_known = !told.is_exact() && told.told_by().is_none() && told.bytes == niche.bytes;
        is_known.then_some(Parts::Optional(niche, fields))
    }

    /// The first of the cells that say which variant an enum is, by the one that says it in bytes.
    pub(super) fn tag_of(&self, layout: LayoutId, cell: u64) -> Option<u64> {
        let map = self.get(layout)?;
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let within = match &map.parts {
            Parts::Cells(_) | Parts::Overlaid(_) => return None,
            Parts::Optional(niche, _) if rest == u64::from(niche.cell) => 0,
            Parts::Elements(element) => self.tag_of(*element, rest)?,
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let field = field_at(fields, rest)?;
                field.cell + self.tag_of(field.layout, rest - field.cell)?
            }
        };
        Some(whole * map.cells + within)
    }
}

/// Whether there is no value of a type, as far as its cells could hold one.
fn is_never(program: &Program, layout: LayoutId) -> bool {
    let never = |field: &FieldLayout| is_never(program, field.layout);
    match &program.layout(layout).shape {
        Shape::Enum(variants) => variants
            .iter()
            .all(|variant| variant.fields.iter().any(never)),
        Shape::Struct(fields) => fields.iter().any(never),
        Shape::Array { element, len } => *len > 0 && is_never(program, *element),
        Shape::Scalar | Shape::Union(_) => false,
    }
}
