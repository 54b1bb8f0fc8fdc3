//! Removes what no longer does anything: jumps to the next instruction, unreachable code, results
//! that nobody reads, registers that nobody names.

use super::defs::{Reads, Returns, each_of};
use super::flat::Flat;
use super::visit;
use crate::lower::code::each_target;
use vscheck_ir::program::VariableHome;
use vscheck_ir::{Function, Inst, InstId, Operand, Program, Reg, flow};

/// Removes unreachable code, superfluous jumps and unread results, as long as there are any.
pub fn remove_dead(program: &Program, function: &mut Function) {
    let mut flat = Flat::of(std::mem::take(function));
    loop {
        thread_jumps(&mut flat, program.uninit);
        let keep = wanted(program, &flat);
        if keep.iter().all(|&keep| keep) {
            break;
        }
        flat.retain(&keep);
    }
    *function = flat.function();
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
            let to = chosen(cases, *default, *value);
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

/// Where a `Switch` goes with this value.
pub fn chosen(cases: &[(u64, InstId)], default: InstId, value: u64) -> InstId {
    let hit = cases.iter().find(|(case, _)| *case == value);
    hit.map_or(default, |(_, to)| *to)
}

fn wanted(program: &Program, flat: &Flat) -> Vec<bool> {
    let mut keep = reachable(flat);
    drop_unread(program, flat, &mut keep);
    // A jump to the next kept instruction does nothing.
    for index in 0..flat.items.len() {
        if let Inst::Jump { to } = flat.items[index].inst
            && to.index() > index
            && !keep[index + 1..to.index()].iter().any(|&keep| keep)
        {
            keep[index] = false;
        }
    }
    keep
}

fn reachable(flat: &Flat) -> Vec<bool> {
    let mut reached = vec![false; flat.items.len()];
    let mut work = vec![0u32];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut reached[at as usize], true) {
            continue;
        }
        let item = &flat.items[at as usize];
        work.extend(flow::targets(&item.inst).into_iter().map(|to| to.0));
        if flow::goes_on(&item.inst) && (at as usize) + 1 < flat.items.len() {
            work.push(at + 1);
        }
        if may_unwind(&item.inst)
            && let Some((target, _)) = item.landing
        {
            work.push(target.0);
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
        } => op.can_panic(*ty, *overflow),
        _ => false,
    }
}

/// Drops what only computes what nobody reads, and then what only that has read.
fn drop_unread(program: &Program, flat: &Flat, keep: &mut [bool]) {
    let kept = flat.items.iter().zip(&*keep).filter(|(_, keep)| **keep);
    let mut reads = Reads::of(&flat.shell, kept.map(|(item, _)| &item.inst));
    let mut changed = true;
    while changed {
        changed = false;
        // What reads a result mostly stands behind it.
        for (index, item) in flat.items.iter().enumerate().rev() {
            if keep[index] && is_unread(program, &item.inst, &reads) {
                keep[index] = false;
                changed = true;
                reads.remove(&flat.shell, &item.inst);
            }
        }
    }
}

/// Whether an instruction only computes what nobody reads.
fn is_unread(program: &Program, inst: &Inst, reads: &Reads) -> bool {
    inst.is_pure() && reads.none_of(flow::defines(program, inst))
}

/// Renumbers registers so that none is left out.
pub fn compact_registers(program: &Program, returns: &Returns, function: &mut Function) {
    let mut used = vec![false; function.registers.len()];
    used[..function.params as usize].fill(true);
    for inst in &function.code {
        let mut mark = |range| each_of(&mut used, range, |used| *used = true);
        mark(returns.written(program, inst));
        flow::each_use(function, inst, mark);
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
