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
    pub fn written(&self, program: &Program, inst: &Inst) -> (u32, u32) {
        match inst {
            Inst::Call {
                callee: Callee::Pointer(_),
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

/// Counts of writes and reads of each register.
pub struct Counts {
    /// Writes; parameters start with one.
    pub writes: Vec<u32>,
    /// Reads.
    pub reads: Vec<u32>,
}

impl Counts {
    /// Counts.
    pub fn of(program: &Program, returns: &Returns, function: &Function) -> Counts {
        let size = function.registers.len();
        let mut counts = Counts {
            writes: vec![0; size],
            reads: vec![0; size],
        };
        counts.writes[..function.params as usize].fill(1);
        for inst in &function.code {
            let (first, cells) = returns.written(program, inst);
            add(&mut counts.writes, first, cells);
            for (first, cells) in flow::uses(function, inst) {
                add(&mut counts.reads, first, cells);
            }
        }
        counts
    }

    /// Whether a register is written once.
    pub fn single(&self, reg: Reg) -> bool {
        self.writes.get(reg.index()) == Some(&1)
    }
}

fn add(counts: &mut [u32], first: u32, cells: u32) {
    let end = ((first + cells) as usize).min(counts.len());
    if (first as usize) < end {
        counts[first as usize..end]
            .iter_mut()
            .for_each(|count| *count += 1);
    }
}
