//! What a loop only counts: registers and slots that change from round to round, though nothing in the loop
//! depends on them but whether the thread says that it waits. Who goes round such a loop and finds nothing new
//! waits for others, as if nothing had changed: what comes next is a matter of what they do.

use crate::flow::may_define;
use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{Range, Successors, defines, each_use, next};
use vscheck_ir::{
    Action, BinOp, Function, Inst, Intrinsic, Operand, Overflow, Program, Reg, ScalarType, SlotId,
};

/// Longer ways from where a count decides to where it makes no difference any more are not looked at.
const MAX_STEERED: usize = 64;

/// The registers and slots that a loop only counts with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    registers: FixedBitSet,
    slots: FixedBitSet,
}

/// A function whose loops are looked at.
pub(crate) struct Body<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) successors: &'a [Successors],
    pub(crate) addresses: SlotAddresses,
}

impl<'a> Body<'a> {
    pub(crate) fn new(
        program: &'a Program,
        function: &'a Function,
        successors: &'a [Successors],
    ) -> Body<'a> {
        Body {
            program,
            function,
            successors,
            addresses: slot_addresses(program, function),
        }
    }

    fn each_used_register(&self, inst: &Inst, mut visit: impl FnMut(Reg)) {
        each_use(self.function, inst, |(first, cells)| {
            (first..first + cells).for_each(|register| visit(Reg(register)));
        });
    }

    /// The registers that an instruction has the values of: of a store those of what is stored, not of where.
    pub(crate) fn each_register_of_value(&self, inst: &Inst, mut visit: impl FnMut(Reg)) {
        let Inst::Store { src, cells, .. } = inst else {
            return self.each_used_register(inst, visit);
        };
        if let Operand::Reg(first) = *src {
            (first.0..first.0 + cells).for_each(|register| visit(Reg(register)));
        }
    }
}

impl Tally {
    /// Of a loop, whose instructions these are.
    pub(crate) fn of_loop(body: &Body, members: &[u32]) -> Tally {
        let Body {
            program, function, ..
        } = *body;
        let mut tally = Tally {
            registers: FixedBitSet::with_capacity(function.registers.len()),
            slots: FixedBitSet::with_capacity(function.slots.len()),
        };
        for &at in members {
            let inst = &function.code[at as usize];
            let (first, cells) = defines(program, inst);
            let defined = first as usize..(first + cells) as usize;
            tally.registers.insert_range(defined);
            if let Inst::Store { ptr, .. } = inst
                && let Some(slot) = body.addresses.slot(*ptr)
            {
                tally.slots.insert(slot.index());
            }
        }
        tally.leave_out_known_elsewhere(body, members);
        tally.leave_out_found(body, members);
        loop {
            let before = tally.clone();
            for &at in members {
                if !tally.only_steers(body, members, at) {
                    tally.leave_out_what_matters_to(body, &function.code[at as usize]);
                }
            }
            if tally == before {
                return tally;
            }
        }
    }

    /// Whether a register is only counted with.
    pub(crate) fn has_register(&self, register: Reg) -> bool {
        self.registers.contains(register.index())
    }

    /// The slots that are only counted with.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> {
        self.slots.ones()
    }

    /// Whose address was given away before the loop may be read in it by another name.
    fn leave_out_known_elsewhere(&mut self, body: &Body, members: &[u32]) {
        if self.slots.is_clear() {
            return;
        }
        for at in leading_to(body.successors, members).ones() {
            let inst = &body.function.code[at];
            // To read or write the slot gives nothing away.
            if !matches!(inst, Inst::Load { .. }) {
                body.each_register_of_value(inst, |register| {
                    self.leave_out_slot(body.addresses.of(register));
                });
            }
        }
    }

    /// What a round found, and did not make of what the round before had, is no count where it is used behind the
    /// loop: a loop around that one may go on by it. So is what it notes (`idle = false`).
    fn leave_out_found(&mut self, body: &Body, members: &[u32]) {
        let found = Found::in_loop(body, members);
        let member = |at: u32| members.binary_search(&at).is_ok();
        for (at, inst) in body.function.code.iter().enumerate() {
            if member(at as u32) {
                continue;
            }
            // To write a slot is not to look at it.
            body.each_register_of_value(inst, |register| {
                if found.registers.contains(register.index()) {
                    self.registers.remove(register.index());
                }
                let slot = body.addresses.of(register);
                self.leave_out_slot(slot.filter(|slot| found.slots.contains(slot.index())));
            });
        }
    }

    fn leave_out_what_matters_to(&mut self, body: &Body, inst: &Inst) {
        let addresses = &body.addresses;
        let defined = defines(body.program, inst);
        match inst {
            Inst::Load { ptr, .. } => {
                let slot = addresses.slot(*ptr);
                let counted = slot.filter(|slot| self.slots.contains(slot.index()));
                if let Some(slot) = counted
                    && !self.is_counted(defined)
                {
                    self.slots.remove(slot.index());
                }
                if slot.is_none() {
                    self.leave_out_used(body, inst);
                }
            }
            Inst::Store {
                ptr, src, cells, ..
            } => {
                let slot = addresses.slot(*ptr);
                let counted = slot.is_some_and(|slot| self.slots.contains(slot.index()));
                match slot {
                    None => self.leave_out_used(body, inst),
                    Some(_) => self.leave_out(*src, *cells, addresses, counted),
                }
            }
            inst if only_counts(inst) && self.is_counted(defined) => {
                body.each_used_register(inst, |register| {
                    self.leave_out_slot(addresses.of(register));
                });
            }
            inst => self.leave_out_used(body, inst),
        }
    }

    /// Whether it makes no difference which way a branch goes: all ways come to the same instruction of the loop,
    /// none goes round a cycle, and on none is more done than to count and to say that the thread waits.
    fn only_steers(&self, body: &Body, members: &[u32], branch: u32) -> bool {
        let code = &body.function.code;
        let ahead = |at: u32| next(body.function, at as usize);
        let (Inst::Branch { cond: by, .. } | Inst::Switch { value: by, .. }) =
            code[branch as usize]
        else {
            return false;
        };
        // What chooses by something else has nothing to be spared.
        if !matches!(by, Operand::Reg(by) if self.has_register(by)) {
            return false;
        }
        let mut steered = vec![branch];
        let mut work = ahead(branch);
        let mut meet = None;
        while let Some(at) = work.pop() {
            let inst = &code[at as usize];
            if !chooses(inst) && !self.leaves_only_counts(body, inst) {
                if *meet.get_or_insert(at) != at {
                    return false;
                }
            } else if !steered.contains(&at) {
                if steered.len() == MAX_STEERED {
                    return false;
                }
                steered.push(at);
                work.extend(ahead(at));
            }
        }
        // Without a cycle, there is always one from which all ways lead out.
        while let Some(last) = steered
            .iter()
            .position(|&at| ahead(at).iter().all(|to| !steered.contains(to)))
        {
            steered.swap_remove(last);
        }
        steered.is_empty() && meet.is_some_and(|at| members.contains(&at))
    }

    /// Whether an instruction does no more than to count, or to say that the thread waits.
    fn leaves_only_counts(&self, body: &Body, inst: &Inst) -> bool {
        let yields = matches!(inst, Inst::Sync { action, .. } if *action == Action::Yield);
        let does_little = yields || only_counts(inst);
        does_little && self.is_counted(defines(body.program, inst))
    }

    fn is_counted(&self, (first, cells): Range) -> bool {
        let mut all = first..first + cells;
        all.all(|register| self.registers.contains(register as usize))
    }

    /// What is stored: it matters unless it is only counted with there, too.
    fn leave_out(&mut self, stored: Operand, cells: u32, addresses: &SlotAddresses, counted: bool) {
        let Operand::Reg(first) = stored else { return };
        self.leave_out_slot(addresses.of(first));
        if !counted {
            let stored = first.index()..first.index() + cells as usize;
            self.registers.remove_range(stored);
        }
    }

    fn leave_out_used(&mut self, body: &Body, inst: &Inst) {
        body.each_used_register(inst, |register| {
            self.registers.remove(register.index());
            self.leave_out_slot(body.addresses.of(register));
        });
    }

    fn leave_out_slot(&mut self, slot: Option<SlotId>) {
        if let Some(slot) = slot {
            self.slots.remove(slot.index());
        }
    }
}

/// What the rounds of a loop find.
struct Found {
    registers: FixedBitSet,
    slots: FixedBitSet,
}

impl Found {
    fn in_loop(body: &Body, members: &[u32]) -> Found {
        let mut found = Found {
            registers: FixedBitSet::with_capacity(body.function.registers.len()),
            slots: FixedBitSet::with_capacity(body.function.slots.len()),
        };
        loop {
            let before = found.count();
            for &at in members {
                found.note(body, &body.function.code[at as usize]);
            }
            if found.count() == before {
                return found;
            }
        }
    }

    fn count(&self) -> usize {
        self.registers.count_ones(..) + self.slots.count_ones(..)
    }

    fn note(&mut self, body: &Body, inst: &Inst) {
        if let Inst::Store {
            ptr, src, cells, ..
        } = inst
        {
            if let Some(slot) = body.addresses.slot(*ptr)
                && self.has(*src, *cells)
            {
                self.slots.insert(slot.index());
            }
            return;
        }
        let is_found = match inst {
            Inst::Copy { src, cells, .. } => self.has(*src, *cells),
            Inst::Cast { src, .. } => self.has(*src, 1),
            inst => !only_counts(inst),
        };
        if is_found {
            let (first, cells) = defines(body.program, inst);
            let defined = first as usize..(first + cells) as usize;
            self.registers.insert_range(defined);
        }
    }

    /// Whether something of a value is found: a constant is what is noted of something.
    fn has(&self, value: Operand, cells: u32) -> bool {
        match value {
            Operand::Reg(first) => {
                let mut all = first.index()..first.index() + cells as usize;
                all.any(|register| self.registers.contains(register))
            }
            Operand::Const(_) => true,
        }
    }
}

/// The instructions from which a loop can be reached.
fn leading_to(successors: &[Successors], members: &[u32]) -> FixedBitSet {
    let mut leading = FixedBitSet::with_capacity(successors.len());
    leading.extend(members.iter().map(|&at| at as usize));
    loop {
        let before = leading.count_ones(..);
        for at in (0..successors.len()).rev() {
            let leads = successors[at]
                .iter()
                .any(|&next| leading.contains(next as usize));
            leading.set(at, leads || leading.contains(at));
        }
        if leading.count_ones(..) == before {
            return leading;
        }
    }
}

/// Whether an instruction does no more than make new numbers of old ones. That a number of 32 bits or more
/// overflows some day is let be.
fn only_counts(inst: &Inst) -> bool {
    let Inst::Binary {
        op,
        ty,
        overflow,
        rhs,
        ..
    } = inst
    else {
        let is_bits =
            matches!(inst, Inst::Intrinsic { op, .. } if matches!(op, Intrinsic::Bits(_)));
        return is_bits || matches!(inst, Inst::Copy { .. } | Inst::Cast { .. });
    };
    match op {
        BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => true,
        BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => true,
        BinOp::Div | BinOp::Rem => {
            is_wide(*ty) && matches!(rhs, Operand::Const(by) if is_positive(*by))
        }
        BinOp::Add | BinOp::Sub => *overflow != Overflow::Panic || is_wide(*ty),
        // What is doubled in each round overflows soon.
        BinOp::Mul => *overflow != Overflow::Panic,
        BinOp::Shl | BinOp::Shr => false,
    }
}

fn chooses(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. }
    )
}

/// Whether a number is above zero as one of any wide type.
fn is_positive(number: u64) -> bool {
    (1..=i32::MAX as u64).contains(&number)
}

/// Whether to count to the end of such a number takes for ever.
pub(crate) fn is_wide(ty: ScalarType) -> bool {
    use ScalarType::{I32, I64, I128, U32, U64, U128};
    matches!(ty, I32 | U32 | I64 | U64 | I128 | U128)
}

/// Which registers of a function hold the address of one slot, and never anything else.
pub(crate) struct SlotAddresses(Vec<Held>);

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    Address(SlotId),
    Other,
}

impl SlotAddresses {
    pub(crate) fn of(&self, register: Reg) -> Option<SlotId> {
        match self.0.get(register.index()) {
            Some(&Held::Address(slot)) => Some(slot),
            _ => None,
        }
    }

    pub(crate) fn slot(&self, pointer: Operand) -> Option<SlotId> {
        match pointer {
            Operand::Reg(register) => self.of(register),
            Operand::Const(_) => None,
        }
    }
}

fn slot_addresses(program: &Program, function: &Function) -> SlotAddresses {
    let mut held = vec![Held::Nothing; function.registers.len()];
    let parameters = (function.params as usize).min(held.len());
    held[..parameters].fill(Held::Other);
    for inst in &function.code {
        match inst {
            Inst::SlotAddr { dst, slot } => {
                let known = &mut held[dst.index()];
                let same = *known == Held::Nothing || *known == Held::Address(*slot);
                *known = if same {
                    Held::Address(*slot)
                } else {
                    Held::Other
                };
            }
            inst => held[may_define(program, function, inst)].fill(Held::Other),
        }
    }
    SlotAddresses(held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::flow::successors;
    use vscheck_ir::program::Slot;
    use vscheck_ir::{CellKind, InstId, LayoutId};

    const SLOT: SlotId = SlotId(0);

    fn address(dst: u32) -> Inst {
        let (dst, slot) = (Reg(dst), SLOT);
        Inst::SlotAddr { dst, slot }
    }

    fn store(ptr: u32, src: Operand) -> Inst {
        Inst::Store {
            ptr: Operand::Reg(Reg(ptr)),
            offset: 0,
            src,
            cells: 1,
        }
    }

    /// A loop that adds one to a slot, and then goes back as `rest` says; `before` comes before it.
    fn counted(before: Vec<Inst>, rest: fn(InstId) -> Vec<Inst>) -> Vec<usize> {
        let first = InstId::new(before.len());
        let load = Inst::Load {
            dst: Reg(2),
            ptr: Operand::Reg(Reg(1)),
            offset: 0,
            cells: 1,
        };
        let add = Inst::Binary {
            op: BinOp::Add,
            ty: ScalarType::U64,
            overflow: Overflow::Panic,
            dst: Reg(2),
            lhs: Operand::Reg(Reg(2)),
            rhs: Operand::Const(1),
        };
        let round = [address(1), load, add, store(1, Operand::Reg(Reg(2)))];
        let code: Vec<Inst> = before.into_iter().chain(round).chain(rest(first)).collect();
        let function = Function {
            registers: vec![CellKind::Scalar(ScalarType::U64); 4],
            slots: vec![Slot {
                name: String::new(),
                layout: LayoutId(0),
                fixed: false,
            }],
            code,
            ..Function::default()
        };
        let count = function.code.len();
        let successors: Vec<Successors> = (0..count).map(|at| successors(&function, at)).collect();
        let is_left = |at: &u32| matches!(function.code[*at as usize], Inst::Abort);
        let members: Vec<u32> = (first.0..count as u32).filter(|at| !is_left(at)).collect();
        let program = Program::default();
        let tally = Tally::of_loop(&Body::new(&program, &function, &successors), &members);
        tally.slots().collect()
    }

    fn back(to: InstId) -> Vec<Inst> {
        vec![Inst::Jump { to }]
    }

    fn if_few(then_to: InstId, else_to: u32) -> Inst {
        let cond = Operand::Reg(Reg(2));
        let else_to = InstId(else_to);
        Inst::Branch {
            cond,
            then_to,
            else_to,
        }
    }

    fn back_if_few(to: InstId) -> Vec<Inst> {
        vec![if_few(to, to.0 + 5), Inst::Abort]
    }

    fn act_unless_few(to: InstId, action: Action) -> Vec<Inst> {
        let act = Inst::Sync {
            action,
            args: Default::default(),
            dst: Reg(3),
            visible: true,
        };
        vec![if_few(to, to.0 + 5), act, Inst::Jump { to }]
    }

    fn yield_unless_few(to: InstId) -> Vec<Inst> {
        act_unless_few(to, Action::Yield)
    }

    fn yield_while_few(to: InstId) -> Vec<Inst> {
        let mut inner = act_unless_few(to, Action::Yield);
        inner[2] = Inst::Jump {
            to: InstId(to.0 + 4),
        };
        inner
    }

    fn park_unless_few(to: InstId) -> Vec<Inst> {
        act_unless_few(to, Action::Park)
    }

    #[test]
    fn a_slot_that_decides_nothing_is_only_counted() {
        let initial = vec![address(0), store(0, Operand::Const(0))];
        assert_eq!(counted(initial.clone(), back), [0]);
        assert_eq!(counted(initial, back_if_few), [0; 0]);
    }

    #[test]
    fn a_slot_that_decides_who_yields_is_only_counted() {
        let initial = vec![address(0), store(0, Operand::Const(0))];
        assert_eq!(counted(initial.clone(), yield_unless_few), [0]);
        assert_eq!(counted(initial.clone(), yield_while_few), [0; 0]);
        assert_eq!(counted(initial, park_unless_few), [0; 0]);
    }

    #[test]
    fn a_slot_that_somebody_may_know_is_not() {
        let given_away = vec![address(0), store(3, Operand::Reg(Reg(0)))];
        assert_eq!(counted(given_away, back), [0; 0]);
    }
}
