//! Shortcuts: where the code before a jump tells which way the branch behind it goes, the jump goes there
//! at once (jump threading). An inlined `?` or iterator makes a value of one of two variants, joins the two
//! ways, and asks next which variant it is.

use super::clean;
use super::copies::jump_targets;
use super::defs::Returns;
use super::flat::{Flat, Item};
use super::known::Known;
use vscheck_ir::flow::{self, Successors};
use vscheck_ir::live::{Need, needed_before};
use vscheck_ir::{Function, Inst, InstId, Operand, Program, Reg};

/// How far the way behind a jump is followed.
const STEPS: usize = 24;

/// Lets jumps take shortcuts, and removes what nobody needs on them.
pub fn take(program: &Program, returns: &Returns, function: &mut Function) {
    let found = find(program, returns, function);
    if found.iter().all(Option::is_none) {
        return;
    }
    let mut flat = Flat::of(std::mem::take(function));
    flat.insert_behind(found);
    *function = flat.function();
    clean::remove_dead(program, function);
    drop_dead(program, function);
    propagate(program, returns, function);
    clean::remove_dead(program, function);
}

/// The shortcut behind each instruction, if there is one.
fn find(program: &Program, returns: &Returns, function: &Function) -> Vec<Option<Vec<Item>>> {
    let joins = jump_targets(function);
    let mut known = Known::default();
    let mut found = Vec::with_capacity(function.code.len());
    for (index, inst) in function.code.iter().enumerate() {
        if joins[index] {
            known.clear();
        }
        known.note(program, returns, inst);
        let next = match inst {
            Inst::Jump { to } => Some(*to),
            other if flow::goes_on(other) && joins.get(index + 1) == Some(&true) => {
                Some(InstId::new(index + 1))
            }
            _ => None,
        };
        found.push(next.and_then(|next| way(program, returns, function, (next, known.clone()))));
    }
    found
}

/// The way from an instruction on as far as it is known which way the branches on it go, if there are any.
fn way(
    program: &Program,
    returns: &Returns,
    function: &Function,
    (start, mut known): (InstId, Known),
) -> Option<Vec<Item>> {
    let uninit = program.uninit;
    let constant = |known: &Known, operand: Operand| match known.source(operand) {
        Operand::Const(value) if value != uninit => Some(value),
        Operand::Const(_) | Operand::Reg(_) => None,
    };
    let mut items: Vec<Item> = Vec::new();
    let mut shortcut = None;
    let mut at = start;
    for _ in 0..STEPS {
        let Some(inst) = function.code.get(at.index()) else {
            break;
        };
        let decided = match inst {
            Inst::Jump { to } => {
                at = *to;
                continue;
            }
            Inst::Branch {
                cond,
                then_to,
                else_to,
            } => constant(&known, *cond).map(|value| if value != 0 { *then_to } else { *else_to }),
            Inst::Switch {
                value,
                cases,
                default,
            } => constant(&known, *value).map(|value| clean::chosen(cases, *default, value)),
            plain if plain.is_pure() => {
                let mut item = Item::of(function, at);
                known.improve(&mut item.inst, uninit);
                known.note(program, returns, &item.inst);
                items.push(item);
                at.0 += 1;
                continue;
            }
            _ => None,
        };
        let Some(to) = decided else { break };
        shortcut = Some((items.len(), Item::of(function, at), to));
        at = to;
    }
    let (len, mut jump, to) = shortcut?;
    jump.inst = Inst::Jump { to };
    items.truncate(len);
    items.push(jump);
    Some(items)
}

/// Drops what is computed and not needed on any way from there; of several registers, those at the ends.
fn drop_dead(program: &Program, function: &mut Function) {
    let successors: Vec<Successors> = (0..function.code.len())
        .map(|index| flow::successors(function, index))
        .collect();
    let need = |_, inst: &Inst| Need::of(inst.is_pure());
    let needed = needed_before(program, function, &successors, need);
    let mut keep = vec![true; function.code.len()];
    for (index, inst) in function.code.iter_mut().enumerate() {
        if !inst.is_pure() {
            continue;
        }
        let (first, cells) = flow::defines(program, inst);
        let is_needed = |&reg: &u32| needed[index + 1].contains(reg as usize);
        let mut all = first..first + cells;
        match (all.clone().find(is_needed), all.rfind(is_needed)) {
            (Some(from), Some(to)) => narrow(inst, from - first, to + 1 - from),
            _ => keep[index] = false,
        }
    }
    let mut flat = Flat::of(std::mem::take(function));
    flat.retain(&keep);
    *function = flat.function();
}

/// Lets a copy copy so many cells only, from this one on.
fn narrow(inst: &mut Inst, skip: u32, count: u32) {
    match inst {
        Inst::Copy { dst, src, cells } if *cells > 1 => {
            *dst = Reg(dst.0 + skip);
            if let Operand::Reg(src) = src {
                *src = Reg(src.0 + skip);
            }
            *cells = count;
        }
        Inst::Zero { dst, cells } => {
            *dst = Reg(dst.0 + skip);
            *cells = count;
        }
        _ => {}
    }
}

/// Lets instructions read what their operands were copied from in the same straight code.
fn propagate(program: &Program, returns: &Returns, function: &mut Function) {
    let joins = jump_targets(function);
    let mut known = Known::default();
    for (inst, is_join) in function.code.iter_mut().zip(joins) {
        if is_join {
            known.clear();
        }
        known.improve(inst, program.uninit);
        known.note(program, returns, inst);
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use vscheck_ir::{Function, Inst};

    /// The functions of a program, by name.
    fn functions(name: &str, source: &str) -> Vec<Function> {
        let path = std::env::temp_dir().join(format!("{name}_{}.rs", std::process::id()));
        std::fs::write(&path, source).expect("a temporary file");
        let program = crate::compile(&path, &Options::default());
        std::fs::remove_file(&path).expect("was written");
        program.expect("the program is accepted").functions
    }

    fn branches(functions: &[Function], name: &str) -> usize {
        let function = functions.iter().find(|function| function.name == name);
        let code = &function.expect("it is reached").code;
        let branches = code
            .iter()
            .filter(|inst| matches!(inst, Inst::Branch { .. }));
        branches.count()
    }

    #[test]
    fn an_iterator_is_asked_once_a_round() {
        let source = "
            fn main() {
                let mut sum = 0u64;
                for i in 0..10u64 {
                    sum = sum.wrapping_add(i);
                }
                std::hint::black_box(sum);
            }";
        let functions = functions("vscheck_shortcuts_range", source);
        assert_eq!(branches(&functions, "main"), 1);
    }

    #[test]
    fn a_question_mark_asks_once() {
        let source = "
            fn half(of: Option<u32>) -> Option<u32> {
                let value = of?;
                Some(value / 2)
            }
            fn main() {
                std::hint::black_box(half(Some(1)));
            }";
        let functions = functions("vscheck_shortcuts_question", source);
        // Whether it is `Some`, and else whether it is `None`: there are no other variants.
        assert_eq!(branches(&functions, "half"), 2);
    }
}
