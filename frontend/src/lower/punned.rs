//! Unions whose fields are different views of the same bytes, such as `{ whole: u64, bytes: [u8; 8] }`.
//! Such a union has the cells of the field that was written last, and in one more cell the number of
//! that field. Who writes to another field first turns the cells into its; who reads another one gets
//! a copy.

use super::code::{BlockId, scalar};
use super::lower::Lower;
use super::place::{Place, PlaceKind};
use crate::diagnostic::Result;
use crate::mono::leaves::{Views, is_union};
use crate::ty::{IntTy, Ty, TyKind};
use std::rc::Rc;
use vscheck_ir::{Arg, Inst, InstId, Intrinsic, Operand, Reg, ScalarType};

/// A union and the field of it that is wanted.
struct Access {
    base: Place,
    /// Where the number of the field is that it holds.
    view: u32,
    views: Views,
    types: Rc<Vec<Ty>>,
    wanted: usize,
    /// Fields that it may hold instead.
    others: Vec<usize>,
}

impl Lower<'_> {
    /// Whether several fields of a union have cells.
    pub fn overlays(&mut self, ty: Ty) -> Result<bool> {
        if !is_union(&self.mono.typer, ty) {
            return Ok(false);
        }
        let layout = self.mono.layout(ty)?;
        let types = layout.fields().map(|fields| fields.types.clone());
        let mut with_cells = 0;
        for &ty in types.iter().flat_map(|types| types.iter()) {
            with_cells += usize::from(self.mono.cells(ty)? > 0);
        }
        Ok(with_cells > 1)
    }

    /// The place of a field of a union in memory. Where that was made for another type, it is what is seen there
    /// as the field's.
    pub fn union_field_in_memory(
        &mut self,
        base: &Place,
        index: usize,
        written: bool,
    ) -> Result<Place> {
        let ty = self.field_type(base.ty, index)?;
        let union = self.address_value(base)?.src;
        if self.mono.layout(base.ty)?.in_bytes {
            let pointer = self.view(union, Some(base.ty), ty)?;
            return self.pointee(pointer, ty, None);
        }
        let view = |lower: &mut Self| lower.view(union, Some(base.ty), ty);
        let pointer = self.if_view(union, view, |lower| {
            let place = match lower.mono.layout(base.ty)?.view {
                Some(_) => lower.union_field(base, index, written)?,
                None => lower.shifted(base, 0, ty, None),
            };
            lower.address_value(&place)
        })?;
        Ok(Place::memory(pointer, None, ty))
    }

    /// A union whose fields are seen in its bytes, from one of them.
    pub fn union_in_bytes(&mut self, ty: Ty, value: Arg, field: usize) -> Result<Arg> {
        let blank = self.regs(ty)?;
        if let Operand::Reg(first) = blank.src {
            self.code.uninitialized(first, blank.cells);
        }
        let union = Place::memory(self.spill(blank, ty)?, None, ty);
        let seen = self.union_field_in_memory(&union, field, true)?;
        self.write(&seen, value)?;
        self.read(&union)
    }

    /// The pointer that is one thing where another is a view, and else another thing.
    pub fn if_view(
        &mut self,
        pointer: Operand,
        view: impl FnOnce(&mut Self) -> Result<Arg>,
        own: impl FnOnce(&mut Self) -> Result<Arg>,
    ) -> Result<Operand> {
        let result = self.code.reg(ScalarType::Ptr);
        let is_view = self.op(ScalarType::Bool, |dst| Inst::Intrinsic {
            op: Intrinsic::IsView,
            dst,
            args: Box::new([pointer]),
        });
        let [seen, other, done] = [(); 3].map(|()| self.code.sibling_block());
        self.code.branch(is_view, seen, other);
        self.code.switch_to(seen);
        let pointer = view(self)?;
        self.code.copy(result, pointer);
        self.code.jump(done);
        self.code.switch_to(other);
        let pointer = own(self)?;
        self.code.copy(result, pointer);
        self.code.jump(done);
        self.code.switch_to(done);
        Ok(Operand::Reg(result))
    }

    /// The place of a field of a union, as it stands in the union's memory where that holds this field
    /// or the place is written to.
    pub fn union_field(&mut self, base: &Place, index: usize, written: bool) -> Result<Place> {
        let Some(access) = self.access(base, index)? else {
            return self.internal("a view of something else");
        };
        let direct = self.shifted(base, 0, access.types[index], None);
        if self.code.dead || access.others.is_empty() {
            return Ok(direct);
        }
        if written {
            self.turn_into(&access)?;
            return Ok(direct);
        }
        match (&direct.kind, self.mono.is_freeze(base.ty)?) {
            (PlaceKind::Regs(..) | PlaceKind::Captured(..), true) => {
                self.copied_view(&access, &direct)
            }
            (PlaceKind::Regs(..) | PlaceKind::Captured(..), false) => Ok(direct),
            (PlaceKind::Memory { .. }, is_copied) => self.viewed(&access, &direct, is_copied),
        }
    }

    /// The type of a union's field.
    fn field_type(&mut self, ty: Ty, index: usize) -> Result<Ty> {
        let layout = self.mono.layout(ty)?;
        match layout.fields().and_then(|fields| fields.types.get(index)) {
            Some(&ty) => Ok(ty),
            None => self.internal("a field past the last"),
        }
    }

    fn access(&mut self, base: &Place, wanted: usize) -> Result<Option<Access>> {
        let layout = self.mono.layout(base.ty)?;
        let (Some(view), Some(fields)) = (layout.view, layout.fields()) else {
            return Ok(None);
        };
        let types = fields.types.clone();
        let typer = self.mono.typer.clone();
        let views = self.mono.layouts.views(&typer, &types)?;
        Ok(views.map(|views| Access {
            base: base.clone(),
            view,
            others: views.others(wanted),
            views,
            types,
            wanted,
        }))
    }

    /// Where the number of the field is that a union holds.
    fn held_view(&mut self, access: &Access) -> Place {
        let number = Ty::new(TyKind::Int(IntTy::U8));
        self.shifted(&access.base, access.view, number, None)
    }

    /// Branches by the field that a union holds; goes on where it is none of the others.
    fn by_view(&mut self, access: &Access) -> Result<Vec<(usize, BlockId)>> {
        let held = self.held_view(access);
        let held = self.read(&held)?.src;
        let known = self.op(ScalarType::Bool, |dst| Inst::Intrinsic {
            op: Intrinsic::IsInitialized,
            dst,
            args: Box::new([held]),
        });
        let (choose, direct) = (self.code.sibling_block(), self.code.sibling_block());
        self.code.branch(known, choose, direct);
        self.code.switch_to(choose);
        let others = access.others.iter();
        let others: Vec<(usize, BlockId)> = others
            .map(|&other| (other, self.code.sibling_block()))
            .collect();
        let cases: Vec<(u64, InstId)> = others
            .iter()
            .map(|(other, block)| (*other as u64, block.target()))
            .collect();
        self.code.terminate(Inst::Switch {
            value: held,
            cases: cases.into(),
            default: direct.target(),
        });
        self.code.switch_to(direct);
        Ok(others)
    }

    /// The wanted field's value where the union holds another one.
    fn reinterpreted(&mut self, access: &Access, held: usize) -> Result<Arg> {
        let value = (self.read(&access.base)?, access.base.ty);
        let source = access.views.all(held, access.view);
        let wanted = access.types[access.wanted];
        self.converted(value, &source, wanted, access.views.own(access.wanted))
    }

    /// The wanted field's value in registers.
    fn copied_view(&mut self, access: &Access, direct: &Place) -> Result<Place> {
        let (dest, result) = self.join(direct.ty)?;
        let done = self.code.sibling_block();
        let others = self.by_view(access)?;
        let value = self.read(direct)?;
        self.put(dest, value, result.cells)?;
        self.code.jump(done);
        for (held, block) in others {
            self.code.switch_to(block);
            let value = self.reinterpreted(access, held)?;
            self.put(dest, value, result.cells)?;
            self.code.jump(done);
        }
        self.code.switch_to(done);
        self.register_place(result, direct.ty)
    }

    /// The wanted field's place in memory: its own, or that of a copy; where it may be written to by whoever shares it,
    /// the other field's memory as the wanted one's type.
    fn viewed(&mut self, access: &Access, direct: &Place, is_copied: bool) -> Result<Place> {
        let pointer = self.code.reg(ScalarType::Ptr);
        let done = self.code.sibling_block();
        let others = self.by_view(access)?;
        let own = self.address_value(direct)?;
        self.code.copy(pointer, own);
        self.code.jump(done);
        for (held, block) in others {
            self.code.switch_to(block);
            let place = if is_copied {
                let value = self.reinterpreted(access, held)?;
                scalar(self.spill(value, direct.ty)?)
            } else {
                let union = self.address_value(&access.base)?;
                self.view(union.src, Some(access.base.ty), direct.ty)?
            };
            self.code.copy(pointer, place);
            self.code.jump(done);
        }
        self.code.switch_to(done);
        Ok(Place::memory(Operand::Reg(pointer), None, direct.ty))
    }

    /// Makes a union hold the wanted field's view of its bytes.
    fn turn_into(&mut self, access: &Access) -> Result<()> {
        let done = self.code.sibling_block();
        let others = self.by_view(access)?;
        let number = scalar(Operand::Const(access.wanted as u64));
        let held = self.held_view(access);
        self.write(&held, number)?;
        self.code.jump(done);
        for (held, block) in others {
            self.code.switch_to(block);
            let union = access.base.ty;
            let value = (self.read(&access.base)?, union);
            let source = access.views.all(held, access.view);
            let target = access.views.all(access.wanted, access.view);
            let result = self.converted(value, &source, union, &target)?;
            if let Operand::Reg(first) = result.src {
                self.code.copy(Reg(first.0 + access.view), number);
            }
            self.write(&access.base, result)?;
            self.code.jump(done);
        }
        self.code.switch_to(done);
        Ok(())
    }
}
