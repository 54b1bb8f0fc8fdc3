//! The static pass against the machine: on generated programs and random schedules, whatever two
//! threads could do next on one object stands in an access pair or commutes, by trying both orders, and
//! whatever a thread comes to do was called reachable before. Rules without one of their conditions are
//! found out.

use std::collections::BTreeMap;
use std::sync::Arc;

use vscheck::random::Random;
use vscheck_analysis::commute::Rules;
use vscheck_analysis::{Analysis, AnalysisOptions, Facts, StaticThreadId};
use vscheck_ir::layout::{CellKind, FieldLayout, Layout, Shape, SyncKind};
use vscheck_ir::program::{Slot, Static};
use vscheck_ir::*;
use vscheck_vm::{Code, Machine, MachineOptions, ThreadId, Transition, dependent};

const FUNCTIONS: usize = 4;
const CELLS: usize = 3;
const MUTEXES: usize = 2;
const POINTERS: usize = 2;
const COUNTER: usize = CELLS + MUTEXES + POINTERS;
/// A word with ordinary accesses only.
const PLAIN: usize = COUNTER + 1;
const ORDER: Operand = Operand::Const(4);
const WORD: ScalarType = ScalarType::U64;

/// Builds one function of a generated program. Register 0 is its parameter, a pointer to a word.
struct Body<'a> {
    random: &'a mut Random,
    function: Function,
    /// Registers that point to words.
    words: Vec<Reg>,
    /// Numbers of threads not joined yet.
    handles: Vec<Reg>,
    /// Handles before this one are not of the innermost loop, so must not be joined in it.
    floor: usize,
    index: usize,
    /// Whether it has plain accesses to shared data.
    plain: bool,
}

impl Body<'_> {
    fn push(&mut self, inst: Inst) -> usize {
        self.function.code.push(inst);
        self.function.spans.push(Span::default());
        self.function.code.len() - 1
    }

    fn sync(&mut self, action: Action, args: Vec<Operand>) -> Reg {
        let dst = self.function.new_reg(WORD);
        self.function.new_reg(ScalarType::Bool);
        self.push(Inst::Sync {
            action,
            dst,
            args: args.into(),
            visible: true,
        });
        dst
    }

    fn global(&mut self, index: usize) -> Reg {
        let dst = self.function.new_reg(ScalarType::Ptr);
        let global = StaticId::new(index);
        self.push(Inst::StaticAddr { dst, global });
        dst
    }

    fn mutex(&mut self) -> Reg {
        let mutex = CELLS + self.random.below(MUTEXES);
        self.global(mutex)
    }

    fn word(&mut self) -> Operand {
        let (last, any) = (self.words.len() - 1, self.random.below(self.words.len()));
        let at = if self.random.chance(50) { last } else { any };
        Operand::Reg(self.words[at])
    }

    /// A new pointer to a word: of a static, of the heap, of the stack, or read from shared memory.
    fn pointer(&mut self) {
        let pointer = match self.random.below(6) {
            0 => {
                let cell = self.random.below(CELLS);
                self.global(cell)
            }
            1 => self.fresh(),
            2 => {
                let dst = self.function.new_reg(ScalarType::Ptr);
                let slot = SlotId::new(self.function.slots.len());
                self.function.slots.push(Slot {
                    name: String::new(),
                    layout: LayoutId(0),
                    fixed: false,
                });
                self.push(Inst::SlotAddr { dst, slot });
                self.initialize(dst);
                dst
            }
            _ => {
                let shared = CELLS + MUTEXES + self.random.below(POINTERS);
                let from = Operand::Reg(self.global(shared));
                let action = Action::AtomicLoad(ScalarType::Ptr);
                self.sync(action, vec![from, ORDER])
            }
        };
        self.words.push(pointer);
    }

    fn fresh(&mut self) -> Reg {
        let dst = self.function.new_reg(ScalarType::Ptr);
        self.push(Inst::Alloc {
            dst,
            layout: LayoutId(0),
            count: Operand::Const(1),
        });
        self.initialize(dst);
        dst
    }

    fn initialize(&mut self, pointer: Reg) {
        self.push(Inst::Store {
            ptr: Operand::Reg(pointer),
            offset: 0,
            src: Operand::Const(0),
            cells: 1,
        });
    }

    /// Publishes a pointer that outlives the function: not one of its slots.
    fn publish(&mut self) {
        let fresh = Operand::Reg(self.fresh());
        let shared = CELLS + MUTEXES + self.random.below(POINTERS);
        let to = Operand::Reg(self.global(shared));
        self.sync(Action::AtomicStore(ScalarType::Ptr), vec![to, fresh, ORDER]);
    }

    fn ordering(&mut self) -> Operand {
        Operand::Const(self.random.below(5) as u64)
    }

    fn access(&mut self) {
        let (word, order) = (self.word(), self.ordering());
        match self.random.below(if self.plain { 5 } else { 4 }) {
            0 => {
                self.sync(Action::AtomicLoad(WORD), vec![word, order]);
            }
            1 => {
                let value = Operand::Const(1 + self.random.below(2) as u64);
                self.sync(Action::AtomicStore(WORD), vec![word, value, order]);
            }
            2 | 3 => self.change(word, order),
            _ => self.plain(),
        }
    }

    /// A change in one step, whose result is sometimes used.
    fn change(&mut self, word: Operand, order: Operand) {
        let ops = [RmwOp::Add, RmwOp::Or, RmwOp::Max, RmwOp::Swap];
        let op = ops[self.random.below(ops.len())];
        let args = vec![word, Operand::Const(1), order];
        let old = self.sync(Action::AtomicRmw(op, WORD), args);
        if self.random.chance(30) {
            let args = vec![self.word(), Operand::Reg(old), ORDER];
            self.sync(Action::AtomicStore(WORD), args);
        }
    }

    /// An ordinary access, which may race.
    fn plain(&mut self) {
        let ptr = Operand::Reg(self.global(PLAIN));
        let dst = self.function.new_reg(WORD);
        let reads = self.random.chance(50);
        self.push(match reads {
            true => Inst::Load {
                dst,
                ptr,
                offset: 0,
                cells: 1,
            },
            false => Inst::Store {
                ptr,
                offset: 0,
                src: Operand::Const(1),
                cells: 1,
            },
        });
    }

    /// A critical section of one mutex, or of one of two by a branch.
    fn section(&mut self, depth: usize) {
        let mutex = self.function.new_reg(ScalarType::Ptr);
        let first = self.mutex();
        let copy = |src: Reg| Inst::Copy {
            dst: mutex,
            src: Operand::Reg(src),
            cells: 1,
        };
        self.push(copy(first));
        if self.random.chance(30) {
            let at = self.branch();
            let second = self.mutex();
            self.push(copy(second));
            self.land(at);
        }
        self.sync(Action::MutexLock, vec![Operand::Reg(mutex)]);
        self.statements(depth + 1);
        self.sync(Action::MutexUnlock, vec![Operand::Reg(mutex)]);
    }

    /// A critical section of plain accesses to the mutex's own data. One that finds the mutex poisoned
    /// does something else.
    fn guarded(&mut self) {
        let mutex = self.mutex();
        self.sync(Action::MutexLock, vec![Operand::Reg(mutex)]);
        let poisoned = self.data_of(mutex, 1);
        let at = self.function.code.len();
        self.push(Inst::Branch {
            cond: Operand::Reg(poisoned),
            then_to: InstId::new(at + 1),
            else_to: InstId::new(at),
        });
        self.set_data_of(mutex, 2);
        self.land(at);
        let mut seen = None;
        for _ in 0..1 + self.random.below(2) {
            let word = 2 + self.random.below(2) as u32;
            if self.random.chance(60) {
                seen = Some(self.data_of(mutex, word));
            } else {
                self.set_data_of(mutex, word);
            }
        }
        self.sync(Action::MutexUnlock, vec![Operand::Reg(mutex)]);
        if let Some(seen) = seen {
            let args = vec![self.word(), Operand::Reg(seen), ORDER];
            self.sync(Action::AtomicStore(WORD), args);
        }
    }

    fn data_of(&mut self, mutex: Reg, offset: u32) -> Reg {
        let dst = self.function.new_reg(WORD);
        self.push(Inst::Load {
            dst,
            ptr: Operand::Reg(mutex),
            offset,
            cells: 1,
        });
        dst
    }

    fn set_data_of(&mut self, mutex: Reg, offset: u32) {
        let value = 1 + self.random.below(2) as u64;
        self.push(Inst::Store {
            ptr: Operand::Reg(mutex),
            offset,
            src: Operand::Const(value),
            cells: 1,
        });
    }

    /// A critical section that poisons its mutex.
    fn poison(&mut self) {
        let mutex = self.mutex();
        self.sync(Action::MutexLock, vec![Operand::Reg(mutex)]);
        let flag = self.function.new_reg(ScalarType::Ptr);
        self.push(Inst::Offset {
            dst: flag,
            base: Operand::Reg(mutex),
            index: Operand::Const(0),
            stride: 0,
            offset: 1,
        });
        let args = vec![Operand::Reg(flag), Operand::Const(1), ORDER];
        self.sync(Action::AtomicStore(WORD), args);
        self.sync(Action::MutexUnlock, vec![Operand::Reg(mutex)]);
    }

    /// A branch on a shared word, to be landed.
    fn branch(&mut self) -> usize {
        let word = self.word();
        let value = self.sync(Action::AtomicLoad(WORD), vec![word, ORDER]);
        let cond = self.function.new_reg(ScalarType::Bool);
        self.push(Inst::Binary {
            op: BinOp::Lt,
            ty: WORD,
            overflow: Overflow::Wrap,
            dst: cond,
            lhs: Operand::Reg(value),
            rhs: Operand::Const(1),
        });
        let at = self.function.code.len();
        self.push(Inst::Branch {
            cond: Operand::Reg(cond),
            then_to: InstId::new(at + 1),
            else_to: InstId::new(at),
        })
    }

    fn land(&mut self, branch: usize) {
        let here = InstId::new(self.function.code.len());
        if let Inst::Branch { else_to, .. } = &mut self.function.code[branch] {
            *else_to = here;
        }
    }

    /// A body that runs a bounded number of times, counted over all threads.
    fn repeat(&mut self, depth: usize) {
        let start = InstId::new(self.function.code.len());
        let (words, handles) = (self.words.len(), self.handles.len());
        let floor = std::mem::replace(&mut self.floor, handles);
        self.statements(depth + 1);
        self.floor = floor;
        self.words.truncate(words);
        self.handles.truncate(handles);
        let counter = Operand::Reg(self.global(COUNTER));
        let count = self.sync(
            Action::AtomicRmw(RmwOp::Add, WORD),
            vec![counter, Operand::Const(1), ORDER],
        );
        let cond = self.function.new_reg(ScalarType::Bool);
        self.push(Inst::Binary {
            op: BinOp::Lt,
            ty: WORD,
            overflow: Overflow::Wrap,
            dst: cond,
            lhs: Operand::Reg(count),
            rhs: Operand::Const(2),
        });
        let after = InstId::new(self.function.code.len() + 1);
        self.push(Inst::Branch {
            cond: Operand::Reg(cond),
            then_to: start,
            else_to: after,
        });
    }

    /// Gives a later function a pointer, on this stack or another. Other threads are given words that
    /// outlive this function.
    fn call(&mut self) {
        if self.index + 1 >= FUNCTIONS {
            return;
        }
        let later = FUNCTIONS - self.index - 1;
        let func = FuncId::new(self.index + 1 + self.random.below(later));
        if self.random.chance(50) {
            let src = self.word();
            let dst = self.function.new_reg(WORD);
            self.push(Inst::Call {
                callee: Callee::Function(func),
                args: Box::new([Arg { src, cells: 1 }]),
                dst,
            });
            return;
        }
        let data = if self.random.chance(50) {
            self.fresh()
        } else {
            let cell = self.random.below(CELLS);
            self.global(cell)
        };
        let entry = Operand::Const(func.address());
        let handle = self.sync(Action::Spawn, vec![entry, Operand::Reg(data)]);
        self.handles.push(handle);
    }

    /// Joins a thread started in the innermost loop, so that no handle is joined twice.
    fn join(&mut self) {
        let open = self.handles.len().saturating_sub(self.floor);
        if open > 0 {
            let at = self.floor + self.random.below(open);
            let handle = self.handles.swap_remove(at);
            self.sync(Action::Join, vec![Operand::Reg(handle)]);
        }
    }

    /// Statements of one block; what it names is not known outside of it.
    fn statements(&mut self, depth: usize) {
        let (words, handles) = (self.words.len(), self.handles.len());
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(if depth < 2 { 13 } else { 9 }) {
                0 | 1 => self.pointer(),
                2 | 3 => self.access(),
                4 => self.publish(),
                5 | 6 => self.call(),
                7 => self.join(),
                8 if self.random.chance(15) => self.poison(),
                8 => self.guarded(),
                9 | 10 => self.section(depth),
                11 => {
                    let at = self.branch();
                    self.statements(depth + 1);
                    self.land(at);
                }
                _ => self.repeat(depth),
            }
        }
        if depth > 0 {
            self.words.truncate(words);
            self.handles.truncate(handles);
        }
    }
}

fn function(random: &mut Random, index: usize, plain: bool) -> Function {
    let mut function = Function {
        name: format!("f{index}"),
        params: u32::from(index > 0),
        returns: 1,
        ..Function::default()
    };
    let parameter = function.new_reg(ScalarType::Ptr);
    let mut body = Body {
        random,
        function,
        words: vec![parameter],
        handles: Vec::new(),
        floor: 0,
        index,
        plain,
    };
    if index == 0 {
        body.start();
    }
    body.statements(0);
    if index == 0 {
        body.call();
        body.call();
        body.statements(0);
    }
    body.join();
    body.push(Inst::Return { src: Reg(0) });
    body.function
}

impl Body<'_> {
    /// Gives `main` a word, and the shared pointers their first targets.
    fn start(&mut self) {
        let word = self.global(0);
        self.words = vec![word];
        for pointer in 0..POINTERS {
            let target = self.fresh();
            let to = Operand::Reg(self.global(CELLS + MUTEXES + pointer));
            self.push(Inst::Store {
                ptr: to,
                offset: 0,
                src: Operand::Reg(target),
                cells: 1,
            });
        }
        self.push(Inst::Zero {
            dst: Reg(0),
            cells: 1,
        });
    }
}

fn layout(name: &str, kind: CellKind) -> Layout {
    Layout {
        name: name.to_string(),
        pattern: Box::new([kind]),
        repeat: 1,
        bytes: 8,
        align: 8,
        zeros: Zeros::AsParts,
        pointee: None,
        niche: None,
        shape: Shape::Scalar,
    }
}

/// `Mutex`: the raw mutex, the poison flag, two words.
fn mutex() -> Layout {
    let field = |(offset, name): (u32, &str), layout| FieldLayout {
        name: name.to_string(),
        offset,
        layout: LayoutId(layout),
    };
    let word = CellKind::Scalar(WORD);
    Layout {
        name: "Mutex".to_string(),
        pattern: Box::new([CellKind::Sync(SyncKind::Mutex), word, word, word]),
        bytes: 32,
        shape: Shape::Struct(vec![
            field((0, "raw"), 1),
            field((1, "poison"), 0),
            field((2, "a"), 0),
            field((3, "b"), 0),
        ]),
        ..layout("", word)
    }
}

fn global(layout: u32) -> Static {
    Static {
        name: String::new(),
        layout: LayoutId(layout),
        count: 1,
        cells: Vec::new(),
        thread_local: false,
        mutable: true,
        span: Span::default(),
    }
}

fn program(random: &mut Random, plain: bool) -> Program {
    let mut statics: Vec<Static> = (0..CELLS).map(|_| global(0)).collect();
    statics.extend((0..MUTEXES).map(|_| global(3)));
    statics.extend((0..POINTERS).map(|_| global(2)));
    statics.extend([global(0), global(0)]);
    let lang = vscheck_ir::program::LangFunctions {
        panic_arithmetic: FuncId(u32::MAX),
        panic_bounds: FuncId(u32::MAX),
    };
    Program {
        functions: (0..FUNCTIONS).map(|i| function(random, i, plain)).collect(),
        statics,
        layouts: vec![
            layout("u64", CellKind::Scalar(WORD)),
            layout("mutex", CellKind::Sync(SyncKind::Mutex)),
            layout("*u64", CellKind::Scalar(ScalarType::Ptr)),
            mutex(),
        ],
        lang,
        entry_name: "main".to_string(),
        ..Program::default()
    }
}

/// One walk: the machine, and the static thread of each of its threads.
struct Walk<'a> {
    program: &'a Program,
    facts: &'a Facts,
    machine: Machine,
    bound: BTreeMap<ThreadId, StaticThreadId>,
    /// For each state, what each live thread's stack was.
    history: Vec<Vec<(ThreadId, Vec<Site>)>>,
    /// Whether what happens before what is part of a state.
    may_race: bool,
    /// Whether pairs that commute are left out.
    may_commute: bool,
    seen: Seen,
}

/// What walks have seen.
#[derive(Default)]
struct Seen {
    /// Conflicts found paired.
    paired: usize,
    /// Conflicts not paired, the two of which commute.
    commuting: usize,
    /// Conflicts that should have been paired.
    missed: Vec<String>,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.paired += other.paired;
        self.commuting += other.commuting;
        self.missed.extend(other.missed);
    }
}

/// The calls of a thread, outermost first.
fn stack(machine: &Machine, thread: ThreadId) -> Vec<Site> {
    let mut stack = machine.stack(thread);
    stack.reverse();
    stack
}

/// Operations on one object that are no pair: two notifies commute, as do two tokens given to a thread;
/// a release is seen only by who tries to take the lock; two re-acquisitions are ordered by the search
/// itself (Chen 2009, section 6.1.1: *WW*).
fn no_pair(a: Action, b: Action) -> bool {
    let notifies = |action| matches!(action, Action::NotifyOne | Action::NotifyAll);
    let both = |action| a == action && b == action;
    let unseen = releases(a) && !tries(b) || releases(b) && !tries(a);
    notifies(a) && notifies(b) || both(Action::Reacquire) || both(Action::Unpark) || unseen
}

fn releases(action: Action) -> bool {
    matches!(
        action,
        Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite
    )
}

fn tries(action: Action) -> bool {
    matches!(
        action,
        Action::MutexTryLock | Action::RwLockTryRead | Action::RwLockTryWrite
    )
}

/// Whether operations of some threads are about different channels: what they have to do with each other then
/// is a selection of a third thread, which stands at both.
fn may_be_tied_by_selection(machine: &Machine, live: &[ThreadId], pair: [ThreadId; 2]) -> bool {
    let selects = |action| matches!(action, Action::ChannelSelect { .. });
    let is_of_channel = |action| {
        let transfers = matches!(
            action,
            Action::ChannelSend
                | Action::ChannelTrySend
                | Action::ChannelSendTimeout
                | Action::ChannelReceive
                | Action::ChannelTryReceive
                | Action::ChannelReceiveTimeout
        );
        transfers || selects(action)
    };
    let pending = |thread| machine.pending(thread).expect("live");
    let [x, y] = pair.map(pending);
    let mut others = live.iter().filter(|thread| !pair.contains(thread));
    is_of_channel(x.action)
        && is_of_channel(y.action)
        && x.named != y.named
        && others.any(|&thread| selects(pending(thread).action))
}

impl Walk<'_> {
    fn live(&self) -> Vec<ThreadId> {
        let ids = self.machine.thread_ids();
        ids.filter(|&t| self.machine.pending(t).is_some()).collect()
    }

    /// Every two operations that could both run now and conflict must be a pair.
    fn check_pairs(&mut self) {
        let live = self.live();
        for (index, &a) in live.iter().enumerate() {
            for &b in &live[index + 1..] {
                let both = self.machine.is_enabled(a) && self.machine.is_enabled(b);
                let (x, y) = (self.machine.pending(a), self.machine.pending(b));
                let (Some(x), Some(y)) = (x, y) else { continue };
                // The ends of threads and of the execution, and time, are no accesses of the program's.
                let about_ends = [x, y].iter().any(|op| {
                    matches!(
                        op.action,
                        Action::Exit | Action::Join | Action::Spawn | Action::Fault | Action::Sleep
                    )
                });
                // Nobody can tell when a mover happens.
                let moves = [x, y].iter().any(|op| self.facts.movers.contains(&op.site));
                let no_pair = no_pair(x.action, y.action)
                    || may_be_tied_by_selection(&self.machine, &live, [a, b]);
                if !both || about_ends || moves || no_pair || !dependent(x, y) {
                    continue;
                }
                let target = (self.bound[&b], y.site);
                let partners = self.facts.partners(self.bound[&a], x.site);
                if partners.iter().any(|p| (p.thread, p.site) == target) {
                    self.seen.paired += 1;
                } else if self.may_commute && self.commute(a, b) {
                    self.seen.commuting += 1;
                } else {
                    let missed = format!("{:?} {x:?} and {y:?} are not paired", self.bound);
                    self.seen.missed.push(missed);
                }
            }
        }
    }

    /// Whether two threads' next steps lead to the same state in either order, whichever way they go.
    fn commute(&self, a: ThreadId, b: ThreadId) -> bool {
        let ways = |thread| {
            let arms = self.machine.arms(thread).into_iter();
            arms.map(move |arm| Transition { thread, arm })
        };
        let after = |first: Transition, second: Transition| {
            let mut machine = self.machine.clone();
            machine.step(first);
            machine.transitions().contains(&second).then(|| {
                machine.step(second);
                match self.may_race {
                    true => machine.fingerprints().with_races,
                    false => machine.fingerprint(),
                }
            })
        };
        ways(a).all(|x| {
            ways(b).all(|y| {
                let one = after(x, y);
                one.is_some() && one == after(y, x)
            })
        })
    }

    /// What is executed now must have been reachable in every state before, for its own thread or
    /// for one that was to start it.
    fn check_reach(&self, thread: ThreadId, site: Site) {
        if !self.facts.is_paired(site) {
            return;
        }
        let target = (self.bound[&thread], site);
        for (at, state) in self.history.iter().enumerate() {
            let reaches = |(t, stack): &&(ThreadId, Vec<Site>)| {
                let own = self.bound[t];
                let exists = state.iter().any(|(other, _)| *other == thread);
                (!exists || *t == thread) && self.facts.can_reach(self.program, own, stack, target)
            };
            assert!(
                state.iter().any(|entry| reaches(&entry)),
                "{thread:?} at {site} was not reachable in state {at}: {state:?}\n{}",
                self.program
            );
        }
    }

    fn step(&mut self, random: &mut Random) -> bool {
        self.check_pairs();
        let live = self.live();
        let stacks = live.iter().map(|&t| (t, stack(&self.machine, t)));
        self.history.push(stacks.collect());
        let transitions = self.machine.transitions();
        if transitions.is_empty() {
            return false;
        }
        let chosen = transitions[random.below(transitions.len())];
        let calls = stack(&self.machine, chosen.thread);
        let operation = self.machine.step(chosen);
        if !matches!(operation.action, Action::Exit | Action::Fault) {
            self.check_reach(chosen.thread, operation.site);
        }
        for thread in self.machine.thread_ids().collect::<Vec<_>>() {
            if self.bound.contains_key(&thread) {
                continue;
            }
            let parent = self.bound[&chosen.thread];
            let bound = self.facts.thread_of_spawn(parent, &calls);
            self.bound
                .insert(thread, bound.expect("every spawn has a static thread"));
        }
        true
    }
}

/// Steps of one walk.
const LONGEST: usize = 120;

/// Walks through a program some times.
fn walk(
    program: &Arc<Program>,
    options: &AnalysisOptions,
    random: &mut Random,
    times: u32,
) -> Seen {
    let facts = Analysis::run(program, options);
    let mut hidden = (**program).clone();
    facts.hide_movers(&mut hidden);
    let code = Code::new(Arc::new(hidden));
    let mut seen = Seen::default();
    for _ in 0..times {
        let mut walk = Walk {
            program,
            facts: &facts,
            machine: Machine::new(code.clone(), MachineOptions::default()),
            bound: BTreeMap::from([(ThreadId::MAIN, StaticThreadId(0))]),
            history: Vec::new(),
            may_race: options.may_race,
            may_commute: options.commute.is_some(),
            seen: Seen::default(),
        };
        for _ in 0..LONGEST {
            if !walk.step(random) {
                break;
            }
        }
        if let Some(missed) = walk.seen.missed.first_mut() {
            *missed += &format!("\n{program}\n{}", facts.print_mhp(program));
        }
        seen.add(walk.seen);
    }
    seen
}

/// Walks through generated programs, with plain accesses that race or without.
fn walk_generated(options: &AnalysisOptions, plain: bool, programs: usize) -> Seen {
    let mut random = Random::new(11);
    let mut seen = Seen::default();
    for _ in 0..programs {
        let program = Arc::new(program(&mut random, plain));
        seen.add(walk(&program, options, &mut random, 8));
    }
    seen
}

#[test]
fn what_threads_do_on_one_object_is_paired_and_was_reachable() {
    let options = AnalysisOptions {
        commute: None,
        ..AnalysisOptions::default()
    };
    let seen = walk_generated(&options, true, 300);
    assert_eq!(seen.missed.first(), None);
    assert!(seen.paired > 2_000, "only {} were seen", seen.paired);
}

#[test]
fn coarse_names_miss_nothing() {
    let options = AnalysisOptions {
        commute: None,
        points_to_budget: 0,
        ..AnalysisOptions::default()
    };
    let seen = walk_generated(&options, true, 200);
    assert_eq!(seen.missed.first(), None);
    assert!(seen.paired > 1_000, "only {} were seen", seen.paired);
}

#[test]
fn what_is_not_paired_where_nothing_races_commutes() {
    let options = AnalysisOptions {
        may_race: false,
        ..AnalysisOptions::default()
    };
    let seen = walk_generated(&options, false, 300);
    assert_eq!(seen.missed.first(), None);
    assert!(seen.paired > 2_000, "only {} were seen", seen.paired);
    assert!(seen.commuting > 50, "only {} commuted", seen.commuting);
}

#[test]
fn dropping_a_condition_of_commuting_is_noticed() {
    let unused = Rules {
        results_unused: false,
        ..Rules::SOUND
    };
    let kind = Rules {
        one_kind: false,
        ..Rules::SOUND
    };
    let races = Rules {
        no_races: false,
        ..Rules::SOUND
    };
    let apart = Rules {
        sections_apart: false,
        ..Rules::SOUND
    };
    let sections = Rules {
        sections_plain: false,
        ..Rules::SOUND
    };
    let safe = [unused, kind, apart, sections].map(|rules| (rules, false));
    for (rules, plain) in safe.into_iter().chain([(races, true)]) {
        let options = AnalysisOptions {
            commute: Some(rules),
            may_race: plain,
            ..AnalysisOptions::default()
        };
        let missed = walk_generated(&options, plain, 300).missed;
        assert!(!missed.is_empty(), "{rules:?} went unnoticed");
    }
}

/// Folders of the corpus whose programs are walked through as well.
const FOLDERS: [&str; 3] = ["thesis", "crates", "hunt"];

/// The programs of a folder that start threads.
fn threaded(folder: &str) -> Vec<Arc<Program>> {
    let folder = format!("{}/../corpus/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).expect("a folder of the corpus");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let sources = paths.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let threads = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.contains("spawn") && !text.contains("//@ reject")
    };
    let mut sources: Vec<_> = sources.filter(threads).collect();
    sources.sort();
    let reading = vscheck::source::Reading::default();
    let programs = sources.iter();
    programs
        .filter_map(|path| vscheck::pipeline::load_bounded(path, &reading).ok())
        .collect()
}

#[test]
fn what_threads_of_the_corpus_do_is_paired_and_was_reachable() {
    let mut random = Random::new(5);
    let mut seen = Seen::default();
    for program in FOLDERS.iter().flat_map(|folder| threaded(folder)) {
        for commute in [None, Some(Rules::SOUND)] {
            let options = AnalysisOptions {
                may_race: program.may_be_unsafe(),
                commute,
                ..AnalysisOptions::default()
            };
            seen.add(walk(&program, &options, &mut random, 1));
        }
    }
    assert_eq!(seen.missed.first(), None);
    assert!(seen.paired > 2_000, "only {} were seen", seen.paired);
    assert!(seen.commuting > 20, "only {} commuted", seen.commuting);
}
