//! The order in which functions are inlined: callees first.

use vscheck_ir::graph::components;
use vscheck_ir::{Callee, FuncId, Inst, Program};

/// A function, and what it is to those that call it.
pub struct Called {
    /// Which.
    pub func: FuncId,
    /// It may call itself.
    pub is_recursive: bool,
}

/// All functions, callees before callers; those of a wave do not wait for each other.
pub fn waves(program: &Program) -> Vec<Vec<Called>> {
    let calls: Vec<Vec<u32>> = program.functions.iter().map(|f| calls(&f.code)).collect();
    let found = components(calls.len(), |func, out| out.extend(&calls[func as usize]));
    let recursive = found.on_cycle();
    let mut wave_of = vec![0; calls.len()];
    let mut waves = Vec::new();
    for members in found.members() {
        let own = found.of[members[0] as usize];
        let callees = members.iter().flat_map(|&func| &calls[func as usize]);
        let outside = callees.filter(|&&callee| found.of[callee as usize] != own);
        let behind = outside.map(|&callee| wave_of[callee as usize] + 1);
        let wave = behind.max().unwrap_or(0);
        waves.resize_with(waves.len().max(wave + 1), Vec::new);
        for &func in members {
            wave_of[func as usize] = wave;
            waves[wave].push(Called {
                func: FuncId(func),
                is_recursive: recursive.contains(func as usize),
            });
        }
    }
    waves
}

fn calls(code: &[Inst]) -> Vec<u32> {
    let mut found: Vec<u32> = code
        .iter()
        .filter_map(|inst| match inst {
            Inst::Call {
                callee: Callee::Function(callee),
                ..
            } => Some(callee.0),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
