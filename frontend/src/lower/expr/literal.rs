//! Literals.

use crate::diagnostic::Result;
use crate::hir::{FloatLiteral, Literal};
use crate::lower::code::scalar;
use crate::lower::lower::Lower;
use crate::mono::layout::scalar_of;
use crate::ty::{FloatTy, Ty, TyKind};
use vscheck_ir::{Arg, Inst, Operand, ScalarType};

/// An integer as a register keeps it: extended to 64 bits by its own sign. Low half of 128 bits.
pub fn extend(value: u128, ty: ScalarType) -> u64 {
    match ty {
        ScalarType::I8 => value as i8 as i64 as u64,
        ScalarType::I16 => value as i16 as i64 as u64,
        ScalarType::I32 => value as i32 as i64 as u64,
        ScalarType::U8 | ScalarType::Bool => value as u8 as u64,
        ScalarType::U16 => value as u16 as u64,
        ScalarType::U32 | ScalarType::Char => value as u32 as u64,
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::I128
        | ScalarType::U128
        | ScalarType::F32
        | ScalarType::F64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => value as u64,
    }
}

impl Lower<'_> {
    /// A literal of a type.
    pub fn literal(&mut self, literal: &Literal, negative: bool, ty: Ty) -> Result<Arg> {
        match literal {
            Literal::Int(value, _) => {
                if let TyKind::Float(float) = ty.kind() {
                    let value = FloatLiteral {
                        double: *value as f64,
                        single: *value as f32,
                    };
                    return Ok(self.float(value, *float, negative));
                }
                let value = if negative {
                    value.wrapping_neg()
                } else {
                    *value
                };
                self.integer(value, ty)
            }
            Literal::Float(value, _) => {
                let float = match ty.kind() {
                    TyKind::Float(float) => *float,
                    _ => FloatTy::F64,
                };
                Ok(self.float(*value, float, negative))
            }
            Literal::Bool(value) => Ok(scalar(Operand::Const((*value).into()))),
            Literal::Char(value) => Ok(scalar(Operand::Const(u32::from(*value).into()))),
            Literal::Str(text) => self.text(text.as_str()),
            Literal::Bytes(bytes) => self.byte_string(bytes, ty),
        }
    }

    fn float(&mut self, value: FloatLiteral, ty: FloatTy, negative: bool) -> Arg {
        let sign = if negative { -1.0 } else { 1.0 };
        let bits = match ty {
            FloatTy::F32 => u64::from((value.single * sign as f32).to_bits()),
            FloatTy::F64 => (value.double * sign).to_bits(),
        };
        scalar(Operand::Const(bits))
    }

    /// An integer, boolean or character of a type.
    pub fn integer(&mut self, value: u128, ty: Ty) -> Result<Arg> {
        let Some(kind) = scalar_of(ty) else {
            return self.internal("an integer of another type");
        };
        if kind.cells() == 1 {
            return Ok(scalar(Operand::Const(extend(value, kind))));
        }
        let result = self.regs(ty)?;
        if let Operand::Reg(dst) = result.src {
            self.code.copy(dst, scalar(Operand::Const(value as u64)));
            self.code.copy(
                vscheck_ir::Reg(dst.0 + 1),
                scalar(Operand::Const((value >> 64) as u64)),
            );
        }
        Ok(result)
    }

    /// The address of a literal's bytes.
    fn literal_address(&mut self, bytes: &[u8]) -> Result<Operand> {
        let global = self.mono.bytes(bytes)?;
        let dst = self.code.reg(ScalarType::Ptr);
        self.code.emit(Inst::StaticAddr { dst, global });
        Ok(Operand::Reg(dst))
    }

    /// A `&'static str`.
    pub fn text(&mut self, text: &str) -> Result<Arg> {
        let address = self.literal_address(text.as_bytes())?;
        let len = Operand::Const(text.len() as u64);
        self.fat(address, len, Ty::new(TyKind::Str))
    }

    fn byte_string(&mut self, bytes: &[u8], ty: Ty) -> Result<Arg> {
        let address = self.literal_address(bytes)?;
        match ty.kind() {
            TyKind::Ref(_, to) if matches!(to.kind(), TyKind::Array(..)) => Ok(scalar(address)),
            TyKind::Ref(_, to) => self.fat(address, Operand::Const(bytes.len() as u64), *to),
            _ => self.internal("a byte string of another type"),
        }
    }
}
