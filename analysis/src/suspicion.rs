//! Suspicions: shapes that many concurrency bugs have, each with the order of running that would show
//! the bug. A suspicion proves nothing; it tells a search where to look first.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use vscheck_ir::{Action, Inst, InstId, Program, Site};

use crate::access::{Access, AccessId, Accesses, CellSetId, Family, Verb};
use crate::call_graph::site_of;
use crate::cfg::Flows;
use crate::escape::Sharing;
use crate::lock_order::{LockOrder, Nesting, gated, meet, node_action, node_site};
use crate::mhp::Parallel;
use crate::mhp::lockset::Lockset;
use crate::pairs::{ClassId, PairType, Pairs};
use crate::peg::{FrameId, NodeKind, Peg};
use crate::points_to::PointsTo;
use crate::reach::Reach;
use crate::thread_set::StaticThreadId;

/// What looks wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SuspicionKind {
    /// A thread takes a lock it already holds.
    Relock,
    /// Threads take locks in a cyclic order. Elements of one collection count as one lock.
    LockCycle,
    /// A wait that no notify can come to while it waits: nobody notifies, or only under a lock that the
    /// waiter keeps.
    NobodyNotifies,
    /// A wait that is not repeated in a loop: a notify that came before is lost, a condition that no
    /// longer holds goes unnoticed.
    WaitOutsideLoop,
    /// A notify without the waiter's mutex: it may come between the waiter's check and its wait.
    LostNotify,
    /// A cell is read and then written in two steps, with room for another thread's write between.
    CheckThenAct,
    /// A wait while another lock is held: who should notify may need that lock.
    NestedWait,
    /// Two critical sections of one lock in a row, with room for another thread's between.
    SplitSection,
    /// Two cells are written in two steps, with room for another thread's look at both between.
    SplitUpdate,
    /// Two threads send on one channel: whoever receives may take their messages to come in order.
    UnorderedSends,
}

/// One step of a suggested order: run a thread (every instance of it) up to a site, or past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Step {
    /// Who runs.
    pub thread: StaticThreadId,
    /// Where to.
    pub site: Site,
    /// Whether the site is executed as well.
    pub past: bool,
}

/// One edge of a lock cycle: a thread that holds what it took at `first` and takes more at `second`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LockStep {
    /// The thread.
    pub thread: StaticThreadId,
    /// Where it took the lock it holds.
    pub first: Site,
    /// Where it takes the next.
    pub second: Site,
}

/// A suspicion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Suspicion {
    /// What looks wrong; also its rank.
    pub kind: SuspicionKind,
    /// Whether the objects are certainly the same ones (ranked before those that may be).
    pub unsure: bool,
    /// The edges of the cycle, for locks.
    pub cycle: Vec<LockStep>,
    /// The order to try.
    pub plan: Vec<Step>,
}

/// Most suspicions of one kind that are kept.
const MOST: usize = 200;
/// Longest cycle of locks that is looked for.
const LONGEST_CYCLE: usize = 6;
/// Callers up to which a check and its act are put together: small functions that only look at something
/// are called by those that decide by it.
const MOST_CALLERS: usize = 2;
/// Acts that one check is tried with.
const MOST_ACTS: usize = 64;
/// Nestings tried in the search for cycles.
const CYCLE_EFFORT: usize = 200_000;

/// What suspicions are found in.
pub struct Inputs<'a> {
    /// The program.
    pub program: &'a Program,
    /// Points-to facts.
    pub facts: &'a PointsTo,
    /// Escape facts.
    pub sharing: &'a Sharing,
    /// Control flow.
    pub flows: &'a Flows<'a>,
    /// The regions.
    pub peg: &'a Peg,
    /// What runs beside each.
    pub parallel: &'a Parallel,
    /// What each holds.
    pub held: &'a [Lockset],
    /// All accesses.
    pub accesses: &'a Accesses,
    /// All pairs.
    pub pairs: &'a Pairs,
    /// Reachability.
    pub reach: &'a Reach,
    /// The lock-order graph.
    pub order: &'a LockOrder,
}

/// All suspicions, most suspicious first.
pub fn find(inputs: &Inputs) -> Vec<Suspicion> {
    let mut found = Vec::new();
    inputs.relocks(&mut found);
    inputs.cycles(&mut found);
    inputs.unnotified_waits(&mut found);
    inputs.waits_outside_loops(&mut found);
    inputs.lost_notifies(&mut found);
    inputs.checks_then_acts(&mut found);
    inputs.nested_waits(&mut found);
    inputs.split_updates(&mut found);
    inputs.unordered_sends(&mut found);
    found.sort_unstable();
    found.dedup();
    let mut kept = 0;
    let mut last = None;
    found.retain(|suspicion| {
        kept = if last == Some(suspicion.kind) {
            kept + 1
        } else {
            1
        };
        last = Some(suspicion.kind);
        kept <= MOST
    });
    found
}

fn until(thread: StaticThreadId, site: Site) -> Step {
    Step {
        thread,
        site,
        past: false,
    }
}

fn past(thread: StaticThreadId, site: Site) -> Step {
    Step {
        thread,
        site,
        past: true,
    }
}

/// What a check and its act agree in: what they are about, and an activation in which both happen.
type ActKey = (Family, CellSetId, FrameId);

/// An access as an activation sees it: where it happens there, by itself or by a call.
#[derive(Clone, Copy)]
struct Seen {
    frame: FrameId,
    at: InstId,
}

impl Seen {
    fn key(self, access: &Access) -> ActKey {
        (access.family, access.cells, self.frame)
    }
}

/// Whether one looks at what the other changes.
fn looks_at(own: Verb, other: Verb) -> bool {
    let section = matches!(own, Verb::Lock | Verb::ReadLock) && other == Verb::Lock;
    section || own == Verb::Read && other == Verb::Write
}

/// Another thread's change between a check and an act.
fn intrusion(
    kind: SuspicionKind,
    check: &Access,
    act: &Access,
    (other, must): (&Access, bool),
) -> Suspicion {
    Suspicion {
        kind,
        unsure: !must,
        cycle: Vec::new(),
        plan: vec![
            until(check.thread, act.site),
            past(other.thread, other.site),
            past(act.thread, act.site),
        ],
    }
}

impl Inputs<'_> {
    fn lock_step(&self, nesting: Nesting) -> LockStep {
        let (outer, inner) = (
            &self.order.acquisitions[nesting.outer],
            &self.order.acquisitions[nesting.inner],
        );
        LockStep {
            thread: inner.thread,
            first: outer.site,
            second: inner.site,
        }
    }

    /// Nestings of a lock in itself.
    fn relocks(&self, found: &mut Vec<Suspicion>) {
        for &nesting in &self.order.nestings {
            let outer = &self.order.acquisitions[nesting.outer];
            let inner = &self.order.acquisitions[nesting.inner];
            if !inner.blocks || !meet(&outer.cells, &inner.cells) {
                continue;
            }
            let step = self.lock_step(nesting);
            let [cell] = inner.cells.as_slice() else {
                continue;
            };
            let same = outer.cells == inner.cells && self.sharing.is_singular(self.facts, *cell);
            if same {
                found.push(Suspicion {
                    kind: SuspicionKind::Relock,
                    unsure: outer.shared && inner.shared,
                    cycle: vec![step],
                    plan: vec![
                        past(step.thread, step.first),
                        until(step.thread, step.second),
                    ],
                });
            }
        }
    }

    /// Whether one nesting waits for what another holds: an edge of a cycle.
    fn blocks(&self, waiting: Nesting, holding: Nesting) -> bool {
        let inner = &self.order.acquisitions[waiting.inner];
        let outer = &self.order.acquisitions[holding.outer];
        inner.blocks && !(inner.shared && outer.shared) && meet(&inner.cells, &outer.cells)
    }

    /// Whether two threads may stand before the inner acquisitions at once.
    fn together(&self, a: Nesting, b: Nesting) -> bool {
        let node = |n: Nesting| self.order.acquisitions[n.inner].node;
        self.parallel.may_meet(&self.peg.graph, node(a), node(b))
            && !gated(self.held, node(a), node(b))
    }

    /// Cycles of nestings, each of a different thread (or of another instance of it).
    fn cycles(&self, found: &mut Vec<Suspicion>) {
        let mut effort = CYCLE_EFFORT;
        let mut seen = FxHashSet::default();
        for start in 0..self.order.nestings.len() {
            self.extend(&mut vec![start], &mut effort, &mut seen, found);
        }
    }

    fn extend(
        &self,
        path: &mut Vec<usize>,
        effort: &mut usize,
        seen: &mut FxHashSet<Vec<LockStep>>,
        found: &mut Vec<Suspicion>,
    ) {
        let nestings = &self.order.nestings;
        let (first, last) = (nestings[path[0]], nestings[path[path.len() - 1]]);
        let alone = path.len() == 1;
        if self.blocks(last, first) && (!alone || self.together(first, first)) {
            self.report_cycle(path, seen, found);
            return;
        }
        // A cycle is found from its smallest nesting.
        for next in path[0] + 1..nestings.len() {
            if *effort == 0 || path.len() == LONGEST_CYCLE {
                return;
            }
            *effort -= 1;
            let fits = self.blocks(last, nestings[next])
                && !path.contains(&next)
                && path
                    .iter()
                    .all(|&p| self.together(nestings[p], nestings[next]));
            if fits {
                path.push(next);
                self.extend(path, effort, seen, found);
                path.pop();
            }
        }
    }

    fn report_cycle(
        &self,
        path: &[usize],
        seen: &mut FxHashSet<Vec<LockStep>>,
        found: &mut Vec<Suspicion>,
    ) {
        let nestings = path.iter().map(|&n| self.order.nestings[n]);
        let cycle: Vec<LockStep> = nestings.clone().map(|n| self.lock_step(n)).collect();
        let mut key = cycle.clone();
        key.sort_unstable();
        if found.len() > 4 * MOST || !seen.insert(key) {
            return;
        }
        let certain = |index: usize| {
            let cells = &self.order.acquisitions[index].cells;
            cells.len() == 1 && self.sharing.is_singular(self.facts, cells[0])
        };
        let unsure = !nestings
            .clone()
            .all(|n| certain(n.outer) && certain(n.inner));
        found.push(Suspicion {
            kind: SuspicionKind::LockCycle,
            unsure,
            plan: cycle.iter().map(|s| until(s.thread, s.second)).collect(),
            cycle,
        });
    }

    /// Pairs of a kind with their accesses, one for each two classes.
    fn representatives(
        &self,
        kind: PairType,
    ) -> impl Iterator<Item = (AccessId, AccessId, bool)> + '_ {
        let products = self.pairs.products.iter();
        let scheduled = products.filter(move |p| p.kind == kind && !p.plain);
        scheduled.flat_map(|p| {
            let a = &self.pairs.classes[p.a.index()].members;
            let b = &self.pairs.classes[p.b.index()].members;
            let both = a.iter().flat_map(move |&x| b.iter().map(move |&y| (x, y)));
            both.take(16).map(|(x, y)| (x, y, p.must))
        })
    }

    fn in_loop(&self, site: Site) -> bool {
        self.flows.repeats(site)
    }

    /// Waits that stand in no pair with a notify (Chen 2009, section 4.1).
    fn unnotified_waits(&self, found: &mut Vec<Suspicion>) {
        let products = self.pairs.products.iter();
        let notified: FxHashSet<ClassId> = products
            .filter(|p| p.kind == PairType::WN)
            .flat_map(|p| [p.a, p.b])
            .collect();
        for (index, class) in self.pairs.classes.iter().enumerate() {
            for member in &class.members {
                let wait = &self.accesses.list[member.index()];
                if wait.verb == Verb::Wait && !notified.contains(&ClassId::new(index)) {
                    found.push(Suspicion {
                        kind: SuspicionKind::NobodyNotifies,
                        unsure: false,
                        cycle: Vec::new(),
                        plan: vec![past(wait.thread, wait.site)],
                    });
                }
            }
        }
    }

    fn waits_outside_loops(&self, found: &mut Vec<Suspicion>) {
        for (a, b, must) in self.representatives(PairType::WN) {
            let (wait, notify) = self.wait_and_notify(a, b);
            let (w, n) = (
                &self.accesses.list[wait.index()],
                &self.accesses.list[notify.index()],
            );
            if !self.in_loop(w.site) {
                found.push(Suspicion {
                    kind: SuspicionKind::WaitOutsideLoop,
                    unsure: !must,
                    cycle: Vec::new(),
                    plan: vec![past(n.thread, n.site), past(w.thread, w.site)],
                });
            }
        }
    }

    fn wait_and_notify(&self, a: AccessId, b: AccessId) -> (AccessId, AccessId) {
        if self.accesses.list[a.index()].verb == Verb::Wait {
            (a, b)
        } else {
            (b, a)
        }
    }

    /// Notifies that do not hold a mutex of a waiter's.
    fn lost_notifies(&self, found: &mut Vec<Suspicion>) {
        let held = self.held_at_waits();
        for (a, b, must) in self.representatives(PairType::WN) {
            let (wait, notify) = self.wait_and_notify(a, b);
            let (w, n) = (
                &self.accesses.list[wait.index()],
                &self.accesses.list[notify.index()],
            );
            let around = held.get(&(w.thread, w.site));
            if !around.is_some_and(|held| held.excludes(n.locks)) {
                found.push(intrusion(SuspicionKind::LostNotify, w, w, (n, must)));
            }
        }
    }

    /// The locks held before each wait starts to wait.
    fn held_at_waits(&self) -> FxHashMap<(StaticThreadId, Site), Lockset> {
        let mut held = FxHashMap::default();
        for &(node, _) in &self.order.waits {
            // A wait's three nodes stand at one instruction; the first is where it is called.
            let site = node_site(self.facts, self.peg, node);
            let key = (self.peg.graph.thread_of[node as usize], site);
            let frame = &self.peg.frames[self.peg.nodes[node as usize].frame.index()];
            let mut nodes = frame.nodes.0..frame.nodes.1;
            let calling = nodes.find(|&n| {
                let at = &self.peg.nodes[n as usize];
                at.kind == NodeKind::Action && at.start == site.inst
            });
            held.insert(
                key,
                calling.map_or(Lockset::NONE, |n| self.held[n as usize]),
            );
        }
        held
    }

    /// How the activation that an access stands in, and those that called it, see it.
    fn seen(&self, access: &Access) -> impl Iterator<Item = Seen> + '_ {
        let itself = Seen {
            frame: access.frame,
            at: access.via.unwrap_or(access.site.inst),
        };
        let by_caller = |seen: &Seen| {
            let (frame, at) = self.peg.frames[seen.frame.index()].parent?;
            Some(Seen { frame, at })
        };
        std::iter::successors(Some(itself), by_caller).take(1 + MOST_CALLERS)
    }

    /// Reads followed by writes of the same cell, where another thread may write between.
    fn checks_then_acts(&self, found: &mut Vec<Suspicion>) {
        let mut acts: FxHashMap<ActKey, Vec<(&Access, Seen)>> = FxHashMap::default();
        for access in &self.accesses.list {
            if !access.plain && matches!(access.verb, Verb::Write | Verb::Lock) {
                for seen in self.seen(access) {
                    acts.entry(seen.key(access))
                        .or_default()
                        .push((access, seen));
                }
            }
        }
        let act_after = |check: &Access| {
            let mut after = self.seen(check).filter_map(|seen| {
                let acts = acts.get(&seen.key(check))?.iter().take(MOST_ACTS);
                let after = acts.filter(|act| self.follows((check, seen), **act));
                // The next one; in a loop, that may be one before it.
                let next = after.min_by_key(|(_, act)| (act.at < seen.at, act.at));
                next.map(|&(act, _)| act)
            });
            after.next()
        };
        for (kind, shown) in [
            (PairType::RW, SuspicionKind::CheckThenAct),
            (PairType::MM, SuspicionKind::SplitSection),
        ] {
            let limit = found.len() + MOST;
            for (class, (other, must)) in self.checked_by_others(kind) {
                for check in &self.pairs.classes[class.index()].members {
                    let check = &self.accesses.list[check.index()];
                    if let Some(act) = act_after(check) {
                        found.push(intrusion(shown, check, act, (other, must)));
                    }
                    if found.len() > limit {
                        return;
                    }
                }
            }
        }
    }

    /// The classes that look at what another thread may change, with one who does.
    fn checked_by_others(&self, kind: PairType) -> BTreeMap<ClassId, (&Access, bool)> {
        let mut checked = BTreeMap::new();
        for product in &self.pairs.products {
            if product.kind != kind || product.plain {
                continue;
            }
            for (own, other) in [(product.a, product.b), (product.b, product.a)] {
                let first = |class: ClassId| {
                    let member = self.pairs.classes[class.index()].members[0];
                    &self.accesses.list[member.index()]
                };
                if looks_at(first(own).verb, first(other).verb) {
                    checked.entry(own).or_insert((first(other), product.must));
                }
            }
        }
        checked
    }

    /// Writes of two cells, one after the other, that another thread reads both of.
    fn split_updates(&self, found: &mut Vec<Suspicion>) {
        let readers = self.readers_of_writes();
        let mut by_frame: BTreeMap<FrameId, Vec<(AccessId, Seen)>> = BTreeMap::new();
        for &write in readers.keys() {
            for seen in self.seen(&self.accesses.list[write.index()]) {
                by_frame.entry(seen.frame).or_default().push((write, seen));
            }
        }
        let reader_of_both = |first: AccessId, second: AccessId| {
            let threads = readers[&first].iter().map(|read| read.thread);
            let threads: FxHashSet<StaticThreadId> = threads.collect();
            let mut readers = readers[&second].iter();
            readers.find(|read| threads.contains(&read.thread))
        };
        let limit = found.len() + MOST;
        for mut writes in by_frame.into_values() {
            writes.sort_unstable_by_key(|(write, seen)| (seen.at, *write));
            for pair in writes.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|(write, seen)| {
                    let access = &self.accesses.list[write.index()];
                    (access, seen)
                });
                let apart = first.0.cells != second.0.cells;
                if apart
                    && self.follows(first, second)
                    && let Some(reader) = reader_of_both(pair[0].0, pair[1].0)
                {
                    let kind = SuspicionKind::SplitUpdate;
                    found.push(intrusion(kind, first.0, second.0, (reader, true)));
                }
                if found.len() > limit {
                    return;
                }
            }
        }
    }

    /// The writes to atomic cells that other threads may look at, with some of the reads that do.
    fn readers_of_writes(&self) -> BTreeMap<AccessId, Vec<&Access>> {
        let mut readers: BTreeMap<AccessId, Vec<&Access>> = BTreeMap::new();
        for (a, b, _) in self.representatives(PairType::RW) {
            for (read, write) in [(a, b), (b, a)] {
                let [reader, writer] =
                    [read, write].map(|access| &self.accesses.list[access.index()]);
                if (reader.verb, writer.verb) == (Verb::Read, Verb::Write) {
                    readers.entry(write).or_default().push(reader);
                }
            }
        }
        readers
    }

    /// Sends of two threads on one channel.
    fn unordered_sends(&self, found: &mut Vec<Suspicion>) {
        for (a, b, must) in self.representatives(PairType::SR) {
            let both = [a, b].map(|access| &self.accesses.list[access.index()]);
            if both.iter().all(|access| self.sends(access)) {
                let [first, last] = both;
                found.push(Suspicion {
                    kind: SuspicionKind::UnorderedSends,
                    unsure: !must,
                    cycle: Vec::new(),
                    plan: vec![
                        until(first.thread, first.site),
                        until(last.thread, last.site),
                    ],
                });
            }
        }
    }

    fn sends(&self, access: &Access) -> bool {
        let inst = &self.program.function(access.site.func).code[access.site.inst.index()];
        let action = |wanted| matches!(inst, Inst::Sync { action, .. } if *action == wanted);
        action(Action::ChannelSend)
            || action(Action::ChannelTrySend)
            || action(Action::ChannelSendTimeout)
    }

    /// Whether the second access can come after the first in an activation that sees both.
    fn follows(&self, (check, first): (&Access, Seen), (act, second): (&Access, Seen)) -> bool {
        let frame = first.frame;
        // What one call does has been looked at in the activation that it starts, if it has one.
        let in_one_call = first.at == second.at;
        let has_frame = (check.frame, act.frame) != (frame, frame);
        if act.site == check.site || in_one_call && has_frame {
            return false;
        }
        let instance = self.peg.frames[frame.index()].instance;
        let here = site_of(self.facts.call_graph.func(instance), first.at);
        if second.at < first.at && !self.in_loop(here) {
            return false;
        }
        let bit = self.reach.site_index(act.site);
        bit.is_some_and(|bit| self.reach.from(instance, first.at).contains(bit))
    }

    fn nested_waits(&self, found: &mut Vec<Suspicion>) {
        for (node, outer) in &self.order.waits {
            let site = node_site(self.facts, self.peg, *node);
            let thread = self.peg.graph.thread_of[*node as usize];
            let action = node_action(self.program, self.facts, self.peg, *node);
            debug_assert!(matches!(
                action,
                Some((Action::CondvarWait | Action::CondvarWaitTimeout, _))
            ));
            for &held in outer {
                let first = self.order.acquisitions[held].site;
                found.push(Suspicion {
                    kind: SuspicionKind::NestedWait,
                    unsure: false,
                    cycle: vec![LockStep {
                        thread,
                        first,
                        second: site,
                    }],
                    plan: vec![past(thread, site)],
                });
            }
        }
    }
}

/// Sites of a suspicion with their threads, for ranking pairs.
pub fn sites(suspicion: &Suspicion) -> impl Iterator<Item = (StaticThreadId, Site)> + '_ {
    let cycle = suspicion.cycle.iter();
    let locks = cycle.flat_map(|s| [(s.thread, s.first), (s.thread, s.second)]);
    locks.chain(suspicion.plan.iter().map(|s| (s.thread, s.site)))
}
