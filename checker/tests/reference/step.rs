//! What steps do: to atomic and plain cells, to locks, and to threads.

use super::program::{Held, Op, Program, THREADS};
use super::state::{Cell, Clock, OWNERS, Place, State, Thread, Wait, join};
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release};

/// What becomes of a step.
pub enum Next {
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

/// A step of a thread; its clock advances when it is over.
pub struct Step {
    pub state: State,
    pub thread: usize,
}

impl Step {
    pub fn own(&mut self) -> &mut Thread {
        &mut self.state.threads[self.thread]
    }

    pub fn clock(&self) -> Clock {
        self.state.threads[self.thread].clock
    }

    pub fn acquire(&mut self, clock: Clock) {
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

    pub fn done(&mut self) -> Next {
        Next::States(vec![self.end()])
    }

    /// The state after a part of it.
    pub fn stay(&mut self) -> Next {
        self.own().at -= 1;
        self.done()
    }

    pub fn run(&mut self, program: &Program, op: Op) -> Next {
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
            Op::Spawn(_) | Op::Join(_) | Op::Await(_) | Op::IsFinished(..) | Op::Exit => {
                self.thread(program, op)
            }
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
        let threads = &mut self.state.threads;
        match op {
            Op::Spawn(other) => {
                let clock = threads[self.thread].clock;
                threads[other].spawned = true;
                join(&mut threads[other].clock, &clock);
                self.state.channel.senders += usize::from(program.channel.is_some());
            }
            Op::Join(other) | Op::Await(other) if !threads[other].ended => return Next::Blocked,
            Op::Join(other) | Op::Await(other) => {
                threads[other].joined |= matches!(op, Op::Join(_));
                let (clock, result) = (threads[other].clock, threads[other].result());
                self.acquire(clock);
                if self.thread != 0 {
                    self.own().reads.extend(result);
                }
            }
            Op::IsFinished(other, to) => {
                let ended = threads[other].ended;
                self.own().registers[to] = i32::from(ended);
            }
            Op::Exit => self.state.over = true,
            _ => unreachable!("{op:?} is of no thread"),
        }
        self.done()
    }

    fn counted(&mut self, op: Op) -> Next {
        let owners = self.state.cells[OWNERS].value;
        match op {
            Op::AddOwner => {
                self.load(OWNERS, Relaxed);
                self.modify(OWNERS, owners + 1, Relaxed);
            }
            Op::CountOwners(to) => self.own().registers[to] = self.load(OWNERS, Relaxed),
            Op::Upgrade(to, steps) if owners == 0 => {
                self.own().registers[to] = self.load(OWNERS, Relaxed);
                self.skip_if(true, steps);
            }
            Op::Upgrade(to, _) => {
                self.load(OWNERS, Acquire);
                self.modify(OWNERS, owners + 1, Acquire);
                self.own().registers[to] = 1;
            }
            Op::DropOwner(to) => {
                let is_last = owners == 1;
                self.load(OWNERS, if is_last { AcqRel } else { Release });
                self.modify(OWNERS, owners - 1, Release);
                self.skip_if(!is_last, 1);
                if let Some(to) = to {
                    self.own().registers[to] = i32::from(is_last);
                }
            }
            _ => unreachable!("{op:?} is of nothing that is counted"),
        }
        self.done()
    }
}
