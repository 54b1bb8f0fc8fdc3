//! Scalars: representation, arithmetic, casts. No memory, no threads.
//!
//! Arithmetic does not look whether its operands were ever written: uninitialized memory is found where
//! it decides something, as an address, a branch or a match.

use vscheck_ir::program::{ArithmeticFault, Vtable};
use vscheck_ir::{BinOp, Overflow, Program, ScalarType, UnOp, VtableId};

/// A vtable as a value: like a function's, it is not zero.
pub(crate) fn of_vtable(vtable: VtableId) -> u64 {
    vtable.0 as u64 + 1
}

/// The vtable that a value is, if it is one.
pub(crate) fn vtable(program: &Program, value: u64) -> Option<&Vtable> {
    program.vtables.get(value.checked_sub(1)? as usize)
}

/// Width in bits of an integer-like type of at most 64 bits; `None` for floats and 128-bit types.
fn width(ty: ScalarType) -> Option<u32> {
    Some(match ty {
        ScalarType::Bool => 1,
        ScalarType::I8 | ScalarType::U8 => 8,
        ScalarType::I16 | ScalarType::U16 => 16,
        ScalarType::I32 | ScalarType::U32 | ScalarType::Char => 32,
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => 64,
        ScalarType::I128 | ScalarType::U128 | ScalarType::F32 | ScalarType::F64 => return None,
    })
}

/// Whether values of this type are kept sign-extended.
pub(crate) fn is_signed(ty: ScalarType) -> bool {
    matches!(
        ty,
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64 | ScalarType::I128
    )
}

/// Whether the type takes two registers.
pub(crate) fn is_wide(ty: ScalarType) -> bool {
    ty.cells() == 2
}

/// The representation of the low bits of `value` in `ty` (see [`ScalarType`]).
#[inline]
pub(crate) fn normalize(ty: ScalarType, value: u64) -> u64 {
    match ty {
        ScalarType::I8 => value as i8 as u64,
        ScalarType::I16 => value as i16 as u64,
        ScalarType::I32 => value as i32 as u64,
        ScalarType::Bool => value & 1,
        ScalarType::U8 => value & 0xFF,
        ScalarType::U16 => value & 0xFFFF,
        ScalarType::U32 | ScalarType::Char | ScalarType::F32 => value & 0xFFFF_FFFF,
        ScalarType::I64
        | ScalarType::U64
        | ScalarType::I128
        | ScalarType::U128
        | ScalarType::F64
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => value,
    }
}

/// `op src` for types of one register.
pub(crate) fn unary(op: UnOp, ty: ScalarType, src: u64) -> u64 {
    match (op, ty) {
        (UnOp::Neg, ScalarType::F32) => (-f32::from_bits(src as u32)).to_bits() as u64,
        (UnOp::Neg, ScalarType::F64) => (-f64::from_bits(src)).to_bits(),
        (UnOp::Neg, _) => normalize(ty, src.wrapping_neg()),
        (UnOp::Not, _) => normalize(ty, !src),
    }
}

/// `op src` for 128-bit types.
pub(crate) fn unary_wide(op: UnOp, src: u128) -> u128 {
    match op {
        UnOp::Neg => src.wrapping_neg(),
        UnOp::Not => !src,
    }
}

/// `lhs op rhs` for types of one register.
pub(crate) fn binary(
    op: BinOp,
    ty: ScalarType,
    overflow: Overflow,
    lhs: u64,
    rhs: u64,
) -> Result<u64, ArithmeticFault> {
    match ty {
        ScalarType::F32 => {
            let (a, b) = (f32::from_bits(lhs as u32), f32::from_bits(rhs as u32));
            Ok(float_binary(op, a as f64, b as f64, |x| {
                (x as f32).to_bits() as u64
            }))
        }
        ScalarType::F64 => {
            let (a, b) = (f64::from_bits(lhs), f64::from_bits(rhs));
            Ok(float_binary(op, a, b, f64::to_bits))
        }
        _ => int_binary(op, ty, overflow, lhs, rhs),
    }
}

/// Arithmetic in `f64` rounded once to `f32` equals `f32` arithmetic for `+ - * /` (the double has
/// more than twice the bits), and the remainder is exact.
fn float_binary(op: BinOp, a: f64, b: f64, bits: impl Fn(f64) -> u64) -> u64 {
    match op {
        BinOp::Add => bits(a + b),
        BinOp::Sub => bits(a - b),
        BinOp::Mul => bits(a * b),
        BinOp::Div => bits(a / b),
        BinOp::Rem => bits(a % b),
        BinOp::Eq => (a == b) as u64,
        BinOp::Ne => (a != b) as u64,
        BinOp::Lt => (a < b) as u64,
        BinOp::Le => (a <= b) as u64,
        BinOp::Gt => (a > b) as u64,
        BinOp::Ge => (a >= b) as u64,
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr => 0,
    }
}

/// The comparison of two ordered values.
fn compare<T: Ord>(op: BinOp, a: T, b: T) -> Option<u64> {
    Some(match op {
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        BinOp::Ge => a >= b,
        _ => return None,
    } as u64)
}

/// What an overflowing operator reports.
fn overflow_fault(op: BinOp) -> ArithmeticFault {
    match op {
        BinOp::Add => ArithmeticFault::AddOverflow,
        BinOp::Sub => ArithmeticFault::SubOverflow,
        BinOp::Div => ArithmeticFault::DivOverflow,
        BinOp::Rem => ArithmeticFault::RemOverflow,
        BinOp::Shl => ArithmeticFault::ShlOverflow,
        BinOp::Shr => ArithmeticFault::ShrOverflow,
        _ => ArithmeticFault::MulOverflow,
    }
}

fn int_binary(
    op: BinOp,
    ty: ScalarType,
    overflow: Overflow,
    lhs: u64,
    rhs: u64,
) -> Result<u64, ArithmeticFault> {
    let signed = is_signed(ty);
    let order = if signed {
        compare(op, lhs as i64, rhs as i64)
    } else {
        compare(op, lhs, rhs)
    };
    if let Some(result) = order {
        return Ok(result);
    }
    let bits = width(ty).unwrap_or(64);
    match op {
        BinOp::BitAnd => return Ok(lhs & rhs),
        BinOp::BitOr => return Ok(lhs | rhs),
        BinOp::BitXor => return Ok(lhs ^ rhs),
        BinOp::Shl | BinOp::Shr => return shift(op, ty, bits, overflow, lhs, rhs),
        _ => {}
    }
    let widen = |v: u64| if signed { v as i64 as i128 } else { v as i128 };
    let exact = exact_arithmetic(op, widen(lhs), widen(rhs))?;
    let result = normalize(ty, exact as u64);
    let always_checked = matches!(op, BinOp::Div | BinOp::Rem);
    if widen(result) != exact && (always_checked || overflow == Overflow::Panic) {
        return Err(overflow_fault(op));
    }
    // `MIN % -1` is 0 mathematically, but overflows in Rust.
    if op == BinOp::Rem && signed && rhs == u64::MAX && lhs == min_value(bits) {
        return Err(ArithmeticFault::RemOverflow);
    }
    Ok(result)
}

fn min_value(bits: u32) -> u64 {
    (i64::MIN >> (64 - bits)) as u64
}

fn exact_arithmetic(op: BinOp, a: i128, b: i128) -> Result<i128, ArithmeticFault> {
    Ok(match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        // At most 64 x 64 bits; only unsigned 64 x 64 can leave `i128`, and then wraps like `u128`.
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div if b == 0 => return Err(ArithmeticFault::DivByZero),
        BinOp::Rem if b == 0 => return Err(ArithmeticFault::RemByZero),
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        _ => 0,
    })
}

fn shift(
    op: BinOp,
    ty: ScalarType,
    bits: u32,
    overflow: Overflow,
    lhs: u64,
    amount: u64,
) -> Result<u64, ArithmeticFault> {
    if amount >= bits as u64 && overflow == Overflow::Panic {
        return Err(overflow_fault(op));
    }
    let by = amount as u32 & (bits - 1);
    Ok(match op {
        BinOp::Shl => normalize(ty, lhs << by),
        _ if is_signed(ty) => ((lhs as i64) >> by) as u64,
        _ => lhs >> by,
    })
}

/// `lhs op rhs` for 128-bit types: one register for comparisons, two otherwise (low half first).
pub(crate) fn binary_wide(
    op: BinOp,
    signed: bool,
    overflow: Overflow,
    a: u128,
    b: u128,
) -> Result<Wide, ArithmeticFault> {
    let order = if signed {
        compare(op, a as i128, b as i128)
    } else {
        compare(op, a, b)
    };
    if let Some(result) = order {
        return Ok(Wide::Bool(result));
    }
    if b == 0 && op == BinOp::Div {
        return Err(ArithmeticFault::DivByZero);
    }
    if b == 0 && op == BinOp::Rem {
        return Err(ArithmeticFault::RemByZero);
    }
    let (value, overflowed) = if signed {
        let (value, overflowed) = overflowing_signed(op, a as i128, b as i128);
        (value as u128, overflowed)
    } else {
        overflowing_unsigned(op, a, b)
    };
    let checked = overflow == Overflow::Panic || matches!(op, BinOp::Div | BinOp::Rem);
    if overflowed && checked {
        return Err(overflow_fault(op));
    }
    Ok(Wide::Value(value))
}

/// The result of a 128-bit operation.
pub(crate) enum Wide {
    /// Of a comparison.
    Bool(u64),
    /// Of anything else.
    Value(u128),
}

/// The result of an operation, wrapped, and whether it had to be.
macro_rules! overflowing {
    ($($name:ident $t:ty;)*) => {$(
        fn $name(op: BinOp, a: $t, b: $t) -> ($t, bool) {
            match op {
                BinOp::Add => a.overflowing_add(b),
                BinOp::Sub => a.overflowing_sub(b),
                BinOp::Mul => a.overflowing_mul(b),
                BinOp::Div => a.overflowing_div(b),
                BinOp::Rem => a.overflowing_rem(b),
                BinOp::BitAnd => (a & b, false),
                BinOp::BitOr => (a | b, false),
                BinOp::BitXor => (a ^ b, false),
                BinOp::Shl => (a.wrapping_shl(b as u32), b as u128 >= 128),
                BinOp::Shr => (a.wrapping_shr(b as u32), b as u128 >= 128),
                BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => (0, false),
            }
        }
    )*};
}

overflowing! {
    overflowing_signed i128;
    overflowing_unsigned u128;
}

/// An `as` cast. `src` and the result are 128 bits wide, of which narrower types use the low half.
pub(crate) fn cast(from: ScalarType, to: ScalarType, src: u128) -> u128 {
    let low = src as u64;
    match from {
        ScalarType::F32 => cast_float(f32::from_bits(low as u32) as f64, to),
        ScalarType::F64 => cast_float(f64::from_bits(low), to),
        ScalarType::I128 => cast_int(src as i128, true, to),
        ScalarType::U128 => cast_int(src as i128, false, to),
        _ if is_signed(from) => cast_int(low as i64 as i128, true, to),
        _ => cast_int(low as i128, true, to),
    }
}

/// `signed` is false only for `u128`, whose upper half `i128` cannot hold.
fn cast_int(value: i128, signed: bool, to: ScalarType) -> u128 {
    match to {
        ScalarType::F32 if signed => (value as f32).to_bits() as u128,
        ScalarType::F32 => (value as u128 as f32).to_bits() as u128,
        ScalarType::F64 if signed => (value as f64).to_bits() as u128,
        ScalarType::F64 => (value as u128 as f64).to_bits() as u128,
        ScalarType::I128 | ScalarType::U128 => value as u128,
        _ => normalize(to, value as u64) as u128,
    }
}

fn cast_float(value: f64, to: ScalarType) -> u128 {
    match to {
        ScalarType::F32 => (value as f32).to_bits() as u128,
        ScalarType::F64 => value.to_bits() as u128,
        ScalarType::I8 => value as i8 as u64 as u128,
        ScalarType::I16 => value as i16 as u64 as u128,
        ScalarType::I32 => value as i32 as u64 as u128,
        ScalarType::I64 => value as i64 as u64 as u128,
        ScalarType::I128 => value as i128 as u128,
        ScalarType::U8 => value as u8 as u128,
        ScalarType::U16 => value as u16 as u128,
        ScalarType::U32 | ScalarType::Char => value as u32 as u128,
        ScalarType::U128 => value as u128,
        ScalarType::U64
        | ScalarType::Bool
        | ScalarType::Ptr
        | ScalarType::Func
        | ScalarType::Vtable => value as u64 as u128,
    }
}
