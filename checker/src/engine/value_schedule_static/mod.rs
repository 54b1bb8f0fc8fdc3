//! The two-stage search (Chen 2009, chapter 5): the yardstick for the incremental one.
//!
//! The first stage derives value schedules from the control flow and the access pairs alone, each with
//! an interleaving that fulfils it: at an access that stands in pairs, the path goes on with it (rule
//! 1), and for each conflicting access that another thread may still come to, one more path runs that
//! thread until it has done it (rule 2). The second stage runs each interleaving on the machine, and
//! then the rest of the program freely. One that the program does not follow is infeasible, and so are
//! all with the same beginning.
//!
//! `DIVERGES(Chen 2009, section 5.3.1)`: an interleaving is run as soon as it is derived. The ones run
//! and their order are the same, and nothing has to be stored.
//!
//! It does not claim to be complete: loops are unrolled twice, and nothing is said of which waiter a
//! notify wakes, of channels that block, and of panics.
//!
//! - [`walk`]: a thread's control flow; [`path`]: several threads and the fulfilment stack;
//! - [`drive`]: the second stage.

mod drive;
mod path;
mod walk;

use crate::exploration::Exploration;
use path::{Goal, Obstacle, Path, Thread, Wanted};
use rustc_hash::{FxHashSet, FxHasher};
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;
use vscheck_analysis::access::Verb;
use vscheck_analysis::{PairEnd, PairType};
use walk::{Next, Walks};

/// Extensions of paths on the way to one target, and to all others met on that way.
const BUDGET: u32 = 200;

/// Derives and runs, depth first.
pub fn explore(cx: &mut Exploration) {
    let Some(facts) = cx.facts().cloned() else {
        return;
    };
    let walks = Walks::new(cx.program.clone(), Arc::clone(&facts));
    let first = Path::new(&walks);
    let mut search = Search {
        cx,
        walks,
        work: vec![first],
        run: FxHashSet::default(),
    };
    while let Some(path) = search.work.pop() {
        if search.cx.should_stop() {
            return;
        }
        search.extend(path);
        search.cx.poll();
    }
    search.cx.give_up();
}

struct Search<'s> {
    cx: &'s mut Exploration,
    walks: Walks,
    /// Paths to be extended, the next one last.
    work: Vec<Path>,
    /// Hashes of the interleavings that were run.
    run: FxHashSet<u64>,
}

impl Search<'_> {
    /// Replaces a path by all its extensions, or runs it.
    fn extend(&mut self, path: Path) {
        if path.cut && path.goals.is_empty()
            || path.goals.is_empty() && path.is_settled(&self.walks)
        {
            return self.verify(&path);
        }
        if path.goals.last().is_some_and(is_spent) {
            return self.cx.tally("targets_given_up");
        }
        let drops = self.cx.uses("accessibility");
        if path.cut || drops && self.is_unfulfillable(&path) {
            return self.cx.tally("paths_unfulfillable");
        }
        let Some((thread, options)) = self.choose(&path) else {
            // Nobody can go on: a deadlock, unless a trigger could.
            return match path.waits_for_access() {
                true => self.cx.tally("paths_unfulfillable"),
                false => self.verify(&path),
            };
        };
        let mut extensions = Vec::new();
        for (next, obstacle) in options {
            self.extensions(&path, thread, (&next, &obstacle), &mut extensions);
        }
        extensions.reverse();
        self.work.append(&mut extensions);
    }

    /// Whether the topmost target can no longer be reached.
    fn is_unfulfillable(&self, path: &Path) -> bool {
        let Some(goal) = path.goals.last() else {
            return false;
        };
        match goal.wanted {
            Wanted::Access(site, _) => !path.can_reach(&self.walks, goal.target, site),
            Wanted::Release(_) => false,
        }
    }

    /// Who goes on: the resumed trigger, the thread whose access is wanted, who moved last, anybody.
    fn choose(&mut self, path: &Path) -> Option<(Thread, Vec<(Next, Obstacle)>)> {
        if let Some((next, _)) = &path.resumed {
            let obstacle = path.obstacle(path.current, next);
            return Some((path.current, vec![(next.clone(), obstacle)]));
        }
        let target = path.goals.last().map(|goal| goal.target);
        let threads = target.into_iter().chain([path.current]);
        for thread in threads.chain(path.threads()) {
            let options = path.options(&mut self.walks, thread);
            if !options.is_empty() {
                return Some((thread, options));
            }
        }
        None
    }

    /// Both rules (Chen 2009, figure 5.10), for one deed.
    fn extensions(
        &mut self,
        path: &Path,
        thread: Thread,
        (next, obstacle): (&Next, &Obstacle),
        out: &mut Vec<Path>,
    ) {
        match obstacle {
            Obstacle::None => {
                out.extend(path.clone().take(&mut self.walks, thread, next));
            }
            Obstacle::Holder(holder, cell) => {
                let wanted = Wanted::Release(*cell);
                out.push(deferred(path, thread, next, (*holder, wanted)));
            }
            Obstacle::Other => {
                let mut waiting = path.clone();
                waiting.decide(thread, next);
                out.push(waiting);
            }
        }
        let after = path.resumed.as_ref().map(|(_, target)| *target);
        for (target, wanted) in self.targets(path, thread, next, after) {
            self.cx.count_state();
            out.push(deferred(path, thread, next, (target, wanted)));
        }
    }

    /// What other threads may still do that conflicts with a deed. Of several threads with a target
    /// before the same trigger, each comes after those before it in number.
    fn targets(
        &self,
        path: &Path,
        thread: Thread,
        next: &Next,
        after: Option<Thread>,
    ) -> Vec<(Thread, Wanted)> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for end in self.walks.facts().partners(path.id(thread), next.site) {
            if !is_about(end, next.verb) || !seen.insert((end.thread, end.site, end.verb)) {
                continue;
            }
            let others = path.threads().filter(|&other| {
                other != thread
                    && after.is_none_or(|after| other > after)
                    && path.id(other) == end.thread
                    && !path.is_engaged(other)
                    && path.can_reach(&self.walks, other, end.site)
            });
            found.extend(others.map(|other| (other, Wanted::Access(end.site, end.verb))));
        }
        found
    }

    /// The second stage, for one interleaving.
    fn verify(&mut self, path: &Path) {
        // Branches that do nothing lead to the same interleaving.
        let mut hasher = FxHasher::default();
        path.steps.hash(&mut hasher);
        if !self.run.insert(hasher.finish()) {
            return self.cx.tally("interleavings_repeated");
        }
        self.cx.tally("interleavings_derived");
        let Err(step) = drive::run(self.cx, self.walks.facts(), path) else {
            return;
        };
        self.cx.tally("interleavings_infeasible");
        let infeasible = &path.steps[..=step];
        while self
            .work
            .last()
            .is_some_and(|p| p.steps.starts_with(infeasible))
        {
            self.work.pop();
            self.cx.tally("paths_pruned");
        }
    }
}

/// Counts an extension on the way to a goal; whether it is one too many.
fn is_spent(goal: &Goal) -> bool {
    let left = goal.budget.get();
    goal.budget.set(left.saturating_sub(1));
    left == 0
}

/// The path on which a target runs before a trigger.
fn deferred(path: &Path, trigger: Thread, next: &Next, to: (Thread, Wanted)) -> Path {
    let (target, wanted) = to;
    let mut path = path.clone();
    let outermost = path.goals.first().map(|goal| goal.budget.clone());
    let budget = outermost.unwrap_or_else(|| Rc::new(Cell::new(BUDGET)));
    path.defer(Goal {
        trigger,
        next: next.clone(),
        target,
        wanted,
        budget,
    });
    path
}

/// Whether a pair at an instruction is about this part of it: a wait's beginning or its end.
fn is_about(end: &PairEnd, verb: Verb) -> bool {
    match verb {
        Verb::Wait => end.kind == PairType::WN,
        Verb::Reacquire => end.kind == PairType::WM,
        _ => true,
    }
}
