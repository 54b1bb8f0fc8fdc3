//! What the race detector knows, as a part of a state's name.
//!
//! Whether a later access races with an earlier one depends on whether the earlier one happened before
//! it: on which clocks cover the earlier one's epoch. Clocks change by taking one into another, and who
//! covers an epoch then covers it for good. So the races that can still be found from a state depend on
//! the cells' values, the accesses remembered, and for each of them which clocks cover it; not on the
//! numbers in the clocks, which grow for ever. An access that all running threads cover is forgotten: so
//! do the threads that they will spawn.

use crate::clock::Clock;
use crate::hash::Hasher128;
use crate::machine::Machine;
use crate::memory::Space;
use crate::shadow::Epoch;
use crate::thread::Thread;

/// The accesses and clocks in a state, in the order of a canonical walk.
#[derive(Default)]
pub(crate) struct Knowledge<'a> {
    /// How many cells were walked over.
    cells: u64,
    accesses: Vec<Remembered>,
    clocks: Vec<&'a Clock>,
    /// Clocks of threads that have ended and may be joined.
    ended: Vec<&'a Clock>,
}

struct Remembered {
    cell: u64,
    write: bool,
    epoch: Epoch,
}

impl Remembered {
    /// Which of some clocks cover it.
    fn add_covers(&self, clocks: &[&Clock], hash: &mut Hasher128) {
        for clocks in clocks.chunks(64) {
            let covers = clocks.iter().map(|clock| self.epoch.happens_before(clock));
            hash.add(covers.fold(0, |bits, covers| bits << 1 | covers as u64));
        }
    }
}

impl<'a> Knowledge<'a> {
    /// The clocks of a thread that has not been joined.
    pub(crate) fn thread(&mut self, thread: &'a Thread) {
        let order = &thread.order;
        let all = [
            &order.clock,
            &order.at_release_fence,
            &order.seen_relaxed,
            &order.token,
        ];
        let known = if thread.finished {
            &mut self.ended
        } else {
            &mut self.clocks
        };
        known.extend(all);
    }

    /// What is known of cells, and the clocks in the synchronization objects among them.
    pub(crate) fn cells(&mut self, space: &'a Space, at: usize, len: usize) {
        let remembered = space.shadows.accesses(at, len);
        let first = self.cells;
        self.accesses
            .extend(remembered.map(|(index, write, epoch)| {
                let cell = first + index as u64;
                Remembered { cell, write, epoch }
            }));
        self.clocks.extend(space.clocks(at, len));
        self.cells += len as u64;
    }

    /// Adds to the state's name what can make a difference.
    pub(crate) fn add_to(&self, machine: &Machine, hash: &mut Hasher128) {
        let running = || machine.threads.iter().flatten().filter(|t| !t.finished);
        for access in &self.accesses {
            if running().all(|thread| access.epoch.happens_before(&thread.order.clock)) {
                continue;
            }
            hash.add(access.cell << 1 | access.write as u64);
            hash.add(access.epoch.kind());
            access.add_covers(&self.clocks, hash);
            // What the ended knew is learnt by joining them only.
            let mut unaware = running().filter(|t| !access.epoch.happens_before(&t.order.clock));
            if unaware.any(|thread| machine.may_join(thread)) {
                access.add_covers(&self.ended, hash);
            }
        }
        for thread in running() {
            hash.add(thread.order.tick_due as u64);
        }
    }
}
