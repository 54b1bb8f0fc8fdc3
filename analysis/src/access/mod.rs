//! Accesses: what the program's threads do to memory and synchronization objects, each with the
//! region it stands in.

mod plain;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use vscheck_ir::{Action, FuncId, Inst, InstId, Operand, Program, Site, entity};

use plain::PlainCells;

use crate::call_graph::{InstanceId, site_of};
use crate::commute::{Effect, Effects};
use crate::escape::Sharing;
use crate::mhp::Parallel;
use crate::mhp::lockset::Lockset;
use crate::peg::{FrameId, NodeKind, Peg};
use crate::points_to::{Atom, AtomId, PointsTo};
use crate::section;
use crate::thread_set::{StaticThreadId, ThreadSet};

entity! {
    /// An access.
    #[derive(Serialize, Deserialize)]
    AccessId, "acc"
}
entity! {
    /// A set of cells, interned.
    #[derive(Serialize, Deserialize)]
    CellSetId, "cells"
}

/// What accesses are about; accesses of different families never conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Family {
    /// Memory cells: atomics, reference counts, plain data.
    Memory,
    /// Mutexes and read-write locks.
    Lock,
    /// Condition variables.
    Condvar,
    /// Barriers.
    Barrier,
    /// Once-cells.
    Once,
    /// Channels.
    Channel,
    /// Threads: their tokens and ends.
    Thread,
    /// Standard output and error, and the end of the process.
    Output,
}

/// What an access does to its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verb {
    /// Reads a cell.
    Read,
    /// Writes a cell, or reads and writes it in one step.
    Write,
    /// Adds one to a reference count: commutes with others of its kind.
    Increment,
    /// Takes a lock alone.
    Lock,
    /// Takes a lock for reading.
    ReadLock,
    /// Tries to take a lock: fails rather than waits.
    TryLock,
    /// Tries to take a lock for reading.
    TryReadLock,
    /// Releases a lock, where somebody can tell when.
    Unlock,
    /// A condition variable's waiter takes its mutex again.
    Reacquire,
    /// Waits on a condition variable.
    Wait,
    /// Wakes waiters of a condition variable.
    Notify,
    /// Arrives at a barrier.
    Arrive,
    /// Begins or ends an initialization.
    Initialize,
    /// Looks whether an initialization is done.
    LookOnce,
    /// Anything that changes a channel.
    UseChannel,
    /// One more sender: somebody else still is one.
    AddSender,
    /// Takes the thread's own token.
    Park,
    /// Gives a thread its token.
    Unpark,
    /// Looks whether a thread has ended.
    IsFinished,
    /// The end of a thread.
    End,
    /// Writes output.
    Print,
    /// Ends the process.
    EndProcess,
}

/// One access of one static thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Access {
    /// The thread.
    pub thread: StaticThreadId,
    /// The instruction.
    pub site: Site,
    /// The frame it stands in, or that (transitively) calls it.
    pub frame: FrameId,
    /// The call in the frame that leads to it, if it is not in the frame's own code.
    pub via: Option<InstId>,
    /// What it is about.
    pub family: Family,
    /// What it does.
    pub verb: Verb,
    /// Whether it is an ordinary load or store: never a scheduling point, only checked for races.
    pub plain: bool,
    /// The cells it may touch. Empty: any of its family.
    pub cells: CellSetId,
    /// What it does as far as others may commute with it.
    pub effect: Effect,
    /// Threads that may run beside it.
    pub beside: ThreadSet,
    /// Locks held for certain.
    pub locks: Lockset,
}

/// All accesses.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Accesses {
    /// The accesses.
    pub list: Vec<Access>,
    /// The cell sets, each sorted. The first is empty.
    pub cell_sets: Vec<Vec<AtomId>>,
    /// Asked while accesses are found, and not kept.
    #[serde(skip)]
    set_ids: FxHashMap<Vec<AtomId>, CellSetId>,
}

impl Accesses {
    /// The cells of an access.
    pub fn cells(&self, id: CellSetId) -> &[AtomId] {
        &self.cell_sets[id.index()]
    }

    fn intern(&mut self, cells: Vec<AtomId>) -> CellSetId {
        let next = CellSetId::new(self.cell_sets.len());
        *self.set_ids.entry(cells).or_insert_with_key(|cells| {
            self.cell_sets.push(cells.clone());
            next
        })
    }
}

/// What an instruction does, before threads are told apart.
#[derive(Clone, Copy, Debug)]
struct LocalAccess {
    at: InstId,
    family: Family,
    verb: Verb,
    plain: bool,
    cells: CellSetId,
    effect: Effect,
}

/// What an operation does with each channel that it selects from.
const SELECTED: [(Family, Verb, Option<usize>); Action::MAX_SELECTED as usize] = {
    let mut all = [(Family::Channel, Verb::UseChannel, Some(0)); Action::MAX_SELECTED as usize];
    let mut arm = 0;
    while arm < all.len() {
        all[arm].2 = Some(arm);
        arm += 1;
    }
    all
};

/// The families and verbs of an action, with the argument that names the object.
pub fn verbs(action: Action) -> &'static [(Family, Verb, Option<usize>)] {
    use Family as F;
    match action {
        Action::AtomicLoad(_) => &[(F::Memory, Verb::Read, Some(0))],
        Action::AtomicStore(_) | Action::AtomicRmw(..) | Action::AtomicCas { .. } => {
            &[(F::Memory, Verb::Write, Some(0))]
        }
        Action::MutexLock | Action::RwLockWrite => &[(F::Lock, Verb::Lock, Some(0))],
        Action::MutexLockWhen => &[
            (F::Lock, Verb::Lock, Some(0)),
            (F::Memory, Verb::Read, Some(3)),
        ],
        Action::RwLockRead => &[(F::Lock, Verb::ReadLock, Some(0))],
        Action::MutexTryLock | Action::RwLockTryWrite => &[(F::Lock, Verb::TryLock, Some(0))],
        Action::RwLockTryRead => &[(F::Lock, Verb::TryReadLock, Some(0))],
        Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite => {
            &[(F::Lock, Verb::Unlock, Some(0))]
        }
        // Where it waits, it has released the mutex: that is seen by `try_lock`.
        Action::CondvarWait | Action::CondvarWaitTimeout => &[
            (F::Condvar, Verb::Wait, Some(0)),
            (F::Lock, Verb::Unlock, Some(1)),
            (F::Lock, Verb::Reacquire, Some(1)),
        ],
        Action::NotifyOne | Action::NotifyAll => &[(F::Condvar, Verb::Notify, Some(0))],
        Action::BarrierWait => &[(F::Barrier, Verb::Arrive, Some(0))],
        Action::OnceBegin | Action::OnceEnd => &[(F::Once, Verb::Initialize, Some(0))],
        Action::OnceGet => &[(F::Once, Verb::LookOnce, Some(0))],
        Action::ChannelSend
        | Action::ChannelTrySend
        | Action::ChannelSendTimeout
        | Action::ChannelReceive
        | Action::ChannelTryReceive
        | Action::ChannelReceiveTimeout
        | Action::ChannelDropSender
        | Action::ChannelDropReceiver
        | Action::ChannelLen => &[(F::Channel, Verb::UseChannel, Some(0))],
        Action::ChannelSelect { arms } => &SELECTED[..usize::from(arms)],
        Action::ChannelAddSender => &[(F::Channel, Verb::AddSender, Some(0))],
        Action::IsFinished => &[(F::Thread, Verb::IsFinished, None)],
        Action::Park | Action::ParkTimeout => &[(F::Thread, Verb::Park, None)],
        Action::Unpark => &[(F::Thread, Verb::Unpark, None)],
        Action::ExitProcess => &[(F::Output, Verb::EndProcess, None)],
        Action::Print => &[(F::Output, Verb::Print, None)],
        Action::RefIncrement | Action::RefIncrementIfAlive => {
            &[(F::Memory, Verb::Increment, Some(0))]
        }
        Action::RefDecrement | Action::RefDecrementIfUnique => &[(F::Memory, Verb::Write, Some(0))],
        Action::RefCount => &[(F::Memory, Verb::Read, Some(0))],
        Action::RefIsUnique => &[
            (F::Memory, Verb::Read, Some(0)),
            (F::Memory, Verb::Read, Some(1)),
        ],
        Action::Fence
        | Action::Reacquire
        | Action::Spawn
        | Action::Join
        | Action::Yield
        | Action::Sleep
        | Action::Exit
        | Action::Choose
        | Action::Fault => &[],
    }
}

/// Whether the action may be marked as a mover later, by [`crate::movers`].
fn is_mover(action: Action, verb: Verb) -> bool {
    let counts = matches!(
        action,
        Action::RefIncrement
            | Action::RefDecrement
            | Action::RefCount
            | Action::RefIncrementIfAlive
            | Action::RefIsUnique
            | Action::RefDecrementIfUnique
    );
    counts || verb == Verb::Unlock
}

/// Everything needed to find accesses.
pub struct Inputs<'a> {
    /// The program.
    pub program: &'a Program,
    /// Points-to facts.
    pub facts: &'a mut PointsTo,
    /// Escape facts.
    pub sharing: &'a Sharing,
    /// The regions.
    pub peg: &'a Peg,
    /// What runs beside each region.
    pub parallel: &'a Parallel,
    /// What each region holds.
    pub held: &'a [Lockset],
    /// Operations whose order with others nobody can tell.
    pub movers: &'a FxHashSet<Site>,
    /// What accesses do, as far as they may commute.
    pub effects: Effects,
}

struct Collector<'a, 'b> {
    inputs: &'b mut Inputs<'a>,
    found: Accesses,
    /// The accesses of each instance's own code.
    local: Vec<Vec<LocalAccess>>,
    /// For instances without frames: the accesses of all they call, with the instance.
    closures: FxHashMap<InstanceId, Vec<(InstanceId, usize)>>,
    /// Whether some thread looks at locks without taking them.
    try_locks: bool,
    plain: PlainCells,
    plain_seen: FxHashSet<(StaticThreadId, Site, CellSetId, ThreadSet, Lockset)>,
}

/// Finds all accesses.
pub fn collect(inputs: &mut Inputs) -> Accesses {
    let mut found = Accesses::default();
    found.intern(Vec::new());
    let count = inputs.facts.call_graph.instances.len();
    let mut collector = Collector {
        try_locks: uses_try_lock(inputs.program),
        inputs,
        found,
        local: Vec::new(),
        closures: FxHashMap::default(),
        plain: PlainCells::default(),
        plain_seen: FxHashSet::default(),
    };
    collector.find_contended();
    for index in 0..count {
        let accesses = collector.accesses_of(InstanceId::new(index));
        collector.local.push(accesses);
    }
    for node in 0..collector.inputs.peg.nodes.len() as u32 {
        collector.node(node);
    }
    collector.thread_ends();
    if collector.inputs.effects.sections_plain() {
        collector.drop_sections();
    }
    collector.found
}

fn uses_try_lock(program: &Program) -> bool {
    let mut code = program.functions.iter().flat_map(|f| &f.code);
    code.any(|inst| {
        matches!(
            inst,
            Inst::Sync {
                action: Action::MutexTryLock | Action::RwLockTryRead | Action::RwLockTryWrite,
                ..
            }
        )
    })
}

impl Collector<'_, '_> {
    fn func(&self, instance: InstanceId) -> FuncId {
        self.inputs.facts.call_graph.func(instance)
    }

    /// The threads that run each instance.
    fn instance_threads(&self) -> Vec<ThreadSet> {
        let calls = &self.inputs.facts.call_graph;
        let mut threads = vec![ThreadSet::default(); calls.instances.len()];
        let mut callees: Vec<Vec<InstanceId>> = vec![Vec::new(); calls.instances.len()];
        for (&(caller, _), list) in &calls.calls {
            callees[caller.index()].extend(list);
        }
        let mut work = Vec::new();
        for frame in &self.inputs.peg.frames {
            if threads[frame.instance.index()].insert(frame.thread) {
                work.push(frame.instance);
            }
        }
        while let Some(instance) = work.pop() {
            let from = threads[instance.index()];
            for callee in &callees[instance.index()] {
                if threads[callee.index()].insert_all(from) {
                    work.push(*callee);
                }
            }
        }
        threads
    }

    fn accesses_of(&mut self, instance: InstanceId) -> Vec<LocalAccess> {
        let function = self.inputs.program.function(self.func(instance));
        let mut accesses = Vec::new();
        for (index, inst) in function.code.iter().enumerate() {
            let at = InstId::new(index);
            if let Inst::Sync {
                action,
                args,
                visible,
                ..
            } = inst
            {
                self.sync_accesses(instance, at, (*action, args, *visible), &mut accesses);
            }
            if function.is_model {
                continue;
            }
            for touch in plain::touches(inst) {
                let cells = self.contended(instance, touch).to_vec();
                if !cells.is_empty() {
                    accesses.push(LocalAccess {
                        at,
                        family: Family::Memory,
                        verb: if touch.writes {
                            Verb::Write
                        } else {
                            Verb::Read
                        },
                        plain: true,
                        cells: self.found.intern(cells),
                        effect: Effect::Opaque,
                    });
                }
            }
        }
        accesses
    }

    fn sync_accesses(
        &mut self,
        instance: InstanceId,
        at: InstId,
        (action, args, visible): (Action, &[Operand], bool),
        accesses: &mut Vec<LocalAccess>,
    ) {
        for &(family, verb, object) in verbs(action) {
            let site = site_of(self.func(instance), at);
            let moves = is_mover(action, verb) && self.inputs.movers.contains(&site);
            if !visible || moves || verb == Verb::Unlock && !self.try_locks {
                continue;
            }
            let cells = object.map_or(Vec::new(), |arg| {
                self.inputs.facts.cells(instance, args[arg])
            });
            let effect = match action {
                Action::MutexLock => self.section(instance, at),
                _ if verb == Verb::Write => self.inputs.effects.of(self.inputs.program, site),
                _ => Effect::Opaque,
            };
            accesses.push(LocalAccess {
                at,
                family,
                verb,
                plain: false,
                cells: self.found.intern(cells),
                effect,
            });
        }
    }

    /// The critical section that an acquisition opens, if it may commute with others.
    fn section(&mut self, instance: InstanceId, at: InstId) -> Effect {
        let inputs = &mut *self.inputs;
        let find = || section::find(inputs.program, inputs.facts, inputs.movers, (instance, at));
        let Some(found) = inputs.effects.sections().then(find).flatten() else {
            return Effect::Opaque;
        };
        let shared = |cells: Vec<AtomId>| {
            let cells = cells.into_iter();
            cells.filter(|&cell| is_escaped(inputs, cell)).collect()
        };
        let (reads, writes) = (shared(found.reads), shared(found.writes));
        Effect::Section {
            reads: self.found.intern(reads),
            writes: self.found.intern(writes),
        }
    }

    /// A lock with a section that is not of plain accesses may be poisoned: its sections commute with
    /// nothing.
    fn drop_sections(&mut self) {
        let list = &mut self.found.list;
        let is_loud = |access: &&Access| {
            access.family == Family::Lock && !matches!(access.effect, Effect::Section { .. })
        };
        let loud: FxHashSet<CellSetId> = list.iter().filter(is_loud).map(|a| a.cells).collect();
        let sets = &self.found.cell_sets;
        let loud_cells: FxHashSet<AtomId> = (loud.iter())
            .flat_map(|set| sets[set.index()].iter().copied())
            .collect();
        let anything = loud.contains(&CellSetId(0));
        for access in list.iter_mut().filter(|a| a.family == Family::Lock) {
            let cells = &sets[access.cells.index()];
            if anything || cells.is_empty() || cells.iter().any(|cell| loud_cells.contains(cell)) {
                access.effect = Effect::Opaque;
            }
        }
    }

    /// The accesses of a region.
    fn node(&mut self, id: u32) {
        let peg = self.inputs.peg;
        let node = &peg.nodes[id as usize];
        let instance = peg.frames[node.frame.index()].instance;
        if self.inputs.parallel.beside[id as usize].is_none() {
            return;
        }
        let (start, end) = (node.start, node.end);
        let accesses = &self.local[instance.index()];
        let from = accesses.partition_point(|a| a.at < start);
        let to = accesses.partition_point(|a| a.at < end);
        for index in from..to {
            let access = self.local[instance.index()][index];
            if stands_in(node.kind, access.verb) {
                self.push(id, instance, access, None);
            }
        }
        if node.kind != NodeKind::Plain && node.kind != NodeKind::Call {
            return;
        }
        let function = self.inputs.program.function(self.func(instance));
        for at in (start.0..end.0).map(InstId) {
            if let Inst::Call { .. } = function.code[at.index()] {
                self.through_call(id, instance, at);
            }
        }
    }

    /// The accesses of functions without frames that a region calls.
    fn through_call(&mut self, id: u32, instance: InstanceId, at: InstId) {
        let callees: Vec<InstanceId> = self.inputs.facts.call_graph.callees(instance, at).to_vec();
        for callee in callees {
            if self.inputs.peg.changing.contains(callee.index()) {
                continue;
            }
            for (owner, index) in self.closure(callee) {
                let access = self.local[owner.index()][index];
                self.push(id, owner, access, Some(at));
            }
        }
    }

    fn closure(&mut self, instance: InstanceId) -> Vec<(InstanceId, usize)> {
        if let Some(known) = self.closures.get(&instance) {
            return known.clone();
        }
        let mut seen = fixedbitset::FixedBitSet::with_capacity(self.local.len());
        let mut work = vec![instance];
        let mut found = Vec::new();
        while let Some(next) = work.pop() {
            if seen.put(next.index()) {
                continue;
            }
            found.extend((0..self.local[next.index()].len()).map(|index| (next, index)));
            let code = &self.inputs.program.function(self.func(next)).code;
            for (index, inst) in code.iter().enumerate() {
                if matches!(inst, Inst::Call { .. }) {
                    let at = InstId::new(index);
                    work.extend(self.inputs.facts.call_graph.callees(next, at));
                }
            }
        }
        self.closures.insert(instance, found.clone());
        found
    }

    fn push(&mut self, id: u32, instance: InstanceId, access: LocalAccess, via: Option<InstId>) {
        let node = &self.inputs.peg.nodes[id as usize];
        let thread = self.inputs.peg.thread_of(node.frame);
        let site = site_of(self.func(instance), access.at);
        // Plain accesses are told once for all contexts that agree in what runs beside them.
        let beside = self.inputs.parallel.beside[id as usize].unwrap_or_default();
        let locks = self.inputs.held[id as usize];
        let key = (thread, site, access.cells, beside, locks);
        if access.plain && !self.plain_seen.insert(key) {
            return;
        }
        self.found.list.push(Access {
            thread,
            site,
            frame: node.frame,
            via,
            family: access.family,
            verb: access.verb,
            plain: access.plain,
            cells: access.cells,
            effect: access.effect,
            beside,
            locks,
        });
    }

    /// The end of each thread, at the returns of its entries.
    fn thread_ends(&mut self) {
        let peg = self.inputs.peg;
        for thread in &peg.threads {
            for &entry in &thread.entries {
                let frame = &peg.frames[entry.index()];
                let function = self.inputs.program.function(self.func(frame.instance));
                let returns = |inst: &Inst| matches!(inst, Inst::Return { .. });
                let last = function.code.iter().rposition(returns).unwrap_or(0);
                let (family, verb) = match thread.spawn {
                    Some(_) => (Family::Thread, Verb::End),
                    None => (Family::Output, Verb::EndProcess),
                };
                let access = LocalAccess {
                    at: InstId::new(last),
                    family,
                    verb,
                    plain: false,
                    cells: CellSetId(0),
                    effect: Effect::Opaque,
                };
                if self.inputs.parallel.beside[frame.exits.0 as usize].is_some() {
                    self.push(frame.exits.0, frame.instance, access, None);
                }
            }
        }
    }
}

/// Which part of a split condition-variable wait an access belongs to.
fn stands_in(kind: NodeKind, verb: Verb) -> bool {
    match kind {
        NodeKind::Plain | NodeKind::Call => true,
        NodeKind::Action => !matches!(verb, Verb::Wait | Verb::Reacquire),
        NodeKind::Waiting => verb == Verb::Wait,
        NodeKind::Reacquire => verb == Verb::Reacquire,
        NodeKind::Exit => false,
    }
}

fn is_escaped(inputs: &Inputs, cell: AtomId) -> bool {
    match inputs.facts.atom(cell.0) {
        Atom::Cell(object, _) => inputs.sharing.escaped.contains(object.index()),
        Atom::Func(_) | Atom::Vtable(_) | Atom::Thread(_) => false,
    }
}
