//! Dynamic partial-order reduction in which reads commute, with sleep sets (Saarikivi, Kähkönen, Heljanko 2012,
//! figures 3 and 7, after Flanagan and Godefroid 2005): a yardstick for the complete search.
//!
//! In every state, what each thread is about to do is held against the last step of the path that conflicts with
//! it and that the thread does not know of. Before that step the thread must have its turn. If it can move there,
//! that is planned; else the turn of a thread that it has come to know of since (Flanagan and Godefroid 2005,
//! section 4); else everybody's. Sleep sets leave out what would only repeat an execution, but they see it when
//! it has begun: such paths are given up (`paths_asleep`).
//!
//! DIVERGES(Saarikivi et al. 2012, section II-A): there, what a thread is about to do stays the same until it is
//! done. Here a wait may be notified, run into its time limit or end for no reason; whoever sleeps wakes when all
//! others have gone as far as they can; and plain accesses, which are no operations, may race. So all ways of a
//! thread are planned together, a notification together with what it keeps from happening, and everything where
//! somebody may wake. After a data race, which only a search for all outcomes goes on from, nothing is left out any
//! more.

use super::choice::{free_choice, spontaneous_instead, wakes_sleeper};
use super::path::{Path, Planned, conflicting, knows_all_before};
use crate::clock::Clock;
use crate::exploration::Exploration;
use crate::run::Run;
use vscheck_ir::Action;
use vscheck_vm::{Machine, Object, Operation, ThreadId, Touch, Transition, dependent};

/// Explores at least one execution of each class of those that differ by the order of independent steps.
pub fn explore(cx: &mut Exploration) {
    let through = Search::new(cx, true).run();
    if !through && !cx.should_stop() {
        Search::new(cx, false).run();
    }
}

/// What the search keeps beside each state of the path.
#[derive(Default)]
struct Node {
    /// What is to be taken from here, in this order.
    planned: Vec<Transition>,
    /// How much of that has been begun.
    begun: usize,
    /// What was asleep when the state was reached, and then what has been explored from here.
    sleep: Vec<Planned>,
}

impl Node {
    /// Whether a thread has its turn from here.
    fn is_tried(&self, thread: ThreadId) -> bool {
        let mut planned = self.planned.iter();
        planned.any(|transition| transition.thread == thread)
    }

    /// Whether the turn of a thread would repeat another execution.
    fn is_asleep(&self, thread: ThreadId) -> bool {
        let mut asleep = self.sleep.iter();
        asleep.any(|step| step.transition.thread == thread)
    }

    fn plan(&mut self, transition: Transition) {
        let mut asleep = self.sleep.iter().map(|step| step.transition);
        if !self.planned.contains(&transition) && !asleep.any(|other| other == transition) {
            self.planned.push(transition);
        }
    }

    /// Plans all ways of a thread, if it can move in this state.
    fn plan_ways(&mut self, state: &Machine, thread: ThreadId) {
        for arm in state.arms(thread) {
            self.plan(Transition { thread, arm });
        }
    }

    /// Begins with what is to be taken next.
    fn take_next(&mut self) -> Option<Transition> {
        let next = self.planned.get(self.begun).copied();
        self.begun += usize::from(next.is_some());
        next
    }
}

/// What a thread does, or is about to do.
struct Target<'r> {
    operation: Operation,
    /// The state before it.
    run: &'r Run,
    /// How many steps of the path come before.
    index: usize,
}

struct Search<'s> {
    cx: &'s mut Exploration,
    path: Path,
    /// One for each step of the path, and one for the state after it.
    nodes: Vec<Node>,
    /// Whether anything is left out.
    reduces: bool,
}

impl Search<'_> {
    fn new(cx: &mut Exploration, reduces: bool) -> Search<'_> {
        Search {
            path: match cx.uses("commuting-reads") {
                true => Path::default(),
                false => Path::where_reads_conflict(),
            },
            cx,
            nodes: Vec::new(),
            reduces,
        }
    }

    /// Gives whether it is through: not if it has left something out, and plain accesses race.
    fn run(&mut self) -> bool {
        let mut run = self.cx.start();
        self.arrive(&run, Vec::new());
        while !self.cx.should_stop() {
            if let Some(transition) = self.next_step(&run) {
                run = self.take(run, transition);
                if self.reduces && run.machine.clash().is_some() {
                    return false;
                }
                continue;
            }
            if self.node().begun == 0 {
                self.end_of_path(&run);
            }
            match self.back() {
                Some(before) => run = before,
                None => return true,
            }
        }
        true
    }

    fn node(&mut self) -> &mut Node {
        self.nodes.last_mut().expect("one node a state")
    }

    /// A new state.
    fn arrive(&mut self, run: &Run, sleep: Vec<Planned>) {
        self.nodes.push(Node {
            sleep,
            ..Node::default()
        });
        if !self.reduces || wakes_sleeper(run) {
            for transition in run.machine.transitions() {
                self.node().plan(transition);
            }
        }
        let threads = run.machine.thread_ids();
        let operations = threads.filter_map(|thread| run.machine.standing(thread).cloned());
        for operation in operations.collect::<Vec<_>>() {
            self.plan_turns(&Target {
                operation,
                run,
                index: self.path.len(),
            });
        }
    }

    /// Plans that a thread has its turn before the steps that conflict with what it does.
    fn plan_turns(&mut self, target: &Target) {
        // Who waits for the end of a thread never comes before it.
        if target.operation.action == Action::Join {
            return;
        }
        for step in self.conflicts(target) {
            // Nor does who waits for that very step.
            if !self.enables(step, target) {
                self.plan_turn_before(step, target);
            }
        }
    }

    /// The steps that conflict with what a thread does and that it does not know of: the last one on each object,
    /// and those that are in no order with it. Before a sleeper, only what happens for no reason might not have.
    fn conflicts(&self, target: &Target) -> Vec<usize> {
        let Operation {
            thread, footprint, ..
        } = &target.operation;
        let known = self.path.clock_before(*thread, target.index);
        let mut found = Vec::new();
        for &(object, touch) in footprint {
            if object == Object::World {
                found.extend(self.spontaneous_steps(*thread, &known, target.index));
                continue;
            }
            let touch = self.path.as_ordered(touch);
            let touches = self.path.touches(object).iter().rev();
            let touches = touches.map(|&(step, touch)| (step as usize, touch));
            // What is executed already is on the path itself.
            for (step, earlier) in touches.filter(|&(step, _)| step < target.index) {
                let is_own = self.path.thread(step) == *thread;
                if is_own && knows_all_before(earlier, touch) {
                    break;
                }
                if is_own || !conflicting(earlier, touch) || self.path.known_to(step, &known) {
                    continue;
                }
                found.push(step);
                // Before a read, or a change that nothing commutes with, the turns are another path's to plan.
                if matches!(earlier, Touch::Shared | Touch::Exclusive) {
                    break;
                }
            }
        }
        found
    }

    /// Time-outs and spurious wake-ups of others that are unknown to a thread.
    fn spontaneous_steps(
        &self,
        thread: ThreadId,
        known: &Clock,
        end: usize,
    ) -> impl Iterator<Item = usize> {
        (0..end).filter(move |&step| {
            let transition = self.path.steps[step].transition;
            let is_others = transition.arm.is_spontaneous() && transition.thread != thread;
            is_others && !self.path.known_to(step, known)
        })
    }

    /// Plans that a thread has its turn before a step that conflicts with what it does.
    fn plan_turn_before(&mut self, step: usize, target: &Target) {
        let mut needed = vec![target.operation.thread];
        self.add_needed(step, target, &mut needed);
        let node = &mut self.nodes[step];
        if needed.iter().any(|&thread| node.is_tried(thread)) {
            return;
        }
        let before = &self.path.steps[step].before().machine;
        let may_go = |&thread: &ThreadId| before.is_enabled(thread) && !node.is_asleep(thread);
        match needed.into_iter().find(may_go) {
            Some(thread) => node.plan_ways(before, thread),
            None => before
                .thread_ids()
                .for_each(|thread| node.plan_ways(before, thread)),
        }
    }

    /// Adds the threads that have done something since a step that happens before a target, and not after the step.
    fn add_needed(&self, step: usize, target: &Target, threads: &mut Vec<ThreadId>) {
        let clock = match self.path.steps.get(target.index) {
            Some(executed) => executed.clock.clone(),
            None => self.path.order(&target.operation).0,
        };
        for later in self.path.independent_after(step) {
            let thread = self.path.thread(later);
            if self.path.known_to(later, &clock) && !threads.contains(&thread) {
                threads.push(thread);
            }
        }
    }

    /// Whether a thread could not do, right before a step, what it can do right after it.
    fn enables(&self, step: usize, target: &Target) -> bool {
        let after = match self.path.steps.get(step + 1) {
            Some(next) => next.before(),
            None => target.run,
        };
        let thread = target.operation.thread;
        let before = self.path.steps[step].before();
        let moved = self.path.last_of(thread, target.index);
        let stood = moved.is_none_or(|moved| moved < step);
        stood && !before.machine.is_enabled(thread) && after.machine.is_enabled(thread)
    }

    fn next_step(&mut self, run: &Run) -> Option<Transition> {
        let node = self.nodes.last_mut().expect("one node a state");
        if self.cx.is_over(run) {
            return None;
        }
        if node.planned.is_empty() {
            let last = self.path.steps.last().map(|step| step.transition.thread);
            let chosen = free_choice(run, &node.sleep, last)?;
            node.plan_ways(&run.machine, chosen.thread);
        }
        // A state is stored to go another way from there.
        if node.begun == 1 && node.planned.len() > 1 {
            self.cx.count_state();
        }
        node.take_next()
    }

    fn take(&mut self, mut run: Run, transition: Transition) -> Run {
        for other in spontaneous_instead(&run, transition) {
            self.node().plan_ways(&run.machine, other.thread);
        }
        self.path.extend(self.cx, &mut run, transition);
        self.plan_turns_of_executed();
        let asleep = self.still_asleep(&run);
        self.arrive(&run, asleep);
        run
    }

    /// What is asleep after the last step.
    fn still_asleep(&mut self, run: &Run) -> Vec<Planned> {
        if !self.reduces || !self.cx.uses("sleep-sets") {
            return Vec::new();
        }
        let executed = &self.path.steps.last().expect("just extended").operation;
        let node = self.nodes.last().expect("one node a state");
        let asleep = node.sleep.iter();
        let asleep = asleep.filter(|step| !dependent(&step.operation, executed));
        asleep.map(|step| step.clone().refreshed(run)).collect()
    }

    /// What an operation touches may turn out only when it is executed, such as who is woken.
    fn plan_turns_of_executed(&mut self) {
        let index = self.path.len() - 1;
        let step = &self.path.steps[index];
        let pending = step.before().machine.pending(step.transition.thread);
        if pending.is_none_or(|pending| pending.footprint != step.operation.footprint) {
            let run = &step.before().clone();
            self.plan_turns(&Target {
                operation: step.operation.clone(),
                run,
                index,
            });
        }
    }

    /// The path ends here, or all that could go on is asleep.
    fn end_of_path(&mut self, run: &Run) {
        if self.cx.is_over(run) || run.machine.transitions().is_empty() {
            self.cx.finish(run);
        } else {
            self.cx.tally("paths_asleep");
        }
    }

    /// Goes back to the last state and puts the explored step to sleep there.
    fn back(&mut self) -> Option<Run> {
        self.nodes.pop();
        let step = self.path.pop()?;
        self.node().sleep.push(Planned {
            transition: step.transition,
            operation: step.operation,
            ends: step.ends,
        });
        step.before
    }
}
