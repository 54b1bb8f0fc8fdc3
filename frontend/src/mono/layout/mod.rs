//! Types laid out in cells.

mod enums;

use super::size::{Size, ordered_size, struct_size, tuple_size};
use crate::diagnostic::{Diagnostic, Result};
use crate::hir::{Def, DefId, DefKind, GenericParam, GenericParamKind};
use crate::infer::Typer;
use crate::ty::{Args, FloatTy, IntTy, Ty, TyKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vscheck_ir::layout::FieldLayout;
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
                "the type `{name}` is too large: it has {cells} numbers and pointers, more than {MAX_CELLS} are not \
                 supported"
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
            pointee: None,
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

    /// The program's table, once all types are in it.
    pub fn finish(&mut self) -> Vec<Layout> {
        let mut program = std::mem::take(&mut self.program);
        for (ty, pointer) in &self.table {
            program[pointer.id.index()].pointee = self.pointee(*ty);
        }
        program
    }

    /// What a pointer points to, or of what it points to several: nobody makes a pointer to what is not in the
    /// table.
    fn pointee(&self, pointer: Ty) -> Option<LayoutId> {
        let (TyKind::Ref(_, to) | TyKind::RawPtr(_, to)) = pointer.kind() else {
            return None;
        };
        let to = match to.kind() {
            TyKind::Slice(element) => *element,
            TyKind::Str => Ty::new(TyKind::Int(IntTy::U8)),
            _ => *to,
        };
        let layout = self.table.get(&to)?;
        (layout.cells > 0).then_some(layout.id)
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
            let message = format!(
                "the array type `[{name}; {len}]` is too large: more than {MAX_CELLS} numbers and pointers in one \
                 value are not supported"
            );
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
    /// stays the last; where it is a `?Sized` one, the order of the others does not depend on it, since
    /// they stand at the same places for every type that it may have.
    fn order(&mut self, typer: &Typer, item: &Def, types: &[Ty], limit: u64) -> Result<Vec<usize>> {
        let sizes = self.sizes(typer, types)?;
        let size = |index: &usize| sizes[*index].within(limit);
        let mut order: Vec<usize> = (0..types.len()).collect();
        let least = struct_size((0..types.len()).map(|index| size(&index))).bytes;
        let needed = |order: &[usize]| ordered_size(order.iter().map(size)).bytes;
        let params = &item.generics.params;
        let is_type = |param: &GenericParam| matches!(param.kind, GenericParamKind::Type { .. });
        let may_lack_a_size = params.iter().any(|param| param.maybe_unsized);
        if !may_lack_a_size && needed(&order) <= least {
            return Ok(order);
        }
        let fixed = usize::from(params.iter().any(is_type));
        order[..types.len().saturating_sub(fixed)]
            .sort_by_key(|index| std::cmp::Reverse(size(index).align));
        match may_lack_a_size || needed(&order) <= least {
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
                    false => self.order(typer, &item, &types, limit.unwrap_or(u64::MAX))?,
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
    fn offset_of_tail(&mut self, typer: &Typer, item: &Def, types: &[Ty]) -> Result<Option<u64>> {
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
}

fn is_repr_c(item: &crate::hir::Def) -> bool {
    item.attrs.repr.iter().any(|word| word.as_str() == "C")
}

/// Whether an integer type has a sign.
pub fn is_signed(ty: ScalarType) -> bool {
    use ScalarType::{I8, I16, I32, I64, I128};
    matches!(ty, I8 | I16 | I32 | I64 | I128)
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
