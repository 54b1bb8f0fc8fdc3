//! Running a thread from one visible operation to the next.

pub(crate) mod call;
mod fast;
mod intrinsic;
mod plain;
mod text;

pub(crate) use intrinsic::mark_clock;
pub(crate) use plain::user_site;

use crate::access::Trap;
use crate::address;
use crate::code::Code;
use crate::fault::{Fault, FaultKind, LimitKind};
use crate::machine::Machine;
use crate::memory::BadAddress;
use crate::sync;
use crate::thread::Thread;
use crate::value;
use std::sync::Arc;
use vscheck_ir::program::ArithmeticFault;
use vscheck_ir::{FuncId, Inst, Operand, ScalarType};

/// Why a thread stopped.
pub(crate) enum Stop {
    /// At a `Sync` instruction.
    Sync,
    /// Before something that must not happen.
    Fault(Box<Fault>),
    /// At the return of its outermost frame; the result is in its first registers.
    Returned,
    Limit(LimitKind),
}

/// What comes after an instruction.
pub(crate) enum Next {
    /// The instruction after it.
    Advance,
    Jump(u32),
    /// The frames have changed.
    Reframe,
    Stop(Stop),
}

/// What an instruction of the slow path may fail with.
pub(crate) enum Failure {
    Trap(Trap),
    Arithmetic(ArithmeticFault),
    Bounds(u64, u64),
    Fault(FaultKind, String),
    /// One that happened before, and was not the end until now.
    Earlier(Arc<Fault>),
    Limit(LimitKind),
}

impl From<Trap> for Failure {
    fn from(trap: Trap) -> Self {
        Failure::Trap(trap)
    }
}
impl From<ArithmeticFault> for Failure {
    fn from(fault: ArithmeticFault) -> Self {
        Failure::Arithmetic(fault)
    }
}

/// Undefined behaviour with this message.
pub(crate) fn undefined(message: &str) -> Failure {
    Failure::Fault(FaultKind::UndefinedBehavior, message.to_string())
}

/// Runs a thread (which is out of the thread table) until it stops.
pub(crate) fn run(machine: &mut Machine, thread: &mut Thread, fuel: &mut Fuel) -> Stop {
    let code = machine.code.clone();
    let before = fuel.used();
    let stop = run_frames(machine, thread, &code, fuel);
    machine.instructions += fuel.used() - before;
    stop
}

/// What a thread may do from one visible operation to the next until it counts as running for ever.
/// Instructions are granted in slices, between which somebody may interrupt.
pub(crate) struct Fuel {
    /// Prints that are not visible until one is: who does nothing but print gets on.
    prints: u32,
    /// Granted so far.
    granted: u64,
    /// Not granted yet.
    rest: u64,
    /// Granted and not used.
    pub(crate) left: u64,
    /// Where it stood when the fuel ran out: coming back here in the same state is a livelock.
    mark: Option<(u32, u32, u128)>,
    rounds: u32,
}

/// Instructions granted at a time: some milliseconds.
const SLICE: u64 = 1 << 20;
/// Longer laps of a loop that waits are not looked ahead.
const LAP: u64 = 1 << 16;
/// Prints that are not visible between two visible operations.
const PRINTS: u32 = 64;
/// How often the state is compared after the fuel has run out.
const ROUNDS: u32 = 1000;
/// Most cells that those comparisons look at together; large states are compared less often.
const COMPARED_CELLS: u64 = 1 << 25;

impl Fuel {
    pub(crate) fn new(limit: u64) -> Fuel {
        let left = limit.min(SLICE);
        Fuel {
            prints: PRINTS,
            granted: left,
            rest: limit - left,
            left,
            mark: None,
            rounds: 0,
        }
    }

    /// For a lap of a loop that waits: no more than so much.
    pub(crate) fn of_lap() -> Fuel {
        Fuel {
            rounds: ROUNDS,
            ..Fuel::new(LAP)
        }
    }

    fn used(&self) -> u64 {
        self.granted - self.left
    }

    /// Takes one of the prints; false if none is left.
    pub(crate) fn takes_print(&mut self) -> bool {
        let left = self.prints > 0;
        self.prints = self.prints.saturating_sub(1);
        left
    }

    /// Grants the next slice; false if the limit is reached.
    fn refill(&mut self) -> bool {
        let slice = self.rest.min(SLICE);
        self.rest -= slice;
        self.granted += slice;
        self.left += slice;
        slice > 0
    }
}

fn run_frames(machine: &mut Machine, thread: &mut Thread, code: &Code, fuel: &mut Fuel) -> Stop {
    loop {
        fast::run(machine, thread, code, fuel);
        if machine.options.is_interrupted() {
            return Stop::Limit(LimitKind::Interrupted);
        }
        if fuel.left == 0 {
            if fuel.refill() {
                continue;
            }
            if let Some(stop) = out_of_fuel(machine, thread, fuel) {
                return stop;
            }
            continue;
        }
        fuel.left -= 1;
        let frame = *thread.frames.last().expect("a running thread");
        let pc = frame.pc;
        let inst = &code.program().function(frame.func).code[pc as usize];
        match slow(machine, thread, code, inst) {
            Next::Advance => thread.frames.last_mut().expect("a running thread").pc = pc + 1,
            Next::Jump(to) => thread.frames.last_mut().expect("a running thread").pc = to,
            Next::Reframe => {}
            Next::Stop(stop) => return stop,
        }
    }
}

/// Decides between a livelock and a limit by looking whether the state comes back.
fn out_of_fuel(machine: &mut Machine, thread: &mut Thread, fuel: &mut Fuel) -> Option<Stop> {
    let frame = *thread.frames.last().expect("a running thread");
    let state = machine.fingerprint_with(thread);
    let here = (frame.func.0, frame.pc, state);
    if fuel.mark == Some(here) {
        let message = "loops forever without changing anything".to_string();
        let fault = machine.fault_of(thread, FaultKind::Livelock, message);
        return Some(Stop::Fault(Box::new(fault)));
    }
    // Brent's cycle search: the mark moves on at powers of two.
    if fuel.mark.is_none() || fuel.rounds.is_power_of_two() {
        fuel.mark = Some(here);
    }
    fuel.rounds += 1;
    let affordable = COMPARED_CELLS / machine.memory_cells().max(1);
    if u64::from(fuel.rounds) > affordable.min(ROUNDS.into()) {
        return Some(Stop::Limit(LimitKind::StepsWithoutOperation));
    }
    fuel.left = 1;
    fuel.granted += 1;
    None
}

/// Runs one instruction from the IR.
fn slow(machine: &mut Machine, thread: &mut Thread, code: &Code, inst: &Inst) -> Next {
    match slow_result(machine, thread, code, inst) {
        Ok(next) => next,
        Err(failure) => fail(machine, thread, code, failure),
    }
}

fn slow_result(
    machine: &mut Machine,
    thread: &mut Thread,
    code: &Code,
    inst: &Inst,
) -> Result<Next, Failure> {
    match inst {
        Inst::Sync {
            action,
            dst,
            args,
            visible: false,
        } if sync::count_at_once(machine, thread, *action, (dst.0, args)) => Ok(Next::Advance),
        Inst::Sync { .. } => Ok(Next::Stop(Stop::Sync)),
        Inst::Jump { to } => Ok(Next::Jump(to.0)),
        Inst::Branch {
            cond,
            then_to,
            else_to,
        } => plain::branch(operand(thread, *cond), thread.uninit, then_to.0, else_to.0),
        Inst::Switch {
            value,
            cases,
            default,
        } => plain::switch(operand(thread, *value), thread.uninit, cases, default.0),
        Inst::Call { callee, args, dst } => call::call(machine, thread, code, callee, args, dst.0),
        Inst::Return { src } => call::leave(machine, thread, code, src.0),
        Inst::Panic {
            payload,
            vtable,
            message,
            len,
        } => call::panic(machine, thread, code, [*payload, *vtable, *message, *len]),
        Inst::Resume => call::resume(thread, code),
        Inst::Catch { dst } => call::catch(thread, dst.0).map(|()| Next::Advance),
        Inst::Abort => Err(call::abort(thread)),
        Inst::Unreachable => Err(undefined("entered unreachable code")),
        on_memory @ (Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Alloc { .. }
        | Inst::Free { .. }
        | Inst::StaticAddr { .. }
        | Inst::SlotReset { .. }
        | Inst::Intrinsic { .. }) => memory(machine, thread, on_memory).map(|()| Next::Advance),
        Inst::Binary {
            op,
            ty: ScalarType::Ptr,
            dst,
            lhs,
            rhs,
            ..
        } => {
            let (left, right) = (operand(thread, *lhs), operand(thread, *rhs));
            if address::is_view(left) || address::is_view(right) {
                let result = plain::compare_views(machine, thread, *op, dst.0, (left, right));
                return result.map(|()| Next::Advance);
            }
            registers(thread, inst).map(|()| Next::Advance)
        }
        on_registers => registers(thread, on_registers).map(|()| Next::Advance),
    }
}

/// Instructions that need the machine's memory.
fn memory(machine: &mut Machine, thread: &mut Thread, inst: &Inst) -> Result<(), Failure> {
    match *inst {
        Inst::Load {
            dst,
            ptr,
            offset,
            cells,
        } => plain::load(machine, thread, dst.0, ptr, offset, cells),
        Inst::Store {
            ptr,
            offset,
            src,
            cells,
        } => plain::store(machine, thread, ptr, offset, src, cells),
        Inst::CopyMemory {
            dst,
            src,
            count,
            stride,
        } => plain::copy_memory(machine, thread, dst, src, count, stride),
        Inst::Alloc { dst, layout, count } => plain::alloc(machine, thread, dst.0, layout, count),
        Inst::Free { ptr } => plain::free(machine, thread, ptr),
        Inst::SlotReset { slot } => call::reset_slot(machine, thread, slot.0),
        Inst::StaticAddr { dst, global } => plain::static_address(machine, thread, dst.0, global),
        Inst::Intrinsic { op, dst, ref args } => intrinsic::run(machine, thread, op, dst.0, args),
        ref other => registers(thread, other),
    }
}

/// Instructions that need the thread's own registers and slots only.
fn registers(thread: &mut Thread, inst: &Inst) -> Result<(), Failure> {
    match *inst {
        Inst::Copy { dst, src, cells } => plain::copy(thread, dst.0, src, cells),
        Inst::Zero { dst, cells } => plain::zero(thread, dst.0, cells),
        Inst::Unary { op, ty, dst, src } => plain::unary(thread, op, ty, dst.0, src)?,
        Inst::Binary {
            op,
            ty,
            overflow,
            dst,
            lhs,
            rhs,
        } => {
            plain::binary(thread, (op, ty, overflow), dst.0, lhs, rhs)?;
        }
        Inst::Cast { from, to, dst, src } => plain::cast(thread, from, to, dst.0, src)?,
        Inst::SlotAddr { dst, slot } => {
            let address = call::slot_address(thread, slot.0);
            set(thread, dst.0, address);
        }
        Inst::FuncAddr { dst, func } => set(thread, dst.0, func.address()),
        Inst::VtableAddr { dst, vtable } => set(thread, dst.0, value::of_vtable(vtable)),
        Inst::Offset {
            dst,
            base,
            index,
            stride,
            offset,
        } => {
            plain::offset(thread, dst.0, base, index, stride, offset);
        }
        Inst::CheckBounds { index, len } => {
            let (index, len) = (operand(thread, index), operand(thread, len));
            if index >= len {
                return Err(Failure::Bounds(index, len));
            }
        }
        Inst::Load { .. }
        | Inst::SlotReset { .. }
        | Inst::Store { .. }
        | Inst::CopyMemory { .. }
        | Inst::Alloc { .. }
        | Inst::Free { .. }
        | Inst::StaticAddr { .. }
        | Inst::Intrinsic { .. }
        | Inst::Sync { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Call { .. }
        | Inst::Return { .. }
        | Inst::Panic { .. }
        | Inst::Resume
        | Inst::Catch { .. }
        | Inst::Abort
        | Inst::Unreachable => unreachable!("taken by the callers"),
    }
    Ok(())
}

/// What a failing instruction turns into: a call that panics, or a stop.
fn fail(machine: &mut Machine, thread: &mut Thread, code: &Code, failure: Failure) -> Next {
    let lang = code.program().lang;
    match failure {
        Failure::Arithmetic(fault) => call::call_lang(
            machine,
            thread,
            code,
            lang.panic_arithmetic,
            &[fault as u64],
        ),
        Failure::Bounds(index, len) => {
            call::call_lang(machine, thread, code, lang.panic_bounds, &[index, len])
        }
        Failure::Trap(trap) if is_refused(machine, thread, trap) => {
            let site = plain::user_site(machine, thread);
            Next::Stop(Stop::Limit(LimitKind::BytesOfValues(site)))
        }
        Failure::Trap(trap) => Next::Stop(Stop::Fault(Box::new(machine.trap_fault(thread, trap)))),
        Failure::Fault(kind, message) => Next::Stop(Stop::Fault(Box::new(
            machine.fault_of(thread, kind, message),
        ))),
        Failure::Earlier(fault) => Next::Stop(Stop::Fault(Box::new(Fault::clone(&fault)))),
        Failure::Limit(kind) => Next::Stop(Stop::Limit(kind)),
    }
}

/// Whether an access looks at bytes that are not modelled.
fn is_refused(machine: &Machine, thread: &Thread, trap: Trap) -> bool {
    match trap {
        Trap::Refused => true,
        Trap::Bad(
            address,
            BadAddress::OutOfBounds { .. } | BadAddress::OutOfBytes { .. } | BadAddress::Unknown,
        ) => machine.looks_at_bytes(thread, address),
        Trap::Bad(..) | Trap::Race(..) | Trap::Unborn(..) => false,
    }
}

/// The value of an operand in the innermost frame.
#[inline]
pub(crate) fn operand(thread: &Thread, operand: Operand) -> u64 {
    match operand {
        Operand::Const(value) => value,
        Operand::Reg(reg) => thread.regs[base(thread) + reg.index()],
    }
}

/// Sets a register of the innermost frame.
#[inline]
pub(crate) fn set(thread: &mut Thread, dst: u32, value: u64) {
    let index = base(thread) + dst as usize;
    thread.regs[index] = value;
}

/// The innermost frame's first register.
#[inline]
pub(crate) fn base(thread: &Thread) -> usize {
    thread.frames.last().map_or(0, |frame| frame.base as usize)
}

/// The function of a `Func` scalar.
pub(crate) fn function_of(code: &Code, value: u64) -> Result<FuncId, Failure> {
    let func = code.program().function_at(value);
    func.ok_or_else(|| undefined("call through an invalid function pointer"))
}
