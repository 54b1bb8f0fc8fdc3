//! What the static pass found out, as the searches ask for it.

use std::hash::Hash;
use std::sync::OnceLock;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use vscheck_ir::{Inst, Program, Site};

use crate::access::{Access, AccessId, Accesses, Verb};
use crate::call_graph::site_of;
use crate::escape::Sharing;
use crate::mhp::Parallel;
use crate::mhp::lockset::Lockset;
use crate::pairs::{Class, ClassId, ClassPair, PairType, Pairs};
use crate::pass::AnalysisOptions;
use crate::peg::{NodeKind, Peg};
use crate::points_to::{AtomId, PointsTo};
use crate::reach::{Reach, StackPoints};
use crate::suspicion::{Suspicion, SuspicionKind};
use crate::thread_set::{StaticThreadId, ThreadSet};

/// Wall time of each phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhaseTimes {
    /// Call graph, points-to and escape.
    pub points_to: Duration,
    /// The parallel execution graph.
    pub peg: Duration,
    /// May happen in parallel, and locks held.
    pub mhp: Duration,
    /// Accesses and pairs.
    pub pairs: Duration,
    /// Reachability, lock order and suspicions.
    pub reach: Duration,
}

/// A phase of the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Call graph, points-to and escape.
    PointsTo,
    /// The parallel execution graph.
    Peg,
    /// May happen in parallel, and locks held.
    Mhp,
    /// Accesses and pairs.
    Pairs,
    /// Reachability, lock order and suspicions.
    Reach,
}

impl PhaseTimes {
    /// The time of a phase.
    pub fn of(&mut self, phase: Phase) -> &mut Duration {
        match phase {
            Phase::PointsTo => &mut self.points_to,
            Phase::Peg => &mut self.peg,
            Phase::Mhp => &mut self.mhp,
            Phase::Pairs => &mut self.pairs,
            Phase::Reach => &mut self.reach,
        }
    }
}

/// One concurrent access pair.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// Its kind.
    pub kind: PairType,
    /// One end.
    pub a: &'a Access,
    /// The other.
    pub b: &'a Access,
    /// Their names.
    pub ids: (AccessId, AccessId),
    /// Whether both certainly touch the same object.
    pub must: bool,
    /// Whether one end is an ordinary load or store: checked for races, never scheduled.
    pub plain: bool,
}

/// The other end of a pair, as seen from one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairEnd {
    /// The kind of the pair.
    pub kind: PairType,
    /// The thread of the other end.
    pub thread: StaticThreadId,
    /// Its instruction.
    pub site: Site,
    /// What it does.
    pub verb: Verb,
    /// Whether both certainly touch the same object.
    pub must: bool,
}

/// A thread's end of pairs: what it is paired with, expanded when first asked for.
#[derive(Debug, Default, Serialize, Deserialize)]
struct End {
    /// Classes it is a member of.
    classes: Vec<ClassId>,
    #[serde(skip)]
    partners: OnceLock<Box<[PairEnd]>>,
}

/// The facts.
#[derive(Debug, Serialize, Deserialize)]
pub struct Facts {
    /// Points-to sets and the call graph.
    pub points_to: PointsTo,
    /// Escape facts.
    pub sharing: Sharing,
    /// The parallel execution graph.
    pub peg: Peg,
    /// What may run beside each of its nodes.
    pub parallel: Parallel,
    /// The locks held at each of its nodes.
    pub held: Vec<Lockset>,
    /// The lock of each bit of a lockset.
    pub locks: Vec<AtomId>,
    /// All accesses.
    pub accesses: Accesses,
    /// All pairs.
    pub pairs: Pairs,
    /// What can still be run from each point.
    pub reach: Reach,
    /// What looks wrong, most suspicious first.
    pub suspicions: Vec<Suspicion>,
    /// Operations whose order with others nobody can tell.
    pub movers: FxHashSet<Site>,
    /// The techniques that were used.
    pub options: AnalysisOptions,
    /// How long each phase took. Nothing, where facts are read that were kept.
    #[serde(skip)]
    pub times: PhaseTimes,
    pub(crate) index: Index,
}

/// What searches look up, worked out once from the rest.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Index {
    ends: FxHashMap<(StaticThreadId, Site), End>,
    /// The products each class stands in, and on which side (`true`: the first).
    partner_classes: Vec<Vec<(u32, bool)>>,
    paired: FxHashSet<Site>,
    /// The families of the threads each spawn site of a thread starts.
    starts: FxHashMap<(StaticThreadId, u32), ThreadSet>,
}

/// The sites that searches ask reachability of: ends of pairs, and spawns.
pub(crate) fn sites_of_interest(facts: &PointsTo, accesses: &Accesses, pairs: &Pairs) -> Vec<Site> {
    let products = pairs.products.iter().filter(|p| !p.plain);
    let classes: FxHashSet<_> = products.flat_map(|p| [p.a, p.b]).collect();
    let members = classes
        .iter()
        .flat_map(|c| &pairs.classes[c.index()].members);
    let paired = members.map(|id| accesses.list[id.index()].site);
    let spawns = facts.call_graph.spawn_sites.iter();
    let spawns = spawns.map(|&(instance, at)| site_of(facts.call_graph.func(instance), at));
    paired.chain(spawns).collect()
}

impl Index {
    pub(crate) fn new(
        facts: &PointsTo,
        peg: &Peg,
        accesses: &Accesses,
        pairs: &Pairs,
        reach: &Reach,
    ) -> Index {
        let mut index = Index::default();
        index.index_ends(accesses, pairs);
        index.index_starts(facts, peg, reach);
        index
    }

    fn index_ends(&mut self, accesses: &Accesses, pairs: &Pairs) {
        self.partner_classes = vec![Vec::new(); pairs.classes.len()];
        for (index, product) in pairs.products.iter().enumerate() {
            if !product.plain {
                self.partner_classes[product.a.index()].push((index as u32, true));
                self.partner_classes[product.b.index()].push((index as u32, false));
            }
        }
        for (index, class) in pairs.classes.iter().enumerate() {
            if self.partner_classes[index].is_empty() {
                continue;
            }
            for member in &class.members {
                let access = &accesses.list[member.index()];
                let end = self.ends.entry((access.thread, access.site)).or_default();
                end.classes.push(ClassId::new(index));
                self.paired.insert(access.site);
            }
        }
    }

    fn index_starts(&mut self, facts: &PointsTo, peg: &Peg, reach: &Reach) {
        let families = crate::mhp::descendants(&peg.graph.children());
        for (&(frame, at), &child) in &peg.spawned {
            let frame = &peg.frames[frame.index()];
            let site = site_of(facts.call_graph.func(frame.instance), at);
            let Some(site) = reach.site_index(site) else {
                continue;
            };
            let started = self.starts.entry((frame.thread, site)).or_default();
            started.insert(child);
            started.insert_all(families[child.index()]);
        }
    }
}

impl Facts {
    /// Waits on condition variables that do not look again whether they have to wait.
    pub fn waits_outside_loops(&self) -> Vec<Site> {
        let outside = |suspicion: &&Suspicion| suspicion.kind == SuspicionKind::WaitOutsideLoop;
        let plans = self.suspicions.iter().filter(outside);
        plans
            .filter_map(|suspicion| suspicion.plan.last().map(|step| step.site))
            .collect()
    }

    /// Marks the movers in a program as not visible: they then run with the operation before them.
    /// Returns how many.
    pub fn hide_movers(&self, program: &mut Program) -> usize {
        for site in &self.movers {
            let code = &mut program.functions[site.func.index()].code;
            if let Inst::Sync { visible, .. } = &mut code[site.inst.index()] {
                *visible = false;
            }
        }
        self.movers.len()
    }

    /// Whether any thread's execution of the site stands in a pair that can be scheduled.
    pub fn is_paired(&self, site: Site) -> bool {
        self.index.paired.contains(&site)
    }

    /// What a thread's execution of a site is paired with.
    pub fn partners(&self, thread: StaticThreadId, site: Site) -> &[PairEnd] {
        match self.index.ends.get(&(thread, site)) {
            None => &[],
            Some(end) => end.partners.get_or_init(|| self.expand(end)),
        }
    }

    fn expand(&self, end: &End) -> Box<[PairEnd]> {
        let mut found = Vec::new();
        let classes = end.classes.iter();
        for &(index, first) in classes.flat_map(|c| &self.index.partner_classes[c.index()]) {
            let product = self.pairs.products[index as usize];
            let other = if first { product.b } else { product.a };
            for member in &self.pairs.classes[other.index()].members {
                let access = &self.accesses.list[member.index()];
                found.push(PairEnd {
                    kind: product.kind,
                    thread: access.thread,
                    site: access.site,
                    verb: access.verb,
                    must: product.must,
                });
            }
        }
        found.sort_unstable();
        found.dedup();
        found.into_boxed_slice()
    }

    /// All pairs, class by class.
    pub fn all_pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        let products = self.pairs.products.iter();
        products.flat_map(|product| self.pairs_of(product))
    }

    /// All pairs that can be scheduled.
    pub fn scheduled_pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.products(false)
            .flat_map(|product| self.pairs_of(product))
    }

    /// The products whose pairs are only checked for races, or those of all others.
    pub fn products(&self, plain: bool) -> impl Iterator<Item = &ClassPair> {
        let products = self.pairs.products.iter();
        products.filter(move |product| product.plain == plain)
    }

    /// The pairs of a product.
    pub fn pairs_of<'a>(&'a self, product: &'a ClassPair) -> impl Iterator<Item = Pair<'a>> {
        self.pairs_among(product, |class| {
            self.pairs.classes[class.index()].members.as_slice()
        })
    }

    /// For each class the first of those members that the key does not tell apart: accesses that differ
    /// in the calls that lead to them only are many.
    pub fn representatives<K: Eq + Hash>(&self, key: impl Fn(&Access) -> K) -> Vec<Vec<AccessId>> {
        let firsts = |class: &Class| {
            let mut seen = FxHashSet::default();
            let mut members = class.members.clone();
            members.retain(|&member| seen.insert(key(self.access(member))));
            members
        };
        self.pairs.classes.iter().map(firsts).collect()
    }

    /// The pairs that can be scheduled, class by class, of these members of each class.
    pub fn schedulable_pairs<'a>(
        &'a self,
        members: &'a [Vec<AccessId>],
    ) -> impl Iterator<Item = Pair<'a>> {
        let members = |class: ClassId| members[class.index()].as_slice();
        let products = self.products(false);
        products.flat_map(move |product| self.pairs_among(product, members))
    }

    fn pairs_among<'a>(
        &'a self,
        product: &'a ClassPair,
        members: impl Fn(ClassId) -> &'a [AccessId] + Copy + 'a,
    ) -> impl Iterator<Item = Pair<'a>> {
        let ends = members(product.a).iter().flat_map(move |&a| {
            let others = members(product.b).iter();
            others.map(move |&b| (a, b))
        });
        let once = ends.filter(|&(a, b)| product.a != product.b || a <= b);
        once.map(|(a, b)| Pair {
            kind: product.kind,
            a: self.access(a),
            b: self.access(b),
            ids: (a, b),
            must: product.must,
            plain: product.plain,
        })
    }

    /// An access.
    pub fn access(&self, id: AccessId) -> &Access {
        &self.accesses.list[id.index()]
    }

    /// How many pairs of a kind there are, of those that can be scheduled (or only of the others).
    pub fn count(&self, kind: PairType, plain: bool) -> u64 {
        let products = self.products(plain).filter(|p| p.kind == kind);
        products.map(|p| self.pairs.size(p)).sum()
    }

    /// Whether there may be data races. That no plain pair was found says nothing: frees, and what the
    /// library models do for unsafe code, are in none.
    pub fn may_race(&self) -> bool {
        self.options.may_race
    }

    /// The calls that lead to an access, outermost first.
    pub fn context(&self, access: &Access) -> Vec<Site> {
        let mut sites = self.peg.call_string(&self.points_to, access.frame);
        if let Some(at) = access.via {
            let instance = self.peg.frames[access.frame.index()].instance;
            sites.push(site_of(self.points_to.call_graph.func(instance), at));
        }
        sites
    }

    /// Where an access stands, and the calls that lead there, innermost first.
    pub fn stack(&self, access: &Access) -> impl Iterator<Item = Site> + use<> {
        let calls = self.context(access).into_iter().rev();
        std::iter::once(access.site).chain(calls)
    }

    /// The source text of what an access is about, or an empty one.
    pub fn place<'p>(&self, program: &'p Program, site: Site) -> &'p str {
        let places = &program.function(site.func).places;
        let found = places.binary_search_by_key(&site.inst, |place| place.0);
        found.map_or("", |at| places[at].1.as_str())
    }

    /// The static thread that a spawn of `parent` starts. `stack` holds the call sites, outermost
    /// first, and last the spawn itself.
    pub fn thread_of_spawn(
        &self,
        parent: StaticThreadId,
        stack: &[Site],
    ) -> Option<StaticThreadId> {
        let spawn = *stack.last()?;
        let frame = self.peg.frame_of_stack(&self.points_to, parent, stack);
        let exact = frame.and_then(|f| self.peg.spawned.get(&(f, spawn.inst)));
        exact.copied().or_else(|| self.child_at(parent, spawn))
    }

    /// Some thread that the parent starts at this site.
    fn child_at(&self, parent: StaticThreadId, spawn: Site) -> Option<StaticThreadId> {
        let here = |(frame, at): &(crate::peg::FrameId, vscheck_ir::InstId)| {
            let frame = &self.peg.frames[frame.index()];
            let func = self.points_to.call_graph.func(frame.instance);
            frame.thread == parent && site_of(func, *at) == spawn
        };
        let children = self.peg.spawned.iter().filter(|(key, _)| here(key));
        children.map(|(_, &child)| child).min()
    }

    /// Whether a thread may still execute `target` (as `target_thread`): itself, or through threads it
    /// starts. `stack` holds call sites, outermost first, and last the instruction at which the thread
    /// stands, which counts as not yet executed. An unknown stack may reach everything.
    pub fn can_reach(
        &self,
        program: &Program,
        thread: StaticThreadId,
        stack: &[Site],
        target: (StaticThreadId, Site),
    ) -> bool {
        let Some(bit) = self.reach.site_index(target.1) else {
            return false;
        };
        let Some(points) = self.points(program, thread, stack) else {
            return true;
        };
        let sets = || {
            let each = points.points.iter();
            each.flat_map(|(instance, after)| {
                after.iter().map(|&at| self.reach.from(*instance, at))
            })
        };
        if thread == target.0 && sets().any(|set| set.contains(bit)) {
            return true;
        }
        let runs = self.runs(target.0, bit);
        runs && self.index.starts.iter().any(|(&(starter, site), family)| {
            starter == thread && family.contains(target.0) && sets().any(|set| set.contains(site))
        })
    }

    /// Whether a thread may execute a site at all.
    fn runs(&self, thread: StaticThreadId, site: u32) -> bool {
        let entries = &self.peg.threads[thread.index()].entries;
        entries.iter().any(|frame| {
            let instance = self.peg.frames[frame.index()].instance;
            self.reach.from_entry(instance).contains(site)
        })
    }

    fn points(
        &self,
        program: &Program,
        thread: StaticThreadId,
        stack: &[Site],
    ) -> Option<StackPoints> {
        let first = stack.first()?;
        let calls = &self.points_to.call_graph;
        let entries = &self.peg.threads[thread.index()].entries;
        let instances = entries.iter().map(|f| self.peg.frames[f.index()].instance);
        let entry = instances
            .into_iter()
            .find(|&i| calls.func(i) == first.func)?;
        StackPoints::new(program, &self.points_to, entry, stack)
    }

    /// The sites of interest that the rest of a thread can execute itself, and the threads it may
    /// still start. `None` for an unknown stack: everything.
    pub fn reachable(
        &self,
        program: &Program,
        thread: StaticThreadId,
        stack: &[Site],
    ) -> Option<ReachSet> {
        let points = self.points(program, thread, stack)?;
        let mut found = ReachSet {
            thread,
            sites: crate::points_to::set::SparseSet::default(),
            starts: ThreadSet::default(),
        };
        for (instance, after) in &points.points {
            for &at in after {
                found.sites.union(self.reach.from(*instance, at));
            }
        }
        for (&(starter, site), &family) in &self.index.starts {
            if starter == thread && found.sites.contains(site) {
                found.starts.insert_all(family);
            }
        }
        Some(found)
    }

    /// Whether a reachable set holds a target: a few bit tests.
    pub fn reaches(&self, set: &ReachSet, target: (StaticThreadId, Site)) -> bool {
        let Some(bit) = self.reach.site_index(target.1) else {
            return false;
        };
        set.thread == target.0 && set.sites.contains(bit)
            || set.starts.contains(target.0) && self.runs(target.0, bit)
    }

    /// Pairs of regions of different threads (or of two instances of one) that may run in parallel.
    pub fn parallel_regions(&self) -> u64 {
        let mut groups: FxHashMap<(StaticThreadId, ThreadSet, Lockset), u64> = FxHashMap::default();
        for (node, beside) in self.parallel.beside.iter().enumerate() {
            let exit = self.peg.nodes[node].kind == NodeKind::Exit;
            if let Some(beside) = beside.as_ref().filter(|_| !exit) {
                let key = (self.peg.graph.thread_of[node], *beside, self.held[node]);
                *groups.entry(key).or_default() += 1;
            }
        }
        let groups: Vec<_> = groups.into_iter().collect();
        let mut total = 0;
        for (index, &((t, beside, locks), n)) in groups.iter().enumerate() {
            for (other, &((u, also, held), m)) in groups.iter().enumerate().skip(index) {
                if beside.contains(u) && also.contains(t) && !locks.excludes(held) {
                    total += if other == index {
                        n * (n + 1) / 2
                    } else {
                        n * m
                    };
                }
            }
        }
        total
    }
}

/// What the rest of a thread can still do.
#[derive(Clone, Debug)]
pub struct ReachSet {
    /// The thread.
    pub thread: StaticThreadId,
    /// Sites it can execute itself, as indexes into [`Reach::sites`].
    pub sites: crate::points_to::set::SparseSet,
    /// Threads it may still start, with all they may start.
    pub starts: ThreadSet,
}
