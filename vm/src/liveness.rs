//! Data flow within one function: which registers are live at the instructions where threads stop
//! or call, and which instructions lie on cycles.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::flow::{defines, successors};
use vscheck_ir::live::{live_across, live_before};
use vscheck_ir::{Function, Inst, InstId, Program, Reg};

/// The registers that are live before an instruction, and across it (its result aside).
type Live = (Box<[Reg]>, Box<[Reg]>);

/// The facts of one function.
pub(crate) struct Liveness {
    /// By instruction where a thread can stand: live before it, and across it.
    at: FxHashMap<u32, Live>,
    cyclic: FixedBitSet,
    all: Box<[Reg]>,
}

impl Liveness {
    pub(crate) fn new(program: &Program, function: &Function) -> Liveness {
        let successors: Vec<Vec<u32>> = (0..function.code.len())
            .map(|index| successors(function, index))
            .collect();
        Liveness {
            at: live_registers(program, function, &successors),
            cyclic: cyclic(&successors),
            all: (0..function.registers.len()).map(Reg::new).collect(),
        }
    }

    pub(crate) fn in_cycle(&self, inst: InstId) -> bool {
        self.cyclic.contains(inst.index())
    }

    pub(crate) fn before(&self, inst: InstId) -> &[Reg] {
        self.at.get(&inst.0).map_or(&self.all, |(before, _)| before)
    }

    pub(crate) fn across(&self, inst: InstId) -> &[Reg] {
        self.at.get(&inst.0).map_or(&self.all, |(_, across)| across)
    }
}

/// Liveness, kept only where threads can stand.
fn live_registers(
    program: &Program,
    function: &Function,
    successors: &[Vec<u32>],
) -> FxHashMap<u32, Live> {
    let before = live_before(program, function, successors);
    let list = |set: &FixedBitSet| set.ones().map(Reg::new).collect::<Box<[Reg]>>();
    (0..function.code.len())
        .filter(|&index| can_stand(&function.code[index]))
        .map(|index| {
            let defined = defines(program, &function.code[index]);
            let across = live_across(function, &before, &successors[index], index, defined);
            (index as u32, (list(&before[index]), list(&across)))
        })
        .collect()
}

/// Whether a thread can stop before it or be in a call from it.
fn can_stand(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Sync { .. } | Inst::Call { .. } | Inst::Panic { .. } | Inst::Return { .. }
    )
}

/// Instructions on cycles: those in a strongly connected component with an edge inside. Found by
/// Tarjan's algorithm with an explicit stack.
fn cyclic(successors: &[Vec<u32>]) -> FixedBitSet {
    let count = successors.len();
    let mut result = FixedBitSet::with_capacity(count);
    let mut order = vec![u32::MAX; count];
    let mut low = vec![u32::MAX; count];
    let mut open = FixedBitSet::with_capacity(count);
    let (mut stack, mut calls, mut next) = (Vec::new(), Vec::new(), 0u32);
    for root in 0..count {
        if order[root] != u32::MAX {
            continue;
        }
        calls.push((root, 0usize));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            if *edge == 0 && order[node] == u32::MAX {
                order[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                open.insert(node);
            }
            if let Some(&to) = successors[node].get(*edge) {
                *edge += 1;
                let to = to as usize;
                if order[to] == u32::MAX {
                    calls.push((to, 0));
                } else if open.contains(to) {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                close_component(node, successors, &mut stack, &mut open, &mut result);
            }
        }
    }
    result
}

fn close_component(
    root: usize,
    successors: &[Vec<u32>],
    stack: &mut Vec<usize>,
    open: &mut FixedBitSet,
    result: &mut FixedBitSet,
) {
    let start = stack
        .iter()
        .rposition(|&n| n == root)
        .expect("on the stack");
    let component = stack.split_off(start);
    let is_cycle = component.len() > 1 || successors[root].contains(&(root as u32));
    for node in component {
        open.set(node, false);
        if is_cycle {
            result.insert(node);
        }
    }
}
