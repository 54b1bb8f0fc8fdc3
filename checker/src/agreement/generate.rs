//! The random program of a seed.

use super::Form;
use super::counted::Counted;
use super::program::{
    CHANNELS, Deed, End, Exchange, OBJECTS, Patience, Program, Results, Stmt, Taking, Update,
    Value, Way,
};
use crate::random::Random;
use vscheck_ir::{MemoryOrdering, RmwOp};
use vscheck_vm::{ChildPanic, TimeMode};

/// How long random programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Up to five visible operations a thread.
    Usual,
    /// One or two: the oracle comes to an end with nearly all of them, and soon.
    Small,
}

impl Program {
    /// The program of a seed.
    pub fn random(seed: u64, form: Form, size: Size) -> Program {
        let mut additions = Random::new(!seed);
        let mut detaching = Random::new(seed.rotate_left(40));
        let detaches = detaching.chance(12);
        let mut random = Random::new(seed);
        let (mut theme, relaxed) = Theme::of(seed, form, (&mut random, &mut additions));
        // Several rounds of a few threads that wait in loops are too many for the oracle.
        theme.handmade &= size == Size::Small;
        let roles = Role::random(&mut random, theme, size);
        let mut handles: Vec<usize> = (1..roles.len()).map(|place| place - 1).collect();
        let mut bodies = roles.into_iter().map(|(role, left)| {
            let (random, handles) = (&mut random, &mut handles);
            Writer {
                random,
                left,
                theme,
                role,
                handles,
            }
            .body(0)
        });
        let main = bodies.next().unwrap_or_default();
        let threads: Vec<_> = bodies.collect();
        let detached = threads
            .iter()
            .map(|_| detaches && detaching.chance(60))
            .collect();
        let time = match random.chance(20) {
            true => TimeMode::Free,
            false if seed.is_multiple_of(5) => TimeMode::Prompt,
            false => TimeMode::Order,
        };
        let child_panic = [ChildPanic::Report, ChildPanic::Propagate];
        Program {
            main,
            threads,
            detached,
            bounds: [&mut random, &mut additions].map(|random| bound(random, theme.select)),
            relaxed: relaxed || theme.fences,
            spurious: 0,
            time,
            child_panic: child_panic[usize::from(random.chance(20))],
        }
    }
}

/// Where there are selections, most channels are rendezvous channels.
fn bound(random: &mut Random, select: bool) -> Option<u32> {
    let bounds = [None, Some(0), Some(1), Some(0), Some(0)];
    bounds[random.below(if select { bounds.len() } else { 3 })]
}

/// Which kinds of objects a program is about: a mixture of everything seldom interacts.
#[derive(Clone, Copy, Debug, Default)]
struct Theme {
    atomics: bool,
    locks: bool,
    condvar: bool,
    channel: bool,
    rwlock: bool,
    try_lock: bool,
    barrier: bool,
    once: bool,
    park: bool,
    time: bool,
    plain: bool,
    spawn: bool,
    /// Whether panics are caught.
    catch: bool,
    heap: bool,
    spin: bool,
    /// Whether sections do more to the data of a mutex than count.
    guarded: bool,
    /// Whether the channels are two, which everybody may send on and receive from.
    select: bool,
    /// Whether threads look at the clock, where there is time.
    clock: bool,
    /// Whether they look at it until it is late, where others sleep.
    polls: bool,
    /// Whether threads give their ends of channels away before they end.
    drops: bool,
    /// Whether there is a counted object.
    counted: bool,
    /// Whether compare-exchanges are weak.
    weak: bool,
    /// Whether threads choose numbers.
    chooses: bool,
    /// Whether there are attempts to get a read-write lock, if there is one.
    tries: bool,
    /// Whether atomics are changed in other ways than by additions and exchanges.
    modifies: bool,
    /// Whether atomics are changed by loads and compare-exchanges that rely on them.
    exchanges: bool,
    /// Whether atomics are locks that guard the plain variable.
    handmade: bool,
    /// Whether write locks become read locks, if there is a read-write lock.
    downgrades: bool,
    /// Whether threads look how many messages lie in the channels, where there are selections.
    looks_at_len: bool,
    /// Whether threads end the process.
    exits: bool,
    /// Whether there are threads that nobody joins.
    detaches: bool,
    /// Whether there are a second condition variable and a second read-write lock, if there are first ones.
    second: bool,
    /// Whether there are fences, where there are atomics.
    fences: bool,
    /// Whether others than `main` join threads.
    joins: bool,
    /// Whether children of threads send, too.
    sent_by_children: bool,
    /// Whether threads do something at their ends, where there are atomics.
    ends: bool,
    /// Whether there are scoped threads, if there are children.
    scopes: bool,
    /// Whether something is called once, if there are once-cells.
    call_once: bool,
    /// Whether threads that are spawned are two with the same body.
    teams: bool,
}

impl Theme {
    /// The theme of the program of a seed, and whether atomics are accessed with relaxed orderings.
    fn of(seed: u64, form: Form, (random, additions): (&mut Random, &mut Random)) -> (Theme, bool) {
        // Programs without these are what they were before there were programs with them.
        let heap = additions.chance(25);
        let relaxed = heap && additions.chance(40);
        let spin = additions.chance(20);
        let guarded = additions.chance(20);
        let select = additions.chance(15);
        let has = |place, percent| Random::new(seed.rotate_left(place)).chance(percent);
        let teams = has(14, 12);
        let usual = Theme::random(random, form);
        let mut theme = Theme {
            heap,
            spin,
            guarded,
            select,
            clock: has(32, 40),
            polls: has(22, 45),
            drops: has(16, 40),
            counted: has(48, 15),
            weak: has(4, 30),
            chooses: has(56, 10) && form == Form::Ir,
            tries: has(8, 40),
            modifies: has(2, 30),
            downgrades: has(6, 50),
            looks_at_len: has(10, 30),
            exits: has(24, 8),
            second: has(12, 40),
            fences: has(20, 10),
            joins: has(28, 15),
            sent_by_children: has(36, 50),
            ends: has(44, 15) && form == Form::Rust,
            scopes: has(52, 40) && form == Form::Rust,
            call_once: has(60, 40) && form == Form::Rust,
            detaches: has(40, 12),
            teams,
            exchanges: has(18, 8) && usual.atomics,
            handmade: has(62, 5) && usual.atomics,
            spawn: usual.spawn || teams,
            ..usual
        };
        theme.plain |= theme.fences;
        // Who knows of what goes by what these two do.
        theme.plain |= (theme.barrier || theme.rwlock) && has(58, 50);
        (theme, relaxed)
    }

    fn random(random: &mut Random, form: Form) -> Theme {
        let mut theme = Theme {
            atomics: random.chance(60),
            locks: random.chance(50),
            condvar: random.chance(30),
            channel: random.chance(25),
            rwlock: random.chance(15),
            try_lock: random.chance(15),
            barrier: random.chance(8),
            once: random.chance(10),
            park: random.chance(12),
            time: random.chance(15),
            plain: random.chance(6),
            spawn: random.chance(15),
            catch: random.chance(25) && form == Form::Rust,
            ..Theme::default()
        };
        theme.atomics |= !(theme.locks || theme.condvar || theme.channel);
        theme
    }
}

/// Whose body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Main {
        /// How many threads it has spawned.
        threads: usize,
    },
    Thread {
        /// Which.
        index: usize,
        /// Whether it is the last one, which has the channel's receiver.
        last: bool,
    },
    /// A thread that one of these spawns.
    Child {
        /// Whether it has a sender.
        sends: bool,
    },
}

impl Role {
    /// `main` first, then the threads, each with the visible operations that may be written. More of
    /// them, and the oracle does not come to an end.
    fn random(random: &mut Random, theme: Theme, size: Size) -> Vec<(Role, usize)> {
        let budgets: &[usize] = match (random.chance(30), random.chance(40)) {
            // Teams run beside everything, and are two.
            (_, true) if theme.teams => &[3, 0],
            (_, false) if theme.teams => &[2, 1],
            (true, true) if size == Size::Small => &[1, 1, 2],
            (true, false) if size == Size::Small => &[0, 2, 2],
            (false, true) if size == Size::Small => &[0, 1, 1, 2],
            (false, false) if size == Size::Small => &[0, 1, 1, 1, 1],
            // Others may meet at every operation.
            (true, true) if theme.select => &[2, 2, 2],
            (false, true) if theme.select => &[0, 2, 2, 2],
            (_, false) if theme.select => &[0, 3, 3],
            // All that they do may come after the end, and everything before that.
            (_, _) if theme.detaches => &[1, 2, 2],
            // A child runs beside everything.
            (_, _) if theme.spawn => &[2, 3, 3],
            // In the end everybody gives references away.
            (_, _) if theme.counted => &[1, 3, 3],
            (true, _) => &[2, 3, 4],
            (false, true) => &[0, 3, 3, 2],
            (false, false) => &[0, 5, 4],
        };
        let threads = budgets.len() - 1;
        let role = |place: usize| match place.checked_sub(1) {
            None => Role::Main { threads },
            Some(index) => Role::Thread {
                index,
                last: place == threads,
            },
        };
        let roles = budgets.iter().enumerate();
        roles.map(|(place, &left)| (role(place), left)).collect()
    }

    /// How many threads it has handles of.
    fn handles(self) -> usize {
        match self {
            Role::Main { threads } => threads,
            Role::Thread { index, .. } => index,
            Role::Child { .. } => 0,
        }
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    /// Visible operations that may still be written.
    left: usize,
    theme: Theme,
    role: Role,
    /// The threads that somebody else than `main` may join.
    handles: &'a mut Vec<usize>,
}

impl Writer<'_> {
    fn is_child(&self) -> bool {
        matches!(self.role, Role::Child { .. })
    }

    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        let wanted = if depth == 0 {
            6
        } else {
            1 + self.random.below(2)
        };
        // Most choices are not for every theme.
        for _ in 0..50 {
            if self.left == 0 || body.len() >= wanted {
                break;
            }
            body.extend(self.stmt(depth));
            if depth == 0 && self.theme.drops && self.random.chance(30) {
                body.extend(self.drop_end());
            }
        }
        body
    }

    /// Nothing about channels comes after it.
    fn drop_end(&mut self) -> Option<Stmt> {
        let stmt = match self.role {
            _ if self.theme.select => Stmt::DropEnd(self.end()),
            Role::Thread { last, .. } if self.theme.channel => match last {
                true => Stmt::DropReceiver,
                false => Stmt::DropSender,
            },
            Role::Thread { .. } | Role::Main { .. } | Role::Child { .. } => return None,
        };
        (self.theme.select, self.theme.channel) = (false, false);
        self.left = self.left.saturating_sub(cost(&stmt));
        Some(stmt)
    }

    fn stmt(&mut self, depth: usize) -> Option<Stmt> {
        let stmt = self.special(depth).or_else(|| self.usual(depth))?;
        self.left = self.left.saturating_sub(cost(&stmt));
        Some(stmt)
    }

    /// A statement that only some themes have, and those often.
    fn special(&mut self, depth: usize) -> Option<Stmt> {
        let theme = self.theme;
        let nested = depth < 2;
        let no_child = !self.is_child();
        if theme.teams && nested && no_child && self.random.chance(50) {
            return self.spawn(depth);
        }
        if theme.heap && self.random.chance(30) {
            return Some(Stmt::Heap(self.way(), self.deed()));
        }
        if theme.joins && depth == 0 && self.random.chance(25) {
            return self.join_thread();
        }
        if theme.fences && theme.atomics && self.random.chance(25) {
            return Some(self.fence());
        }
        if theme.ends && theme.atomics && self.random.chance(15) {
            return Some(Stmt::LeaveAtEnd);
        }
        if theme.scopes && theme.spawn && nested && no_child && self.random.chance(15) {
            return Some(Stmt::Scope(self.body(depth + 1)));
        }
        if theme.spin && nested && self.random.chance(25) {
            return Some(self.spin(depth));
        }
        if theme.handmade && self.random.chance(70) {
            return Some(self.handmade());
        }
        if theme.exchanges && self.random.chance(30) {
            return Some(self.exchange());
        }
        if theme.guarded && self.random.chance(60) {
            return Some(match self.random.chance(30) {
                true => Stmt::Assert(self.small()),
                false => Stmt::Guarded(self.random.below(OBJECTS), self.update()),
            });
        }
        if theme.select && no_child && self.random.chance(50) {
            return Some(match theme.looks_at_len && self.random.chance(30) {
                true => Stmt::Len(self.end()),
                false => self.select(),
            });
        }
        if theme.counted && no_child && self.random.chance(50) {
            let deed = Counted::ALL[self.random.below(Counted::ALL.len())];
            return Some(Stmt::Counted(deed));
        }
        let looks = theme.clock && theme.time && self.random.chance(30);
        looks.then(|| Stmt::IsLate(self.milliseconds()))
    }

    fn usual(&mut self, depth: usize) -> Option<Stmt> {
        let theme = self.theme;
        let nested = depth < 2;
        let (choice, object) = (self.random.below(28), self.random.below(OBJECTS));
        Some(match choice {
            0 | 1 if theme.atomics => Stmt::Load(object),
            2 | 3 if theme.atomics => Stmt::Store(object, self.value()),
            2..5 if theme.atomics && theme.modifies && self.random.chance(60) => {
                self.modify(object)
            }
            4 if theme.atomics && self.random.below(2) == 0 => Stmt::Count(object),
            4 if theme.atomics => Stmt::Add(object),
            5 if theme.atomics && theme.weak => Stmt::WeakCas(object, self.small(), self.small()),
            5 if theme.atomics => Stmt::Cas(object, self.small(), self.small()),
            6 | 7 if theme.locks && nested => Stmt::Lock(object, self.inner(depth)),
            8 if theme.try_lock && nested => Stmt::TryLock(object, self.inner(depth)),
            9 if theme.rwlock && nested => self.read(depth),
            10 if theme.rwlock && nested => self.write(depth),
            11 | 12 if theme.condvar && (depth == 0 || self.is_child()) => self.condvar(),
            13 if theme.channel && !theme.select => self.channel()?,
            14 if nested => Stmt::If(self.small(), self.body(depth + 1)),
            15 => self.observation(),
            16 if theme.barrier => Stmt::Barrier,
            17 if theme.once => self.once(depth),
            18 | 19 if theme.park => self.park()?,
            20 if theme.time && theme.polls && self.random.chance(50) => {
                Stmt::PollUntil(self.milliseconds(), object)
            }
            20 if theme.time => Stmt::Sleep(self.milliseconds()),
            21 if theme.plain => self.plain(),
            22 | 23 if theme.spawn && nested => self.spawn(depth)?,
            24 | 25 if theme.catch && nested => Stmt::Catch(self.body(depth + 1)),
            26 if theme.catch && theme.locks => Stmt::IsPoisoned(object),
            27 => self.is_finished()?,
            _ => return None,
        })
    }

    fn join_thread(&mut self) -> Option<Stmt> {
        let Role::Thread { index, .. } = self.role else {
            return None;
        };
        let handle = self.handles.iter().position(|&thread| thread < index)?;
        Some(Stmt::JoinThread(self.handles.remove(handle)))
    }

    fn fence(&mut self) -> Stmt {
        use MemoryOrdering::{AcqRel, Acquire, Release, SeqCst};
        Stmt::Fence([Acquire, Release, AcqRel, SeqCst][self.random.below(4)])
    }

    fn inner(&mut self, depth: usize) -> Vec<Stmt> {
        self.left = self.left.saturating_sub(1);
        match self.random.chance(60) {
            true => self.body(depth + 1),
            false => Vec::new(),
        }
    }

    fn read(&mut self, depth: usize) -> Stmt {
        let tries = self.theme.tries && self.random.chance(50);
        let statement = if tries { Stmt::TryRead } else { Stmt::Read };
        statement(self.second(), self.inner(depth))
    }

    fn modify(&mut self, object: usize) -> Stmt {
        use RmwOp::{And, Max, Min, Nand, Or, Swap, Xor};
        let op = [And, Max, Min, Nand, Or, Swap, Xor][self.random.below(7)];
        let statement = match self.random.chance(40) {
            true => Stmt::ModifyOnly,
            false => Stmt::Modify,
        };
        statement(object, op, self.small())
    }

    fn exchange(&mut self) -> Stmt {
        let object = self.random.below(OBJECTS);
        let new = self.random.chance(30).then(|| self.small());
        let wraps = self.random.chance(40);
        let limit = self.random.chance(30).then(|| self.small());
        let [reloads, counts, looks] = [50, 15, 30].map(|percent| self.random.chance(percent));
        let panics_at = self.random.chance(40).then(|| self.small());
        let how = Exchange {
            panics_at,
            new,
            wraps,
            limit,
            reloads,
            counts,
            looks,
        };
        Stmt::Exchange(object, how)
    }

    fn write(&mut self, depth: usize) -> Stmt {
        if self.theme.downgrades && self.random.chance(40) {
            return Stmt::Downgrade(self.second(), self.inner(depth));
        }
        let tries = self.theme.tries && self.random.chance(50);
        let statement = if tries { Stmt::TryWrite } else { Stmt::Write };
        statement(self.second(), self.inner(depth))
    }

    /// Which condition variable, or read-write lock.
    fn second(&mut self) -> usize {
        usize::from(self.theme.second && self.random.chance(40))
    }

    /// An initializer must not come back to its own cell.
    fn once(&mut self, depth: usize) -> Stmt {
        if depth > 0 || self.random.chance(30) {
            return Stmt::OnceGet;
        }
        self.theme.once = false;
        let body = self.inner(depth);
        self.theme.once = true;
        match self.theme.call_once && self.random.chance(60) {
            true => Stmt::CallOnce(body),
            false => Stmt::Once(body),
        }
    }

    fn park(&mut self) -> Option<Stmt> {
        let handles = self.role.handles();
        let is_main = matches!(self.role, Role::Main { .. });
        let parks = self.random.chance(40) && !self.is_child();
        Some(match parks {
            true if self.theme.time && self.random.chance(50) => {
                Stmt::ParkTimeout(self.milliseconds())
            }
            true => Stmt::Park,
            false if self.random.chance(30) && !is_main => Stmt::UnparkMain,
            false if handles > 0 => Stmt::Unpark(self.random.below(handles)),
            false => return None,
        })
    }

    fn plain(&mut self) -> Stmt {
        match self.random.chance(50) {
            true => Stmt::PlainWrite(self.value()),
            false if self.theme.atomics && self.random.chance(60) => {
                Stmt::PeekIf(self.random.below(OBJECTS), self.small())
            }
            false => Stmt::PlainRead,
        }
    }

    fn spin(&mut self, depth: usize) -> Stmt {
        let object = self.random.below(OBJECTS);
        let value = self.small();
        match self.random.chance(50) {
            true => Stmt::SpinUntil {
                object,
                value,
                yields: self.random.chance(30),
                counts: self.random.chance(30),
            },
            false => Stmt::SpinLock {
                object,
                taking: match self.random.chance(50) {
                    true => Taking::Exchange,
                    false => Taking::Swap,
                },
                body: self.inner(depth),
            },
        }
    }

    /// What an atomic guards that is a lock, or is to be guarded by it, or who looks at the lock only.
    fn handmade(&mut self) -> Stmt {
        match self.random.below(20) {
            0..3 => return self.guarded_access(),
            3..6 => return Stmt::Load(0),
            6..9 => return Stmt::Assert(1),
            _ => {}
        }
        use Taking::{Exchange, LookAfter, LookFirst, Pause, Swap};
        let shows = self.random.chance(20);
        let accesses = 1 + self.random.below(2);
        Stmt::SpinLock {
            object: usize::from(self.random.chance(10)),
            taking: [Exchange, Swap, LookFirst, LookAfter, Pause { shows }][self.random.below(5)],
            body: (0..accesses).map(|_| self.guarded_access()).collect(),
        }
    }

    fn guarded_access(&mut self) -> Stmt {
        match self.random.below(10) {
            0..6 => Stmt::PlainAdd,
            6..8 => Stmt::PlainRead,
            8 => Stmt::PlainWrite(self.value()),
            _ => Stmt::Print,
        }
    }

    fn way(&mut self) -> Way {
        [Way::Atomic, Way::Atomic, Way::Locked, Way::Relaxed][self.random.below(4)]
    }

    fn update(&mut self) -> Update {
        match self.random.below(8) {
            0..5 => Update::Add(self.value()),
            5..7 => Update::Look,
            _ => Update::Set(self.value()),
        }
    }

    fn deed(&mut self) -> Deed {
        match self.random.below(10) {
            0..4 => Deed::Publish(self.value()),
            4..7 => Deed::Read,
            7..9 => Deed::Write(self.value()),
            _ => Deed::Free,
        }
    }

    fn spawn(&mut self, depth: usize) -> Option<Stmt> {
        if self.is_child() {
            return None;
        }
        let has_sender = matches!(self.role, Role::Thread { last: false, .. });
        let sends = self.theme.sent_by_children && has_sender;
        let role = std::mem::replace(&mut self.role, Role::Child { sends });
        let once = std::mem::replace(&mut self.theme.once, false);
        let detached = self.theme.detaches && self.random.chance(60);
        let statement: fn(Vec<Stmt>) -> Stmt = match detached {
            true => Stmt::Detach,
            false if self.theme.teams => |body| Stmt::Team {
                apart: false,
                results: Results::Ignored,
                body,
            },
            false => Stmt::Spawn,
        };
        let mut stmt = statement(self.body(depth + 1));
        if let Stmt::Team { apart, results, .. } = &mut stmt {
            *apart = self.random.chance(25);
            *results = match self.random.below(4) {
                0..2 => Results::Ignored,
                2 => Results::Added,
                _ => Results::InOrder,
            };
        }
        (self.role, self.theme.once) = (role, once);
        Some(stmt)
    }

    fn is_finished(&mut self) -> Option<Stmt> {
        match self.role {
            Role::Main { threads } => {
                let thread = self.random.below(threads);
                self.handles.retain(|&handle| handle != thread);
                Some(Stmt::IsFinished(thread))
            }
            Role::Thread { .. } | Role::Child { .. } => None,
        }
    }

    fn condvar(&mut self) -> Stmt {
        match self.random.chance(45) {
            true => Stmt::Wait {
                condvar: self.second(),
                until: self.random.chance(60),
                timeout: (self.theme.time && self.random.chance(60)).then(|| self.milliseconds()),
            },
            false => Stmt::Notify {
                condvar: self.second(),
                all: self.random.chance(40),
                set: self.random.chance(70),
                locked: self.random.chance(50),
            },
        }
    }

    fn channel(&mut self) -> Option<Stmt> {
        Some(match self.role {
            Role::Thread { last: true, .. } => match self.random.below(10) {
                0..5 => Stmt::Receive,
                5..8 if self.theme.time => Stmt::ReceiveTimeout(self.milliseconds()),
                _ => Stmt::TryReceive,
            },
            Role::Thread { last: false, .. } | Role::Child { sends: true }
                if self.theme.time && self.random.chance(30) =>
            {
                Stmt::SendTimeout(self.small(), self.milliseconds())
            }
            Role::Thread { last: false, .. } | Role::Child { sends: true } => {
                Stmt::Send(self.small())
            }
            Role::Main { .. } | Role::Child { sends: false } => return None,
        })
    }

    fn select(&mut self) -> Stmt {
        let arms = if self.random.chance(60) { 2 } else { 1 };
        Stmt::Select {
            ends: (0..arms).map(|_| self.end()).collect(),
            patience: match self.random.below(10) {
                0..3 => Patience::None,
                3..6 => Patience::Time(self.milliseconds()),
                _ => Patience::Forever,
            },
        }
    }

    fn end(&mut self) -> End {
        End {
            channel: self.random.below(CHANNELS),
            sends: self.random.chance(50),
        }
    }

    fn observation(&mut self) -> Stmt {
        if self.theme.exits && self.random.chance(50) {
            return Stmt::ExitProcess(self.small());
        }
        if self.theme.chooses && self.random.chance(50) {
            return Stmt::Choose(2 + self.random.below(2) as u32);
        }
        match self.random.below(5) {
            0 | 1 => Stmt::Assert(self.small()),
            2 | 3 => Stmt::Print,
            _ => Stmt::Yield,
        }
    }

    fn value(&mut self) -> Value {
        match self.random.below(4) {
            0 => Value::Local,
            1 => Value::LocalPlusOne,
            _ => Value::Const(self.small()),
        }
    }

    fn milliseconds(&mut self) -> u64 {
        1 + self.random.below(2) as u64
    }

    fn small(&mut self) -> i32 {
        self.random.below(3) as i32
    }
}

/// Visible operations of a statement, without its body.
fn cost(stmt: &Stmt) -> usize {
    match stmt {
        Stmt::If(..) | Stmt::Assert(_) | Stmt::Catch(_) => 0,
        Stmt::PlainWrite(_) | Stmt::PlainRead | Stmt::PlainAdd => 0,
        Stmt::IsPoisoned(_) | Stmt::IsLate(_) => 0,
        Stmt::Lock(..) | Stmt::TryLock(..) | Stmt::Once(_) | Stmt::CallOnce(_) => 0,
        Stmt::Read(..) | Stmt::TryRead(..) | Stmt::Write(..) | Stmt::TryWrite(..) => 0,
        Stmt::Fence(_) | Stmt::Scope(_) | Stmt::Downgrade(..) => 0,
        Stmt::Wait { .. } | Stmt::Exchange(..) | Stmt::PollUntil(..) => 2,
        Stmt::SpinUntil { .. } | Stmt::SpinLock { .. } => 1,
        Stmt::Notify { set, locked, .. } => 1 + usize::from(*set || *locked),
        Stmt::Store(..)
        | Stmt::Load(_)
        | Stmt::PeekIf(..)
        | Stmt::Add(_)
        | Stmt::Count(_)
        | Stmt::Cas(..)
        | Stmt::Modify(..)
        | Stmt::ModifyOnly(..)
        | Stmt::WeakCas(..)
        | Stmt::Choose(_)
        | Stmt::Send(_)
        | Stmt::SendTimeout(..)
        | Stmt::Receive
        | Stmt::TryReceive
        | Stmt::ReceiveTimeout(_)
        | Stmt::Select { .. }
        | Stmt::DropSender
        | Stmt::DropReceiver
        | Stmt::DropEnd(_)
        | Stmt::Park
        | Stmt::ParkTimeout(_)
        | Stmt::Unpark(_)
        | Stmt::UnparkMain
        | Stmt::Len(_)
        | Stmt::IsFinished(_)
        | Stmt::JoinThread(_)
        | Stmt::LeaveAtEnd
        | Stmt::Barrier
        | Stmt::OnceGet
        | Stmt::Sleep(_)
        | Stmt::Heap(..)
        | Stmt::Guarded(..)
        | Stmt::Counted(_)
        | Stmt::Spawn(_)
        | Stmt::Detach(_)
        | Stmt::Team { .. }
        | Stmt::Print
        | Stmt::ExitProcess(_)
        | Stmt::Yield => 1,
    }
}
