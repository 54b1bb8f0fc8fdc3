//! What every program must satisfy before it runs: all ids exist, registers are in range, control
//! stays inside its function, calls pass what their callees take. Types are not checked.

use crate::flow;
use crate::inst::{Callee, Inst};
use crate::layout::LayoutId;
use crate::program::{FuncId, Function, InstId, LandingKind, Program};
use crate::site::Site;

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// Where.
    pub site: Site,
    /// The function's name.
    pub function: String,
    /// What.
    pub message: String,
}

impl std::fmt::Display for Defect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.site, self.function, self.message)
    }
}

/// All defects of a program; none if it may run.
pub fn verify(program: &Program) -> Vec<Defect> {
    let mut checker = Checker {
        program,
        func: FuncId(0),
        defects: Vec::new(),
    };
    checker.tables();
    for index in 0..program.functions.len() {
        checker.func = FuncId::new(index);
        checker.function(&program.functions[index]);
    }
    checker.defects
}

struct Checker<'a> {
    program: &'a Program,
    func: FuncId,
    defects: Vec<Defect>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, inst: usize, message: impl FnOnce() -> String) {
        if !holds {
            let function = self.program.functions.get(self.func.index());
            self.defects.push(Defect {
                site: Site {
                    func: self.func,
                    inst: InstId::new(inst),
                },
                function: function.map_or_else(String::new, |function| function.name.clone()),
                message: message(),
            });
        }
    }

    fn has_function(&self, id: FuncId) -> bool {
        id.index() < self.program.functions.len()
    }

    fn has_layout(&self, id: LayoutId) -> bool {
        id.index() < self.program.layouts.len()
    }

    fn tables(&mut self) {
        let program = self.program;
        self.func = program.start;
        let starts = self.has_function(program.start);
        self.require(starts, 0, || "the program starts nowhere".into());
        for (index, global) in program.statics.iter().enumerate() {
            let known = self.has_layout(global.layout);
            self.require(known, 0, || format!("static{index} has no layout"));
        }
        for (index, vtable) in program.vtables.iter().enumerate() {
            let methods = vtable
                .methods
                .iter()
                .flatten()
                .all(|&func| self.has_function(func));
            let parents = vtable
                .supertraits
                .iter()
                .all(|id| id.index() < program.vtables.len());
            let known = methods && parents && self.has_layout(vtable.layout);
            self.require(known, 0, || {
                format!("vtable{index} names what does not exist")
            });
        }
    }

    fn function(&mut self, function: &Function) {
        let count = function.code.len();
        self.require(count == function.spans.len(), 0, || {
            "not one span an instruction".into()
        });
        let params = function.params as usize <= function.registers.len();
        self.require(params, 0, || "more parameters than registers".into());
        let slots = function
            .slots
            .iter()
            .all(|slot| self.has_layout(slot.layout));
        self.require(slots, 0, || "a slot has no layout".into());
        let ends = function
            .code
            .last()
            .is_some_and(|inst| !flow::goes_on(inst));
        self.require(ends, count.saturating_sub(1), || {
            "control runs off the end".into()
        });
        for (index, inst) in function.code.iter().enumerate() {
            self.instruction(function, index, inst);
        }
        self.landings(function);
    }

    fn landings(&mut self, function: &Function) {
        let count = function.code.len();
        let mut last_end = 0;
        for landing in &function.landings {
            let (start, end) = (landing.start.index(), landing.end.index());
            let ordered = last_end <= start && start <= end && end <= count;
            self.require(ordered, start, || {
                "landings overlap or are not sorted".into()
            });
            last_end = end;
            let target = function.code.get(landing.target.index());
            let fits = match landing.kind {
                LandingKind::Cleanup => target.is_some(),
                LandingKind::Catch | LandingKind::ThreadBoundary => {
                    matches!(target, Some(Inst::Catch { .. }))
                }
            };
            self.require(fits, start, || {
                "a landing leads nowhere, or not to a Catch".into()
            });
        }
    }

    fn instruction(&mut self, function: &Function, index: usize, inst: &Inst) {
        let registers = function.registers.len() as u32;
        let ids = self.ids_exist(function, inst);
        self.require(ids, index, || "names what does not exist".into());
        if !ids {
            return;
        }
        for (first, cells) in flow::uses(function, inst) {
            let fits = first + cells <= registers;
            self.require(fits, index, || {
                format!("reads r{first} x {cells} of {registers}")
            });
        }
        let (first, cells) = flow::defines(self.program, inst);
        let fits = first + cells <= registers;
        self.require(fits, index, || {
            format!("writes r{first} x {cells} of {registers}")
        });
        let inside = flow::targets(inst)
            .iter()
            .all(|to| to.index() < function.code.len());
        self.require(inside, index, || "jumps out of its function".into());
        self.call(index, inst);
    }

    fn ids_exist(&self, function: &Function, inst: &Inst) -> bool {
        let program = self.program;
        match inst {
            Inst::SlotAddr { slot, .. } | Inst::SlotReset { slot } => {
                slot.index() < function.slots.len()
            }
            Inst::StaticAddr { global, .. } => global.index() < program.statics.len(),
            Inst::VtableAddr { vtable, .. } => vtable.index() < program.vtables.len(),
            Inst::Alloc { layout, .. } => self.has_layout(*layout),
            Inst::FuncAddr { func, .. } => self.has_function(*func),
            Inst::Call {
                callee: Callee::Function(func),
                ..
            } => self.has_function(*func),
            _ => true,
        }
    }

    fn call(&mut self, index: usize, inst: &Inst) {
        if let Inst::Call {
            callee: Callee::Function(callee),
            args,
            ..
        } = inst
        {
            let given: u32 = args.iter().map(|arg| arg.cells).sum();
            let callee = self.program.function(*callee);
            let message = || format!("{} takes {} cells, not {given}", callee.name, callee.params);
            self.require(given == callee.params, index, message);
        }
    }
}
