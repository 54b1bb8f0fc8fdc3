//! Where the first run stops each thread: where the static pass suspects that it matters what others do
//! right then. Between a check and its act, between two locks of a cycle, between two writes that belong
//! together, before a wait whose notify may come too early, before the first of messages that others send
//! too. All others then go as far as they can, before any of those that were stopped goes on; and `main`
//! makes room for the threads that it spawns.
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
    /// Of them, where threads send. Most runs have their messages in the order of the spawns anyway, so the
    /// one who came last goes first.
    sends: FxHashSet<Site>,
    /// Nobody is stopped at one site twice, or loops would never end.
    passed: FxHashSet<(ThreadId, Site)>,
    /// The threads that stand at a stop, in the order in which they go on.
    stopped: VecDeque<ThreadId>,
}

impl Stops {
    /// The places that the static pass suspects.
    pub fn suspected(cx: &Exploration) -> Stops {
        let facts = cx.facts().into_iter();
        let suspicions = facts.flat_map(|facts| &facts.suspicions);
        let plans = suspicions.filter(|suspicion| is_about_what_comes_between(suspicion.kind));
        let mut stops = Stops::default();
        for suspicion in plans {
            let steps = suspicion.plan.iter().filter(|step| !step.past);
            // All threads of a cycle take their outer locks together, or one is in another's way.
            let outer = suspicion.cycle.iter().map(|lock| lock.first);
            let sites: Vec<Site> = steps.map(|step| step.site).chain(outer).collect();
            if suspicion.kind == SuspicionKind::UnorderedSends {
                stops.sends.extend(&sites);
            }
            stops.sites.extend(sites);
        }
        stops
    }

    /// Whether there is nowhere to stop.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// Whether whoever is about to do this stops there, now.
    pub fn stop(&mut self, pending: &Operation) -> bool {
        let (thread, site) = (pending.thread, pending.site);
        let stops = self.sites.contains(&site) && self.passed.insert((thread, site));
        if stops && self.sends.contains(&site) {
            self.stopped.push_front(thread);
        } else if stops {
            self.stopped.push_back(thread);
        }
        stops
    }

    /// Whether a thread stands at a stop.
    pub fn is_stopped(&self, thread: ThreadId) -> bool {
        self.stopped.contains(&thread)
    }

    /// Lets one go on: the last who is about to send, then whoever has been stopped for the longest time.
    pub fn release(&mut self) -> Option<ThreadId> {
        self.stopped.pop_front()
    }
}

fn is_about_what_comes_between(kind: SuspicionKind) -> bool {
    match kind {
        SuspicionKind::LockCycle
        | SuspicionKind::LostNotify
        | SuspicionKind::CheckThenAct
        | SuspicionKind::SplitSection
        | SuspicionKind::SplitUpdate
        | SuspicionKind::UnorderedSends => true,
        SuspicionKind::Relock
        | SuspicionKind::NobodyNotifies
        | SuspicionKind::WaitOutsideLoop
        | SuspicionKind::NestedWait => false,
    }
}
