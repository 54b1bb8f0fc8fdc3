//! Copy propagation: registers that are written once, with a copy of a constant or of another
//! register that is written once, are replaced by what they are copies of.

use super::defs::{Reads, Returns, Writes};
use super::visit;
use vscheck_ir::{BinOp, Function, Inst, Operand, Program, Reg, ScalarType, UnOp};

/// Replaces copies by what they are copies of.
pub fn propagate(writes: &Writes, function: &mut Function) {
    let map = sources(function, writes);
    let count = function.returns;
    for inst in &mut function.code {
        visit::reads(inst, |operand, cells| {
            if let Some(better) = replacement(&map, *operand, cells) {
                *operand = better;
            }
        });
        if let Inst::Return { src } = inst
            && count > 0
            && let Some(Operand::Reg(better)) = replacement(&map, Operand::Reg(*src), count)
        {
            *src = better;
        }
    }
}

/// What each register is a copy of.
fn sources(function: &Function, writes: &Writes) -> Vec<Option<Operand>> {
    let mut map: Vec<Option<Operand>> = vec![None; function.registers.len()];
    for inst in &function.code {
        let Inst::Copy { dst, src, cells } = inst else {
            continue;
        };
        for cell in 0..*cells {
            let to = Reg(dst.0 + cell);
            let from = match src {
                Operand::Const(_) => *src,
                Operand::Reg(reg) => Operand::Reg(Reg(reg.0 + cell)),
            };
            let stays = match from {
                Operand::Const(_) => true,
                Operand::Reg(reg) => writes.single(reg) && reg != to,
            };
            if writes.single(to) && to.0 >= function.params && stays {
                map[to.index()] = Some(from);
            }
        }
    }
    map
}

/// What registers are copies of, as far back as they stay side by side.
fn replacement(map: &[Option<Operand>], operand: Operand, cells: u32) -> Option<Operand> {
    let mut at = operand;
    while let Operand::Reg(reg) = at {
        match step(map, reg, cells) {
            Some(next) => at = next,
            None => break,
        }
    }
    (at != operand).then_some(at)
}

fn step(map: &[Option<Operand>], reg: Reg, cells: u32) -> Option<Operand> {
    let first = map.get(reg.index()).copied().flatten()?;
    if cells <= 1 {
        return Some(first);
    }
    let Operand::Reg(start) = first else {
        return None;
    };
    let consecutive = (1..cells)
        .all(|cell| map[(reg.0 + cell) as usize] == Some(Operand::Reg(Reg(start.0 + cell))));
    consecutive.then_some(first)
}

/// Computes what only depends on constants; what is uninitialized is left for the machine to report.
pub fn fold(function: &mut Function, uninit: u64) {
    for inst in &mut function.code {
        fold_one(inst, uninit);
    }
}

/// The same for one instruction.
pub fn fold_one(inst: &mut Inst, uninit: u64) {
    if let Some((dst, value)) = folded(inst, uninit) {
        *inst = Inst::Copy {
            dst,
            src: Operand::Const(value),
            cells: 1,
        };
    }
}

/// The value that an instruction computes, if it only depends on constants that are initialized.
fn folded(inst: &Inst, uninit: u64) -> Option<(Reg, u64)> {
    match *inst {
        Inst::Cast {
            from,
            to,
            dst,
            src: Operand::Const(value),
        } if value != uninit => Some((dst, fold_cast(from, to, value)?)),
        Inst::Unary {
            op: UnOp::Not,
            ty: ScalarType::Bool,
            dst,
            src: Operand::Const(value),
        } if value != uninit => Some((dst, value ^ 1)),
        Inst::Binary {
            op,
            ty,
            dst,
            lhs: Operand::Const(a),
            rhs: Operand::Const(b),
            ..
        } if a != uninit && b != uninit => Some((dst, fold_comparison(op, ty, a, b)?)),
        _ => None,
    }
}

fn is_integer(ty: ScalarType) -> bool {
    !matches!(
        ty,
        ScalarType::I128
            | ScalarType::U128
            | ScalarType::F32
            | ScalarType::F64
            | ScalarType::Ptr
            | ScalarType::Func
            | ScalarType::Vtable
    )
}

fn fold_cast(from: ScalarType, to: ScalarType, value: u64) -> Option<u64> {
    (is_integer(from) && is_integer(to)).then(|| crate::lower::extend(value.into(), to))
}

fn fold_comparison(op: BinOp, ty: ScalarType, a: u64, b: u64) -> Option<u64> {
    if !is_integer(ty) {
        return None;
    }
    let signed = matches!(
        ty,
        ScalarType::I8 | ScalarType::I16 | ScalarType::I32 | ScalarType::I64
    );
    let order = if signed {
        (a as i64).cmp(&(b as i64))
    } else {
        a.cmp(&b)
    };
    let holds = match op {
        BinOp::Eq => order.is_eq(),
        BinOp::Ne => order.is_ne(),
        BinOp::Lt => order.is_lt(),
        BinOp::Le => order.is_le(),
        BinOp::Gt => order.is_gt(),
        BinOp::Ge => order.is_ge(),
        BinOp::Add
        | BinOp::Sub
        | BinOp::Mul
        | BinOp::Div
        | BinOp::Rem
        | BinOp::BitAnd
        | BinOp::BitOr
        | BinOp::BitXor
        | BinOp::Shl
        | BinOp::Shr => return None,
    };
    Some(holds.into())
}

/// Lets an instruction write where its result is copied to at once. Whether anything changed.
pub fn coalesce(program: &Program, returns: &Returns, function: &mut Function) -> bool {
    let writes = Writes::of(program, returns, function);
    let reads = Reads::of(function, &function.code);
    let targets = jump_targets(function);
    let mut changed = false;
    for (index, &is_target) in targets.iter().enumerate().take(function.code.len()).skip(1) {
        let Inst::Copy {
            dst,
            src: Operand::Reg(src),
            cells,
        } = function.code[index]
        else {
            continue;
        };
        if is_target || matches!(function.code[index - 1], Inst::Copy { .. }) {
            continue;
        }
        let before = &function.code[index - 1];
        let written = returns.written(program, before);
        let only_here = (src.0..src.0 + cells).all(|reg| {
            writes.single(Reg(reg)) && reads.count(Reg(reg)) == 1 && reg >= function.params
        });
        if written != (src.0, cells) || !only_here || is_inexact(before) {
            continue;
        }
        if let Some(to) = visit::destination(&mut function.code[index - 1]) {
            *to = dst;
            // The copy of a register to itself is removed with what nobody reads.
            function.code[index] = Inst::Zero { dst: src, cells };
            changed = true;
        }
    }
    changed
}

/// Instructions whose number of results is only known from above.
fn is_inexact(inst: &Inst) -> bool {
    matches!(inst, Inst::Call { callee, .. } if !matches!(callee, vscheck_ir::Callee::Function(_)))
}

/// Which instructions can be jumped to.
pub fn jump_targets(function: &Function) -> Vec<bool> {
    let mut found = vec![false; function.code.len()];
    for inst in &function.code {
        for to in vscheck_ir::flow::targets(inst) {
            found[to.index()] = true;
        }
    }
    for landing in &function.landings {
        found[landing.target.index()] = true;
    }
    found
}
