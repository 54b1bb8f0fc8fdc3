//! Enums laid out: a cell that says which variant it is, the variants' fields over each other, and where their bytes are.

use super::{
    Draft, Fields, Layouts, Parts, TypeLayout, VariantParts, aligned, is_repr_c, is_signed,
    scalar_bytes,
};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, DefKind};
use crate::infer::Typer;
use crate::mono::size::{
    Discriminants, Size, enum_size, is_niched, largest, only_present, ordered_size, struct_order,
    struct_size, tagged_order,
};
use crate::ty::{Args, Ty};
use vscheck_ir::layout::{FieldLayout, Places, Tag, VariantLayout};
use vscheck_ir::{CellKind, LayoutId, Niche, ScalarType, Shape};

impl Layouts {
    pub(super) fn enumeration(
        &mut self,
        typer: &Typer,
        item: &crate::hir::Def,
        variants: &[DefId],
        args: Args,
    ) -> Result<Draft> {
        let tag = represented_tag(item);
        let mut pattern = vec![CellKind::Scalar(tag.unwrap_or(ScalarType::I64))];
        let (mut parts, mut shape, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        let laid_out = EnumRepr::of(item, tag);
        let mut next = 0i128;
        let mut discriminants = Vec::with_capacity(variants.len());
        for &variant in variants {
            let def = typer.hir().def(variant);
            let DefKind::Variant {
                data, discriminant, ..
            } = &def.kind
            else {
                return Err(Diagnostic::general("internal: variant expected"));
            };
            if let Some(value) = discriminant {
                next = typer.const_arg(variant, args, value)?;
            }
            let types = typer.field_types(variant, args)?;
            let (offsets, fields, ids) = self.overlay(typer, &types, &mut pattern)?;
            let names = data.fields.iter().map(|field| field.name.to_string());
            shape.push(VariantLayout {
                name: def.name.to_string(),
                discriminant: next as u64,
                fields: named_fields(names, &offsets, ids),
                places: None,
            });
            parts.push(VariantParts {
                def: variant,
                discriminant: next as u64,
                fields: Fields { offsets, types },
            });
            // What no value is does not count.
            if is_repr_c(item) || !fields.iter().any(|field| field.uninhabited) {
                discriminants.push(next);
            }
            sizes.push(fields);
            next += 1;
        }
        let discriminants = Discriminants::new(discriminants, tag.map(is_signed));
        let size = aligned(item, laid_out.size(&sizes, discriminants));
        let known = (&sizes[..], discriminants, size);
        let niche = self.place_variants(typer, (&laid_out, &parts), known, &mut shape)?;
        // Where there is nothing but the tag, its bytes are the value's.
        let alone = match pattern.len() {
            1 => int_of(size.bytes, discriminants.are_signed()),
            _ => None,
        };
        let tag = tag.or(alone).unwrap_or(ScalarType::I64);
        pattern[0] = CellKind::Scalar(tag);
        Ok(Draft {
            pattern,
            repeat: 1,
            view: None,
            in_bytes: false,
            parts: Parts::Enum {
                tag,
                variants: parts,
            },
            size,
            niche,
            shape: Shape::Enum(shape),
        })
    }

    /// What says the variant of an enum whose only payload's bytes do. Of one in which several variants have a
    /// payload, notes where these are: by the sizes of their fields, the discriminants, and its own size.
    fn place_variants(
        &mut self,
        typer: &Typer,
        (laid_out, parts): (&EnumRepr, &[VariantParts]),
        (sizes, discriminants, size): (&[Vec<Size>], Discriminants, Size),
        shape: &mut [VariantLayout],
    ) -> Result<Option<Niche>> {
        let is_free = matches!(laid_out, EnumRepr::Free);
        if let Some(only) = only_present(sizes).filter(|_| is_free) {
            return self.never_told(typer, &parts[only]);
        }
        if !is_free || !is_niched(sizes, discriminants) {
            laid_out.place(sizes, (size, discriminants), shape);
            return Ok(None);
        }
        let only = self.niche(typer, parts)?;
        if only.is_none()
            && let Some(largest) = largest(sizes)
            && let Some(niche) = self.niche_in(typer, parts, largest)?
        {
            place_around(niche, sizes, (size.bytes, largest), shape);
        }
        Ok(only)
    }

    /// Places a variant's fields where the kinds agree with what other variants put there.
    fn overlay(
        &mut self,
        typer: &Typer,
        types: &[Ty],
        pattern: &mut Vec<CellKind>,
    ) -> Result<(Vec<u32>, Vec<Size>, Vec<LayoutId>)> {
        let mut offsets = Vec::new();
        let mut ids = Vec::new();
        let mut sizes = Vec::new();
        let mut taken: Vec<(u32, u32)> = Vec::new();
        for &ty in types {
            let field = self.layout(typer, ty)?;
            let offset = fit(&field, pattern, &taken);
            for (index, kind) in field
                .kinds()
                .enumerate()
                .map(|(i, k)| (offset as usize + i, k))
            {
                if index >= pattern.len() {
                    pattern.push(kind);
                }
            }
            taken.push((offset, offset + field.cells));
            offsets.push(offset);
            ids.push(field.id);
            sizes.push(field.size);
        }
        Ok((offsets, sizes, ids))
    }
}

/// Who says where the parts of an enum stand.
enum EnumRepr {
    /// rustc, with the type of the tag if that is given.
    Free,
    /// `#[repr(C)]`: a tag of this many bytes, then a union of structs, all in C's order.
    TagThenUnion(u64),
    /// `#[repr(u8)]`: a union of structs in C's order, each of which begins with the tag.
    UnionOfTagged(u64),
}

impl EnumRepr {
    fn of(item: &crate::hir::Def, tag: Option<ScalarType>) -> EnumRepr {
        match tag.map(scalar_bytes) {
            tag if is_repr_c(item) => EnumRepr::TagThenUnion(tag.unwrap_or(4)),
            Some(tag) => EnumRepr::UnionOfTagged(tag),
            None => EnumRepr::Free,
        }
    }

    /// The size of a variant's fields, with the tag where that stands among them.
    fn variant(&self, fields: &[Size]) -> Size {
        let fields = fields.iter().copied();
        match *self {
            EnumRepr::Free => struct_size(fields),
            EnumRepr::TagThenUnion(_) => ordered_size(fields),
            EnumRepr::UnionOfTagged(tag) => {
                ordered_size(std::iter::once(Size::scalar(tag, 0)).chain(fields))
            }
        }
    }

    /// Notes where the variants' fields are in an enum of this size, if it has bytes for a tag.
    fn place(
        &self,
        variants: &[Vec<Size>],
        (size, discriminants): (Size, Discriminants),
        shape: &mut [VariantLayout],
    ) {
        let (tag, union) = match *self {
            EnumRepr::Free if variants.len() < 2 => return,
            // With the padding behind it.
            EnumRepr::Free => (size.niche_at.1, 0),
            EnumRepr::UnionOfTagged(tag) => (tag, 0),
            EnumRepr::TagThenUnion(tag) => {
                let fields = variants.iter().flatten();
                (tag, fields.map(|field| field.align).max().unwrap_or(1))
            }
        };
        let Some(number) = number_of(tag, discriminants.are_signed()) else {
            return;
        };
        for (fields, variant) in variants.iter().zip(shape) {
            let order = match self {
                EnumRepr::Free => tagged_order(fields),
                EnumRepr::UnionOfTagged(_) | EnumRepr::TagThenUnion(_) => {
                    (0..fields.len()).collect()
                }
            };
            let mut places = vec![0; fields.len()];
            let mut end = tag.next_multiple_of(union.max(1));
            for index in order {
                let field = &fields[index];
                places[index] = end.next_multiple_of(field.align.max(1));
                end = places[index] + field.bytes;
            }
            variant.places = (end <= size.bytes).then_some(Places {
                tag: Tag::Number(number),
                fields: places,
            });
        }
    }

    /// The size of an enum of some variants, by its discriminants.
    fn size(&self, variants: &[Vec<Size>], discriminants: Discriminants) -> Size {
        let tag = match *self {
            EnumRepr::Free => return enum_size(variants, discriminants),
            EnumRepr::TagThenUnion(tag) | EnumRepr::UnionOfTagged(tag) => tag,
        };
        let variants = variants.iter().map(|fields| self.variant(fields));
        let variants: Vec<Size> = variants.collect();
        let align = variants.iter().map(|size| size.align).max().unwrap_or(1);
        let bytes = variants.iter().map(|size| size.bytes).max().unwrap_or(0);
        let union = Size {
            bytes: bytes.next_multiple_of(align),
            align,
            ..Size::default()
        };
        let size = match self {
            EnumRepr::TagThenUnion(_) => ordered_size([Size::scalar(tag, 0), union].into_iter()),
            EnumRepr::Free | EnumRepr::UnionOfTagged(_) => union,
        };
        Size {
            niches: discriminants.unused(tag),
            niche_at: (0, tag),
            ..size
        }
    }
}

/// The lowest offset at which a field fits: free in this variant, and of the same kinds.
fn fit(field: &TypeLayout, pattern: &[CellKind], taken: &[(u32, u32)]) -> u32 {
    if field.cells == 0 {
        return 1;
    }
    let end = pattern.len() as u32;
    (1..=end)
        .find(|&offset| {
            let free = taken
                .iter()
                .all(|&(from, to)| offset + field.cells <= from || to <= offset);
            free && (0..field.cells)
                .take_while(|cell| offset + cell < end)
                .all(|cell| pattern[(offset + cell) as usize] == field.kind(cell))
        })
        .unwrap_or(end)
}

fn named_fields(
    names: impl Iterator<Item = String>,
    offsets: &[u32],
    layouts: Vec<LayoutId>,
) -> Vec<FieldLayout> {
    let named = names.zip(offsets).zip(layouts);
    let field = |((name, &offset), layout)| FieldLayout {
        name,
        offset,
        layout,
    };
    named.map(field).collect()
}

/// The type of the tag, if the type's attributes name one.
fn represented_tag(item: &crate::hir::Def) -> Option<ScalarType> {
    let mut words = item.attrs.repr.iter();
    words.find_map(|word| repr_int(word.as_str()))
}

fn repr_int(word: &str) -> Option<ScalarType> {
    Some(match word {
        "i8" => ScalarType::I8,
        "i16" => ScalarType::I16,
        "i32" => ScalarType::I32,
        "i64" | "isize" => ScalarType::I64,
        "u8" => ScalarType::U8,
        "u16" => ScalarType::U16,
        "u32" => ScalarType::U32,
        "u64" | "usize" => ScalarType::U64,
        _ => return None,
    })
}

/// Notes where the fields are in an enum of so many bytes, of which a scalar of the largest variant says which one
/// it is: those of the others before that or behind it.
fn place_around(
    niche: Niche,
    variants: &[Vec<Size>],
    (bytes, largest): (u64, usize),
    shape: &mut [VariantLayout],
) {
    let (from, len) = struct_size(variants[largest].iter().copied()).niche_at;
    for (index, (fields, variant)) in variants.iter().zip(shape).enumerate() {
        let alone = struct_size(fields.iter().copied());
        let mut end = match index == largest || alone.bytes <= from {
            true => 0,
            false => (from + len).next_multiple_of(alone.align.max(1)),
        };
        let mut places = vec![0; fields.len()];
        for field in struct_order(fields, 0) {
            places[field] = end.next_multiple_of(fields[field].align.max(1));
            end = places[field] + fields[field].bytes;
        }
        variant.places = (end <= bytes && len == niche.bytes).then_some(Places {
            tag: Tag::Niche(niche, from),
            fields: places,
        });
    }
}

/// The same up to eight bytes.
fn number_of(bytes: u64, signed: bool) -> Option<ScalarType> {
    match (bytes, signed) {
        (8, false) => Some(ScalarType::U64),
        (8, true) => Some(ScalarType::I64),
        _ => int_of(bytes, signed),
    }
}

/// The integer type of this size, of at most four bytes.
fn int_of(bytes: u64, signed: bool) -> Option<ScalarType> {
    Some(match (bytes, signed) {
        (1, false) => ScalarType::U8,
        (1, true) => ScalarType::I8,
        (2, false) => ScalarType::U16,
        (2, true) => ScalarType::I16,
        (4, false) => ScalarType::U32,
        (4, true) => ScalarType::I32,
        _ => return None,
    })
}
