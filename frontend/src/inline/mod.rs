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
use std::num::NonZero;
use std::{iter, thread};
use vscheck_ir::{Callee, FuncId, Function, Inst, LandingKind, Program};

/// Models of at most this many instructions are inlined.
const SMALL: usize = 30;
/// Models marked `#[inline]` may be longer.
const MARKED: usize = 60;
/// Models that are concurrency actions of the user's may be longer still.
const ACTION: usize = 160;
/// Callers are not grown past this.
const MAX_CALLER: usize = 6_000;

/// Instructions from which on several threads take less time than one.
const LARGE: usize = 4_000;

/// Inlines and tidies all functions. `marked` says which are marked `#[inline]`.
pub fn run(program: &mut Program, marked: &[bool]) {
    let returns = defs::Returns::of(program);
    let mut candidates = vec![false; program.functions.len()];
    for wave in order::waves(program) {
        let functions = wave.iter().map(|called| taken(program, called.func));
        let functions: Vec<Function> = functions.collect();
        let work = |function| {
            let mut function = inline_into(program, function, &candidates);
            tidy(program, &returns, &mut function);
            function
        };
        let finished = each(functions, work);
        for (called, function) in wave.into_iter().zip(finished) {
            let index = called.func.index();
            candidates[index] = !called.is_recursive && is_candidate(&function, marked[index]);
            program.functions[index] = function;
        }
    }
}

/// A function for itself. Calls of it only ask how many registers it returns.
fn taken(program: &mut Program, func: FuncId) -> Function {
    let function = std::mem::take(&mut program.functions[func.index()]);
    program.functions[func.index()].returns = function.returns;
    function
}

/// Does the same with each of some functions, in several threads if these are large.
fn each(functions: Vec<Function>, work: impl Fn(Function) -> Function + Sync) -> Vec<Function> {
    let size: usize = functions.iter().map(|function| function.code.len()).sum();
    let count = functions.len();
    let threads = match size < LARGE || count < 2 {
        true => 1,
        false => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let mut parts: Vec<Vec<Function>> = vec![Vec::new(); threads];
    for (index, function) in functions.into_iter().enumerate() {
        parts[index % threads].push(function);
    }
    let work = |part: Vec<Function>| part.into_iter().map(&work).collect::<Vec<_>>().into_iter();
    let own = parts.remove(0);
    let mut finished = thread::scope(|scope| {
        let others: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(|| work(part)))
            .collect();
        let others = others.into_iter().map(|other| match other.join() {
            Ok(finished) => finished,
            Err(payload) => std::panic::resume_unwind(payload),
        });
        iter::once(work(own)).chain(others).collect::<Vec<_>>()
    });
    let next = |index: usize| finished[index % threads].next().expect("one for each");
    (0..count).map(next).collect()
}

fn tidy(program: &Program, returns: &defs::Returns, function: &mut Function) {
    // Neither propagation nor folding changes who writes what.
    let mut writes = defs::Writes::of(program, returns, function);
    copies::propagate(&writes, function);
    if slots::to_registers(program, &writes, function) {
        writes = defs::Writes::of(program, returns, function);
        copies::propagate(&writes, function);
    }
    copies::fold(function, program.uninit);
    copies::propagate(&writes, function);
    clean::remove_dead(program, function);
    if copies::coalesce(program, returns, function) {
        clean::remove_dead(program, function);
    }
    shortcuts::take(program, returns, function);
    clean::compact_registers(program, returns, function);
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
