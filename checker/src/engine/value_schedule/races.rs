//! Races of a path, and the plans that reverse them.
//!
//! A step races with a later one of another thread if their footprints conflict and nothing else
//! orders them. Reversed, everything after the earlier step that does not need it runs first, then the
//! later step (the target), then the earlier one (the trigger).

use super::super::path::{Planned, conflicting, knows_all_before};
use super::complete::Search;
use super::wakeup::is_weak_initial;
use crate::clock::Clock;
use crate::exploration::Exploration;
use crate::run::Run;
use crate::schedule::is_possible;
use smallvec::SmallVec;
use vscheck_ir::{Action, ActionKind};
use vscheck_vm::{Arm, Footprint, dependent};
use vscheck_vm::{Object, Operation, ThreadId, Touch, Transition};

/// The ways in which an operation can go.
type Arms = SmallVec<[Arm; 4]>;

/// Whether a race could be turned round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reversal {
    /// It is planned, or has been explored.
    Done,
    /// The target cannot run before the trigger (a receive before the send it takes from): the
    /// trigger's own races count instead.
    Impossible,
}

/// A step as the later end of races.
struct Target {
    operation: Operation,
    /// What its thread knew before it.
    known: Clock,
    /// Its direct conflicts.
    conflicts: SmallVec<[(Object, u32); 4]>,
    /// Its index, or the path's length for one that has not been executed.
    index: usize,
}

impl Search<'_> {
    /// Plans the reversal of every race that the new steps of the path, and the steps that its end
    /// leaves pending, are the later part of.
    pub(super) fn plan_reversals(&mut self, run: &Run) {
        self.plan_growing();
        for index in self.fresh_from..self.path.len() {
            self.cx.poll();
            if self.cx.should_stop() {
                return;
            }
            let target = self.executed_target(index);
            self.plan_reversals_of(&target);
        }
        self.fresh_from = self.path.len();
        for target in self.pending_targets(run) {
            self.plan_reversals_of(&target);
        }
    }

    /// Turns the races round again whose later step, if it comes first, may be ordered with what comes on the
    /// way there: the new steps of the path may be another such way. (Elsewhere all orders of those are found
    /// after the first way, as the reversed race has nothing to do with them.)
    fn plan_growing(&mut self) {
        let is_old = |&&(_, target): &&_| target < self.fresh_from;
        let growing: Vec<_> = self.growing.iter().filter(is_old).copied().collect();
        for (trigger, target) in growing {
            self.cx.poll();
            if self.cx.should_stop() {
                return;
            }
            let target = self.executed_target(target);
            let is_new = |&step: &usize| step >= self.fresh_from;
            if self.way_around(trigger, &target).iter().any(is_new) {
                self.reverse(trigger, &target);
            }
        }
    }

    /// Remembers a race whose later step touches more objects if it comes first.
    fn note_growing(&mut self, trigger: usize, target: &Target) {
        let race = (trigger, target.index);
        if target.index < self.path.len() && !self.growing.contains(&race) {
            self.growing.push(race);
        }
    }

    fn executed_target(&self, index: usize) -> Target {
        let step = &self.path.steps[index];
        let known = self.path.clock_before(step.transition.thread, index);
        Target {
            operation: step.operation.clone(),
            known,
            conflicts: step.conflicts.clone(),
            index,
        }
    }

    /// What the threads were about to do at the end, blocked or cut off. An execution that its last
    /// step ended is asked what the others were about to do before that step.
    fn pending_targets(&self, run: &Run) -> Vec<Target> {
        let cut_off = self.path.steps.last().filter(|step| step.ends);
        let state = |thread: ThreadId| match cut_off {
            Some(step) if step.transition.thread != thread && step.has_alternatives() => {
                &step.before().machine
            }
            _ => &run.machine,
        };
        let threads = run.machine.thread_ids();
        let operations = threads.filter_map(|thread| state(thread).standing(thread).cloned());
        operations
            .map(|operation| self.pending_target(operation))
            .collect()
    }

    fn pending_target(&self, operation: Operation) -> Target {
        let known = self.path.clock_before(operation.thread, self.path.len());
        let (_, conflicts) = self.path.order(&operation);
        Target {
            operation,
            known,
            conflicts,
            index: self.path.len(),
        }
    }

    fn plan_reversals_of(&mut self, target: &Target) {
        for (object, touch) in target.operation.footprint.clone() {
            match object {
                Object::World => self.walk_back_spontaneous(target),
                Object::Last(_) => {}
                Object::Cell(_)
                | Object::Message { .. }
                | Object::Senders(_)
                | Object::Thread(_)
                | Object::Token(_)
                | Object::SpuriousBudget
                | Object::Output => self.walk_back(target, object, touch),
            }
        }
    }

    /// Plain accesses are in no footprint. Where two of them race, or one is to what the other has freed, that
    /// ends the execution: the later one must be seen before the earlier one, too. A data race does so though
    /// other threads could go on with what the racing step has nothing to do with: they must be seen without
    /// that step.
    pub(super) fn plan_around_clash(&mut self, run: &Run) {
        let Some(other) = run.machine.clash() else {
            return;
        };
        let Some(last) = self.path.len().checked_sub(1) else {
            return;
        };
        self.has_clashes = true;
        let target = self.executed_target(last);
        let at_once = target.operation.action != Action::Fault;
        if let Some(before) = self.path.steps[last].before.clone().filter(|_| at_once) {
            for transition in before.machine.transitions() {
                let operation = before.machine.pending(transition.thread).expect("enabled");
                if !dependent(operation, &target.operation) {
                    self.plan_at(last, &before, transition);
                }
            }
        }
        if let Some(trigger) = self.clashing_step(&target, other) {
            self.reverse(trigger, &target);
        }
    }

    /// The step of another thread that the target, which ended the execution, clashes with: the last of those
    /// without which it would not.
    fn clashing_step(&mut self, target: &Target, other: ThreadId) -> Option<usize> {
        let steps = self.path.steps_back(other, target.index);
        let steps = steps.chain(self.path.spawn_of(other));
        let unordered = steps.take_while(|&step| !self.path.ordered(step, target.index));
        let unordered: Vec<usize> = unordered.collect();
        let mut unordered = unordered.into_iter();
        unordered.find(|&step| !self.clashes_without(step, target, other))
    }

    /// Whether the target clashes with another thread that stops before a step of its own, too.
    fn clashes_without(&mut self, step: usize, target: &Target, other: ThreadId) -> bool {
        if !self.path.steps[step].has_alternatives() {
            return true;
        }
        self.path.forget_restored();
        let steps = self.way_around(step, target);
        let mut way = self.planned(&steps);
        let transition = self.path.steps[target.index].transition;
        let Some(mut run) = self.follow(step, &mut way) else {
            return true;
        };
        let faulty = |operation: &Operation| operation.action == Action::Fault;
        let pending = run.machine.pending(target.operation.thread);
        if pending.is_none_or(faulty) {
            return true;
        }
        if faulty(&target.operation) {
            return false;
        }
        is_possible(&run, transition) && {
            self.cx.step(&mut run, transition);
            run.machine.clash() == Some(other)
        }
    }

    /// Looks for triggers among the earlier steps on one object, latest first.
    fn walk_back(&mut self, target: &Target, object: Object, touch: Touch) {
        let mut reversed: SmallVec<[usize; 4]> = SmallVec::new();
        let mut position = self
            .path
            .touches(object)
            .partition_point(|&(step, _)| (step as usize) < target.index);
        while position > 0 {
            position -= 1;
            let (step, earlier) = self.path.touches(object)[position];
            let step = step as usize;
            let own = self.path.thread(step) == target.operation.thread;
            if own && knows_all_before(earlier, touch) {
                return;
            }
            if own || !conflicting(earlier, touch) {
                continue;
            }
            let behind = reversed.iter().any(|&later| self.path.ordered(step, later));
            let known = self.path.known_to(step, &target.known);
            if (known || behind) && earlier == Touch::Exclusive {
                return;
            }
            if known || behind || self.ordered_by_other_object(target, object, step) {
                continue;
            }
            if self.reverse(step, target) == Reversal::Done {
                reversed.push(step);
            }
        }
    }

    /// Looks for triggers of who wakes when all others have gone as far as they can, latest first: only
    /// time-outs and spurious wake-ups can come later as well.
    fn walk_back_spontaneous(&mut self, target: &Target) {
        let mut reversed: SmallVec<[usize; 4]> = SmallVec::new();
        for step in (0..target.index).rev() {
            let Transition { thread, arm } = self.path.steps[step].transition;
            let may_race = arm.is_spontaneous() && thread != target.operation.thread;
            if !may_race
                || self.path.known_to(step, &target.known)
                || reversed.iter().any(|&later| self.path.ordered(step, later))
                || self.ordered_by_other_object(target, Object::World, step)
            {
                continue;
            }
            if self.reverse(step, target) == Reversal::Done {
                reversed.push(step);
            }
        }
    }

    /// Whether the step happens before the target by way of a conflict on another object. That time
    /// passed in between is no reason: it may have had to because of this very step. Nor is a message:
    /// earlier, the target would have taken another one, or another one's place. A selection may have gone
    /// another way.
    fn ordered_by_other_object(&self, target: &Target, object: Object, step: usize) -> bool {
        if let Action::ChannelSelect { .. } = target.operation.action {
            return false;
        }
        let fixed = |&&(other, _): &&_| {
            !matches!(
                other,
                Object::Message { .. } | Object::Senders(_) | Object::World
            )
        };
        let others = target.conflicts.iter().filter(fixed);
        let mut others = others.filter(|&&(other, by)| other != object && by as usize != step);
        others.any(|&(_, by)| self.path.ordered(step, by as usize))
    }

    /// Plans, at the state before `trigger`, the way to the target without the trigger; where somebody sleeps
    /// also without the time-outs and spurious wake-ups that the target does not need.
    fn reverse(&mut self, trigger: usize, target: &Target) -> Reversal {
        if !self.path.steps[trigger].has_alternatives() || self.joins(target, trigger) {
            return Reversal::Impossible;
        }
        self.path.forget_restored();
        self.path.restore(trigger);
        let steps = self.way_around(trigger, target);
        if !self.has_sleepers {
            return self.reverse_by(trigger, &steps, target);
        }
        let needed = self.without_needless_arms(&steps, target);
        let with_spontaneous = match needed.len() < steps.len() {
            true => self.reverse_by(trigger, &steps, target),
            false => Reversal::Impossible,
        };
        match self.reverse_by(trigger, &needed, target) {
            Reversal::Done => Reversal::Done,
            Reversal::Impossible => with_spontaneous,
        }
    }

    /// Plans, at the state before `trigger`, these steps of the path and the target.
    fn reverse_by(&mut self, trigger: usize, steps: &[usize], target: &Target) -> Reversal {
        let thread = target.operation.thread;
        let before = &self.path.steps[trigger].before().machine;
        // What nothing on the way has to do with cannot run after it if it cannot run before it. (A
        // deadlock is declared when `main` has come to wait for it.)
        let may_help = |&step: &usize| self.path.may_enable(step, &target.operation);
        let helped = target.operation.action == Action::Fault || steps.iter().any(may_help);
        if !helped && !before.is_enabled(thread) {
            return Reversal::Impossible;
        }
        let mut way = self.planned(steps);
        if self.nodes[trigger]
            .sleep
            .iter()
            .any(|step| is_initial(step, &way))
        {
            if may_touch_others(target.operation.action) {
                self.note_growing(trigger, target);
            }
            return Reversal::Done;
        }
        let Some((operation, arms)) = self.after_way(trigger, &mut way, target) else {
            return Reversal::Impossible;
        };
        for arm in arms {
            let mut operation = operation.clone();
            operation.goes(arm);
            if touches_more(&operation, &target.operation) {
                self.note_growing(trigger, target);
            }
            let mut sequence = way.clone();
            sequence.push(Planned {
                transition: Transition { thread, arm },
                ends: operation.ends_execution(),
                operation,
            });
            self.plan(trigger, sequence);
        }
        Reversal::Done
    }

    /// What can run before the target if the trigger is put off.
    fn way_around(&self, trigger: usize, target: &Target) -> Vec<usize> {
        let mut steps = self.path.independent_after(trigger);
        // Nothing runs after a step that ends the execution, whatever it is independent of. (The target
        // may be such a step, and independent of the trigger: a data race.)
        steps.retain(|&step| step != target.index && !self.path.steps[step].ends);
        steps
    }

    /// Whether the target waits for the end of the trigger's thread, which no step of it can come after.
    fn joins(&self, target: &Target, trigger: usize) -> bool {
        let ended = Object::Thread(self.path.thread(trigger));
        let mut touched = target.operation.footprint.iter();
        target.operation.action == Action::Join && touched.any(|&(object, _)| object == ended)
    }

    /// A way but for the time-outs and spurious wake-ups that the target does not know of, and what follows
    /// from them. A sleeper may have to wake before them, and he wakes only when all others have gone as far
    /// as they can: they must be left to come last.
    fn without_needless_arms(&self, way: &[usize], target: &Target) -> Vec<usize> {
        let needless = |&step: &usize| {
            let arm = self.path.steps[step].transition.arm;
            arm.is_spontaneous() && !self.path.known_to(step, &target.known)
        };
        let left_out: SmallVec<[usize; 4]> = way.iter().copied().filter(needless).collect();
        let follows = |step: usize| {
            left_out
                .iter()
                .any(|&spontaneous| self.path.ordered(spontaneous, step))
        };
        way.iter().copied().filter(|&step| !follows(step)).collect()
    }

    /// The target's operation at the end of a way, and how it can go there. The way's operations become
    /// what they are without the trigger.
    fn after_way(
        &mut self,
        trigger: usize,
        way: &mut [Planned],
        target: &Target,
    ) -> Option<(Operation, Arms)> {
        let known = self.unchanged(trigger, target);
        if let Some(operation) = known.or_else(|| self.changing(trigger, target)) {
            return Some((operation, Arms::from_elem(Arm::Only, 1)));
        }
        let run = self.follow(trigger, way)?;
        let thread = target.operation.thread;
        let arms = run.machine.arms(thread);
        let operation = run.machine.pending(thread).filter(|_| !arms.is_empty())?;
        Some((operation.clone(), arms))
    }

    /// The target's operation, if nothing that others do can change it: its thread has come to it without
    /// the trigger, not for the second time in the same state (it could spin), and it goes in one way whatever
    /// the state is.
    /// A lock is free after the way: the trigger could take it, and whatever else on the way took it would
    /// come after the trigger.
    fn unchanged(&self, trigger: usize, target: &Target) -> Option<Operation> {
        let operation = &target.operation;
        let trigger = &self.path.steps[trigger].operation;
        let &[(object, touch), ref others @ ..] = operation.footprint.as_slice() else {
            return None;
        };
        let own_end = |&(object, _): &_| object == Object::Thread(operation.thread);
        let mut earlier = self.path.steps_back(operation.thread, target.index);
        let again = |step: usize| self.path.steps[step].operation.site == operation.site;
        let same = match operation.action {
            Action::AtomicLoad(_) | Action::AtomicStore(_) | Action::AtomicRmw(..) => true,
            Action::MutexLock => {
                trigger.action == Action::MutexLock && trigger.footprint[0].0 == object
            }
            _ => false,
        };
        let mut first_time = || !earlier.any(|step| step != target.index && again(step));
        let certain = same && !operation.awaits && others.iter().all(own_end);
        (certain && (!operation.recurs || first_time())).then(|| Operation {
            footprint: Footprint::from_elem((object, touch), 1),
            ..operation.clone()
        })
    }

    /// The target's operation, if it is a compare-exchange that succeeds without the trigger: what stands in
    /// its cell then is what stood there before the trigger, as whoever wrote to it since comes after the
    /// trigger. Who changes something does not spin.
    fn changing(&mut self, trigger: usize, target: &Target) -> Option<Operation> {
        let operation = &target.operation;
        let &[(object, _)] = operation.footprint.as_slice() else {
            return None;
        };
        if !matches!(operation.action, Action::AtomicCas { .. }) {
            return None;
        }
        if target.index < self.path.len() {
            self.path.restore(target.index);
        }
        let there = self.path.steps.get(target.index)?.before.as_ref()?;
        let before = &self.path.steps[trigger].before().machine;
        let succeeds = before.would_change(&there.machine, operation.thread);
        succeeds.then(|| Operation {
            footprint: Footprint::from_elem((object, Touch::Exclusive), 1),
            ..operation.clone()
        })
    }

    /// Executed steps as a plan.
    fn planned(&self, steps: &[usize]) -> Vec<Planned> {
        let steps = steps.iter().map(|&index| &self.path.steps[index]);
        steps
            .map(|step| Planned {
                transition: step.transition,
                operation: step.operation.clone(),
                ends: step.ends,
            })
            .collect()
    }

    /// Runs a way from the state before `trigger`; `None` if it cannot be gone.
    fn follow(&mut self, trigger: usize, way: &mut [Planned]) -> Option<Run> {
        self.path.restore(trigger);
        let mut run = self.path.steps[trigger].before().clone();
        for step in way {
            if !run
                .machine
                .arms(step.transition.thread)
                .contains(&step.transition.arm)
            {
                return None;
            }
            self.cx.step(&mut run, step.transition);
            let event = run.trace.last().expect("just stepped");
            step.operation.clone_from(&event.operation);
        }
        Some(run)
    }

    /// Adds a sequence to the plans of a state, unless it leads where the search has been.
    fn plan(&mut self, at: usize, sequence: Vec<Planned>) {
        let node = &mut self.nodes[at];
        let is_new = {
            let mut leads = leads_there(self.cx, self.path.steps[at].before(), self.has_clashes);
            let is_known = node.sleep.iter().any(|step| leads(&[], step, &sequence));
            !is_known && node.tree.insert(sequence, &mut leads)
        };
        if !is_new {
            return;
        }
        if !std::mem::replace(&mut node.counted, true) {
            self.cx.count_state();
        }
        self.cx.tally("pairs_reversed");
    }
}

/// Whether an operation may touch other objects in another state.
fn may_touch_others(action: Action) -> bool {
    let is_read = matches!(action, Action::RwLockRead | Action::RwLockTryRead);
    is_read
        || matches!(
            action.facts().kind,
            ActionKind::Barrier | ActionKind::Channel
        )
}

/// Whether an operation touches an object that it does not touch in another state.
fn touches_more(here: &Operation, there: &Operation) -> bool {
    let is_there = |object: Object| there.footprint.iter().any(|&(other, _)| other == object);
    here.footprint.iter().any(|&(object, _)| !is_there(object))
}

/// Whether a step leads where a sequence does, both after the steps of a branch: it is a weak initial of the
/// sequence and, if anything has clashed so far, does not clash with it. Their operations commute then, but the
/// execution ends before the sequence does, or right then, and what would follow is not seen there.
pub(super) fn leads_there(
    cx: &mut Exploration,
    before: &Run,
    anything_clashes: bool,
) -> impl FnMut(&[Transition], &Planned, &[Planned]) -> bool {
    let mut clashes = move |branch: &[Transition], step: &Planned, sequence: &[Planned]| {
        let thread = step.transition.thread;
        let mut run = before.clone();
        let sequence = sequence.iter().map(|step| step.transition);
        let all = branch.iter().copied().chain([step.transition]);
        for transition in all.chain(sequence) {
            if !is_possible(&run, transition) {
                return false;
            }
            cx.step(&mut run, transition);
            if let Some(other) = run.machine.clash() {
                return other == thread || transition.thread == thread;
            }
        }
        false
    };
    move |branch, step, sequence| {
        is_weak_initial(step, sequence)
            && (!anything_clashes || step.is_in(sequence) || !clashes(branch, step, sequence))
    }
}

/// Whether `step` is in the sequence and can come first in it.
fn is_initial(step: &Planned, sequence: &[Planned]) -> bool {
    step.is_in(sequence) && is_weak_initial(step, sequence)
}
