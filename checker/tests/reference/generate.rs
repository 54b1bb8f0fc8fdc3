//! The program of a seed: each has two or three themes, so that its operations meet.

use super::program::{Body, CELLS, DESTROYED, Op, PLACES, Piece, Program, THREADS};
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
    Once,
    OnceCell,
    Park,
    Barrier,
    Spin,
    Counted,
}

const THEMES: [Theme; 14] = [
    Theme::Fences,
    Theme::Mutex,
    Theme::Attempts,
    Theme::Condvar,
    Theme::TimedWaits,
    Theme::ReadWriteLock,
    Theme::Channel,
    Theme::BlockingChannel,
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
    let has_channel = themes.contains(&Theme::Channel) || themes.contains(&Theme::BlockingChannel);
    let has_counted = themes.contains(&Theme::Counted);
    let mut writer = Writer {
        random,
        themes,
        count,
        has_channel,
        has_counted,
        thread: 0,
        registers: 0,
        dropped: false,
    };
    Program {
        bodies: (0..count).map(|thread| writer.body(thread)).collect(),
        has_channel,
        has_counted,
    }
}

struct Writer {
    random: Random,
    themes: Vec<Theme>,
    /// Of threads.
    count: usize,
    has_channel: bool,
    has_counted: bool,
    /// The one that is being written.
    thread: usize,
    /// That it has so far.
    registers: usize,
    /// Whether it has given its share of the counted object up.
    dropped: bool,
}

impl Writer {
    fn body(&mut self, thread: usize) -> Body {
        (self.thread, self.registers, self.dropped) = (thread, 0, false);
        let count = if thread == 0 { 1 } else { 2 } + self.random.below(3);
        let mut pieces: Vec<Piece> = (0..count).map(|_| self.piece()).collect();
        if self.themes.contains(&Theme::Barrier) && (thread == 1 || thread == 2) {
            let at = self.random.below(pieces.len() + 1);
            let wait = Piece::one(Op::Arrive, "BARRIER.wait();".into());
            pieces.insert(at, wait.within(&[], &[Op::Leave], "{}"));
        }
        let mut body = Body::default();
        let mut spawned = 1;
        for piece in pieces {
            while thread == 0 && spawned < self.count && self.random.chance(60) {
                body.push(self.spawn(spawned));
                spawned += 1;
            }
            body.push(piece);
        }
        for other in spawned..self.count * usize::from(thread == 0) {
            body.push(self.spawn(other));
        }
        if self.has_channel {
            body.push(Piece::one(Op::DropSender, "own.sender = None;".into()));
        }
        if self.has_channel && thread == 1 {
            body.push(Piece::one(Op::DropReceiver, "own.receiver = None;".into()));
        }
        if thread == 0 {
            self.join_all(&mut body);
        }
        if self.has_counted && !self.dropped {
            body.push(drop_owner());
        }
        body.registers = self.registers;
        body
    }

    fn spawn(&mut self, other: usize) -> Piece {
        let receiver = if other == 1 {
            "receiver.take()"
        } else {
            "None"
        };
        let text = format!(
            "let h{other} = {{ let own = Own {{ main: thread::current(), sender: own.sender.clone(), \
             receiver: {receiver}, counted: own.counted.clone() }}; thread::spawn(|| t{other}(own)) }};"
        );
        let owner: &[Op] = if self.has_counted {
            &[Op::AddOwner]
        } else {
            &[]
        };
        Piece::one(Op::Spawn(other), text).within(owner, &[], "{}")
    }

    fn join_all(&mut self, body: &mut Body) {
        for other in 1..self.count {
            let text = format!("let r{other} = h{other}.join().unwrap();");
            body.push(Piece::one(Op::Join(other), text));
            if self.random.chance(30) {
                body.push(self.access());
            }
        }
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
            Theme::Channel | Theme::BlockingChannel => self.message(theme),
            Theme::OnceCell => Some(self.cell_set_once()),
            Theme::Park if self.thread == 0 => Some(Piece::one(Op::Park, "thread::park();".into())),
            Theme::Park => Some(Piece::one(Op::Unpark, "own.main.unpark();".into())),
            Theme::Spin if self.thread + 1 == self.count => Some(self.spin()),
            Theme::Counted if !self.dropped => Some(self.owner()),
            Theme::Barrier | Theme::Spin | Theme::Counted => None,
        }
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
        let (register, value) = (
            self.random.below(self.registers),
            self.random.below(3) as i32,
        );
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

    /// An access while a lock is held, or in a call that is made once.
    fn section(&mut self, theme: Theme) -> Piece {
        let inside = self.access();
        let length = inside.ops.len() + 1;
        match theme {
            Theme::Attempts => {
                let text = "if let Ok(_guard) = COUNT.try_lock() { {} }";
                inside.within(&[Op::TryLock(length)], &[Op::Unlock], text)
            }
            Theme::ReadWriteLock if self.random.chance(50) => {
                let text = "{ let _guard = SHARED.read().unwrap(); {} }";
                inside.within(&[Op::LockShared], &[Op::UnlockShared], text)
            }
            Theme::ReadWriteLock => {
                let text = "{ let _guard = SHARED.write().unwrap(); {} }";
                inside.within(&[Op::LockExclusive], &[Op::UnlockExclusive], text)
            }
            Theme::Once => {
                let text = "ONCE.call_once(|| { {} });";
                inside.within(&[Op::BeginOnce(length)], &[Op::EndOnce], text)
            }
            _ => {
                let text = "{ let _guard = COUNT.lock().unwrap(); {} }";
                inside.within(&[Op::Lock], &[Op::Unlock], text)
            }
        }
    }

    fn wait_or_notify(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = "{ let mut count = COUNT.lock().unwrap(); \
                        while *count == 0 { count = CHANGED.wait(count).unwrap(); } *count -= 1; }";
            let ops = [Op::Lock, Op::AwaitCount, Op::Count(-1), Op::Unlock];
            return Piece::default().within(&ops, &[], text);
        }
        let all = self.random.chance(50);
        let name = if all { "notify_all" } else { "notify_one" };
        let notify = Op::Notify { all };
        if self.random.chance(50) {
            let text = format!(
                "{{ let mut count = COUNT.lock().unwrap(); *count += 1; CHANGED.{name}(); }}"
            );
            let ops = [Op::Lock, Op::Count(1), notify, Op::Unlock];
            return Piece::default().within(&ops, &[], &text);
        }
        let text = format!("*COUNT.lock().unwrap() += 1; CHANGED.{name}();");
        let ops = [Op::Lock, Op::Count(1), Op::Unlock, notify];
        Piece::default().within(&ops, &[], &text)
    }

    fn timed_wait(&mut self) -> Piece {
        if self.random.chance(50) {
            let text = "CHANGED.notify_one();".to_string();
            return Piece::one(Op::Notify { all: false }, text);
        }
        let to = self.register();
        let text = format!(
            "{{ let count = COUNT.lock().unwrap(); \
             r[{to}] = CHANGED.wait_timeout(count, Duration::from_millis(5)).unwrap().1.timed_out() as i32; }}"
        );
        let ops = [Op::Lock, Op::WaitTimeout(to), Op::Lock, Op::Unlock];
        Piece::default().within(&ops, &[], &text)
    }

    fn message(&mut self, theme: Theme) -> Option<Piece> {
        if self.thread != 1 {
            let value = self.number();
            let text = format!("own.sender.as_ref().unwrap().send({value}).unwrap_or(());");
            return (self.thread != 0).then(|| Piece::one(Op::Send(value), text));
        }
        let to = self.register();
        let blocks = theme == Theme::BlockingChannel;
        let name = if blocks { "recv" } else { "try_recv" };
        let text = format!("r[{to}] = own.receiver.as_ref().unwrap().{name}().unwrap_or(-1);");
        let op = if blocks { Op::Receive } else { Op::TryReceive };
        Some(Piece::one(op(to), text))
    }

    fn cell_set_once(&mut self) -> Piece {
        let to = self.register();
        if self.random.chance(50) {
            let text = format!("r[{to}] = SET.get().copied().unwrap_or(-1);");
            return Piece::one(Op::Get(to), text);
        }
        let value = self.number();
        let text = format!("r[{to}] = SET.set({value}).is_ok() as i32;");
        Piece::one(Op::Set(value, to), text)
    }

    fn spin(&mut self) -> Piece {
        let (cell, ordering) = (self.random.below(CELLS), self.one_of(&LOADS));
        let text =
            format!("while CELLS[{cell}].load({ordering:?}) == 0 {{ thread::yield_now(); }}");
        Piece::one(Op::Spin(cell, ordering), text)
    }

    fn owner(&mut self) -> Piece {
        if self.thread != 0 && self.random.chance(60) {
            self.dropped = true;
            return drop_owner();
        }
        let to = self.register();
        let text = format!("r[{to}] = Arc::strong_count(own.counted.as_ref().unwrap()) as i32;");
        Piece::one(Op::CountOwners(to), text)
    }
}

fn drop_owner() -> Piece {
    let (place, value) = DESTROYED;
    let ops = [Op::DropOwner, Op::Write(place, value)];
    Piece::default().within(&ops, &[], "own.counted = None;")
}
