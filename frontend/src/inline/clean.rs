//! Removes what no longer does anything: jumps to the next instruction, unreachable code, results
//! that nobody reads, registers that nobody names.

use super::defs::Returns;
use super::flat::Flat;
use super::visit;
use crate::lower::code::each_target;
use crate::lower::operator_can_panic;
use vscheck_ir::program::VariableHome;
use vscheck_ir::{Function, Inst, InstId, Operand, Program, Reg, flow};

/// Removes unreachable code, superfluous jumps and unread results, as long as there are any.
pub fn remove_dead(program: &Program, function: &mut Function) {
    loop {
        let mut flat = Flat::of(std::mem::take(function));
        thread_jumps(&mut flat, program.uninit);
        let whole = flat.function();
        let keep = wanted(program, &whole);
        let done = keep.iter().all(|&keep| keep);
        let mut flat = Flat::of(whole);
        flat.retain(&keep);
        *function = flat.function();
        if done {
            return;
        }
    }
}

/// Lets jumps to jumps go where these go; branches on constants become jumps (not those on what is
/// uninitialized: the machine reports them).
fn thread_jumps(flat: &mut Flat, uninit: u64) {
    let hops: Vec<Option<InstId>> = flat
        .items
        .iter()
        .map(|item| match item.inst {
            Inst::Jump { to } => Some(to),
            _ => None,
        })
        .collect();
    let follow = |start: InstId| {
        let mut at = start;
        for _ in 0..hops.len() {
            match hops.get(at.index()).copied().flatten() {
                Some(to) if to != at => at = to,
                _ => break,
            }
        }
        at
    };
    for item in &mut flat.items {
        if let Inst::Branch {
            cond: Operand::Const(value),
            then_to,
            else_to,
        } = item.inst
            && value != uninit
        {
            let to = if value != 0 { then_to } else { else_to };
            item.inst = Inst::Jump { to };
        }
        if let Inst::Switch {
            value: Operand::Const(value),
            cases,
            default,
        } = &item.inst
            && *value != uninit
        {
            let hit = cases.iter().find(|(case, _)| case == value);
            let to = hit.map_or(*default, |(_, to)| *to);
            item.inst = Inst::Jump { to };
        }
        each_target(&mut item.inst, |to| *to = follow(*to));
        if !may_unwind(&item.inst) {
            item.landing = None;
        }
        if let Some((target, _)) = &mut item.landing {
            *target = follow(*target);
        }
    }
}

fn wanted(program: &Program, function: &Function) -> Vec<bool> {
    let reached = reachable(function);
    let read = read_registers(function, &reached);
    let mut keep: Vec<bool> = function
        .code
        .iter()
        .enumerate()
        .map(|(index, inst)| reached[index] && !is_unread(program, inst, &read))
        .collect();
    // A jump to the next kept instruction does nothing.
    for index in 0..function.code.len() {
        if let Inst::Jump { to } = function.code[index]
            && to.index() > index
            && !keep[index + 1..to.index()].iter().any(|&keep| keep)
        {
            keep[index] = false;
        }
    }
    keep
}

fn reachable(function: &Function) -> Vec<bool> {
    let mut reached = vec![false; function.code.len()];
    let mut work = vec![0u32];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut reached[at as usize], true) {
            continue;
        }
        let inst = &function.code[at as usize];
        work.extend(flow::targets(inst).into_iter().map(|to| to.0));
        if flow::goes_on(inst) && (at as usize) + 1 < function.code.len() {
            work.push(at + 1);
        }
        if may_unwind(inst)
            && let Some(landing) = function.landing_at(InstId(at))
        {
            work.push(landing.target.0);
        }
    }
    reached
}

/// Whether an instruction can start or pass on a panic.
pub fn may_unwind(inst: &Inst) -> bool {
    match inst {
        Inst::Call { .. } | Inst::CheckBounds { .. } | Inst::Panic { .. } => true,
        Inst::Binary {
            op, ty, overflow, ..
        } => operator_can_panic(*op, *ty, *overflow),
        _ => false,
    }
}

fn read_registers(function: &Function, reached: &[bool]) -> Vec<bool> {
    let mut read = vec![false; function.registers.len()];
    for (index, inst) in function.code.iter().enumerate() {
        if reached[index] {
            for (first, cells) in flow::uses(function, inst) {
                read[first as usize..(first + cells) as usize].fill(true);
            }
        }
    }
    for variable in &function.variables {
        if let VariableHome::Register(reg) = variable.home
            && !function.is_model
        {
            // The user's variables stay visible in traces.
            read[reg.index()] = true;
        }
    }
    read
}

/// Whether an instruction only computes what nobody reads.
fn is_unread(program: &Program, inst: &Inst, read: &[bool]) -> bool {
    let pure = match inst {
        Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Unary { .. }
        | Inst::Cast { .. }
        | Inst::SlotAddr { .. }
        | Inst::StaticAddr { .. }
        | Inst::FuncAddr { .. }
        | Inst::VtableAddr { .. }
        | Inst::Offset { .. } => true,
        Inst::Binary {
            op, ty, overflow, ..
        } => !operator_can_panic(*op, *ty, *overflow),
        _ => false,
    };
    if !pure {
        return false;
    }
    let (first, cells) = flow::defines(program, inst);
    !read[first as usize..(first + cells) as usize]
        .iter()
        .any(|&read| read)
}

/// Renumbers registers so that none is left out.
pub fn compact_registers(program: &Program, returns: &Returns, function: &mut Function) {
    let mut used = vec![false; function.registers.len()];
    used[..function.params as usize].fill(true);
    for inst in &function.code {
        let defined = returns.written(program, inst);
        for (first, cells) in flow::uses(function, inst).into_iter().chain([defined]) {
            let end = ((first + cells) as usize).min(used.len());
            let start = (first as usize).min(end);
            used[start..end].fill(true);
        }
    }
    let mut moved = Vec::with_capacity(used.len());
    let mut next = 0;
    for &used in &used {
        moved.push(Reg(next));
        next += u32::from(used);
    }
    let mut index = 0;
    function.registers.retain(|_| {
        index += 1;
        used[index - 1]
    });
    let at = |reg: Reg| moved.get(reg.index()).copied().unwrap_or(Reg(0));
    for inst in &mut function.code {
        visit::reads(inst, |operand, _| {
            if let Operand::Reg(reg) = operand {
                *reg = at(*reg);
            }
        });
        if let Some(dst) = visit::destination(inst) {
            *dst = at(*dst);
        }
        if let Inst::Return { src } = inst {
            *src = at(*src);
        }
    }
    function
        .variables
        .retain_mut(|variable| match &mut variable.home {
            VariableHome::Register(reg) => {
                let kept = used.get(reg.index()).copied().unwrap_or(false);
                *reg = at(*reg);
                kept
            }
            VariableHome::Slot(_) => true,
        });
}
