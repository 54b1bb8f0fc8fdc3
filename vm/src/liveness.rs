//! Data flow within one function: which registers are live at the instructions where threads stop
//! or call, and which instructions lie on cycles.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use vscheck_ir::{
    Action, Arg, BinOp, Callee, Function, Inst, InstId, Operand, Program, Reg, ScalarType,
};

/// The registers that are live before an instruction, and across it (its result aside).
type Live = (Box<[Reg]>, Box<[Reg]>);

/// The facts of one function.
pub(crate) struct Liveness {
    /// By instruction where a thread can stand: live before it, and across it.
    at: FxHashMap<u32, Live>,
    cyclic: FixedBitSet,
    all: Box<[Reg]>,
}

impl Liveness {
    pub(crate) fn new(program: &Program, function: &Function) -> Liveness {
        let successors: Vec<Vec<u32>> = (0..function.code.len())
            .map(|index| successors(function, index))
            .collect();
        Liveness {
            at: live_registers(program, function, &successors),
            cyclic: cyclic(&successors),
            all: (0..function.registers.len()).map(Reg::new).collect(),
        }
    }

    pub(crate) fn in_cycle(&self, inst: InstId) -> bool {
        self.cyclic.contains(inst.index())
    }

    pub(crate) fn before(&self, inst: InstId) -> &[Reg] {
        self.at.get(&inst.0).map_or(&self.all, |(before, _)| before)
    }

    pub(crate) fn across(&self, inst: InstId) -> &[Reg] {
        self.at.get(&inst.0).map_or(&self.all, |(_, across)| across)
    }
}

/// Where control can go from an instruction, the landing of a panic included.
fn successors(function: &Function, index: usize) -> Vec<u32> {
    let next = index as u32 + 1;
    let mut to = match &function.code[index] {
        Inst::Jump { to } => vec![to.0],
        Inst::Branch {
            then_to, else_to, ..
        } => vec![then_to.0, else_to.0],
        Inst::Switch { cases, default, .. } => {
            let mut to: Vec<u32> = cases.iter().map(|(_, to)| to.0).collect();
            to.push(default.0);
            to
        }
        Inst::Return { .. }
        | Inst::Panic { .. }
        | Inst::Resume
        | Inst::Abort
        | Inst::Unreachable => {
            vec![]
        }
        Inst::Copy { .. }
        | Inst::Zero { .. }
        | Inst::Unary { .. }
        | Inst::Binary { .. }
        | Inst::Cast { .. }
        | Inst::SlotAddr { .. }
        | Inst::SlotReset { .. }
        | Inst::StaticAddr { .. }
        | Inst::FuncAddr { .. }
        | Inst::VtableAddr { .. }
        | Inst::Offset { .. }
        | Inst::CheckBounds { .. }
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Alloc { .. }
        | Inst::Free { .. }
        | Inst::Call { .. }
        | Inst::Intrinsic { .. }
        | Inst::Sync { .. }
        | Inst::Catch { .. } => vec![next],
    };
    if let Some(landing) = function.landing_at(InstId::new(index)) {
        to.push(landing.target.0);
    }
    to.retain(|&to| (to as usize) < function.code.len());
    to
}

/// Registers from `first` on.
type Range = (u32, u32);

/// The registers that an instruction reads.
pub(crate) fn uses(function: &Function, inst: &Inst) -> Vec<Range> {
    let mut ranges = Vec::new();
    let mut operand = |operand: &Operand, cells: u32| {
        if let Operand::Reg(reg) = operand {
            ranges.push((reg.0, cells));
        }
    };
    match inst {
        Inst::Copy { src, cells, .. } => operand(src, *cells),
        Inst::Unary { ty, src, .. } => operand(src, ty.cells()),
        Inst::Binary {
            op, ty, lhs, rhs, ..
        } => {
            operand(lhs, ty.cells());
            operand(rhs, shift_cells(*op, *ty));
        }
        Inst::Cast { from, src, .. } => operand(src, from.cells()),
        Inst::Offset { base, index, .. } => {
            operand(base, 1);
            operand(index, 1);
        }
        Inst::CheckBounds { index, len } => {
            operand(index, 1);
            operand(len, 1);
        }
        Inst::Load { ptr, .. } | Inst::Free { ptr } => operand(ptr, 1),
        Inst::Store {
            ptr, src, cells, ..
        } => {
            operand(ptr, 1);
            operand(src, *cells);
        }
        Inst::CopyMemory {
            dst, src, count, ..
        } => {
            [dst, src, count].into_iter().for_each(|o| operand(o, 1));
        }
        Inst::Alloc { count, .. } => operand(count, 1),
        Inst::Branch { cond, .. } => operand(cond, 1),
        Inst::Switch { value, .. } => operand(value, 1),
        Inst::Call { callee, args, .. } => {
            match callee {
                Callee::Function(_) => {}
                Callee::Pointer(pointer) => operand(pointer, 1),
                Callee::Virtual { vtable, .. } => operand(vtable, 1),
            }
            args.iter()
                .for_each(|Arg { src, cells }| operand(src, *cells));
        }
        Inst::Return { src } => ranges.push((src.0, function.returns)),
        Inst::Intrinsic { args, .. } => args.iter().for_each(|arg| operand(arg, 1)),
        Inst::Sync { action, args, .. } => {
            let wide = sync_value_cells(*action);
            args.iter().for_each(|arg| operand(arg, wide));
        }
        Inst::Panic {
            payload,
            vtable,
            message,
            len,
        } => {
            [payload, vtable, message, len]
                .into_iter()
                .for_each(|o| operand(o, 1));
        }
        Inst::Zero { .. }
        | Inst::SlotAddr { .. }
        | Inst::SlotReset { .. }
        | Inst::StaticAddr { .. }
        | Inst::FuncAddr { .. }
        | Inst::VtableAddr { .. }
        | Inst::Jump { .. }
        | Inst::Catch { .. }
        | Inst::Resume
        | Inst::Abort
        | Inst::Unreachable => {}
    }
    ranges
}

/// How many registers the right operand takes: shift amounts are always one.
pub(crate) fn shift_cells(op: BinOp, ty: ScalarType) -> u32 {
    if matches!(op, BinOp::Shl | BinOp::Shr) {
        1
    } else {
        ty.cells()
    }
}

/// 128-bit atomics pass two registers a value; for all other arguments one more is harmless.
fn sync_value_cells(action: Action) -> u32 {
    match action {
        Action::AtomicStore(ty) | Action::AtomicRmw(_, ty) | Action::AtomicCas { ty, .. } => {
            ty.cells()
        }
        _ => 1,
    }
}

/// The registers that an instruction overwrites whatever happens.
pub(crate) fn defines(program: &Program, inst: &Inst) -> Range {
    match inst {
        Inst::Copy { dst, cells, .. }
        | Inst::Zero { dst, cells }
        | Inst::Load { dst, cells, .. } => (dst.0, *cells),
        Inst::Unary { ty, dst, .. } => (dst.0, ty.cells()),
        Inst::Binary { op, ty, dst, .. } => {
            let compares = matches!(
                op,
                BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge
            );
            (dst.0, if compares { 1 } else { ty.cells() })
        }
        Inst::Cast { to, dst, .. } => (dst.0, to.cells()),
        Inst::SlotAddr { dst, .. }
        | Inst::StaticAddr { dst, .. }
        | Inst::FuncAddr { dst, .. }
        | Inst::VtableAddr { dst, .. }
        | Inst::Offset { dst, .. }
        | Inst::Alloc { dst, .. } => (dst.0, 1),
        Inst::Call {
            callee: Callee::Function(callee),
            dst,
            ..
        } => (dst.0, program.function(*callee).returns),
        Inst::Sync { action, dst, .. } => (dst.0, sync_results(*action)),
        Inst::Catch { dst } => (dst.0, 2),
        Inst::Call { .. }
        | Inst::Intrinsic { .. }
        | Inst::SlotReset { .. }
        | Inst::CheckBounds { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Free { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Panic { .. }
        | Inst::Resume
        | Inst::Abort
        | Inst::Unreachable => (0, 0),
    }
}

/// How many result registers an action surely has.
pub(crate) fn sync_results(action: Action) -> u32 {
    match action {
        Action::AtomicLoad(ty) | Action::AtomicRmw(_, ty) => ty.cells(),
        Action::AtomicCas { ty, .. } => ty.cells() + 1,
        Action::AtomicStore(_)
        | Action::Fence
        | Action::MutexLock
        | Action::MutexUnlock
        | Action::RwLockRead
        | Action::RwLockWrite
        | Action::RwLockUnlockRead
        | Action::RwLockUnlockWrite
        | Action::CondvarWait
        | Action::Reacquire
        | Action::NotifyOne
        | Action::NotifyAll
        | Action::OnceEnd
        | Action::ChannelAddSender
        | Action::Join
        | Action::Park
        | Action::ParkTimeout
        | Action::Unpark
        | Action::Yield
        | Action::Sleep
        | Action::Exit
        | Action::ExitProcess
        | Action::RefIncrement
        | Action::Print
        | Action::Fault => 0,
        Action::MutexTryLock
        | Action::RwLockTryRead
        | Action::RwLockTryWrite
        | Action::CondvarWaitTimeout
        | Action::BarrierWait
        | Action::OnceBegin
        | Action::OnceGet
        | Action::ChannelSend
        | Action::ChannelTrySend
        | Action::ChannelReceive
        | Action::ChannelTryReceive
        | Action::ChannelReceiveTimeout
        | Action::ChannelDropSender
        | Action::ChannelDropReceiver
        | Action::Spawn
        | Action::IsFinished
        | Action::RefDecrement
        | Action::RefCount
        | Action::RefIncrementIfAlive
        | Action::RefDecrementIfUnique
        | Action::Choose => 1,
    }
}

/// Backward liveness to a fixed point, kept only where threads can stand.
fn live_registers(
    program: &Program,
    function: &Function,
    successors: &[Vec<u32>],
) -> FxHashMap<u32, Live> {
    let count = function.code.len();
    let registers = function.registers.len();
    let mut before = vec![FixedBitSet::with_capacity(registers); count];
    let flow: Vec<(Vec<Range>, Range)> = function
        .code
        .iter()
        .map(|inst| (uses(function, inst), defines(program, inst)))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..count).rev() {
            let mut live = across(&before, &successors[index], flow[index].1, registers);
            for &(first, cells) in &flow[index].0 {
                live.insert_range(clip(first, cells, registers));
            }
            // A landing sees the registers as they were before the instruction.
            if let Some(landing) = function.landing_at(InstId::new(index)) {
                live.union_with(&before[landing.target.index()]);
            }
            if live != before[index] {
                before[index] = live;
                changed = true;
            }
        }
    }
    let list = |set: &FixedBitSet| set.ones().map(Reg::new).collect::<Box<[Reg]>>();
    let stands = |inst: &Inst| can_stand(inst);
    (0..count)
        .filter(|&index| stands(&function.code[index]))
        .map(|index| {
            let mut across = across(&before, &successors[index], flow[index].1, registers);
            if let Some(landing) = function.landing_at(InstId::new(index)) {
                across.union_with(&before[landing.target.index()]);
            }
            (index as u32, (list(&before[index]), list(&across)))
        })
        .collect()
}

/// Whether a thread can stop before it or be in a call from it.
fn can_stand(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Sync { .. } | Inst::Call { .. } | Inst::Panic { .. } | Inst::Return { .. }
    )
}

fn clip(first: u32, cells: u32, registers: usize) -> std::ops::Range<usize> {
    (first as usize).min(registers)..((first + cells) as usize).min(registers)
}

fn across(
    before: &[FixedBitSet],
    successors: &[u32],
    defined: Range,
    registers: usize,
) -> FixedBitSet {
    let mut live = FixedBitSet::with_capacity(registers);
    for &next in successors {
        live.union_with(&before[next as usize]);
    }
    live.remove_range(clip(defined.0, defined.1, registers));
    live
}

/// Instructions on cycles: those in a strongly connected component with an edge inside. Found by
/// Tarjan's algorithm with an explicit stack.
fn cyclic(successors: &[Vec<u32>]) -> FixedBitSet {
    let count = successors.len();
    let mut result = FixedBitSet::with_capacity(count);
    let mut order = vec![u32::MAX; count];
    let mut low = vec![u32::MAX; count];
    let mut open = FixedBitSet::with_capacity(count);
    let (mut stack, mut calls, mut next) = (Vec::new(), Vec::new(), 0u32);
    for root in 0..count {
        if order[root] != u32::MAX {
            continue;
        }
        calls.push((root, 0usize));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            if *edge == 0 && order[node] == u32::MAX {
                order[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                open.insert(node);
            }
            if let Some(&to) = successors[node].get(*edge) {
                *edge += 1;
                let to = to as usize;
                if order[to] == u32::MAX {
                    calls.push((to, 0));
                } else if open.contains(to) {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                close_component(node, successors, &mut stack, &mut open, &mut result);
            }
        }
    }
    result
}

fn close_component(
    root: usize,
    successors: &[Vec<u32>],
    stack: &mut Vec<usize>,
    open: &mut FixedBitSet,
    result: &mut FixedBitSet,
) {
    let start = stack
        .iter()
        .rposition(|&n| n == root)
        .expect("on the stack");
    let component = stack.split_off(start);
    let is_cycle = component.len() > 1 || successors[root].contains(&(root as u32));
    for node in component {
        open.set(node, false);
        if is_cycle {
            result.insert(node);
        }
    }
}
