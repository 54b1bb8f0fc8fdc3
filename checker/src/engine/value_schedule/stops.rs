//! Where the first run stops each thread: where the static pass suspects that it matters what others do
//! right then. Between a check and its act, between two locks of a cycle, before a wait whose notify may
//! come too early. All others then go as far as they can, before any of those that were stopped goes on.
//!
//! So the orders that suspicions name are driven at once, of all suspicions together. What that does not
//! show is left to the pairs that the run does show.

use crate::exploration::Exploration;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use vscheck_analysis::suspicion::SuspicionKind;
use vscheck_ir::Site;
use vscheck_vm::{Operation, ThreadId};

/// Places, and who has been there.
#[derive(Default)]
pub struct Stops {
    sites: FxHashSet<Site>,
    /// Nobody is stopped at one site twice, or loops would never end.
    passed: FxHashSet<(ThreadId, Site)>,
    /// The threads that stand at a stop, in the order in which they came.
    stopped: VecDeque<ThreadId>,
}

impl Stops {
    /// The places that the static pass suspects.
    pub fn suspected(cx: &Exploration) -> Stops {
        let facts = cx.facts().into_iter();
        let suspicions = facts.flat_map(|facts| &facts.suspicions);
        let plans = suspicions.filter(|suspicion| is_about_what_comes_between(suspicion.kind));
        let sites = plans.flat_map(|suspicion| {
            let steps = suspicion.plan.iter().filter(|step| !step.past);
            // All threads of a cycle take their outer locks together, or one is in another's way.
            let outer = suspicion.cycle.iter().map(|lock| lock.first);
            steps.map(|step| step.site).chain(outer)
        });
        Stops {
            sites: sites.collect(),
            ..Stops::default()
        }
    }

    /// Whether whoever is about to do this stops there, now.
    pub fn stop(&mut self, pending: &Operation) -> bool {
        let (thread, site) = (pending.thread, pending.site);
        let stops = self.sites.contains(&site) && self.passed.insert((thread, site));
        if stops {
            self.stopped.push_back(thread);
        }
        stops
    }

    /// Whether a thread stands at a stop.
    pub fn is_stopped(&self, thread: ThreadId) -> bool {
        self.stopped.contains(&thread)
    }

    /// Lets the one go on that has been stopped for the longest time.
    pub fn release(&mut self) -> Option<ThreadId> {
        self.stopped.pop_front()
    }
}

fn is_about_what_comes_between(kind: SuspicionKind) -> bool {
    match kind {
        SuspicionKind::LockCycle
        | SuspicionKind::LostNotify
        | SuspicionKind::CheckThenAct
        | SuspicionKind::SplitSection => true,
        SuspicionKind::Relock
        | SuspicionKind::NobodyNotifies
        | SuspicionKind::WaitOutsideLoop
        | SuspicionKind::NestedWait => false,
    }
}
