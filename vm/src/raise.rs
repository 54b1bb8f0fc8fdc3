//! Plain additions: a cell is read, something is added to it that does not depend on it, and the sum is
//! written back, with nothing else done with either value. `*total += price` under a lock.
//!
//! Additions that may wrap round are left out: with others that may not, their order matters.

use crate::value::is_signed;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::flow::{defines, goes_on, successors, uses};
use vscheck_ir::{
    BinOp, FuncId, Function, Inst, InstId, Operand, Overflow, Program, Reg, ScalarType, Site,
};

/// The store of a plain addition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raise {
    pub(crate) store: Site,
    signed: bool,
}

/// The plain additions of a program.
#[derive(Debug, Default)]
pub(crate) struct Raises {
    by_load: FxHashMap<Site, Raise>,
    by_store: FxHashMap<Site, Raise>,
}

impl Raises {
    pub(crate) fn new(program: &Program) -> Raises {
        let mut found = Raises::default();
        for func in (0..program.functions.len()).map(FuncId::new) {
            for (load, raise) in raises_in(program, func) {
                found.by_load.insert(load, raise);
                found.by_store.insert(raise.store, raise);
            }
        }
        found
    }

    /// The addition that an instruction reads the cell for.
    pub(crate) fn of_load(&self, load: Site) -> Option<Raise> {
        self.by_load.get(&load).copied()
    }

    /// Whether an instruction is the store of an addition of something that is not negative.
    pub(crate) fn raises(&self, store: Site, before: u64, after: u64) -> bool {
        self.by_store
            .get(&store)
            .is_some_and(|raise| match raise.signed {
                true => after as i64 >= before as i64,
                false => after >= before,
            })
    }
}

/// The additions of a function, by the instructions that load.
fn raises_in(program: &Program, func: FuncId) -> Vec<(Site, Raise)> {
    let function = program.function(func);
    let code = &function.code;
    let mut found = Vec::new();
    let mut registers = None;
    for (index, inst) in code.iter().enumerate() {
        let Some((signed, sum, operands)) = sum(inst) else {
            continue;
        };
        let registers = registers.get_or_insert_with(|| Registers::new(program, function));
        let Some(store) = registers.stored(code, sum) else {
            continue;
        };
        let mut loads = operands
            .into_iter()
            .filter_map(|operand| registers.loaded(code, operand));
        let site = |index| Site {
            func,
            inst: InstId::new(index),
        };
        let between =
            |load: usize| load < index && index < store && registers.is_straight(code, load, store);
        if let Some(load) = loads.find(|&load| between(load)) {
            let store = site(store);
            found.push((site(load), Raise { store, signed }));
        }
    }
    found
}

/// Of an addition of integers that panics if it overflows: whether they have a sign, the register of the
/// sum, the operands.
fn sum(inst: &Inst) -> Option<(bool, Reg, [Operand; 2])> {
    let Inst::Binary {
        op: BinOp::Add,
        ty,
        overflow: Overflow::Panic,
        dst,
        lhs,
        rhs,
    } = *inst
    else {
        return None;
    };
    use ScalarType::{I8, I16, I32, I64, U8, U16, U32, U64};
    let integer = matches!(ty, I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64);
    integer.then_some((is_signed(ty), dst, [lhs, rhs]))
}

/// Where a function writes and reads each register, if that is at one place only.
struct Registers {
    written: Vec<Once>,
    read: Vec<Once>,
    /// Instructions that are not always run right after the one before them.
    apart: FixedBitSet,
}

/// How often something occurs.
#[derive(Clone, Copy, Default, PartialEq)]
enum Once {
    #[default]
    Never,
    At(usize),
    Often,
}

impl Once {
    fn count(&mut self, index: usize) {
        *self = if *self == Once::Never {
            Once::At(index)
        } else {
            Once::Often
        };
    }

    fn place(self) -> Option<usize> {
        if let Once::At(index) = self {
            Some(index)
        } else {
            None
        }
    }
}

impl Registers {
    fn new(program: &Program, function: &Function) -> Registers {
        let count = function.registers.len();
        let mut registers = Registers {
            written: vec![Once::Never; count],
            read: vec![Once::Never; count],
            apart: FixedBitSet::with_capacity(function.code.len()),
        };
        for (index, inst) in function.code.iter().enumerate() {
            for (first, cells) in uses(function, inst) {
                let read = &mut registers.read[first as usize..(first + cells) as usize];
                read.iter_mut().for_each(|read| read.count(index));
            }
            let (first, cells) = defines(program, inst);
            let written = &mut registers.written[first as usize..(first + cells) as usize];
            written.iter_mut().for_each(|written| written.count(index));
            let next = index + 1;
            let ahead = successors(function, index);
            let ahead = ahead.into_iter().map(|to| to as usize);
            registers
                .apart
                .extend(ahead.filter(|&to| to != next || !goes_on(inst)));
        }
        registers
    }

    /// The instruction that loads an operand, for one reader.
    fn loaded(&self, code: &[Inst], operand: Operand) -> Option<usize> {
        let Operand::Reg(register) = operand else {
            return None;
        };
        self.read[register.index()].place()?;
        let load = self.written[register.index()].place()?;
        matches!(code[load], Inst::Load { cells: 1, .. }).then_some(load)
    }

    /// The instruction that stores a register, and is all that reads it.
    fn stored(&self, code: &[Inst], sum: Reg) -> Option<usize> {
        self.written[sum.index()].place()?;
        let store = self.read[sum.index()].place()?;
        let stores = |inst: &Inst| matches!(inst, Inst::Store { src: Operand::Reg(src), cells: 1, .. } if *src == sum);
        stores(&code[store]).then_some(store)
    }

    /// Whether instructions are always run one after another, in this function alone.
    fn is_straight(&self, code: &[Inst], first: usize, last: usize) -> bool {
        let mut run = code[first..last].iter();
        let calls = run.any(|inst| matches!(inst, Inst::Call { .. }));
        !calls && self.apart.count_ones(first + 1..last + 1) == 0
    }
}
