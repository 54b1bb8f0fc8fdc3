//! Results of functions that nobody reads: `counter.increment();`.

use crate::joins::addressed;
use fixedbitset::FixedBitSet;
use vscheck_ir::flow::{defines, read_registers};
use vscheck_ir::{Callee, Inst, Program};

/// The functions of a program whose results nobody reads: they are called by their names only, and where they
/// are, the registers with the result are not read.
pub(crate) fn functions(program: &Program) -> FixedBitSet {
    let mut unread = FixedBitSet::with_capacity(program.functions.len());
    unread.insert_range(..);
    unread.remove(program.start.index());
    for func in addressed(program) {
        unread.remove(func.index());
    }
    for function in &program.functions {
        let mut read = None;
        for inst in &function.code {
            let Inst::Call {
                callee: Callee::Function(callee),
                ..
            } = inst
            else {
                continue;
            };
            let read = read.get_or_insert_with(|| read_registers(function));
            let (first, cells) = defines(program, inst);
            if read.contains_any_in_range(first as usize..(first + cells) as usize) {
                unread.remove(callee.index());
            }
        }
    }
    unread
}
