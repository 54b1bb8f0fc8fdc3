//! Atomic cells and fences, explored under sequential consistency. The orderings matter for
//! happens-before only: release sequences, fences and relaxed accesses as in C++20.

use super::{Arms, Outcome, Results, cell, done, only, result};
use crate::access::Trap;
use crate::address;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::operation::{Arm, Footprint, Object, Operation, ThreadId, Touch};
use crate::options::Strengthened;
use crate::shadow::{Unit, WHOLE};
use crate::spin::Way;
use crate::thread::Pending;
use crate::value;
use crate::views::{AtomicPart, Purpose};
use smallvec::SmallVec;
use vscheck_ir::{Action, AtomicType, RmwOp};

/// What is done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Load,
    Store(AtomicType),
    Rmw(RmwOp, AtomicType),
    Cas { ty: AtomicType, weak: bool },
    Fence,
}

/// Whether it may leave the cell as it is, by what it finds there.
pub(super) fn may_change_nothing(verb: Verb) -> bool {
    match verb {
        Verb::Load | Verb::Cas { .. } => true,
        Verb::Rmw(op, _) => !matches!(op, RmwOp::Add | RmwOp::Sub),
        Verb::Store(_) | Verb::Fence => false,
    }
}

/// Whether it changes the cell, as things stand.
pub(super) fn would_change(machine: &Machine, verb: Verb, pending: &Pending) -> bool {
    let (old, args) = (look(machine, pending), &pending.args);
    match verb {
        Verb::Load | Verb::Fence => false,
        Verb::Store(ty) => old != value::normalize(ty, args[1]),
        Verb::Rmw(op, ty) => old != combine(op, ty, old, args[1]),
        Verb::Cas { ty, .. } => {
            would_succeed(machine, pending) && old != value::normalize(ty, args[2])
        }
    }
}

pub(super) fn footprint(machine: &Machine, verb: Verb, pending: &Pending) -> Footprint {
    if let Some(only_adds) = machine.exchanges(pending) {
        let touch = match only_adds {
            true => Touch::Accumulate,
            false => Touch::Exclusive,
        };
        return cell(pending.args[0], touch);
    }
    let touch = match verb {
        Verb::Fence => return Footprint::new(),
        Verb::Load => Touch::Shared,
        Verb::Cas { .. } if !would_succeed(machine, pending) => Touch::Shared,
        Verb::Rmw(op, _) if is_mere_update(machine, pending) => update(op),
        Verb::Store(_) | Verb::Rmw(..) | Verb::Cas { .. } => Touch::Exclusive,
    };
    match &pending.viewed {
        None => cell(pending.args[0], touch),
        Some(viewed) => {
            let cells = viewed.cells.iter();
            cells.map(|part| (Object::Cell(part.cell), touch)).collect()
        }
    }
}

/// The value, for looking only.
fn look(machine: &Machine, pending: &Pending) -> u64 {
    let by = pending.operation.thread;
    match &pending.viewed {
        None => match machine.stands_otherwise(pending) {
            None => machine.look(pending.args[0]),
            Some(pointer) => machine.value_through(by, pointer).unwrap_or(0),
        },
        Some(viewed) => machine.viewed_value(by, viewed).unwrap_or(0),
    }
}

/// Whether it is an update of one whole cell that commutes with its like, of which nobody looks at the result.
fn is_mere_update(machine: &Machine, pending: &Pending) -> bool {
    let site = pending.operation.site;
    machine.options.updates_commute && pending.viewed.is_none() && machine.code.is_mere_update(site)
}

/// Whether it is such an update, and orders no plain access after what others' updates came after: they may as well
/// come after it.
fn is_unordered_update(machine: &Machine, pending: &Pending) -> bool {
    machine.checks_races() && is_mere_update(machine, pending)
}

/// How an update touches its cell, where nobody looks at the result.
pub(super) fn update(op: RmwOp) -> Touch {
    match op {
        RmwOp::Add | RmwOp::Sub => Touch::Accumulate,
        RmwOp::And | RmwOp::Or | RmwOp::Xor | RmwOp::Max | RmwOp::Min => Touch::Update(op),
        RmwOp::Swap | RmwOp::Nand => Touch::Exclusive,
    }
}

/// Whether it adds to what is there, so that the order of several does not matter.
pub(super) fn adds(op: RmwOp) -> bool {
    matches!(op, RmwOp::Add | RmwOp::Sub)
}

pub(super) fn arms(machine: &Machine, verb: Verb, pending: &Pending) -> Arms {
    let mut arms = only();
    if let Verb::Cas { weak: true, .. } = verb
        && machine.spurious_left > 0
        && would_succeed(machine, pending)
    {
        arms.push(Arm::Spurious);
    }
    arms
}

pub(super) fn execute(
    machine: &mut Machine,
    verb: Verb,
    pending: &Pending,
    arm: Arm,
) -> Result<Outcome, Fault> {
    let (thread, args) = (pending.operation.thread, &pending.args);
    if !matches!(verb, Verb::Load | Verb::Fence) {
        let writable = machine.check_writable(args[0]);
        let stands = writable.and_then(|()| make_stand(machine, pending));
        stands.map_err(|trap| fault(machine, thread, trap))?;
    }
    match verb {
        Verb::Load => {
            machine.begin_load(pending);
            let order = order(machine, pending, 1);
            let value = read(machine, pending, Some(order))?;
            result(value)
        }
        Verb::Store(ty) => {
            let order = order(machine, pending, 2);
            write(
                machine,
                pending,
                value::normalize(ty, args[1]),
                order,
                false,
            )?;
            done()
        }
        Verb::Rmw(op, ty) => {
            let learns = !is_unordered_update(machine, pending);
            let order = order(machine, pending, 2);
            let old = read(machine, pending, learns.then_some(order))?;
            let new = combine(op, ty, old, args[1]);
            write(machine, pending, new, order, true)?;
            result(old)
        }
        Verb::Cas { ty, .. } => {
            let succeeds = would_succeed(machine, pending) && arm != Arm::Spurious;
            machine.spend_spurious(thread, arm);
            let order = order(machine, pending, if succeeds { 3 } else { 4 });
            let learns = !machine.is_unordered_exchange(pending);
            let old = read(machine, pending, learns.then_some(order))?;
            if succeeds {
                write(machine, pending, value::normalize(ty, args[2]), order, true)?;
            }
            Ok(Outcome::Done(Results::from_slice(&[old, succeeds as u64])))
        }
        Verb::Fence => {
            let order = order(machine, pending, 0);
            fence(machine, thread, order);
            done()
        }
    }
}

/// Lets the value stand in its cell as the operation wants it.
fn make_stand(machine: &mut Machine, pending: &Pending) -> Result<(), Trap> {
    if let Some(pointer) = machine.stands_otherwise(pending) {
        machine.settle_view(pending.operation.thread, pointer, Purpose::Execution)?;
    }
    Ok(())
}

/// What an ordering does.
#[derive(Clone, Copy)]
struct Order {
    acquires: bool,
    releases: bool,
}

/// The ordering at an index of the arguments; one that is missing is the strongest.
fn order(machine: &Machine, pending: &Pending, index: usize) -> Order {
    let code = pending.args.get(index).copied().unwrap_or(4);
    let is_here = |more: &&Strengthened| more.site == pending.operation.site;
    let more = machine.options.strengthened.iter().find(is_here);
    Order {
        acquires: matches!(code, 2..=4) || more.is_some_and(|more| more.acquires),
        releases: matches!(code, 1 | 3 | 4) || more.is_some_and(|more| more.releases),
    }
}

/// Whether an operation acquires, and whether it releases, if it changes its cell.
pub(super) fn order_of_change(machine: &Machine, verb: Verb, pending: &Pending) -> (bool, bool) {
    let order = match verb {
        Verb::Load | Verb::Fence => return (false, false),
        Verb::Store(_) | Verb::Rmw(..) => order(machine, pending, 2),
        Verb::Cas { .. } => order(machine, pending, 3),
    };
    let acquires = order.acquires && !matches!(verb, Verb::Store(_));
    (acquires, order.releases)
}

pub(super) fn would_succeed(machine: &Machine, pending: &Pending) -> bool {
    let (there, expected) = (look(machine, pending), pending.args[1]);
    there == expected || are_of_one_address(machine, pending, (there, expected))
}

/// Whether two pointers that differ in what they may access have one address, as far as a compare-exchange goes.
fn are_of_one_address(machine: &Machine, pending: &Pending, (a, b): (u64, u64)) -> bool {
    let is_pointer = matches!(
        pending.operation.action,
        Action::AtomicCas {
            ty: AtomicType::Ptr,
            ..
        }
    );
    if !is_pointer || !(address::is_view(a) || address::is_view(b)) {
        return false;
    }
    let own = machine.thread(pending.operation.thread);
    machine.pointer_to_integer(own, a) == machine.pointer_to_integer(own, b)
}

fn combine(op: RmwOp, ty: AtomicType, old: u64, operand: u64) -> u64 {
    let less = if value::is_signed(ty) {
        (operand as i64) < old as i64
    } else {
        operand < old
    };
    let new = match op {
        RmwOp::Swap => operand,
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::And => old & operand,
        RmwOp::Nand => !(old & operand),
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        RmwOp::Max => {
            if less {
                old
            } else {
                operand
            }
        }
        RmwOp::Min => {
            if less {
                operand
            } else {
                old
            }
        }
    };
    value::normalize(ty, new)
}

fn fault(machine: &Machine, thread: ThreadId, trap: Trap) -> Fault {
    machine.trap_fault(machine.thread(thread), trap)
}

/// The cells that an operation is about.
fn cells(pending: &Pending) -> SmallVec<[AtomicPart; 2]> {
    let whole = AtomicPart {
        cell: pending.args[0],
        bytes: WHOLE,
        unit: Unit::CELL,
    };
    match &pending.viewed {
        None => SmallVec::from_elem(whole, 1),
        Some(viewed) => viewed.cells.clone(),
    }
}

/// A read; without an order, one that learns nothing of what came before.
fn read(machine: &mut Machine, pending: &Pending, order: Option<Order>) -> Result<u64, Fault> {
    let by = (pending.operation.thread, pending.operation.site);
    let mut value = 0;
    for part in cells(pending) {
        let checked = machine.record_atomic(by, part, false);
        checked.map_err(|trap| fault(machine, by.0, trap))?;
        match order {
            Some(order) if order.acquires => machine.acquire(by.0, part.cell),
            Some(_) => machine.see_relaxed(by.0, part.cell),
            None => {}
        }
        value = machine.get(by.0, part.cell)?;
    }
    if let Some(pointer) = machine.stands_otherwise(pending) {
        let seen = machine.value_through(by.0, pointer);
        return seen.map_err(|trap| fault(machine, by.0, trap));
    }
    match &pending.viewed {
        None if machine.code.is_unwritten(value) => {
            Err(machine.misuse(by.0, "an atomic access to uninitialized memory"))
        }
        None => Ok(value),
        // Padding of a value that is looked at as a number is not told from a part of it.
        Some(viewed) => {
            let value = machine.viewed_value(by.0, viewed);
            value.map_err(|trap| fault(machine, by.0, trap))
        }
    }
}

/// A write; one that is part of a read-modify-write continues the release sequence.
fn write(
    machine: &mut Machine,
    pending: &Pending,
    value: u64,
    order: Order,
    continues: bool,
) -> Result<(), Fault> {
    let by = (pending.operation.thread, pending.operation.site);
    let mut new = SmallVec::from_elem((pending.args[0], value), 1);
    if let Some(viewed) = &pending.viewed {
        let cells = machine.viewed_as(by.0, viewed, value);
        new = cells.map_err(|trap| fault(machine, by.0, trap))?;
    }
    for part in cells(pending) {
        let checked = machine.record_atomic(by, part, true);
        checked.map_err(|trap| fault(machine, by.0, trap))?;
    }
    for (address, value) in new {
        machine.put(by.0, address, value)?;
        machine.note_handmade(by.0, address, value);
    }
    if machine.thread(by.0).streak.recording {
        let way = way(pending);
        machine.thread_mut(by.0).streak.was_in_this_way(way);
    }
    for AtomicPart {
        cell: address,
        bytes,
        ..
    } in cells(pending)
    {
        // What was released with other bytes of the cell is released still.
        if !continues && bytes == WHOLE && !machine.is_in_section_on(by.0, address) {
            machine.forget_released(address);
        }
        if order.releases {
            machine.release(by.0, address);
        } else {
            machine.release_fenced(by.0, address);
        }
        machine.end_handmade_section(by.0, address);
    }
    Ok(())
}

/// How an action writes to its cell.
fn way(pending: &Pending) -> Way {
    let action = pending.operation.action;
    if matches!(action, Action::AtomicStore(_)) {
        Way::Store
    } else if super::adds(action) && pending.viewed.is_none() {
        Way::Addition
    } else {
        Way::Exchange
    }
}

fn fence(machine: &mut Machine, thread: ThreadId, order: Order) {
    let happens = &mut machine.thread_mut(thread).order;
    if order.acquires {
        let seen = happens.seen_relaxed.clone();
        happens.clock.join(&seen);
    }
    if order.releases {
        happens.at_release_fence = happens.clock.clone();
        happens.clock.tick(thread.0);
    }
}

impl Machine {
    /// How an operation touches a cell where updates commute, if it is one of them
    /// ([`MachineOptions::updates_commute`](crate::MachineOptions::updates_commute)).
    pub fn touch_of_update(&self, operation: &Operation, object: Object) -> Option<Touch> {
        match (operation.action, object) {
            // One on a part of a cell, or on several, is not named after the cell.
            (Action::AtomicRmw(op, _), Object::Cell(cell)) if operation.named == Some(cell) => {
                let is_mere = self.code.is_mere_update(operation.site);
                is_mere.then(|| update(op))
            }
            _ => None,
        }
    }

    /// A relaxed load: what it read from is acquired by a later fence. That it came later is known at once:
    /// clocks of real machines go alike, whatever the orderings say.
    pub(super) fn see_relaxed(&mut self, thread: ThreadId, address: u64) {
        let asked = self.code.does.has_fences || self.code.does.looks_at_clocks;
        if !self.keeps_clocks() || !asked {
            return;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return;
        };
        if let Some(clock) = self.space(None, home).clock(at).cloned() {
            let order = &mut self.thread_mut(thread).order;
            order.seen_relaxed.join(&clock);
            order.clock.catch_up(clock.time());
        }
    }

    /// A relaxed store releases what an earlier fence did, and what time it is.
    fn release_fenced(&mut self, thread: ThreadId, address: u64) {
        if !self.keeps_clocks() {
            return;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return;
        };
        let order = &self.thread(thread).order;
        let mut clock = order.at_release_fence.clone();
        clock.catch_up(order.clock.time());
        self.released_into(thread, address, (home, at)).join(&clock);
    }

    /// A store ends the release sequences that came before it.
    fn forget_released(&mut self, address: u64) {
        if !self.keeps_clocks() {
            return;
        }
        let Ok((home, at)) = self.locate(None, address, 1) else {
            return;
        };
        self.space_mut(None, home).forget_clocks(at);
    }
}
