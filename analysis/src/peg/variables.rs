//! What can be known of a function's branches: registers that are set to constants (drop flags), and
//! cells of stack slots that are tested (the discriminant of a `Result` that is matched, and looked at
//! again where what is left of it is dropped).

use std::cell::RefCell;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::{BinOp, Callee, Function, Inst, InstId, Operand, Program, Reg, SlotId, flow};

use crate::cfg;

/// Something whose value decides branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// A register.
    Register(Reg),
    /// A cell of a stack slot.
    Cell(SlotId, u32),
}

/// How a branch or switch depends on a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The first target where it has this value, else the second.
    Equals(usize, u64),
    /// One target a value.
    Value(usize),
}

/// What an instruction does to a variable: a value, or no longer known.
type Change = (usize, Option<u64>);

/// The variables of one function.
#[derive(Debug, Default)]
pub struct Variables {
    /// Sorted.
    pub list: Vec<Variable>,
    /// The branches that depend on them.
    tests: FxHashMap<InstId, Test>,
    /// What each instruction does to them.
    changes: Vec<Vec<Change>>,
    /// Those that are tested before they are set again, from each instruction on.
    live: Vec<u64>,
}

/// Variables of one function that are followed.
const MOST: usize = 64;
/// Instructions between a test and what it tests.
const WINDOW: usize = 12;
/// More registers than any callee's result is taken to have.
const MOST_RESULTS: u32 = 64;

/// Finds variables.
struct Finder<'a> {
    program: &'a Program,
    function: &'a Function,
    /// Registers that hold the address of a known cell of a slot, always.
    addresses: FxHashMap<Reg, (SlotId, u32)>,
    /// Jump targets.
    leaders: FixedBitSet,
    /// Cells that were asked about, and whether their address may be kept.
    leaked: RefCell<FxHashMap<Variable, bool>>,
}

/// A test before its variable has a number.
#[derive(Clone, Copy)]
enum RawTest {
    Equals(Variable, u64),
    Value(Variable),
}

impl RawTest {
    fn variable(self) -> Variable {
        match self {
            RawTest::Equals(variable, _) | RawTest::Value(variable) => variable,
        }
    }
}

impl Variables {
    /// The variables of a function.
    pub fn new(program: &Program, function: &Function) -> Variables {
        let finder = Finder::new(program, function);
        let raw = finder.tests();
        let mut list: Vec<Variable> = raw.iter().map(|(_, test)| test.variable()).collect();
        list.sort_unstable();
        list.dedup();
        list.truncate(MOST);
        if list.is_empty() {
            return Variables::default();
        }
        let number = |variable| list.binary_search(&variable).ok();
        let tests = raw.into_iter().filter_map(|(at, test)| {
            let index = number(test.variable())?;
            let test = match test {
                RawTest::Equals(_, value) => Test::Equals(index, value),
                RawTest::Value(_) => Test::Value(index),
            };
            Some((at, test))
        });
        let mut variables = Variables {
            tests: tests.collect(),
            changes: finder.changes(&list),
            live: vec![0; function.code.len()],
            list,
        };
        variables.find_live(function);
        variables
    }

    /// What an instruction does to the variables.
    pub fn changes(&self, at: InstId) -> &[Change] {
        &self.changes[at.index()]
    }

    /// How an instruction depends on them, if it is a branch that does.
    pub fn test(&self, function: &Function, at: InstId) -> Option<Test> {
        let inst = &function.code[at.index()];
        let branches = matches!(inst, Inst::Branch { .. } | Inst::Switch { .. });
        branches.then(|| self.tests.get(&at).copied()).flatten()
    }

    /// Whether a variable is tested before it is set again, from an instruction on.
    pub fn is_live(&self, at: InstId, variable: usize) -> bool {
        self.live[at.index()] >> variable & 1 == 1
    }

    fn find_live(&mut self, function: &Function) {
        loop {
            let mut changed = false;
            for index in (0..function.code.len()).rev() {
                let at = InstId::new(index);
                let mut live = 0;
                cfg::all_successors(function, at, |to| live |= self.live[to.index()]);
                for &(variable, _) in &self.changes[index] {
                    live &= !(1 << variable);
                }
                match self.test(function, at) {
                    Some(Test::Equals(variable, _) | Test::Value(variable)) => {
                        live |= 1 << variable
                    }
                    None => {}
                }
                changed |= live != self.live[index];
                self.live[index] = live;
            }
            if !changed {
                return;
            }
        }
    }
}

/// First and one past the last register that an instruction may set.
fn defined(program: &Program, inst: &Inst) -> std::ops::Range<u32> {
    let (first, count) = match inst {
        // The results of a call through a pointer are as many as its callee has.
        Inst::Call {
            callee: Callee::Pointer { .. } | Callee::Virtual { .. },
            dst,
            ..
        } => (dst.0, MOST_RESULTS),
        inst => flow::defines(program, inst),
    };
    first..first.saturating_add(count)
}

impl<'a> Finder<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Self {
        let count = function.code.len();
        let mut leaders = FixedBitSet::with_capacity(count);
        for index in 0..count {
            cfg::all_successors(function, InstId::new(index), |to| {
                if to.index() != index + 1 {
                    leaders.insert(to.index());
                }
            });
        }
        let mut finder = Finder {
            program,
            function,
            addresses: FxHashMap::default(),
            leaders,
            leaked: RefCell::default(),
        };
        finder.find_addresses();
        finder
    }

    /// Registers set by one instruction only, to the address of a cell of a slot.
    fn find_addresses(&mut self) {
        let mut times = vec![0u32; self.function.registers.len()];
        for inst in &self.function.code {
            for reg in defined(self.program, inst) {
                if let Some(count) = times.get_mut(reg as usize) {
                    *count += 1;
                }
            }
        }
        times
            .iter_mut()
            .take(self.function.params as usize)
            .for_each(|count| *count += 1);
        for inst in &self.function.code {
            let found = match inst {
                Inst::SlotAddr { dst, slot } => Some((*dst, (*slot, 0))),
                other => self.moved(other),
            };
            if let Some((dst, address)) = found.filter(|(dst, _)| times[dst.index()] == 1) {
                self.addresses.insert(dst, address);
            }
        }
    }

    /// The register that an instruction sets to a constant distance from a known address, and the cell there.
    fn moved(&self, inst: &Inst) -> Option<(Reg, (SlotId, u32))> {
        let (dst, base, cells) = inst.constant_offset()?;
        let (slot, at) = self.cell(base, 0)?;
        Some((dst, (slot, at.wrapping_add(cells as u32))))
    }

    /// The cell that a pointer operand and an offset name.
    fn cell(&self, ptr: Operand, offset: u32) -> Option<(SlotId, u32)> {
        let Operand::Reg(reg) = ptr else { return None };
        let &(slot, at) = self.addresses.get(&reg)?;
        Some((slot, at + offset))
    }

    fn tests(&self) -> Vec<(InstId, RawTest)> {
        let mut found = Vec::new();
        for (index, inst) in self.function.code.iter().enumerate() {
            let test = match inst {
                Inst::Branch {
                    cond: Operand::Reg(reg),
                    ..
                } => self.condition(index, *reg),
                Inst::Switch {
                    value: Operand::Reg(reg),
                    ..
                } => self.source(index, *reg).map(RawTest::Value),
                _ => None,
            };
            found.extend(test.map(|test| (InstId::new(index), test)));
        }
        found
    }

    /// The instruction before `index`, in a straight line, that sets a register; `Err` if control may
    /// come from elsewhere before.
    fn setter(&self, index: usize, reg: Reg) -> Result<Option<usize>, ()> {
        for before in (index.saturating_sub(WINDOW)..index).rev() {
            if self.leaders.contains(before + 1) || !flow::goes_on(&self.function.code[before]) {
                return Ok(None);
            }
            let inst = &self.function.code[before];
            if defined(self.program, inst).contains(&reg.0) {
                return Ok(Some(before));
            }
        }
        if index > WINDOW { Err(()) } else { Ok(None) }
    }

    /// What a branch on `reg` tests.
    fn condition(&self, index: usize, reg: Reg) -> Option<RawTest> {
        let Some(setter) = self.setter(index, reg).ok()? else {
            return Some(RawTest::Equals(Variable::Register(reg), 1));
        };
        if let Inst::Binary {
            op: BinOp::Eq,
            lhs: Operand::Reg(lhs),
            rhs: Operand::Const(value),
            ..
        } = &self.function.code[setter]
        {
            let variable = self.source(setter, *lhs)?;
            return self
                .unchanged(variable, setter, index)
                .then_some(RawTest::Equals(variable, *value));
        }
        let variable = self.source(index, reg)?;
        Some(RawTest::Equals(variable, 1))
    }

    /// Where the value that a register holds at `index` can be looked at again.
    fn source(&self, index: usize, reg: Reg) -> Option<Variable> {
        let Some(setter) = self.setter(index, reg).ok()? else {
            return Some(Variable::Register(reg));
        };
        let variable = match &self.function.code[setter] {
            Inst::Load {
                dst, ptr, offset, ..
            } => {
                let (slot, at) = self.cell(*ptr, offset + (reg.0 - dst.0))?;
                Variable::Cell(slot, at)
            }
            Inst::Copy {
                src: Operand::Reg(src),
                cells: 1,
                ..
            } => self.source(setter, *src)?,
            // Set here, and tested again elsewhere.
            _ => return Some(Variable::Register(reg)),
        };
        self.unchanged(variable, setter, index).then_some(variable)
    }

    fn unchanged(&self, variable: Variable, from: usize, to: usize) -> bool {
        let list = [variable];
        let leaked = self.leaks(&list);
        (from + 1..to).all(|at| self.changes_of(&list, &leaked, at).is_empty())
    }

    fn changes(&self, list: &[Variable]) -> Vec<Vec<Change>> {
        let leaked = self.leaks(list);
        (0..self.function.code.len())
            .map(|at| self.changes_of(list, &leaked, at))
            .collect()
    }

    /// What an instruction does to each variable.
    fn changes_of(&self, list: &[Variable], leaked: &[bool], at: usize) -> Vec<Change> {
        let inst = &self.function.code[at];
        let set = defined(self.program, inst);
        let mut changes = Vec::new();
        // Sorted: registers first.
        if !set.is_empty() {
            let first = list.partition_point(|&v| v < Variable::Register(Reg(set.start)));
            for (index, &variable) in list.iter().enumerate().skip(first) {
                match variable {
                    Variable::Register(reg) if reg.0 < set.end => {
                        changes.push((index, constant(inst, reg)));
                    }
                    Variable::Register(_) | Variable::Cell(..) => break,
                }
            }
        }
        if changes_memory(inst) {
            for (index, &variable) in list.iter().enumerate() {
                if let Variable::Cell(slot, cell) = variable {
                    let value = self.change_of_cell(inst, (slot, cell), leaked[index]);
                    changes.extend(value.map(|value| (index, value)));
                }
            }
        }
        changes
    }

    /// What an instruction does to a cell: nothing, a value, or something (`Some(None)`).
    fn change_of_cell(
        &self,
        inst: &Inst,
        (slot, cell): (SlotId, u32),
        leaked: bool,
    ) -> Option<Option<u64>> {
        let covers = |place: Option<(SlotId, u32)>, cells: u32| match place {
            Some((to, at)) => to == slot && (at..at + cells).contains(&cell),
            None => leaked,
        };
        if let Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } = inst
        {
            let value = match src {
                Operand::Const(value) => Some(*value),
                Operand::Reg(_) => None,
            };
            return covers(self.cell(*ptr, *offset), *cells).then_some(value);
        }
        if let Inst::CopyMemory { dst, .. } = inst {
            return covers(self.cell(*dst, 0), u32::MAX / 2).then_some(None);
        }
        if let Inst::SlotReset { slot: reset } = inst {
            return (*reset == slot).then_some(None);
        }
        (runs_others(inst) && (leaked || self.passes(inst, (slot, cell)))).then_some(None)
    }

    /// Whether an instruction is given an address from which the cell can be reached.
    fn passes(&self, inst: &Inst, (slot, cell): (SlotId, u32)) -> bool {
        let used = flow::uses(self.function, inst);
        let mut registers = used.into_iter().flat_map(|(first, n)| first..first + n);
        registers.any(|reg| {
            let address = self.addresses.get(&Reg(reg));
            address.is_some_and(|&(to, at)| to == slot && at <= cell)
        })
    }

    /// Cells whose address may be kept by others: given to anything but loads, stores, and calls that
    /// return nothing (drops).
    fn leaks(&self, list: &[Variable]) -> Vec<bool> {
        let known = |variable: &Variable| {
            let mut cache = self.leaked.borrow_mut();
            *cache
                .entry(*variable)
                .or_insert_with(|| self.leaks_one(*variable))
        };
        list.iter().map(known).collect()
    }

    fn leaks_one(&self, variable: Variable) -> bool {
        let mut code = self.function.code.iter();
        match variable {
            Variable::Register(_) => false,
            Variable::Cell(slot, cell) => {
                code.any(|inst| self.keeps(inst) && self.passes(inst, (slot, cell)))
            }
        }
    }

    /// Whether an instruction may keep an address it is given.
    fn keeps(&self, inst: &Inst) -> bool {
        if let Inst::Offset { dst, .. } = inst {
            return !self.addresses.contains_key(dst);
        }
        if let Inst::Store { src, .. } = inst {
            return matches!(src, Operand::Reg(reg) if self.addresses.contains_key(reg));
        }
        if let Inst::Call {
            callee: Callee::Function(callee),
            args,
            ..
        } = inst
        {
            return self.program.function(*callee).returns > 0 || args.len() > 1;
        }
        !matches!(inst, Inst::Load { .. } | Inst::CopyMemory { .. })
    }
}

/// Whether an instruction may write memory in ways that are not its own to say.
fn runs_others(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Call { .. } | Inst::Sync { .. } | Inst::Intrinsic { .. }
    )
}

/// Whether an instruction may write memory.
fn changes_memory(inst: &Inst) -> bool {
    let writes = matches!(
        inst,
        Inst::Store { .. } | Inst::CopyMemory { .. } | Inst::SlotReset { .. }
    );
    writes || runs_others(inst)
}

/// The value that an instruction gives a register, if it is a constant.
fn constant(inst: &Inst, reg: Reg) -> Option<u64> {
    if let Inst::Copy {
        dst,
        src: Operand::Const(value),
        cells: 1,
    } = inst
    {
        return (*dst == reg).then_some(*value);
    }
    matches!(inst, Inst::Zero { .. }).then_some(0)
}
