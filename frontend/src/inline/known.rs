//! What registers are known to hold within straight code.

use super::copies::fold_one;
use super::defs::Returns;
use super::visit;
use vscheck_ir::{Inst, Operand, Program, Reg};

/// Registers remembered at a time: what is asked for was mostly set shortly before.
const MOST: u32 = 32;

/// Constants that registers hold, and registers that they are copies of, from the oldest to the latest.
#[derive(Clone, Default)]
pub struct Known(Vec<(Reg, Operand)>);

impl Known {
    /// Nothing is known any more.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The same value from elsewhere, as early as possible.
    pub fn source(&self, operand: Operand) -> Operand {
        let Operand::Reg(reg) = operand else {
            return operand;
        };
        let found = self.0.iter().rev().find(|(of, _)| *of == reg);
        found.map_or(operand, |(_, source)| *source)
    }

    /// Lets an instruction read what its operands are copies of, and compute what is known already.
    pub fn improve(&self, inst: &mut Inst, uninit: u64) {
        visit::reads(inst, |operand, cells| {
            if let Some(better) = self.sources(*operand, cells, uninit) {
                *operand = better;
            }
        });
        fold_one(inst, uninit);
    }

    /// What consecutive registers are copies of, if that is side by side, too. Who reads what is not
    /// initialized is left to the machine.
    fn sources(&self, operand: Operand, cells: u32, uninit: u64) -> Option<Operand> {
        let first = self.source(operand);
        if first == operand || first == Operand::Const(uninit) {
            return None;
        }
        let (Operand::Reg(from), Operand::Reg(to)) = (operand, first) else {
            return (cells == 1).then_some(first);
        };
        let is_beside = |cell| {
            let source = self.source(Operand::Reg(Reg(from.0 + cell)));
            source == Operand::Reg(Reg(to.0 + cell))
        };
        (1..cells).all(is_beside).then_some(first)
    }

    /// Takes note of what an instruction writes.
    pub fn note(&mut self, program: &Program, returns: &Returns, inst: &Inst) {
        let (first, cells) = returns.written(program, inst);
        if cells == 0 {
            return;
        }
        let written = |reg: Reg| (first..first + cells).contains(&reg.0);
        let new: Vec<Operand> = match inst {
            Inst::Copy { src, cells, .. } => (0..*cells.min(&MOST))
                .map(|cell| match src {
                    Operand::Reg(reg) => self.source(Operand::Reg(Reg(reg.0 + cell))),
                    Operand::Const(_) => *src,
                })
                .collect(),
            Inst::Zero { cells, .. } => vec![Operand::Const(0); *cells.min(&MOST) as usize],
            _ => Vec::new(),
        };
        self.0.retain(|(of, source)| {
            !written(*of) && !matches!(source, Operand::Reg(reg) if written(*reg))
        });
        for (cell, source) in new.into_iter().enumerate() {
            if !matches!(source, Operand::Reg(reg) if written(reg)) {
                self.0.push((Reg(first + cell as u32), source));
            }
        }
        let excess = self.0.len().saturating_sub(MOST as usize);
        self.0.drain(..excess);
    }
}
