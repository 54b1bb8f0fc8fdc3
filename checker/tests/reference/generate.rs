//! The program of a seed: each has two or three themes, so that its operations meet.

use super::program::{Body, CELLS, DESTROYED, Held, Op, PLACES, Piece, Program, Room, THREADS};
use std::ops::Range;
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use vscheck::random::Random;

const LOADS: [Ordering; 3] = [Relaxed, Acquire, SeqCst];
const STORES: [Ordering; 3] = [Relaxed, Release, SeqCst];
const UPDATES: [Ordering; 5] = [Relaxed, Acquire, Release, AcqRel, SeqCst];
const FENCES: [Ordering; 4] = [Acquire, Release, AcqRel, SeqCst];

/// What threads do beside atomic and plain accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    Fences,
    Mutex,
    Attempts,
    Condvar,
    TimedWaits,
    ReadWriteLock,
    Channel,
    BlockingChannel,
    BoundedChannel,
    Panics,
    Once,
    OnceCell,
    Park,
    Barrier,
    Spin,
    Counted,
}

const THEMES: [Theme; 16] = [
    Theme::Fences,
    Theme::Mutex,
    Theme::Attempts,
    Theme::Condvar,
    Theme::TimedWaits,
    Theme::ReadWriteLock,
    Theme::Channel,
    Theme::BlockingChannel,
    Theme::BoundedChannel,
    Theme::Panics,
    Theme::Once,
    Theme::OnceCell,
    Theme::Park,
    Theme::Barrier,
    Theme::Spin,
    Theme::Counted,
];

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut themes = THEMES;
    random.shuffle(&mut themes);
    let themes = themes[..2 + random.below(2)].to_vec();
    let count = 3 + usize::from(random.chance(30));
    assert!(count <= THREADS);
    let is_nested = random.chance(25);
    let is_scoped = random.chance(25);
    // What a scope makes of a panic that nobody takes would end `main`.
    let leaves = random.chance(25) && !(is_scoped && themes.contains(&Theme::Panics));
    let has_counted = themes.contains(&Theme::Counted);
    let mut writer = Writer {
        channel: channel(&themes, &mut random),
        random,
        themes,
        count,
        is_scoped,
        is_nested,
        leaves,
        has_counted,
        thread: 0,
        registers: 0,
        owns: has_counted,
        last_owns: has_counted,
    };
    Program {
        bodies: (0..count).map(|thread| writer.body(thread)).collect(),
        is_scoped,
        is_nested,
        leaves,
        channel: writer.channel,
        has_counted,
    }
}

/// The channel that the themes need.
fn channel(themes: &[Theme], random: &mut Random) -> Option<Room> {
    if themes.contains(&Theme::BoundedChannel) {
        return Some(Room::Bounded(random.below(2)));
    }
    let has = themes.contains(&Theme::Channel) || themes.contains(&Theme::BlockingChannel);
    has.then_some(Room::Unbounded)
}

struct Writer {
    random: Random,
    themes: Vec<Theme>,
    /// Of threads.
    count: usize,
    is_scoped: bool,
    is_nested: bool,
    /// Whether `main` may leave threads alone.
    leaves: bool,
    channel: Option<Room>,
    has_counted: bool,
    /// The one that is being written.
    thread: usize,
    /// That it has so far.
    registers: usize,
    /// Whether it has a share of the counted object.
    owns: bool,
    /// Whether the last thread begins with one.
    last_owns: bool,
}

impl Writer {
    fn body(&mut self, thread: usize) -> Body {
        let is_last = thread + 1 == self.count;
        (self.thread, self.registers) = (thread, 0);
        self.owns = self.has_counted && (!is_last || self.last_owns);
        let mut body = Body {
            unwinding: self.unwinding(),
            ..Body::default()
        };
        let mut left = self.children();
        let count = if thread == 0 { 1 } else { 2 } + self.random.below(3);
        let meeting = self.themes.contains(&Theme::Barrier) && (thread == 1 || thread == 2);
        let meeting = meeting.then(|| self.random.below(count + 1));
        for at in 0..=count {
            while !left.is_empty() && (at == count || self.random.chance(60)) {
                body.push(self.spawn(left.start));
                left.start += 1;
            }
            if meeting == Some(at) {
                let wait = Piece::one(Op::Arrive, "BARRIER.wait();".into());
                body.push(wait.within(&[], &[Op::Leave], "{}"));
            }
            if at < count {
                body.push(self.piece());
            }
        }
        if self.channel.is_some() {
            body.push(Piece::one(Op::DropSender, "own.sender = None;".into()));
        }
        if self.channel.is_some() && thread == 1 {
            body.push(Piece::one(Op::DropReceiver, "own.receiver = None;".into()));
        }
        let left_alone = self.join_all(&mut body);
        if self.owns {
            body.push(self.drop_owner());
        }
        if thread == 0 {
            self.finish(&mut body, &left_alone);
        }
        body.registers = self.registers;
        body
    }

    /// The threads that the thread spawns.
    fn children(&self) -> Range<usize> {
        let last = self.count - 1;
        match self.thread {
            0 => 1..self.count - usize::from(self.is_nested),
            1 if self.is_nested => last..self.count,
            _ => 0..0,
        }
    }

    /// What the thread gives up when it panics, in the order in which it is dropped.
    fn unwinding(&self) -> Vec<Op> {
        let mut ops = Vec::new();
        if self.channel.is_some() {
            ops.push(Op::DropSender);
        }
        if self.channel.is_some() && self.thread == 1 {
            ops.push(Op::DropReceiver);
        }
        if self.owns {
            ops.extend(owner_dropped(None));
        }
        ops
    }

    fn spawn(&mut self, other: usize) -> Piece {
        let receiver = if other == 1 {
            "receiver.take()"
        } else {
            "None"
        };
        let spawn = match self.is_scoped && self.thread == 0 {
            true => "s.spawn",
            false => "thread::spawn",
        };
        let text = format!(
            "let h{other} = {{ let own = Own {{ main: own.main.clone(), sender: own.sender.clone(), \
             receiver: {receiver}, watched: own.watched.clone(), counted: own.counted.clone() }}; \
             {spawn}(|| t{other}(own)) }};"
        );
        if other + 1 == self.count {
            self.last_owns = self.owns;
        }
        let owner: &[Op] = if self.owns { &[Op::AddOwner] } else { &[] };
        Piece::one(Op::Spawn(other), text).within(owner, &[], "{}")
    }

    /// Joins the threads that the thread has spawned. Gives those that it leaves alone.
    fn join_all(&mut self, body: &mut Body) -> Vec<usize> {
        let mut left = Vec::new();
        for other in self.children() {
            if self.random.chance(15) {
                let to = self.register();
                let text = format!("r[{to}] = h{other}.is_finished() as i32;");
                body.push(Piece::one(Op::IsFinished(other, to), text));
            }
            if self.leaves && self.thread == 0 && self.random.chance(50) {
                let text = format!("let r{other}: Vec<i32> = Vec::new();");
                body.lines.push(text);
                left.push(other);
                continue;
            }
            let mut text = format!("let r{other} = h{other}.join().unwrap_or(vec![LOST]);");
            if self.thread != 0 {
                text += &format!(" reads.extend(r{other});");
            }
            body.push(Piece::one(Op::Join(other), text));
            if self.random.chance(30) {
                body.push(self.access());
            }
        }
        left
    }

    /// The end of `main`, which looks at the cells. A scope waits for the threads that were left alone.
    fn finish(&mut self, body: &mut Body, left_alone: &[usize]) {
        for cell in 0..CELLS {
            let to = self.register();
            let text = format!("r[{to}] = CELLS[{cell}].load(SeqCst);");
            body.push(Piece::one(Op::Load(cell, to, SeqCst), text));
        }
        if self.is_scoped {
            body.ops
                .extend(left_alone.iter().map(|&other| Op::Await(other)));
        }
        body.ops.push(Op::Exit);
    }

    fn register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.random.below(list.len())]
    }

    fn number(&mut self) -> i32 {
        1 + self.random.below(3) as i32
    }

    /// Something of a theme, or an access.
    fn piece(&mut self) -> Piece {
        if self.random.chance(50) {
            return self.access();
        }
        let themes = self.themes.clone();
        let theme = self.one_of(&themes);
        self.of_theme(theme).unwrap_or_else(|| self.access())
    }

    fn of_theme(&mut self, theme: Theme) -> Option<Piece> {
        match theme {
            Theme::Fences => Some(self.fence()),
            Theme::Mutex | Theme::Attempts | Theme::ReadWriteLock | Theme::Once => {
                Some(self.section(theme))
            }
            Theme::Condvar => Some(self.wait_or_notify()),
            Theme::TimedWaits => Some(self.timed_wait()),
            Theme::Channel | Theme::BlockingChannel | Theme::BoundedChannel => self.message(theme),
            Theme::Panics => self.may_panic().then(|| self.panic(Held::Nothing)),
            Theme::OnceCell => Some(self.cell_set_once()),
            Theme::Park => Some(self.park_or_unpark()),
            Theme::Spin if self.thread + 1 == self.count => Some(self.spin()),
            Theme::Counted => Some(self.owner()),
            Theme::Barrier | Theme::Spin => None,
        }
    }

    /// Whether the thread has something to decide that by, and no thread of its own to join before.
    fn may_panic(&self) -> bool {
        let joins = !self.children().is_empty();
        self.themes.contains(&Theme::Panics) && self.thread != 0 && !joins && self.registers > 0
    }

    fn panic(&mut self, held: Held) -> Piece {
        let (register, value) = self.condition();
        let text = format!("if r[{register}] == {value} {{ panic!(); }}");
        let panic = Op::Panic(held, self.unwinding().len());
        let ops = [Op::Unless(register, value), panic];
        Piece::of(&ops, text)
    }

    /// That a register has a value.
    fn condition(&mut self) -> (usize, i32) {
        let register = self.random.below(self.registers);
        (register, self.random.below(3) as i32)
    }

    fn fence(&mut self) -> Piece {
        let ordering = self.one_of(&FENCES);
        Piece::one(Op::Fence(ordering), format!("fence({ordering:?});"))
    }

    /// An access to a cell or, often only where something was read, to a plain place.
    fn access(&mut self) -> Piece {
        if self.random.chance(60) {
            return self.atomic();
        }
        let place = self.random.below(PLACES);
        let plain = if self.random.chance(60) {
            let value = self.number();
            let text = format!("unsafe {{ *PLACES[{place}].0.get() = {value} }};");
            Piece::one(Op::Write(place, value), text)
        } else {
            let text = format!("reads.push(unsafe {{ *PLACES[{place}].0.get() }});");
            Piece::one(Op::Read(place), text)
        };
        if self.registers == 0 || self.random.chance(40) {
            return plain;
        }
        let (register, value) = self.condition();
        let text = format!("if r[{register}] == {value} {{ {{}} }}");
        plain.within(&[Op::Unless(register, value)], &[], &text)
    }

    fn atomic(&mut self) -> Piece {
        let (cell, value) = (self.random.below(CELLS), self.number());
        match self.random.below(5) {
            0 | 1 => {
                let ordering = self.one_of(&STORES);
                let text = format!("CELLS[{cell}].store({value}, {ordering:?});");
                Piece::one(Op::Store(cell, value, ordering), text)
            }
            2 => {
                let (to, ordering) = (self.register(), self.one_of(&LOADS));
                let text = format!("r[{to}] = CELLS[{cell}].load({ordering:?});");
                Piece::one(Op::Load(cell, to, ordering), text)
            }
            3 => {
                let (to, ordering) = (self.register(), self.one_of(&UPDATES));
                let add = self.random.chance(50);
                let name = if add { "fetch_add" } else { "swap" };
                let text = format!("r[{to}] = CELLS[{cell}].{name}({value}, {ordering:?});");
                let op = if add { Op::FetchAdd } else { Op::Swap };
                Piece::one(op(cell, value, to, ordering), text)
            }
            _ => {
                let (to, orderings) = (
                    self.register(),
                    [self.one_of(&UPDATES), self.one_of(&LOADS)],
                );
                let values = [self.random.below(2) as i32, value];
                let ([expected, new], [success, failure]) = (values, orderings);
                let text = format!(
                    "r[{to}] = CELLS[{cell}].compare_exchange({expected}, {new}, {success:?}, {failure:?})\
                     .unwrap_or_else(|found| found);"
                );
                Piece::one(Op::CompareExchange(cell, values, to, orderings), text)
            }
        }
    }

    /// An access where something is held, before which the thread may panic.
    fn inside(&mut self, held: Held) -> Piece {
        if !self.may_panic() || self.random.chance(50) {
            return self.access();
        }
        let Piece { ops, text } = self.panic(held);
        self.access().within(&ops, &[], &format!("{text} {{}}"))
    }

    /// An access while a lock is held, or in a call that is made once.
    fn section(&mut self, theme: Theme) -> Piece {
        match theme {
            Theme::ReadWriteLock => self.read_write_section(),
            Theme::Once => {
                let inside = self.access();
                let begin = Op::BeginOnce(inside.ops.len() + 1);
                inside.within(&[begin], &[Op::EndOnce], "ONCE.call_once(|| { {} });")
            }
            Theme::Attempts => {
                let inside = self.inside(Held::Mutex);
                let attempt = Op::TryLock(inside.ops.len() + 1);
                let text = "if let Some(_guard) = attempt(COUNT.try_lock()) { {} }";
                inside.within(&[attempt], &[Op::Unlock], text)
            }
            _ if self.themes.contains(&Theme::Panics) && self.random.chance(60) => {
                let to = self.register();
                let inside = self.inside(Held::Mutex);
                let text = format!(
                    "{{ let guard = COUNT.lock(); r[{to}] = guard.is_err() as i32; \
                     let _guard = guard.unwrap_or_else(PoisonError::into_inner); {{}} }}"
                );
                inside.within(&[Op::Lock, Op::Poison(to)], &[Op::Unlock], &text)
            }
            _ => {
                let inside = self.inside(Held::Mutex);
                inside.within(&[Op::Lock], &[Op::Unlock], "{ let _guard = lock(); {} }")
            }
        }
    }

    fn read_write_section(&mut self) -> Piece {
        let (reads, tries) = (self.random.chance(50), self.random.chance(40));
        let held = if reads { Held::Shared } else { Held::Exclusive };
        let inside = self.inside(held);
        let length = inside.ops.len() + 1;
        let (begin, text) = match (reads, tries) {
            (true, true) => (
                Op::TryLockShared(length),
                "if let Some(_guard) = attempt(SHARED.try_read()) { {} }",
            ),
            (true, false) => (Op::LockShared, "{ let _guard = shared(); {} }"),
            (false, true) => (
                Op::TryLockExclusive(length),
                "if let Some(_guard) = attempt(SHARED.try_write()) { {} }",
            ),
            (false, false) => (Op::LockExclusive, "{ let _guard = exclusive(); {} }"),
        };
        let end = if reads {
            Op::UnlockShared
        } else {
            Op::UnlockExclusive
        };
        inside.within(&[begin], &[end], text)
    }

    fn wait_or_notify(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = "{ let mut count = lock(); while *count == 0 { \
                        count = CHANGED.wait(count).unwrap_or_else(PoisonError::into_inner); } *count -= 1; }";
            let ops = [Op::Lock, Op::AwaitCount, Op::Count(-1), Op::Unlock];
            return Piece::of(&ops, text.into());
        }
        let all = self.random.chance(50);
        let name = if all { "notify_all" } else { "notify_one" };
        let notify = Op::Notify { all };
        if self.random.chance(50) {
            let text = format!("{{ let mut count = lock(); *count += 1; CHANGED.{name}(); }}");
            let ops = [Op::Lock, Op::Count(1), notify, Op::Unlock];
            return Piece::of(&ops, text);
        }
        let text = format!("*lock() += 1; CHANGED.{name}();");
        let ops = [Op::Lock, Op::Count(1), Op::Unlock, notify];
        Piece::of(&ops, text)
    }

    fn timed_wait(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = "CHANGED.notify_one();".to_string();
            return Piece::one(Op::Notify { all: false }, text);
        }
        let to = self.register();
        let text = format!(
            "{{ let count = lock(); let waited = CHANGED.wait_timeout(count, Duration::from_millis(5)); \
             r[{to}] = waited.unwrap_or_else(PoisonError::into_inner).1.timed_out() as i32; }}"
        );
        let ops = [Op::Lock, Op::WaitTimeout(to), Op::Lock, Op::Unlock];
        Piece::of(&ops, text)
    }

    fn message(&mut self, theme: Theme) -> Option<Piece> {
        match self.thread {
            0 => None,
            1 => Some(self.receipt(theme)),
            _ => Some(self.send()),
        }
    }

    fn receipt(&mut self, theme: Theme) -> Piece {
        let to = self.register();
        let waits = theme == Theme::BlockingChannel
            || theme == Theme::BoundedChannel && self.random.chance(50);
        let (op, call) = match self.random.below(3) {
            _ if waits => (Op::Receive(to), "recv()"),
            0 => (
                Op::ReceiveTimeout(to),
                "recv_timeout(Duration::from_millis(5))",
            ),
            _ => (Op::TryReceive(to), "try_recv()"),
        };
        let text = format!("r[{to}] = own.receiver.as_ref().unwrap().{call}.unwrap_or(-1);");
        Piece::one(op, text)
    }

    fn send(&mut self) -> Piece {
        let value = self.number();
        if matches!(self.channel, Some(Room::Bounded(_))) && self.random.chance(40) {
            let to = self.register();
            let text = format!(
                "r[{to}] = match own.sender.as_ref().unwrap().try_send({value}) {{ Ok(()) => 1, \
                 Err(mpsc::TrySendError::Full(_)) => 0, Err(mpsc::TrySendError::Disconnected(_)) => -1 }};"
            );
            return Piece::one(Op::TrySend(value, to), text);
        }
        let text = format!("own.sender.as_ref().unwrap().send({value}).unwrap_or(());");
        Piece::one(Op::Send(value), text)
    }

    fn park_or_unpark(&mut self) -> Piece {
        if self.thread != 0 {
            return Piece::one(Op::Unpark, "own.main.unpark();".into());
        }
        match self.random.chance(30) {
            true => {
                let text = "thread::park_timeout(Duration::from_millis(5));";
                Piece::one(Op::ParkTimeout, text.into())
            }
            false => Piece::one(Op::Park, "thread::park();".into()),
        }
    }

    fn cell_set_once(&mut self) -> Piece {
        let (to, value) = (self.register(), self.number());
        match self.random.below(3) {
            0 => {
                let text = format!("r[{to}] = SET.get().copied().unwrap_or(-1);");
                Piece::one(Op::Get(to), text)
            }
            1 => {
                let text = format!("r[{to}] = SET.set({value}).is_ok() as i32;");
                Piece::one(Op::Set(value, to), text)
            }
            _ => {
                let inside = self.inside(Held::Init);
                let begin = Op::BeginInit(inside.ops.len() + 1);
                let text = format!(
                    "let found = *SET.get_or_init(|| {{ {{}} {value} }}); r[{to}] = found;"
                );
                inside.within(&[begin], &[Op::EndInit(value), Op::Get(to)], &text)
            }
        }
    }

    fn spin(&mut self) -> Piece {
        let (cell, ordering) = (self.random.below(CELLS), self.one_of(&LOADS));
        let text =
            format!("while CELLS[{cell}].load({ordering:?}) == 0 {{ thread::yield_now(); }}");
        Piece::one(Op::Spin(cell, ordering), text)
    }

    /// Something of the counted object.
    fn owner(&mut self) -> Piece {
        let to = self.register();
        if self.owns && self.thread != 0 && self.random.chance(50) {
            return match self.random.chance(50) {
                true => self.drop_owner(),
                false => self.take_inner(to),
            };
        }
        if self.owns && self.random.chance(50) {
            let text =
                format!("r[{to}] = Arc::strong_count(own.counted.as_ref().unwrap()) as i32;");
            return Piece::one(Op::CountOwners(to), text);
        }
        let text = format!("r[{to}] = own.watched.upgrade().is_some() as i32;");
        let dropped = Piece::of(&owner_dropped(None), text);
        dropped.within(&[Op::Upgrade(to, 2)], &[], "{}")
    }

    fn drop_owner(&mut self) -> Piece {
        self.owns = false;
        Piece::of(&owner_dropped(None), "own.counted = None;".into())
    }

    fn take_inner(&mut self, to: usize) -> Piece {
        self.owns = false;
        let text =
            format!("r[{to}] = Arc::into_inner(own.counted.take().unwrap()).is_some() as i32;");
        Piece::of(&owner_dropped(Some(to)), text)
    }
}

/// An owner of the counted object is dropped, and perhaps the object.
fn owner_dropped(whether_last: Option<usize>) -> [Op; 2] {
    let (place, value) = DESTROYED;
    [Op::DropOwner(whether_last), Op::Write(place, value)]
}
