//! A search path of the first stage (Chen 2009, figure 5.8): where each thread stands, the interleaving
//! so far, and the stack of targets that are still to be reached.

use super::walk::{Deed, Next, Stack, Walks};
use std::cell::Cell;
use std::rc::Rc;
use vscheck_analysis::StaticThreadId;
use vscheck_analysis::access::Verb;
use vscheck_analysis::points_to::AtomId;
use vscheck_ir::Site;

/// A thread of a path, by the order in which the path starts them; `main` is 0.
pub type Thread = usize;

/// Executions of one access by one thread, before its path is cut: loops are not unrolled further.
const MOST_VISITS: u8 = 2;
/// The same for what conflicts with nothing: where threads are started and joined, above all.
const MOST_UNPAIRED: u8 = 64;

/// One step of an interleaving.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who.
    pub thread: Thread,
    /// Where.
    pub site: Site,
    /// What; [`Verb::End`] is the thread's end.
    pub verb: Verb,
    /// The thread that a spawn starts.
    pub child: Option<Thread>,
    /// Whether it is not taken yet: the thread only comes to it, and waits.
    pub waits: bool,
    /// Where the thread took locks that it holds then, and that it has given back with it.
    pub locks: (Vec<Site>, Vec<Site>),
}

/// What a search along one thread's control flow is for.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A conflicting access.
    Access(Site, Verb),
    /// The release of a lock that is in the way.
    Release(AtomId),
}

/// An entry of the fulfilment stack.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Who waits for it.
    pub trigger: Thread,
    /// To do what.
    pub next: Next,
    /// Who is run.
    pub target: Thread,
    /// Until when.
    pub wanted: Wanted,
    /// How many extensions of paths it is still worth.
    pub budget: Rc<Cell<u32>>,
}

/// Whether a thread can go on, as far as the static view knows.
#[derive(Clone, Debug)]
enum State {
    Running,
    /// On a condition variable; whether time ends it.
    Waiting(Rc<[AtomId]>, bool),
    Finished,
}

/// A lock that a thread holds.
#[derive(Clone, Debug)]
struct Held {
    cell: AtomId,
    /// Whether others may hold it too.
    shared: bool,
    /// Where it was taken.
    site: Site,
}

/// One thread of a path.
#[derive(Clone, Debug)]
struct Walker {
    id: StaticThreadId,
    started_at: Option<Site>,
    at: Stack,
    state: State,
    /// Locks held.
    held: Vec<Held>,
    /// What it does next, whatever else it could: it waits to be able to.
    decided: Option<Next>,
    /// The locks it has given back since its last deed: one way to go on is chosen by that.
    released: Option<Rc<[AtomId]>>,
    visits: Vec<(Site, u8)>,
}

impl Walker {
    fn new(walks: &Walks, id: StaticThreadId, started_at: Option<Site>) -> Walker {
        Walker {
            id,
            started_at,
            at: walks.start(id),
            state: State::Running,
            held: Vec::new(),
            decided: None,
            released: None,
            visits: Vec::new(),
        }
    }

    fn is_finished(&self) -> bool {
        matches!(self.state, State::Finished)
    }

    /// Counts an execution; whether it is one too many.
    fn visit(&mut self, walks: &Walks, next: &Next) -> bool {
        let paired = !walks.facts().partners(self.id, next.site).is_empty();
        let most = if paired { MOST_VISITS } else { MOST_UNPAIRED };
        let known = self.visits.iter_mut().find(|(site, _)| *site == next.site);
        match known {
            Some((_, count)) => {
                *count += 1;
                *count > most
            }
            None => {
                self.visits.push((next.site, 1));
                false
            }
        }
    }
}

/// A path.
#[derive(Clone, Debug)]
pub struct Path {
    threads: Vec<Walker>,
    /// Who moved last.
    pub current: Thread,
    /// The fulfilment stack.
    pub goals: Vec<Goal>,
    /// The interleaving.
    pub steps: Vec<Step>,
    /// A trigger whose target has been run, and that thread: it goes on before anybody else.
    pub resumed: Option<(Next, Thread)>,
    /// Whether a loop would have to be unrolled further.
    pub cut: bool,
}

/// What is in the way of a deed.
pub enum Obstacle {
    /// Nothing.
    None,
    /// This thread holds the lock.
    Holder(Thread, AtomId),
    /// A thread has not ended, or holds the lock and waits for a target itself.
    Other,
}

impl Path {
    /// Only `main`, at its start.
    pub fn new(walks: &Walks) -> Path {
        Path {
            threads: vec![Walker::new(walks, StaticThreadId(0), None)],
            current: 0,
            goals: Vec::new(),
            steps: Vec::new(),
            resumed: None,
            cut: false,
        }
    }

    /// The threads.
    pub fn threads(&self) -> std::ops::Range<Thread> {
        0..self.threads.len()
    }

    /// Whether a thread waits for a target, or is run towards one.
    pub fn is_engaged(&self, thread: Thread) -> bool {
        let of = |goal: &Goal| goal.trigger == thread || goal.target == thread;
        self.goals.iter().any(of)
    }

    fn is_suspended(&self, thread: Thread) -> bool {
        self.goals.iter().any(|goal| goal.trigger == thread)
    }

    /// Whether a trigger waits for a conflicting access, which it need not.
    pub fn waits_for_access(&self) -> bool {
        let of_access = |goal: &Goal| matches!(goal.wanted, Wanted::Access(..));
        self.goals.iter().any(of_access)
    }

    /// Whether no thread but one is left, and it starts no more: whatever it does, there is only one
    /// order.
    pub fn is_settled(&self, walks: &Walks) -> bool {
        let mut left = self.threads.iter().filter(|walker| !walker.is_finished());
        match (left.next(), left.next()) {
            (Some(last), None) => !walks.may_spawn(last.id, &last.at),
            (None, _) => true,
            (Some(_), Some(_)) => false,
        }
    }

    /// Whether a thread may still come to an access.
    pub fn can_reach(&self, walks: &Walks, thread: Thread, site: Site) -> bool {
        let walker = &self.threads[thread];
        !walker.is_finished() && walks.can_reach(walker.id, &walker.at, (walker.id, site))
    }

    /// The static thread of one.
    pub fn id(&self, thread: Thread) -> StaticThreadId {
        self.threads[thread].id
    }

    /// The ways in which a thread may go on, with what is in the way of each. None if it waits.
    pub fn options(&self, walks: &mut Walks, thread: Thread) -> Vec<(Next, Obstacle)> {
        if self.is_suspended(thread) {
            return Vec::new();
        }
        let walker = &self.threads[thread];
        let all: Rc<[Next]> = match (&walker.state, &walker.decided) {
            (State::Finished | State::Waiting(_, false), _) => return Vec::new(),
            (State::Waiting(_, true) | State::Running, Some(next)) => Rc::new([next.clone()]),
            (State::Waiting(_, true) | State::Running, None) => walks.next(walker.id, &walker.at),
        };
        let decided = walker.decided.is_some();
        let promised = |next: &&Next| {
            decided
                || walker
                    .released
                    .as_ref()
                    .is_none_or(|known| *known == next.released)
        };
        let with_obstacle = all
            .iter()
            .filter(promised)
            .map(|next| (next.clone(), self.obstacle(thread, next)));
        let possible = with_obstacle.filter(|(_, obstacle)| match obstacle {
            Obstacle::Other => !decided,
            Obstacle::Holder(..) | Obstacle::None => true,
        });
        possible.collect()
    }

    /// Has a thread wait until it can do something.
    pub fn decide(&mut self, thread: Thread, next: &Next) {
        self.threads[thread].decided = Some(next.clone());
        self.resumed = None;
        self.wait_at(thread, next);
    }

    /// Notes that a thread has come to a deed and waits there: it may show that it never comes there.
    fn wait_at(&mut self, thread: Thread, next: &Next) {
        self.steps.push(Step {
            thread,
            site: next.site,
            verb: next.verb,
            child: None,
            waits: true,
            locks: Default::default(),
        });
    }

    /// Has a thread wait until a target has run.
    pub fn defer(&mut self, goal: Goal) {
        self.resumed = None;
        self.current = goal.target;
        self.wait_at(goal.trigger, &goal.next);
        self.goals.push(goal);
    }

    /// What is in the way of a deed.
    pub fn obstacle(&self, thread: Thread, next: &Next) -> Obstacle {
        if let Deed::Join(started) = &next.deed {
            let unfinished = |walker: &Walker| {
                let named = walker.started_at.is_some_and(|at| started.contains(&at));
                !walker.is_finished() && (named || started.is_empty())
            };
            let others = self.threads.iter().skip(1).enumerate();
            let mut others = others.filter(|(index, _)| index + 1 != thread);
            return match others.any(|(_, walker)| unfinished(walker)) {
                true => Obstacle::Other,
                false => Obstacle::None,
            };
        }
        let Deed::Lock(Some(cell), shared) = next.deed else {
            return Obstacle::None;
        };
        let excludes = |walker: &Walker| {
            let mut held = walker.held.iter();
            held.any(|held| held.cell == cell && !(shared && held.shared))
        };
        match self.threads.iter().position(excludes) {
            None => Obstacle::None,
            Some(holder) if self.is_suspended(holder) => Obstacle::Other,
            Some(holder) => Obstacle::Holder(holder, cell),
        }
    }

    /// Takes a step: one path for each set of locks that may be given back before the next one, since
    /// the machine does that in the same step.
    pub fn take(mut self, walks: &mut Walks, thread: Thread, next: &Next) -> Vec<Path> {
        self.current = thread;
        self.resumed = None;
        self.cut |= self.threads[thread].visit(walks, next);
        let child = self.affect(walks, thread, next);
        self.steps.push(Step {
            thread,
            site: next.site,
            verb: next.verb,
            child,
            waits: false,
            locks: Default::default(),
        });
        let walker = &self.threads[thread];
        let goes_on = matches!(walker.state, State::Running);
        let sets = match goes_on {
            true => walks.releases(walker.id, &walker.at),
            false => Vec::new(),
        };
        if sets.is_empty() {
            return vec![self.after(thread, next, Rc::new([]))];
        }
        let each = sets.into_iter();
        each.map(|released| self.clone().after(thread, next, released))
            .collect()
    }

    /// What follows from a step and the locks given back with it.
    fn after(mut self, thread: Thread, next: &Next, released: Rc<[AtomId]>) -> Path {
        let walker = &mut self.threads[thread];
        let own = match &next.deed {
            Deed::Unlock(cell) | Deed::Wait(_, cell, _) => *cell,
            Deed::Access
            | Deed::Lock(..)
            | Deed::Notify(..)
            | Deed::Spawn(_)
            | Deed::Join(_)
            | Deed::End => None,
        };
        let all: Vec<AtomId> = released.iter().copied().chain(own).collect();
        let gone = all
            .iter()
            .filter_map(|&cell| release(walker, cell))
            .collect();
        walker.released = Some(released);
        let held = walker.held.iter().map(|held| held.site).collect();
        if let Some(step) = self.steps.last_mut() {
            step.locks = (held, gone);
        }
        self.check_goal(thread, next, &all);
        self
    }

    /// What a deed does to the threads; the thread that it starts.
    fn affect(&mut self, walks: &Walks, thread: Thread, next: &Next) -> Option<Thread> {
        let walker = &mut self.threads[thread];
        walker.at = next.after.clone();
        walker.decided = None;
        walker.state = State::Running;
        match &next.deed {
            Deed::Access | Deed::Join(_) | Deed::Unlock(_) => {}
            Deed::Lock(cell, shared) => walker.held.extend(cell.map(|cell| Held {
                cell,
                shared: *shared,
                site: next.site,
            })),
            Deed::Wait(condvar, mutex, timed) => {
                walker.state = State::Waiting(condvar.clone(), *timed);
                walker.decided = Some(Next {
                    deed: Deed::Lock(*mutex, false),
                    verb: Verb::Reacquire,
                    ..next.clone()
                });
            }
            Deed::Notify(condvar, all) => self.wake(condvar, *all),
            Deed::Spawn(id) => {
                let id = (*id)?;
                self.threads.push(Walker::new(walks, id, Some(next.site)));
                return Some(self.threads.len() - 1);
            }
            Deed::End => walker.state = State::Finished,
        }
        None
    }

    fn wake(&mut self, condvar: &[AtomId], all: bool) {
        for walker in &mut self.threads {
            let State::Waiting(waits_on, _) = &walker.state else {
                continue;
            };
            let unknown = condvar.is_empty() || waits_on.is_empty();
            if unknown || waits_on.iter().any(|cell| condvar.contains(cell)) {
                walker.state = State::Running;
                if !all {
                    return;
                }
            }
        }
    }

    fn check_goal(&mut self, thread: Thread, next: &Next, released: &[AtomId]) {
        let Some(goal) = self.goals.last() else {
            return;
        };
        let reached = match goal.wanted {
            Wanted::Access(site, verb) => (site, verb) == (next.site, next.verb),
            Wanted::Release(cell) => released.contains(&cell),
        };
        if !reached || goal.target != thread {
            return;
        }
        let goal = self.goals.pop().expect("just looked at");
        // An acquisition goes on until the release (Chen 2009, section 5.3.4).
        if let (Wanted::Access(..), Deed::Lock(Some(cell), _)) = (&goal.wanted, &next.deed)
            && !released.contains(cell)
        {
            self.goals.push(Goal {
                wanted: Wanted::Release(*cell),
                ..goal
            });
            return;
        }
        self.current = goal.trigger;
        self.resumed = Some((goal.next, goal.target));
    }
}

/// Takes a lock from a thread; where it was taken.
fn release(walker: &mut Walker, cell: AtomId) -> Option<Site> {
    let held = walker.held.iter().rposition(|held| held.cell == cell)?;
    Some(walker.held.remove(held).site)
}
