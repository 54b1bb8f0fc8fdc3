//! Types laid out in cells.

use super::size::{
    Discriminants, Size, enum_size, is_niched, largest, only_present, ordered_size, struct_order,
    struct_size, tagged_order, tuple_size,
};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{DefId, DefKind};
use crate::infer::Typer;
use crate::ty::{Args, FloatTy, GenericArg, IntTy, Ty, TyKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::layout::{FieldLayout, Places, Tag, VariantLayout};
use vscheck_ir::{CellKind, Layout, LayoutId, Niche, ScalarType, Shape, SyncKind, Zeros};

/// Types of more cells than this are refused.
const MAX_CELLS: u64 = 1 << 24;

/// Types nested deeper by value than this are refused.
const MAX_NESTING: usize = 500;

/// A type's layout, as the lowering asks for it. A type without a size has the layout of its sized
/// part (slices and trait objects: no cells), so that the offset of a struct's last field is static.
#[derive(Debug)]
pub struct TypeLayout {
    /// The entry in the program's table.
    pub id: LayoutId,
    /// One period of cell kinds.
    pub pattern: Rc<[CellKind]>,
    /// How many cells a value takes.
    pub cells: u32,
    /// How it is put together.
    pub parts: Parts,
    /// Of a union whose fields are different views of its bytes: the cell that says which field's cells
    /// are there, by number. The cells behind it hold the bytes that this field does not have.
    pub view: Option<u32>,
    /// Whether it is a union that has one cell a byte, in which its fields are seen, or has such a part: it has to
    /// be in memory to be looked at.
    pub in_bytes: bool,
    /// Size and alignment in bytes, and how many bit patterns are free for an enclosing enum.
    pub size: Size,
    /// Of an enum that has no bytes of its own for its discriminant.
    pub niche: Option<Niche>,
}

/// The size of a type with known arguments.
pub fn size_of(typer: &Typer, ty: Ty) -> Result<Size> {
    Ok(Layouts::default().layout(typer, ty)?.size)
}

/// The parts of a type: offsets in cells.
#[derive(Debug)]
pub enum Parts {
    /// A scalar or pointer.
    Scalar,
    /// Struct, tuple, closure, union (all offsets 0).
    Fields(Fields),
    /// Discriminant in cell 0.
    Enum {
        /// Type of the discriminant cell.
        tag: ScalarType,
        /// The variants.
        variants: Vec<VariantParts>,
    },
    /// Elements one after another.
    Array {
        /// Element type.
        element: Ty,
        /// Cells an element.
        stride: u32,
        /// How many.
        len: u64,
    },
}

/// Fields of a struct or variant.
#[derive(Debug, Clone)]
pub struct Fields {
    /// First cell of each.
    pub offsets: Vec<u32>,
    /// Their types.
    pub types: Rc<Vec<Ty>>,
}

impl Fields {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

/// One variant.
#[derive(Debug)]
pub struct VariantParts {
    /// Its definition.
    pub def: DefId,
    /// The discriminant cell's value.
    pub discriminant: u64,
    /// The payload.
    pub fields: Fields,
}

impl TypeLayout {
    /// The kind of a cell.
    pub fn kind(&self, cell: u32) -> CellKind {
        self.pattern[cell as usize % self.pattern.len()]
    }

    /// The kinds of all cells.
    pub fn kinds(&self) -> impl Iterator<Item = CellKind> + '_ {
        (0..self.cells).map(|cell| self.kind(cell))
    }

    /// The fields of a struct, tuple, closure or union.
    pub fn fields(&self) -> Option<&Fields> {
        match &self.parts {
            Parts::Fields(fields) => Some(fields),
            Parts::Scalar | Parts::Enum { .. } | Parts::Array { .. } => None,
        }
    }
}

/// What a fat pointer carries beside the address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meta {
    /// Nothing: the pointee is sized.
    Thin,
    /// A length.
    Len,
    /// A vtable.
    Vtable,
}

/// All layouts so far.
#[derive(Default)]
pub struct Layouts {
    table: FxHashMap<Ty, Rc<TypeLayout>>,
    metas: FxHashMap<Ty, Meta>,
    /// Types being laid out, each a part of the one before it.
    open: Vec<Ty>,
    /// The program's table.
    pub program: Vec<Layout>,
}

/// The register type of an integer type.
pub fn int_scalar(ty: IntTy) -> ScalarType {
    match ty {
        IntTy::I8 => ScalarType::I8,
        IntTy::I16 => ScalarType::I16,
        IntTy::I32 => ScalarType::I32,
        IntTy::I64 | IntTy::Isize => ScalarType::I64,
        IntTy::I128 => ScalarType::I128,
        IntTy::U8 => ScalarType::U8,
        IntTy::U16 => ScalarType::U16,
        IntTy::U32 => ScalarType::U32,
        IntTy::U64 | IntTy::Usize => ScalarType::U64,
        IntTy::U128 => ScalarType::U128,
    }
}

/// The scalar type of a one-scalar type; pointers to sized types included.
pub fn scalar_of(ty: Ty) -> Option<ScalarType> {
    Some(match ty.kind() {
        TyKind::Bool => ScalarType::Bool,
        TyKind::Char => ScalarType::Char,
        TyKind::Int(int) => int_scalar(*int),
        TyKind::Float(FloatTy::F32) => ScalarType::F32,
        TyKind::Float(FloatTy::F64) => ScalarType::F64,
        TyKind::FnPtr(..) => ScalarType::Func,
        TyKind::Ref(..) | TyKind::RawPtr(..) => ScalarType::Ptr,
        TyKind::Str
        | TyKind::Never
        | TyKind::Tuple(_)
        | TyKind::Array(..)
        | TyKind::Slice(_)
        | TyKind::Adt(..)
        | TyKind::FnDef(..)
        | TyKind::Closure(_)
        | TyKind::Dyn(_)
        | TyKind::Param(..)
        | TyKind::Projection(..)
        | TyKind::Opaque(..)
        | TyKind::Infer(_) => return None,
    })
}

fn scalar_bytes(ty: ScalarType) -> u64 {
    match ty {
        ScalarType::Bool | ScalarType::I8 | ScalarType::U8 => 1,
        ScalarType::I16 | ScalarType::U16 => 2,
        ScalarType::I32 | ScalarType::U32 | ScalarType::F32 | ScalarType::Char => 4,
        ScalarType::I128 | ScalarType::U128 => 16,
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::F64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => 8,
    }
}

/// Everything about a layout but its id and name.
struct Draft {
    pattern: Vec<CellKind>,
    repeat: u64,
    parts: Parts,
    view: Option<u32>,
    in_bytes: bool,
    size: Size,
    niche: Option<Niche>,
    shape: Shape,
}

impl Draft {
    fn scalars(kinds: &[ScalarType], size: Size) -> Draft {
        let cells = kinds
            .iter()
            .flat_map(|&ty| std::iter::repeat_n(CellKind::Scalar(ty), ty.cells() as usize));
        Draft {
            pattern: cells.collect(),
            repeat: 1,
            parts: Parts::Scalar,
            view: None,
            in_bytes: false,
            niche: None,
            size,
            shape: Shape::Scalar,
        }
    }

    fn scalar(ty: ScalarType) -> Draft {
        let bytes = scalar_bytes(ty);
        let niches = match ty {
            ScalarType::Bool => 254,
            ScalarType::Char => 1 << 20,
            ScalarType::Func => 1,
            _ => 0,
        };
        Draft::scalars(&[ty], Size::scalar(bytes, niches))
    }
}

/// Whether zeros are a value of a type: not where it begins with an address or number that is never zero.
fn zeros_of(typer: &Typer, ty: Ty) -> Zeros {
    let item = match ty.kind() {
        TyKind::Ref(..) | TyKind::FnPtr(..) => return Zeros::Never,
        TyKind::Adt(def, _) => typer.hir().def(*def),
        _ => return Zeros::AsParts,
    };
    match item.name.as_str() {
        _ if is_never_zero(&item) || has_address(&item) => Zeros::Never,
        // What tells `None` from a vector is its capacity, but its address is never null either.
        "Vec" | "VecDeque" if item.is_model => Zeros::Never,
        // In std there is no node yet then, where the models have elements side by side.
        "BTreeMap" | "LinkedList" if item.is_model => Zeros::Always,
        _ => Zeros::AsParts,
    }
}

/// Whether a model's type begins with an address that is never null, though nothing is made of that.
fn has_address(item: &crate::hir::Def) -> bool {
    item.is_model && has_lang(item, "never_zero")
}

fn has_lang(item: &crate::hir::Def, name: &str) -> bool {
    item.attrs.lang.is_some_and(|lang| lang.as_str() == name)
}

/// Whether a model's type holds an address or number that is never zero.
pub(super) fn is_never_zero(item: &crate::hir::Def) -> bool {
    let name = item.name.as_str();
    item.is_model && matches!(name, "Box" | "Rc" | "Arc" | "Weak" | "NonNull" | "NonZero")
}

/// A scalar that is never more than some number, though its type would allow for that.
pub(super) struct Bounded {
    pub(super) cell: u32,
    /// Its first byte.
    byte: u64,
    pub(super) bytes: u64,
    pub(super) most: u64,
}

/// Such a scalar of a model's type.
pub(super) fn bounded(item: &crate::hir::Def) -> Option<Bounded> {
    let (cell, byte, bytes, most) = match item.name.as_str() {
        _ if !item.is_model => return None,
        // A capacity.
        "Vec" | "VecDeque" => (0, 0, 8, i64::MAX as u64),
        // Less than a second of nanoseconds, behind the seconds.
        "Duration" => (1, 8, 4, 999_999_999),
        _ => return None,
    };
    Some(Bounded {
        cell,
        byte,
        bytes,
        most,
    })
}

/// The greatest number in a `#[repr]` word: 64 of `align64`; 1 of a plain `packed`.
fn repr_number(item: &crate::hir::Def, name: &str) -> Option<u64> {
    let words = item.attrs.repr.iter();
    let numbers = words.filter_map(|word| word.as_str().strip_prefix(name));
    numbers
        .map(|number| number.trim().parse().unwrap_or(1))
        .max()
}

/// What `#[repr(C)]`, `#[repr(packed)]` and `#[repr(align)]` make of a struct's size.
fn represented(item: &crate::hir::Def, fields: impl Iterator<Item = Size>, size: Size) -> Size {
    let size = match repr_number(item, "packed") {
        Some(limit) if is_repr_c(item) => ordered_size(fields.map(|field| field.within(limit))),
        Some(limit) => struct_size(fields.map(|field| field.within(limit))),
        None if is_repr_c(item) => ordered_size(fields),
        None => size,
    };
    aligned(item, size)
}

/// What `#[repr(align)]` makes of a size.
fn aligned(item: &crate::hir::Def, mut size: Size) -> Size {
    size.align = size.align.max(repr_number(item, "align").unwrap_or(1));
    size.bytes = size.bytes.next_multiple_of(size.align);
    size
}

/// Whether a type is defined in the user's code.
fn is_own(typer: &Typer, ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Adt(def, _) => !typer.hir().def(*def).is_model,
        _ => false,
    }
}

/// A type of infinite size, or as good as that.
fn endless(typer: &Typer, ty: Ty) -> Box<Diagnostic> {
    let name = typer.type_name(ty);
    let error = Diagnostic::general(format!(
        "the type `{name}` contains itself or is nested too deeply to have a size"
    ));
    match ty.kind() {
        TyKind::Adt(def, _) => error.at(typer.hir().def(*def).span),
        _ => error,
    }
}

impl Layouts {
    /// What a pointer to this type carries.
    pub fn meta(&mut self, typer: &Typer, ty: Ty) -> Result<Meta> {
        match ty.kind() {
            TyKind::Slice(_) | TyKind::Str => Ok(Meta::Len),
            TyKind::Dyn(_) => Ok(Meta::Vtable),
            TyKind::Adt(def, args) => {
                if let Some(&meta) = self.metas.get(&ty) {
                    return Ok(meta);
                }
                self.metas.insert(ty, Meta::Thin);
                let meta = match last_field(typer, *def, *args)? {
                    Some(last) => self.meta(typer, last)?,
                    None => Meta::Thin,
                };
                self.metas.insert(ty, meta);
                Ok(meta)
            }
            TyKind::Tuple(types) => match types.last() {
                Some(&last) => self.meta(typer, last),
                None => Ok(Meta::Thin),
            },
            _ => Ok(Meta::Thin),
        }
    }

    /// The layout of a type.
    pub fn layout(&mut self, typer: &Typer, ty: Ty) -> Result<Rc<TypeLayout>> {
        if let Some(layout) = self.table.get(&ty) {
            return Ok(layout.clone());
        }
        if self.open.contains(&ty) || self.open.len() > MAX_NESTING {
            let own = self.open.iter().find(|ty| is_own(typer, **ty));
            return Err(endless(typer, own.copied().unwrap_or(ty)));
        }
        if typer.is_too_large(ty) {
            return Err(Diagnostic::general("ever larger types are needed"));
        }
        self.open.push(ty);
        let draft = self.draft(typer, ty);
        self.open.pop();
        let draft = draft?;
        let cells = draft.pattern.len() as u64 * draft.repeat;
        if cells > MAX_CELLS {
            let name = typer.type_name(ty);
            return Err(Diagnostic::general(format!(
                "the type `{name}` is too large ({cells} cells)"
            )));
        }
        let in_bytes = draft.in_bytes || self.has_part_in_bytes(typer, &draft.parts)?;
        let niche = draft.niche;
        let id = LayoutId::new(self.program.len());
        let pattern: Rc<[CellKind]> = draft.pattern.into();
        self.program.push(Layout {
            name: typer.type_name(ty),
            pattern: pattern.to_vec().into(),
            repeat: draft.repeat as u32,
            bytes: draft.size.bytes,
            align: draft.size.align,
            zeros: zeros_of(typer, ty),
            niche,
            shape: draft.shape,
        });
        let layout = Rc::new(TypeLayout {
            id,
            pattern,
            cells: cells as u32,
            parts: draft.parts,
            view: draft.view,
            in_bytes,
            size: draft.size,
            niche,
        });
        self.table.insert(ty, layout.clone());
        Ok(layout)
    }

    fn has_part_in_bytes(&mut self, typer: &Typer, parts: &Parts) -> Result<bool> {
        let types: Vec<Ty> = match parts {
            Parts::Scalar => Vec::new(),
            Parts::Fields(fields) => fields.types.to_vec(),
            Parts::Array { element, .. } => vec![*element],
            Parts::Enum { variants, .. } => {
                let types = variants
                    .iter()
                    .flat_map(|variant| variant.fields.types.iter());
                types.copied().collect()
            }
        };
        for ty in types {
            if self.layout(typer, ty)?.in_bytes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same type as the machine is told of it.
    pub fn of_program(&self, layout: &TypeLayout) -> &Layout {
        &self.program[layout.id.index()]
    }

    fn draft(&mut self, typer: &Typer, ty: Ty) -> Result<Draft> {
        match ty.kind() {
            TyKind::Ref(_, to) => self.pointer(typer, *to, 1),
            TyKind::RawPtr(_, to) => self.pointer(typer, *to, 0),
            TyKind::Never => Ok(Draft {
                size: Size::NEVER,
                ..self.product(typer, &[], &[])?
            }),
            TyKind::Str | TyKind::Dyn(_) | TyKind::FnDef(..) => self.product(typer, &[], &[]),
            TyKind::Slice(element) => {
                let mut draft = self.product(typer, &[], &[])?;
                draft.size.align = self.layout(typer, *element)?.size.align;
                Ok(draft)
            }
            TyKind::Tuple(types) => self.tuple(typer, types),
            TyKind::Array(element, len) => self.array(typer, *element, typer.const_value(*len)?),
            TyKind::Adt(def, args) => self.adt(typer, *def, *args),
            TyKind::Closure(key) => {
                let types = capture_types(typer, *key)?;
                self.product(typer, &types, &index_names(types.len()))
            }
            TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::FnPtr(..)
            | TyKind::Param(..)
            | TyKind::Projection(..)
            | TyKind::Opaque(..)
            | TyKind::Infer(_) => scalar_of(ty).map(Draft::scalar).ok_or_else(|| {
                Diagnostic::general(format!("internal: layout of {}", typer.type_name(ty)))
            }),
        }
    }

    fn pointer(&mut self, typer: &Typer, to: Ty, niches: u64) -> Result<Draft> {
        let size = |bytes| Size {
            bytes,
            ..Size::scalar(8, niches)
        };
        Ok(match self.meta(typer, to)? {
            Meta::Thin => Draft::scalars(&[ScalarType::Ptr], size(8)),
            Meta::Len => Draft::scalars(&[ScalarType::Ptr, ScalarType::U64], size(16)),
            Meta::Vtable => Draft::scalars(&[ScalarType::Ptr, ScalarType::Vtable], size(16)),
        })
    }

    fn tuple(&mut self, typer: &Typer, types: &[Ty]) -> Result<Draft> {
        let mut draft = self.product(typer, types, &index_names(types.len()))?;
        let fields = types.iter().map(|&ty| Ok(self.layout(typer, ty)?.size));
        let fields: Vec<Size> = fields.collect::<Result<_>>()?;
        draft.size = tuple_size(fields.into_iter());
        Ok(draft)
    }

    fn array(&mut self, typer: &Typer, element: Ty, len: i128) -> Result<Draft> {
        let inner = self.layout(typer, element)?;
        let len = u64::try_from(len).map_err(|_| Diagnostic::general("negative array length"))?;
        if len.saturating_mul(inner.cells.into()) > MAX_CELLS {
            let name = typer.type_name(element);
            let message = format!("the array type `[{name}; {len}]` is too large");
            return Err(Diagnostic::general(message));
        }
        let inner_repeat = (inner.cells as usize)
            .checked_div(inner.pattern.len())
            .unwrap_or(0) as u64;
        let (pattern, repeat) = if len == 0 || inner.cells == 0 {
            (Vec::new(), 1)
        } else {
            (inner.pattern.to_vec(), inner_repeat * len)
        };
        Ok(Draft {
            pattern,
            repeat,
            view: None,
            in_bytes: false,
            niche: None,
            parts: Parts::Array {
                element,
                stride: inner.cells,
                len,
            },
            size: Size {
                bytes: inner.size.bytes.saturating_mul(len),
                uninhabited: inner.size.uninhabited && len > 0,
                niches: if len > 0 { inner.size.niches } else { 0 },
                ..inner.size
            },
            shape: Shape::Array {
                element: inner.id,
                len,
            },
        })
    }

    /// Fields one after another.
    fn product(&mut self, typer: &Typer, types: &[Ty], names: &[String]) -> Result<Draft> {
        let order: Vec<usize> = (0..types.len()).collect();
        self.product_in(typer, &order, types, names)
    }

    /// The order of a struct's fields in memory: most aligned first where they take more bytes as they
    /// stand, and nothing to more than `limit`. The last field of a generic struct, which may have no size,
    /// stays the last.
    fn order(&mut self, typer: &Typer, types: &[Ty], args: Args, limit: u64) -> Result<Vec<usize>> {
        let sizes = self.sizes(typer, types)?;
        let size = |index: &usize| sizes[*index].within(limit);
        let mut order: Vec<usize> = (0..types.len()).collect();
        let least = struct_size((0..types.len()).map(|index| size(&index))).bytes;
        let needed = |order: &[usize]| ordered_size(order.iter().map(size)).bytes;
        if needed(&order) <= least {
            return Ok(order);
        }
        let generic = args
            .list()
            .iter()
            .any(|arg| matches!(arg, GenericArg::Type(_)));
        let movable = types.len() - usize::from(generic);
        order[..movable].sort_by_key(|index| std::cmp::Reverse(size(index).align));
        match needed(&order) <= least {
            true => Ok(order),
            false => Ok((0..types.len()).collect()),
        }
    }

    /// Fields in an order of theirs.
    fn product_in(
        &mut self,
        typer: &Typer,
        order: &[usize],
        types: &[Ty],
        names: &[String],
    ) -> Result<Draft> {
        let mut pattern = Vec::new();
        let mut placed = Vec::with_capacity(types.len());
        for &index in order {
            let field = self.layout(typer, types[index])?;
            placed.push((index, pattern.len() as u32));
            pattern.extend(field.kinds());
            if pattern.len() as u64 > MAX_CELLS {
                return Err(Diagnostic::general("a type is too large"));
            }
        }
        placed.sort_by_key(|(index, _)| *index);
        let offsets: Vec<u32> = placed.into_iter().map(|(_, offset)| offset).collect();
        let mut shape = Vec::new();
        let mut sizes = Vec::new();
        for ((&ty, name), &offset) in types.iter().zip(names).zip(&offsets) {
            let field = self.layout(typer, ty)?;
            sizes.push(field.size);
            shape.push(FieldLayout {
                name: name.clone(),
                offset,
                layout: field.id,
            });
        }
        Ok(Draft {
            pattern,
            repeat: 1,
            view: None,
            in_bytes: false,
            niche: None,
            parts: Parts::Fields(Fields {
                offsets,
                types: Rc::new(types.to_vec()),
            }),
            size: struct_size(sizes.iter().copied()),
            shape: Shape::Struct(shape),
        })
    }

    fn adt(&mut self, typer: &Typer, def: DefId, args: Args) -> Result<Draft> {
        let item = typer.hir().def(def);
        match &item.kind {
            DefKind::Struct(data) => {
                let types = typer.field_types(def, args)?;
                let names: Vec<String> = data.fields.iter().map(|f| f.name.to_string()).collect();
                let limit = repr_number(&item, "packed");
                let is_free = item.attrs.repr.is_empty() || limit.is_some() && !is_repr_c(&item);
                let order = match item.is_model || !is_free {
                    true => (0..types.len()).collect(),
                    false => self.order(typer, &types, args, limit.unwrap_or(u64::MAX))?,
                };
                let mut draft = self.product_in(typer, &order, &types, &names)?;
                if !item.attrs.repr.is_empty() {
                    let sizes = self.sizes(typer, &types)?;
                    draft.size = represented(&item, sizes.into_iter(), draft.size);
                }
                if let Some(offset) = self.offset_of_tail(typer, &item, &types)? {
                    draft.size.bytes = offset;
                }
                self.adjust_struct(&item, &mut draft);
                if item.is_model {
                    self.hide_only_part(typer, &types, &mut draft.shape)?;
                }
                Ok(draft)
            }
            DefKind::Union(data) => {
                let types = typer.field_types(def, args)?;
                let names: Vec<String> = data.fields.iter().map(|f| f.name.to_string()).collect();
                let mut draft = self.union(typer, &types, &names)?;
                if item.is_model {
                    self.hide_only_part(typer, &types, &mut draft.shape)?;
                } else if let Some(views) = self.views(typer, &types)? {
                    draft.view = Some(draft.pattern.len() as u32);
                    let cells = views.rest().into_iter().map(|_| ScalarType::U64);
                    let cells = std::iter::once(ScalarType::U8).chain(cells);
                    draft.pattern.extend(cells.map(CellKind::Scalar));
                } else if self.are_seen_in_bytes(typer, &types)? {
                    draft.in_bytes = true;
                    draft.shape = Shape::Union(Vec::new());
                }
                if !item.attrs.repr.is_empty() {
                    let sizes = self.sizes(typer, &types)?;
                    let longest = Size {
                        bytes: sizes.iter().map(|size| size.bytes).max().unwrap_or(0),
                        ..draft.size
                    };
                    draft.size = represented(&item, std::iter::once(longest), draft.size);
                }
                if draft.in_bytes {
                    let byte = CellKind::Scalar(ScalarType::U8);
                    draft.pattern = vec![byte; draft.size.bytes as usize];
                }
                if has_lang(&item, "any_cell") {
                    (draft.size.bytes, draft.size.align) = (1, 1);
                }
                Ok(draft)
            }
            DefKind::Enum(variants) => self.enumeration(typer, &item, variants, args),
            _ => Err(Diagnostic::general(format!(
                "internal: layout of {}",
                item.name
            ))),
        }
    }

    fn sizes(&mut self, typer: &Typer, types: &[Ty]) -> Result<Vec<Size>> {
        let layouts = types.iter().map(|&ty| self.layout(typer, ty));
        layouts.map(|layout| Ok(layout?.size)).collect()
    }

    /// At which byte the elements begin of a struct of the program that ends in a slice: they are no part of
    /// its own bytes, and stand behind them as they do in memory.
    fn offset_of_tail(
        &mut self,
        typer: &Typer,
        item: &crate::hir::Def,
        types: &[Ty],
    ) -> Result<Option<u64>> {
        let Some((&tail, before)) = types.split_last() else {
            return Ok(None);
        };
        let packed = repr_number(item, "packed").is_some();
        if item.is_model || packed || self.meta(typer, tail)? != Meta::Len {
            return Ok(None);
        }
        let tail = self.layout(typer, tail)?.size;
        let mut sizes = self.sizes(typer, before)?;
        if !is_repr_c(item) {
            sizes.sort_by_key(|size| std::cmp::Reverse(size.align));
        }
        let end = sizes.iter().fold(0u64, |end, size| {
            end.next_multiple_of(size.align).saturating_add(size.bytes)
        });
        let start = end.next_multiple_of(tail.align);
        Ok(Some(start.saturating_add(tail.bytes)))
    }

    /// Takes the name from the one part that a model's type has: that it is wrapped is nothing that a report
    /// should say.
    fn hide_only_part(&mut self, typer: &Typer, types: &[Ty], shape: &mut Shape) -> Result<()> {
        let (Shape::Struct(fields) | Shape::Union(fields)) = shape else {
            return Ok(());
        };
        let mut seen = Vec::new();
        for (field, &ty) in fields.iter_mut().zip(types) {
            if self.layout(typer, ty)?.cells > 0 {
                seen.push(field);
            }
        }
        if let [only] = &mut seen[..] {
            only.name.clear();
        }
        Ok(())
    }

    /// Raw synchronization objects and types with niches that their models do not show.
    fn adjust_struct(&self, item: &crate::hir::Def, draft: &mut Draft) {
        if !item.is_model {
            return;
        }
        if let Some(kind) = item
            .attrs
            .lang
            .and_then(|lang| SyncKind::from_lang(lang.as_str()))
            && let Some(first) = draft.pattern.first_mut()
        {
            *first = CellKind::Sync(kind);
        }
        if let Some(bounded) = bounded(item) {
            draft.size.niches = (u64::MAX >> (64 - bounded.bytes * 8)) - bounded.most;
            draft.size.niche_at = (bounded.byte, bounded.bytes);
        }
        match item.name.as_str() {
            _ if is_never_zero(item) && draft.size.niches == 0 => {
                (draft.size.niches, draft.size.niche_at) = (1, (0, draft.size.bytes.min(8)));
            }
            "UnsafeCell" | "BTreeMap" => draft.size.niches = 0,
            // What a model keeps and its type in std does not have.
            _ if has_lang(item, "no_bytes") => draft.size = Size::NOTHING,
            _ => {}
        }
    }

    fn union(&mut self, typer: &Typer, types: &[Ty], names: &[String]) -> Result<Draft> {
        let mut pattern: Vec<CellKind> = Vec::new();
        let mut shape = Vec::new();
        let (mut bytes, mut align) = (0, 1);
        for (&ty, name) in types.iter().zip(names) {
            let field = self.layout(typer, ty)?;
            for (index, kind) in field.kinds().enumerate() {
                match pattern.get_mut(index) {
                    None => pattern.push(kind),
                    Some(known) if *known == kind => {}
                    Some(known) => *known = CellKind::Opaque,
                }
            }
            bytes = field.size.bytes.max(bytes);
            align = field.size.align.max(align);
            shape.push(FieldLayout {
                name: name.clone(),
                offset: 0,
                layout: field.id,
            });
        }
        Ok(Draft {
            pattern,
            repeat: 1,
            view: None,
            in_bytes: false,
            niche: None,
            parts: Parts::Fields(Fields {
                offsets: vec![0; types.len()],
                types: Rc::new(types.to_vec()),
            }),
            size: Size {
                bytes: bytes.div_ceil(align) * align,
                align,
                ..Size::default()
            },
            shape: Shape::Union(shape),
        })
    }

    fn enumeration(
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

fn is_repr_c(item: &crate::hir::Def) -> bool {
    item.attrs.repr.iter().any(|word| word.as_str() == "C")
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

/// Whether an integer type has a sign.
pub fn is_signed(ty: ScalarType) -> bool {
    use ScalarType::{I8, I16, I32, I64, I128};
    matches!(ty, I8 | I16 | I32 | I64 | I128)
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

fn index_names(count: usize) -> Vec<String> {
    (0..count).map(|index| index.to_string()).collect()
}

fn last_field(typer: &Typer, def: DefId, args: Args) -> Result<Option<Ty>> {
    match &typer.hir().def(def).kind {
        DefKind::Struct(data) if !data.fields.is_empty() => {
            Ok(typer.field_types(def, args)?.last().copied())
        }
        _ => Ok(None),
    }
}

/// The types of a closure's captures as it stores them.
pub fn capture_types(typer: &Typer, key: crate::ty::ClosureKey) -> Result<Vec<Ty>> {
    use crate::typed::{BindingMode, Instance};
    let instance = Instance {
        def: key.owner,
        args: key.args,
    };
    let body = typer.typed_body(instance)?;
    let info = body
        .closures
        .get(&key.expr)
        .ok_or_else(|| Diagnostic::general("internal: closure without captures"))?;
    Ok(info
        .captures
        .iter()
        .map(|capture| match capture.mode {
            BindingMode::Value => capture.place_ty,
            BindingMode::Ref(mutability) => Ty::reference(mutability, capture.place_ty),
        })
        .collect())
}
