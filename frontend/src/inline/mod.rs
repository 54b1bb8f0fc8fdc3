//! Inlining of small library models into their callers, so that a concurrency action stands at the
//! user's call, and hot iterator code in the user's loop. Callees first; recursion is left alone.

mod clean;
mod copies;
mod defs;
mod flat;
mod known;
mod order;
mod shortcuts;
mod slots;
mod splice;
mod visit;

use flat::Flat;
use vscheck_ir::{Callee, FuncId, Function, Inst, LandingKind, Program};

/// Models of at most this many instructions are inlined.
const SMALL: usize = 30;
/// Models marked `#[inline]` may be longer.
const MARKED: usize = 60;
/// Models that are concurrency actions of the user's may be longer still.
const ACTION: usize = 160;
/// Callers are not grown past this.
const MAX_CALLER: usize = 6_000;

/// Inlines and tidies all functions. `marked` says which are marked `#[inline]`.
pub fn run(program: &mut Program, marked: &[bool]) {
    let order = order::callees_first(program);
    let returns = defs::Returns::of(program);
    let mut candidates = vec![false; program.functions.len()];
    for (func, recursive) in order {
        let function = std::mem::take(&mut program.functions[func.index()]);
        let function = inline_into(program, function, &candidates);
        program.functions[func.index()] = function;
        tidy(program, &returns, func);
        let function = program.function(func);
        candidates[func.index()] = !recursive && is_candidate(function, marked[func.index()]);
    }
}

fn tidy(program: &mut Program, returns: &defs::Returns, func: FuncId) {
    let mut function = std::mem::take(&mut program.functions[func.index()]);
    // A recursive call asks for the function itself.
    program.functions[func.index()].returns = function.returns;
    // Neither propagation nor folding changes who writes what.
    let mut writes = defs::Writes::of(program, returns, &function);
    copies::propagate(&writes, &mut function);
    if slots::to_registers(program, &writes, &mut function) {
        writes = defs::Writes::of(program, returns, &function);
        copies::propagate(&writes, &mut function);
    }
    copies::fold(&mut function, program.uninit);
    copies::propagate(&writes, &mut function);
    clean::remove_dead(program, &mut function);
    if copies::coalesce(program, returns, &mut function) {
        clean::remove_dead(program, &mut function);
    }
    shortcuts::take(program, returns, &mut function);
    clean::compact_registers(program, returns, &mut function);
    program.functions[func.index()] = function;
}

fn is_candidate(function: &Function, marked: bool) -> bool {
    if !function.is_model {
        return false;
    }
    let plain = function
        .landings
        .iter()
        .all(|landing| landing.kind == LandingKind::Cleanup);
    let returns = function
        .code
        .iter()
        .any(|inst| matches!(inst, Inst::Return { .. }));
    let acts = function
        .code
        .iter()
        .any(|inst| matches!(inst, Inst::Sync { .. }));
    let limit = match (acts, marked) {
        (true, _) => ACTION,
        (false, true) => MARKED,
        (false, false) => SMALL,
    };
    plain && returns && function.code.len() <= limit
}

fn inline_into(program: &Program, function: Function, candidates: &[bool]) -> Function {
    let wanted = |inst: &Inst| match inst {
        Inst::Call {
            callee: Callee::Function(callee),
            ..
        } => candidates[callee.index()].then_some(*callee),
        _ => None,
    };
    if !function.code.iter().any(|inst| wanted(inst).is_some()) {
        return function;
    }
    let mut flat = Flat::of(function);
    let mut size = flat.items.len();
    let items = std::mem::take(&mut flat.items);
    let mut splice = splice::Splice::new(&mut flat, items.len());
    for item in items {
        match wanted(&item.inst) {
            Some(callee) if size < MAX_CALLER && !hides_catch(&item, program.function(callee)) => {
                let callee = program.function(callee);
                size += callee.code.len();
                splice.call(item, callee);
            }
            _ => splice.keep(item),
        }
    }
    splice.finish();
    flat.function()
}

/// Whether landings of the callee would stand before the one that makes its panics caught ones.
fn hides_catch(call: &flat::Item, callee: &Function) -> bool {
    let catches = call
        .landing
        .is_some_and(|(_, kind)| kind != LandingKind::Cleanup);
    catches && !callee.landings.is_empty()
}
