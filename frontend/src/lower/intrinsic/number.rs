//! Intrinsics on numbers.

use super::Values;
use crate::diagnostic::Result;
use crate::lower::code::{cell, scalar};
use crate::lower::lower::Lower;
use crate::mono::layout::scalar_of;
use crate::ty::{GenericArg, Ty};
use crate::typed::Instance;
use vscheck_ir::intrinsic::{BitOp, FloatOp, FloatOp2};
use vscheck_ir::{Arg, BinOp, Inst, Intrinsic, Operand, Overflow, ScalarType, UnOp};

fn bits(ty: ScalarType) -> u32 {
    match ty {
        ScalarType::Bool | ScalarType::I8 | ScalarType::U8 => 8,
        ScalarType::I16 | ScalarType::U16 => 16,
        ScalarType::I32 | ScalarType::U32 | ScalarType::F32 | ScalarType::Char => 32,
        ScalarType::I128 | ScalarType::U128 => 128,
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::F64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => 64,
    }
}

fn is_signed(ty: ScalarType) -> bool {
    matches!(
        ty,
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64 | ScalarType::I128
    )
}

impl Lower<'_> {
    pub(super) fn number_intrinsic(
        &mut self,
        name: &str,
        instance: Instance,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Option<Arg>> {
        match name {
            "float_to_bits" | "float_from_bits" | "f32_to_bits" | "f32_from_bits" => {
                return self.reinterpret(args[0].0, ret).map(Some);
            }
            "mul_add_f32" | "mul_add_f64" => {
                let single = name == "mul_add_f32";
                return self
                    .float_call(Intrinsic::MulAdd { single }, args)
                    .map(Some);
            }
            _ => {}
        }
        if let Some(op) = name.strip_prefix("float_").and_then(float_op) {
            return self.float_call(Intrinsic::Float(op), args).map(Some);
        }
        if let Some(op) = name.strip_prefix("float2_").and_then(float_op2) {
            return self.float_call(Intrinsic::Float2(op), args).map(Some);
        }
        let Some(GenericArg::Type(ty)) = instance.args.list().first().copied() else {
            return Ok(None);
        };
        let Some(kind) = scalar_of(ty) else {
            return Ok(None);
        };
        if let Some(op) = bit_op(name) {
            return self.bit_operation(op, kind, args[0].0, ret).map(Some);
        }
        if let Some(op) = name.strip_prefix("overflowing_").and_then(wrapping_op) {
            return self.overflowing(op, kind, ty, args, ret).map(Some);
        }
        let op = match name {
            "unchecked_div" => Some(BinOp::Div),
            "unchecked_rem" => Some(BinOp::Rem),
            "wrapping_neg" => return self.negate(kind, ty, args[0].0).map(Some),
            _ => name.strip_prefix("wrapping_").and_then(wrapping_op),
        };
        match op {
            Some(op) => self.wrapping(op, kind, ty, args).map(Some),
            None => Ok(None),
        }
    }

    fn reinterpret(&mut self, value: Arg, ret: Ty) -> Result<Arg> {
        match value.src {
            Operand::Const(_) => Ok(value),
            Operand::Reg(_) => self.stable(value, ret),
        }
    }

    fn float_call(&mut self, op: Intrinsic, args: Values<'_>) -> Result<Arg> {
        let args = self.flat(args);
        Ok(self.scalar_result(ScalarType::F64, |dst| Inst::Intrinsic { op, dst, args }))
    }

    fn bit_operation(&mut self, op: BitOp, kind: ScalarType, value: Arg, ret: Ty) -> Result<Arg> {
        if kind.cells() == 2 {
            return self.wide_bits(op, value, ret);
        }
        let width = Operand::Const(bits(kind).into());
        let args = Box::new([value.src, width]);
        let op = Intrinsic::Bits(op);
        let raw = self.scalar_result(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args });
        let to = scalar_of(ret).unwrap_or(ScalarType::U32);
        Ok(scalar(self.convert(ScalarType::U64, to, raw.src)))
    }

    fn half(&mut self, op: BitOp, half: Operand) -> Operand {
        let args = Box::new([half, Operand::Const(64)]);
        let op = Intrinsic::Bits(op);
        self.op(ScalarType::U64, |dst| Inst::Intrinsic { op, dst, args })
    }

    /// Bit operations on 128 bits, from those on the halves.
    fn wide_bits(&mut self, op: BitOp, value: Arg, ret: Ty) -> Result<Arg> {
        let (low, high) = (cell(value, 0), cell(value, 1));
        let (a, b) = (self.half(op, low), self.half(op, high));
        match op {
            BitOp::CountOnes => {
                let sum = self.arithmetic(BinOp::Add, ScalarType::U64, a, b);
                Ok(scalar(self.convert(ScalarType::U64, ScalarType::U32, sum)))
            }
            BitOp::LeadingZeros => Ok(self.either_half(b, a)),
            BitOp::TrailingZeros => Ok(self.either_half(a, b)),
            BitOp::ReverseBits | BitOp::SwapBytes => {
                let result = self.regs(ret)?;
                if let (Operand::Reg(first), Operand::Reg(second)) =
                    (cell(result, 0), cell(result, 1))
                {
                    self.code.copy(first, scalar(b));
                    self.code.copy(second, scalar(a));
                }
                Ok(result)
            }
        }
    }

    /// Zeros of the half that is looked at first; where it has none but zeros, the other's too.
    fn either_half(&mut self, first: Operand, second: Operand) -> Arg {
        let all = self.compare(BinOp::Eq, ScalarType::U64, first, Operand::Const(64));
        let all = self.convert(ScalarType::Bool, ScalarType::U64, all);
        let more = self.arithmetic(BinOp::Mul, ScalarType::U64, all, second);
        let sum = self.arithmetic(BinOp::Add, ScalarType::U64, first, more);
        scalar(self.convert(ScalarType::U64, ScalarType::U32, sum))
    }

    fn negate(&mut self, kind: ScalarType, ty: Ty, value: Arg) -> Result<Arg> {
        let result = self.regs(ty)?;
        if let Operand::Reg(dst) = result.src {
            self.code.emit(Inst::Unary {
                op: UnOp::Neg,
                ty: kind,
                dst,
                src: value.src,
            });
        }
        Ok(result)
    }

    fn wrapping(&mut self, op: BinOp, kind: ScalarType, ty: Ty, args: Values<'_>) -> Result<Arg> {
        let rhs = args[1].0.src;
        let result = self.regs(ty)?;
        let Operand::Reg(dst) = result.src else {
            return self.internal("arithmetic without result");
        };
        let inst = Inst::Binary {
            op,
            ty: kind,
            overflow: Overflow::Wrap,
            dst,
            lhs: args[0].0.src,
            rhs,
        };
        if matches!(op, BinOp::Div | BinOp::Rem) {
            self.emit_panicking(inst)?;
        } else {
            self.code.emit(inst);
        }
        Ok(result)
    }

    /// `(wrapped result, overflowed)`.
    fn overflowing(
        &mut self,
        op: BinOp,
        kind: ScalarType,
        ty: Ty,
        args: Values<'_>,
        ret: Ty,
    ) -> Result<Arg> {
        let (lhs, rhs) = (args[0].0, args[1].0);
        let value = self.wrapping(op, kind, ty, args)?;
        let overflowed = match op {
            BinOp::Mul => self.mul_overflowed(kind, ty, lhs, rhs, value)?,
            _ if is_signed(kind) => {
                let zero = self.integer(0, ty)?;
                let order = if op == BinOp::Add {
                    BinOp::Lt
                } else {
                    BinOp::Gt
                };
                let moved = self.compare(order, kind, value.src, lhs.src);
                let negative = self.compare(BinOp::Lt, kind, rhs.src, zero.src);
                self.compare(BinOp::Ne, ScalarType::Bool, moved, negative)
            }
            BinOp::Add => self.compare(BinOp::Lt, kind, value.src, lhs.src),
            _ => self.compare(BinOp::Lt, kind, lhs.src, rhs.src),
        };
        self.product(ret, &[value, scalar(overflowed)])
    }

    fn mul_overflowed(
        &mut self,
        kind: ScalarType,
        ty: Ty,
        lhs: Arg,
        rhs: Arg,
        value: Arg,
    ) -> Result<Operand> {
        if kind.cells() == 2 {
            return self.wide_mul_overflowed(kind, ty, lhs, rhs, value);
        }
        use crate::ty::{IntTy, TyKind};
        let (wide, wide_ty) = if is_signed(kind) {
            (ScalarType::I128, Ty::new(TyKind::Int(IntTy::I128)))
        } else {
            (ScalarType::U128, Ty::new(TyKind::Int(IntTy::U128)))
        };
        let a = self.widen(kind, wide, wide_ty, lhs.src)?;
        let b = self.widen(kind, wide, wide_ty, rhs.src)?;
        let exact = self.wrapping(BinOp::Mul, wide, wide_ty, &[(a, wide_ty), (b, wide_ty)])?;
        let back = self.widen(kind, wide, wide_ty, value.src)?;
        Ok(self.compare(BinOp::Ne, wide, exact.src, back.src))
    }

    fn widen(&mut self, from: ScalarType, to: ScalarType, ty: Ty, src: Operand) -> Result<Arg> {
        let result = self.regs(ty)?;
        if let Operand::Reg(dst) = result.src {
            self.code.emit(Inst::Cast { from, to, dst, src });
        }
        Ok(result)
    }

    /// A product of 128 bits overflowed if dividing it by one factor does not give the other.
    fn wide_mul_overflowed(
        &mut self,
        kind: ScalarType,
        ty: Ty,
        lhs: Arg,
        rhs: Arg,
        value: Arg,
    ) -> Result<Operand> {
        let zero = self.integer(0, ty)?;
        let result = self.code.reg(ScalarType::Bool);
        let (check, after) = (self.code.block(), self.code.block());
        self.code.copy(result, scalar(Operand::Const(0)));
        let trivial = self.compare(BinOp::Eq, kind, rhs.src, zero.src);
        self.code.branch(trivial, after, check);
        self.code.switch_to(check);
        if kind == ScalarType::I128 {
            // The least number divided by -1 would overflow itself.
            let (minus_one, min) = (self.integer(u128::MAX, ty)?, self.integer(1 << 127, ty)?);
            let (negated, divided) = (self.code.block(), self.code.block());
            let negates = self.compare(BinOp::Eq, kind, rhs.src, minus_one.src);
            self.code.branch(negates, negated, divided);
            self.code.switch_to(negated);
            let least = self.compare(BinOp::Eq, kind, lhs.src, min.src);
            self.code.copy(result, scalar(least));
            self.code.jump(after);
            self.code.switch_to(divided);
        }
        let back = self.wrapping(BinOp::Div, kind, ty, &[(value, ty), (rhs, ty)])?;
        let differs = self.compare(BinOp::Ne, kind, back.src, lhs.src);
        self.code.copy(result, scalar(differs));
        self.code.jump(after);
        self.code.switch_to(after);
        Ok(Operand::Reg(result))
    }
}

fn wrapping_op(name: &str) -> Option<BinOp> {
    Some(match name {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "shl" => BinOp::Shl,
        "shr" => BinOp::Shr,
        _ => return None,
    })
}

fn bit_op(name: &str) -> Option<BitOp> {
    Some(match name {
        "count_ones" => BitOp::CountOnes,
        "leading_zeros" => BitOp::LeadingZeros,
        "trailing_zeros" => BitOp::TrailingZeros,
        "reverse_bits" => BitOp::ReverseBits,
        "swap_bytes" => BitOp::SwapBytes,
        _ => return None,
    })
}

fn float_op(name: &str) -> Option<FloatOp> {
    Some(match name {
        "sqrt" => FloatOp::Sqrt,
        "cbrt" => FloatOp::Cbrt,
        "floor" => FloatOp::Floor,
        "ceil" => FloatOp::Ceil,
        "round" => FloatOp::Round,
        "round_ties_even" => FloatOp::RoundTiesEven,
        "trunc" => FloatOp::Trunc,
        "abs" => FloatOp::Abs,
        "exp" => FloatOp::Exp,
        "exp2" => FloatOp::Exp2,
        "exp_m1" => FloatOp::ExpM1,
        "ln" => FloatOp::Ln,
        "ln_1p" => FloatOp::Ln1p,
        "log2" => FloatOp::Log2,
        "log10" => FloatOp::Log10,
        "sin" => FloatOp::Sin,
        "cos" => FloatOp::Cos,
        "tan" => FloatOp::Tan,
        "asin" => FloatOp::Asin,
        "acos" => FloatOp::Acos,
        "atan" => FloatOp::Atan,
        "sinh" => FloatOp::Sinh,
        "cosh" => FloatOp::Cosh,
        "tanh" => FloatOp::Tanh,
        _ => return None,
    })
}

fn float_op2(name: &str) -> Option<FloatOp2> {
    Some(match name {
        "pow" => FloatOp2::Pow,
        "atan2" => FloatOp2::Atan2,
        "hypot" => FloatOp2::Hypot,
        "copysign" => FloatOp2::Copysign,
        "min" => FloatOp2::Min,
        "max" => FloatOp2::Max,
        "rem" => FloatOp2::Rem,
        _ => return None,
    })
}
