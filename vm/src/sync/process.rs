//! What the outside sees: output, the end, faults; and choices.

use super::{Arms, Outcome, changes, done, only, result};
use crate::access::Trap;
use crate::address;
use crate::fault::{End, Fault, FaultKind, LimitKind};
use crate::machine::Machine;
use crate::operation::{Arm, Footprint, Object, ThreadId};
use crate::thread::{Pending, Thread};

/// The stream number of standard output.
const STDOUT: u64 = 1;

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Exit,
    ExitProcess,
    Print,
    Choose,
    Fault,
}

pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    let thread = pending.operation.thread;
    match verb {
        Verb::Choose => Footprint::new(),
        Verb::Print if !machine.options.observes_output => Footprint::new(),
        Verb::Exit if thread != ThreadId::MAIN => changes(Object::Thread(thread)),
        _ => changes(Object::Output),
    }
}

pub(super) fn arms(verb: Verb, pending: &Pending) -> Arms {
    match verb {
        Verb::Choose => (0..pending.args[0].clamp(1, u32::MAX as u64) as u32)
            .map(Arm::Value)
            .collect(),
        _ => only(),
    }
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    // Whoever says again and again that he waits still waits.
    if verb != Verb::Print {
        machine.made_progress(thread);
    }
    match verb {
        Verb::Exit if thread != ThreadId::MAIN => Ok(Outcome::Finished),
        // A panic whose hook ends the process has ended it.
        Verb::ExitProcess if let Some(panic) = &machine.thread(thread).hook_of => {
            Ok(Outcome::End(End::Bug(Fault::clone(panic))))
        }
        Verb::Exit | Verb::ExitProcess => {
            let exit_code = pending.args.first().copied().unwrap_or(0) as i32;
            Ok(Outcome::End(End::Completed { exit_code }))
        }
        Verb::Print => print(machine, pending),
        Verb::Choose => match arm {
            Arm::Value(value) => result(value as u64),
            _ => result(0),
        },
        Verb::Fault => match &pending.fault {
            Some(fault) => Ok(Outcome::End(End::Bug((**fault).clone()))),
            None => done(),
        },
    }
}

fn print(machine: &mut Machine, pending: &Pending) -> Result<Outcome, Fault> {
    let thread = pending.operation.thread;
    let (stream, address, len) = (pending.args[0], pending.args[1], pending.args[2] as usize);
    if len == 0 {
        return done();
    }
    let cells = text_cells(machine, thread, address, len);
    let cells = cells.map_err(|trap| machine.trap_fault(machine.thread(thread), trap))?;
    if cells.iter().any(|&cell| machine.code.is_unwritten(cell)) {
        let message = "a text of uninitialized bytes";
        return Err(machine.fault(thread, FaultKind::UndefinedBehavior, message));
    }
    let bytes: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
    let limit = machine.options.max_output;
    if stream == STDOUT {
        if machine.stdout.len() + bytes.len() > limit {
            return Ok(Outcome::End(End::Limit(LimitKind::Output)));
        }
        if machine.options.observes_output {
            machine.stdout_hash.add_bytes(&bytes);
        }
        machine.stdout.push(bytes);
    } else if machine.stderr.len() < limit {
        machine.stderr.push(bytes);
    }
    done()
}

/// The cells of a text, or of bytes of something else.
fn text_cells(
    machine: &mut Machine,
    id: ThreadId,
    address: u64,
    len: usize,
) -> Result<Vec<u64>, Trap> {
    if !address::is_view(address) {
        let (home, at) = machine.locate(None, address, len)?;
        return Ok(machine.space(None, home).cells[at..at + len].to_vec());
    }
    let mut owned = machine.threads[id.index()]
        .take()
        .expect("a running thread");
    let cells = machine.read_cells(Thread::to_write(&mut owned), address, len);
    machine.threads[id.index()] = Some(owned);
    cells
}
