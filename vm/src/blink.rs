//! A light that blinks leaves nothing behind, and is seen all the same: where nobody can move, whoever changes for a
//! while what would let somebody else get further goes round once more.

use crate::machine::Machine;
use crate::operation::ThreadId;
use crate::spin::{Spin, own_state};
use crate::sync;
use smallvec::SmallVec;
use std::sync::Arc;
use vscheck_ir::Site;

/// Operations after which who has seen something is taken to get further.
const MAX_OPERATIONS: usize = 64;

type Spinning = SmallVec<[(ThreadId, Arc<Spin>); 8]>;

impl Machine {
    /// Lets threads that only wait go round once more, if others may get further by what they see of it.
    pub(crate) fn let_the_watched_go_round(&mut self) {
        let spins = |thread: ThreadId| {
            let pending = self.pending_of(thread)?;
            let spin = pending.spin.as_ref().filter(|_| self.is_spinning(pending));
            Some((thread, Arc::clone(spin?)))
        };
        let spinning: Spinning = self.thread_ids().filter_map(spins).collect();
        let is_watched = |(thread, spin): &&(ThreadId, Arc<Spin>)| {
            let mut others = spinning.iter().filter(|(other, _)| other != thread);
            others.any(|(other, looks)| self.gets_further((*other, looks), spin, &spinning))
        };
        let watched = spinning.iter().filter(is_watched).map(|&(t, _)| t);
        let watched: SmallVec<[ThreadId; 8]> = watched.collect();
        for thread in watched {
            self.unspin(thread);
            self.refresh_footprint(thread.index());
        }
        self.find_ways();
    }

    fn unspin(&mut self, thread: ThreadId) {
        if let Some(pending) = self.pending[thread.index()].as_mut() {
            Arc::make_mut(pending).spin = None;
        }
    }

    /// Whether a thread that spins may get further if it sees what another thread changes for a while. Where it may see
    /// more than one such cell, or one more than once, that is not tried.
    fn gets_further(
        &self,
        (thread, looks): (ThreadId, &Spin),
        other: &Spin,
        spinning: &Spinning,
    ) -> bool {
        let sees_no_more_than = |cell: u64, looks: &Spin| {
            let others = spinning.iter().filter(|(other, _)| *other != thread);
            let mut shown = others.flat_map(|(_, other)| other.shown_to(looks));
            shown.all(|(another, _)| another == cell) && !looks.repeats(cell)
        };
        let comes_back = |(cell, value): (u64, u64)| {
            let lap = || self.lap_if(thread, cell, value);
            sees_no_more_than(cell, looks) && lap().is_some_and(|lap| sees_no_more_than(cell, &lap))
        };
        !other.shown_to(looks).all(comes_back)
    }

    /// The lap in which a thread that spins comes back to where it is, with nothing changed, if a cell has another value.
    fn lap_if(&self, thread: ThreadId, cell: u64, value: u64) -> Option<Arc<Spin>> {
        let mut ahead = self.to_look_ahead(thread);
        ahead.unspin(thread);
        ahead.poke(cell, value);
        let start = ahead.pending[thread.index()].clone()?;
        let state = |ahead: &Machine| own_state(ahead, ahead.thread(thread), false).matters;
        let (site, begin) = (start.operation.site, state(&ahead));
        ahead.close_lap(thread, &start);
        for _ in 0..MAX_OPERATIONS {
            if ahead.moved(thread)? == site && state(&ahead) == begin {
                return ahead.pending_of(thread)?.spin.clone();
            }
        }
        None
    }

    /// Where a thread stands after its next operation, if that can be done in one way, and it goes on.
    fn moved(&mut self, thread: ThreadId) -> Option<Site> {
        let goes_one_way = sync::arms(self, self.pending_of(thread)?) == sync::only();
        goes_one_way.then(|| self.step_ahead(thread));
        let pending = self.pending_of(thread).filter(|_| goes_one_way)?;
        Some(pending.operation.site)
    }
}
