//! Where the cells of a type begin in bytes, for programs that calculate with addresses as numbers.

use std::ops::Range;
use vscheck_ir::layout::{FieldLayout, Tag};
use vscheck_ir::{CellKind, Layout, LayoutId, Niche, Program, ScalarType, Shape};

/// The first bytes of every type's cells.
#[derive(Debug)]
pub(crate) struct ByteMaps {
    /// By layout; `None` where the cells would not fit into the type's bytes.
    maps: Vec<Option<ByteMap>>,
}

/// The first bytes of one type's cells.
#[derive(Debug)]
struct ByteMap {
    cells: u64,
    /// At least one.
    bytes: u64,
    align: u64,
    parts: Parts,
    /// Whether it is the element of memory for anything, a cell a byte.
    raw: bool,
    /// Of a union that says which of its fields it holds.
    union: Option<UnionMap>,
    /// Of an enum with a number that says which variant it is, where the bytes of all payloads are known.
    variants: Option<EnumMap>,
    /// Whether the bytes of all cells are known, if only by what stands there.
    known: bool,
    /// Whether some byte is several cells' first.
    crowded: bool,
}

/// A union whose cells are those of one of its fields, behind which a cell says which that is, and then
/// come the bytes that the field does not have.
#[derive(Debug)]
pub(crate) struct UnionMap {
    fields: Vec<LayoutId>,
    /// The cell that says which field's cells are there, by number.
    view: u64,
    /// The first byte that has a cell of its own behind that.
    shortest: u64,
}

/// An enum whose first cell says which variant's payload the others are.
#[derive(Debug)]
struct EnumMap {
    tag: Leaf,
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
struct Place {
    layout: LayoutId,
    cell: u64,
    byte: u64,
}

/// What stands in a cell of an object whose enums have variants.
#[derive(Clone, Copy)]
enum Found {
    /// The number that says which variant an enum is.
    Tag(Leaf),
    Part(Place),
}

/// Such a union as a part of an object.
#[derive(Clone, Copy)]
pub(crate) struct UnionPart<'a> {
    all: &'a ByteMaps,
    map: &'a UnionMap,
    /// Its first cell and byte.
    first: (u64, u64),
    cells: u64,
    bytes: u64,
}

impl<'a> UnionPart<'a> {
    /// Its cells in the object.
    pub(crate) fn cells(self) -> Range<u64> {
        self.first.0..self.first.0 + self.cells
    }

    /// The cell of the object that says which field it holds.
    pub(crate) fn view(self) -> u64 {
        self.first.0 + self.map.view
    }

    /// Its bytes in the object.
    pub(crate) fn bytes(self) -> Range<u64> {
        self.first.1..self.first.1 + self.bytes
    }

    /// The byte after the last that has a cell in some field.
    fn end(self) -> u64 {
        let rest = self.cells - self.map.view - 1;
        self.first.1 + self.map.shortest + rest
    }

    /// The field that it is best taken to hold where some scalars are there that nobody has put there as a
    /// union's: one that has such scalars, else the one with the most bytes.
    pub(crate) fn field_for(self, program: &Program, scalars: &[Leaf]) -> u64 {
        let bytes = self.bytes();
        let fits = |&field: &u64| {
            let mut inside = scalars.iter().filter(|leaf| bytes.contains(&leaf.byte));
            inside.all(|&leaf| self.may_have(program, field, leaf))
        };
        self.fields().find(fits).unwrap_or(self.largest(program))
    }

    /// Its fields, by number.
    fn fields(self) -> Range<u64> {
        0..self.map.fields.len() as u64
    }

    /// Whether a scalar is one of a field, or may be, of a union inside it.
    fn may_have(self, program: &Program, field: u64, wanted: Leaf) -> bool {
        let is_wanted = |leaf: Leaf| leaf.byte == wanted.byte && leaf.is_like(wanted);
        self.cells().any(|cell| match self.inner_at(field, cell) {
            Some(inner) if inner.first.0 != cell => false,
            Some(inner) => {
                let mut fields = inner.fields();
                fields.any(|field| inner.may_have(program, field, wanted))
            }
            None => {
                let leaf = self.leaf(program, field, cell, &|_| None);
                leaf.is_some_and(is_wanted)
            }
        })
    }

    /// The field with the most bytes.
    fn largest(self, program: &Program) -> u64 {
        let end = |&field: &u64| self.all.end(program, self.map.fields[field as usize]);
        self.fields().max_by_key(end).unwrap_or(0)
    }

    /// Of a union in such a field, the outermost that a cell is part of.
    pub(crate) fn inner_at(self, field: u64, cell: u64) -> Option<UnionPart<'a>> {
        let field = *self.map.fields.get(usize::try_from(field).ok()?)?;
        let within = cell - self.first.0;
        if within >= self.all.get(field)?.cells {
            return None;
        }
        let inner = self.all.union_at(field, within)?;
        let first = (inner.first.0 + self.first.0, inner.first.1 + self.first.1);
        Some(UnionPart { first, ..inner })
    }

    /// The field that a union holds, by what is in its cells.
    fn held(self, program: &Program, value: &dyn Fn(u64) -> Option<u64>) -> u64 {
        let held = value(self.view()).filter(|field| self.fields().contains(field));
        held.unwrap_or_else(|| self.largest(program))
    }

    /// The scalar in one of its cells where it holds this field; what unions inside it hold is said by `value`, which
    /// gives what is in other cells.
    pub(crate) fn leaf(
        self,
        program: &Program,
        field: u64,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<Leaf> {
        if let Some(inner) = self.inner_at(field, cell) {
            return inner.leaf(program, inner.held(program, value), cell, value);
        }
        let field = *self.map.fields.get(usize::try_from(field).ok()?)?;
        let within = cell - self.first.0;
        let mut leaf = match within.checked_sub(self.map.view + 1) {
            Some(rest) => {
                let byte = self.map.shortest + rest;
                let leaf = Leaf {
                    byte,
                    bytes: 1,
                    kind: LeafKind::Number(ScalarType::U8),
                };
                (byte >= self.all.end(program, field)?).then_some(leaf)?
            }
            None if within < self.all.get(field)?.cells => self.all.leaf(program, field, within)?,
            None => return None,
        };
        leaf.byte += self.first.1;
        Some(leaf)
    }

    /// The byte that a pointer to one of its cells has, by what is in others.
    pub(crate) fn byte_of(
        self,
        program: &Program,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<u64> {
        let field = value(self.view())?;
        match self.inner_at(field, cell) {
            Some(inner) if inner.first.0 == cell => Some(inner.first.1),
            Some(inner) => inner.byte_of(program, cell, value),
            None => Some(self.leaf(program, field, cell, value)?.byte),
        }
    }

    /// The scalar in one of its cells that is not part of a union inside it, where it holds this field; what has no
    /// bytes in the cell that says which field it holds, and in those not in use.
    pub(crate) fn leaf_or_held(self, program: &Program, field: u64, cell: u64) -> Leaf {
        let nothing = match cell == self.view() {
            true => LeafKind::Held(field),
            false => LeafKind::Number(ScalarType::U8),
        };
        let leaf = self.leaf(program, field, cell, &|_| None);
        leaf.unwrap_or(Leaf::nothing(nothing))
    }
}

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
    /// Which field a union holds, by number: nothing in its bytes says that.
    Held(u64),
}

/// A scalar of a type: its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) byte: u64,
    pub(crate) bytes: u64,
    pub(crate) kind: LeafKind,
}

impl Leaf {
    /// What has no bytes.
    pub(crate) fn nothing(kind: LeafKind) -> Leaf {
        let (byte, bytes) = (0, 0);
        Leaf { byte, bytes, kind }
    }

    /// The byte after its last.
    pub(crate) fn end(self) -> u64 {
        self.byte + self.bytes
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

    fn is_tag(self) -> bool {
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

#[derive(Debug)]
enum Parts {
    /// The first byte of each cell, ascending.
    Cells(Vec<u64>),
    /// The same where only the first one's place is known: parts lie over each other.
    Overlaid(Vec<u64>),
    /// Elements of one type.
    Elements(LayoutId),
    /// By first cell.
    Fields(Vec<Field>),
    /// An enum whose payload's bytes say which variant it is, and the payload's fields, by first cell.
    Optional(Niche, Vec<Field>),
}

#[derive(Clone, Copy, Debug)]
struct Field {
    cell: u64,
    byte: u64,
    layout: LayoutId,
}

impl ByteMaps {
    /// The maps of all types of a program.
    pub(crate) fn new(program: &Program) -> ByteMaps {
        let maps = Vec::with_capacity(program.layouts.len());
        let mut all = ByteMaps { maps };
        for layout in &program.layouts {
            // The parts of a type are laid out before it.
            let map = all.map(program, layout);
            all.maps.push(map);
        }
        all
    }

    /// The map of a type, if it has one.
    pub(crate) fn of(&self, layout: LayoutId) -> Option<Bytes<'_>> {
        self.maps[layout.index()].as_ref()?;
        Some(Bytes { all: self, layout })
    }

    /// The scalar in a cell of a type, or of several values of it.
    fn leaf(&self, program: &Program, layout: LayoutId, cell: u64) -> Option<Leaf> {
        let map = self.get(layout)?;
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let leaf = match &map.parts {
            _ if rest == 0
                && map
                    .variants
                    .as_ref()
                    .is_some_and(|enums| !enums.tag.is_tag()) =>
            {
                map.variants.as_ref()?.tag
            }
            Parts::Cells(starts) => {
                let layout = program.layout(layout);
                let kind = layout.kind_at(rest as u32);
                let byte = starts[rest as usize];
                Leaf {
                    byte,
                    bytes: bytes_of(kind, layout)?,
                    kind: leaf_kind(kind),
                }
            }
            Parts::Overlaid(starts) => {
                let byte = starts[rest as usize];
                let next = starts.get(rest as usize + 1).copied();
                Leaf {
                    byte,
                    bytes: next.unwrap_or(map.bytes).saturating_sub(byte).clamp(1, 8),
                    kind: LeafKind::Exact,
                }
            }
            Parts::Elements(element) => {
                let size = self.get(*element)?;
                let mut leaf = self.leaf(program, *element, rest % size.cells)?;
                leaf.byte += rest / size.cells * size.bytes;
                leaf
            }
            Parts::Fields(fields) => self.leaf_of_field(program, fields, rest)?,
            Parts::Optional(niche, fields) if rest == 0 => Leaf {
                kind: LeafKind::Tag(*niche),
                ..self.leaf_of_field(program, fields, niche.cell.into())?
            },
            Parts::Optional(_, fields) => self.leaf_of_field(program, fields, rest)?,
        };
        let byte = whole.saturating_mul(map.bytes).saturating_add(leaf.byte);
        Some(Leaf { byte, ..leaf })
    }

    /// The scalar in a cell of some fields.
    fn leaf_of_field(&self, program: &Program, fields: &[Field], cell: u64) -> Option<Leaf> {
        let field = field_at(fields, cell)?;
        let (map, within) = (self.get(field.layout)?, cell - field.cell);
        let mut leaf = match within < map.cells {
            true => self.leaf(program, field.layout, within)?,
            // Of a field without bytes behind this one.
            false => Leaf {
                byte: map.bytes,
                bytes: 0,
                kind: LeafKind::Exact,
            },
        };
        leaf.byte += field.byte;
        Some(leaf)
    }

    /// The same in memory for anything, where each cell needs a byte of its own: values of a type in which
    /// cells share one are spread over their bytes, and show none of them.
    fn leaf_in_raw(&self, program: &Program, layout: LayoutId, cell: u64) -> Option<Leaf> {
        let map = self.get(layout)?;
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let mut leaf = match &map.parts {
            _ if !map.crowded => return self.leaf(program, layout, cell),
            Parts::Elements(element) => self.leaf_in_raw(program, *element, rest)?,
            Parts::Cells(_) | Parts::Overlaid(_) | Parts::Fields(_) | Parts::Optional(..) => {
                let distance = (map.bytes / map.cells).clamp(0, 8);
                Leaf {
                    byte: rest * distance,
                    bytes: (distance > 0).then_some(distance)?,
                    kind: LeafKind::Exact,
                }
            }
        };
        leaf.byte += whole.saturating_mul(map.bytes);
        Some(leaf)
    }

    fn is_crowded(&self, parts: &Parts, cells: u64, bytes: u64) -> bool {
        let is_crowded = |layout| self.get(layout).is_some_and(|map| map.crowded);
        match parts {
            Parts::Cells(_) | Parts::Overlaid(_) => cells > bytes,
            Parts::Elements(element) => is_crowded(*element),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                fields.iter().any(|field| is_crowded(field.layout))
            }
        }
    }

    fn get(&self, layout: LayoutId) -> Option<&ByteMap> {
        self.maps.get(layout.index())?.as_ref()
    }

    fn map(&self, program: &Program, layout: &Layout) -> Option<ByteMap> {
        let parts = match &layout.shape {
            Shape::Array { element, .. } => self.get(*element).map(|_| Parts::Elements(*element)),
            Shape::Struct(fields) => self.fields(fields, layout).map(Parts::Fields),
            Shape::Union(fields) => self.only_view(fields, layout.cells()),
            Shape::Enum(_) => self.optional(program, layout),
            Shape::Scalar => None,
        };
        let cells = u64::from(layout.cells());
        let parts = match parts {
            Some(parts) => parts,
            None => match packed(layout) {
                Some(starts) => Parts::Cells(starts),
                None => Parts::Overlaid(spread(cells, layout.bytes)?),
            },
        };
        let variants = self.variants(layout);
        let union = self.union(program, layout);
        (cells > 0 && layout.bytes > 0).then(|| ByteMap {
            // What a union holds says where its scalars are.
            crowded: union.is_none() && self.is_crowded(&parts, cells, layout.bytes),
            cells,
            bytes: layout.bytes,
            align: layout.align.max(1),
            raw: self.is_raw(layout),
            union,
            known: variants.is_some() || self.is_known(program, &parts, layout),
            variants,
            parts,
        })
    }

    /// Whether all cells have bytes that are theirs, if only by what stands there.
    fn is_known(&self, program: &Program, parts: &Parts, layout: &Layout) -> bool {
        let known = |layout| self.get(layout).is_some_and(|map| map.known);
        match parts {
            _ if matches!(layout.shape, Shape::Union(_)) => false,
            Parts::Overlaid(_) => false,
            Parts::Cells(_) => {
                let kinds = layout.pattern.iter();
                let is_enum = matches!(layout.shape, Shape::Enum(_)) && layout.cells() > 1;
                !is_enum
                    && kinds
                        .copied()
                        .all(|kind| leaf_kind(kind) != LeafKind::Exact)
            }
            Parts::Elements(element) => known(*element),
            Parts::Fields(fields) => fields.iter().all(|field| known(field.layout)),
            Parts::Optional(niche, fields) => {
                let told = self.leaf_of_field(program, fields, niche.cell.into());
                told.is_some() && fields.iter().all(|field| known(field.layout))
            }
        }
    }

    /// An enum that has bytes of its own for its discriminant.
    fn variants(&self, layout: &Layout) -> Option<EnumMap> {
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
            Tag::Number(ty) => Leaf {
                byte: 0,
                bytes: bytes_of(CellKind::Scalar(ty), layout)?,
                kind: LeafKind::Number(ty),
            },
            Tag::Niche(niche, byte) => Leaf {
                byte,
                bytes: niche.bytes,
                kind: LeafKind::Tag(niche),
            },
        };
        Some(EnumMap {
            tag,
            variants: found,
        })
    }

    /// The outermost such enum that a cell is part of, and its first cell and byte.
    fn enum_at(&self, layout: LayoutId, cell: u64) -> Option<EnumPart<'_>> {
        let (map, first) = self.part_at(layout, cell, |map| map.variants.is_some())?;
        Some(EnumPart {
            map: map.variants.as_ref()?,
            first,
            cells: map.cells,
            bytes: map.bytes,
        })
    }

    /// The outermost part of some kind that a cell is in, and its first cell and byte.
    fn part_at(
        &self,
        layout: LayoutId,
        cell: u64,
        is_wanted: fn(&ByteMap) -> bool,
    ) -> Option<(&ByteMap, (u64, u64))> {
        let map = self.get(layout)?;
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let (part, first, at) = match &map.parts {
            _ if is_wanted(map) => (map, (0, 0), (0, 0)),
            Parts::Cells(_) | Parts::Overlaid(_) => return None,
            Parts::Elements(element) => {
                let (part, first) = self.part_at(*element, rest, is_wanted)?;
                (part, first, (0, 0))
            }
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let field = field_at(fields, rest)?;
                let (part, first) = self.part_at(field.layout, rest - field.cell, is_wanted)?;
                (part, first, (field.cell, field.byte))
            }
        };
        let cell = first.0 + at.0 + whole * map.cells;
        let byte = first.1 + at.1 + whole * map.bytes;
        Some((part, (cell, byte)))
    }

    /// What stands in a cell, by what is in others: `value` gives that.
    fn found(
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
    fn optional(&self, program: &Program, layout: &Layout) -> Option<Parts> {
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
        let is_alone = layout.cells() == 1 + payload.iter().map(cells).sum::<u32>();
        let fields = self.fields(&payload, layout).filter(|_| is_alone)?;
        let told = self.leaf_of_field(program, &fields, niche.cell.into())?;
        let is_known = !told.is_exact() && told.told_by().is_none() && told.bytes == niche.bytes;
        is_known.then_some(Parts::Optional(niche, fields))
    }

    /// The byte after a type's last scalar, or after a union in it.
    fn end(&self, program: &Program, layout: LayoutId) -> Option<u64> {
        let end = |cell: u64| match self.union_at(layout, cell) {
            Some(part) => Some(part.end()),
            None => self.leaf(program, layout, cell).map(Leaf::end),
        };
        let mut ends = (0..self.get(layout)?.cells).map(end);
        ends.try_fold(0, |last, end| Some(end?.max(last)))
    }

    fn union(&self, program: &Program, layout: &Layout) -> Option<UnionMap> {
        let Shape::Union(fields) = &layout.shape else {
            return None;
        };
        let fields: Vec<LayoutId> = fields.iter().map(|field| field.layout).collect();
        let cells = fields.iter().map(|&field| program.layout(field).cells());
        let view = u64::from(cells.max()?);
        if u64::from(layout.cells()) <= view {
            return None;
        }
        let ends = fields.iter().filter_map(|&field| self.end(program, field));
        let shortest = ends.min()?;
        Some(UnionMap {
            fields,
            view,
            shortest,
        })
    }

    fn union_at(&self, layout: LayoutId, cell: u64) -> Option<UnionPart<'_>> {
        let (map, first) = self.part_at(layout, cell, |map| map.union.is_some())?;
        Some(UnionPart {
            all: self,
            map: map.union.as_ref()?,
            first,
            cells: map.cells,
            bytes: map.bytes,
        })
    }

    /// The first of the cells that say which variant an enum is, by the one that says it in bytes.
    fn tag_of(&self, layout: LayoutId, cell: u64) -> Option<u64> {
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

    /// Whether the byte of a cell is the one that it has in its type's memory. The payload of an enum
    /// has none of its own: the variants' parts lie over each other, in an order that rustc chooses.
    fn is_placed(&self, program: &Program, layout: LayoutId, cell: u64) -> bool {
        let Some(map) = self.get(layout) else {
            return false;
        };
        let rest = cell % map.cells;
        match &map.parts {
            Parts::Cells(_) => rest == 0 || !matches!(program.layout(layout).shape, Shape::Enum(_)),
            Parts::Overlaid(_) => rest == 0,
            Parts::Elements(element) => self.is_placed(program, *element, rest),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let cell = told_at(&map.parts, rest);
                field_at(fields, cell)
                    .is_some_and(|field| self.is_placed(program, field.layout, cell - field.cell))
            }
        }
    }

    /// Whether it is a union that counts as fewer bytes than its fields have.
    fn is_raw(&self, layout: &Layout) -> bool {
        let Shape::Union(fields) = &layout.shape else {
            return false;
        };
        let larger = |field: &FieldLayout| {
            let map = self.get(field.layout);
            map.is_some_and(|map| map.bytes > layout.bytes)
        };
        layout.bytes == 1 && fields.iter().any(larger)
    }

    /// Of a union, the one field that has cells.
    fn only_view(&self, fields: &[FieldLayout], cells: u32) -> Option<Parts> {
        let known = fields.iter().filter_map(|field| {
            let map = self.get(field.layout)?;
            (map.cells == u64::from(cells)).then_some(field.layout)
        });
        let (cell, byte) = (0, 0);
        let mut fields = known.map(|layout| Field { cell, byte, layout });
        let only = fields.next()?;
        fields.next().is_none().then(|| Parts::Fields(vec![only]))
    }

    /// Fields one after another, or the most aligned first if they do not fit like that.
    fn fields(&self, fields: &[FieldLayout], layout: &Layout) -> Option<Vec<Field>> {
        let (cells, bytes, align) = (layout.cells(), layout.bytes, layout.align.max(1));
        let mut order: Vec<(u64, LayoutId)> = Vec::with_capacity(fields.len());
        let mut fields: Vec<&FieldLayout> = fields.iter().collect();
        fields.sort_by_key(|field| field.offset);
        for (index, field) in fields.iter().enumerate() {
            let end = fields.get(index + 1).map_or(cells, |next| next.offset);
            // What has no bytes, such as an enum of one variant, has its cell in nobody's way.
            if end > field.offset && self.get(field.layout).is_some() {
                order.push((u64::from(field.offset), field.layout));
            }
        }
        let place = |order: &[(u64, LayoutId)]| {
            let mut end = 0u64;
            let mut placed = Vec::with_capacity(order.len());
            for &(cell, layout) in order {
                let map = self.get(layout)?;
                let byte = end.next_multiple_of(map.align.min(align));
                placed.push(Field { cell, byte, layout });
                end = byte + map.bytes;
            }
            (end <= bytes && !placed.is_empty()).then_some(placed)
        };
        if let Some(placed) = place(&order) {
            return Some(placed);
        }
        order.sort_by_key(|&(_, layout)| self.get(layout).map(|map| u64::MAX - map.align));
        let mut placed = place(&order)?;
        placed.sort_by_key(|field| field.cell);
        Some(placed)
    }

    fn byte_of(&self, layout: LayoutId, cell: u64) -> u64 {
        let Some(map) = self.get(layout) else {
            return 0;
        };
        let (whole, rest) = (cell / map.cells, cell % map.cells);
        let within = match &map.parts {
            Parts::Cells(starts) | Parts::Overlaid(starts) => starts[rest as usize],
            Parts::Elements(element) => self.byte_of(*element, rest),
            // Who points to the cell that says which variant it is means the whole enum.
            Parts::Optional(..) if rest == 0 => 0,
            Parts::Fields(fields) | Parts::Optional(_, fields) => field_at(fields, rest)
                .map_or(0, |field| {
                    field.byte + self.byte_of(field.layout, rest - field.cell)
                }),
        };
        whole.saturating_mul(map.bytes).saturating_add(within)
    }

    fn cell_of(&self, layout: LayoutId, byte: u64) -> u64 {
        let Some(map) = self.get(layout) else {
            return 0;
        };
        let (whole, rest) = (byte / map.bytes, byte % map.bytes);
        let within = match &map.parts {
            Parts::Cells(starts) | Parts::Overlaid(starts) => {
                let last = starts[starts.partition_point(|&start| start <= rest) - 1];
                // Of several that begin there the first.
                starts.partition_point(|&start| start < last) as u64
            }
            Parts::Elements(element) => self.cell_of(*element, rest),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let before = fields.iter().filter(|field| field.byte <= rest);
                match before.max_by_key(|field| field.byte) {
                    Some(field) => {
                        // Padding belongs to the last cell before it.
                        let last = self.get(field.layout).map_or(0, |map| map.bytes - 1);
                        field.cell + self.cell_of(field.layout, (rest - field.byte).min(last))
                    }
                    None => 0,
                }
            }
        };
        whole.saturating_mul(map.cells).saturating_add(within)
    }
}

impl ByteMaps {
    /// The cells from the first to the last that some bytes of values of a type are in: a struct's fields
    /// need not stand in the order of their cells.
    fn cells_of(&self, layout: LayoutId, bytes: Range<u64>) -> Range<u64> {
        let last = bytes.end - 1;
        let ends = self.cell_of(layout, bytes.start)..self.cell_of(layout, last) + 1;
        let Some(map) = self.get(layout) else {
            return ends;
        };
        let (one, other) = (bytes.start / map.bytes, last / map.bytes);
        if one != other {
            let begin = self.cells_of(layout, bytes.start..(one + 1) * map.bytes);
            let end = self.cells_of(layout, other * map.bytes..bytes.end);
            return begin.start..end.end;
        }
        let (cell, byte) = (one * map.cells, one * map.bytes);
        let within = bytes.start - byte..bytes.end - byte;
        let part = match &map.parts {
            Parts::Cells(_) | Parts::Overlaid(_) => return ends,
            Parts::Elements(element) => self.cells_of(*element, within),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let touched = fields.iter().filter_map(|field| {
                    let end = field.byte + self.get(field.layout)?.bytes;
                    let own = within.start.max(field.byte)..within.end.min(end);
                    let own = (own.start < own.end)
                        .then(|| own.start - field.byte..own.end - field.byte)?;
                    let cells = self.cells_of(field.layout, own);
                    Some(field.cell + cells.start..field.cell + cells.end)
                });
                let whole = ends.start - cell..ends.end - cell;
                let own = touched.fold(whole, |a, b| a.start.min(b.start)..a.end.max(b.end));
                match &map.parts {
                    // Who has the scalar that says which variant it is has the cell that says it.
                    Parts::Optional(niche, _) if own.contains(&niche.cell.into()) => 0..own.end,
                    _ => own,
                }
            }
        };
        cell + part.start..cell + part.end
    }
}

/// The map of one type, or of an allocation of several values of it.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a> {
    all: &'a ByteMaps,
    layout: LayoutId,
}

impl Bytes<'_> {
    fn map(&self) -> &ByteMap {
        self.all.get(self.layout).expect("a type with a map")
    }

    /// How many cells a value has.
    pub(crate) fn cells(self) -> u64 {
        self.map().cells
    }

    /// How many bytes a value has.
    pub(crate) fn bytes(self) -> u64 {
        self.map().bytes
    }

    /// Its alignment.
    pub(crate) fn align(self) -> u64 {
        self.map().align
    }

    /// Whether it is memory for anything, a cell a byte.
    pub(crate) fn is_raw(self) -> bool {
        self.map().raw
    }

    /// The union that a cell is part of, if it says which of its fields it holds.
    pub(crate) fn union_at(&self, cell: u64) -> Option<UnionPart<'_>> {
        self.all.union_at(self.layout, cell)
    }

    /// The enum that a cell is part of, if the first of its cells says where the others have their bytes.
    pub(crate) fn enum_at(&self, cell: u64) -> Option<EnumPart<'_>> {
        self.all.enum_at(self.layout, cell)
    }

    /// The scalar in a cell by what is in others, where there are such enums; none in a cell that is not in use.
    pub(crate) fn leaf_now(
        &self,
        program: &Program,
        cell: u64,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Option<Leaf> {
        match self.all.found(self.layout, cell, value)? {
            Found::Tag(leaf) => Some(leaf),
            Found::Part(place) => {
                let mut leaf = self.all.leaf(program, place.layout, place.cell)?;
                leaf.byte += place.byte;
                Some(leaf)
            }
        }
    }

    /// The byte that a pointer to a cell has, by what is in others.
    pub(crate) fn byte_now(&self, cell: u64, value: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
        Some(match self.all.found(self.layout, cell, value)? {
            Found::Tag(_) => return None,
            Found::Part(place) => place.byte + self.all.byte_of(place.layout, place.cell),
        })
    }

    /// The scalar in a cell.
    pub(crate) fn leaf(self, program: &Program, cell: u64) -> Option<Leaf> {
        self.all.leaf(program, self.layout, cell)
    }

    /// The same of a value in memory for anything.
    pub(crate) fn leaf_in_raw(self, program: &Program, cell: u64) -> Option<Leaf> {
        self.all.leaf_in_raw(program, self.layout, cell)
    }

    /// The first cell that says of an enum which variant it is, by the one that says it in bytes.
    pub(crate) fn tag_of(self, cell: u64) -> Option<u64> {
        self.all.tag_of(self.layout, cell)
    }

    /// Whether a cell's byte is known, and not one that was chosen for it.
    pub(crate) fn is_placed(self, program: &Program, cell: u64) -> bool {
        self.all.is_placed(program, self.layout, cell)
    }

    /// The byte that a pointer to a cell has.
    pub(crate) fn byte_of(self, cell: u64) -> u64 {
        self.all.byte_of(self.layout, cell)
    }

    /// The first cell of the outermost enum that begins where a cell does, if that is its payload's first.
    pub(crate) fn outermost(self, program: &Program, cell: u64) -> u64 {
        let byte = self.byte_of(cell);
        let is_around = |&at: &u64| {
            self.byte_of(at) == byte && self.leaf(program, at).is_some_and(Leaf::is_tag)
        };
        (0..cell).rev().take_while(is_around).last().unwrap_or(cell)
    }

    /// The cells from the first to the last that some bytes are in.
    pub(crate) fn cells_of(self, bytes: &Range<u64>) -> Range<u64> {
        self.all.cells_of(self.layout, bytes.clone())
    }

    /// The cell in which a byte lies, and that cell's first byte.
    pub(crate) fn cell_of(self, byte: u64) -> (u64, u64) {
        let cell = self.all.cell_of(self.layout, byte);
        (cell, self.byte_of(cell))
    }
}

/// The field that a cell is in; none in the cell that says which variant an enum is.
fn field_at(fields: &[Field], cell: u64) -> Option<Field> {
    let before = fields.partition_point(|field| field.cell <= cell);
    Some(fields[before.checked_sub(1)?])
}

/// A cell of fields; of the one that says which variant an enum is, the scalar that says it in bytes.
fn told_at(parts: &Parts, cell: u64) -> u64 {
    match parts {
        Parts::Optional(niche, _) if cell == 0 => niche.cell.into(),
        _ => cell,
    }
}

/// Cells one after another, where their kinds say how large they are.
fn packed(layout: &Layout) -> Option<Vec<u64>> {
    let mut end = 0u64;
    let mut starts = Vec::with_capacity(layout.pattern.len());
    for &kind in layout.pattern.iter().take(layout.cells() as usize) {
        let bytes = bytes_of(kind, layout)?;
        let start = end.next_multiple_of(bytes);
        starts.push(start);
        end = start + bytes;
    }
    (layout.repeat == 1 && end <= layout.bytes).then_some(starts)
}

/// Cells at equal distances, where only the first one's place is known.
fn spread(cells: u64, bytes: u64) -> Option<Vec<u64>> {
    let distance = (bytes / cells.max(1)).clamp(1, 8);
    let last = bytes.checked_sub(1)?;
    Some((0..cells).map(|cell| (cell * distance).min(last)).collect())
}

fn leaf_kind(kind: CellKind) -> LeafKind {
    match kind {
        CellKind::Scalar(ScalarType::Ptr | ScalarType::Func) => LeafKind::Pointer,
        CellKind::Scalar(ty) => LeafKind::Number(ty),
        CellKind::Sync(_) | CellKind::Opaque => LeafKind::Exact,
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
