//! Intrinsics on memory and types.

use super::Values;
use crate::diagnostic::Result;
use crate::hir::{DefKind, Mutability};
use crate::lower::cast::stepped_over;
use crate::lower::code::{UNIT, cell, part, scalar};
use crate::lower::lower::Lower;
use crate::mono::layout::Meta;
use crate::ty::{IntTy, Ty, TyKind};
use crate::typed::Instance;
use vscheck_ir::layout::may_be_invalid;
use vscheck_ir::{Arg, BinOp, CellKind, Inst, Intrinsic, Operand, Overflow, Reg, ScalarType};

/// The most cells of a value that is looked at where it is taken for one of its type: each is named there, so
/// that a buffer of a page is, and one of megabytes is not.
const MAX_CHECKED_CELLS: u32 = 1 << 12;

impl Lower<'_> {
    pub(super) fn memory_intrinsic(
        &mut self,
        name: &str,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Option<Arg>> {
        if let Some(value) = self.type_intrinsic(name, instance, args, ret)? {
            return Ok(Some(value));
        }
        let ty = match instance.args.list().first() {
            Some(crate::ty::GenericArg::Type(ty)) => *ty,
            _ => Ty::unit(),
        };
        if let Some(value) = self.pointer_intrinsic(name, ty, args, ret)? {
            return Ok(Some(value));
        }
        let operand = |index: usize| cell(args[index].0, 0);
        let value = match name {
            "alloc" => self.alloc(ty, operand(0))?,
            "free" => {
                self.code.emit(Inst::Free { ptr: operand(0) });
                UNIT
            }
            "copy" => {
                let stride = self.mono.cells(ty)?;
                self.copy_memory(operand(0), operand(1), operand(2), stride);
                UNIT
            }
            "read" => self.load_at(operand(0), 0, ty)?,
            "valid" => {
                self.check_value(args[0].0, ty, true)?;
                args[0].0
            }
            "write" => {
                self.store_at(operand(0), 0, args[1].0);
                UNIT
            }
            "check_step" => {
                self.check_values(Intrinsic::CheckStep, operand(0), operand(1), ty)?;
                UNIT
            }
            "check_reference" => {
                self.check_reference(args[0].0, ty, Mutability::Shared)?;
                UNIT
            }
            "check_reference_mut" => {
                self.check_reference(args[0].0, ty, Mutability::Mut)?;
                UNIT
            }
            "drop_in_place" => {
                let (value, _) = args[0];
                let meta = (value.cells == 2).then(|| cell(value, 1));
                self.drop_at(cell(value, 0), 0, meta, ty)?;
                UNIT
            }
            "vacate" => {
                self.vacate(operand(0), operand(1), ty)?;
                UNIT
            }
            "zero_padding" => {
                self.zero_padding(operand(0), operand(1), ty)?;
                UNIT
            }
            "forget" => UNIT,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    fn vacate(&mut self, first: Operand, count: Operand, ty: Ty) -> Result<()> {
        let stride = self.mono.cells(ty)?;
        if stride > 0 {
            let args = Box::new([first, count, Operand::Const(stride.into())]);
            let (op, dst) = (Intrinsic::Vacate, Reg(0));
            self.code.emit(Inst::Intrinsic { op, dst, args });
        }
        Ok(())
    }

    fn zero_padding(&mut self, first: Operand, count: Operand, ty: Ty) -> Result<()> {
        let typer = self.mono.typer.clone();
        if self.mono.layouts.has_padding(&typer, ty)? {
            let args = Box::new([first, self.layout_operand(ty)?, count]);
            let (op, dst) = (Intrinsic::ZeroPadding, Reg(0));
            self.code.emit(Inst::Intrinsic { op, dst, args });
        }
        Ok(())
    }

    /// Those that make a pointer of others, or a number of pointers.
    fn pointer_intrinsic(
        &mut self,
        name: &str,
        ty: Ty,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Option<Arg>> {
        let operand = |index: usize| cell(args[index].0, 0);
        let value = match name {
            "offset" | "element" => {
                let stride = self.mono.cells(ty)?;
                scalar(self.code.element(operand(0), operand(1), stride, 0))
            }
            "pointer_difference" => self.difference(operand(0), operand(1), ty)?,
            "address" => self.address_number(operand(0), ty)?,
            "from_address" => self.from_address(operand(0), ret)?,
            "bare_address" => {
                let args = Box::new([operand(0), self.layout_operand(ty)?]);
                let op = Intrinsic::BareAddress;
                self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic { op, dst, args })
            }
            "with_address" => {
                let args = Box::new([operand(0), operand(1), self.layout_operand(ty)?]);
                let op = Intrinsic::WithAddress;
                let there =
                    self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic { op, dst, args });
                self.viewed_as(there, Ty::unit(), ty)?
            }
            "view_bytes" => match self.is_byte(ty)? {
                true => self.view(operand(0), None, ty)?,
                false => scalar(operand(0)),
            },
            "view_as" => self.pointer_viewed_as(args[0].0, ty, ret)?,
            "pointer_viewed" => self.with_pointer_viewed(args[0].0, ty, ret)?,
            "view_like" => self.pointer_viewed_like(args[0].0, args[1].0, ty)?,
            "meant_as" => match args[0].0.cells {
                1 => self.view(operand(0), None, ty)?,
                _ => args[0].0,
            },
            "slice_from_raw" => {
                let slice = Ty::new(TyKind::Slice(ty));
                self.fat(operand(0), operand(1), slice)?
            }
            "slice_len" => scalar(cell(args[0].0, 1)),
            "slice_pointer" => scalar(operand(0)),
            "str_from_bytes" | "str_bytes" | "cast_pointer" => args[0].0,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// A pointer to values of one type as another type of pointer, which may have less beside the address.
    fn pointer_viewed_as(&mut self, pointer: Arg, from: Ty, ret: Ty) -> Result<Arg> {
        let TyKind::RawPtr(_, to) = ret.kind() else {
            return self.internal("a view that is no pointer");
        };
        let cells = self.mono.cells(ret)?;
        self.viewed_as(part(pointer, 0, cells), from, *to)
    }

    /// A pointer to a byte as a pointer to a type, with what another pointer to that has beside the address.
    fn pointer_viewed_like(&mut self, byte: Arg, like: Arg, ty: Ty) -> Result<Arg> {
        let own = Ty::new(TyKind::Int(IntTy::U8));
        let element = match ty.kind() {
            _ if like.cells == 1 => return self.viewed_as(byte, own, ty),
            TyKind::Slice(element) => *element,
            TyKind::Str => own,
            _ => return self.unsupported("a step in bytes to a type without a size"),
        };
        let first = self.viewed_as(byte, own, element)?;
        self.fat(first.src, cell(like, 1), ty)
    }

    fn alloc(&mut self, ty: Ty, count: Operand) -> Result<Arg> {
        let layout = self.mono.layout(ty)?.id;
        Ok(self.scalar_result(ScalarType::Ptr, |dst| Inst::Alloc { dst, layout, count }))
    }

    /// Has the machine look at what the program promises of a pointer to values of a type.
    pub fn check_values(
        &mut self,
        op: Intrinsic,
        ptr: Operand,
        count: Operand,
        ty: Ty,
    ) -> Result<()> {
        let args = Box::new([ptr, self.layout_operand(ty)?, count]);
        let dst = self.code.reg(ScalarType::U64);
        self.code.emit(Inst::Intrinsic { op, dst, args });
        Ok(())
    }

    /// Has the machine look whether what was taken for a value of a type is one, be it of `numbers` only.
    pub fn check_value(&mut self, value: Arg, ty: Ty, numbers: bool) -> Result<()> {
        let layout = self.mono.layout(ty)?.id;
        let layouts = &self.mono.layouts.program;
        if value.cells > MAX_CHECKED_CELLS || !may_be_invalid(layouts, layout, numbers) {
            return Ok(());
        }
        let mut args = vec![self.layout_operand(ty)?];
        args.extend((0..value.cells).map(|index| cell(value, index)));
        let dst = self.code.reg(ScalarType::U64);
        let (op, args) = (Intrinsic::CheckValue, args.into());
        self.code.emit(Inst::Intrinsic { op, dst, args });
        Ok(())
    }

    /// Has the machine look whether a reference can be made of a pointer to a type.
    pub fn check_reference(&mut self, pointer: Arg, ty: Ty, mutability: Mutability) -> Result<()> {
        let one = Operand::Const(1);
        if matches!(ty.kind(), TyKind::Dyn(_)) {
            return self.check_dyn(pointer);
        }
        let (ty, count) = match (stepped_over(ty), self.mono.meta(ty)?) {
            (Some(ty), Meta::Thin) => (ty, one),
            (Some(element), Meta::Len) if element != ty => (element, cell(pointer, 1)),
            // How much stands there, only the value itself says.
            _ => (Ty::unit(), one),
        };
        self.check_values(Intrinsic::CheckPlace, cell(pointer, 0), count, ty)?;
        match mutability {
            Mutability::Shared => self.check_shown(cell(pointer, 0), count, ty),
            Mutability::Mut => Ok(()),
        }
    }

    /// Has the machine look at what a shared reference shows, if it cannot change behind that. (Behind an
    /// exclusive one, many write a first value.)
    pub fn check_shown(&mut self, pointer: Operand, count: Operand, ty: Ty) -> Result<()> {
        let layout = self.mono.layout(ty)?.id;
        let layouts = &self.mono.layouts.program;
        if !may_be_invalid(layouts, layout, false) || !self.mono.is_freeze(ty)? {
            return Ok(());
        }
        self.check_values(Intrinsic::CheckShown, pointer, count, ty)
    }

    /// The same for a trait object, whose vtable says how large it is.
    fn check_dyn(&mut self, pointer: Arg) -> Result<()> {
        let layout = self.layout_of_vtable(pointer);
        let args = Box::new([cell(pointer, 0), layout, Operand::Const(1)]);
        let (op, dst) = (Intrinsic::CheckPlace, self.code.reg(ScalarType::U64));
        self.code.emit(Inst::Intrinsic { op, dst, args });
        Ok(())
    }

    /// The type that a trait object's vtable is of.
    fn layout_of_vtable(&mut self, pointer: Arg) -> Operand {
        let (op, args) = (Intrinsic::VtableLayout, Box::new([cell(pointer, 1)]));
        self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args })
            .src
    }

    /// A pointer to a trait object that was put together of its parts: of which type it is one, only its
    /// vtable says.
    fn seen_by_vtable(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let object = |ty: Ty| match ty.kind() {
            TyKind::Ref(_, to) | TyKind::RawPtr(_, to) => {
                matches!(to.kind(), TyKind::Dyn(_)).then_some(*to)
            }
            _ => None,
        };
        let (None, Some(object)) = (object(from), object(to)) else {
            return Ok(value);
        };
        let args = Box::new([cell(value, 0), self.layout_of_vtable(value)]);
        let op = Intrinsic::ViewAs;
        let pointer = self.scalar_result(ScalarType::Ptr, |dst| Inst::Intrinsic { op, dst, args });
        self.fat(pointer.src, cell(value, 1), object)
    }

    /// Whether a value is one byte, so that a pointer to it may step anywhere.
    fn is_byte(&mut self, ty: Ty) -> Result<bool> {
        let layout = self.mono.layout(ty)?;
        Ok(layout.size.bytes == 1 && layout.cells == 1)
    }

    fn copy_memory(&mut self, src: Operand, dst: Operand, count: Operand, stride: u32) {
        if stride > 0 {
            self.code.emit(Inst::CopyMemory {
                dst,
                src,
                count,
                stride,
            });
        }
    }

    fn difference(&mut self, a: Operand, b: Operand, ty: Ty) -> Result<Arg> {
        let args = Box::new([a, b]);
        let op = Intrinsic::PointerDifference;
        let cells = self.scalar_result(ScalarType::I64, |dst| Inst::Intrinsic { op, dst, args });
        let stride = self.mono.cells(ty)?;
        if stride <= 1 {
            return Ok(cells);
        }
        let rhs = Operand::Const(stride.into());
        let result = self.arithmetic(BinOp::Div, ScalarType::I64, cells.src, rhs);
        Ok(scalar(result))
    }

    /// An operation that wraps.
    pub fn arithmetic(&mut self, op: BinOp, ty: ScalarType, lhs: Operand, rhs: Operand) -> Operand {
        self.op(ty, |dst| Inst::Binary {
            op,
            ty,
            overflow: Overflow::Wrap,
            dst,
            lhs,
            rhs,
        })
    }

    fn type_intrinsic(
        &mut self,
        name: &str,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Option<Arg>> {
        let Some(crate::ty::GenericArg::Type(ty)) = instance.args.list().first().copied() else {
            return Ok(None);
        };
        let value = match name {
            "needs_drop" => {
                let needs = self.mono.needs_drop(ty)?;
                return self.one(needs.into());
            }
            "size_of" => {
                let bytes = self.mono.layout(ty)?.size.bytes;
                return self.one(bytes);
            }
            "align_of" => {
                let align = self.mono.layout(ty)?.size.align;
                return self.one(align);
            }
            "cells_of" => {
                let cells = self.mono.cells(ty)?;
                return self.one(cells.into());
            }
            "type_id" => {
                let id = self.mono.type_id(ty);
                return self.one(id);
            }
            "type_name" => {
                let name = self.mono.typer.native_name(ty);
                self.text(&name)?
            }
            "size_of_val" => self.size_of_val(ty, args[0].0)?,
            "align_of_tail" => self.align_of_tail(ty, args[0].0)?,
            "discriminant" => {
                let place = self.pointee(args[0].0, ty, None)?;
                self.discriminant_value(&place)?
            }
            "transmute" => self.transmuted(args[0], ret)?,
            "uninit" => self.left_as_it_is(ret)?,
            "zeroed" => {
                let value = self.regs(ret)?;
                if let Operand::Reg(dst) = value.src {
                    let cells = value.cells;
                    self.code.emit(Inst::Zero { dst, cells });
                }
                value
            }
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// A value that nobody has written: std makes each of its bytes one, which is a number where one is asked for.
    fn left_as_it_is(&mut self, ty: Ty) -> Result<Arg> {
        let value = self.regs(ty)?;
        let Operand::Reg(first) = value.src else {
            return Ok(value);
        };
        if value.cells > MAX_CHECKED_CELLS {
            let (dst, cells) = (first, value.cells);
            self.code.emit(Inst::Zero { dst, cells });
            return Ok(value);
        }
        self.code.uninitialized(first, value.cells);
        let layout = self.mono.layout(ty)?.id;
        for cell in 0..value.cells {
            let kind = self.mono.layouts.program[layout.index()].kind_at(cell);
            if let Some(bytes) = ones(kind) {
                self.code.emit(Inst::Copy {
                    dst: Reg(first.0 + cell),
                    src: Operand::Const(bytes),
                    cells: 1,
                });
            }
        }
        Ok(value)
    }

    fn has_no_variant(&self, ty: Ty) -> bool {
        let TyKind::Adt(def, _) = ty.kind() else {
            return false;
        };
        let item = self.mono.hir.def(*def);
        matches!(&item.kind, DefKind::Enum(variants) if variants.is_empty())
    }

    /// `mem::transmute`: the value has to be one of the other type.
    fn transmuted(&mut self, (value, from): (Arg, Ty), to: Ty) -> Result<Arg> {
        let value = match self.has_no_variant(to) {
            true => self.regs(to)?,
            false => {
                let value = self.transmute((value, from), to)?;
                self.seen_by_vtable(value, from, to)?
            }
        };
        if from != to {
            self.check_value(value, to, !self.is_model)?;
            if let TyKind::Ref(mutability, shown) = to.kind()
                && !self.is_model
            {
                self.check_reference(value, *shown, *mutability)?;
            }
        }
        Ok(value)
    }

    fn transmute(&mut self, (value, from): (Arg, Ty), to: Ty) -> Result<Arg> {
        if value.cells == self.mono.cells(to)? && self.are_alike(from, to)? {
            let copy = self.stable_as(value, to)?;
            if let (
                TyKind::Ref(_, a) | TyKind::RawPtr(_, a),
                TyKind::Ref(_, b) | TyKind::RawPtr(_, b),
            ) = (from.kind(), to.kind())
            {
                return self.viewed_as(copy, *a, *b);
            }
            let value = self.resign(copy, from, to)?;
            return self.with_pointer_viewed(value, from, to);
        }
        if let Some(value) = self.transmute_bytes(value, from, to)? {
            return self.with_pointer_viewed(value, from, to);
        }
        let bytes = self.mono.layout(from)?.size.bytes;
        if bytes > 0 && bytes == self.mono.layout(to)?.size.bytes {
            return self.transmute_in_memory(value, from, to);
        }
        let (from, to) = (
            self.mono.typer.type_name(from),
            self.mono.typer.type_name(to),
        );
        self.unsupported(format_args!("a transmute from `{from}` to `{to}`"))
    }

    /// A value as another type finds its memory.
    fn transmute_in_memory(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let address = self.spill(value, from)?;
        let pointer = self.view(address, Some(from), to)?;
        let place = self.pointee(pointer, to, None)?;
        self.read(&place)
    }

    /// Cells seen as another integer type, where their sign bit means something else, or as a pointer
    /// and back.
    fn resign(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let (from, to) = (self.mono.layout(from)?, self.mono.layout(to)?);
        for (index, kinds) in (0..value.cells).zip(from.kinds().zip(to.kinds())) {
            let (CellKind::Scalar(from), CellKind::Scalar(to)) = kinds else {
                continue;
            };
            let (from, to) = (bits_of(from), bits_of(to));
            let Operand::Reg(dst) = cell(value, index) else {
                continue;
            };
            let src = Operand::Reg(dst);
            let op = match (from, to) {
                (ScalarType::Ptr, to) if is_small_int(to) => Intrinsic::PointerAddress,
                (from, ScalarType::Ptr) if is_small_int(from) => Intrinsic::PointerFromAddress,
                _ => {
                    if from != to && is_small_int(from) && is_small_int(to) {
                        self.code.emit(Inst::Cast { from, to, dst, src });
                    }
                    continue;
                }
            };
            let args = Box::new([src]);
            self.code.emit(Inst::Intrinsic { op, dst, args });
        }
        Ok(value)
    }

    /// The same cells as another type: in registers of that type.
    fn stable_as(&mut self, value: Arg, ty: Ty) -> Result<Arg> {
        match value.src {
            Operand::Reg(_) => self.stable(value, ty),
            Operand::Const(_) if value.cells == 0 => Ok(value),
            Operand::Const(_) => {
                let to = self.regs(ty)?;
                if let Operand::Reg(dst) = to.src {
                    let (src, cells) = (value.src, value.cells);
                    self.code.emit(Inst::Copy { dst, src, cells });
                }
                Ok(to)
            }
        }
    }

    /// The size in bytes of what a pointer to a type points at.
    pub fn size_of_val(&mut self, ty: Ty, pointer: Arg) -> Result<Arg> {
        let fixed = self.mono.layout(ty)?.size.bytes;
        match self.mono.meta(ty)? {
            Meta::Thin => Ok(scalar(Operand::Const(fixed))),
            Meta::Vtable => {
                let args = Box::new([cell(pointer, 1)]);
                let op = Intrinsic::VtableSize;
                let size =
                    self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args });
                if fixed == 0 {
                    return Ok(size);
                }
                let align = self.align_of_tail(ty, pointer)?.src;
                let own = Operand::Const(self.mono.layout(ty)?.size.align);
                let start = self.rounded_up(Operand::Const(fixed), align);
                let end = self.arithmetic(BinOp::Add, ScalarType::U64, start, size.src);
                let end = self.rounded_up(end, align);
                Ok(scalar(self.rounded_up(end, own)))
            }
            Meta::Len => {
                let element = self.element_bytes(ty)?;
                let len = cell(pointer, 1);
                let rhs = Operand::Const(element);
                let size = self.arithmetic(BinOp::Mul, ScalarType::U64, len, rhs);
                let align = self.mono.layout(ty)?.size.align;
                // Elements alone have no padding behind them.
                let padding = if fixed == 0 { 0 } else { align - 1 };
                let fixed = Operand::Const(fixed + padding);
                let size = self.arithmetic(BinOp::Add, ScalarType::U64, size, fixed);
                let mask = Operand::Const(!padding);
                Ok(scalar(match padding {
                    0 => size,
                    _ => self.arithmetic(BinOp::BitAnd, ScalarType::U64, size, mask),
                }))
            }
        }
    }

    /// The alignment of the part without a size of what a pointer points at: by its vtable, if it has one.
    pub fn align_of_tail(&mut self, ty: Ty, pointer: Arg) -> Result<Arg> {
        if self.mono.meta(ty)? != Meta::Vtable {
            let align = self.mono.layout(ty)?.size.align;
            return Ok(scalar(Operand::Const(align)));
        }
        let args = Box::new([cell(pointer, 1)]);
        let op = Intrinsic::VtableAlign;
        Ok(self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args }))
    }

    /// The next multiple of a power of two.
    fn rounded_up(&mut self, value: Operand, align: Operand) -> Operand {
        let below = self.arithmetic(BinOp::Sub, ScalarType::U64, align, Operand::Const(1));
        let sum = self.arithmetic(BinOp::Add, ScalarType::U64, value, below);
        let rest = self.arithmetic(BinOp::BitAnd, ScalarType::U64, sum, below);
        self.arithmetic(BinOp::Sub, ScalarType::U64, sum, rest)
    }

    fn element_bytes(&mut self, ty: Ty) -> Result<u64> {
        match ty.kind() {
            TyKind::Slice(element) => Ok(self.mono.layout(*element)?.size.bytes),
            TyKind::Str => Ok(1),
            _ => match self.mono.tail(ty)? {
                Some(tail) => self.element_bytes(tail),
                None => self.internal("an unsized type without elements"),
            },
        }
    }
}

/// The integer type whose values are a scalar's bits.
fn bits_of(scalar: ScalarType) -> ScalarType {
    match scalar {
        ScalarType::F32 | ScalarType::Char => ScalarType::U32,
        ScalarType::F64 => ScalarType::U64,
        ScalarType::Bool => ScalarType::U8,
        ScalarType::Func => ScalarType::Ptr,
        other => other,
    }
}

fn is_small_int(scalar: ScalarType) -> bool {
    use ScalarType::{I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(scalar, I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64)
}

/// A cell of a number whose bytes are all one.
fn ones(kind: CellKind) -> Option<u64> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let CellKind::Scalar(scalar) = kind else {
        return None;
    };
    Some(match scalar {
        ScalarType::Bool | ScalarType::U8 | ScalarType::I8 => ONES & 0xff,
        ScalarType::U16 | ScalarType::I16 => ONES & 0xffff,
        ScalarType::U32 | ScalarType::I32 | ScalarType::F32 => ONES & 0xffff_ffff,
        ScalarType::U64 | ScalarType::I64 | ScalarType::F64 => ONES,
        ScalarType::U128 | ScalarType::I128 => ONES,
        ScalarType::Char | ScalarType::Ptr | ScalarType::Func | ScalarType::Vtable => return None,
    })
}
