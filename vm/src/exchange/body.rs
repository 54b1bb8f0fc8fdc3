//! A function in which loads and compare-exchanges are looked at: which instructions lead from one to another, and
//! which of them only compute.

use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{Predecessors, Successors, defines, predecessors, successors, uses};
use vscheck_ir::live::live_before;
use vscheck_ir::{Action, BinOp, Callee, Function, Inst, Overflow, Program, Reg};

/// A function, with what is known of its flow.
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    function: &'a Function,
    /// Whether nobody reads its result.
    is_unread: bool,
    /// Whether plain accesses may race.
    may_race: bool,
    pub(super) successors: Vec<Successors>,
    predecessors: Vec<Predecessors>,
    /// The registers that are live before each instruction.
    pub(super) live_before: Vec<FixedBitSet>,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        program: &'a Program,
        function: &'a Function,
        (is_unread, may_race): (bool, bool),
    ) -> Body<'a> {
        let places = 0..function.code.len();
        let successors: Vec<Successors> = places.map(|at| successors(function, at)).collect();
        Body {
            program,
            function,
            is_unread,
            may_race,
            live_before: live_before(program, function, &successors),
            predecessors: predecessors(&successors),
            successors,
        }
    }

    pub(super) fn code(&self) -> &'a [Inst] {
        &self.function.code
    }

    pub(super) fn is_parameter(&self, reg: Reg) -> bool {
        reg.0 < self.function.params
    }

    /// The registers that instructions write.
    pub(super) fn written_by(&self, places: &FixedBitSet) -> FixedBitSet {
        let mut written = FixedBitSet::with_capacity(self.function.registers.len());
        places
            .ones()
            .for_each(|at| self.note_written(at, &mut written));
        written
    }

    pub(super) fn note_written(&self, at: usize, written: &mut FixedBitSet) {
        let (first, cells) = defines(self.program, &self.code()[at]);
        written.insert_range(first as usize..(first + cells) as usize);
    }

    /// The instructions that write a register.
    pub(super) fn writers(&self, reg: Reg) -> impl Iterator<Item = usize> {
        self.places(move |inst| holds(defines(self.program, inst), reg))
    }

    /// The instructions that read a register, but to return what nobody reads.
    pub(super) fn readers(&self, reg: Reg) -> impl Iterator<Item = usize> {
        self.places(move |inst| {
            let is_read = !self.is_unread || !matches!(inst, Inst::Return { .. });
            let mut ranges = uses(self.function, inst).into_iter();
            is_read && ranges.any(|range| holds(range, reg))
        })
    }

    fn places(&self, wanted: impl Fn(&Inst) -> bool) -> impl Iterator<Item = usize> {
        let code = self.code().iter().enumerate();
        code.filter(move |(_, inst)| wanted(inst)).map(|(at, _)| at)
    }

    /// Whether every way through the function to an instruction comes by another one.
    pub(super) fn dominates(&self, first: usize, then: usize) -> bool {
        let mut avoiding = FixedBitSet::with_capacity(self.code().len());
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            if at as usize != first && !avoiding.put(at as usize) {
                work.extend_from_slice(&self.successors[at as usize]);
            }
        }
        !avoiding.contains(then)
    }

    /// The instructions on the ways from one to another without another operation in between, both included;
    /// `None` if there is no such way, or something between them does more than compute, and store to memory.
    pub(super) fn between(&self, from: usize, to: usize) -> Option<FixedBitSet> {
        let is_operation = |at: u32| matches!(self.code()[at as usize], Inst::Sync { .. });
        let nothing = || FixedBitSet::with_capacity(self.code().len());
        let (mut ahead, mut behind) = (nothing(), nothing());
        let mut work: Vec<u32> = self.successors[from].to_vec();
        while let Some(at) = work.pop() {
            if !ahead.put(at as usize) && !is_operation(at) {
                work.extend_from_slice(&self.successors[at as usize]);
            }
        }
        if !ahead.contains(to) {
            return None;
        }
        let mut work = self.predecessors[to].to_vec();
        while let Some(at) = work.pop() {
            let is_between = ahead.contains(at as usize) && !is_operation(at);
            if is_between && !behind.put(at as usize) {
                work.extend_from_slice(&self.predecessors[at as usize]);
            }
        }
        let computes = behind
            .ones()
            .all(|at| self.leaves_nothing(at) || self.stores(at));
        behind.extend([from, to]);
        computes.then_some(behind)
    }

    /// Whether an instruction stores to memory.
    pub(super) fn stores(&self, at: usize) -> bool {
        matches!(self.code()[at], Inst::Store { .. })
    }

    /// Whether an instruction before an exchange leaves nothing but registers. One that panics leads elsewhere.
    pub(super) fn leaves_nothing(&self, at: usize) -> bool {
        leaves_nothing(self.program, &self.code()[at], self.may_race)
    }

    /// Whether an instruction does nothing but compute, and goes on.
    pub(super) fn computes(&self, at: usize) -> bool {
        computes(self.program, &self.code()[at])
    }

    /// Whether an instruction after an exchange that has failed leaves nothing but registers, and cannot panic.
    pub(super) fn leaves_nothing_and_goes_on(&self, at: usize) -> bool {
        match &self.code()[at] {
            Inst::Load { .. } => !self.may_race,
            Inst::Sync { action, .. } => *action == Action::Yield,
            inst => computes(self.program, inst),
        }
    }
}

fn holds((first, cells): (u32, u32), reg: Reg) -> bool {
    (first..first + cells).contains(&reg.0)
}

fn leaves_nothing(program: &Program, inst: &Inst, may_race: bool) -> bool {
    // What is read is there no more a moment later, if somebody else may write to it, or free it.
    if let Inst::Load { .. } = inst {
        return !may_race;
    }
    match inst {
        Inst::Binary { .. } | Inst::CheckBounds { .. } => true,
        Inst::Call {
            callee: Callee::Function(callee),
            ..
        } => {
            let mut code = program.function(*callee).code.iter();
            code.all(|inst| match inst {
                Inst::Return { .. } | Inst::Resume | Inst::Unreachable => true,
                Inst::Call { .. } => false,
                inst => leaves_nothing(program, inst, may_race),
            })
        }
        _ => computes(program, inst),
    }
}

/// Whether an instruction does nothing but compute registers from registers, or go elsewhere.
fn computes(program: &Program, inst: &Inst) -> bool {
    if let Inst::Binary { op, overflow, .. } = inst {
        return *overflow == Overflow::Wrap && !matches!(op, BinOp::Div | BinOp::Rem);
    }
    if let Inst::StaticAddr { global, .. } = inst {
        // That of a thread comes to be when it is first asked for.
        return !program.statics[global.index()].thread_local;
    }
    matches!(
        inst,
        Inst::Copy { .. }
            | Inst::Zero { .. }
            | Inst::Unary { .. }
            | Inst::Cast { .. }
            | Inst::SlotAddr { .. }
            | Inst::Offset { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
    )
}
