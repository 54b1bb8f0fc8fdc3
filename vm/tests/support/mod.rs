//! Small programs in the intermediate representation, and an exhaustive search over them.
#![allow(dead_code, missing_docs)]

use std::collections::BTreeSet;
use std::sync::Arc;
use vscheck_ir::layout::Shape;
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::*;
use vscheck_vm::*;

/// Builds a program. Function 0 is `main`, filled in last.
pub struct ProgramBuilder {
    program: Program,
}

/// Builds a function.
pub struct FunctionBuilder<'a> {
    program: &'a mut Program,
    function: Function,
}

pub fn reg(r: Reg) -> Operand {
    Operand::Reg(r)
}

pub fn int(value: u64) -> Operand {
    Operand::Const(value)
}

impl ProgramBuilder {
    pub fn new() -> ProgramBuilder {
        let mut program = Program {
            entry_name: "main".into(),
            ..Program::default()
        };
        program.functions.push(Function {
            name: "main".into(),
            ..Function::default()
        });
        ProgramBuilder { program }
    }

    /// A static of `cells` plain integers.
    pub fn cells(&mut self, name: &str, initial: &[u64]) -> StaticId {
        let pattern = vec![CellKind::Scalar(ScalarType::I64); initial.len()];
        self.global(name, pattern, initial)
    }

    /// A static synchronization object.
    pub fn sync(&mut self, name: &str, kind: SyncKind, initial: &[u64]) -> StaticId {
        let mut pattern = vec![CellKind::Scalar(ScalarType::U64); kind.cells() as usize];
        pattern[0] = CellKind::Sync(kind);
        self.global(name, pattern, initial)
    }

    fn global(&mut self, name: &str, pattern: Vec<CellKind>, initial: &[u64]) -> StaticId {
        let layout = add_layout(&mut self.program, name, pattern);
        self.program.statics.push(Static {
            name: name.into(),
            layout,
            count: 1,
            cells: initial.to_vec(),
            thread_local: false,
            mutable: true,
            span: Span::default(),
        });
        StaticId::new(self.program.statics.len() - 1)
    }

    /// A function of one argument (register 0).
    pub fn function(&mut self, name: &str, body: impl FnOnce(&mut FunctionBuilder)) -> FuncId {
        let function = build(&mut self.program, name, 1, body);
        self.program.functions.push(function);
        FuncId::new(self.program.functions.len() - 1)
    }

    /// Fills in `main`; it returns 0.
    pub fn main(mut self, body: impl FnOnce(&mut FunctionBuilder)) -> Arc<Program> {
        let mut function = build(&mut self.program, "main", 0, body);
        function.returns = 1;
        self.program.functions[0] = function;
        let defects = verify::verify(&self.program);
        assert!(defects.is_empty(), "{defects:#?}");
        Arc::new(self.program)
    }

    /// The program being built, for what has no helper.
    pub fn raw(&mut self) -> &mut Program {
        &mut self.program
    }
}

fn add_layout(program: &mut Program, name: &str, pattern: Vec<CellKind>) -> LayoutId {
    program.layouts.push(Layout {
        name: name.into(),
        pattern: pattern.into(),
        repeat: 1,
        bytes: 8,
        align: 8,
        zeros: Zeros::AsParts,
        pointee: None,
        niche: None,
        shape: Shape::Scalar,
    });
    LayoutId::new(program.layouts.len() - 1)
}

fn build(
    program: &mut Program,
    name: &str,
    params: u32,
    body: impl FnOnce(&mut FunctionBuilder),
) -> Function {
    let function = Function {
        name: name.into(),
        params,
        ..Function::default()
    };
    let mut builder = FunctionBuilder { program, function };
    // Register 0: the argument, and 0 to return.
    builder.reg();
    body(&mut builder);
    let zero = builder.reg();
    builder.emit(Inst::Copy {
        dst: zero,
        src: int(0),
        cells: 1,
    });
    builder.emit(Inst::Return { src: zero });
    builder.function
}

impl FunctionBuilder<'_> {
    pub fn reg(&mut self) -> Reg {
        self.function.new_reg(ScalarType::I64)
    }

    pub fn pointer(&mut self) -> Reg {
        self.function.new_reg(ScalarType::Ptr)
    }

    pub fn emit(&mut self, inst: Inst) -> InstId {
        self.function.code.push(inst);
        self.function.spans.push(Span::default());
        InstId::new(self.function.code.len() - 1)
    }

    /// The next instruction.
    pub fn here(&self) -> InstId {
        InstId::new(self.function.code.len())
    }

    pub fn landing(&mut self, landing: Landing) {
        self.function.landings.push(landing);
    }

    pub fn addr(&mut self, global: StaticId) -> Operand {
        let dst = self.pointer();
        self.emit(Inst::StaticAddr { dst, global });
        reg(dst)
    }

    pub fn slot(&mut self, cells: usize) -> SlotId {
        let pattern = vec![CellKind::Scalar(ScalarType::I64); cells];
        let layout = add_layout(self.program, "slot", pattern);
        self.function.slots.push(Slot {
            name: "local".into(),
            layout,
            fixed: false,
        });
        SlotId::new(self.function.slots.len() - 1)
    }

    pub fn slot_addr(&mut self, slot: SlotId) -> Operand {
        let dst = self.pointer();
        self.emit(Inst::SlotAddr { dst, slot });
        reg(dst)
    }

    pub fn sync(&mut self, action: Action, args: &[Operand]) -> Reg {
        self.action(action, args, true)
    }

    pub fn hidden(&mut self, action: Action, args: &[Operand]) -> Reg {
        self.action(action, args, false)
    }

    fn action(&mut self, action: Action, args: &[Operand], visible: bool) -> Reg {
        let dst = self.reg();
        self.reg();
        self.emit(Inst::Sync {
            action,
            dst,
            args: args.into(),
            visible,
        });
        dst
    }

    pub fn spawn(&mut self, func: FuncId, data: Operand) -> Reg {
        self.sync(Action::Spawn, &[int(func.address()), data])
    }

    pub fn join(&mut self, thread: Reg) {
        self.sync(Action::Join, &[reg(thread)]);
    }

    pub fn load(&mut self, ptr: Operand, offset: u32) -> Reg {
        let dst = self.reg();
        self.emit(Inst::Load {
            dst,
            ptr,
            offset,
            cells: 1,
        });
        dst
    }

    pub fn store(&mut self, ptr: Operand, offset: u32, src: Operand) {
        self.emit(Inst::Store {
            ptr,
            offset,
            src,
            cells: 1,
        });
    }

    pub fn binary(&mut self, op: BinOp, lhs: Reg, rhs: Operand) -> Reg {
        let dst = self.reg();
        let (ty, overflow) = (ScalarType::I64, Overflow::Wrap);
        self.emit(Inst::Binary {
            op,
            ty,
            overflow,
            dst,
            lhs: reg(lhs),
            rhs,
        });
        dst
    }

    /// Loads, adds, stores: a plain increment.
    pub fn increment(&mut self, ptr: Operand) {
        let old = self.load(ptr, 0);
        let new = self.binary(BinOp::Add, old, int(1));
        self.store(ptr, 0, reg(new));
    }

    pub fn atomic_load(&mut self, ptr: Operand) -> Reg {
        self.sync(Action::AtomicLoad(ScalarType::I64), &[ptr, int(4)])
    }

    pub fn atomic_store(&mut self, ptr: Operand, value: Operand) {
        self.sync(Action::AtomicStore(ScalarType::I64), &[ptr, value, int(4)]);
    }

    pub fn jump(&mut self, to: InstId) {
        self.emit(Inst::Jump { to });
    }

    /// Repeats `body` until it yields a register that is not zero.
    pub fn until(&mut self, body: impl FnOnce(&mut Self) -> Reg) {
        let start = self.here();
        let value = body(self);
        let done = self.binary(BinOp::Ne, value, int(0));
        let next = InstId(self.here().0 + 1);
        self.emit(Inst::Branch {
            cond: reg(done),
            then_to: next,
            else_to: start,
        });
    }

    /// Runs `body` if the register is not zero.
    pub fn when(&mut self, value: Reg, body: impl FnOnce(&mut Self)) {
        let cond = self.binary(BinOp::Ne, value, int(0));
        let branch = self.emit(Inst::Unreachable);
        body(self);
        let (then_to, else_to) = (InstId(branch.0 + 1), self.here());
        self.function.code[branch.index()] = Inst::Branch {
            cond: reg(cond),
            then_to,
            else_to,
        };
    }

    /// Prints one digit.
    pub fn print(&mut self, digit: Reg) {
        let slot = self.slot(1);
        let at = self.slot_addr(slot);
        let text = self.binary(BinOp::Add, digit, int('0' as u64));
        self.store(at, 0, reg(text));
        self.sync(Action::Print, &[int(1), at, int(1)]);
    }

    /// Panics with an empty message.
    pub fn panic(&mut self) {
        let (payload, vtable) = (int(0), int(0));
        self.emit(Inst::Panic {
            payload,
            vtable,
            message: int(0),
            len: int(0),
        });
    }
}

/// How a run ended, in a word, and what it printed.
pub fn outcome(machine: &Machine) -> String {
    let end = match machine.end().expect("ended") {
        End::Completed { .. } => "ok".to_string(),
        End::Bug(fault) => format!("{:?}", fault.kind),
        End::Limit(kind) => format!("limit {kind:?}"),
    };
    format!("{end} {}", machine.stdout()).trim_end().to_string()
}

/// All outcomes under all schedules, each distinct, sorted.
pub fn outcomes_with(program: Arc<Program>, options: MachineOptions) -> Vec<String> {
    let mut found = BTreeSet::new();
    let machine = Machine::new(Code::new(program), options);
    explore(machine, 0, &mut |machine| {
        found.insert(outcome(machine));
    });
    found.into_iter().collect()
}

pub fn outcomes(program: Arc<Program>) -> Vec<String> {
    outcomes_with(program, MachineOptions::default())
}

fn explore(machine: Machine, depth: usize, leaf: &mut impl FnMut(&Machine)) {
    assert!(depth < 500, "the search does not end");
    let transitions = machine.transitions();
    assert_eq!(transitions.is_empty(), machine.end().is_some());
    if transitions.is_empty() {
        return leaf(&machine);
    }
    for transition in transitions {
        let mut next = machine.clone();
        next.step(transition);
        explore(next, depth + 1, leaf);
    }
}

/// How many complete executions there are, and distinct states on the way.
pub fn count(program: Arc<Program>) -> (usize, usize) {
    let mut executions = 0;
    let mut states = BTreeSet::new();
    fn go(machine: Machine, executions: &mut usize, states: &mut BTreeSet<u128>) {
        states.insert(machine.fingerprint());
        let transitions = machine.transitions();
        *executions += transitions.is_empty() as usize;
        for transition in transitions {
            let mut next = machine.clone();
            next.step(transition);
            go(next, executions, states);
        }
    }
    let machine = Machine::new(Code::new(program), MachineOptions::default());
    go(machine, &mut executions, &mut states);
    (executions, states.len())
}
