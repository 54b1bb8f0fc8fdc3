//! Calls, spawns and panics: values flow from caller to callee and back.

use super::Builder;
use crate::call_graph::InstanceId;
use crate::points_to::solver::{Complex, NodeId};
use crate::points_to::{Atom, AtomId};
use vscheck_ir::{
    Arg, Callee, FuncId, Inst, InstId, LayoutId, Operand, Reg, SignatureId, TraitObjectId, VtableId,
};

/// A call or spawn whose callee flows through a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingCall {
    instance: InstanceId,
    at: InstId,
    kind: PendingKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PendingKind {
    Pointer { signature: Option<SignatureId> },
    Virtual { object: TraitObjectId, slot: u32 },
    Spawn { data: Operand },
}

/// How a callee is named: only one that was found in a set may be given what is meant for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Name,
    Pointer,
}

impl<'a> Builder<'a> {
    pub(super) fn return_from(&mut self, instance: InstanceId, src: Reg) {
        let func = self.facts.call_graph.func(instance);
        let results = self.facts.frames[instance.index()].results;
        for result in 0..self.program.function(func).returns {
            if let Some(src) = self.reg(instance, Reg(src.0 + result)) {
                self.facts.solver.copy(src, NodeId(results.0 + result));
            }
        }
    }

    pub(super) fn panic(&mut self, instance: InstanceId, payload: Operand, vtable: Operand) {
        for (cell, operand) in [payload, vtable].into_iter().enumerate() {
            if let Some(node) = self.operand(instance, operand) {
                let to = NodeId(self.panic_payload.0 + cell as u32);
                self.facts.solver.copy(node, to);
            }
        }
    }

    pub(super) fn catch(&mut self, instance: InstanceId, dst: Reg) {
        for cell in 0..2 {
            let from = NodeId(self.panic_payload.0 + cell);
            if let Some(to) = self.reg(instance, Reg(dst.0 + cell)) {
                self.facts.solver.copy(from, to);
            }
        }
    }

    pub(super) fn call(
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

    pub(super) fn spawn(&mut self, instance: InstanceId, at: InstId, dst: Reg, args: &[Operand]) {
        let number = self.facts.call_graph.spawn_number(instance, at);
        self.add(self.reg(instance, dst), Atom::Thread(number));
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

    /// What a call on a trait object calls, if the vtable is of its type.
    fn method(&self, vtable: VtableId, object: TraitObjectId, slot: u32) -> Option<FuncId> {
        let vtable = self.program.vtables.get(vtable.index())?;
        vtable.method(object, slot)
    }

    /// A callee that a pending call may reach.
    pub(super) fn resolve(&mut self, call: u32, atom: AtomId) {
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
