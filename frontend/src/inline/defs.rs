//! How often registers are written and read.

use vscheck_ir::{Callee, Function, Inst, Program, Reg, flow};

/// How many registers calls may return whose callee is not known.
#[derive(Clone, Debug, Default)]
pub struct Returns {
    /// Through function pointers.
    pointer: u32,
    /// Through vtables, by slot.
    slots: Vec<u32>,
}

impl Returns {
    /// Looks at all functions whose address is taken.
    pub fn of(program: &Program) -> Returns {
        let mut found = Returns::default();
        for function in &program.functions {
            for inst in &function.code {
                if let Inst::FuncAddr { func, .. } = inst {
                    found.pointer = found.pointer.max(program.function(*func).returns);
                }
            }
        }
        for vtable in &program.vtables {
            for (slot, method) in vtable.methods.iter().enumerate() {
                if found.slots.len() <= slot {
                    found.slots.push(0);
                }
                let returns = method.map_or(0, |func| program.function(func).returns);
                found.slots[slot] = found.slots[slot].max(returns);
            }
        }
        found
    }

    /// The registers that an instruction may write: all of them, generously.
    pub fn written(&self, program: &Program, inst: &Inst) -> flow::Range {
        match inst {
            Inst::Call {
                callee: Callee::Pointer { .. },
                dst,
                ..
            } => (dst.0, self.pointer),
            Inst::Call {
                callee: Callee::Virtual { slot, .. },
                dst,
                ..
            } => {
                let cells = self.slots.get(*slot as usize).copied();
                (dst.0, cells.unwrap_or(0))
            }
            _ => flow::defines(program, inst),
        }
    }
}

/// How often each register is written. Parameters start with one.
pub struct Writes(Vec<u32>);

impl Writes {
    /// Counts.
    pub fn of(program: &Program, returns: &Returns, function: &Function) -> Writes {
        let mut writes = vec![0; function.registers.len()];
        writes[..function.params as usize].fill(1);
        for inst in &function.code {
            let range = returns.written(program, inst);
            each_of(&mut writes, range, |count| *count += 1);
        }
        Writes(writes)
    }

    /// Whether a register is written once.
    pub fn single(&self, reg: Reg) -> bool {
        self.0.get(reg.index()) == Some(&1)
    }
}

/// How often each register is read.
pub struct Reads(Vec<u32>);

impl Reads {
    /// Counts for some of a function's instructions.
    pub fn of<'a>(function: &Function, code: impl IntoIterator<Item = &'a Inst>) -> Reads {
        let mut reads = Reads(vec![0; function.registers.len()]);
        for inst in code {
            flow::each_use(function, inst, |range| {
                each_of(&mut reads.0, range, |count| *count += 1);
            });
        }
        reads
    }

    /// How often a register is read.
    pub fn count(&self, reg: Reg) -> u32 {
        self.0[reg.index()]
    }

    /// An instruction that was counted goes.
    pub fn remove(&mut self, function: &Function, inst: &Inst) {
        flow::each_use(function, inst, |range| {
            each_of(&mut self.0, range, |count| *count -= 1);
        });
    }

    /// Whether nobody reads any of these registers.
    pub fn none_of(&self, (first, cells): flow::Range) -> bool {
        let counts = &self.0[first as usize..(first + cells) as usize];
        counts.iter().all(|&count| count == 0)
    }
}

/// What is known of a range of registers, as far as there are any.
pub(super) fn each_of<T>(known: &mut [T], (first, cells): flow::Range, change: impl FnMut(&mut T)) {
    let end = ((first + cells) as usize).min(known.len());
    let start = (first as usize).min(end);
    known[start..end].iter_mut().for_each(change);
}
