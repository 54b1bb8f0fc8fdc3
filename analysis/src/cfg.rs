//! Control flow inside one function: where an instruction goes on, normally and when it panics.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use vscheck_ir::flow;
use vscheck_ir::graph::{self, Components};
use vscheck_ir::{BinOp, FuncId, Function, Inst, InstId, Overflow, Program, Site};

/// Calls `visit` with each instruction that `at` may go on to without a panic.
pub fn successors(function: &Function, at: InstId, mut visit: impl FnMut(InstId)) {
    for to in flow::next(function, at.index()) {
        visit(InstId(to));
    }
}

/// Whether the instruction may start (or go on) unwinding.
pub fn may_unwind(inst: &Inst) -> bool {
    match inst {
        Inst::Call { .. } | Inst::CheckBounds { .. } | Inst::Panic { .. } | Inst::Resume => true,
        Inst::Binary { op, overflow, .. } => {
            matches!(op, BinOp::Div | BinOp::Rem) || *overflow == Overflow::Panic
        }
        Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Unary { .. }
        | Inst::Cast { .. }
        | Inst::SlotAddr { .. }
        | Inst::SlotReset { .. }
        | Inst::StaticAddr { .. }
        | Inst::FuncAddr { .. }
        | Inst::VtableAddr { .. }
        | Inst::Offset { .. }
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Alloc { .. }
        | Inst::Free { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Intrinsic { .. }
        | Inst::Sync { .. }
        | Inst::Catch { .. }
        | Inst::Abort
        | Inst::Unreachable => false,
    }
}

/// Where unwinding from an instruction goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// Nowhere: it does not unwind.
    Never,
    /// To a landing in the same function.
    To(InstId),
    /// Out of the function.
    Out,
}

/// Where a panic in (or through) `at` goes on.
pub fn unwind(function: &Function, at: InstId) -> Unwind {
    let inst = &function.code[at.index()];
    if !may_unwind(inst) {
        return Unwind::Never;
    }
    match function.landing_at(at) {
        Some(landing) if *inst != Inst::Resume => Unwind::To(landing.target),
        Some(_) | None => Unwind::Out,
    }
}

/// Calls `visit` with every instruction `at` may go on to in this function, panics included.
pub fn all_successors(function: &Function, at: InstId, mut visit: impl FnMut(InstId)) {
    successors(function, at, &mut visit);
    if let Unwind::To(target) = unwind(function, at) {
        visit(target);
    }
}

/// The control flow of each function, worked out when first asked for.
pub struct Flows<'a> {
    program: &'a Program,
    functions: Vec<OnceCell<Box<Flow>>>,
}

/// The control flow of a function.
struct Flow {
    components: Components,
    repeated: FixedBitSet,
}

impl<'a> Flows<'a> {
    /// Of a program's functions.
    pub fn new(program: &'a Program) -> Flows<'a> {
        let functions = program.functions.iter().map(|_| OnceCell::new());
        Flows {
            program,
            functions: functions.collect(),
        }
    }

    /// The strongly connected components of a function's control flow, those behind first.
    pub fn components(&self, func: FuncId) -> &Components {
        &self.flow(func).components
    }

    /// Whether an instruction may run more than once in one activation of its function.
    pub fn repeats(&self, site: Site) -> bool {
        let repeated = &self.flow(site.func).repeated;
        repeated.contains(site.inst.index())
    }

    fn flow(&self, func: FuncId) -> &Flow {
        self.functions[func.index()].get_or_init(|| {
            let function = self.program.function(func);
            let components = graph::components(function.code.len(), |node, out| {
                all_successors(function, InstId(node), |to| out.push(to.0));
            });
            Box::new(Flow {
                repeated: components.on_cycle(),
                components,
            })
        })
    }
}
