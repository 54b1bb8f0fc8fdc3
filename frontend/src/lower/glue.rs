//! Drop glue and `Clone` without source.

use super::code::{BlockId, DropOp, Op, UNIT, cell, scalar};
use super::lower::Lower;
use super::place::{Place, PlaceKind};
use crate::diagnostic::Result;
use crate::hir::Mutability;
use crate::mono::layout::Parts;
use crate::ty::{IntTy, Ty, TyKind};
use vscheck_ir::{
    Arg, BinOp, Callee as Target, Inst, Intrinsic, LandingKind, Operand, Reg, ScalarType,
};

impl Lower<'_> {
    /// Drops what stands at an address.
    pub fn drop_at(
        &mut self,
        ptr: Operand,
        offset: u32,
        meta: Option<Operand>,
        ty: Ty,
    ) -> Result<()> {
        if self.code.dead || !self.mono.needs_drop(ty)? {
            return Ok(());
        }
        let landing = self.landing()?;
        let target = if self.code.blocks[self.code.current.index()].cleanup {
            self.code.cleanup_block()
        } else {
            self.code.block()
        };
        let op = DropOp {
            path: None,
            ptr,
            offset,
            meta,
            ty,
            target,
        };
        self.code.push(Op::Drop(op), landing);
        self.code.switch_to(target);
        Ok(())
    }

    /// The function that drops a value of a type: its own `Drop`, then its parts.
    pub fn drop_glue(&mut self, ty: Ty) -> Result<()> {
        let pointer = Ty::new(TyKind::RawPtr(Mutability::Mut, ty));
        let this = self.parameters(&[pointer])?[0];
        self.open_scope();
        let place = self.pointee(this, ty, None)?;
        if self.mono.needs_drop(ty)? {
            self.drop_parts(&place, this)?;
        }
        self.finish_with(UNIT, Ty::unit())
    }

    fn drop_parts(&mut self, place: &Place, this: Arg) -> Result<()> {
        match place.ty.kind() {
            TyKind::Dyn(_) => self.drop_dyn(place.ty, this),
            TyKind::Array(..) | TyKind::Slice(_) => self.drop_elements(place),
            TyKind::Adt(..) if self.mono.boxed(place.ty).is_some() => self.drop_box(place),
            TyKind::Adt(..) => {
                let layout = self.mono.layout(place.ty)?;
                if matches!(layout.parts, Parts::Enum { .. }) {
                    let parts = self.in_cleanup(|this| this.drop_variants(place))?;
                    self.catching = Some((parts, LandingKind::Cleanup));
                    self.user_drop(place.ty, this)?;
                    self.catching = None;
                    return self.drop_variants(place);
                }
                self.open_scope();
                self.schedule_fields(place)?;
                self.user_drop(place.ty, this)?;
                self.close_scope(None)
            }
            TyKind::Tuple(_) | TyKind::Closure(_) => {
                self.open_scope();
                self.schedule_fields(place)?;
                self.close_scope(None)
            }
            _ => Ok(()),
        }
    }

    fn user_drop(&mut self, ty: Ty, this: Arg) -> Result<()> {
        if let Some(instance) = self.mono.typer.drop_impl(ty) {
            let reference = Ty::reference(Mutability::Mut, ty);
            self.call_instance(instance, vec![(this, reference)], Ty::unit(), None)?;
        }
        Ok(())
    }

    /// Schedules the drops of fields so that the first is dropped first.
    fn schedule_fields(&mut self, place: &Place) -> Result<()> {
        let layout = self.mono.layout(place.ty)?;
        let Some(fields) = layout.fields() else {
            return self.internal("fields of something else");
        };
        for index in (0..fields.types.len()).rev() {
            let field = self.field(place, index)?;
            self.schedule_part(&field)?;
        }
        Ok(())
    }

    fn schedule_part(&mut self, part: &Place) -> Result<()> {
        if let PlaceKind::Memory { ptr, offset, meta } = part.kind {
            self.pend_unsized(ptr, offset, meta, part.ty)?;
        }
        Ok(())
    }

    fn drop_variants(&mut self, place: &Place) -> Result<()> {
        let layout = self.mono.layout(place.ty)?;
        let Parts::Enum { variants, tag } = &layout.parts else {
            return Ok(());
        };
        let value = self.discriminant(place, *tag)?;
        let after = self.code.sibling_block();
        let mut cases = Vec::new();
        for (index, variant) in variants.iter().enumerate() {
            let mut any = false;
            for &ty in variant.fields.types.iter() {
                any |= self.mono.needs_drop(ty)?;
            }
            if any {
                cases.push((variant.discriminant, self.code.sibling_block(), index));
            }
        }
        self.switch(value, &cases, after);
        for &(_, block, variant) in &cases {
            self.code.switch_to(block);
            self.open_scope();
            for field in (0..variants[variant].fields.types.len()).rev() {
                let part = self.variant_field(place, variant, field)?;
                self.schedule_part(&part)?;
            }
            self.close_scope(None)?;
            self.code.jump(after);
        }
        self.code.switch_to(after);
        Ok(())
    }

    /// A many-way branch over blocks.
    fn switch(
        &mut self,
        value: Operand,
        cases: &[(u64, super::code::BlockId, usize)],
        default: super::code::BlockId,
    ) {
        let mut list: Vec<_> = cases
            .iter()
            .map(|(value, block, _)| (*value, block.target()))
            .collect();
        list.sort_by_key(|(value, _)| *value);
        self.code.terminate(Inst::Switch {
            value,
            cases: list.into(),
            default: default.target(),
        });
    }

    fn drop_dyn(&mut self, ty: Ty, this: Arg) -> Result<()> {
        let object = self.mono.trait_object(ty, self.code.span)?;
        self.emit_panicking(Inst::Call {
            callee: Target::Virtual {
                vtable: cell(this, 1),
                object,
                slot: 0,
            },
            args: Box::new([scalar(cell(this, 0))]),
            dst: Reg(0),
        })
    }

    fn drop_elements(&mut self, place: &Place) -> Result<()> {
        let (element, len) = self.elements(place)?;
        let (ptr, offset) = self.address(place)?;
        let stride = self.mono.cells(element)?;
        self.count_loop(len, |this, index| {
            let rest = this.in_cleanup(|this| {
                let one = Operand::Const(1);
                let next = this.arithmetic(BinOp::Add, ScalarType::U64, index, one);
                this.count_loop_from(next, len, |this, index| {
                    let at = this.code.element(ptr, index, stride, offset);
                    this.drop_at(at, 0, None, element)
                })
            })?;
            let at = this.code.element(ptr, index, stride, offset);
            this.catching = Some((rest, LandingKind::Cleanup));
            this.drop_at(at, 0, None, element)?;
            this.catching = None;
            Ok(())
        })
    }

    /// Code that runs if what follows panics, before unwinding goes on in the caller.
    fn in_cleanup(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<BlockId> {
        let here = self.code.current;
        let block = self.code.cleanup_block();
        self.code.switch_to(block);
        write(self)?;
        self.code.terminate(Inst::Resume);
        self.code.switch_to(here);
        Ok(block)
    }

    fn drop_box(&mut self, place: &Place) -> Result<()> {
        let inner = self.deref(place.clone())?;
        let pointer = self.address_value(&inner)?;
        self.open_scope();
        self.pend_allocation(pointer, inner.ty);
        self.drop_place(&inner)?;
        self.close_scope(None)
    }

    /// Frees the memory of a box, given by a pointer to what it held: a value without size had none.
    pub fn free_box(&mut self, pointer: Arg, ty: Ty) -> Result<()> {
        let ptr = cell(pointer, 0);
        let size = self.size_of_val(ty, pointer)?.src;
        if let Operand::Const(bytes) = size {
            if bytes != 0 {
                let align = self.mono.layout(ty)?.size.align;
                self.give_back(ptr, size, Some(Operand::Const(align)))?;
            }
            return Ok(());
        }
        let some = self.compare(BinOp::Ne, ScalarType::U64, size, Operand::Const(0));
        let [inside, after] = std::array::from_fn(|_| self.code.sibling_block());
        self.code.branch(some, inside, after);
        self.code.switch_to(inside);
        let is_tail = matches!(ty.kind(), TyKind::Slice(_) | TyKind::Str | TyKind::Dyn(_));
        let align = match is_tail || self.mono.has_global_allocator()? {
            true => Some(self.align_of_tail(ty, pointer)?.src),
            false => None,
        };
        self.give_back(ptr, size, align)?;
        self.code.jump(after);
        self.code.switch_to(after);
        Ok(())
    }

    /// Frees memory, or has the program's allocator do so.
    fn give_back(&mut self, ptr: Operand, size: Operand, align: Option<Operand>) -> Result<()> {
        if let (Some(align), true) = (align, self.mono.has_global_allocator()?) {
            let free = self.mono.lang_function("free_bytes")?;
            let usize = Ty::new(TyKind::Int(IntTy::Usize));
            let pointer = Ty::new(TyKind::RawPtr(Mutability::Mut, Ty::unit()));
            let args = [(ptr, pointer), (size, usize), (align, usize)];
            let args = args.map(|(src, ty)| (scalar(src), ty));
            self.call_function(free, &args, Ty::unit(), None)?;
            return Ok(());
        }
        if let Some(align) = align {
            self.check_allocation(ptr, size, align);
        }
        self.code.emit(Inst::Free { ptr });
        Ok(())
    }

    /// Has the machine look whether memory is given back as what it was allocated as.
    fn check_allocation(&mut self, ptr: Operand, size: Operand, align: Operand) {
        let dst = self.code.reg(ScalarType::U64);
        self.code.emit(Inst::Intrinsic {
            op: Intrinsic::CheckAllocation,
            dst,
            args: Box::new([ptr, size, align]),
        });
    }

    /// `Clone::clone` of tuples, arrays, closures: field by field.
    pub fn clone_glue(&mut self, ty: Ty) -> Result<()> {
        let reference = Ty::reference(Mutability::Shared, ty);
        let this = self.parameters(&[reference])?[0];
        self.open_scope();
        let place = self.pointee(this, ty, None)?;
        let result = self.regs(ty)?;
        let layout = self.mono.layout(ty)?;
        let parts: Vec<(Place, u32)> = match (&layout.parts, ty.kind()) {
            (Parts::Fields(fields), _) => {
                let mut parts = Vec::new();
                for index in 0..fields.types.len() {
                    parts.push((self.field(&place, index)?, fields.offsets[index]));
                }
                parts
            }
            (
                Parts::Array {
                    element,
                    stride,
                    len,
                },
                _,
            ) => {
                let mut parts = Vec::new();
                for index in 0..*len {
                    let part = self.element_unchecked(&place, *element, Operand::Const(index))?;
                    parts.push((part, index as u32 * stride));
                }
                parts
            }
            _ => return self.internal("a clone of something else"),
        };
        let mut waiting = Vec::new();
        for (part, offset) in parts {
            let address = self.address_value(&part)?;
            let value = self.clone_part(part.ty, address)?;
            if let Operand::Reg(dst) = super::code::part(result, offset, value.cells).src {
                self.code.copy(dst, value);
                waiting.extend(self.pend(super::code::part(result, offset, value.cells), part.ty)?);
            }
        }
        self.release(waiting);
        self.finish_with(result, ty)
    }

    fn clone_part(&mut self, ty: Ty, reference: Arg) -> Result<Arg> {
        if self.is_copy(ty) {
            let place = self.pointee(reference, ty, None)?;
            return self.read(&place);
        }
        let Some(clone) = self.mono.hir.lang("clone") else {
            return self.internal("no trait Clone");
        };
        let method = self.mono.trait_method(clone, "clone")?;
        let args = crate::ty::Args::of_types(&[ty]);
        let callee = self.mono.typer.resolve_trait_method(method, args)?;
        let reference_ty = Ty::reference(Mutability::Shared, ty);
        self.call_callee(callee, vec![(reference, reference_ty)], ty, None)
    }
}
