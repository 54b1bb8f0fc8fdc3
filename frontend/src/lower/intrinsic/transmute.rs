//! `transmute` between types whose cells differ: by way of the bytes, in little-endian order.

use crate::diagnostic::Result;
use crate::lower::code::{BlockId, cell, scalar};
use crate::lower::lower::Lower;
use crate::mono::layout::Parts;
use crate::mono::leaves::{Leaf, Leaves, Told, bytes_of};
use crate::ty::{Ty, TyKind};
use vscheck_ir::{Arg, BinOp, CellKind, Inst, Intrinsic, Operand, Reg, ScalarType};

/// The unsigned integer type with a scalar's bits.
fn unsigned(ty: ScalarType) -> ScalarType {
    match bytes_of(CellKind::Scalar(ty)) {
        Some((_, 1)) => ScalarType::U8,
        Some((_, 2)) => ScalarType::U16,
        Some((_, 4)) => ScalarType::U32,
        _ => ScalarType::U64,
    }
}

impl Lower<'_> {
    /// The value's bytes as another type of the same size; `None` where it has parts whose place in
    /// bytes is not known.
    pub(super) fn transmute_bytes(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Option<Arg>> {
        let (Some(source), Some(target)) = (self.leaves_of(from)?, self.leaves_of(to)?) else {
            return Ok(None);
        };
        if self.mono.layout(from)?.size.bytes != self.mono.layout(to)?.size.bytes {
            return Ok(None);
        }
        self.converted((value, from), &source, to, &target)
            .map(Some)
    }

    /// A value of a type that is no more than a pointer, with that as one to what the type says, where another such
    /// type said otherwise.
    pub fn with_pointer_viewed(&mut self, value: Arg, from: Ty, to: Ty) -> Result<Arg> {
        let (Some((_, own)), Some((at, wanted))) =
            (self.only_pointer(from)?, self.only_pointer(to)?)
        else {
            return Ok(value);
        };
        let copy = self.regs(to)?;
        let Operand::Reg(first) = copy.src else {
            return Ok(value);
        };
        self.code.copy(first, value);
        let pointer = Reg(first.0 + at);
        let there = scalar(Operand::Reg(pointer));
        let viewed = self.viewed_as(there, own, wanted)?;
        if viewed.src != there.src {
            self.code.copy(pointer, viewed);
        }
        Ok(copy)
    }

    /// The cell of a type's only pointer, if it has no other cells but one that says whether that is there, and the
    /// type of what it points to: of `NonNull<T>`, `Option<&T>` and the like.
    pub fn only_pointer(&mut self, ty: Ty) -> Result<Option<(u32, Ty)>> {
        if let TyKind::Ref(_, to) | TyKind::RawPtr(_, to) = ty.kind() {
            return Ok((self.mono.cells(ty)? == 1).then_some((0, *to)));
        }
        let layout = self.mono.layout(ty)?;
        let fields = match (&layout.parts, layout.niche) {
            (Parts::Fields(fields), _) if layout.cells == 1 => fields,
            (Parts::Enum { variants, .. }, Some(niche)) if layout.cells == 2 => {
                let mut variants = variants.iter();
                match variants.find(|variant| variant.discriminant == niche.present) {
                    Some(variant) => &variant.fields,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        for (&offset, &ty) in fields.offsets.iter().zip(fields.types.iter()) {
            if self.mono.cells(ty)? > 0 {
                let found = self.only_pointer(ty)?;
                return Ok(found.map(|(at, to)| (offset + at, to)));
            }
        }
        Ok(None)
    }

    /// The scalars of a type, where all their bytes are known.
    fn leaves_of(&mut self, ty: Ty) -> Result<Option<Leaves>> {
        let typer = self.mono.typer.clone();
        self.mono.layouts.leaves(&typer, ty)
    }

    /// Whether two types have the same scalars in the same cells, as far as that is known.
    pub(super) fn are_alike(&mut self, a: Ty, b: Ty) -> Result<bool> {
        let (Some(a), Some(b)) = (self.leaves_of(a)?, self.leaves_of(b)?) else {
            let (a, b) = (self.mono.layout(a)?, self.mono.layout(b)?);
            return Ok(a.kinds().eq(b.kinds()));
        };
        let place = |leaf: &Leaf| (leaf.cell, leaf.at, leaf.bytes, leaf.told);
        let places = a.scalars.iter().map(place);
        Ok(a.unions == b.unions && places.eq(b.scalars.iter().map(place)))
    }

    /// A value's bytes as a value of another type, whose scalars or some of whose these are; uninitialized where it
    /// has none.
    pub fn converted(
        &mut self,
        (value, from): (Arg, Ty),
        source: &Leaves,
        to: Ty,
        target: &Leaves,
    ) -> Result<Arg> {
        let value = self.with_fullest_views(value, from, source)?;
        let result = self.regs(to)?;
        let Operand::Reg(first) = result.src else {
            return Ok(result);
        };
        if target.scalars.len() < result.cells as usize {
            self.code.uninitialized(first, result.cells);
        }
        self.convert_scalars(value, &source.scalars, first, &target.scalars);
        for &(cell, number) in &target.constants {
            let number = scalar(Operand::Const(number));
            self.code.copy(Reg(first.0 + cell), number);
        }
        for union in &target.unions {
            let field = scalar(Operand::Const(union.field as u64));
            self.code.copy(Reg(first.0 + union.view), field);
        }
        Ok(result)
    }

    /// The same value in which the unions inside it hold the fields whose scalars stand for them.
    fn with_fullest_views(&mut self, value: Arg, ty: Ty, leaves: &Leaves) -> Result<Arg> {
        if leaves.unions.is_empty() {
            return Ok(value);
        }
        let copy = self.regs(ty)?;
        if let Operand::Reg(first) = copy.src {
            self.code.copy(first, value);
        }
        let whole = self.register_place(copy, ty)?;
        for inner in &leaves.unions {
            let union = self.shifted(&whole, inner.cell, inner.ty, None);
            self.union_field(&union, inner.field, true)?;
        }
        Ok(copy)
    }

    /// Puts the value's bytes, as other scalars, into registers; uninitialized where it has none.
    fn convert_scalars(&mut self, value: Arg, source: &[Leaf], first: Reg, target: &[Leaf]) {
        for &leaf in target {
            let dst = Reg(first.0 + leaf.cell);
            let same = |other: &&Leaf| {
                (other.at, other.bytes, moved_as(other.ty))
                    == (leaf.at, leaf.bytes, moved_as(leaf.ty))
            };
            if let Some(&same) = source.iter().find(same) {
                let held = self.held(value, same);
                self.code.copy(dst, scalar(held));
            } else {
                self.gather_into(value, source, leaf, dst);
            }
            self.tell_variants(leaf, first);
        }
    }

    /// Which variants those enums are that a scalar tells of, which is in its register.
    fn tell_variants(&mut self, leaf: Leaf, first: Reg) {
        if leaf.told.inner().next().is_none() {
            return;
        }
        let bits = self.code.reg(leaf.ty);
        self.code
            .copy(bits, scalar(Operand::Reg(Reg(first.0 + leaf.cell))));
        for told in leaf.told.inner() {
            self.tell_apart((leaf, Operand::Reg(bits)), told, first);
        }
    }

    /// Which variant it is whose payload, or what stands for none, is in its registers.
    fn tell_apart(&mut self, (leaf, payload): (Leaf, Operand), told: Told, first: Reg) {
        let (tag, by) = (Reg(first.0 + told.tag), told.by);
        let [unwritten, absent, present, done] = [(); 4].map(|()| self.code.sibling_block());
        self.branch_unwritten(payload, unwritten);
        let discriminant = match told.only() {
            Some((bits, discriminant)) => {
                let bits = Operand::Const(signed(leaf.ty, bits));
                let none = self.compare(BinOp::Eq, leaf.ty, payload, bits);
                self.code.branch(none, absent, present);
                Operand::Const(discriminant)
            }
            None => {
                let bits = self.widened(payload, leaf.ty);
                let first = Operand::Const(by.bits);
                let index = self.arithmetic(BinOp::Sub, ScalarType::U64, bits, first);
                let index = self.kept(index, by.bytes);
                let first = Operand::Const(by.absent.0);
                let discriminant = self.arithmetic(BinOp::Add, ScalarType::U64, index, first);
                self.branch_if_absent(told, discriminant, (absent, present));
                discriminant
            }
        };
        self.code.switch_to(unwritten);
        self.code.uninitialized(tag, 1);
        self.code.jump(done);
        self.code.switch_to(absent);
        self.code.copy(tag, scalar(discriminant));
        self.code.uninitialized(Reg(first.0 + leaf.cell), 1);
        self.code.jump(done);
        self.code.switch_to(present);
        self.code.copy(tag, scalar(Operand::Const(by.present)));
        self.code.jump(done);
        self.code.switch_to(done);
    }

    /// The scalar that has the bytes of a leaf.
    fn held(&mut self, value: Arg, leaf: Leaf) -> Operand {
        let payload = cell(value, leaf.cell);
        if leaf.told.inner().next().is_none() {
            return payload;
        }
        let result = self.code.reg(leaf.ty);
        let done = self.code.sibling_block();
        for told in leaf.told.inner().rev() {
            self.held_if_absent(cell(value, told.tag), (leaf, told), result, done);
        }
        self.code.copy(result, scalar(payload));
        self.code.jump(done);
        self.code.switch_to(done);
        Operand::Reg(result)
    }

    /// Puts the bytes that say that an enum has no payload where they are wanted, if so; goes on otherwise.
    fn held_if_absent(
        &mut self,
        tag: Operand,
        (leaf, told): (Leaf, Told),
        result: Reg,
        done: BlockId,
    ) {
        let by = told.by;
        let [absent, present] = [(); 2].map(|()| self.code.sibling_block());
        self.branch_unwritten(tag, present);
        match told.only() {
            Some((bits, discriminant)) => {
                let discriminant = Operand::Const(discriminant);
                let none = self.compare(BinOp::Eq, ScalarType::I64, tag, discriminant);
                self.code.branch(none, absent, present);
                self.code.switch_to(absent);
                let bits = Operand::Const(signed(leaf.ty, bits));
                self.code.copy(result, scalar(bits));
            }
            None => {
                self.branch_if_absent(told, tag, (absent, present));
                self.code.switch_to(absent);
                let offset = Operand::Const(by.bits.wrapping_sub(by.absent.0));
                let bits = self.arithmetic(BinOp::Add, ScalarType::U64, tag, offset);
                let bits = self.kept(bits, by.bytes);
                self.cast_into(bits, leaf.ty, result);
            }
        }
        self.code.jump(done);
        self.code.switch_to(present);
    }

    /// Branches by whether a discriminant is that of a variant without a payload.
    fn branch_if_absent(
        &mut self,
        told: Told,
        discriminant: Operand,
        (absent, present): (BlockId, BlockId),
    ) {
        let by = told.by;
        let below = self.compare(
            BinOp::Lt,
            ScalarType::U64,
            discriminant,
            Operand::Const(by.absent.0),
        );
        let [behind, other] = [(); 2].map(|()| self.code.sibling_block());
        self.code.branch(below, present, behind);
        self.code.switch_to(behind);
        let last = Operand::Const(by.absent.1);
        let among = self.compare(BinOp::Le, ScalarType::U64, discriminant, last);
        self.code.branch(among, other, present);
        self.code.switch_to(other);
        let there = Operand::Const(by.present);
        let is_present = self.compare(BinOp::Eq, ScalarType::U64, discriminant, there);
        self.code.branch(is_present, present, absent);
    }

    /// Puts a leaf together from the leaves of another type that have its bytes; of those that were never written,
    /// or have no leaf, it is not.
    fn gather_into(&mut self, value: Arg, source: &[Leaf], wanted: Leaf, dst: Reg) {
        let parts: Vec<Leaf> = source
            .iter()
            .copied()
            .filter(|leaf| !leaf.shared_with(wanted).is_empty())
            .collect();
        let shared = |leaf: &Leaf| leaf.shared_with(wanted).count() as u64;
        if parts.is_empty() {
            return self.code.uninitialized(dst, 1);
        }
        if parts.iter().map(shared).sum::<u64>() < wanted.bytes {
            return self.gather_written(value, &parts, wanted, dst);
        }
        let [unwritten, done] = [(); 2].map(|()| self.code.sibling_block());
        let mut bits = Operand::Const(0);
        for &leaf in &parts {
            let held = self.held(value, leaf);
            self.branch_unwritten(held, unwritten);
            let whole = self.widened(held, leaf.ty);
            bits = self.joined(bits, whole, (leaf, wanted));
        }
        self.cast_into(bits, wanted.ty, dst);
        self.code.jump(done);
        self.code.switch_to(unwritten);
        self.gather_written(value, &parts, wanted, dst);
        self.code.jump(done);
        self.code.switch_to(done);
    }

    /// Bits with those of a part of the wanted scalar in their place.
    fn joined(&mut self, bits: Operand, whole: Operand, (leaf, wanted): (Leaf, Leaf)) -> Operand {
        let bytes = leaf.shared_with(wanted);
        let moved = self.moved_by(BinOp::Shr, whole, bytes.start - leaf.at);
        let part = self.kept(moved, bytes.end - bytes.start);
        let part = self.moved_by(BinOp::Shl, part, bytes.start - wanted.at);
        match bits {
            Operand::Const(0) => part,
            bits => self.arithmetic(BinOp::BitOr, ScalarType::U64, bits, part),
        }
    }

    /// The same where some of its bytes were not written.
    fn gather_written(&mut self, value: Arg, parts: &[Leaf], wanted: Leaf, dst: Reg) {
        if parts.iter().any(|leaf| kept_as(leaf.ty) == ScalarType::Ptr) {
            return self.code.uninitialized(dst, 1);
        }
        let (mut bits, mut mask) = (Operand::Const(0), Operand::Const(0));
        for &leaf in parts {
            let held = self.held(value, leaf);
            let [own_bits, own_mask] = [Intrinsic::WrittenBits, Intrinsic::WrittenMask].map(|op| {
                let args = Box::new([held]);
                self.op(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args })
            });
            bits = self.joined(bits, own_bits, (leaf, wanted));
            mask = self.joined(mask, own_mask, (leaf, wanted));
        }
        let args = Box::new([bits, mask, Operand::Const(wanted.bytes)]);
        let op = Intrinsic::PartlyWritten;
        self.code.emit(Inst::Intrinsic { op, dst, args });
    }

    /// Goes to a block if a value was never written.
    fn branch_unwritten(&mut self, value: Operand, unwritten: BlockId) {
        let Operand::Reg(_) = value else { return };
        let known = self.op(ScalarType::Bool, |dst| Inst::Intrinsic {
            op: Intrinsic::IsInitialized,
            dst,
            args: Box::new([value]),
        });
        let written = self.code.sibling_block();
        self.code.branch(known, written, unwritten);
        self.code.switch_to(written);
    }

    /// A scalar's bits as a `u64`.
    fn widened(&mut self, src: Operand, ty: ScalarType) -> Operand {
        if kept_as(ty) == ScalarType::Ptr {
            return self.op(ScalarType::U64, |dst| Inst::Intrinsic {
                op: Intrinsic::PointerAddress,
                dst,
                args: Box::new([src]),
            });
        }
        let bits = unsigned(ty);
        let narrow = self.op(bits, |dst| Inst::Cast {
            from: integer(ty),
            to: bits,
            dst,
            src,
        });
        self.op(ScalarType::U64, |dst| Inst::Cast {
            from: bits,
            to: ScalarType::U64,
            dst,
            src: narrow,
        })
    }

    fn moved_by(&mut self, op: BinOp, value: Operand, bytes: u64) -> Operand {
        match bytes {
            0 => value,
            _ => self.arithmetic(op, ScalarType::U64, value, Operand::Const(bytes * 8)),
        }
    }

    /// The low bytes of a number.
    fn kept(&mut self, value: Operand, bytes: u64) -> Operand {
        match bytes {
            8.. => value,
            _ => {
                let mask = Operand::Const((1 << (bytes * 8)) - 1);
                self.arithmetic(BinOp::BitAnd, ScalarType::U64, value, mask)
            }
        }
    }

    /// Low bits as a scalar.
    fn cast_into(&mut self, src: Operand, ty: ScalarType, dst: Reg) {
        if kept_as(ty) == ScalarType::Ptr {
            let (op, args) = (Intrinsic::PointerFromAddress, Box::new([src]));
            return self.code.emit(Inst::Intrinsic { op, dst, args });
        }
        self.code.emit(Inst::Cast {
            from: ScalarType::U64,
            to: integer(ty),
            dst,
            src,
        });
    }
}

/// The bits of a number of this type as a register holds them.
fn signed(ty: ScalarType, bits: u64) -> u64 {
    match ty {
        ScalarType::I8 => bits as i8 as u64,
        ScalarType::I16 => bits as i16 as u64,
        ScalarType::I32 => bits as i32 as u64,
        _ => bits,
    }
}

/// A type's own cells, or those of a type that are the same: a function's address is kept as it is.
fn kept_as(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::Func => ScalarType::Ptr,
        other => other,
    }
}

/// The same where the cell is moved as a whole: so is what says which methods a trait object has.
fn moved_as(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::Vtable => ScalarType::Ptr,
        other => kept_as(other),
    }
}

/// The integer type that a scalar's bits are kept as: its own sign, if it has one.
fn integer(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64 => ty,
        other => unsigned(other),
    }
}
