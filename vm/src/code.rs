//! A program made ready to run: what is worked out once and shared by all executions.

use crate::address::MAX_THREADS;
use crate::awaits::Awaiting;
use crate::bytes::{ByteMaps, Bytes};
use crate::exchange::Exchanges;
use crate::flow::{Flow, Live, Liveness};
use crate::joins;
use crate::memory::Arena;
use crate::op::{self, Op, SwitchTable};
use crate::operation::ThreadId;
use crate::pace::Changes;
use crate::partial::{Partial, Partials};
use crate::raise::Raises;
use crate::rounds::Round;
use crate::spin::Spin;
use crate::sync;
use crate::tally::Tally;
use crate::thread::{Frame, Thread};
use crate::unread;
use crate::views::Views;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::sync::{Arc, Mutex, OnceLock};
use vscheck_ir::flow::{read_before_return, read_registers};
use vscheck_ir::layout::{UNINIT, is_unwritten};
use vscheck_ir::{
    Action, FuncId, Inst, InstId, Intrinsic, LayoutId, MemoryOrdering, Operand, Program,
    ScalarType, Site,
};

/// A function, ready to run. Operation *n* is instruction *n*.
pub(crate) struct FunctionCode {
    pub(crate) ops: Box<[Op]>,
    /// Where its switches go.
    pub(crate) switches: Box<[SwitchTable]>,
    pub(crate) registers: u32,
    pub(crate) params: u32,
    pub(crate) returns: u32,
    pub(crate) slots: Box<[SlotPlan]>,
    pub(crate) slot_cells: u32,
    /// What uninitialized cells hold.
    pub(crate) uninit: u64,
    /// Whether some of it is the user's code ([`Program::is_of_user`]).
    pub(crate) is_of_user: bool,
    flow: OnceLock<Flow>,
}

/// A stack slot of a function.
pub(crate) struct SlotPlan {
    /// Cells from the frame's first slot.
    pub(crate) base: u32,
    /// How many cells.
    pub(crate) len: u32,
    pub(crate) layout: LayoutId,
    /// Whether nobody may change what was once written to it, in a program where somebody might.
    pub(crate) fixed: bool,
    /// Whether it is a variable of the program's own.
    pub(crate) own: bool,
}

/// States of waiting threads that are kept.
const MAX_WAITING: usize = 1 << 16;

/// A program made ready to run. Built once; all machines of an exploration share it.
pub struct Code {
    program: Arc<Program>,
    /// Prepared when first called: of most programs the larger part of the library never is.
    functions: Vec<OnceLock<Box<FunctionCode>>>,
    pub(crate) may_be_unsafe: bool,
    pub(crate) does: Deeds,
    /// See [`Code::hands_on_quietly`].
    hands_on_quietly: OnceLock<bool>,
    mere_updates: OnceLock<FxHashSet<Site>>,
    raises: OnceLock<Raises>,
    exchanges: [OnceLock<Exchanges>; 2],
    /// See [`Code::may_join`].
    may_join: OnceLock<Vec<bool>>,
    /// See [`Code::byte_map`].
    byte_maps: OnceLock<ByteMaps>,
    pub(crate) views: Views,
    pub(crate) partials: Partials,
    /// What uninitialized cells hold.
    pub(crate) uninit: u64,
    statics: Arc<Arena>,
    /// See [`Code::mutable_statics`].
    mutable_statics: Vec<(usize, LayoutId)>,
    names: Mutex<Names>,
    /// See [`Code::counted_rounds`].
    counted_rounds: NotedSites,
    /// See [`Code::time_out_limits`].
    time_out_limits: NotedSites,
    /// See [`Code::draws`].
    draws: NotedSites,
    /// See [`Code::known_to_wait`].
    waiting: Mutex<FxHashMap<u128, Arc<Spin>>>,
    /// See [`Code::note_restless`].
    restless: NotedSites,
    /// The rounds of loops that were looked at, and whether the thread waits in them.
    pub(crate) rounds: Mutex<FxHashMap<Round, bool>>,
}

/// Places that executions have noted.
#[derive(Default)]
struct NotedSites(Mutex<FxHashSet<Site>>);

impl NotedSites {
    fn note(&self, site: Site) {
        self.0.lock().expect("nobody panicked with it").insert(site);
    }

    fn sorted(&self) -> Vec<Site> {
        let sites = self.0.lock().expect("nobody panicked with it");
        let mut sites: Vec<Site> = sites.iter().copied().collect();
        sites.sort_unstable_by_key(|site| (site.func.0, site.inst.0));
        sites
    }

    fn contains(&self, site: Site) -> bool {
        let sites = self.0.lock().expect("nobody panicked with it");
        sites.contains(&site)
    }
}

/// What a program does anywhere.
#[derive(Default)]
pub(crate) struct Deeds {
    /// The end of a thread is visible: the program asks whether threads have finished.
    pub(crate) watches_exits: bool,
    /// A sender that waits on a rendezvous channel can be met by one who does not wait, or not for ever.
    pub(crate) tries_to_receive: bool,
    /// Threads wait for several channels at once.
    pub(crate) selects: bool,
    /// It has fences.
    pub(crate) has_fences: bool,
    /// Integers may be turned back into addresses.
    pub(crate) exposes_addresses: bool,
    /// It prints, and that is a visible operation.
    pub(crate) prints_visibly: bool,
    /// It asks what time it is.
    pub(crate) looks_at_clocks: bool,
    /// It sleeps, beside what looks at the clock wait.
    pub(crate) sleeps: bool,
    /// It does with a thread what it might not do with another that is like it: it asks for its number, whether
    /// it has ended, or wakes it.
    pub(crate) tells_threads_apart: bool,
}

impl Deeds {
    fn of(program: &Program) -> Deeds {
        let mut deeds = Deeds::default();
        for inst in program.functions.iter().flat_map(|f| &f.code) {
            if let Inst::Sync {
                action,
                visible,
                args,
                ..
            } = inst
            {
                deeds.note(*action, *visible);
                deeds.sleeps |= action.sleeps(args);
            } else if let Inst::Intrinsic { op, .. } = inst {
                deeds.looks_at_clocks |= *op == Intrinsic::Now;
                deeds.tells_threads_apart |=
                    matches!(op, Intrinsic::ThreadNumber | Intrinsic::Packet);
                deeds.exposes_addresses |= makes_pointer(inst);
            }
        }
        deeds.tries_to_receive |= deeds.selects;
        deeds
    }

    fn note(&mut self, action: Action, visible: bool) {
        let tries = matches!(
            action,
            Action::ChannelTryReceive | Action::ChannelReceiveTimeout
        );
        self.tells_threads_apart |= matches!(action, Action::IsFinished | Action::Unpark);
        self.prints_visibly |= visible && action == Action::Print;
        self.watches_exits |= visible && action == Action::IsFinished;
        self.tries_to_receive |= visible && tries;
        self.selects |= matches!(action, Action::ChannelSelect { .. });
        self.has_fences |= action == Action::Fence;
    }
}

/// Thread numbers by spawn path, the same in every run.
#[derive(Default)]
struct Names {
    numbers: FxHashMap<(ThreadId, u32), ThreadId>,
    paths: Vec<String>,
}

/// Whether it turns an integer into a pointer, that is not the same number every time.
fn makes_pointer(inst: &Inst) -> bool {
    let Inst::Intrinsic { op, args, .. } = inst else {
        return false;
    };
    *op == Intrinsic::WithAddress
        || *op == Intrinsic::PointerFromAddress && !matches!(args[..], [Operand::Const(_)])
}

/// Whether it may put a pointer into an atomic cell, or take one out, and order no memory by that.
fn hands_on_quietly(inst: &Inst) -> bool {
    use MemoryOrdering::{AcqRel, Acquire, Release, SeqCst};
    let Inst::Sync { action, args, .. } = inst else {
        return false;
    };
    // What orders, for each of the last operands.
    let load = [Acquire, SeqCst];
    let enough: &[[MemoryOrdering; 2]] = if matches!(action, Action::AtomicLoad(ScalarType::Ptr)) {
        &[load]
    } else if matches!(action, Action::AtomicStore(ScalarType::Ptr)) {
        &[[Release, SeqCst]]
    } else if matches!(action, Action::AtomicRmw(_, ScalarType::Ptr)) {
        &[[AcqRel, SeqCst]]
    } else if matches!(action, Action::AtomicCas { ty, .. } if *ty == ScalarType::Ptr) {
        &[[AcqRel, SeqCst], load]
    } else {
        &[]
    };
    let orders = &args[args.len().saturating_sub(enough.len())..];
    let orders_memory = |(order, enough): (&Operand, &[MemoryOrdering; 2])| {
        let known = |known: &MemoryOrdering| *order == Operand::Const(*known as u64);
        enough.iter().any(known)
    };
    !orders.iter().zip(enough).all(orders_memory)
}

/// The visible updates of a function that commute with their like, and have a result that none of its instructions
/// reads, but where it returns what its callers do not read (`unread`).
fn mere_updates(program: &Program, func: FuncId, unread: &OnceCell<FixedBitSet>) -> Vec<Site> {
    let function = program.function(func);
    let mut updates = Vec::new();
    for (index, inst) in function.code.iter().enumerate() {
        if let Inst::Sync {
            action,
            dst,
            visible: true,
            ..
        } = inst
            && sync::commutes_with_its_like(*action)
        {
            updates.push((InstId::new(index), *dst));
        }
    }
    if updates.is_empty() {
        return Vec::new();
    }
    let unread = unread.get_or_init(|| unread::functions(program));
    let read = match unread.contains(func.index()) {
        true => read_before_return(function),
        false => read_registers(function),
    };
    let mere = updates.into_iter();
    let mere = mere.filter(|(_, dst)| !read.contains(dst.index()));
    mere.map(|(inst, _)| Site { func, inst }).collect()
}

fn mutable_statics(program: &Program) -> Vec<(usize, LayoutId)> {
    let all = program.statics.iter().enumerate();
    let mutable = all.filter(|(_, global)| global.mutable && !global.thread_local);
    // Objects are counted from 1.
    mutable
        .map(|(index, global)| (index + 1, global.layout))
        .collect()
}

impl Code {
    /// Prepares a program.
    pub fn new(program: Arc<Program>) -> Arc<Code> {
        let functions = program.functions.iter().map(|_| OnceLock::new());
        Arc::new(Code {
            functions: functions.collect(),
            may_be_unsafe: program.may_be_unsafe(),
            does: Deeds::of(&program),
            statics: Arc::new(crate::machine::initial_statics(&program, None)),
            mutable_statics: mutable_statics(&program),
            uninit: uninit(&program),
            hands_on_quietly: OnceLock::new(),
            mere_updates: OnceLock::new(),
            raises: OnceLock::new(),
            exchanges: Default::default(),
            may_join: OnceLock::new(),
            byte_maps: OnceLock::new(),
            views: Views::default(),
            partials: Partials::default(),
            counted_rounds: NotedSites::default(),
            time_out_limits: NotedSites::default(),
            draws: NotedSites::default(),
            waiting: Mutex::default(),
            restless: NotedSites::default(),
            rounds: Mutex::default(),
            names: Mutex::new(Names {
                numbers: FxHashMap::default(),
                paths: vec!["main".to_string()],
            }),
            program,
        })
    }

    /// Whether a value stands for what was not written as a whole.
    #[inline]
    pub(crate) fn is_unwritten(&self, value: u64) -> bool {
        is_unwritten(self.uninit, value)
    }

    /// The bytes that were written of what was not as a whole.
    pub(crate) fn written_of(&self, value: u64) -> Option<Partial> {
        let number = value.wrapping_sub(self.uninit);
        match self.is_unwritten(value) {
            true if number == 0 => Some(Partial::of(std::iter::empty())),
            true => self.partials.of(number),
            false => None,
        }
    }

    /// What holds a number of so many bytes of which these were written: its bits as they are if all were. Of too
    /// many different ones the others count as zero.
    pub(crate) fn partly_written(&self, partial: Partial, bytes: u64) -> u64 {
        if partial.is_nothing() {
            return self.uninit;
        }
        if partial.is_whole(bytes) {
            return partial.bits();
        }
        let number = self.partials.number(partial);
        number.map_or(partial.bits(), |number| self.uninit.wrapping_add(number))
    }

    /// The program it was made from.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Where the cells of a type begin in bytes, if that is known.
    pub(crate) fn byte_map(&self, layout: LayoutId) -> Option<Bytes<'_>> {
        let maps = self.byte_maps.get_or_init(|| ByteMaps::new(&self.program));
        maps.of(layout)
    }

    /// Statics as they are before the first instruction.
    pub(crate) fn initial_statics(&self) -> Arc<Arena> {
        self.statics.clone()
    }

    /// The statics that may change and are one for all threads: their objects in the arena of statics, and
    /// their types.
    pub(crate) fn mutable_statics(&self) -> impl Iterator<Item = (usize, LayoutId)> + '_ {
        self.mutable_statics.iter().copied()
    }

    #[inline]
    pub(crate) fn function(&self, id: FuncId) -> &FunctionCode {
        match self.functions[id.index()].get() {
            Some(function) => function,
            None => self.first_call(id),
        }
    }

    #[cold]
    fn first_call(&self, id: FuncId) -> &FunctionCode {
        let function = &self.functions[id.index()];
        function.get_or_init(|| Box::new(prepare(&self.program, id, self.may_be_unsafe)))
    }

    /// The flow in a function; worked out when first asked for.
    fn flow(&self, id: FuncId) -> &Flow {
        let flow = &self.function(id).flow;
        flow.get_or_init(|| Flow::new(&self.program, self.program.function(id)))
    }

    fn live(&self, id: FuncId) -> &Liveness {
        let function = self.program.function(id);
        let hidden = !self.does.prints_visibly;
        self.flow(id).live((&self.program, function), hidden)
    }

    /// Whether a function, or what it calls or starts, may learn of the end of a thread.
    pub(crate) fn may_join(&self, func: FuncId) -> bool {
        let may_join = self.may_join.get_or_init(|| joins::may_join(&self.program));
        may_join[func.index()]
    }

    /// Whether pointers may travel from thread to thread with nothing that orders memory: in atomic cells,
    /// or as integers.
    pub(crate) fn hands_on_quietly(&self) -> bool {
        *self.hands_on_quietly.get_or_init(|| {
            let mut code = self.program.functions.iter().flat_map(|f| &f.code);
            self.does.exposes_addresses || code.any(hands_on_quietly)
        })
    }

    /// Whether control may come back to the instruction within its function, with the registers as they are.
    pub(crate) fn may_recur(&self, site: Site) -> bool {
        self.flow(site.func).may_recur(site.inst)
    }

    /// Whether what changes in a call from one lap of a loop to the next sets no more than the pace.
    pub(crate) fn only_set_pace(&self, site: Site, changes: &Changes) -> bool {
        let function = self.program.function(site.func);
        let flow = self.flow(site.func);
        changes.is_clear() || flow.only_set_pace((&self.program, function), site.inst, changes)
    }

    /// Notes that a thread which goes round a loop with this operation does not come back to a state soon: others are
    /// not looked at for that long.
    pub(crate) fn note_restless(&self, site: Site) {
        self.restless.note(site);
    }

    pub(crate) fn is_restless(&self, site: Site) -> bool {
        self.restless.contains(site)
    }

    /// For what a thread in some state of its own was seen to wait, by a look ahead that took several laps.
    pub(crate) fn known_to_wait(&self, state: u128) -> Option<Arc<Spin>> {
        let waiting = self.waiting.lock().expect("nobody panicked with it");
        waiting.get(&state).cloned()
    }

    /// Notes that. Once too many are known, they are forgotten.
    pub(crate) fn note_that_waits(&self, state: u128, spin: Arc<Spin>) {
        let mut waiting = self.waiting.lock().expect("nobody panicked with it");
        if waiting.len() == MAX_WAITING {
            waiting.clear();
        }
        waiting.insert(state, spin);
    }

    /// What the loop around an instruction only counts.
    pub(crate) fn tally(&self, site: Site) -> Option<&Tally> {
        self.flow(site.func).tally(site.inst)
    }

    /// Notes that somebody went round a loop and waits now, though what he counted has changed.
    pub(crate) fn note_counted_round(&self, site: Site) {
        self.counted_rounds.note(site);
    }

    /// The operations with which loops waited that also counted their rounds, of which no more were run.
    pub fn counted_rounds(&self) -> Vec<Site> {
        self.counted_rounds.sorted()
    }

    /// Notes that a timed wait has run out so often in a row that it does so again only when nothing else can go on.
    pub(crate) fn note_time_out_limit(&self, site: Site) {
        self.time_out_limits.note(site);
    }

    /// Notes that a thread draws a number that is not the search's to choose.
    pub(crate) fn note_draw(&self, thread: &Thread) {
        let mut calls = thread.frames.iter().rev().map(Frame::site);
        let is_of_user = |site: &Site| self.function(site.func).is_of_user;
        if let Some(site) = calls.find(is_of_user) {
            self.draws.note(site);
        }
    }

    /// Where numbers were drawn of which others were not tried.
    pub fn draws(&self) -> Vec<Site> {
        self.draws.sorted()
    }

    /// The timed waits that ran out as often in a row as was tried.
    pub fn time_out_limits(&self) -> Vec<Site> {
        self.time_out_limits.sorted()
    }

    /// Which instructions of a function a loop may wait with.
    pub(crate) fn awaiting(&self, func: FuncId) -> &Awaiting {
        let function = self.program.function(func);
        self.flow(func).awaiting(&self.program, function)
    }

    /// Registers whose values matter before the instruction runs.
    pub(crate) fn live_before(&self, site: Site) -> &Live {
        self.live(site.func).before(site.inst)
    }

    /// Registers whose values matter after the call at this site, its result aside.
    pub(crate) fn live_across(&self, site: Site) -> &Live {
        self.live(site.func).across(site.inst)
    }

    /// Whether there are visible updates of atomic cells that commute with others by the same operator, and whose
    /// result nobody uses.
    pub fn has_mere_updates(&self) -> bool {
        !self.mere_updates().is_empty()
    }

    /// Whether there are loads that may be one step with a compare-exchange.
    pub fn has_exchanges(&self, may_race: bool) -> bool {
        !self.exchanges(may_race).is_empty()
    }

    /// Whether there are critical sections.
    pub fn has_sections(&self) -> bool {
        let mut code = self.program.functions.iter().flat_map(|f| &f.code);
        code.any(
            |inst| matches!(inst, Inst::Sync { action, visible: true, .. } if action.takes_lock()),
        )
    }

    /// Whether a program may make locks of atomics.
    pub fn has_handmade_locks(&self) -> bool {
        let mut code = self.program.functions.iter().flat_map(|f| &f.code);
        code.any(|inst| {
            let exchanges = |action: &Action| {
                matches!(action, Action::AtomicRmw(..) | Action::AtomicCas { .. })
            };
            matches!(inst, Inst::Sync { action, visible: true, .. } if exchanges(action))
        })
    }

    /// Whether the instruction at this site is one of them.
    pub(crate) fn is_mere_update(&self, site: Site) -> bool {
        self.mere_updates().contains(&site)
    }

    fn mere_updates(&self) -> &FxHashSet<Site> {
        self.mere_updates.get_or_init(|| {
            let functions = (0..self.program.functions.len()).map(FuncId::new);
            let unread = OnceCell::new();
            functions
                .flat_map(|func| mere_updates(&self.program, func, &unread))
                .collect()
        })
    }

    /// Its plain additions.
    pub(crate) fn raises(&self) -> &Raises {
        self.raises.get_or_init(|| Raises::new(&self.program))
    }

    /// Its compare-exchanges that rely on a load.
    pub(crate) fn exchanges(&self, may_race: bool) -> &Exchanges {
        let known = &self.exchanges[usize::from(may_race)];
        known.get_or_init(|| Exchanges::new(&self.program, may_race))
    }

    /// The number of the `ordinal`-th child of a thread; `None` past the number of names.
    pub(crate) fn child(&self, parent: ThreadId, ordinal: u32) -> Option<ThreadId> {
        let mut names = self.names.lock().expect("no holder panics");
        if let Some(&known) = names.numbers.get(&(parent, ordinal)) {
            return Some(known);
        }
        let next = names.paths.len();
        if next >= MAX_THREADS {
            return None;
        }
        let path = format!("{}.{}", names.paths[parent.index()], ordinal);
        names.paths.push(path);
        let id = ThreadId(next as u16);
        names.numbers.insert((parent, ordinal), id);
        Some(id)
    }

    /// A thread's spawn path, `main.1.2`.
    pub(crate) fn path(&self, thread: ThreadId) -> String {
        let names = self.names.lock().expect("no holder panics");
        names.paths.get(thread.index()).cloned().unwrap_or_default()
    }
}

/// What uninitialized cells hold.
pub(crate) fn uninit(program: &Program) -> u64 {
    match program.uninit {
        0 => UNINIT,
        chosen => chosen,
    }
}

fn prepare(program: &Program, id: FuncId, may_be_unsafe: bool) -> FunctionCode {
    let function = program.function(id);
    let mut slot_cells = 0;
    let slots = function.slots.iter().map(|slot| {
        let len = program.layout(slot.layout).cells();
        let base = slot_cells;
        slot_cells += len;
        SlotPlan {
            base,
            len,
            layout: slot.layout,
            fixed: slot.fixed && may_be_unsafe,
            own: !function.is_model && !slot.name.is_empty(),
        }
    });
    let (ops, switches) = op::specialize(program, &function.code);
    let mut sites = (0..function.code.len() as u32).map(|inst| Site {
        func: id,
        inst: InstId(inst),
    });
    FunctionCode {
        slots: slots.collect(),
        slot_cells,
        ops,
        switches,
        registers: function.registers.len() as u32,
        params: function.params,
        returns: function.returns,
        uninit: uninit(program),
        is_of_user: sites.any(|site| program.is_of_user(site)),
        flow: OnceLock::new(),
    }
}
