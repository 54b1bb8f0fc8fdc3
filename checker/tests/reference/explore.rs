//! What a program may do, by the meaning of its operations alone: every interleaving of its steps, memory that is
//! sequentially consistent, and vector clocks for what happens before what, as the C++20 memory model has it.
//! Nothing is left out, and nothing is shared with the checker.

use super::program::{CELLS, Op, PLACES, Program, THREADS, printed};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

/// What a program may do.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// Two accesses to a plain place may race.
    pub races: bool,
    /// `main` may wait for ever.
    pub sticks: bool,
    /// All that it may print, where nothing races.
    pub printed: BTreeSet<String>,
}

/// Of each thread, how many of its steps happened before.
type Clock = [u8; THREADS];

fn join(clock: &mut Clock, other: &Clock) {
    for (own, other) in clock.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Wait {
    #[default]
    None,
    /// For a notification.
    Untimed,
    /// For a notification or the time limit.
    Timed,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    spawned: bool,
    /// Its next step.
    at: usize,
    wait: Wait,
    registers: Vec<i32>,
    /// Of plain places.
    reads: Vec<i32>,
    clock: Clock,
    /// At its last release fence.
    released: Clock,
    /// What its next acquire fence acquires.
    pending: Clock,
}

/// A cell, or anything that is handed on with what happened before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Cell {
    value: i32,
    clock: Clock,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Place {
    value: i32,
    /// The last write of each thread.
    written: Clock,
    /// The last read of each thread.
    read: Clock,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    cells: [Cell; CELLS],
    places: [Place; PLACES],
    /// Its value is the number that it guards.
    mutex: Cell,
    is_locked: bool,
    /// How many read, or -1 if one writes. Its clock is that of writers.
    shared: Cell,
    /// Of those that read.
    readers: Clock,
    channel: Channel,
    /// 0: not called; 1: being called; 2: called.
    once: Cell,
    set: Option<Cell>,
    /// 1: there is one.
    token: Cell,
    arrived: Cell,
    owners: Cell,
}

/// Sends are ordered among themselves, and so are receives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Channel {
    messages: Vec<Cell>,
    senders: usize,
    /// At the last send.
    sent: Clock,
    /// At the last receive.
    received: Clock,
    /// Of all senders that are gone.
    dropped: Clock,
    /// If the receiver is gone.
    closed: Option<Clock>,
}

/// What becomes of a step.
enum Next {
    /// One of these.
    States(Vec<State>),
    /// It has to wait.
    Blocked,
    /// Its access races with an earlier one.
    Race,
}

fn acquires(ordering: Ordering) -> bool {
    matches!(
        ordering,
        Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst
    )
}

fn releases(ordering: Ordering) -> bool {
    matches!(
        ordering,
        Ordering::Release | Ordering::AcqRel | Ordering::SeqCst
    )
}

/// All that a program may do; `None` if it has more than so many states.
pub fn explore(program: &Program, most: usize) -> Option<Behaviour> {
    let start = State::new(program);
    let mut found = Behaviour::default();
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut work = vec![start];
    while let Some(state) = work.pop() {
        let mut moves = false;
        for thread in 0..program.bodies.len() {
            match state.next(program, thread) {
                Next::Blocked => continue,
                Next::Race => found.races = true,
                Next::States(states) => {
                    let new = states
                        .into_iter()
                        .filter(|state| seen.insert(state.clone()));
                    work.extend(new);
                }
            }
            moves = true;
        }
        if !moves {
            match state.has_ended(program) {
                true => found.printed.extend([state.printed()]),
                false => found.sticks = true,
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

impl State {
    fn new(program: &Program) -> State {
        let thread = |index: usize| {
            let mut clock = Clock::default();
            clock[index] = 1;
            Thread {
                spawned: index == 0,
                registers: vec![0; program.bodies[index].registers],
                clock,
                ..Thread::default()
            }
        };
        State {
            threads: (0..program.bodies.len()).map(thread).collect(),
            channel: Channel {
                senders: 1,
                ..Channel::default()
            },
            owners: Cell {
                value: 1,
                clock: Clock::default(),
            },
            ..State::default()
        }
    }

    fn has_ended(&self, program: &Program) -> bool {
        let ended = |(thread, body): (&Thread, &super::program::Body)| thread.at == body.ops.len();
        self.threads.iter().zip(&program.bodies).all(ended)
    }

    fn printed(&self) -> String {
        let threads: Vec<(&[i32], &[i32])> = self
            .threads
            .iter()
            .map(|thread| (&*thread.registers, &*thread.reads))
            .collect();
        printed(&threads, &self.cells.map(|cell| cell.value))
    }

    /// What a thread may do next.
    fn next(&self, program: &Program, thread: usize) -> Next {
        let own = &self.threads[thread];
        let Some(&op) = program.bodies[thread].ops.get(own.at) else {
            return Next::Blocked;
        };
        if !own.spawned || own.wait == Wait::Untimed {
            return Next::Blocked;
        }
        let mut after = self.clone();
        after.threads[thread].at += 1;
        let mut step = Step {
            state: after,
            thread,
        };
        step.run(program, op)
    }
}

/// A step of a thread; its clock advances when it is over.
struct Step {
    state: State,
    thread: usize,
}

impl Step {
    fn own(&mut self) -> &mut Thread {
        &mut self.state.threads[self.thread]
    }

    fn clock(&self) -> Clock {
        self.state.threads[self.thread].clock
    }

    fn acquire(&mut self, clock: Clock) {
        join(&mut self.own().clock, &clock);
    }

    fn skip_if(&mut self, skips: bool, steps: usize) {
        self.own().at += if skips { steps } else { 0 };
    }

    /// The state after it.
    fn end(&mut self) -> State {
        let thread = self.thread;
        self.own().clock[thread] += 1;
        std::mem::take(&mut self.state)
    }

    fn done(&mut self) -> Next {
        Next::States(vec![self.end()])
    }

    fn run(&mut self, program: &Program, op: Op) -> Next {
        match op {
            Op::Store(..)
            | Op::Load(..)
            | Op::FetchAdd(..)
            | Op::Swap(..)
            | Op::CompareExchange(..)
            | Op::Fence(_)
            | Op::Spin(..) => self.atomic(op),
            Op::Write(place, value) => self.write(place, value),
            Op::Read(place) => self.read(place),
            Op::Unless(register, value) => {
                let skips = self.own().registers[register] != value;
                self.skip_if(skips, 1);
                self.done()
            }
            Op::Lock | Op::TryLock(_) | Op::Unlock | Op::Count(_) => self.mutex(op),
            Op::AwaitCount | Op::WaitTimeout(_) => self.wait(op),
            Op::Notify { all } => self.notify(all),
            Op::LockShared | Op::UnlockShared | Op::LockExclusive | Op::UnlockExclusive => {
                self.read_write_lock(op)
            }
            Op::Send(_)
            | Op::Receive(_)
            | Op::TryReceive(_)
            | Op::DropSender
            | Op::DropReceiver => self.channel(op),
            Op::BeginOnce(_) | Op::EndOnce | Op::Set(..) | Op::Get(_) => self.once(op),
            Op::Park | Op::Unpark | Op::Arrive | Op::Leave => self.meeting(op),
            Op::Spawn(_) | Op::Join(_) => self.thread(program, op),
            Op::AddOwner | Op::CountOwners(_) | Op::DropOwner => self.counted(op),
        }
    }

    fn load(&mut self, cell: usize, ordering: Ordering) -> i32 {
        let Cell { value, clock } = self.state.cells[cell];
        if acquires(ordering) {
            self.acquire(clock);
        }
        join(&mut self.own().pending, &clock);
        value
    }

    /// What a store releases.
    fn release(&mut self, ordering: Ordering) -> Clock {
        if releases(ordering) {
            self.clock()
        } else {
            self.own().released
        }
    }

    /// Writes what a read-modify-write does, which continues the release sequence.
    fn modify(&mut self, cell: usize, value: i32, ordering: Ordering) {
        let released = self.release(ordering);
        let cell = &mut self.state.cells[cell];
        cell.value = value;
        join(&mut cell.clock, &released);
    }

    fn atomic(&mut self, op: Op) -> Next {
        match op {
            Op::Store(cell, value, ordering) => {
                let clock = self.release(ordering);
                self.state.cells[cell] = Cell { value, clock };
            }
            Op::Load(cell, to, ordering) => {
                self.own().registers[to] = self.load(cell, ordering);
            }
            Op::FetchAdd(cell, value, to, ordering) => {
                let found = self.load(cell, ordering);
                self.modify(cell, found + value, ordering);
                self.own().registers[to] = found;
            }
            Op::Swap(cell, value, to, ordering) => {
                let found = self.load(cell, ordering);
                self.modify(cell, value, ordering);
                self.own().registers[to] = found;
            }
            Op::CompareExchange(cell, [expected, new], to, [success, failure]) => {
                let succeeds = self.state.cells[cell].value == expected;
                let found = self.load(cell, if succeeds { success } else { failure });
                if succeeds {
                    self.modify(cell, new, success);
                }
                self.own().registers[to] = found;
            }
            Op::Fence(ordering) => {
                if acquires(ordering) {
                    let pending = self.own().pending;
                    self.acquire(pending);
                }
                if releases(ordering) {
                    self.own().released = self.clock();
                }
            }
            Op::Spin(cell, ordering) => {
                if self.load(cell, ordering) == 0 {
                    return Next::Blocked;
                }
            }
            _ => unreachable!("{op:?} is of no cell"),
        }
        self.done()
    }

    /// Whether one of these accesses of others did not happen before.
    fn races_with(&self, accesses: &Clock) -> bool {
        let clock = self.clock();
        let mut others = (0..THREADS).filter(|&other| other != self.thread);
        others.any(|other| accesses[other] > clock[other])
    }

    fn write(&mut self, place: usize, value: i32) -> Next {
        let Place { written, read, .. } = self.state.places[place];
        if self.races_with(&written) || self.races_with(&read) {
            return Next::Race;
        }
        let (thread, clock) = (self.thread, self.clock());
        let place = &mut self.state.places[place];
        place.value = value;
        place.written[thread] = clock[thread];
        self.done()
    }

    fn read(&mut self, place: usize) -> Next {
        let Place { value, written, .. } = self.state.places[place];
        if self.races_with(&written) {
            return Next::Race;
        }
        let (thread, clock) = (self.thread, self.clock());
        self.state.places[place].read[thread] = clock[thread];
        self.own().reads.push(value);
        self.done()
    }

    fn mutex(&mut self, op: Op) -> Next {
        let is_locked = self.state.is_locked;
        match op {
            Op::Lock if is_locked => return Next::Blocked,
            Op::TryLock(steps) if is_locked => self.skip_if(true, steps),
            Op::Lock | Op::TryLock(_) => {
                self.state.is_locked = true;
                let clock = self.state.mutex.clock;
                self.acquire(clock);
            }
            Op::Count(change) => self.state.mutex.value += change,
            _ => self.unlock(),
        }
        self.done()
    }

    fn unlock(&mut self) {
        self.state.is_locked = false;
        self.state.mutex.clock = self.clock();
    }

    fn wait(&mut self, op: Op) -> Next {
        match op {
            Op::AwaitCount if self.state.mutex.value != 0 => return self.done(),
            Op::WaitTimeout(to) if self.own().wait == Wait::Timed => {
                self.own().wait = Wait::None;
                self.own().registers[to] = 1;
                return self.done();
            }
            Op::WaitTimeout(_) => self.own().wait = Wait::Timed,
            _ => self.own().wait = Wait::Untimed,
        }
        self.own().at -= 1;
        self.unlock();
        self.done()
    }

    fn notify(&mut self, all: bool) -> Next {
        let waits = |&thread: &usize| self.state.threads[thread].wait != Wait::None;
        let waiting: Vec<usize> = (0..self.state.threads.len()).filter(waits).collect();
        let state = self.end();
        let woken = |threads: &[usize]| {
            let mut state = state.clone();
            threads.iter().for_each(|&thread| state.wake(thread));
            state
        };
        Next::States(match all || waiting.is_empty() {
            true => vec![woken(&waiting)],
            false => waiting.chunks(1).map(woken).collect(),
        })
    }

    fn read_write_lock(&mut self, op: Op) -> Next {
        let (held, clock) = (self.state.shared.value, self.clock());
        let written = self.state.shared.clock;
        match op {
            Op::LockShared if held >= 0 => {
                self.state.shared.value += 1;
                self.acquire(written);
            }
            Op::LockExclusive if held == 0 => {
                self.state.shared.value = -1;
                self.acquire(written);
                let readers = self.state.readers;
                self.acquire(readers);
            }
            Op::LockShared | Op::LockExclusive => return Next::Blocked,
            Op::UnlockShared => {
                self.state.shared.value -= 1;
                join(&mut self.state.readers, &clock);
            }
            _ => self.state.shared = Cell { value: 0, clock },
        }
        self.done()
    }

    fn channel(&mut self, op: Op) -> Next {
        match op {
            Op::Send(value) => {
                let Channel { sent, closed, .. } = self.state.channel;
                self.acquire(closed.unwrap_or(sent));
                let clock = self.clock();
                if closed.is_none() {
                    self.state.channel.messages.push(Cell { value, clock });
                    self.state.channel.sent = clock;
                }
            }
            Op::DropSender => {
                let clock = self.clock();
                self.state.channel.senders -= 1;
                join(&mut self.state.channel.dropped, &clock);
            }
            Op::DropReceiver => {
                while !self.state.channel.messages.is_empty() {
                    self.take();
                }
                let received = self.state.channel.received;
                self.acquire(received);
                self.state.channel.closed = Some(self.clock());
            }
            Op::Receive(to) | Op::TryReceive(to) => {
                let Channel {
                    ref messages,
                    senders,
                    dropped,
                    ..
                } = self.state.channel;
                if !messages.is_empty() {
                    self.own().registers[to] = self.take();
                } else if senders == 0 {
                    self.acquire(dropped);
                    self.own().registers[to] = -1;
                } else if matches!(op, Op::TryReceive(_)) {
                    self.own().registers[to] = -1;
                } else {
                    return Next::Blocked;
                }
            }
            _ => unreachable!("{op:?} is of no channel"),
        }
        self.done()
    }

    /// Takes the oldest message.
    fn take(&mut self) -> i32 {
        let Cell { value, clock } = self.state.channel.messages.remove(0);
        let received = self.state.channel.received;
        self.acquire(received);
        self.acquire(clock);
        self.state.channel.received = self.clock();
        value
    }

    fn once(&mut self, op: Op) -> Next {
        let clock = self.clock();
        match op {
            Op::BeginOnce(_) if self.state.once.value == 1 => return Next::Blocked,
            Op::BeginOnce(steps) if self.state.once.value == 2 => {
                let called = self.state.once.clock;
                self.acquire(called);
                self.skip_if(true, steps);
            }
            Op::BeginOnce(_) => self.state.once.value = 1,
            Op::EndOnce => self.state.once = Cell { value: 2, clock },
            Op::Set(value, to) => {
                let found = self.state.set;
                self.state.set = found.or(Some(Cell { value, clock }));
                found.into_iter().for_each(|cell| self.acquire(cell.clock));
                self.own().registers[to] = i32::from(found.is_none());
            }
            Op::Get(to) => {
                let found = self.state.set;
                found.into_iter().for_each(|cell| self.acquire(cell.clock));
                self.own().registers[to] = found.map_or(-1, |cell| cell.value);
            }
            _ => unreachable!("{op:?} is of nothing that is done once"),
        }
        self.done()
    }

    fn meeting(&mut self, op: Op) -> Next {
        let clock = self.clock();
        match op {
            Op::Unpark => {
                self.state.token.value = 1;
                join(&mut self.state.token.clock, &clock);
            }
            Op::Park if self.state.token.value == 0 => return Next::Blocked,
            Op::Park => {
                self.state.token.value = 0;
                let unparked = self.state.token.clock;
                self.acquire(unparked);
            }
            Op::Arrive => {
                self.state.arrived.value += 1;
                join(&mut self.state.arrived.clock, &clock);
            }
            _ if self.state.arrived.value < 2 => return Next::Blocked,
            _ => {
                let arrived = self.state.arrived.clock;
                self.acquire(arrived);
            }
        }
        self.done()
    }

    fn thread(&mut self, program: &Program, op: Op) -> Next {
        match op {
            Op::Spawn(other) => {
                let clock = self.clock();
                let other = &mut self.state.threads[other];
                other.spawned = true;
                join(&mut other.clock, &clock);
                self.state.channel.senders += usize::from(program.has_channel);
            }
            Op::Join(other) => {
                let joined = &self.state.threads[other];
                if joined.at < program.bodies[other].ops.len() {
                    return Next::Blocked;
                }
                let clock = joined.clock;
                self.acquire(clock);
            }
            _ => unreachable!("{op:?} is of no thread"),
        }
        self.done()
    }

    fn counted(&mut self, op: Op) -> Next {
        match op {
            Op::AddOwner => self.state.owners.value += 1,
            Op::CountOwners(to) => self.own().registers[to] = self.state.owners.value,
            _ => {
                let clock = self.clock();
                self.state.owners.value -= 1;
                join(&mut self.state.owners.clock, &clock);
                let Cell { value, clock } = self.state.owners;
                if value == 0 {
                    self.acquire(clock);
                }
                self.skip_if(value != 0, 1);
            }
        }
        self.done()
    }
}

impl State {
    /// A notification comes.
    fn wake(&mut self, thread: usize) {
        let thread = &mut self.threads[thread];
        match thread.wait {
            Wait::Untimed => thread.at -= 1,
            Wait::Timed => thread.at += 1,
            Wait::None => unreachable!("who is woken waits"),
        }
        thread.wait = Wait::None;
    }
}
