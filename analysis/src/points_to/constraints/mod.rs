//! The constraints of each kind of instruction, made for an instance when the call graph first
//! reaches it: those of single instructions here, of memory, of calls, and of members of sets in the
//! modules.

mod calls;
mod members;
mod memory;

use crate::call_graph::{CallGraph, InstanceId};
use crate::points_to::object::ObjectId;
use crate::points_to::refer::Uses;
use crate::points_to::set::SparseSet;
use crate::points_to::shape::Shape;
use crate::points_to::solver::{Complex, NodeId};
use crate::points_to::{Atom, Frame, PointsTo};
use calls::PendingCall;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use vscheck_ir::{
    Action, BinOp, FuncId, Inst, InstId, Intrinsic, LayoutId, Operand, Program, Reg, ScalarType,
};

/// Types that a pointer may point to, at most, before it is one with all others that have more: in a
/// program that is too big to tell objects apart, dozens of types meet behind each trait object.
const MOST_TYPES: usize = 50;

/// Builds and solves at once: new callees bring new constraints.
pub struct Builder<'a> {
    program: &'a Program,
    facts: PointsTo,
    pending: Vec<PendingCall>,
    /// Instances whose code has no constraints yet.
    fresh: Vec<InstanceId>,
    /// Payload and vtable of panics.
    panic_payload: NodeId,
    /// Whether addresses are anywhere turned into numbers, so that arithmetic must be followed.
    address_arithmetic: bool,
    /// What the cells of each type are for: where numbers and addresses are told apart, and where they are not.
    uses: [OnceCell<Uses>; 2],
    /// Registers that a call may give at most.
    most_results: u32,
    /// The shape of each function, of those that are called.
    shapes: Vec<Option<u32>>,
    /// All cells of an object.
    whole: FxHashMap<ObjectId, SparseSet>,
    /// For a type, the atoms that a reference to it may be, of so many atoms.
    fitting: FxHashMap<LayoutId, (usize, SparseSet)>,
}

fn uses_addresses(inst: &Inst) -> bool {
    if let Inst::Intrinsic { op, args, .. } = inst {
        return match op {
            Intrinsic::PointerAddress | Intrinsic::WithAddress => true,
            // A constant one, null above all, is no address of anything.
            Intrinsic::PointerFromAddress => args.iter().any(|arg| matches!(arg, Operand::Reg(_))),
            _ => false,
        };
    }
    if let Inst::Cast { from, to, .. } = inst {
        return (*from == ScalarType::Ptr) != (*to == ScalarType::Ptr);
    }
    false
}

impl<'a> Builder<'a> {
    pub fn new(program: &'a Program, coarse: bool) -> Self {
        let mut facts = PointsTo::empty(CallGraph::new(program, !coarse), coarse);
        facts.solver.nodes(1);
        let panic_payload = facts.solver.nodes(2);
        if coarse {
            facts.solver.bound_sets(MOST_TYPES);
        }
        let mut code = program.functions.iter().flat_map(|f| &f.code);
        Builder {
            program,
            facts,
            pending: Vec::new(),
            fresh: Vec::new(),
            panic_payload,
            address_arithmetic: code.any(uses_addresses),
            uses: Default::default(),
            most_results: program
                .functions
                .iter()
                .map(|f| f.returns)
                .max()
                .unwrap_or(0),
            shapes: vec![None; program.functions.len()],
            whole: FxHashMap::default(),
            fitting: FxHashMap::default(),
        }
    }

    /// Solves, unless that takes more than `budget` set words.
    pub fn run(mut self, budget: usize) -> Option<PointsTo> {
        self.enter_root(self.program.start);
        let lang = self.program.lang;
        self.enter_root(lang.panic_arithmetic);
        self.enter_root(lang.panic_bounds);
        loop {
            while let Some(instance) = self.fresh.pop() {
                self.instance(instance);
            }
            if self.facts.solver.effort > budget {
                return None;
            }
            let Some((fresh, constraints)) = self.facts.solver.next() else {
                return Some(self.facts);
            };
            for constraint in constraints {
                self.members(constraint, &fresh);
            }
        }
    }

    fn enter_root(&mut self, func: FuncId) {
        if func.index() < self.program.functions.len() {
            let found = self.facts.call_graph.root(self.program, func);
            self.enter(found);
        }
    }

    /// Makes room for a new instance's registers.
    fn enter(&mut self, (instance, new): (InstanceId, bool)) -> InstanceId {
        if new {
            let func = self.facts.call_graph.func(instance);
            let shape = self.shape(func);
            let count = self.facts.shapes[shape as usize].count;
            let registers = self.facts.solver.nodes(count as usize);
            let returns = self.program.function(func).returns;
            let results = self.facts.solver.nodes(returns as usize);
            self.facts.frames.push(Frame {
                shape,
                registers,
                results,
            });
            self.fresh.push(instance);
        }
        instance
    }

    /// The shape of a function, as an index into all.
    fn shape(&mut self, func: FuncId) -> u32 {
        let next = self.facts.shapes.len() as u32;
        let shape = *self.shapes[func.index()].get_or_insert(next);
        if shape == next {
            let function = self.program.function(func);
            let shape = Shape::new(self.program, function, self.facts.coarse, self.most_results);
            self.facts.shapes.push(shape);
        }
        shape
    }

    /// The node of a register that may hold an atom.
    fn reg(&self, instance: InstanceId, reg: Reg) -> Option<NodeId> {
        self.facts.own_node(instance, reg)
    }

    fn operand(&self, instance: InstanceId, operand: Operand) -> Option<NodeId> {
        match operand {
            Operand::Reg(reg) => self.reg(instance, reg),
            Operand::Const(_) => None,
        }
    }

    /// Copies `cells` registers, where either end may hold an atom.
    fn copy_registers(&mut self, instance: InstanceId, src: Operand, dst: Reg, cells: u32) {
        let Operand::Reg(src) = src else { return };
        for cell in 0..cells {
            let from = self.reg(instance, Reg(src.0 + cell));
            let to = self.reg(instance, Reg(dst.0 + cell));
            if let (Some(from), Some(to)) = (from, to) {
                self.facts.solver.copy(from, to);
            }
        }
    }

    fn add(&mut self, node: Option<NodeId>, atom: Atom) {
        let Some(node) = node else { return };
        let atom = self.facts.intern(atom);
        self.facts.solver.add(node, atom.0);
    }

    fn constrain(&mut self, node: Option<NodeId>, constraint: Complex) {
        let Some(node) = node else { return };
        let constraint = match constraint {
            _ if !self.facts.coarse => constraint,
            // All cells of an object have one name.
            Complex::Shift { dst, .. }
            | Complex::ShiftAny { dst, .. }
            | Complex::Smear { dst }
            | Complex::View { dst, .. } => {
                return self.facts.solver.copy(node, dst);
            }
            Complex::Load { dst, .. } | Complex::LoadAny { dst, .. } => {
                Complex::Load { offset: 0, dst }
            }
            Complex::Store { src, .. } | Complex::StoreAny { src, .. } => {
                Complex::Store { offset: 0, src }
            }
            Complex::Upcast { .. } | Complex::Refer { .. } | Complex::Call { .. } => constraint,
        };
        let handled = self.facts.solver.constrain(node, constraint);
        self.members(constraint, &handled);
    }

    /// The constraints of all instructions of an instance.
    fn instance(&mut self, instance: InstanceId) {
        let program = self.program;
        let func = self.facts.call_graph.func(instance);
        for (index, inst) in program.function(func).code.iter().enumerate() {
            self.inst(instance, InstId::new(index), inst);
        }
    }

    fn inst(&mut self, instance: InstanceId, at: InstId, inst: &Inst) {
        match inst {
            Inst::Copy { dst, src, cells } => self.copy_registers(instance, *src, *dst, *cells),
            Inst::Cast { dst, src, .. } => self.copy_registers(instance, *src, *dst, 1),
            Inst::Binary {
                op, dst, lhs, rhs, ..
            } => self.binary(instance, *op, *dst, [*lhs, *rhs]),
            Inst::SlotAddr { dst, slot } => self.slot_addr(instance, *dst, *slot),
            Inst::StaticAddr { dst, global } => self.static_addr(instance, *dst, *global),
            Inst::FuncAddr { dst, func } => self.add(self.reg(instance, *dst), Atom::Func(*func)),
            Inst::VtableAddr { dst, vtable } => {
                self.add(self.reg(instance, *dst), Atom::Vtable(*vtable));
            }
            Inst::Offset {
                dst,
                base,
                index,
                stride,
                offset,
            } => self.offset(instance, *dst, (*base, *index), (*stride, *offset)),
            Inst::Load {
                dst,
                ptr,
                offset,
                cells,
            } => self.load(instance, *dst, *ptr, (*offset, *cells)),
            Inst::Store {
                ptr,
                offset,
                src,
                cells,
            } => self.store(instance, *ptr, *src, (*offset, *cells)),
            Inst::CopyMemory {
                dst,
                src,
                count,
                stride,
            } => self.copy_memory(instance, (*dst, *src), *count, *stride),
            Inst::Alloc { dst, layout, count } => {
                self.alloc(instance, at, *dst, (*layout, *count));
            }
            Inst::Call { callee, args, dst } => self.call(instance, at, callee, (args, *dst)),
            Inst::Return { src } => self.return_from(instance, *src),
            Inst::Intrinsic { op, dst, args } => self.intrinsic(instance, *op, *dst, args),
            Inst::Sync {
                action, dst, args, ..
            } => self.sync(instance, at, *action, (*dst, args)),
            Inst::Panic {
                payload, vtable, ..
            } => self.panic(instance, *payload, *vtable),
            Inst::Catch { dst } => self.catch(instance, *dst),
            Inst::Zero { .. }
            | Inst::Unary { .. }
            | Inst::SlotReset { .. }
            | Inst::CheckBounds { .. }
            | Inst::Free { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Resume
            | Inst::Abort
            | Inst::Unreachable => {}
        }
    }

    fn binary(&mut self, instance: InstanceId, op: BinOp, dst: Reg, operands: [Operand; 2]) {
        let follows = match op {
            BinOp::Add | BinOp::Sub | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => true,
            BinOp::Mul | BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => true,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => false,
        };
        if !self.address_arithmetic || !follows {
            return;
        }
        let Some(dst) = self.reg(instance, dst) else {
            return;
        };
        for operand in operands {
            let node = self.operand(instance, operand);
            self.constrain(node, Complex::Smear { dst });
        }
    }

    fn intrinsic(&mut self, instance: InstanceId, op: Intrinsic, dst: Reg, args: &[Operand]) {
        match op {
            Intrinsic::PointerAddress
            | Intrinsic::PointerFromAddress
            | Intrinsic::OwnCell
            | Intrinsic::ToPrint
            | Intrinsic::HandOver => self.copy_registers(instance, args[0], dst, 1),
            Intrinsic::WithAddress => {
                self.copy_registers(instance, args[0], dst, 1);
                self.copy_registers(instance, args[1], dst, 1);
            }
            Intrinsic::ViewAs => self.view_as(instance, dst, args),
            Intrinsic::VtableUpcast => self.upcast_vtable(instance, dst, args[0]),
            Intrinsic::Packet | Intrinsic::TakePacket => {
                self.copy_registers(instance, args[1], dst, 1);
            }
            Intrinsic::CurrentThread
            | Intrinsic::ThreadNumber
            | Intrinsic::NotePanic
            | Intrinsic::HasPanicked
            | Intrinsic::BeginHook
            | Intrinsic::EndHook
            | Intrinsic::SetThreadName
            | Intrinsic::GrowStack
            | Intrinsic::NoteDraw
            | Intrinsic::MarkClock
            | Intrinsic::SettleClock
            | Intrinsic::Vacate
            | Intrinsic::ZeroPadding
            | Intrinsic::WrittenBits
            | Intrinsic::WrittenMask
            | Intrinsic::PartlyWritten
            | Intrinsic::EndRelease
            | Intrinsic::Unsupported
            | Intrinsic::IsPanicking
            | Intrinsic::Now
            | Intrinsic::TimeKept
            | Intrinsic::PassTime
            | Intrinsic::Patience
            | Intrinsic::SetPatience
            | Intrinsic::VtableSize
            | Intrinsic::VtableAlign
            | Intrinsic::VtableLayout
            | Intrinsic::BareAddress
            | Intrinsic::PointerDifference
            | Intrinsic::SameObject
            | Intrinsic::CheckAllocation
            | Intrinsic::NoteAllocation
            | Intrinsic::CheckPlace
            | Intrinsic::CheckShown
            | Intrinsic::CheckStep
            | Intrinsic::CheckProjection
            | Intrinsic::CheckValue
            | Intrinsic::Undefined
            | Intrinsic::BytesBetween
            | Intrinsic::IsView
            | Intrinsic::IsInitialized
            | Intrinsic::Float(_)
            | Intrinsic::Float2(_)
            | Intrinsic::MulAdd { .. }
            | Intrinsic::FormatFloat
            | Intrinsic::FormatInteger
            | Intrinsic::ParseFloat
            | Intrinsic::Bits(_)
            | Intrinsic::CharProperty
            | Intrinsic::CharToUpper
            | Intrinsic::CharToLower
            | Intrinsic::CallerLocation => {}
        }
    }

    /// Atomics move values; a spawn calls its function on another stack.
    fn sync(
        &mut self,
        instance: InstanceId,
        at: InstId,
        action: Action,
        (dst, args): (Reg, &[Operand]),
    ) {
        let facts = action.facts();
        if facts.loads {
            self.load(instance, dst, args[0], (0, 1));
        }
        if let Some(value) = facts.stores {
            self.store(instance, args[0], args[value], (0, 1));
        }
        if action == Action::Spawn {
            self.spawn(instance, at, dst, args);
        }
    }
}
