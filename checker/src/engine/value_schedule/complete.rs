//! The complete search: every value schedule once.
//!
//! Depth first. Each step is a possible trigger: its state is kept. When a later step conflicts with
//! it and nothing orders the two, the pair is a concurrent access pair seen in the run, and the
//! reversed order is planned at the trigger: a backtracking point whose target is the later step
//! (rules 1 and 2 of Chen 2009, section 5.3; the target's way is what the run has shown, so no planned
//! way is ever infeasible and the accessibility of section 6.2 is exact). Sleep sets keep two complete
//! paths from being the same value schedule; wakeup trees keep paths from being begun in vain
//! (Abdulla, Aronis, Jonsson, Sagonas 2017: *Source sets*, JACM 64:4).
//!
//! `DIVERGES(Chen 2009, section 6.1)`: the thesis keeps a worklist of backtracking points and derives
//! recursively towards statically named targets. Here targets are named by the run; static pairs say
//! which steps can be triggers at all.

use super::super::choice::{free_choice, spontaneous_instead, wakes_sleeper};
use super::super::dfs::States;
use super::super::path::{Path, Planned};
use super::hunt;
use super::races::leads_there;
use super::sample::Sampling;
use super::tail::Tails;
use super::wakeup::WakeupTree;
use crate::exploration::Exploration;
use crate::run::Run;
use crate::schedule::is_possible;
use rustc_hash::FxHashSet;
use vscheck_vm::{Transition, dependent};

/// What the search keeps beside each state of the path.
#[derive(Default)]
pub(super) struct Node {
    /// Steps explored from here, or asleep when the state was reached.
    pub(super) sleep: Vec<Planned>,
    /// What is planned here.
    pub(super) tree: WakeupTree,
    /// Whether a step has been taken from here.
    inner: bool,
    /// Whether it was counted as a backtracking point.
    pub(super) counted: bool,
    /// What is known of what can follow.
    ahead: Ahead,
}

/// What is known of what can follow a state.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Ahead {
    #[default]
    Unknown,
    /// All of it has been explored elsewhere.
    Explored,
    /// One way to the end, which the trace has already, and which another execution has gone.
    Tail,
}

/// The state of the search.
pub(super) struct Search<'s> {
    pub(super) cx: &'s mut Exploration,
    pub(super) path: Path,
    /// One for each step of the path, and one for the state after it.
    pub(super) nodes: Vec<Node>,
    /// Steps before this one have been searched for races.
    pub(super) fresh_from: usize,
    /// Races of the path whose later step has to do with more if it comes first, by their steps.
    pub(super) growing: Vec<(usize, usize)>,
    /// Whether a sleeper could ever wake.
    pub(super) has_sleepers: bool,
    /// Whether an execution has ended as plain accesses clashed.
    pub(super) has_clashes: bool,
    /// Whether there is something that the search does not see, as it takes for commuting, or for one step, what is
    /// not: an addition has overflowed, and another might have, or a race was ruled out only by the order of updates,
    /// or by what a load that is one step with its exchange comes after.
    misses_some: bool,
    /// States between two phases of the program, if they are kept.
    between_phases: Option<FxHashSet<u128>>,
    /// What one thread does when it is the last, if that is kept.
    tails: Option<Tails>,
}

/// Effort that is spent on value schedules before other searches are tried: some hundredths of a second.
const PATIENCE: u64 = 50_000;

/// How many times as much the search over stored states gets, which goes on where it stopped.
const STATES_PART: u64 = 2;

/// Schedules at random get this part of that.
const SAMPLING_PART: u64 = 8;

/// How many times more of it there is for value schedules the next time.
const MORE_SCHEDULES: u64 = 2;

/// How many times as much of that for the others: where value schedules do not end soon, they seldom end
/// before the states do.
const MORE_STATES: u64 = 2;

/// How much effort there is for each transition that one execution may have.
const FOR_ONE_STEP: u64 = 30;

/// The effort that the search of what commutes may get beyond the others', to come to the end of one execution as
/// long as those that were seen: some seconds.
const FOR_ONE_EXECUTION: u64 = 100 * PATIENCE;

/// Explores every value schedule once. A hunt for the first bug that does not come to an end asks others
/// too, and gives each more time by turns; and it draws schedules at random.
pub fn explore(cx: &mut Exploration) {
    let mut patience = match cx.settings.all {
        true => u64::MAX,
        false => cx.settings.patience.unwrap_or(PATIENCE),
    };
    let mut states = cx.uses("states").then(|| States::knowing_what_commutes(cx));
    let mut commuting = Commuting::default();
    if patience == 0 {
        if commuting.ends(cx, u64::MAX) || states_end(cx, states.as_mut(), u64::MAX) {
            return;
        }
        patience = u64::MAX;
    }
    let mut states_part = STATES_PART;
    let start = cx.start();
    let mut sampling = Sampling::new(cx.settings.seed);
    let mut search = Search::new(cx);
    let mut at_length = false;
    let mut rest = search.run_within(start, patience);
    while let Some(run) = rest {
        let for_states = patience.saturating_mul(states_part);
        if search.cx.uses("sampling") {
            sampling.search(search.cx, states.as_mut(), for_states / SAMPLING_PART);
        }
        if commuting.ends(search.cx, patience) || states_end(search.cx, states.as_mut(), for_states)
        {
            return;
        }
        if !at_length && search.cx.uses("priority") {
            hunt::explore_at_length(search.cx);
            at_length = true;
        }
        patience = patience.saturating_mul(MORE_SCHEDULES);
        states_part = states_part.saturating_mul(MORE_STATES);
        rest = search.run_within(run, patience);
    }
}

/// A search that sees less than value schedules, yet every bug: one in which additions and critical sections commute,
/// if that makes a difference. It begins anew each time.
#[derive(Default)]
struct Commuting {
    /// The effort that was not enough for it, as it is begun now.
    tried: u64,
}

impl Commuting {
    /// Whether it comes to an end. One that would not come much further than the last time is not begun.
    fn ends(&mut self, cx: &mut Exploration, patience: u64) -> bool {
        // In other orders they may be longer.
        let depth = cx.stats().max_depth.saturating_mul(2);
        let for_one_execution = depth.saturating_mul(FOR_ONE_STEP);
        let effort = match for_one_execution > FOR_ONE_EXECUTION {
            true => patience,
            false => patience.max(for_one_execution),
        };
        if effort / MORE_SCHEDULES < self.tried {
            return false;
        }
        let Some(start) = cx.commuting_start() else {
            return false;
        };
        cx.tally("searches_of_what_commutes");
        let mut search = Search::new(cx);
        let through = search.run_within(start, effort).is_none();
        // What it was wrong about does not commute the next time.
        self.tried = if search.misses_some { 0 } else { effort };
        through && !search.misses_some
    }
}

/// Whether the search over stored states comes to an end: loops of timed waits have few states, and no end of value
/// schedules. Where threads meet often, states are few as well: it may take more time than the others.
fn states_end(cx: &mut Exploration, states: Option<&mut States>, effort: u64) -> bool {
    let Some(states) = states else {
        return false;
    };
    cx.tally("searches_over_states");
    states.search(cx, effort)
}

impl<'s> Search<'s> {
    fn new(cx: &'s mut Exploration) -> Search<'s> {
        let keeps_states = cx.uses("phases") && !cx.settings.observes_output();
        Search {
            between_phases: keeps_states.then(FxHashSet::default),
            tails: cx.uses("tails").then(Tails::default),
            path: Path::that_keeps(cx.settings.kept),
            cx,
            nodes: vec![Node::default()],
            fresh_from: 0,
            growing: Vec::new(),
            has_sleepers: false,
            has_clashes: false,
            misses_some: false,
        }
    }
}

impl Search<'_> {
    /// Goes on from a run for as long as so much effort allows, or until one execution has many transitions:
    /// it may have no end, and all its states are kept. Gives the run to go on from later, if it is not
    /// through.
    fn run_within(&mut self, mut run: Run, effort: u64) -> Option<Run> {
        let end = self.cx.stats().effort().saturating_add(effort);
        let deepest = effort / FOR_ONE_STEP;
        while !self.cx.should_stop() && !self.misses_some {
            if self.cx.stats().effort() >= end || self.path.len() as u64 >= deepest {
                return Some(run);
            }
            match self.next_step(&run) {
                Some((transition, subtree)) => run = self.descend(run, transition, subtree),
                None => {
                    if !self.node().inner {
                        self.end_of_path(&run);
                    }
                    run = self.backtrack(end)?;
                }
            }
        }
        None
    }

    fn node(&mut self) -> &mut Node {
        self.nodes.last_mut().expect("one node a state")
    }

    /// Chooses what to do at the current state: what is planned, else (once) anything.
    fn next_step(&mut self, run: &Run) -> Option<(Transition, WakeupTree)> {
        if self.node().ahead != Ahead::Unknown {
            return None;
        }
        if !self.node().inner && wakes_sleeper(run) {
            self.has_sleepers = true;
            self.plan_all(run);
        }
        while let Some((step, subtree)) = self.node().tree.take_first() {
            // A data race on the way ends the execution earlier than planned.
            if is_possible(run, step.transition) {
                self.plan_other_arms(run, step.transition);
                return Some((step.transition, subtree));
            }
            self.cx.tally("plans_cut_off");
        }
        if self.node().inner || self.cx.is_over(run) {
            return None;
        }
        let last = self.path.steps.last().map(|step| step.transition.thread);
        let chosen = free_choice(run, &self.node().sleep, last)?;
        self.plan_other_arms(run, chosen);
        Some((chosen, WakeupTree::default()))
    }

    /// A step that can go in several ways must go each.
    fn plan_other_arms(&mut self, run: &Run, chosen: Transition) {
        for arm in run.machine.arms(chosen.thread) {
            let transition = Transition { arm, ..chosen };
            if transition != chosen {
                self.plan_here(run, transition);
            }
        }
    }

    /// A sleeper's waking depends on all steps, so no race shows what could come before it.
    fn plan_all(&mut self, run: &Run) {
        for transition in run.machine.transitions() {
            self.plan_here(run, transition);
        }
    }

    /// Plans a step at the current state.
    fn plan_here(&mut self, run: &Run, transition: Transition) {
        self.plan_at(self.path.len(), run, transition);
    }

    /// Plans a step at a state of the path, unless it is asleep there.
    pub(super) fn plan_at(&mut self, at: usize, run: &Run, transition: Transition) {
        let operation = run.machine.pending(transition.thread).expect("enabled");
        let mut operation = operation.clone();
        operation.goes(transition.arm);
        let step = Planned {
            transition,
            ends: operation.ends_execution(),
            operation,
        };
        if !step.is_in(&self.nodes[at].sleep) {
            let mut leads = leads_there(self.cx, run, self.has_clashes);
            self.nodes[at].tree.insert(vec![step], &mut leads);
        }
    }

    fn descend(&mut self, run: Run, transition: Transition, tree: WakeupTree) -> Run {
        for other in spontaneous_instead(&run, transition) {
            self.plan_here(&run, other);
        }
        let was_sequential = run.machine.is_sequential();
        let mut after = run;
        // Whatever else there may be leads through this step too: nobody comes back to the state before.
        match after.machine.has_choice() {
            true => self.path.extend(self.cx, &mut after, transition),
            false => self.path.extend_only_way(self.cx, &mut after, transition),
        }
        self.cx.take_bug_at_hand(&mut after);
        let executed = &self.path.steps.last().expect("just extended").operation;
        let here = self.nodes.last_mut().expect("one node a state");
        here.inner = true;
        let asleep = here.sleep.iter();
        let asleep = asleep.filter(|step| !dependent(&step.operation, executed));
        let asleep: Vec<Planned> = asleep.cloned().collect();
        let as_it_stands = |step| self.as_it_stands(step, &after);
        let sleep: Vec<Planned> = asleep.into_iter().filter_map(as_it_stands).collect();
        let ends_phase = !was_sequential && after.machine.is_sequential();
        let explored = ends_phase && !self.is_new_phase(&after, sleep.is_empty());
        let ahead = match explored {
            true => Ahead::Explored,
            false if sleep.is_empty() && self.adds_tail(&mut after) => Ahead::Tail,
            false => Ahead::Unknown,
        };
        self.nodes.push(Node {
            sleep,
            tree,
            ahead,
            ..Node::default()
        });
        after
    }

    /// Whether it is known how a run goes on to its end: then its trace does.
    fn adds_tail(&mut self, run: &mut Run) -> bool {
        let longest = self.cx.steps_left(run);
        let tails = self.tails.as_mut();
        tails.is_some_and(|tails| tails.add_known(run, &self.path.steps, longest))
    }

    /// Whether the program has not been in this state before, in which all threads but one are joined. What
    /// follows then happens after all that came before, so what can follow is a matter of the state alone,
    /// and is explored once in a hunt for the first bug: phases add up instead of multiplying. All of it is
    /// explored where nothing is asleep.
    fn is_new_phase(&mut self, run: &Run, nothing_asleep: bool) -> bool {
        let Some(seen) = self.between_phases.as_mut() else {
            return true;
        };
        let state = run.machine.fingerprint();
        match nothing_asleep {
            true => seen.insert(state),
            false => !seen.contains(&state),
        }
    }

    /// A step asleep, with what it would touch in this state: an arrival at a barrier may have become one of
    /// the last two by another that it commutes with. `None` if its plain accesses clash with those of the
    /// step just taken, though their operations commute: that wakes it, unless they clash this way round, too.
    fn as_it_stands(&mut self, step: Planned, run: &Run) -> Option<Planned> {
        let mut step = step.refreshed(run);
        if !self.has_clashes || step.ends {
            return Some(step);
        }
        step.ends = self.clash(run.clone(), &[step.transition]);
        let taken = self.path.steps.last().expect("just extended");
        let both = [step.transition, taken.transition];
        let before = taken.before.clone();
        let wakes = !step.ends && before.is_some_and(|before| self.clash(before, &both));
        (!wakes).then_some(step)
    }

    /// Whether these steps, taken one after the other, clash with what went before.
    fn clash(&mut self, mut run: Run, steps: &[Transition]) -> bool {
        for &step in steps {
            if !is_possible(&run, step) {
                return false;
            }
            self.cx.step(&mut run, step);
        }
        run.machine.clash().is_some()
    }

    /// The path ends here, or all that could go on is asleep.
    fn end_of_path(&mut self, run: &Run) {
        self.misses_some |= self.cx.lacks_some(run);
        if let Some(tails) = &mut self.tails {
            tails.note_end(run, &self.path.steps);
        }
        if self.node().ahead == Ahead::Explored {
            self.cx.meet_again(run);
        } else if self.node().ahead == Ahead::Tail {
            self.cx.finish_alike(run);
        } else if self.cx.is_over(run) || run.machine.transitions().is_empty() {
            self.misses_some |= !self.cx.finish_commuting(run);
            self.plan_around_clash(run);
        } else {
            self.cx.tally("paths_asleep");
        }
        self.plan_reversals(run);
    }

    /// Goes back to the last state from which there may be more to do, and puts the explored step to sleep there;
    /// once the effort is spent, to the last from which there could have been.
    fn backtrack(&mut self, end: u64) -> Option<Run> {
        let is_spent = self.cx.stats().effort() >= end;
        self.path.forget_restored();
        loop {
            self.nodes.pop();
            let left = self.path.len().checked_sub(1)?;
            let node = self.node();
            let has_more = node.ahead == Ahead::Unknown && !node.tree.is_empty();
            if has_more || is_spent {
                self.path.restore(left);
            }
            let step = self.path.pop()?;
            if let Some(before) = step.before.filter(|_| has_more || is_spent) {
                self.fresh_from = self.fresh_from.min(left);
                self.growing.retain(|&(_, target)| target < left);
                self.node().sleep.push(Planned {
                    transition: step.transition,
                    operation: step.operation,
                    ends: step.ends,
                });
                return Some(before);
            }
        }
    }
}
