//! Calls, returns, and unwinding.

use super::{Failure, Next, Stop, base, function_of, operand, set, undefined};
use crate::address;
use crate::code::{Code, FunctionCode};
use crate::fault::FaultKind;
use crate::fault::LimitKind;
use crate::machine::Machine;
use crate::memory::Touched;
use crate::operation::ThreadId;
use crate::options::ChildPanic;
use crate::thread::{Frame, SlotEntry, Thread, Unwinding};
use crate::value;
use std::sync::Arc;
use vscheck_ir::flow::reached_from;
use vscheck_ir::{
    Arg, Callee, FuncId, Function, Inst, InstId, Landing, LandingKind, Operand, SignatureId,
    TraitObjectId,
};

/// Adds a frame with zeroed registers and uninitialized slots.
#[inline]
pub(crate) fn enter(function: &FunctionCode, func: FuncId, thread: &mut Thread, dst: u32) {
    let base = thread.regs.len();
    let cells = thread.stack.cells.len();
    let frame = Frame {
        func,
        pc: 0,
        base: base as u32,
        slots: thread.slots.len() as u32,
        cells: cells as u32,
        dst,
    };
    thread.regs.resize(base + function.registers as usize, 0);
    if !function.slots.is_empty() {
        thread
            .stack
            .cells
            .resize(cells + function.slot_cells as usize, function.uninit);
        let first = frame.slots as usize;
        let end = first + function.slots.len();
        if thread.marks.len() < end {
            thread.marks.resize(end, 0);
        }
        let marks = &mut thread.marks[first..end];
        let slots = function.slots.iter().zip(marks);
        let entries = slots.map(|(plan, mark)| {
            *mark = address::next_mark(*mark);
            SlotEntry {
                base: cells as u32 + plan.base,
                len: plan.len,
                layout: plan.layout,
                fixed: plan.fixed,
                own: plan.own,
                touched: Touched::Never,
                mark: *mark,
            }
        });
        thread.slots.extend(entries);
    }
    thread.frames.push(frame);
}

/// Removes the innermost frame with its registers and slots.
#[inline]
fn pop(thread: &mut Thread) -> Frame {
    let frame = thread.frames.pop().expect("a running thread");
    thread.regs.truncate(frame.base as usize);
    if thread.slots.len() > frame.slots as usize {
        thread.note_ends(frame);
        thread.slots.truncate(frame.slots as usize);
        thread.stack.truncate(frame.cells as usize);
    }
    frame
}

/// Calls a function.
pub(super) fn call(
    machine: &mut Machine,
    thread: &mut Thread,
    code: &Code,
    callee: &Callee,
    args: &[Arg],
    dst: u32,
) -> Result<Next, Failure> {
    let func = match callee {
        Callee::Function(func) => *func,
        Callee::Pointer { pointer, signature } => {
            let func = function_of(code, operand(thread, *pointer))?;
            if !code
                .program()
                .function(func)
                .may_be_called(*signature, args)
            {
                let args = converted(machine, thread, code, func, (*signature, args))?;
                check_stack(machine, thread)?;
                enter(code.function(func), func, thread, dst | CONVERTED);
                let first = base(thread);
                thread.regs[first..first + args.len()].copy_from_slice(&args);
                see_parameters(machine, thread, code, func);
                return Ok(Next::Reframe);
            }
            func
        }
        Callee::Virtual {
            vtable,
            object,
            slot,
        } => method(code, operand(thread, *vtable), (*object, *slot))?,
    };
    check_stack(machine, thread)?;
    let function = code.function(func);
    let caller = base(thread);
    enter(function, func, thread, dst);
    let mut at = base(thread);
    for arg in args {
        match arg.src {
            Operand::Const(value) => thread.regs[at] = value,
            Operand::Reg(reg) => {
                let from = caller + reg.index();
                thread.regs.copy_within(from..from + arg.cells as usize, at);
            }
        }
        at += arg.cells as usize;
    }
    if let Callee::Pointer { .. } = callee {
        see_parameters(machine, thread, code, func);
    }
    Ok(Next::Reframe)
}

/// Set in a frame's `dst` where the result takes other registers than the caller expects.
const CONVERTED: u32 = 1 << 31;

/// The arguments of a call by a signature that is not the function's, but passes the same: values that are passed
/// alike may have other cells.
fn converted(
    machine: &Machine,
    thread: &Thread,
    code: &Code,
    func: FuncId,
    (meant, args): (Option<SignatureId>, &[Arg]),
) -> Result<Vec<u64>, Failure> {
    let program = code.program();
    let function = program.function(func);
    let (Some(own), Some(meant)) = (function.signature, meant) else {
        return Err(undefined(
            "call of a function with other parameters than its pointer's type has",
        ));
    };
    let [own, meant] = [own, meant].map(|id| &program.signatures[id.index()]);
    if own.text != meant.text {
        return Err(undefined(&format!(
            "call of `{}` by a pointer of another type: it is `{}`, the pointer `{}`",
            function.name, own.text, meant.text
        )));
    }
    let limit = || {
        let site = super::user_site(machine, thread);
        Failure::Limit(LimitKind::OtherCells(site))
    };
    let mut given = Vec::new();
    for arg in args {
        match arg.src {
            Operand::Const(value) => given.push(value),
            Operand::Reg(reg) => {
                let from = base(thread) + reg.index();
                given.extend_from_slice(&thread.regs[from..from + arg.cells as usize]);
            }
        }
    }
    let (mut rest, mut converted) = (&given[..], Vec::new());
    for (meant, own) in meant.params.iter().zip(&own.params) {
        let (value, others) = rest
            .split_at_checked(meant.cells as usize)
            .ok_or_else(limit)?;
        let value = meant.registers_as(own, value, program.uninit);
        converted.extend(value.ok_or_else(limit)?);
        rest = others;
    }
    let result = vec![0; own.returns.cells as usize];
    let result = own
        .returns
        .registers_as(&meant.returns, &result, program.uninit);
    let fits = result.is_some() && rest.is_empty() && converted.len() == function.params as usize;
    fits.then_some(converted).ok_or_else(limit)
}

/// Puts the result of a function where its caller, who called it by another signature, expects it.
fn return_converted(thread: &mut Thread, code: &Code, from: std::ops::Range<usize>) {
    let program = code.program();
    let [.., caller, frame] = &thread.frames[..] else {
        return;
    };
    let site = &program.function(caller.func).code[caller.pc as usize];
    let Inst::Call {
        callee: Callee::Pointer {
            signature: Some(meant),
            ..
        },
        ..
    } = site
    else {
        return;
    };
    let Some(own) = program.function(frame.func).signature else {
        return;
    };
    let [own, meant] = [own, *meant].map(|id| &program.signatures[id.index()].returns);
    let result = own.registers_as(meant, &thread.regs[from], program.uninit);
    let result = result.expect("known when it was called");
    let to = caller.base as usize + (frame.dst & !CONVERTED) as usize;
    thread.regs[to..to + result.len()].copy_from_slice(&result);
}

/// A pointer to a function may be of another type, with pointers to other types in it.
fn see_parameters(machine: &Machine, thread: &mut Thread, code: &Code, func: FuncId) {
    let function = code.program().function(func);
    let first = base(thread);
    for pointees in [&function.pointees, &function.raw_pointees] {
        for (param, pointee) in pointees.iter().enumerate() {
            if let Some(pointee) = *pointee {
                let pointer = thread.regs[first + param];
                thread.regs[first + param] = machine.meant_as(thread, pointer, pointee);
            }
        }
    }
}

/// What a call takes of a native stack at the least, in bytes: where it returns to, what it saves. So does each
/// variable that has an address, which keeps their number below [`address::MAX_SLOTS`].
const CALL_BYTES: usize = 32;

/// A stack that is too deep is an abort, as natively; too many cells are a limit.
fn check_stack(machine: &Machine, thread: &Thread) -> Result<(), Failure> {
    let calls = thread.frames.len() + thread.slots.len();
    let cells = thread.regs.len() + thread.stack.cells.len();
    if calls * CALL_BYTES + cells >= thread.max_stack {
        return Err(Failure::Fault(
            FaultKind::Abort,
            "stack overflow".to_string(),
        ));
    }
    if cells as u64 > machine.options.max_memory_cells || thread.slots.len() > address::MAX_SLOTS {
        return Err(Failure::Limit(crate::fault::LimitKind::Memory));
    }
    Ok(())
}

fn method(
    code: &Code,
    vtable: u64,
    (object, slot): (TraitObjectId, u32),
) -> Result<FuncId, Failure> {
    let vtable = value::vtable(code.program(), vtable);
    if vtable.is_some_and(|vtable| !vtable.serves(object, slot)) {
        return Err(undefined("call through a vtable of another trait"));
    }
    let method = vtable.and_then(|vtable| vtable.method(object, slot));
    method.ok_or_else(|| undefined("call through an invalid vtable"))
}

/// Calls a library function that panics, from where the thread stands.
pub(super) fn call_lang(
    machine: &mut Machine,
    thread: &mut Thread,
    code: &Code,
    func: FuncId,
    args: &[u64],
) -> Next {
    if let Err(failure) = check_stack(machine, thread) {
        return super::fail(machine, thread, code, failure);
    }
    enter(code.function(func), func, thread, 0);
    let first = base(thread);
    let given = args.len().min(code.function(func).params as usize);
    thread.regs[first..first + given].copy_from_slice(&args[..given]);
    Next::Reframe
}

/// Returns to the caller. The outermost frame stays, its result in the first registers.
pub(super) fn leave(
    machine: &Machine,
    thread: &mut Thread,
    code: &Code,
    src: u32,
) -> Result<Next, Failure> {
    let frame = *thread.frames.last().expect("a running thread");
    let returns = code.function(frame.func).returns as usize;
    let from = frame.base as usize + src as usize;
    if thread.frames.len() == 1 {
        thread.regs.copy_within(from..from + returns, 0);
        return Ok(Next::Stop(Stop::Returned));
    }
    machine.note_end(thread, frame.slots as usize..thread.slots.len())?;
    let caller = thread.frames[thread.frames.len() - 2].base as usize;
    match frame.dst & CONVERTED {
        0 => thread
            .regs
            .copy_within(from..from + returns, caller + frame.dst as usize),
        _ => return_converted(thread, code, from..from + returns),
    }
    pop(thread);
    thread.frames.last_mut().expect("the caller").pc += 1;
    Ok(Next::Reframe)
}

/// The address of a slot of the innermost frame.
pub(super) fn slot_address(thread: &Thread, slot: u32) -> u64 {
    let frame = thread.frames.last().expect("a running thread");
    let position = (frame.slots + slot) as usize;
    address::stack(thread.id.index(), position, thread.slots[position].mark)
}

/// Makes a slot another variable's.
pub(super) fn reset_slot(machine: &Machine, thread: &mut Thread, slot: u32) -> Result<(), Failure> {
    let frame = *thread.frames.last().expect("a running thread");
    let index = (frame.slots + slot) as usize;
    machine.note_end(thread, index..index + 1)?;
    thread.note_end(index, frame);
    let entry = &mut thread.slots[index];
    entry.mark = address::next_mark(entry.mark);
    thread.marks[index] = entry.mark;
    entry.touched = Touched::Never;
    let (at, len) = (entry.base as usize, entry.len as usize);
    thread.stack.cells[at..at + len].fill(machine.code.uninit);
    thread.stack.forget(at, len);
    Ok(())
}

fn landing<'a>(code: &'a Code, frame: &Frame) -> Option<&'a Landing> {
    code.program()
        .function(frame.func)
        .landing_at(InstId(frame.pc))
}

/// What becomes of a panic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Something on the stack makes it harmless.
    Caught,
    /// It would have to leave a function that no panic leaves.
    Kept,
    Uncaught,
}

/// What the innermost frame that ends a panic makes of it. In a cleanup it has to be in there.
fn fate(machine: &Machine, thread: &Thread, code: &Code) -> Fate {
    if code.program().panics_abort {
        return Fate::Uncaught;
    }
    let propagates = machine.options.child_panic == ChildPanic::Propagate;
    let innermost = thread.unwinding.last();
    thread.frames[innermost.map_or(0, |unwinding| unwinding.frame)..]
        .iter()
        .rev()
        .filter_map(|frame| Some((frame, landing(code, frame)?)))
        .find_map(|(frame, landing)| match landing.kind {
            LandingKind::Catch => Some(Fate::Caught),
            LandingKind::ThreadBoundary => {
                (propagates && thread.id != ThreadId::MAIN).then_some(Fate::Caught)
            }
            LandingKind::Cleanup => {
                keeps_panics(code.program().function(frame.func), landing.target)
                    .then_some(Fate::Kept)
            }
        })
        .unwrap_or(Fate::Uncaught)
}

/// Whether a cleanup aborts at its end, and does not go on in the caller.
fn keeps_panics(function: &Function, cleanup: InstId) -> bool {
    let reached = reached_from(function, cleanup);
    let has = |wanted: fn(&Inst) -> bool| reached.ones().any(|at| wanted(&function.code[at]));
    has(|inst| matches!(inst, Inst::Abort)) && !has(|inst| matches!(inst, Inst::Resume))
}

/// What a panic that nothing catches is.
fn not_caught(fate: Fate, text: String) -> Failure {
    match fate {
        Fate::Kept => {
            let message = format!("a panic in a function that cannot unwind: {text}");
            Failure::Fault(FaultKind::Abort, message)
        }
        Fate::Caught | Fate::Uncaught => Failure::Fault(FaultKind::Panic, text),
    }
}

/// Before a panic's hook runs: stops if nothing catches the panic, whatever the hook would do.
pub(super) fn begin_hook(
    machine: &mut Machine,
    thread: &mut Thread,
    [message, len]: [u64; 2],
) -> Result<(), Failure> {
    if thread.hook_of.is_some() {
        let message = "a panic in a panic hook".to_string();
        return Err(Failure::Fault(FaultKind::Abort, message));
    }
    let text = machine.read_text(thread, message, len as usize)?;
    let code = machine.code.clone();
    match fate(machine, thread, &code) {
        Fate::Caught => {
            let panic = machine.fault_of(thread, FaultKind::Panic, text);
            thread.hook_of = Some(Arc::new(panic));
            Ok(())
        }
        fate => Err(not_caught(fate, text)),
    }
}

/// Starts unwinding, or stops before a panic that nothing catches.
pub(super) fn panic(
    machine: &mut Machine,
    thread: &mut Thread,
    code: &Code,
    [payload, vtable, message, len]: [Operand; 4],
) -> Result<Next, Failure> {
    let fate = fate(machine, thread, code);
    if fate != Fate::Caught && !thread.unwinding.is_empty() {
        let message = "a panic while unwinding from another".to_string();
        return Err(Failure::Fault(FaultKind::Abort, message));
    }
    let (at, len) = (operand(thread, message), operand(thread, len) as usize);
    let text = machine.read_text(thread, at, len)?;
    if fate != Fate::Caught {
        return Err(not_caught(fate, text));
    }
    let caught = machine.fault_of(thread, FaultKind::Panic, text);
    machine.note_caught_panic(caught);
    thread.unwinding.push(Unwinding {
        payload: operand(thread, payload),
        vtable: operand(thread, vtable),
        frame: thread.frames.len() - 1,
    });
    Ok(unwind(thread, code))
}

/// Somebody asks for an abort. (A panic that would come to one has ended the execution before.)
pub(super) fn abort(thread: &Thread) -> Failure {
    match &thread.hook_of {
        Some(panic) => Failure::Earlier(panic.clone()),
        None => Failure::Fault(FaultKind::Abort, "the process aborts".to_string()),
    }
}

/// Goes to the innermost landing; frames without one are left.
fn unwind(thread: &mut Thread, code: &Code) -> Next {
    loop {
        let frame = thread.frames.last_mut().expect("a running thread");
        if let Some(landing) = landing(code, frame) {
            frame.pc = landing.target.0;
            let here = thread.frames.len() - 1;
            if let Some(unwinding) = thread.unwinding.last_mut() {
                unwinding.frame = here;
            }
            return Next::Reframe;
        }
        if thread.frames.len() == 1 {
            return Next::Stop(Stop::Returned);
        }
        pop(thread);
    }
}

/// Goes on unwinding in the caller.
pub(super) fn resume(thread: &mut Thread, code: &Code) -> Result<Next, Failure> {
    if thread.unwinding.is_empty() {
        return Err(undefined("resumed unwinding without a panic"));
    }
    if thread.frames.len() == 1 {
        let message = "a panic left the thread's outermost function".to_string();
        return Err(Failure::Fault(FaultKind::Panic, message));
    }
    pop(thread);
    Ok(unwind(thread, code))
}

/// Ends the unwinding.
pub(super) fn catch(thread: &mut Thread, dst: u32) -> Result<(), Failure> {
    let unwinding = thread.unwinding.pop();
    let caught = unwinding.ok_or_else(|| undefined("caught without a panic"))?;
    set(thread, dst, caught.payload);
    set(thread, dst + 1, caught.vtable);
    Ok(())
}
