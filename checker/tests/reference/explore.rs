//! What a program may do, by the meaning of its operations alone: every interleaving of its steps, memory that is
//! sequentially consistent, and vector clocks for what happens before what, as the C++20 memory model has it.
//! Nothing is left out, and nothing is shared with the checker.

use super::program::{Body, CELLS, Held, LOST, Op, PLACES, Program, Room, THREADS, printed};
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

/// What became of a message that waits for a receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Offer {
    #[default]
    None,
    /// It waits.
    Made,
    /// It was received, after this.
    Taken(Clock),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    spawned: bool,
    /// Its next step.
    at: usize,
    /// It is about to do no more than so many steps, which are those of its unwinding.
    unwinds: Option<usize>,
    wait: Wait,
    offer: Offer,
    /// Whether it waits to write, and keeps readers out.
    wants_to_write: bool,
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
    is_poisoned: bool,
    /// How many read, or -1 if one writes. Its clock is that of writers.
    shared: Cell,
    /// Of those that read.
    readers: Clock,
    channel: Channel,
    /// 0: not called; 1: being called; 2: called.
    once: Cell,
    set: Option<Cell>,
    /// Whether somebody is about to set it, and what happened before others failed to.
    initializes: bool,
    failed: Clock,
    /// 1: there is one.
    token: Cell,
    arrived: Cell,
    owners: Cell,
}

/// Sends are ordered among themselves, and so are receives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Channel {
    messages: Vec<Cell>,
    /// Where there is no room at all: those that wait for the receiver, each with its sender.
    offers: Vec<(usize, Cell)>,
    /// There, that the receiver waits, and what happened before.
    waits: Option<Clock>,
    /// In a channel with some room, what happened before each free place was there.
    free: Vec<Clock>,
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
                true => found.printed.extend([state.printed(program)]),
                false => found.sticks = true,
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

impl Thread {
    /// Its steps.
    fn ops<'b>(&self, body: &'b Body) -> &'b [Op] {
        match self.unwinds {
            Some(count) => &body.unwinding[..count],
            None => &body.ops,
        }
    }

    fn has_ended(&self, body: &Body) -> bool {
        self.at == self.ops(body).len()
    }

    /// What who joins it has of it.
    fn result(&self) -> Vec<i32> {
        match self.unwinds {
            Some(_) => vec![LOST],
            None => [&*self.registers, &*self.reads].concat(),
        }
    }
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
        let room = match program.channel {
            Some(Room::Bounded(room)) => room,
            Some(Room::Unbounded) | None => 0,
        };
        State {
            threads: (0..program.bodies.len()).map(thread).collect(),
            channel: Channel {
                senders: 1,
                free: vec![Clock::default(); room],
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
        let mut threads = self.threads.iter().zip(&program.bodies);
        threads.all(|(thread, body)| thread.has_ended(body))
    }

    fn printed(&self, program: &Program) -> String {
        let shown = self.threads.len() - usize::from(program.is_nested);
        let threads: Vec<Vec<i32>> = self.threads[..shown].iter().map(Thread::result).collect();
        printed(&threads, &self.cells.map(|cell| cell.value))
    }

    /// What a thread may do next.
    fn next(&self, program: &Program, thread: usize) -> Next {
        let own = &self.threads[thread];
        let Some(&op) = own.ops(&program.bodies[thread]).get(own.at) else {
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

    /// The state after a part of it.
    fn stay(&mut self) -> Next {
        self.own().at -= 1;
        self.done()
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
            Op::Lock | Op::TryLock(_) | Op::Poison(_) | Op::Unlock | Op::Count(_) => self.mutex(op),
            Op::AwaitCount | Op::WaitTimeout(_) => self.wait(op),
            Op::Notify { all } => self.notify(all),
            Op::LockShared | Op::TryLockShared(_) | Op::LockExclusive | Op::TryLockExclusive(_) => {
                self.lock_read_write(op)
            }
            Op::UnlockShared => {
                self.let_go(Held::Shared);
                self.done()
            }
            Op::UnlockExclusive => {
                self.let_go(Held::Exclusive);
                self.done()
            }
            Op::Send(value) => self.send(program, value, None),
            Op::TrySend(value, to) => self.send(program, value, Some(to)),
            Op::Receive(_) | Op::TryReceive(_) | Op::ReceiveTimeout(_) => self.receive(program, op),
            Op::DropSender | Op::DropReceiver => self.close(op),
            Op::BeginOnce(_) | Op::EndOnce => self.once(op),
            Op::Set(..) | Op::Get(_) | Op::BeginInit(_) | Op::EndInit(_) => self.once_cell(op),
            Op::Park | Op::ParkTimeout | Op::Unpark | Op::Arrive | Op::Leave => self.meeting(op),
            Op::Spawn(_) | Op::Join(_) => self.thread(program, op),
            Op::AddOwner | Op::CountOwners(_) | Op::Upgrade(..) | Op::DropOwner(_) => {
                self.counted(op)
            }
            Op::Panic(held, unwinding) => self.panic(held, unwinding),
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
            Op::Poison(to) => self.own().registers[to] = i32::from(self.state.is_poisoned),
            Op::Count(change) => self.state.mutex.value += change,
            _ => self.let_go(Held::Mutex),
        }
        self.done()
    }

    /// Gives up what the thread holds.
    fn let_go(&mut self, held: Held) {
        let clock = self.clock();
        let state = &mut self.state;
        match held {
            Held::Nothing => {}
            Held::Mutex => {
                state.is_locked = false;
                state.mutex.clock = clock;
            }
            Held::Shared => {
                state.shared.value -= 1;
                join(&mut state.readers, &clock);
            }
            Held::Exclusive => state.shared = Cell { value: 0, clock },
            Held::Init => {
                state.initializes = false;
                state.failed = clock;
            }
        }
    }

    fn panic(&mut self, held: Held, unwinding: usize) -> Next {
        self.state.is_poisoned |= held == Held::Mutex;
        self.let_go(held);
        (self.own().at, self.own().unwinds) = (0, Some(unwinding));
        self.done()
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
        self.let_go(Held::Mutex);
        self.stay()
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

    fn lock_read_write(&mut self, op: Op) -> Next {
        let held = self.state.shared.value;
        let wanted = self
            .state
            .threads
            .iter()
            .any(|thread| thread.wants_to_write);
        match op {
            Op::LockShared | Op::TryLockShared(_) if held >= 0 && !wanted => {
                self.state.shared.value += 1;
                let written = self.state.shared.clock;
                self.acquire(written);
            }
            Op::LockExclusive | Op::TryLockExclusive(_) if held == 0 => {
                self.state.shared.value = -1;
                self.own().wants_to_write = false;
                let (written, readers) = (self.state.shared.clock, self.state.readers);
                self.acquire(written);
                self.acquire(readers);
            }
            Op::TryLockShared(steps) | Op::TryLockExclusive(steps) => self.skip_if(true, steps),
            Op::LockExclusive if !self.own().wants_to_write => {
                self.own().wants_to_write = true;
                return self.stay();
            }
            _ => return Next::Blocked,
        }
        self.done()
    }

    /// Sends a message; with a register, only if nobody has to be waited for.
    fn send(&mut self, program: &Program, value: i32, attempt: Option<usize>) -> Next {
        let is_free = match program.channel {
            Some(Room::Bounded(0)) => return self.hand_over(value, attempt),
            Some(Room::Bounded(_)) => !self.state.channel.free.is_empty(),
            Some(Room::Unbounded) | None => true,
        };
        if let Some(closed) = self.state.channel.closed {
            return self.not_sent(closed, attempt);
        }
        if is_free {
            if program.channel != Some(Room::Unbounded) {
                let free = self.state.channel.free.remove(0);
                self.acquire(free);
            }
            self.pass(value);
            return self.sent(attempt);
        }
        match attempt {
            Some(_) => self.done(),
            None => Next::Blocked,
        }
    }

    fn sent(&mut self, attempt: Option<usize>) -> Next {
        if let Some(to) = attempt {
            self.own().registers[to] = 1;
        }
        self.done()
    }

    fn not_sent(&mut self, closed: Clock, attempt: Option<usize>) -> Next {
        self.acquire(closed);
        if let Some(to) = attempt {
            self.own().registers[to] = -1;
        }
        self.done()
    }

    /// Gives a message to the channel.
    fn pass(&mut self, value: i32) {
        let sent = self.state.channel.sent;
        self.acquire(sent);
        let clock = self.clock();
        self.state.channel.sent = clock;
        self.state.channel.messages.push(Cell { value, clock });
    }

    /// Sends a message where the receiver must be there.
    fn hand_over(&mut self, value: i32, attempt: Option<usize>) -> Next {
        let (thread, clock) = (self.thread, self.clock());
        if let Offer::Taken(taken) = self.own().offer {
            self.own().offer = Offer::None;
            self.acquire(taken);
            return self.sent(attempt);
        }
        let channel = &mut self.state.channel;
        if let Some(closed) = channel.closed {
            self.own().offer = Offer::None;
            return self.not_sent(closed, attempt);
        }
        if self.state.threads[thread].offer == Offer::Made {
            return Next::Blocked;
        }
        match channel.waits.filter(|_| channel.messages.is_empty()) {
            Some(waits) => {
                self.acquire(waits);
                self.pass(value);
                self.sent(attempt)
            }
            None if attempt.is_some() => self.done(),
            None => {
                channel.offers.push((thread, Cell { value, clock }));
                self.own().offer = Offer::Made;
                self.stay()
            }
        }
    }

    fn receive(&mut self, program: &Program, op: Op) -> Next {
        let (Op::Receive(to) | Op::TryReceive(to) | Op::ReceiveTimeout(to)) = op else {
            unreachable!("{op:?} receives nothing");
        };
        let clock = self.clock();
        let channel = &mut self.state.channel;
        let meets = program.channel == Some(Room::Bounded(0));
        let waits = channel.waits.take();
        let value = if !channel.messages.is_empty() {
            self.take()
        } else if !channel.offers.is_empty() {
            self.take_offer()
        } else if channel.senders == 0 {
            let dropped = channel.dropped;
            self.acquire(dropped);
            -1
        } else if meets && waits.is_none() && !matches!(op, Op::TryReceive(_)) {
            channel.waits = Some(clock);
            return self.stay();
        } else if matches!(op, Op::Receive(_)) {
            return Next::Blocked;
        } else {
            -1
        };
        self.own().registers[to] = value;
        self.done()
    }

    /// Takes the oldest message.
    fn take(&mut self) -> i32 {
        let Cell { value, clock } = self.state.channel.messages.remove(0);
        let received = self.state.channel.received;
        self.acquire(received);
        self.acquire(clock);
        let clock = self.clock();
        self.state.channel.received = clock;
        self.state.channel.free.push(clock);
        value
    }

    /// Takes the oldest message whose sender waits.
    fn take_offer(&mut self) -> i32 {
        let (sender, Cell { value, mut clock }) = self.state.channel.offers.remove(0);
        join(&mut clock, &self.state.channel.sent);
        self.state.channel.sent = clock;
        self.state.channel.messages.push(Cell { value, clock });
        let value = self.take();
        self.state.threads[sender].offer = Offer::Taken(self.clock());
        value
    }

    fn close(&mut self, op: Op) -> Next {
        if matches!(op, Op::DropSender) {
            let clock = self.clock();
            self.state.channel.senders -= 1;
            join(&mut self.state.channel.dropped, &clock);
        } else {
            while !self.state.channel.messages.is_empty() {
                self.take();
            }
            let received = self.state.channel.received;
            self.acquire(received);
            self.state.channel.closed = Some(self.clock());
        }
        self.done()
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
            _ => self.state.once = Cell { value: 2, clock },
        }
        self.done()
    }

    fn once_cell(&mut self, op: Op) -> Next {
        let found = self.state.set;
        if let Some(Cell { clock, .. }) = found {
            self.acquire(clock);
        }
        match op {
            Op::Get(to) => self.own().registers[to] = found.map_or(-1, |cell| cell.value),
            Op::Set(..) | Op::BeginInit(_) if self.state.initializes => return Next::Blocked,
            Op::Set(value, to) => {
                if found.is_none() {
                    self.initialize(value);
                }
                self.own().registers[to] = i32::from(found.is_none());
            }
            Op::BeginInit(steps) => {
                self.state.initializes = found.is_none();
                self.skip_if(found.is_some(), steps);
                let failed = self.state.failed;
                self.acquire(failed);
            }
            Op::EndInit(value) => {
                self.state.initializes = false;
                self.initialize(value);
            }
            _ => unreachable!("{op:?} is of no cell that is set once"),
        }
        self.done()
    }

    fn initialize(&mut self, value: i32) {
        let failed = self.state.failed;
        self.acquire(failed);
        let clock = self.clock();
        self.state.set = Some(Cell { value, clock });
    }

    fn meeting(&mut self, op: Op) -> Next {
        let clock = self.clock();
        match op {
            Op::Unpark => {
                self.state.token.value = 1;
                join(&mut self.state.token.clock, &clock);
            }
            Op::Park if self.state.token.value == 0 => return Next::Blocked,
            Op::ParkTimeout if self.state.token.value == 0 => {}
            Op::Park | Op::ParkTimeout => {
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
                self.state.channel.senders += usize::from(program.channel.is_some());
            }
            Op::Join(other) => {
                let joined = &self.state.threads[other];
                if !joined.has_ended(&program.bodies[other]) {
                    return Next::Blocked;
                }
                let (clock, result) = (joined.clock, joined.result());
                self.acquire(clock);
                if self.thread != 0 {
                    self.own().reads.extend(result);
                }
            }
            _ => unreachable!("{op:?} is of no thread"),
        }
        self.done()
    }

    fn counted(&mut self, op: Op) -> Next {
        match op {
            Op::AddOwner => self.state.owners.value += 1,
            Op::CountOwners(to) => self.own().registers[to] = self.state.owners.value,
            Op::Upgrade(to, steps) => {
                let Cell { value, clock } = self.state.owners;
                self.own().registers[to] = i32::from(value > 0);
                self.skip_if(value == 0, steps);
                if value > 0 {
                    self.state.owners.value += 1;
                    self.acquire(clock);
                }
            }
            Op::DropOwner(to) => {
                let clock = self.clock();
                self.state.owners.value -= 1;
                join(&mut self.state.owners.clock, &clock);
                let Cell { value, clock } = self.state.owners;
                if value == 0 {
                    self.acquire(clock);
                }
                self.skip_if(value != 0, 1);
                if let Some(to) = to {
                    self.own().registers[to] = i32::from(value == 0);
                }
            }
            _ => unreachable!("{op:?} is of nothing that is counted"),
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
