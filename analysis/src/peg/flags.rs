//! Paths through drop flags. A value that may have been moved is dropped under a flag, so control flow
//! merges paths that hold a lock with paths that do not, and parts again by the flag. Segments are told
//! apart by what is known of such flags at their start, so that no path takes a branch its flag
//! excludes.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use vscheck_ir::{Callee, Function, Inst, InstId, Operand, Program, Reg, flow};

use super::skeleton::Segment;
use crate::cfg::{self, Unwind};

/// The registers of a function that are only ever set to constants, and that branches look at.
struct Flags {
    registers: Vec<Reg>,
    /// Flags that are read before they are set again, from each instruction on.
    live: Vec<u64>,
}

/// What is known of the flags: which, and their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Known {
    which: u64,
    value: u64,
}

/// Flags of one function that are followed.
const MOST_FLAGS: usize = 64;

/// Splits segments by the flags known at their starts; the first stays the entry. `None` if that gives
/// too many.
pub fn split(program: &Program, function: &Function, segments: &[Segment]) -> Option<Vec<Segment>> {
    let flags = Flags::new(program, function);
    if flags.registers.is_empty() {
        return None;
    }
    let most = 4 * segments.len() + 64;
    let mut splitter = Splitter {
        function,
        flags,
        segments,
        ids: FxHashMap::default(),
        found: Vec::new(),
        work: VecDeque::new(),
    };
    splitter.id(0, Known::default());
    while let Some((id, segment, known)) = splitter.work.pop_front() {
        if splitter.found.len() > most {
            return None;
        }
        splitter.walk(id, segment, known);
    }
    Some(splitter.found)
}

impl Flags {
    fn new(program: &Program, function: &Function) -> Flags {
        let mut registers: Vec<Reg> = Vec::new();
        for inst in &function.code {
            if let Inst::Branch {
                cond: Operand::Reg(reg),
                ..
            } = inst
            {
                registers.push(*reg);
            }
        }
        registers.sort_unstable();
        registers.dedup();
        registers.retain(|&reg| {
            reg.0 >= function.params && function.code.iter().all(|i| sets_constant(program, i, reg))
        });
        registers.truncate(MOST_FLAGS);
        let mut flags = Flags {
            registers,
            live: vec![0; function.code.len()],
        };
        flags.find_live(function);
        flags
    }

    fn bit(&self, reg: Reg) -> Option<usize> {
        self.registers.binary_search(&reg).ok()
    }

    /// The flag that a branch looks at.
    fn looked_at(&self, inst: &Inst) -> Option<usize> {
        if let Inst::Branch {
            cond: Operand::Reg(reg),
            ..
        } = inst
        {
            return self.bit(*reg);
        }
        None
    }

    fn find_live(&mut self, function: &Function) {
        loop {
            let mut changed = false;
            for index in (0..function.code.len()).rev() {
                let inst = &function.code[index];
                let mut live = 0;
                cfg::all_successors(function, InstId::new(index), |to| {
                    live |= self.live[to.index()];
                });
                if let Some((bit, _)) = self.set_by(inst) {
                    live &= !(1 << bit);
                }
                live |= self.looked_at(inst).map_or(0, |bit| 1 << bit);
                changed |= live != self.live[index];
                self.live[index] = live;
            }
            if !changed {
                return;
            }
        }
    }

    /// The flag that an instruction sets, and to what.
    fn set_by(&self, inst: &Inst) -> Option<(usize, bool)> {
        let (dst, value) = constant(inst)?;
        Some((self.bit(dst)?, value))
    }

    fn after(&self, inst: &Inst, mut known: Known) -> Known {
        if let Some((bit, value)) = self.set_by(inst) {
            known.which |= 1 << bit;
            known.value = known.value & !(1 << bit) | u64::from(value) << bit;
        }
        known
    }

    /// What is worth knowing at an instruction.
    fn relevant(&self, at: InstId, known: Known) -> Known {
        let which = known.which & self.live[at.index()];
        Known {
            which,
            value: known.value & which,
        }
    }
}

/// The register and truth of `r = constant`.
fn constant(inst: &Inst) -> Option<(Reg, bool)> {
    if let Inst::Copy {
        dst,
        src: Operand::Const(value),
        cells: 1,
    } = inst
    {
        return Some((*dst, *value != 0));
    }
    if let Inst::Zero { dst, cells: 1 } = inst {
        return Some((*dst, false));
    }
    None
}

/// Whether an instruction leaves a register alone or sets it to a constant.
fn sets_constant(program: &Program, inst: &Inst, reg: Reg) -> bool {
    if constant(inst).is_some_and(|(dst, _)| dst == reg) {
        return true;
    }
    let (first, count) = match inst {
        // The results of a call through a pointer are as many as its callee has.
        Inst::Call {
            callee: Callee::Pointer(_) | Callee::Virtual { .. },
            dst,
            ..
        } => (dst.0, MOST_RESULTS),
        Inst::Intrinsic { dst, .. } => (dst.0, INTRINSIC_RESULTS),
        inst => flow::defines(program, inst),
    };
    !(first..first.saturating_add(count)).contains(&reg.0)
}

/// More registers than any callee's result is taken to have.
const MOST_RESULTS: u32 = 64;
/// The most result registers of an intrinsic.
const INTRINSIC_RESULTS: u32 = 3;

struct Splitter<'a> {
    function: &'a Function,
    flags: Flags,
    segments: &'a [Segment],
    ids: FxHashMap<(u32, Known), u32>,
    found: Vec<Segment>,
    work: VecDeque<(u32, u32, Known)>,
}

impl Splitter<'_> {
    /// The copy of a segment for what is known at its start.
    fn id(&mut self, segment: u32, known: Known) -> u32 {
        let original = &self.segments[segment as usize];
        let known = self.flags.relevant(original.start, known);
        let next = self.found.len() as u32;
        let id = *self.ids.entry((segment, known)).or_insert(next);
        if id == next {
            self.found.push(Segment {
                successors: Vec::new(),
                landings: Vec::new(),
                ..original.clone()
            });
            self.work.push_back((id, segment, known));
        }
        id
    }

    fn segment_of(&self, at: InstId) -> u32 {
        self.segments.partition_point(|s| s.start <= at) as u32 - 1
    }

    /// The edges of one copy.
    fn walk(&mut self, id: u32, segment: u32, mut known: Known) {
        let Segment { start, end, .. } = self.segments[segment as usize];
        let function = self.function;
        let mut landings = Vec::new();
        for index in start.index()..end.index() {
            if let Unwind::To(target) = cfg::unwind(function, InstId::new(index)) {
                landings.push(self.id(self.segment_of(target), known));
            }
            known = self.flags.after(&function.code[index], known);
        }
        let mut successors = Vec::new();
        for target in self.feasible(InstId(end.0 - 1), known) {
            successors.push(self.id(self.segment_of(target), known));
        }
        for list in [&mut successors, &mut landings] {
            list.sort_unstable();
            list.dedup();
        }
        self.found[id as usize].successors = successors;
        self.found[id as usize].landings = landings;
    }

    /// Where an instruction may go on, given what is known.
    fn feasible(&self, at: InstId, known: Known) -> Vec<InstId> {
        let inst = &self.function.code[at.index()];
        if let Inst::Branch {
            then_to, else_to, ..
        } = inst
            && let Some(bit) = self.flags.looked_at(inst)
            && known.which >> bit & 1 == 1
        {
            let taken = known.value >> bit & 1 == 1;
            return vec![if taken { *then_to } else { *else_to }];
        }
        let mut targets = Vec::new();
        cfg::successors(self.function, at, |to| targets.push(to));
        targets
    }
}
