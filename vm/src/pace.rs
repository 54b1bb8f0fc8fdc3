//! What only sets the pace of a loop that waits: how long it pauses between two looks, as
//! `for _ in 0..pause { spin_loop() }` with a pause that doubles each time. How far a thread has come with that makes
//! no difference to what it does once it has found what it waits for, so that it may as well wait with the shortest.
//!
//! What changes from lap to lap is known from laps that were run, until nothing changed any more (see `look_ahead`).
//! Here is shown that nothing but instructions of the loop depends on it, and that they do not leave the loop by it: a
//! data flow analysis of what changes, with what is done on one way of a branch and not on another (Ferrante,
//! Ottenstein, Warren 1987, *The program dependence graph and its use in optimization*, TOPLAS 9:3).

use crate::awaits::{Lap, is_operation, own_pointers};
use crate::tally::Body;
use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{defines, each_use, next, predecessors, reached_from};
use vscheck_ir::live::{Need, needed_before};
use vscheck_ir::{
    Action, Arg, Callee, CellKind, FuncId, Function, Inst, InstId, Intrinsic, Operand, Program,
    Reg, SlotId,
};

/// Calls deeper in one another are not looked into.
const MAX_DEPTH: u32 = 3;

/// What of one call changes from lap to lap of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Changes {
    pub(crate) registers: FixedBitSet,
    pub(crate) slots: FixedBitSet,
}

impl Changes {
    pub(crate) fn is_clear(&self) -> bool {
        self.registers.is_clear() && self.slots.is_clear()
    }

    fn count(&self) -> usize {
        self.registers.count_ones(..) + self.slots.count_ones(..)
    }
}

/// Whether changes set no more than the pace of the laps from an instruction to itself.
pub(crate) fn only_set_pace(body: &Body, look: usize, changes: &Changes) -> bool {
    let mut derived = changes.clone();
    derived.registers.grow(body.function.registers.len());
    derived.slots.grow(body.function.slots.len());
    // In the loop as a whole, a register may be more than one variable.
    [members_of_lap, members_of_loop].iter().any(|members| {
        let mut laps = Laps {
            body,
            look,
            members: members(body, look),
            derived: derived.clone(),
        };
        laps.stay() && !laps.show_elsewhere()
    })
}

/// The instructions that come between an instruction and the next time that it comes, with no other operation
/// among them.
fn members_of_lap(body: &Body, look: usize) -> FixedBitSet {
    let own = own_pointers(body.program, body.function);
    let ahead = Lap::new(body.function, body.successors, &own, look).body;
    leading_to(body, look, &ahead)
}

/// All instructions of the loop around an instruction.
fn members_of_loop(body: &Body, look: usize) -> FixedBitSet {
    let ahead = reached_from(body.function, InstId::new(look));
    leading_to(body, look, &ahead)
}

/// Those of some instructions by which control comes to another.
fn leading_to(body: &Body, look: usize, ahead: &FixedBitSet) -> FixedBitSet {
    let predecessors = predecessors(body.successors);
    let mut members = FixedBitSet::with_capacity(body.function.code.len());
    let mut work = predecessors[look].to_vec();
    while let Some(at) = work.pop() {
        if ahead.contains(at as usize) && !members.put(at as usize) {
            work.extend_from_slice(&predecessors[at as usize]);
        }
    }
    members.set(look, false);
    members
}

struct Laps<'a> {
    body: &'a Body<'a>,
    look: usize,
    /// The instructions of the laps, the look aside.
    members: FixedBitSet,
    /// What changes, and what is made of it or depends on it in a lap.
    derived: Changes,
}

impl Laps<'_> {
    /// Whether a lap comes to its end whatever has changed, and leaves nothing of that but registers and slots. Those
    /// are found here.
    fn stay(&mut self) -> bool {
        let members: Vec<usize> = self.members.ones().collect();
        loop {
            let before = self.derived.count();
            if !members.iter().all(|&at| self.spreads(at)) {
                return false;
            }
            if self.derived.count() == before {
                return true;
            }
        }
    }

    /// Takes note of what an instruction makes of what is derived; false if that is more than a value.
    fn spreads(&mut self, at: usize) -> bool {
        let function = self.body.function;
        let inst = &function.code[at];
        let depends = self.depends(inst);
        match inst {
            Inst::Branch { .. } | Inst::Switch { .. } => !depends || self.steers(at),
            Inst::Store { ptr, src, .. } => match self.body.addresses.slot(*ptr) {
                None => !depends,
                Some(slot) => {
                    if matches!(src, Operand::Reg(_)) && depends {
                        self.derived.slots.insert(slot.index());
                    }
                    true
                }
            },
            Inst::Load { ptr, .. } => {
                let slot = self.body.addresses.slot(*ptr);
                let changes = |slot: SlotId| self.derived.slots.contains(slot.index());
                if slot.map_or(depends, changes) {
                    self.derive(inst);
                }
                true
            }
            Inst::Call { callee, args, .. } => {
                let changes = |slot: SlotId| self.derived.slots.contains(slot.index());
                let knows = args
                    .iter()
                    .any(|arg| self.slot_of(arg).is_some_and(changes));
                !(depends || knows) || self.pauses(inst, callee, args)
            }
            inst => {
                if depends {
                    self.derive(inst);
                }
                !depends || computes(inst)
            }
        }
    }

    /// Whether an instruction reads a register that is derived. Where a slot is does not depend on anything.
    fn depends(&self, inst: &Inst) -> bool {
        let mut depends = false;
        each_use(self.body.function, inst, |(first, cells)| {
            let derived = |register| {
                self.derived.registers.contains(register as usize)
                    && self.body.addresses.of(Reg(register)).is_none()
            };
            depends |= (first..first + cells).any(derived);
        });
        depends
    }

    fn derive(&mut self, inst: &Inst) {
        let (first, cells) = defines(self.body.program, inst);
        let defined = first as usize..(first + cells) as usize;
        self.derived.registers.insert_range(defined);
    }

    fn slot_of(&self, arg: &Arg) -> Option<SlotId> {
        self.body.addresses.slot(arg.src)
    }

    /// Whether all ways of a branch stay in the lap. What is done on one and not on another depends on it.
    fn steers(&mut self, branch: usize) -> bool {
        let ways = next(self.body.function, branch);
        let stays = |&at: &u32| at as usize == self.look || self.members.contains(at as usize);
        if !ways.iter().all(stays) {
            return false;
        }
        let mut ways = ways.iter().map(|&way| self.ahead_of(way as usize));
        let mut some = ways.next().unwrap_or_default();
        let mut all = some.clone();
        for way in ways {
            some.union_with(&way);
            all.intersect_with(&way);
        }
        some.difference_with(&all);
        some.ones().all(|at| self.leaves_values(at))
    }

    /// The instructions from one on, up to the next operations.
    fn ahead_of(&self, from: usize) -> FixedBitSet {
        let mut ahead = FixedBitSet::with_capacity(self.body.function.code.len());
        let mut work = vec![from as u32];
        while let Some(at) = work.pop() {
            let at = at as usize;
            if !ahead.put(at) && at != self.look && !is_operation(&self.body.function.code[at]) {
                work.extend_from_slice(&self.body.successors[at]);
            }
        }
        ahead
    }

    /// Takes note of what an instruction leaves that is run or not; false if that is more than values.
    fn leaves_values(&mut self, at: usize) -> bool {
        let function = self.body.function;
        let inst = &function.code[at];
        match inst {
            Inst::Branch { .. } | Inst::Switch { .. } => true,
            Inst::Store { ptr, .. } => {
                let slot = self.body.addresses.slot(*ptr);
                slot.is_some_and(|slot| {
                    self.derived.slots.insert(slot.index());
                    true
                })
            }
            Inst::Call { callee, args, .. } => self.pauses(inst, callee, args),
            inst => {
                self.derive(inst);
                computes(inst) || matches!(inst, Inst::Load { .. })
            }
        }
    }

    /// Whether a call does nothing but compute and pause. What it is given of the caller's slots, it may write.
    fn pauses(&mut self, call: &Inst, callee: &Callee, args: &[Arg]) -> bool {
        let Callee::Function(callee) = callee else {
            return false;
        };
        for arg in args {
            match self.slot_of(arg) {
                Some(slot) => self.derived.slots.insert(slot.index()),
                None if self.may_be_address(arg) => return false,
                None => {}
            }
        }
        self.derive(call);
        does_nothing_but_pause(self.body.program, *callee, MAX_DEPTH)
    }

    fn may_be_address(&self, arg: &Arg) -> bool {
        match arg.src {
            Operand::Const(_) => false,
            Operand::Reg(first) => holds_addresses(self.body.function, first, arg.cells),
        }
    }

    /// Whether something outside of the laps may depend on what is derived.
    fn show_elsewhere(&self) -> bool {
        let needed = needed_before(
            self.body.program,
            self.body.function,
            self.body.successors,
            |at, _| Need::of(self.members.contains(at)),
        );
        let registers = &self.derived.registers;
        let is_outside = |at: &usize| !self.members.contains(*at) && *at != self.look;
        let in_lap = self.members.ones().chain([self.look]);
        let mut left = in_lap
            .flat_map(|at| self.body.successors[at].iter().map(|&to| to as usize))
            .filter(is_outside);
        self.depends(&self.body.function.code[self.look])
            || left.any(|at| !needed[at].is_disjoint(registers))
            || self.gives_slot_away()
    }

    /// Whether a slot that is derived is read outside of the laps, or may be by another name.
    fn gives_slot_away(&self) -> bool {
        let code = self.body.function.code.iter().enumerate();
        let mut gives = code.map(|(at, inst)| {
            let in_lap = self.members.contains(at);
            // A call in a lap was looked into.
            if in_lap && matches!(inst, Inst::Load { .. } | Inst::Call { .. }) {
                return false;
            }
            let mut gives = false;
            // To write to it gives nothing away.
            self.body.each_register_of_value(inst, |register| {
                let slot = self.body.addresses.of(register);
                gives |= slot.is_some_and(|slot| self.derived.slots.contains(slot.index()));
            });
            gives
        });
        gives.any(|gives| gives)
    }
}

/// Whether an instruction does nothing but compute registers from registers, pause, or go elsewhere. That a sum or a
/// product overflows shows in the laps that were run.
fn computes(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Copy { .. }
            | Inst::Zero { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Cast { .. }
            | Inst::SlotAddr { .. }
            | Inst::SlotReset { .. }
            | Inst::Offset { .. }
            | Inst::Jump { .. }
            | Inst::Intrinsic {
                op: Intrinsic::Bits(_),
                ..
            }
            | Inst::Sync {
                action: Action::Yield,
                ..
            }
    )
}

/// Whether a function does nothing but compute, also with what it has addresses of, and pause. It learns no addresses
/// beside its arguments.
fn does_nothing_but_pause(program: &Program, function: FuncId, depth: u32) -> bool {
    let function = program.function(function);
    function.code.iter().all(|inst| match inst {
        Inst::Load { dst, cells, .. } => !holds_addresses(function, *dst, *cells),
        Inst::Call {
            callee: Callee::Function(callee),
            ..
        } => depth > 0 && does_nothing_but_pause(program, *callee, depth - 1),
        Inst::Store { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Resume
        | Inst::Unreachable => true,
        inst => computes(inst),
    })
}

fn holds_addresses(function: &Function, first: Reg, cells: u32) -> bool {
    let registers = first.index()..first.index() + cells as usize;
    let mut kinds = function.registers[registers].iter();
    kinds.any(|kind| kind.is_pointer() || *kind == CellKind::Opaque)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::flow::{Successors, successors};
    use vscheck_ir::{BinOp, Overflow, ScalarType};

    const PAUSE: Reg = Reg(1);
    const FOUND: Reg = Reg(2);
    const IS_SHORT: Reg = Reg(3);
    const RESULT: Reg = Reg(4);
    const LOOK: usize = 1;
    /// Where the loop ends.
    const END: u32 = 7;

    fn copy(dst: Reg, src: Operand) -> Inst {
        Inst::Copy { dst, src, cells: 1 }
    }

    fn with_const(op: BinOp, dst: Reg, number: u64) -> Inst {
        Inst::Binary {
            op,
            ty: ScalarType::U64,
            overflow: Overflow::Panic,
            dst,
            lhs: Operand::Reg(PAUSE),
            rhs: Operand::Const(number),
        }
    }

    fn branch(cond: Reg, then_to: u32, else_to: u32) -> Inst {
        Inst::Branch {
            cond: Operand::Reg(cond),
            then_to: InstId(then_to),
            else_to: InstId(else_to),
        }
    }

    /// Looks at its parameter until it finds something, with a pause that doubles up to 64, and does `doubled` after
    /// that; then it gives 0.
    fn waits(doubled: Inst) -> Vec<Inst> {
        let look = Inst::Sync {
            action: Action::AtomicLoad(ScalarType::U64),
            dst: FOUND,
            args: [Operand::Reg(Reg(0)), Operand::Const(0)].into(),
            visible: true,
        };
        vec![
            copy(PAUSE, Operand::Const(1)),
            look,
            branch(FOUND, END, 3),
            with_const(BinOp::Lt, IS_SHORT, 64),
            branch(IS_SHORT, 5, LOOK as u32),
            with_const(BinOp::Mul, PAUSE, 2),
            doubled,
            copy(RESULT, Operand::Const(0)),
            Inst::Return { src: RESULT },
        ]
    }

    fn back() -> Inst {
        let to = InstId::new(LOOK);
        Inst::Jump { to }
    }

    fn only_paces(code: Vec<Inst>) -> bool {
        let word = CellKind::Scalar(ScalarType::U64);
        let function = Function {
            params: 1,
            returns: 1,
            registers: vec![word; 5],
            code,
            ..Function::default()
        };
        let count = function.code.len();
        let successors: Vec<Successors> = (0..count).map(|at| successors(&function, at)).collect();
        let program = Program::default();
        let body = Body::new(&program, &function, &successors);
        let changes = Changes {
            registers: [PAUSE.index()].into_iter().collect(),
            slots: FixedBitSet::new(),
        };
        only_set_pace(&body, LOOK, &changes)
    }

    #[test]
    fn a_pause_that_nobody_asks_for_sets_the_pace() {
        assert!(only_paces(waits(back())));
    }

    #[test]
    fn a_pause_that_is_given_back_is_more() {
        let mut code = waits(back());
        code[END as usize] = copy(RESULT, Operand::Reg(PAUSE));
        assert!(!only_paces(code));
    }

    #[test]
    fn a_pause_that_ends_the_loop_is_more() {
        let mut code = waits(back());
        code[4] = branch(IS_SHORT, 5, END);
        assert!(!only_paces(code));
    }

    #[test]
    fn a_pause_that_decides_what_is_given_back_is_more() {
        let mut code = waits(copy(RESULT, Operand::Const(1)));
        code.splice(END as usize.., [back(), Inst::Return { src: RESULT }]);
        code[2] = branch(FOUND, END + 1, 3);
        assert!(!only_paces(code));
    }

    #[test]
    fn a_pause_that_is_stored_is_more() {
        let mut code = waits(Inst::Store {
            ptr: Operand::Reg(Reg(0)),
            offset: 1,
            src: Operand::Reg(PAUSE),
            cells: 1,
        });
        code.insert(END as usize, back());
        code[2] = branch(FOUND, END + 1, 3);
        assert!(!only_paces(code));
    }
}
