//! Which registers of a function have nodes of their own: found once, for all its instances.
//!
//! One that can hold no atom needs none, and one that only ever holds what another does shares that one's:
//! of all registers most are such (Rountev and Chandra 2000).

use serde::{Deserialize, Serialize};
use vscheck_ir::{
    Callee, CellKind, Function, Inst, Operand, Program, Reg, ScalarType, SyncKind, flow,
};

/// The nodes of a function's registers, counted from the first of an instance.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shape {
    nodes: Box<[u32]>,
    /// How many there are.
    pub count: u32,
}

/// Of a register that can hold no atom.
const NONE: u32 = u32::MAX;

/// Whether a register of this kind may hold an atom (addresses, thread numbers and the like).
fn tracked(kind: CellKind) -> bool {
    match kind {
        CellKind::Scalar(ty) => matches!(
            ty,
            ScalarType::Ptr
                | ScalarType::Func
                | ScalarType::Vtable
                | ScalarType::U64
                | ScalarType::I64
        ),
        CellKind::Sync(kind) => kind == SyncKind::Thread,
        CellKind::Opaque => true,
    }
}

/// The registers that an instruction copies, as far as sets go: from, to, and how many.
fn moved(inst: &Inst, coarse: bool) -> Option<(Reg, Reg, u32)> {
    let (src, dst, cells) = if let Inst::Copy { dst, src, cells } = inst {
        (*src, *dst, *cells)
    } else if let Inst::Cast { dst, src, .. } = inst {
        (*src, *dst, 1)
    } else if let Inst::Offset { dst, base, .. } = inst
        && coarse
    {
        (*base, *dst, 1)
    } else {
        return None;
    };
    match src {
        Operand::Reg(src) => Some((src, dst, cells)),
        Operand::Const(_) => None,
    }
}

/// How many instructions may write to each register. A call through a pointer gives at most `most_results`.
fn writers(program: &Program, function: &Function, most_results: u32) -> Vec<u32> {
    let mut writers = vec![0; function.registers.len()];
    for inst in &function.code {
        let (first, count) = match inst {
            Inst::Call { callee, dst, .. } if !matches!(callee, Callee::Function(_)) => {
                (dst.0, most_results)
            }
            inst => flow::defines(program, inst),
        };
        let end = ((first + count) as usize).min(writers.len());
        let own = &mut writers[(first as usize).min(end)..end];
        own.iter_mut().for_each(|writers| *writers += 1);
    }
    writers
}

/// The register whose node stands for that of `at`.
fn origin(sources: &[u32], mut at: u32) -> u32 {
    while sources[at as usize] != at {
        at = sources[at as usize];
    }
    at
}

impl Shape {
    /// The nodes of a function's registers. `coarse`: all cells of an object have one name.
    pub fn new(program: &Program, function: &Function, coarse: bool, most_results: u32) -> Shape {
        let writers = writers(program, function, most_results);
        let is_tracked = |reg: u32| tracked(function.registers[reg as usize]);
        let all = 0..function.registers.len() as u32;
        let mut sources: Vec<u32> = all.clone().collect();
        for (src, dst, cells) in function.code.iter().filter_map(|inst| moved(inst, coarse)) {
            for (src, dst) in (src.0..src.0 + cells).zip(dst.0..) {
                let copies = dst >= function.params && writers[dst as usize] == 1;
                if copies && is_tracked(src) && is_tracked(dst) {
                    let source = origin(&sources, src);
                    if source != dst {
                        sources[dst as usize] = source;
                    }
                }
            }
        }
        let mut count = 0;
        let mut nodes: Box<[u32]> = vec![NONE; sources.len()].into();
        let own = |&reg: &u32| sources[reg as usize] == reg && is_tracked(reg);
        for reg in all.clone().filter(own) {
            nodes[reg as usize] = count;
            count += 1;
        }
        for reg in all {
            nodes[reg as usize] = nodes[origin(&sources, reg) as usize];
        }
        Shape { nodes, count }
    }

    /// The node of a register, if it may hold an atom.
    pub fn node(&self, reg: Reg) -> Option<u32> {
        let node = self.nodes.get(reg.index()).copied();
        node.filter(|&node| node != NONE)
    }
}
