//! Arithmetic of constants: numbers are kept as `i128`, those of `u128` as the same bits.

use crate::hir::BinaryOp;
use crate::ty::{IntTy, Ty, TyKind};

/// A number as a type holds it.
pub(super) fn wrap(value: i128, ty: Ty) -> i128 {
    match ty.kind() {
        TyKind::Int(IntTy::I8) => value as i8 as i128,
        TyKind::Int(IntTy::I16) => value as i16 as i128,
        TyKind::Int(IntTy::I32) => value as i32 as i128,
        TyKind::Int(IntTy::I64 | IntTy::Isize) => value as i64 as i128,
        TyKind::Int(IntTy::U8) => value as u8 as i128,
        TyKind::Int(IntTy::U16) => value as u16 as i128,
        TyKind::Int(IntTy::U32) => value as u32 as i128,
        TyKind::Int(IntTy::U64 | IntTy::Usize) => value as u64 as i128,
        _ => value,
    }
}

/// The result of an operator on numbers of this type (comparisons give 0 or 1); `None` if it overflows.
pub(super) fn compute(op: BinaryOp, a: i128, b: i128, ty: Ty) -> Option<i128> {
    let result = match ty.kind() {
        TyKind::Int(IntTy::U128) => compute_wide(op, a as u128, b)? as i128,
        _ => compute_signed(op, a, b, ty)?,
    };
    let compares = compare(op, 0, 0).is_some();
    (compares || wrap(result, ty) == result).then_some(result)
}

fn compare<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or => return None,
    })
}

fn shift(b: i128, ty: Ty) -> Option<u32> {
    u32::try_from(b).ok().filter(|&shift| shift < bits(ty))
}

fn compute_signed(op: BinaryOp, a: i128, b: i128, ty: Ty) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::BitAnd | BinaryOp::And => Some(a & b),
        BinaryOp::BitOr | BinaryOp::Or => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl => shift(b, ty).map(|shift| wrap(a.wrapping_shl(shift), ty)),
        BinaryOp::Shr => shift(b, ty).map(|shift| a >> shift),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            compare(op, a, b).map(i128::from)
        }
    }
}

/// `u128`, where the sign bit counts. The right side of a shift may have another type.
fn compute_wide(op: BinaryOp, a: u128, right: i128) -> Option<u128> {
    let b = right as u128;
    let shift = || u32::try_from(right).ok().filter(|&shift| shift < 128);
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::BitAnd | BinaryOp::And => Some(a & b),
        BinaryOp::BitOr | BinaryOp::Or => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl => shift().map(|shift| a << shift),
        BinaryOp::Shr => shift().map(|shift| a >> shift),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            compare(op, a, b).map(u128::from)
        }
    }
}

/// How many bits a number of this type has.
pub(super) fn bits(ty: Ty) -> u32 {
    match ty.kind() {
        TyKind::Bool | TyKind::Int(IntTy::I8 | IntTy::U8) => 8,
        TyKind::Int(IntTy::I16 | IntTy::U16) => 16,
        TyKind::Char | TyKind::Int(IntTy::I32 | IntTy::U32) => 32,
        TyKind::Int(IntTy::I128 | IntTy::U128) => 128,
        _ => 64,
    }
}

/// The bits of a number, the others 0.
fn pattern(value: i128, ty: Ty) -> u128 {
    let unused = 128 - bits(ty);
    (value as u128) << unused >> unused
}

/// What the intrinsics on the bits of one number give.
pub(super) fn bit_intrinsic(name: &str, value: i128, ty: Ty) -> Option<i128> {
    let (pattern, unused) = (pattern(value, ty), 128 - bits(ty));
    Some(match name {
        "count_ones" => pattern.count_ones().into(),
        "leading_zeros" => (pattern.leading_zeros() - unused).into(),
        "trailing_zeros" => pattern.trailing_zeros().min(bits(ty)).into(),
        "reverse_bits" => wrap((pattern.reverse_bits() >> unused) as i128, ty),
        "swap_bytes" => wrap((pattern.swap_bytes() >> unused) as i128, ty),
        "wrapping_neg" => wrap(value.wrapping_neg(), ty),
        _ => return None,
    })
}

/// What the intrinsics on two numbers give, and whether that overflows.
pub(super) fn pair_intrinsic(name: &str, a: i128, b: i128, ty: Ty) -> Option<(i128, bool)> {
    let (op, wrapped) = match name {
        "wrapping_add" | "overflowing_add" => (BinaryOp::Add, a.wrapping_add(b)),
        "wrapping_sub" | "overflowing_sub" => (BinaryOp::Sub, a.wrapping_sub(b)),
        "wrapping_mul" | "overflowing_mul" => (BinaryOp::Mul, a.wrapping_mul(b)),
        "unchecked_div" => (BinaryOp::Div, compute(BinaryOp::Div, a, b, ty)?),
        "unchecked_rem" => (BinaryOp::Rem, compute(BinaryOp::Rem, a, b, ty)?),
        "wrapping_shl" => {
            let shift = b as u32 % bits(ty);
            return Some((wrap(a.wrapping_shl(shift), ty), false));
        }
        "wrapping_shr" => {
            let shift = i128::from(b as u32 % bits(ty));
            return Some((compute(BinaryOp::Shr, a, shift, ty)?, false));
        }
        _ => return None,
    };
    let overflows = compute(op, a, b, ty).is_none();
    Some((wrap(wrapped, ty), overflows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_width() {
        let int = |ty| Ty::new(TyKind::Int(ty));
        let (u8, i8, u128) = (int(IntTy::U8), int(IntTy::I8), int(IntTy::U128));
        assert_eq!(compute(BinaryOp::Add, 250, 5, u8), Some(255));
        assert_eq!(compute(BinaryOp::Add, 250, 6, u8), None);
        assert_eq!(compute(BinaryOp::Gt, -1, 5, u128), Some(1));
        assert_eq!(compute(BinaryOp::Div, -1, 2, u128), Some(i128::MAX));
        assert_eq!(compute(BinaryOp::Shl, 1, 8, u8), None);
        assert_eq!(bit_intrinsic("leading_zeros", 1, u8), Some(7));
        assert_eq!(bit_intrinsic("count_ones", -1, i8), Some(8));
        assert_eq!(bit_intrinsic("trailing_zeros", 0, u8), Some(8));
        assert_eq!(
            bit_intrinsic("swap_bytes", 0x0102, int(IntTy::U16)),
            Some(0x0201)
        );
        assert_eq!(
            pair_intrinsic("overflowing_add", 255, 2, u8),
            Some((1, true))
        );
        assert_eq!(
            pair_intrinsic("wrapping_shr", -1, 127, u128),
            Some((1, false))
        );
    }
}
