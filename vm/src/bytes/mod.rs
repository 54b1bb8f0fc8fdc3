//! Where the cells of a type begin in bytes, for programs that calculate with addresses as numbers.

mod enums;
mod places;
mod scalar;
mod unions;

pub(crate) use enums::EnumPart;
pub(crate) use scalar::{Leaf, LeafKind};
pub(crate) use unions::UnionPart;

use enums::{EnumMap, Found};
use places::field_at;
use std::ops::Range;
use unions::UnionMap;
use vscheck_ir::layout::FieldLayout;
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
    /// Whether all bytes have cells, or it is not known which have.
    dense: bool,
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
                    pointee: layout.pointee.filter(|_| kind.is_pointer()),
                    ..Leaf::new(byte, bytes_of(kind, layout)?, leaf_kind(kind))
                }
            }
            Parts::Overlaid(starts) => {
                let byte = starts[rest as usize];
                let next = starts.get(rest as usize + 1).copied();
                let bytes = next.unwrap_or(map.bytes).saturating_sub(byte).clamp(1, 8);
                Leaf::new(byte, bytes, LeafKind::Exact)
            }
            Parts::Elements(element) => {
                let size = self.get(*element)?;
                let mut leaf = self.leaf(program, *element, rest % size.cells)?;
                leaf.byte += rest / size.cells * size.bytes;
                leaf
            }
            Parts::Fields(fields) => match self.leaf_of_field(program, fields, rest) {
                Some(leaf) if leaf.bytes > 0 => leaf,
                leaf => leaf_of_nothing(program, layout, rest).or(leaf)?,
            },
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
            false => Leaf::new(map.bytes, 0, LeafKind::Exact),
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
                let bytes = (distance > 0).then_some(distance)?;
                Leaf::new(rest * distance, bytes, LeafKind::Exact)
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
        let is_view = union.is_some();
        (cells > 0 && layout.bytes > 0).then(|| ByteMap {
            // What a union holds says where its scalars are.
            crowded: union.is_none() && self.is_crowded(&parts, cells, layout.bytes),
            cells,
            bytes: layout.bytes,
            align: layout.align.max(1),
            raw: self.is_raw(layout),
            union,
            dense: is_view || variants.is_none() && self.is_dense(&parts, layout),
            known: variants.is_some() || self.is_known(program, &parts, layout),
            variants,
            parts,
        })
    }

    /// Whether all bytes have cells, or it is not known which have.
    fn is_dense(&self, parts: &Parts, layout: &Layout) -> bool {
        let dense = |layout| self.get(layout).is_none_or(|map| map.dense);
        match parts {
            Parts::Overlaid(_) => true,
            Parts::Cells(starts) if matches!(layout.shape, Shape::Enum(_)) && starts.len() > 1 => {
                true
            }
            Parts::Cells(_) => {
                let kinds = layout.pattern.iter();
                let bytes = kinds.map(|&kind| bytes_of(kind, layout).unwrap_or(0));
                bytes.sum::<u64>() == layout.bytes
            }
            Parts::Elements(element) => dense(*element),
            Parts::Fields(fields) | Parts::Optional(_, fields) => {
                let bytes = |field: &Field| self.get(field.layout).map_or(0, |map| map.bytes);
                let all: u64 = fields.iter().map(bytes).sum();
                all == layout.bytes && fields.iter().all(|field| dense(field.layout))
            }
        }
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
}

impl ByteMaps {}

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

    /// Whether all bytes have cells, or it is not known which have.
    pub(crate) fn is_dense(self) -> bool {
        self.map().dense
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

/// The scalar in the cell of an enum without bytes, of which there is no value but of one variant.
fn leaf_of_nothing(program: &Program, layout: LayoutId, cell: u64) -> Option<Leaf> {
    let Shape::Struct(fields) = &program.layout(layout).shape else {
        return None;
    };
    fields.iter().find_map(|field| {
        let part = program.layout(field.layout);
        let within = cell.checked_sub(field.offset.into())?;
        let is_inside = part.bytes == 0 && within < u64::from(part.cells());
        match (&part.shape, part.niche) {
            _ if !is_inside => None,
            (Shape::Enum(_), Some(niche)) => Some(Leaf::nothing(LeafKind::Held(niche.present))),
            _ => leaf_of_nothing(program, field.layout, within),
        }
    })
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
