//! Operators.

use super::code::{cell, scalar};
use super::lower::Lower;
use crate::diagnostic::Result;
use crate::hir::{BinaryOp, ExprId, Mutability, UnaryOp};
use crate::mono::layout::scalar_of;
use crate::ty::{Ty, TyKind};
use vscheck_ir::program::ArithmeticFault;
use vscheck_ir::{
    Arg, BinOp, Callee as Target, Inst, Intrinsic, Operand, Overflow, Reg, ScalarType, UnOp,
};

/// The instruction's operator; none for the lazy ones.
pub fn bin_op(op: BinaryOp) -> Option<BinOp> {
    Some(match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Rem,
        BinaryOp::BitAnd => BinOp::BitAnd,
        BinaryOp::BitOr => BinOp::BitOr,
        BinaryOp::BitXor => BinOp::BitXor,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr => BinOp::Shr,
        BinaryOp::Eq => BinOp::Eq,
        BinaryOp::Ne => BinOp::Ne,
        BinaryOp::Lt => BinOp::Lt,
        BinaryOp::Le => BinOp::Le,
        BinaryOp::Gt => BinOp::Gt,
        BinaryOp::Ge => BinOp::Ge,
        BinaryOp::And | BinaryOp::Or => return None,
    })
}

/// Whether an operator gives a boolean.
pub fn is_comparison(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
    )
}

fn signed_bits(ty: ScalarType) -> Option<u32> {
    match ty {
        ScalarType::I8 => Some(8),
        ScalarType::I16 => Some(16),
        ScalarType::I32 => Some(32),
        ScalarType::I64 => Some(64),
        ScalarType::I128 => Some(128),
        _ => None,
    }
}

impl Lower<'_> {
    /// `lhs op rhs`.
    pub fn binary_expr(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    ) -> Result<Arg> {
        let span = self.code.span;
        if let Some(callee) = self.typed.callees.get(&e).copied() {
            let ret = self.type_after(e, 0);
            let args = if matches!(bin_op(op), Some(op) if is_comparison(op)) {
                let left = self.comparison_operand(lhs)?;
                let right = self.comparison_operand(rhs)?;
                vec![left, right]
            } else {
                self.operands(&[lhs, rhs])?
            };
            self.code.span = span;
            return self.call_callee(callee, args, ret, Some(lhs));
        }
        let values = self.operands(&[lhs, rhs])?;
        self.code.span = span;
        let ((lhs, lhs_ty), (rhs, rhs_ty)) = (values[0], values[1]);
        self.primitive_into(op, lhs, lhs_ty, rhs, rhs_ty, None)
    }

    /// The operand of an overloaded comparison, which borrows it.
    fn comparison_operand(&mut self, e: ExprId) -> Result<(Arg, Ty)> {
        let place = self.place(e)?;
        let reference = Ty::reference(Mutability::Shared, place.ty);
        Ok((self.address_value(&place)?, reference))
    }

    /// An operator on primitives; into a given register if there is one.
    pub fn primitive_into(
        &mut self,
        op: BinaryOp,
        lhs: Arg,
        lhs_ty: Ty,
        rhs: Arg,
        rhs_ty: Ty,
        into: Option<Reg>,
    ) -> Result<Arg> {
        let Some(op) = bin_op(op) else {
            return self.internal("a lazy operator with values");
        };
        if lhs.cells == 2 && matches!(lhs_ty.kind(), TyKind::Ref(..) | TyKind::RawPtr(..)) {
            return self.compare_fat(op, lhs, rhs);
        }
        let Some(ty) = scalar_of(lhs_ty) else {
            if lhs.cells == 0 && is_comparison(op) {
                let holds = matches!(op, BinOp::Eq | BinOp::Le | BinOp::Ge);
                return Ok(scalar(Operand::Const(holds.into())));
            }
            let name = self.mono.typer.type_name(lhs_ty);
            return self.internal(format_args!("an operator on `{name}`"));
        };
        if ty.is_float() && op == BinOp::Rem {
            let result = self.float_rem(ty, lhs.src, rhs.src)?;
            return Ok(self.moved_into(result, into));
        }
        let rhs = match op {
            BinOp::Shl | BinOp::Shr => self.shift_amount(rhs, rhs_ty)?,
            _ => rhs.src,
        };
        let result_ty = if is_comparison(op) {
            Ty::bool()
        } else {
            lhs_ty
        };
        let result = match into {
            Some(reg) => Arg {
                src: Operand::Reg(reg),
                cells: lhs.cells,
            },
            None => self.regs(result_ty)?,
        };
        let Operand::Reg(dst) = result.src else {
            return self.internal("an operator without result");
        };
        let inst = Inst::Binary {
            op,
            ty,
            overflow: self.overflow,
            dst,
            lhs: lhs.src,
            rhs,
        };
        if op.can_panic(ty, self.overflow) {
            self.emit_panicking(inst)?;
        } else {
            self.code.emit(inst);
        }
        Ok(result)
    }

    /// A scalar, in a given register if there is one.
    fn moved_into(&mut self, value: Arg, into: Option<Reg>) -> Arg {
        let Some(reg) = into else {
            return value;
        };
        self.code.copy(reg, value);
        scalar(Operand::Reg(reg))
    }

    /// A shift amount in one register: what is negative, or does not fit, is too large there.
    fn shift_amount(&mut self, amount: Arg, ty: Ty) -> Result<Operand> {
        let Some(from) = scalar_of(ty) else {
            return self.internal("a shift by something else");
        };
        if from.cells() == 1 || matches!(amount.src, Operand::Const(_)) {
            return Ok(amount.src);
        }
        let low = self.convert(from, ScalarType::U64, amount.src);
        if self.overflow == Overflow::Wrap {
            return Ok(low);
        }
        let half = Operand::Const(u64::BITS.into());
        let high = self.arithmetic(BinOp::Shr, ScalarType::U128, amount.src, half);
        let high = self.convert(ScalarType::U128, ScalarType::U64, high);
        let is_large = self.compare(BinOp::Ne, ScalarType::U64, high, Operand::Const(0));
        let is_large = self.convert(ScalarType::Bool, ScalarType::U64, is_large);
        let top = Operand::Const((u64::BITS - 1).into());
        let top = self.arithmetic(BinOp::Shl, ScalarType::U64, is_large, top);
        Ok(self.arithmetic(BinOp::BitOr, ScalarType::U64, low, top))
    }

    fn float_rem(&mut self, ty: ScalarType, lhs: Operand, rhs: Operand) -> Result<Arg> {
        let lhs = self.convert(ty, ScalarType::F64, lhs);
        let rhs = self.convert(ty, ScalarType::F64, rhs);
        let op = Intrinsic::Float2(vscheck_ir::intrinsic::FloatOp2::Rem);
        let result = self.scalar_result(ScalarType::F64, |dst| Inst::Intrinsic {
            op,
            dst,
            args: Box::new([lhs, rhs]),
        });
        Ok(scalar(self.convert(ScalarType::F64, ty, result.src)))
    }

    /// A cast between scalars.
    pub fn convert(&mut self, from: ScalarType, to: ScalarType, src: Operand) -> Operand {
        if from == to {
            return src;
        }
        self.scalar_result(to, |dst| Inst::Cast { from, to, dst, src })
            .src
    }

    /// Fat pointers: addresses first, then lengths or vtables.
    fn compare_fat(&mut self, op: BinOp, lhs: Arg, rhs: Arg) -> Result<Arg> {
        let (a, b) = ((cell(lhs, 0), cell(lhs, 1)), (cell(rhs, 0), cell(rhs, 1)));
        let same_address = self.compare(BinOp::Eq, ScalarType::Ptr, a.0, b.0);
        let (head, tail) = match op {
            BinOp::Eq | BinOp::Ne => (BinOp::Eq, BinOp::Eq),
            BinOp::Lt | BinOp::Le => (BinOp::Lt, op),
            _ => (BinOp::Gt, op),
        };
        let rest = self.compare(tail, ScalarType::U64, a.1, b.1);
        let both = self.logic(BinOp::BitAnd, same_address, rest);
        let result = match op {
            BinOp::Eq => both,
            BinOp::Ne => self.not(both),
            _ => {
                let first = self.compare(head, ScalarType::Ptr, a.0, b.0);
                self.logic(BinOp::BitOr, first, both)
            }
        };
        Ok(scalar(result))
    }

    fn logic(&mut self, op: BinOp, lhs: Operand, rhs: Operand) -> Operand {
        self.compare(op, ScalarType::Bool, lhs, rhs)
    }

    fn not(&mut self, src: Operand) -> Operand {
        let result = self.scalar_result(ScalarType::Bool, |dst| Inst::Unary {
            op: UnOp::Not,
            ty: ScalarType::Bool,
            dst,
            src,
        });
        result.src
    }

    /// `-x`, `!x`.
    pub fn unary_expr(&mut self, e: ExprId, op: UnaryOp, operand: ExprId) -> Result<Arg> {
        let span = self.code.span;
        let ty = self.type_of(operand);
        if let Some(callee) = self.typed.callees.get(&e).copied() {
            let ret = self.type_after(e, 0);
            let value = self.expr(operand)?;
            self.code.span = span;
            return self.call_callee(callee, vec![(value, ty)], ret, None);
        }
        if let (UnaryOp::Neg, crate::hir::ExprKind::Literal(literal)) =
            (op, &self.body.clone().exprs[operand.index()].kind)
        {
            return self.literal(literal, true, ty);
        }
        let value = self.expr_now(operand)?;
        self.code.span = span;
        self.primitive_unary(op, value, ty)
    }

    /// A unary operator on a primitive; negation checks for overflow where arithmetic does.
    pub fn primitive_unary(&mut self, op: UnaryOp, value: Arg, ty: Ty) -> Result<Arg> {
        let Some(kind) = scalar_of(ty) else {
            if *ty.kind() == TyKind::Never {
                return Ok(value);
            }
            return self.internal("an operator on something else");
        };
        let is_checked = self.overflow == Overflow::Panic && signed_bits(kind).is_some();
        if op == UnaryOp::Neg && is_checked {
            self.check_negation(value, kind, ty)?;
        }
        let result = self.regs(ty)?;
        let Operand::Reg(dst) = result.src else {
            return self.internal("an operator without result");
        };
        self.code.emit(Inst::Unary {
            op: match op {
                UnaryOp::Neg => UnOp::Neg,
                UnaryOp::Not => UnOp::Not,
            },
            ty: kind,
            dst,
            src: value.src,
        });
        Ok(result)
    }

    fn check_negation(&mut self, value: Arg, kind: ScalarType, ty: Ty) -> Result<()> {
        let bits = signed_bits(kind).unwrap_or(64);
        let min = (1u128 << (bits - 1)).wrapping_neg();
        let min = self.integer(min, ty)?;
        let overflows = self.compare(BinOp::Eq, kind, value.src, min.src);
        let (fail, next) = (self.code.block(), self.code.block());
        self.code.branch(overflows, fail, next);
        self.code.switch_to(fail);
        self.arithmetic_panic(ArithmeticFault::NegOverflow)?;
        self.code.switch_to(next);
        Ok(())
    }

    /// Panics as a failing arithmetic instruction does.
    pub fn arithmetic_panic(&mut self, fault: ArithmeticFault) -> Result<()> {
        let function = self.mono.lang_function("panic_arithmetic")?;
        self.emit_panicking(Inst::Call {
            callee: Target::Function(function),
            args: Box::new([scalar(Operand::Const(fault as u32 as u64))]),
            dst: Reg(0),
        })?;
        self.code.terminate(Inst::Unreachable);
        Ok(())
    }
}
