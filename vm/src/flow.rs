//! Control and data flow within one function: from which instructions control may come back in the same
//! state, with which a loop may wait, and which registers are live where threads stop or call. The last two
//! are worked out when first asked for: many functions have no loop, and are over before anybody compares
//! states.

use crate::awaits::{Awaiting, awaiting};
use crate::pace::{Changes, only_set_pace};
use crate::tally::{Body, Tally};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Mutex, OnceLock};
use vscheck_ir::flow::{Successors, defines, successors, uses};
use vscheck_ir::graph;
use vscheck_ir::live::{live_across, live_before};
use vscheck_ir::printed::Unprinted;
use vscheck_ir::{BinOp, Callee, Function, Inst, InstId, Operand, Overflow, Program, Reg};

/// The registers that matter somewhere.
pub(crate) struct Live {
    /// Those whose value matters.
    pub(crate) values: Box<[Reg]>,
    /// Of those, it matters only whether it is [small](vscheck_ir::printed::is_small_count), or else what it is.
    pub(crate) counts: Box<[Reg]>,
}

/// The facts of one function.
pub(crate) struct Flow {
    successors: Vec<Successors>,
    recurrent: FixedBitSet,
    tallies: Tallies,
    awaiting: OnceLock<Awaiting>,
    /// Whether changes from one arrival at an instruction to the next only set the pace, where that was asked.
    paces: Mutex<FxHashMap<(InstId, Changes), bool>>,
    live: OnceLock<Liveness>,
}

/// Which registers are live in one function.
pub(crate) struct Liveness {
    /// By instruction where a thread can stand: live before it, and across it (its result aside).
    at: FxHashMap<u32, [Live; 2]>,
    all: Live,
}

impl Flow {
    pub(crate) fn new(program: &Program, function: &Function) -> Flow {
        let successors: Vec<Successors> = (0..function.code.len())
            .map(|index| successors(function, index))
            .collect();
        let tallies = Tallies::of(program, function, &successors);
        Flow {
            recurrent: recurrent(program, function, &successors, &tallies),
            tallies,
            successors,
            awaiting: OnceLock::new(),
            paces: Mutex::default(),
            live: OnceLock::new(),
        }
    }

    /// Whether control may come back to an instruction with all registers as they are.
    pub(crate) fn may_recur(&self, inst: InstId) -> bool {
        self.recurrent.contains(inst.index())
    }

    /// What the loop around an instruction only counts.
    pub(crate) fn tally(&self, inst: InstId) -> Option<&Tally> {
        self.tallies.at(inst.index())
    }

    /// Which instructions a loop may wait with.
    pub(crate) fn awaiting(&self, program: &Program, function: &Function) -> &Awaiting {
        let find = || {
            let mut found = awaiting(program, function, &self.successors);
            found.here.intersect_with(&self.recurrent);
            found
        };
        self.awaiting.get_or_init(find)
    }

    /// Whether changes from one arrival at an instruction to the next set no more than the pace (see `pace`).
    pub(crate) fn only_set_pace(
        &self,
        (program, function): (&Program, &Function),
        look: InstId,
        changes: &Changes,
    ) -> bool {
        let mut paces = self.paces.lock().expect("nobody panicked with it");
        let known = paces.entry((look, changes.clone()));
        *known.or_insert_with(|| {
            let body = Body::new(program, function, &self.successors);
            only_set_pace(&body, look.index(), changes)
        })
    }

    /// Which registers are live; what is only printed is not, if prints are hidden.
    pub(crate) fn live(
        &self,
        (program, function): (&Program, &Function),
        prints_are_hidden: bool,
    ) -> &Liveness {
        self.live.get_or_init(|| Liveness {
            at: live_registers(program, function, &self.successors, prints_are_hidden),
            all: Live {
                values: (0..function.registers.len()).map(Reg::new).collect(),
                counts: Box::default(),
            },
        })
    }
}

/// What the loops of a function only count.
struct Tallies {
    /// Which loop each instruction is in.
    loops: Vec<Option<u32>>,
    tallies: Vec<Tally>,
}

impl Tallies {
    fn of(program: &Program, function: &Function, successors: &[Successors]) -> Tallies {
        let edges = |node: u32, out: &mut Vec<u32>| out.extend(&successors[node as usize]);
        let components = graph::components(successors.len(), edges);
        let cyclic = components.on_cycle();
        let mut found = Tallies {
            loops: vec![None; successors.len()],
            tallies: Vec::new(),
        };
        if cyclic.is_clear() {
            return found;
        }
        let body = Body::new(program, function, successors);
        for members in components.members() {
            if !cyclic.contains(members[0] as usize) {
                continue;
            }
            for &at in members {
                found.loops[at as usize] = Some(found.tallies.len() as u32);
            }
            found.tallies.push(Tally::of_loop(&body, members));
        }
        found
    }

    fn at(&self, inst: usize) -> Option<&Tally> {
        let index = self.loops.get(inst).copied().flatten()?;
        Some(&self.tallies[index as usize])
    }
}

impl Liveness {
    pub(crate) fn before(&self, inst: InstId) -> &Live {
        let known = self.at.get(&inst.0);
        known.map_or(&self.all, |[before, _]| before)
    }

    pub(crate) fn across(&self, inst: InstId) -> &Live {
        let known = self.at.get(&inst.0);
        known.map_or(&self.all, |[_, across]| across)
    }
}

/// The instructions on cycles on which nothing counts. A register that only ever grows on a cycle, or only
/// ever shrinks, and whose next value depends on it, is live and never the same again, and matters unless the
/// loop only counts with it, or goes on for as long whatever it is (who yields after so many looks in vain).
fn recurrent(
    program: &Program,
    function: &Function,
    successors: &[Successors],
    tallies: &Tallies,
) -> FixedBitSet {
    let mut counting = FixedBitSet::with_capacity(successors.len());
    if tallies.tallies.is_empty() {
        return counting;
    }
    loop {
        let edges = |node: u32, out: &mut Vec<u32>| {
            if !counting.contains(node as usize) {
                out.extend(&successors[node as usize]);
            }
        };
        let components = graph::components(successors.len(), edges);
        let cyclic = components.on_cycle();
        let on_cycles = components
            .members()
            .filter(|members| cyclic.contains(members[0] as usize));
        let found: Vec<u32> = on_cycles
            .flat_map(|members| counters((program, function), successors, members, tallies))
            .collect();
        if found.is_empty() {
            return cyclic;
        }
        counting.extend(found.into_iter().map(|at| at as usize));
    }
}

/// The instructions of a component that add to a register that no other one of it writes.
fn counters(
    (program, function): (&Program, &Function),
    successors: &[Successors],
    members: &[u32],
    tallies: &Tallies,
) -> Vec<u32> {
    let written_once = |reg: Reg| {
        let writes = |&&at: &&u32| {
            let inst = &function.code[at as usize];
            may_define(program, function, inst).contains(&reg.index())
        };
        members.iter().filter(writes).count() == 1
    };
    let matters = |at: u32, reg: Reg| {
        let tally = tallies.at(at as usize);
        !tally.is_some_and(|tally| tally.has_register(reg))
    };
    let counts = |&&at: &&u32| {
        counted(&function.code[at as usize]).is_some_and(|reg| {
            written_once(reg)
                && matters(at, reg)
                && decides_the_end((program, function), successors, members, reg)
        })
    };
    members.iter().filter(counts).copied().collect()
}

/// Whether it depends on a register, or on what is computed from it, how long a component is run, or what others
/// see.
fn decides_the_end(
    (program, function): (&Program, &Function),
    successors: &[Successors],
    members: &[u32],
    register: Reg,
) -> bool {
    let within: FixedBitSet = members.iter().map(|&at| at as usize).collect();
    let stays = |&to: &u32| within.contains(to as usize);
    let mut derived = FixedBitSet::with_capacity(function.registers.len());
    derived.insert(register.index());
    loop {
        let before = derived.count_ones(..);
        for &at in members {
            let inst = &function.code[at as usize];
            let mut used = uses(function, inst).into_iter();
            let depends = used.any(|(first, cells)| {
                derived.contains_any_in_range(first as usize..(first + cells) as usize)
            });
            if !depends {
                continue;
            }
            let chooses = matches!(inst, Inst::Branch { .. } | Inst::Switch { .. });
            let leaves = chooses && !successors[at as usize].iter().all(stays);
            let shows = matches!(
                inst,
                Inst::Store { .. }
                    | Inst::CopyMemory { .. }
                    | Inst::Sync { .. }
                    | Inst::CheckBounds { .. }
            );
            if leaves || shows {
                return true;
            }
            derived.extend(may_define(program, function, inst));
        }
        if derived.count_ones(..) == before {
            return false;
        }
    }
}

/// The registers that an instruction may write.
pub(crate) fn may_define(program: &Program, function: &Function, inst: &Inst) -> Range<usize> {
    // How many registers it returns is not known.
    if let Inst::Call {
        callee: Callee::Pointer { .. } | Callee::Virtual { .. },
        dst,
        ..
    } = inst
    {
        return dst.index()..function.registers.len();
    }
    let (first, cells) = defines(program, inst);
    first as usize..(first + cells) as usize
}

/// The register that an instruction adds a constant to.
fn counted(inst: &Inst) -> Option<Reg> {
    match *inst {
        // To large floats one may be added in vain.
        Inst::Binary {
            op: BinOp::Add | BinOp::Sub,
            ty,
            overflow: Overflow::Panic,
            dst,
            lhs: Operand::Reg(lhs),
            rhs: Operand::Const(by),
        } if lhs == dst && by != 0 && !ty.is_float() => Some(dst),
        _ => {
            let (dst, base, cells) = inst.constant_offset()?;
            (base == Operand::Reg(dst) && cells != 0).then_some(dst)
        }
    }
}

/// Liveness, kept only where threads can stand.
fn live_registers(
    program: &Program,
    function: &Function,
    successors: &[Successors],
    prints_are_hidden: bool,
) -> FxHashMap<u32, [Live; 2]> {
    let unprinted = prints_are_hidden.then(|| Unprinted::of(program, function, successors));
    let (before, with_counts) = match unprinted.flatten() {
        Some(unprinted) => (unprinted.whole, Some(unprinted.counts)),
        None => (live_before(program, function, successors), None),
    };
    let list = |set: &FixedBitSet| set.ones().map(Reg::new).collect::<Box<[Reg]>>();
    let places = (0..function.code.len()).filter(|&index| can_stand(&function.code[index]));
    let find = |index: usize| {
        let defined = defines(program, &function.code[index]);
        let live = |before: &[FixedBitSet]| {
            let across = live_across(function, before, &successors[index], index, defined);
            [before[index].clone(), across]
        };
        let values = live(&before);
        let counts = with_counts.as_deref().map(live);
        let live = [0, 1].map(|way| Live {
            values: list(&values[way]),
            counts: counts.as_ref().map_or_else(Box::default, |all| {
                all[way].difference(&values[way]).map(Reg::new).collect()
            }),
        });
        (index as u32, live)
    };
    places.map(find).collect()
}

/// Whether a thread can stop before it or be in a call from it.
fn can_stand(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Sync { .. } | Inst::Call { .. } | Inst::Panic { .. } | Inst::Return { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::{CellKind, ScalarType};

    const COUNT: Reg = Reg(0);
    const MORE: Reg = Reg(1);

    fn add_one() -> Inst {
        Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::U64,
            overflow: Overflow::Panic,
            dst: COUNT,
            lhs: Operand::Reg(COUNT),
            rhs: Operand::Const(1),
        }
    }

    fn constant(dst: Reg) -> Inst {
        let src = Operand::Const(0);
        Inst::Copy { dst, src, cells: 1 }
    }

    fn back() -> Inst {
        Inst::Jump { to: InstId(0) }
    }

    /// The instructions of this code to which control may come back in the same state.
    fn recurs(code: Vec<Inst>) -> Vec<usize> {
        let function = Function {
            registers: vec![CellKind::Scalar(ScalarType::U64); 2],
            code,
            ..Function::default()
        };
        let flow = Flow::new(&Program::default(), &function);
        flow.recurrent.ones().collect()
    }

    /// Goes to `then_to` or on, as a register says.
    fn branch(cond: Reg, then_to: u32, else_to: u32) -> Inst {
        Inst::Branch {
            cond: Operand::Reg(cond),
            then_to: InstId(then_to),
            else_to: InstId(else_to),
        }
    }

    #[test]
    fn a_loop_that_counts_up_to_something_does_not_recur() {
        let counts = vec![add_one(), constant(MORE), branch(COUNT, 0, 3), Inst::Abort];
        assert_eq!(recurs(counts), []);
        assert_eq!(recurs(vec![constant(MORE), back()]), [0, 1]);
        let starts_anew = vec![constant(COUNT), add_one(), branch(COUNT, 0, 0)];
        assert_eq!(recurs(starts_anew), [0, 1, 2]);
    }

    #[test]
    fn a_loop_that_only_counts_recurs() {
        assert_eq!(recurs(vec![add_one(), constant(MORE), back()]), [0, 1, 2]);
    }

    #[test]
    fn a_loop_that_a_count_only_steers_recurs() {
        let steered = vec![add_one(), branch(COUNT, 2, 3), constant(MORE), back()];
        assert_eq!(recurs(steered), [0, 1, 2, 3]);
    }

    #[test]
    fn a_loop_beside_one_that_counts_recurs() {
        let more = |to| branch(MORE, to, to + 1);
        let end = branch(COUNT, 0, 4);
        let code = vec![add_one(), constant(MORE), more(1), end, Inst::Abort];
        assert_eq!(recurs(code), [1, 2]);
    }
}
