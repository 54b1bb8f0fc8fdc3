//! The pass from a program to its facts, phase by phase.

use std::time::Instant;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vscheck_ir::{Action, Program};

use crate::access;
use crate::cfg::Flows;
use crate::commute;
use crate::escape::Sharing;
use crate::facts::{Facts, Index, Phase, PhaseTimes, sites_of_interest};
use crate::lock_order::{LockOrder, node_action};
use crate::mhp::lockset::{LockEffect, Lockset};
use crate::mhp::{self, Parallel};
use crate::movers;
use crate::pairs;
use crate::peg::{NodeKind, Peg};
use crate::points_to::{self, AtomId, PointsTo};
use crate::reach::Reach;
use crate::suspicion;

/// Which techniques are used; each can be switched off to see what it buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisOptions {
    /// Tell objects apart in pairs.
    pub alias: bool,
    /// Leave out objects that one thread alone can reach.
    pub escape: bool,
    /// Leave out data owned by locks.
    pub disjoint: bool,
    /// Let spawns, joins and locks order things.
    pub mhp: bool,
    /// Leave out what has the same effect in either order, by these rules.
    pub commute: Option<commute::Rules>,
    /// Whether the program's plain accesses can race at all: not if none of its own code is unsafe.
    pub may_race: bool,
    /// Work that the points-to analysis may do before it tells objects apart by their type only.
    pub points_to_budget: usize,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        AnalysisOptions {
            alias: true,
            escape: true,
            disjoint: true,
            mhp: true,
            commute: Some(commute::Rules::SOUND),
            may_race: true,
            points_to_budget: points_to::BUDGET,
        }
    }
}

impl AnalysisOptions {
    fn solve(&self, program: &Program) -> PointsTo {
        PointsTo::solve(program, self.points_to_budget)
    }

    fn effects(&self) -> commute::Effects {
        let rules = self.commute.unwrap_or(commute::Rules::SOUND);
        commute::Effects::new(rules, self.may_race)
    }

    fn filters(&self) -> pairs::Filters {
        pairs::Filters {
            alias: self.alias,
            escape: self.escape,
            disjoint: self.disjoint,
            commute: self.commute,
        }
    }
}

/// The static pass.
#[derive(Debug)]
pub struct Analysis;

/// Times phases, and tells somebody when each ends.
struct Clock<'a> {
    times: PhaseTimes,
    ended: &'a mut dyn FnMut(Phase),
}

impl Clock<'_> {
    fn new(ended: &mut dyn FnMut(Phase)) -> Clock<'_> {
        let times = PhaseTimes::default();
        Clock { times, ended }
    }

    /// Runs (a part of) a phase and adds its time.
    fn time<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        *self.times.of(phase) += start.elapsed();
        (self.ended)(phase);
        result
    }
}

impl Analysis {
    /// Computes all facts of a program.
    pub fn run(program: &Program, options: &AnalysisOptions) -> Facts {
        Analysis::run_watched(program, options, &mut |_| {})
    }

    /// The same; `ended` is called at the end of each part of a phase.
    pub fn run_watched(
        program: &Program,
        options: &AnalysisOptions,
        ended: &mut dyn FnMut(Phase),
    ) -> Facts {
        let mut clock = Clock::new(ended);
        let mut points_to = clock.time(Phase::PointsTo, || options.solve(program));
        let flows = Flows::new(program);
        let sharing = clock.time(Phase::PointsTo, || {
            Sharing::new(program, &points_to, &flows)
        });
        let peg = clock.time(Phase::Peg, || Peg::new(program, &points_to));
        let beside = || parallelism(program, &points_to, &sharing, &peg, options.mhp);
        let (parallel, held, locks) = clock.time(Phase::Mhp, beside);
        let movers = clock.time(Phase::Pairs, || movers::find(program, &points_to));
        let accesses = clock.time(Phase::Pairs, || {
            access::collect(&mut access::Inputs {
                program,
                facts: &mut points_to,
                sharing: &sharing,
                peg: &peg,
                parallel: &parallel,
                held: &held,
                movers: &movers,
                effects: options.effects(),
            })
        });
        let inputs = pairs::Inputs {
            program,
            facts: &points_to,
            sharing: &sharing,
            accesses: &accesses,
            filters: options.filters(),
        };
        let found = clock.time(Phase::Pairs, || pairs::compute(&inputs));
        let sites = sites_of_interest(&points_to, &accesses, &found);
        let reaching = || Reach::new(program, &points_to, &flows, sites);
        let reach = clock.time(Phase::Reach, reaching);
        let suspicions = clock.time(Phase::Reach, || {
            suspicion::find(&suspicion::Inputs {
                program,
                facts: &points_to,
                sharing: &sharing,
                flows: &flows,
                peg: &peg,
                parallel: &parallel,
                held: &held,
                accesses: &accesses,
                pairs: &found,
                reach: &reach,
                order: &LockOrder::new(program, &points_to, &peg),
            })
        });
        Facts {
            index: Index::new(&points_to, &peg, &accesses, &found, &reach),
            points_to,
            sharing,
            peg,
            parallel,
            held,
            locks,
            accesses,
            pairs: found,
            reach,
            suspicions,
            movers,
            options: *options,
            times: clock.times,
        }
    }
}

fn parallelism(
    program: &Program,
    facts: &PointsTo,
    sharing: &Sharing,
    peg: &Peg,
    precise: bool,
) -> (Parallel, Vec<Lockset>, Vec<AtomId>) {
    if !precise {
        let parallel = mhp::coarse::analyze(&peg.graph);
        let held = vec![Lockset::NONE; peg.nodes.len()];
        return (parallel, held, Vec::new());
    }
    let (effects, locks) = lock_effects(program, facts, sharing, peg);
    (
        mhp::precise::analyze(&peg.graph),
        mhp::lockset::analyze(&peg.graph, &effects),
        locks,
    )
}

/// The single locks, numbered. A lock that may be several objects protects nothing (Chen 2009, section
/// 4.2.2: an artificial object of its own).
struct SingleLocks<'a> {
    facts: &'a PointsTo,
    sharing: &'a Sharing,
    bits: FxHashMap<AtomId, u32>,
}

impl SingleLocks<'_> {
    fn take(&mut self, cells: &[AtomId]) -> Option<u32> {
        let &[cell] = cells else { return None };
        if !self.sharing.is_singular(self.facts, cell) {
            return None;
        }
        let next = self.bits.len();
        if next < Lockset::CAPACITY {
            self.bits.entry(cell).or_insert(next as u32);
        }
        self.bits.get(&cell).copied()
    }

    /// The locks that a release may be about; of an unknown object: all.
    fn mask(&self, cells: &[AtomId]) -> u128 {
        if cells.is_empty() {
            return u128::MAX;
        }
        let bits = cells.iter().filter_map(|cell| self.bits.get(cell));
        bits.fold(0, |mask, &bit| mask | 1 << bit)
    }
}

/// What each node does to locks, and the lock of each bit.
fn lock_effects(
    program: &Program,
    facts: &PointsTo,
    sharing: &Sharing,
    peg: &Peg,
) -> (Vec<LockEffect>, Vec<AtomId>) {
    let mut locks = SingleLocks {
        facts,
        sharing,
        bits: FxHashMap::default(),
    };
    let mut effects = vec![LockEffect::None; peg.nodes.len()];
    for releases in [false, true] {
        for (node, effect) in effects.iter_mut().enumerate() {
            if let Some((action, args)) = node_action(program, facts, peg, node as u32) {
                let at = &peg.nodes[node];
                let instance = peg.frames[at.frame.index()].instance;
                let cells = |arg: usize| facts.cells(instance, args[arg]);
                let found = if releases {
                    release(&locks, at.kind, action, cells)
                } else {
                    acquisition(&mut locks, at.kind, action, cells)
                };
                *effect = found.unwrap_or(*effect);
            }
        }
    }
    let mut cells = vec![AtomId::default(); locks.bits.len()];
    for (&cell, &bit) in &locks.bits {
        cells[bit as usize] = cell;
    }
    (effects, cells)
}

fn waits(action: Action) -> bool {
    matches!(action, Action::CondvarWait | Action::CondvarWaitTimeout)
}

fn acquisition(
    locks: &mut SingleLocks,
    kind: NodeKind,
    action: Action,
    cells: impl Fn(usize) -> Vec<AtomId>,
) -> Option<LockEffect> {
    if matches!(
        action,
        Action::MutexLock | Action::MutexLockWhen | Action::RwLockWrite
    ) {
        return locks.take(&cells(0)).map(LockEffect::Lock);
    }
    if action == Action::RwLockRead {
        return locks.take(&cells(0)).map(LockEffect::Read);
    }
    if waits(action) && kind == NodeKind::Reacquire {
        return locks.take(&cells(1)).map(LockEffect::Lock);
    }
    None
}

fn release(
    locks: &SingleLocks,
    kind: NodeKind,
    action: Action,
    cells: impl Fn(usize) -> Vec<AtomId>,
) -> Option<LockEffect> {
    let unlocks = [
        Action::MutexUnlock,
        Action::RwLockUnlockRead,
        Action::RwLockUnlockWrite,
    ];
    if unlocks.contains(&action) {
        return Some(LockEffect::Release(locks.mask(&cells(0))));
    }
    (waits(action) && kind == NodeKind::Action).then(|| LockEffect::Release(locks.mask(&cells(1))))
}
