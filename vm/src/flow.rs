//! Control and data flow within one function: which instructions lie on cycles, with which a loop may wait,
//! and which registers are live where threads stop or call. The last two are worked out when first asked
//! for: many functions have no loop, and are over before anybody compares states.

use crate::awaits::{Awaiting, awaiting};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use vscheck_ir::flow::{Successors, defines, successors};
use vscheck_ir::graph;
use vscheck_ir::live::{live_across, live_before};
use vscheck_ir::{Function, Inst, InstId, Program, Reg};

/// The registers that are live before an instruction, and across it (its result aside).
type Live = (Box<[Reg]>, Box<[Reg]>);

/// The facts of one function.
pub(crate) struct Flow {
    successors: Vec<Successors>,
    cyclic: FixedBitSet,
    awaiting: OnceLock<Awaiting>,
    live: OnceLock<Liveness>,
}

/// Which registers are live in one function.
pub(crate) struct Liveness {
    /// By instruction where a thread can stand: live before it, and across it.
    at: FxHashMap<u32, Live>,
    all: Box<[Reg]>,
}

impl Flow {
    pub(crate) fn new(function: &Function) -> Flow {
        let successors: Vec<Successors> = (0..function.code.len())
            .map(|index| successors(function, index))
            .collect();
        Flow {
            cyclic: graph::on_cycle(successors.len(), |node, out| {
                out.extend(&successors[node as usize]);
            }),
            successors,
            awaiting: OnceLock::new(),
            live: OnceLock::new(),
        }
    }

    pub(crate) fn in_cycle(&self, inst: InstId) -> bool {
        self.cyclic.contains(inst.index())
    }

    /// Which instructions a loop may wait with.
    pub(crate) fn awaiting(&self, program: &Program, function: &Function) -> &Awaiting {
        let find = || awaiting(program, function, &self.successors);
        self.awaiting.get_or_init(find)
    }

    pub(crate) fn live(&self, program: &Program, function: &Function) -> &Liveness {
        self.live.get_or_init(|| Liveness {
            at: live_registers(program, function, &self.successors),
            all: (0..function.registers.len()).map(Reg::new).collect(),
        })
    }
}

impl Liveness {
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
    successors: &[Successors],
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
