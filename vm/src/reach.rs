//! Which threads can touch which memory without being handed another pointer first.

use crate::access::Allocation;
use crate::address;
use crate::digest::Digest;
use crate::machine::Machine;
use crate::memory::{Entry, Space};
use crate::operation::ThreadId;
use crate::thread::Thread;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A set of running threads, by their position among them.
pub(crate) type Threads = u64;

/// All threads, running or not.
const ALL: Threads = !0;

/// Where cells are: the address of an object's first cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Home(u64);

/// The mark of what is no slot.
const OWN: u8 = 1;

impl Home {
    /// All statics.
    pub(crate) const STATICS: Home = Home(0);

    /// A slot of a thread's stack.
    pub(crate) fn slot(thread: ThreadId, position: usize) -> Home {
        Home(address::stack(thread.index(), position, 0))
    }

    /// All that a thread holds itself.
    fn own(thread: ThreadId) -> Home {
        Home(address::stack(thread.index(), 0, OWN))
    }

    /// The thread whose stack it is on.
    fn on_stack_of(self) -> Option<ThreadId> {
        address::is_stack(self.0).then(|| ThreadId(address::thread(self.0) as u16))
    }

    /// A heap object, by the address of its first cell.
    pub(crate) fn heap(object: u64) -> Home {
        Home(object)
    }
}

/// What each running thread reaches from its stack and registers, from object to object. Whatever could
/// be an address counts as one. Reused for one state after another.
#[derive(Default)]
pub(crate) struct Reach {
    by_home: FxHashMap<Home, Reached>,
    queue: VecDeque<Home>,
    /// Whether everything counts as reached: there are too many threads, or pointers travel in ways that
    /// do not show.
    all: bool,
}

#[derive(Clone, Copy, Default)]
struct Reached {
    by: Threads,
    /// Whether it is to be looked at (again), as more threads reach it than before.
    is_due: bool,
}

impl Reach {
    /// Walks over the memory that the running threads reach, all of them at one time.
    pub(crate) fn find(&mut self, machine: &Machine) {
        let running: Vec<&Thread> = machine.running().collect();
        self.by_home.clear();
        self.all = running.len() > Threads::BITS as usize || machine.code.hands_on_quietly();
        if !self.all {
            self.walk(machine, &running);
        }
    }

    /// The running threads that reach it.
    pub(crate) fn of(&self, home: Home) -> Threads {
        if self.all || home == Home::STATICS {
            return ALL;
        }
        let by = |home| self.by_home.get(&home).map_or(0, |reached| reached.by);
        by(home) | home.on_stack_of().map_or(0, |thread| by(Home::own(thread)))
    }

    /// First come first served, so that what many share is seldom looked at before all of them have been seen
    /// to reach it.
    fn walk(&mut self, machine: &Machine, running: &[&Thread]) {
        let code = &machine.code;
        let (mut everyone, mut joining) = (0, 0);
        for (position, thread) in running.iter().enumerate() {
            everyone |= 1 << position;
            joining |= u64::from(machine.may_join(thread)) << position;
            self.visit(Home::own(thread.id), 1 << position);
        }
        self.visit(Home::STATICS, everyone);
        // Whoever has a thread's number may join it, and gets what is kept of it.
        let kept = machine.threads.iter().flatten().map(|thread| thread.packet);
        for packet in kept.filter_map(|packet| home_of(machine, packet)) {
            self.visit(packet, joining);
        }
        while let Some(home) = self.queue.pop_front() {
            let reached = self.by_home.get_mut(&home).expect("visited");
            reached.is_due = false;
            let threads = reached.by;
            let mut found = |value: u64| {
                if let Some(home) = home_of(machine, value) {
                    self.visit(home, threads);
                }
            };
            if home == Home::STATICS {
                let statics = machine.code.mutable_statics();
                let objects = statics.filter_map(|(index, _)| machine.statics.object(index, code));
                objects.for_each(|object| addresses(object).for_each(&mut found));
            } else if let Some(thread) = home.on_stack_of() {
                match home == Home::own(thread) {
                    true => roots(machine, thread, &mut found),
                    false => slot(machine, thread, address::position(home.0), &mut found),
                }
            } else {
                let arena = &machine.heap[address::thread(home.0)];
                let object = arena.object(address::index(home.0), code);
                object.into_iter().flat_map(addresses).for_each(&mut found);
            }
        }
    }

    fn visit(&mut self, home: Home, by: Threads) {
        let is_own = |thread| home != Home::own(thread) && by & !self.of(Home::own(thread)) == 0;
        if home.on_stack_of().is_some_and(is_own) {
            return;
        }
        let reached = self.by_home.entry(home).or_default();
        if by & !reached.by != 0 {
            reached.by |= by;
            if !std::mem::replace(&mut reached.is_due, true) {
                self.queue.push_back(home);
            }
        }
    }
}

/// What an object holds that could be an address.
fn addresses<'a>((_, _, digest): (&Entry, &Space, &'a Digest)) -> impl Iterator<Item = u64> + 'a {
    digest.addresses.iter().map(|&(_, value)| value)
}

/// What a value points into, if it is an address.
fn home_of(machine: &Machine, value: u64) -> Option<Home> {
    if address::is_small(value) {
        return None;
    }
    let value = match address::is_view(value) {
        true => machine.code.views.resolve(value)?.0,
        false => address::untagged(value),
    };
    if !address::is_plausible(value) {
        return None;
    }
    if address::is_stack(value) {
        let thread = ThreadId(address::thread(value) as u16);
        let position = address::position(value);
        let slots = machine
            .try_thread(thread)
            .map_or(0, |thread| thread.slots.len());
        return (position < slots).then(|| Home::slot(thread, position));
    }
    match machine.allocation(value)? {
        Allocation::Live(object) => Some(Home::heap(object)),
        Allocation::Freed(_) => None,
    }
}

/// Everything that a thread holds itself.
fn roots(machine: &Machine, thread: ThreadId, found: &mut impl FnMut(u64)) {
    let pending = machine.pending_of(thread);
    let thread = machine.thread(thread);
    let unwinding = thread.unwinding.iter().map(|unwinding| unwinding.payload);
    let locals = thread.locals.iter().map(|&(_, address)| address);
    let args = pending.into_iter().flat_map(|pending| &pending.args);
    let held = thread.regs.iter().chain(&thread.stack.cells).chain(args);
    held.copied().chain(unwinding).chain(locals).for_each(found);
}

/// What a slot holds.
fn slot(machine: &Machine, thread: ThreadId, position: usize, found: &mut impl FnMut(u64)) {
    let thread = machine.thread(thread);
    if let Some(slot) = thread.slots.get(position) {
        let cells = slot.base as usize..(slot.base + slot.len) as usize;
        thread.stack.cells[cells].iter().copied().for_each(found);
    }
}
