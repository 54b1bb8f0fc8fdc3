//! What a loop only counts: registers and slots that change from round to round, though nothing in the loop
//! depends on them. Who goes round such a loop and finds nothing new waits for others, as if nothing had
//! changed: what comes next is a matter of what they do.

use crate::flow::may_define;
use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{Range, Successors, defines, each_use};
use vscheck_ir::{BinOp, Function, Inst, Operand, Overflow, Program, Reg, ScalarType, SlotId};

/// The registers and slots that a loop only counts with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    registers: FixedBitSet,
    slots: FixedBitSet,
}

/// A function whose loops are looked at.
pub(crate) struct Body<'a> {
    program: &'a Program,
    function: &'a Function,
    successors: &'a [Successors],
    addresses: SlotAddresses,
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
}

impl Tally {
    /// Of a loop, whose instructions these are.
    pub(crate) fn of_loop(body: &Body, members: &[u32]) -> Tally {
        let Body {
            program, function, ..
        } = *body;
        let code = || members.iter().map(|&at| &function.code[at as usize]);
        let mut tally = Tally {
            registers: FixedBitSet::with_capacity(function.registers.len()),
            slots: FixedBitSet::with_capacity(function.slots.len()),
        };
        for inst in code() {
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
        loop {
            let before = tally.clone();
            for inst in code() {
                tally.leave_out_what_matters_to(body, inst);
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
            let mut inst = body.function.code[at].clone();
            // To read or write the slot gives nothing away.
            if let Inst::Load { ptr, .. } | Inst::Store { ptr, .. } = &mut inst {
                *ptr = Operand::Const(0);
            }
            body.each_used_register(&inst, |register| {
                self.leave_out_slot(body.addresses.of(register));
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
    match inst {
        Inst::Copy { .. } | Inst::Cast { .. } => true,
        Inst::Binary {
            op, ty, overflow, ..
        } => {
            use BinOp::{Add, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Mul, Ne, Sub};
            let total = matches!(
                op,
                Add | Sub | Mul | BitAnd | BitOr | BitXor | Eq | Ne | Lt | Le | Gt | Ge
            );
            total && (*overflow != Overflow::Panic || is_wide(*ty))
        }
        _ => false,
    }
}

fn is_wide(ty: ScalarType) -> bool {
    use ScalarType::{I32, I64, I128, U32, U64, U128};
    matches!(ty, I32 | U32 | I64 | U64 | I128 | U128)
}

/// Which registers of a function hold the address of one slot, and never anything else.
struct SlotAddresses(Vec<Held>);

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    Address(SlotId),
    Other,
}

impl SlotAddresses {
    fn of(&self, register: Reg) -> Option<SlotId> {
        match self.0.get(register.index()) {
            Some(&Held::Address(slot)) => Some(slot),
            _ => None,
        }
    }

    fn slot(&self, pointer: Operand) -> Option<SlotId> {
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

    /// A loop that adds one to a slot, and then goes back as `last` says; `before` comes before it.
    fn counted(before: Vec<Inst>, last: fn(InstId) -> Inst) -> Vec<usize> {
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
        let code: Vec<Inst> = before
            .into_iter()
            .chain(round)
            .chain([last(first)])
            .collect();
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
        let members: Vec<u32> = (first.0..count as u32).collect();
        let program = Program::default();
        let tally = Tally::of_loop(&Body::new(&program, &function, &successors), &members);
        tally.slots().collect()
    }

    fn back(to: InstId) -> Inst {
        Inst::Jump { to }
    }

    fn back_if_few(to: InstId) -> Inst {
        Inst::Branch {
            cond: Operand::Reg(Reg(2)),
            then_to: to,
            else_to: to,
        }
    }

    #[test]
    fn a_slot_that_decides_nothing_is_only_counted() {
        let initial = vec![address(0), store(0, Operand::Const(0))];
        assert_eq!(counted(initial.clone(), back), [0]);
        assert_eq!(counted(initial, back_if_few), [0; 0]);
    }

    #[test]
    fn a_slot_that_somebody_may_know_is_not() {
        let given_away = vec![address(0), store(3, Operand::Reg(Reg(0)))];
        assert_eq!(counted(given_away, back), [0; 0]);
    }
}
