//! The constraints of each kind of instruction, made for an instance when the call graph first
//! reaches it.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use vscheck_ir::{
    Action, Arg, BinOp, Callee, CellKind, FuncId, Inst, InstId, Intrinsic, LayoutId, Operand,
    Program, Reg, ScalarType, SignatureId, SlotId, StaticId, TraitObjectId, VtableId,
};

use super::object::{AbstractObject, CellMap, ObjectId, Origin};
use super::refer::{Refer, Uses, holds_anything};
use super::set::SparseSet;
use super::shape::Shape;
use super::solver::{Complex, NodeId};
use super::{Atom, AtomId, Frame, PointsTo};
use crate::call_graph::{CallGraph, InstanceId};

/// A call or spawn whose callee flows through a register.
#[derive(Clone, Copy, Debug)]
struct PendingCall {
    instance: InstanceId,
    at: InstId,
    kind: PendingKind,
}

#[derive(Clone, Copy, Debug)]
enum PendingKind {
    Pointer { signature: Option<SignatureId> },
    Virtual { object: TraitObjectId, slot: u32 },
    Spawn { data: Operand },
}

/// How a callee is named: only one that was found in a set may be given what is meant for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Name,
    Pointer,
}

/// Types that a pointer may point to, at most, before it is one with all others that have more: in a
/// program that is too big to tell objects apart, some hundred types meet behind each trait object.
const MOST_TYPES: usize = 100;

/// Builds and solves at once: new callees bring new constraints.
pub struct Builder<'a> {
    program: &'a Program,
    facts: PointsTo,
    pending: Vec<PendingCall>,
    /// Instances whose code has no constraints yet.
    fresh: Vec<InstanceId>,
    /// Payload and vtable of panics.
    panic_payload: NodeId,
    /// What the machine keeps of threads for who joins them.
    packet: NodeId,
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
        let packet = facts.solver.nodes(1);
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
            packet,
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

    fn slot_addr(&mut self, instance: InstanceId, dst: Reg, slot: SlotId) {
        let function = self.program.function(self.facts.call_graph.func(instance));
        let layout = function.slots[slot.index()].layout;
        let object = self.object(Origin::Slot(instance, slot), layout, Some(1));
        self.point(instance, dst, object);
    }

    fn static_addr(&mut self, instance: InstanceId, dst: Reg, global: StaticId) {
        let item = &self.program.statics[global.index()];
        let known = self.facts.object_ids.contains_key(&Origin::Static(global));
        // Nobody can tell the cells of a constant apart by writing to them.
        let count = item.mutable.then_some(u64::from(item.count));
        let object = self.object(Origin::Static(global), item.layout, count);
        if !known {
            self.initial_cells(object, global);
        }
        self.point(instance, dst, object);
    }

    /// Functions and vtables among the cells that a static starts with.
    fn initial_cells(&mut self, object: ObjectId, global: StaticId) {
        let item = &self.program.statics[global.index()];
        let layout = self.program.layout(item.layout);
        for (offset, &cell) in item.cells.iter().enumerate() {
            let atom = match layout.kind_at(offset as u32) {
                CellKind::Scalar(ScalarType::Func) => match self.program.function_at(cell) {
                    Some(func) => Atom::Func(func),
                    None => continue,
                },
                CellKind::Scalar(ScalarType::Vtable) if cell > 0 => {
                    Atom::Vtable(VtableId(cell as u32 - 1))
                }
                CellKind::Scalar(_) | CellKind::Sync(_) | CellKind::Opaque => continue,
            };
            if let Some(name) = self.facts.object(object).cells.name(offset as i64) {
                let cell = self.facts.intern(Atom::Cell(object, name));
                let node = self.facts.content_node(cell);
                self.add(Some(node), atom);
            }
        }
    }

    fn alloc(
        &mut self,
        instance: InstanceId,
        at: InstId,
        dst: Reg,
        (layout, count): (LayoutId, Operand),
    ) {
        let count = match count {
            Operand::Const(count) => Some(count),
            Operand::Reg(_) => None,
        };
        let object = self.object(Origin::Heap(instance, at), layout, count);
        self.point(instance, dst, object);
    }

    fn object(&mut self, origin: Origin, layout: LayoutId, count: Option<u64>) -> ObjectId {
        let coarse = self.facts.coarse;
        let origin = if coarse { Origin::Type(layout) } else { origin };
        if let Some(&known) = self.facts.object_ids.get(&origin) {
            return known;
        }
        let id = ObjectId::new(self.facts.objects.len());
        let cells = match coarse {
            true => CellMap::single(),
            false => CellMap::new(self.program, layout, count),
        };
        self.facts.objects.push(AbstractObject {
            origin,
            layout,
            holds_anything: holds_anything(self.program.layout(layout), &cells),
            cells,
        });
        self.facts.object_ids.insert(origin, id);
        id
    }

    /// `dst` points to the first cell of the object.
    fn point(&mut self, instance: InstanceId, dst: Reg, object: ObjectId) {
        let name = self.facts.object(object).cells.name(0).unwrap_or(0);
        self.add(self.reg(instance, dst), Atom::Cell(object, name));
    }

    fn offset(
        &mut self,
        instance: InstanceId,
        dst: Reg,
        (base, index): (Operand, Operand),
        (stride, offset): (u32, u32),
    ) {
        let Some(dst) = self.reg(instance, dst) else {
            return;
        };
        let constraint = match index {
            Operand::Const(index) => Complex::Shift {
                delta: (index as i64)
                    .wrapping_mul(i64::from(stride))
                    .wrapping_add(i64::from(offset)),
                dst,
            },
            Operand::Reg(_) => Complex::ShiftAny {
                stride,
                offset,
                dst,
            },
        };
        let base = self.operand(instance, base);
        self.constrain(base, constraint);
    }

    fn load(&mut self, instance: InstanceId, dst: Reg, ptr: Operand, (offset, cells): (u32, u32)) {
        let base = self.operand(instance, ptr);
        for cell in 0..cells {
            if let Some(dst) = self.reg(instance, Reg(dst.0 + cell)) {
                let offset = offset + cell;
                self.constrain(base, Complex::Load { offset, dst });
            }
        }
    }

    fn store(
        &mut self,
        instance: InstanceId,
        ptr: Operand,
        src: Operand,
        (offset, cells): (u32, u32),
    ) {
        let Operand::Reg(src) = src else { return };
        let base = self.operand(instance, ptr);
        for cell in 0..cells {
            if let Some(src) = self.reg(instance, Reg(src.0 + cell)) {
                let offset = offset + cell;
                self.constrain(base, Complex::Store { offset, src });
            }
        }
    }

    /// Each cell of an element goes through a node of its own.
    fn copy_memory(
        &mut self,
        instance: InstanceId,
        (dst, src): (Operand, Operand),
        count: Operand,
        stride: u32,
    ) {
        let temporaries = self.facts.solver.nodes(stride as usize);
        let (dst, src) = (self.operand(instance, dst), self.operand(instance, src));
        for offset in 0..stride {
            let via = NodeId(temporaries.0 + offset);
            let (load, store) = match count {
                Operand::Const(1) => (
                    Complex::Load { offset, dst: via },
                    Complex::Store { offset, src: via },
                ),
                Operand::Const(_) | Operand::Reg(_) => (
                    Complex::LoadAny {
                        stride,
                        offset,
                        dst: via,
                    },
                    Complex::StoreAny {
                        stride,
                        offset,
                        src: via,
                    },
                ),
            };
            self.constrain(src, load);
            self.constrain(dst, store);
        }
    }

    fn return_from(&mut self, instance: InstanceId, src: Reg) {
        let func = self.facts.call_graph.func(instance);
        let results = self.facts.frames[instance.index()].results;
        for result in 0..self.program.function(func).returns {
            if let Some(src) = self.reg(instance, Reg(src.0 + result)) {
                self.facts.solver.copy(src, NodeId(results.0 + result));
            }
        }
    }

    fn intrinsic(&mut self, instance: InstanceId, op: Intrinsic, dst: Reg, args: &[Operand]) {
        match op {
            Intrinsic::PointerAddress | Intrinsic::PointerFromAddress | Intrinsic::OwnCell => {
                self.copy_registers(instance, args[0], dst, 1);
            }
            Intrinsic::WithAddress => {
                self.copy_registers(instance, args[0], dst, 1);
                self.copy_registers(instance, args[1], dst, 1);
            }
            Intrinsic::ViewAs => self.view_as(instance, dst, args),
            Intrinsic::VtableUpcast => {
                let vtable = self.operand(instance, args[0]);
                if let Some(dst) = self.reg(instance, dst) {
                    self.constrain(vtable, Complex::Upcast { dst });
                }
            }
            Intrinsic::Packet | Intrinsic::TakePacket => {
                if let Some(dst) = self.reg(instance, dst) {
                    self.facts.solver.copy(self.packet, dst);
                }
            }
            Intrinsic::CurrentThread
            | Intrinsic::ThreadNumber
            | Intrinsic::NotePanic
            | Intrinsic::HasPanicked
            | Intrinsic::BeginHook
            | Intrinsic::EndHook
            | Intrinsic::SetThreadName
            | Intrinsic::GrowStack
            | Intrinsic::MarkClock
            | Intrinsic::SettleClock
            | Intrinsic::Vacate
            | Intrinsic::EndRelease
            | Intrinsic::Unsupported
            | Intrinsic::IsPanicking
            | Intrinsic::Now
            | Intrinsic::TimeKept
            | Intrinsic::PassTime
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

    fn view_as(&mut self, instance: InstanceId, dst: Reg, args: &[Operand]) {
        // What only a vtable says is not known here.
        let Some(&Operand::Const(layout)) = args.get(1) else {
            return self.copy_registers(instance, args[0], dst, 1);
        };
        let pointer = self.operand(instance, args[0]);
        let pointee = LayoutId(layout as u32);
        if let Some(dst) = self.reg(instance, dst) {
            self.constrain(pointer, Complex::View { pointee, dst });
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

    fn panic(&mut self, instance: InstanceId, payload: Operand, vtable: Operand) {
        for (cell, operand) in [payload, vtable].into_iter().enumerate() {
            if let Some(node) = self.operand(instance, operand) {
                let to = NodeId(self.panic_payload.0 + cell as u32);
                self.facts.solver.copy(node, to);
            }
        }
    }

    fn catch(&mut self, instance: InstanceId, dst: Reg) {
        for cell in 0..2 {
            let from = NodeId(self.panic_payload.0 + cell);
            if let Some(to) = self.reg(instance, Reg(dst.0 + cell)) {
                self.facts.solver.copy(from, to);
            }
        }
    }

    fn call(
        &mut self,
        instance: InstanceId,
        at: InstId,
        callee: &Callee,
        (args, dst): (&[Arg], Reg),
    ) {
        let (operand, kind) = match *callee {
            Callee::Function(func) => {
                return self.connect(instance, at, (func, By::Name), (args, dst));
            }
            Callee::Pointer {
                pointer: Operand::Const(func),
                ..
            } => {
                if let Some(func) = self.program.function_at(func) {
                    self.connect(instance, at, (func, By::Name), (args, dst));
                }
                return;
            }
            Callee::Pointer { pointer, signature } => (pointer, PendingKind::Pointer { signature }),
            Callee::Virtual {
                vtable,
                object,
                slot,
            } => (vtable, PendingKind::Virtual { object, slot }),
        };
        if let (Operand::Const(vtable), PendingKind::Virtual { object, slot }) = (operand, kind) {
            let vtable = VtableId((vtable as u32).wrapping_sub(1));
            if let Some(func) = self.method(vtable, object, slot) {
                self.connect(instance, at, (func, By::Name), (args, dst));
            }
            return;
        }
        self.postpone(instance, at, operand, kind);
    }

    fn postpone(&mut self, instance: InstanceId, at: InstId, operand: Operand, kind: PendingKind) {
        let call = self.pending.len() as u32;
        self.pending.push(PendingCall { instance, at, kind });
        let node = self.operand(instance, operand);
        self.constrain(node, Complex::Call { call });
    }

    /// Adds a callee: arguments flow in, results flow out.
    fn connect(
        &mut self,
        instance: InstanceId,
        at: InstId,
        (func, by): (FuncId, By),
        (args, dst): (&[Arg], Reg),
    ) {
        let found = self
            .facts
            .call_graph
            .callee(self.program, instance, at, func);
        let callee = self.enter(found);
        let callees = self
            .facts
            .call_graph
            .calls
            .entry((instance, at))
            .or_default();
        if callees.contains(&callee) {
            return;
        }
        callees.push(callee);
        self.pass(instance, callee, args, by);
        let results = self.facts.frames[callee.index()].results;
        for result in 0..self.program.function(func).returns {
            if let Some(to) = self.reg(instance, Reg(dst.0 + result)) {
                self.facts.solver.copy(NodeId(results.0 + result), to);
            }
        }
    }

    fn pass(&mut self, caller: InstanceId, callee: InstanceId, args: &[Arg], by: By) {
        let program = self.program;
        let (pointees, raw): (&[_], &[_]) = match by {
            By::Name => (&[], &[]),
            By::Pointer => {
                let function = program.function(self.facts.call_graph.func(callee));
                (&function.pointees, &function.raw_pointees)
            }
        };
        let at =
            |list: &[Option<LayoutId>], param: u32| list.get(param as usize).copied().flatten();
        let mut param = 0;
        for arg in args {
            if let Operand::Reg(src) = arg.src {
                for cell in 0..arg.cells {
                    let from = self.reg(caller, Reg(src.0 + cell));
                    let to = self.reg(callee, Reg(param + cell));
                    let (Some(source), Some(dst)) = (from, to) else {
                        continue;
                    };
                    match (at(pointees, param + cell), at(raw, param + cell)) {
                        (Some(pointee), _) => self.constrain(from, Complex::Refer { pointee, dst }),
                        (None, Some(pointee)) => {
                            self.constrain(from, Complex::View { pointee, dst });
                        }
                        (None, None) => self.facts.solver.copy(source, dst),
                    }
                }
            }
            param += arg.cells;
        }
    }

    fn spawn(&mut self, instance: InstanceId, at: InstId, dst: Reg, args: &[Operand]) {
        let number = self.facts.call_graph.spawn_number(instance, at);
        self.add(self.reg(instance, dst), Atom::Thread(number));
        let kept = args
            .get(2)
            .and_then(|&packet| self.operand(instance, packet));
        if let Some(packet) = kept {
            self.facts.solver.copy(packet, self.packet);
        }
        let data = args[1];
        match args[0] {
            Operand::Const(func) => {
                if let Some(func) = self.program.function_at(func) {
                    self.start(instance, at, func, data);
                }
            }
            Operand::Reg(_) => self.postpone(instance, at, args[0], PendingKind::Spawn { data }),
        }
    }

    /// Adds an entry of a spawned thread.
    fn start(&mut self, instance: InstanceId, at: InstId, func: FuncId, data: Operand) {
        let found = self
            .facts
            .call_graph
            .entry(self.program, instance, at, func);
        let entry = self.enter(found);
        let entries = self
            .facts
            .call_graph
            .spawns
            .entry((instance, at))
            .or_default();
        if !entries.contains(&entry) {
            entries.push(entry);
            let argument = Arg {
                src: data,
                cells: 1,
            };
            self.pass(instance, entry, &[argument], By::Name);
        }
    }

    /// New members of the set that a constraint watches.
    fn members(&mut self, constraint: Complex, fresh: &SparseSet) {
        if let Complex::Refer { pointee, dst } = constraint {
            let fitting = fresh.common(self.fitting(pointee));
            return self.facts.solver.add_all(dst, &fitting);
        }
        self.facts.solver.effort += fresh.len();
        if let Complex::Smear { dst } = constraint {
            return self.smear_all(fresh, dst);
        }
        for atom in fresh.iter() {
            self.member(constraint, atom);
        }
    }

    /// A new member of the set that a constraint watches.
    fn member(&mut self, constraint: Complex, atom: u32) {
        let cell = AtomId(atom);
        match constraint {
            Complex::Load { offset, dst } => {
                for from in self.facts.shifted(cell, i64::from(offset)) {
                    let from = self.facts.content_node(from);
                    self.facts.solver.copy(from, dst);
                }
            }
            Complex::Store { offset, src } => {
                for to in self.facts.shifted(cell, i64::from(offset)) {
                    let to = self.facts.content_node(to);
                    self.facts.solver.copy(src, to);
                }
            }
            Complex::LoadAny {
                stride,
                offset,
                dst,
            } => {
                for from in self.facts.spread(self.program, cell, stride, offset) {
                    let from = self.facts.content_node(from);
                    self.facts.solver.copy(from, dst);
                }
            }
            Complex::StoreAny {
                stride,
                offset,
                src,
            } => {
                for to in self.facts.spread(self.program, cell, stride, offset) {
                    let to = self.facts.content_node(to);
                    self.facts.solver.copy(src, to);
                }
            }
            Complex::Shift { delta, dst } => {
                let atoms = self.facts.shifted(cell, delta);
                self.add_all(dst, &atoms);
            }
            Complex::ShiftAny {
                stride,
                offset,
                dst,
            } => {
                let atoms = self.facts.spread(self.program, cell, stride, offset);
                self.add_all(dst, &atoms);
            }
            Complex::View { pointee, dst } => self.view(cell, pointee, dst),
            Complex::Upcast { dst } => self.upcast(cell, dst),
            Complex::Refer { .. } | Complex::Smear { .. } => {
                unreachable!("they are handled set by set")
            }
            Complex::Call { call } => self.resolve(call, cell),
        }
    }

    fn add_all(&mut self, dst: NodeId, atoms: &[AtomId]) {
        for atom in atoms {
            self.facts.solver.add(dst, atom.0);
        }
    }

    /// Arithmetic on an address may give any address inside the object.
    fn smear_all(&mut self, atoms: &SparseSet, dst: NodeId) {
        let mut last = None;
        for atom in atoms.iter() {
            match self.facts.atom(atom) {
                // Cells of one object mostly stand in a row.
                Atom::Cell(object, _) if last == Some(object) => {}
                Atom::Cell(object, _) => {
                    last = Some(object);
                    self.smear(object, dst);
                }
                Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => {
                    self.add_all(dst, &[AtomId(atom)]);
                }
            }
        }
    }

    fn smear(&mut self, object: ObjectId, dst: NodeId) {
        let Builder { facts, whole, .. } = self;
        let cells = whole.entry(object).or_insert_with(|| {
            let cells = facts.all_cells(object).into_iter();
            cells.map(|cell| cell.0).collect()
        });
        facts.solver.add_cells(dst, cells);
    }

    /// A cast is an address in the object, and the same one where a value of the new type stands.
    fn view(&mut self, atom: AtomId, pointee: LayoutId, dst: NodeId) {
        match self.facts.atom(atom.0) {
            Atom::Cell(object, name) if !self.question(object, pointee, false).at(name) => {
                self.smear(object, dst);
            }
            Atom::Cell(..) | Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => {
                self.add_all(dst, &[atom]);
            }
        }
    }

    fn upcast(&mut self, atom: AtomId, dst: NodeId) {
        if let Atom::Vtable(vtable) = self.facts.atom(atom.0) {
            let supertraits = &self.program.vtables[vtable.index()].supertraits;
            for &supertrait in supertraits {
                self.add(Some(dst), Atom::Vtable(supertrait));
            }
        }
    }

    /// The atoms that a reference to a type may be.
    fn fitting(&mut self, pointee: LayoutId) -> &SparseSet {
        let (known, mut set) = self.fitting.remove(&pointee).unwrap_or_default();
        let count = self.facts.atoms.len();
        for atom in known..count {
            if self.refers(AtomId::new(atom), pointee) {
                set.insert(atom as u32);
            }
        }
        let entry = self.fitting.entry(pointee);
        &entry.insert_entry((count, set)).into_mut().1
    }

    fn question(&self, object: ObjectId, pointee: LayoutId, mixed: bool) -> Refer<'_> {
        Refer {
            program: self.program,
            object: self.facts.object(object),
            pointee,
            uses: self.uses[usize::from(mixed)].get_or_init(|| Uses::new(self.program, mixed)),
        }
    }

    /// Whether a reference to a type may be this atom.
    fn refers(&self, atom: AtomId, pointee: LayoutId) -> bool {
        match self.facts.atom(atom.0) {
            Atom::Cell(object, name) => {
                let refer = self.question(object, pointee, self.address_arithmetic);
                if self.facts.coarse {
                    refer.somewhere()
                } else {
                    refer.at(name)
                }
            }
            Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => true,
        }
    }

    /// What a call on a trait object calls, if the vtable is of its type.
    fn method(&self, vtable: VtableId, object: TraitObjectId, slot: u32) -> Option<FuncId> {
        let vtable = self.program.vtables.get(vtable.index())?;
        vtable.method(object, slot)
    }

    /// A callee that a pending call may reach.
    fn resolve(&mut self, call: u32, atom: AtomId) {
        let PendingCall { instance, at, kind } = self.pending[call as usize];
        let func = match (kind, self.facts.atom(atom.0)) {
            (PendingKind::Spawn { .. } | PendingKind::Pointer { .. }, Atom::Func(func)) => func,
            (PendingKind::Virtual { object, slot }, Atom::Vtable(vtable)) => {
                match self.method(vtable, object, slot) {
                    Some(func) => func,
                    None => return,
                }
            }
            _ => return,
        };
        let signature = match kind {
            PendingKind::Spawn { data } => return self.start(instance, at, func, data),
            PendingKind::Pointer { signature } => signature,
            PendingKind::Virtual { .. } => None,
        };
        let program = self.program;
        let caller = program.function(self.facts.call_graph.func(instance));
        if let Inst::Call { args, dst, .. } = &caller.code[at.index()]
            && program.function(func).may_be_called(signature, args)
        {
            self.connect(instance, at, (func, By::Pointer), (args, *dst));
        }
    }
}
