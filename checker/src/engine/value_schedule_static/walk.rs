//! The first stage's view of a thread: a walk through its control flow, from one deed that matters to
//! others to the next, over every branch that it might take.
//!
//! `DIVERGES(Chen 2009, section 5.3.1)`: there, a path is a list of instructions; here, of the deeds
//! alone, since everything between two of them runs in one step. Panics are not followed: a schedule
//! that makes the program panic shows when it is run.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;
use vscheck_analysis::access::{Verb, verbs};
use vscheck_analysis::call_graph::{InstanceId, site_of};
use vscheck_analysis::points_to::AtomId;
use vscheck_analysis::{Facts, StaticThreadId, cfg};
use vscheck_ir::{Action, Inst, InstId, Operand, Program, Site};

/// Where a walk stands: the calls, outermost first, and last the instruction that is next. A call is
/// kept as its own instruction.
pub type Stack = Rc<[(InstanceId, InstId)]>;

/// Cells of locks.
type Cells = SmallVec<[AtomId; 2]>;

/// What a thread does next that matters to others.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Something that stands in access pairs and blocks nobody.
    Access,
    /// Takes a lock; its cell, if that is certain, and whether others may share it.
    Lock(Option<AtomId>, bool),
    /// Gives a lock back.
    Unlock(Option<AtomId>),
    /// Waits on a condition variable (any of these cells), without the mutex; whether time ends it.
    Wait(Rc<[AtomId]>, Option<AtomId>, bool),
    /// Wakes one waiter, or all.
    Notify(Rc<[AtomId]>, bool),
    /// Starts a thread.
    Spawn(Option<StaticThreadId>),
    /// Waits for the end of a thread that was started at one of these places.
    Join(Rc<[Site]>),
    /// The end.
    End,
}

/// One way in which a thread may go on.
#[derive(Clone, Debug)]
pub struct Next {
    /// What it does.
    pub deed: Deed,
    /// Where.
    pub site: Site,
    /// In the words of the static pass.
    pub verb: Verb,
    /// Locks given back on the way to it, where nobody can tell when.
    pub released: Rc<[AtomId]>,
    /// Where the thread stands then.
    pub after: Stack,
}

/// Calls beyond which a walk is given up.
const DEEPEST: usize = 48;
/// Points looked at on the way to the next deeds.
const MOST_POINTS: usize = 20_000;

/// Walks through one program.
pub struct Walks {
    program: Arc<Program>,
    facts: Arc<Facts>,
    /// Instances that come to a deed, themselves or through calls.
    eventful: FxHashSet<InstanceId>,
    known: FxHashMap<(StaticThreadId, Stack), Rc<[Next]>>,
}

/// Whether an action matters whatever it is about.
fn always(action: Action) -> bool {
    matches!(
        action,
        Action::Spawn
            | Action::Join
            | Action::CondvarWait
            | Action::CondvarWaitTimeout
            | Action::Reacquire
            | Action::NotifyOne
            | Action::NotifyAll
    )
}

/// Whether an operation of a thread is one of the deeds of a walk.
pub fn is_deed(facts: &Facts, thread: StaticThreadId, (site, action): (Site, Action)) -> bool {
    let own = !matches!(action, Action::Exit | Action::Fault);
    always(action) || own && !facts.partners(thread, site).is_empty()
}

impl Walks {
    /// Finds out which functions matter.
    pub fn new(program: Arc<Program>, facts: Arc<Facts>) -> Walks {
        let eventful = eventful(&program, &facts);
        Walks {
            program,
            facts,
            eventful,
            known: FxHashMap::default(),
        }
    }

    /// The static pass.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Where a thread starts. (One that may start in several functions is taken to start in the first.)
    pub fn start(&self, thread: StaticThreadId) -> Stack {
        let peg = &self.facts.peg;
        let entries = peg.threads[thread.index()].entries.iter();
        let instances = entries.map(|frame| peg.frames[frame.index()].instance);
        instances.take(1).map(|id| (id, InstId(0))).collect()
    }

    /// Whether a thread that stands there may still come to an access of another (or its own) kind.
    pub fn can_reach(
        &self,
        thread: StaticThreadId,
        stack: &Stack,
        target: (StaticThreadId, Site),
    ) -> bool {
        let sites = self.sites(stack);
        self.facts.can_reach(&self.program, thread, &sites, target)
    }

    /// Whether it may still start threads.
    pub fn may_spawn(&self, thread: StaticThreadId, stack: &Stack) -> bool {
        let rest = self
            .facts
            .reachable(&self.program, thread, &self.sites(stack));
        rest.is_none_or(|rest| !rest.starts.is_empty())
    }

    fn sites(&self, stack: &Stack) -> Vec<Site> {
        let calls = &self.facts.points_to.call_graph;
        let site = |&(instance, at): &(InstanceId, InstId)| site_of(calls.func(instance), at);
        stack.iter().map(site).collect()
    }

    /// The locks that a thread gives back before its next deed: one set for each way to go on.
    pub fn releases(&mut self, thread: StaticThreadId, at: &Stack) -> Vec<Rc<[AtomId]>> {
        let mut sets: Vec<Rc<[AtomId]>> = Vec::new();
        for next in self.next(thread, at).iter() {
            if !sets.contains(&next.released) {
                sets.push(next.released.clone());
            }
        }
        sets
    }

    /// All ways in which a thread may go on from where it stands.
    pub fn next(&mut self, thread: StaticThreadId, at: &Stack) -> Rc<[Next]> {
        let key = (thread, at.clone());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found: Rc<[Next]> = self.search(thread, at).into();
        self.known.insert(key, found.clone());
        found
    }

    fn search(&self, thread: StaticThreadId, from: &Stack) -> Vec<Next> {
        let mut seen: FxHashSet<(Stack, Cells)> = FxHashSet::default();
        let mut found = Vec::new();
        let mut work = vec![(from.clone(), Cells::new())];
        let mut after = Vec::new();
        while let Some((stack, mut released)) = work.pop() {
            if seen.len() >= MOST_POINTS || !seen.insert((stack.clone(), released.clone())) {
                continue;
            }
            if self.is_deed(thread, &stack) {
                found.push(self.deed(thread, &stack, &released));
                continue;
            }
            if let Some(cell) = self.silent_unlock(&stack).filter(|c| !released.contains(c)) {
                released.push(cell);
                released.sort_unstable();
            }
            self.flow(&stack, &mut after);
            work.extend(after.drain(..).map(|to| (to, released.clone())));
        }
        // To give back nothing is the rule.
        found.sort_by_key(|next| next.released.len());
        found
    }

    /// The action at a point, and its arguments.
    fn sync(&self, stack: &Stack) -> Option<(Site, Action, &[Operand], bool)> {
        let &(instance, at) = stack.last()?;
        let site = site_of(self.facts.points_to.call_graph.func(instance), at);
        let Inst::Sync {
            action,
            args,
            visible,
            ..
        } = self.inst((instance, at))
        else {
            return None;
        };
        Some((site, *action, args, *visible))
    }

    /// Whether a thread does something there that matters to others.
    fn is_deed(&self, thread: StaticThreadId, stack: &Stack) -> bool {
        let [(instance, at)] = stack[..] else {
            return self.is_action(thread, stack);
        };
        matches!(self.inst((instance, at)), Inst::Return { .. }) || self.is_action(thread, stack)
    }

    fn is_action(&self, thread: StaticThreadId, stack: &Stack) -> bool {
        let sync = self.sync(stack);
        sync.is_some_and(|(site, action, _, visible)| {
            visible && is_deed(&self.facts, thread, (site, action))
        })
    }

    /// The lock that is given back there, where nobody can tell when.
    fn silent_unlock(&self, stack: &Stack) -> Option<AtomId> {
        let &(instance, _) = stack.last()?;
        let (_, action, args, _) = self.sync(stack)?;
        let unlocks = matches!(
            action,
            Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite
        );
        unlocks.then(|| self.singular(instance, args[0])).flatten()
    }

    fn inst(&self, (instance, at): (InstanceId, InstId)) -> &Inst {
        let func = self.facts.points_to.call_graph.func(instance);
        &self.program.function(func).code[at.index()]
    }

    /// The points after a stack's own that are not behind a deed.
    fn flow(&self, stack: &Stack, out: &mut Vec<Stack>) {
        let Some((&(instance, at), callers)) = stack.split_last() else {
            return;
        };
        let inst = self.inst((instance, at));
        if let Inst::Return { .. } = inst {
            // The end of the outermost function is a deed.
            if let Some((&(caller, call), outer)) = callers.split_last() {
                out.push(extended(outer, (caller, InstId(call.0 + 1))));
            }
            return;
        }
        let callees = self.facts.points_to.call_graph.callees(instance, at);
        let (inside, over): (Vec<InstanceId>, Vec<InstanceId>) = callees
            .iter()
            .copied()
            .partition(|callee| self.eventful.contains(callee));
        if stack.len() < DEEPEST {
            let entered = inside
                .iter()
                .map(|&callee| extended(stack, (callee, InstId(0))));
            out.extend(entered);
        }
        if inside.is_empty() || !over.is_empty() {
            let func = self.facts.points_to.call_graph.func(instance);
            cfg::successors(self.program.function(func), at, |to| {
                out.push(extended(callers, (instance, to)));
            });
        }
    }

    /// What a thread does at a point where it does something.
    fn deed(&self, thread: StaticThreadId, stack: &Stack, released: &[AtomId]) -> Next {
        let released = released.into();
        let (&(instance, at), callers) = stack.split_last().expect("a thread has a function");
        let Some((site, action, args, _)) = self.sync(stack) else {
            return Next {
                deed: Deed::End,
                site: site_of(self.facts.points_to.call_graph.func(instance), at),
                verb: Verb::End,
                released,
                after: Rc::new([]),
            };
        };
        Next {
            deed: self.kind(thread, stack, (instance, action, args)),
            site,
            verb: verbs(action).first().map_or(Verb::Read, |verb| verb.1),
            released,
            after: extended(callers, (instance, InstId(at.0 + 1))),
        }
    }

    fn kind(
        &self,
        thread: StaticThreadId,
        stack: &Stack,
        (instance, action, args): (InstanceId, Action, &[Operand]),
    ) -> Deed {
        let lock = |at: usize| self.singular(instance, args[at]);
        let cells = |at: usize| self.facts.points_to.cells(instance, args[at]).into();
        match action {
            Action::MutexLock | Action::MutexLockWhen | Action::RwLockWrite => {
                Deed::Lock(lock(0), false)
            }
            Action::RwLockRead => Deed::Lock(lock(0), true),
            Action::CondvarWait => Deed::Wait(cells(0), lock(1), false),
            Action::CondvarWaitTimeout => Deed::Wait(cells(0), lock(1), true),
            Action::NotifyOne => Deed::Notify(cells(0), false),
            Action::NotifyAll => Deed::Notify(cells(0), true),
            Action::Spawn => Deed::Spawn(self.facts.thread_of_spawn(thread, &self.sites(stack))),
            Action::Join => Deed::Join(self.joined(instance, args[0])),
            Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite => {
                Deed::Unlock(lock(0))
            }
            _ => Deed::Access,
        }
    }

    /// The one cell that an operand points to, if it is certain.
    fn singular(&self, instance: InstanceId, operand: Operand) -> Option<AtomId> {
        let facts = &self.facts;
        match facts.points_to.cells(instance, operand)[..] {
            [cell] if facts.sharing.is_singular(&facts.points_to, cell) => Some(cell),
            _ => None,
        }
    }

    /// Where the threads are started that an operand may be the number of.
    fn joined(&self, instance: InstanceId, operand: Operand) -> Rc<[Site]> {
        let points_to = &self.facts.points_to;
        let numbers = points_to.thread_numbers(instance, operand);
        let sites = numbers.iter().map(|&number| {
            let (instance, at) = points_to.spawn_site(number);
            site_of(points_to.call_graph.func(instance), at)
        });
        sites.collect()
    }
}

fn extended(stack: &[(InstanceId, InstId)], last: (InstanceId, InstId)) -> Stack {
    stack.iter().copied().chain([last]).collect()
}

/// The instances that come to a deed, themselves or through calls.
fn eventful(program: &Program, facts: &Facts) -> FxHashSet<InstanceId> {
    let calls = &facts.points_to.call_graph;
    let mut callers: FxHashMap<InstanceId, Vec<InstanceId>> = FxHashMap::default();
    for (&(caller, _), callees) in &calls.calls {
        for &callee in callees {
            callers.entry(callee).or_default().push(caller);
        }
    }
    let has_deed = |id: &InstanceId| {
        let func = calls.func(*id);
        let code = program.function(func).code.iter().enumerate();
        code.into_iter().any(|(index, inst)| match inst {
            Inst::Sync { action, .. } => {
                let site = site_of(func, InstId::new(index));
                verbs(*action).iter().any(|verb| verb.1 == Verb::Unlock)
                    || always(*action)
                    || facts.is_paired(site)
            }
            _ => false,
        })
    };
    let all = (0..calls.instances.len()).map(InstanceId::new);
    let mut work: Vec<InstanceId> = all.filter(has_deed).collect();
    let mut found: FxHashSet<InstanceId> = work.iter().copied().collect();
    while let Some(instance) = work.pop() {
        for &caller in callers.get(&instance).map_or(&[][..], Vec::as_slice) {
            if found.insert(caller) {
                work.push(caller);
            }
        }
    }
    found
}
