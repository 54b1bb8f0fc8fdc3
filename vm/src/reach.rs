//! Which threads can touch which memory without being handed another pointer first.

use crate::access::Allocation;
use crate::address;
use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::thread::Thread;
use rustc_hash::FxHashMap;

/// A set of running threads, by their position among them.
pub(crate) type Threads = u64;

/// All threads, running or not.
const ALL: Threads = !0;

/// Where cells are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Home {
    #[default]
    Static,
    Stack(ThreadId),
    /// A heap object, by the address of its first cell.
    Heap(u64),
}

/// What each running thread reaches from its stack and registers, from object to object. Whatever could
/// be an address counts as one.
pub(crate) struct Reach {
    by_home: FxHashMap<Home, Threads>,
    /// Whether everything counts as reached: there are too many threads, or pointers travel in ways that
    /// do not show.
    all: bool,
}

impl Reach {
    /// Walks over the memory once for each running thread.
    pub(crate) fn new(machine: &Machine) -> Reach {
        let running: Vec<&Thread> = machine.running().collect();
        let mut reach = Reach {
            by_home: FxHashMap::default(),
            all: running.len() > Threads::BITS as usize || machine.code.hands_on_quietly(),
        };
        if reach.all {
            return reach;
        }
        for (position, thread) in running.into_iter().enumerate() {
            reach.walk(machine, thread, 1 << position);
        }
        reach
    }

    /// The running threads that reach it.
    pub(crate) fn of(&self, home: Home) -> Threads {
        match home {
            _ if self.all => ALL,
            Home::Static => ALL,
            home => self.by_home.get(&home).copied().unwrap_or(0),
        }
    }

    fn walk(&mut self, machine: &Machine, thread: &Thread, bit: Threads) {
        let mut queue = Vec::new();
        self.visit(Home::Stack(thread.id), bit, &mut queue);
        self.visit(Home::Static, bit, &mut queue);
        while let Some(home) = queue.pop() {
            let mut found = |value: u64| {
                if let Some(home) = home_of(machine, value) {
                    self.visit(home, bit, &mut queue);
                }
            };
            match home {
                Home::Static => machine.statics.for_each_cell(&mut found),
                Home::Heap(object) => {
                    let arena = &machine.heap[address::thread(object)];
                    if let Some((entry, space)) = arena.object(address::index(object)) {
                        let (at, len) = (entry.base as usize, entry.len as usize);
                        space.cells[at..at + len]
                            .iter()
                            .copied()
                            .for_each(&mut found);
                    }
                }
                Home::Stack(thread) => roots(machine, thread, &mut found),
            }
        }
    }

    fn visit(&mut self, home: Home, bit: Threads, queue: &mut Vec<Home>) {
        let threads = self.by_home.entry(home).or_default();
        if *threads & bit == 0 {
            *threads |= bit;
            queue.push(home);
        }
    }
}

/// What a value points into, if it is an address.
fn home_of(machine: &Machine, value: u64) -> Option<Home> {
    let value = match address::is_view(value) {
        true => machine.code.views.resolve(value)?.0,
        false => address::untagged(value),
    };
    if !address::is_plausible(value) {
        return None;
    }
    if address::is_stack(value) {
        let thread = ThreadId(address::thread(value) as u16);
        return machine.try_thread(thread).map(|_| Home::Stack(thread));
    }
    match machine.allocation(value)? {
        Allocation::Live(object) => Some(Home::Heap(object)),
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
