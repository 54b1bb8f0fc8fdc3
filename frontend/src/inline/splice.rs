//! Replaces calls by the code that they call.

use super::flat::{Flat, Item};
use super::visit;
use crate::lower::code::each_target;
use vscheck_ir::{Arg, Function, Inst, InstId, Operand, Reg, SlotId};

/// Marks a target that is an instruction of the code before splicing.
const OLD: u32 = 1 << 31;

/// A function being rewritten.
pub struct Splice<'f> {
    flat: &'f mut Flat,
    /// Where each old instruction is now.
    moved: Vec<InstId>,
}

impl Splice<'_> {
    /// Starts on a function whose code (`count` instructions) has been taken out.
    pub fn new(flat: &mut Flat, count: usize) -> Splice<'_> {
        Splice {
            flat,
            moved: Vec::with_capacity(count),
        }
    }

    fn here(&self) -> InstId {
        InstId::new(self.flat.items.len())
    }

    /// An instruction that stays.
    pub fn keep(&mut self, mut item: Item) {
        self.moved.push(self.here());
        mark(&mut item);
        self.flat.items.push(item);
    }

    /// A call that is replaced by its callee's code.
    pub fn call(&mut self, mut item: Item, callee: &Function) {
        self.moved.push(self.here());
        mark(&mut item);
        let shell = &mut self.flat.shell;
        let registers = shell.registers.len() as u32;
        let slots = shell.slots.len() as u32;
        shell.registers.extend(&callee.registers);
        shell.slots.extend(callee.slots.iter().cloned());
        let Inst::Call { args, dst, .. } = &item.inst else {
            return;
        };
        let (args, dst) = (args.clone(), *dst);
        self.pass(&item, &args, registers);
        for slot in 0..callee.slots.len() as u32 {
            let slot = SlotId(slots + slot);
            self.add(&item, Inst::SlotReset { slot });
        }
        self.body(&item, callee, (registers, slots), dst);
    }

    /// Copies arguments to the callee's parameters.
    fn pass(&mut self, item: &Item, args: &[Arg], registers: u32) {
        let mut at = registers;
        for arg in args {
            self.add(
                item,
                Inst::Copy {
                    dst: Reg(at),
                    src: arg.src,
                    cells: arg.cells,
                },
            );
            at += arg.cells;
        }
    }

    fn add(&mut self, item: &Item, inst: Inst) {
        self.flat.items.push(Item {
            inst,
            span: item.span,
            landing: None,
            place: None,
        });
    }

    fn body(&mut self, call: &Item, callee: &Function, base: (u32, u32), dst: Reg) {
        let starts = self.starts(callee);
        for (index, inst) in callee.code.iter().enumerate() {
            let mut inst = inst.clone();
            visit::shift(&mut inst, base.0, base.1);
            each_target(&mut inst, |to| *to = starts[to.index()]);
            let own = callee
                .landing_at(InstId::new(index))
                .map(|landing| (starts[landing.target.index()], landing.kind));
            let landing = own.or(call.landing);
            match inst {
                Inst::Return { src } => self.give_back(call, src, dst, callee.returns, &starts),
                Inst::Resume => self.resume(call),
                inst => {
                    let place = call.place.clone().filter(|_| is_visible(&inst));
                    self.flat.items.push(Item {
                        inst,
                        span: call.span,
                        landing,
                        place,
                    });
                }
            }
        }
    }

    /// Where each instruction of the callee will be, and what follows it.
    fn starts(&self, callee: &Function) -> Vec<InstId> {
        let mut at = self.flat.items.len() as u32;
        let mut starts = Vec::with_capacity(callee.code.len() + 1);
        for inst in &callee.code {
            starts.push(InstId(at));
            at += match inst {
                Inst::Return { .. } if callee.returns > 0 => 2,
                _ => 1,
            };
        }
        starts.push(InstId(at));
        starts
    }

    fn give_back(&mut self, call: &Item, src: Reg, dst: Reg, cells: u32, starts: &[InstId]) {
        if cells > 0 {
            let src = Operand::Reg(src);
            self.add(call, Inst::Copy { dst, src, cells });
        }
        if let Some(&after) = starts.last() {
            self.add(call, Inst::Jump { to: after });
        }
    }

    /// Unwinding goes on where the call's own would have.
    fn resume(&mut self, call: &Item) {
        let inst = match call.landing {
            Some((to, _)) => Inst::Jump { to },
            None => Inst::Resume,
        };
        self.add(call, inst);
    }

    /// Resolves targets.
    pub fn finish(mut self) {
        self.moved.push(self.here());
        for item in &mut self.flat.items {
            each_target(&mut item.inst, |to| resolve(to, &self.moved));
            if let Some((target, _)) = &mut item.landing {
                resolve(target, &self.moved);
            }
        }
    }
}

fn mark(item: &mut Item) {
    each_target(&mut item.inst, |to| to.0 |= OLD);
    if let Some((target, _)) = &mut item.landing {
        target.0 |= OLD;
    }
}

fn resolve(target: &mut InstId, moved: &[InstId]) {
    if target.0 & OLD != 0 {
        *target = moved[(target.0 & !OLD) as usize];
    }
}

fn is_visible(inst: &Inst) -> bool {
    matches!(inst, Inst::Sync { .. } | Inst::Call { .. })
}
