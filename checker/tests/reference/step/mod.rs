//! What steps do.

mod cell;
mod channel;
mod lock;
mod queue;

use super::program::{Held, Op, Program};
use super::state::{Cell, Clock, State, Thread, join};

/// What becomes of a step.
pub enum Next {
    /// One of these.
    States(Vec<State>),
    /// It has to wait.
    Blocked,
    /// Its access races with an earlier one.
    Race,
    /// The program fails.
    Failure,
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
            | Op::Update(..)
            | Op::CompareExchange(..)
            | Op::ExchangeSum(..)
            | Op::Fence(_)
            | Op::Spin(..) => self.atomic(op),
            Op::Write(place, value) => self.write(place, value),
            Op::Read(place) => self.read(place),
            Op::Unless(register, value) => {
                let skips = self.own().registers[register] != value;
                self.skip_if(skips, 1);
                self.done()
            }
            Op::Lock(mutex)
            | Op::TryLock(mutex, _)
            | Op::Poison(mutex, _)
            | Op::Unlock(mutex)
            | Op::Put(mutex, _)
            | Op::Count(mutex, _)
            | Op::Look(mutex, _) => self.mutex(mutex, op),
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
            Op::Post(..)
            | Op::Take(..)
            | Op::TakeAny(_)
            | Op::TryTakeAny(_)
            | Op::PostOrTake(..) => self.select(program, op),
            Op::DropPosts | Op::DropTakers => self.leave_queues(op),
            Op::BeginOnce(_) | Op::EndOnce => self.once(op),
            Op::Set(..) | Op::Get(_) | Op::BeginInit(_) | Op::EndInit(_) => self.once_cell(op),
            Op::Park | Op::ParkTimeout | Op::Unpark(_) => self.park(op),
            Op::Arrive(_) | Op::Leave => self.meet(op),
            Op::Spawn(_) | Op::Join(_) | Op::Await(_) | Op::IsFinished(..) | Op::Exit => {
                self.thread(program, op)
            }
            Op::Fail => Next::Failure,
            Op::AddOwner | Op::CountOwners(_) | Op::Upgrade(..) | Op::DropOwner(_) => {
                self.counted(op)
            }
            Op::Panic(held, unwinding) => self.panic(held, unwinding),
        }
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

    fn park(&mut self, op: Op) -> Next {
        let (thread, clock) = (self.thread, self.clock());
        let tokens = &mut self.state.tokens;
        match op {
            Op::Unpark(other) => {
                tokens[other].value = 1;
                join(&mut tokens[other].clock, &clock);
            }
            Op::Park if tokens[thread].value == 0 => return Next::Blocked,
            Op::ParkTimeout if tokens[thread].value == 0 => {}
            _ => {
                tokens[thread].value = 0;
                let unparked = tokens[thread].clock;
                self.acquire(unparked);
            }
        }
        self.done()
    }

    fn meet(&mut self, op: Op) -> Next {
        let clock = self.clock();
        let arrived = &mut self.state.arrived;
        match op {
            Op::Arrive(to) => {
                arrived.value += 1;
                join(&mut arrived.clock, &clock);
                let is_last = arrived.value == 2;
                self.own().registers[to] = i32::from(is_last);
            }
            _ if arrived.value < 2 => return Next::Blocked,
            _ => {
                let arrived = arrived.clock;
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
                for queue in &mut self.state.queues {
                    if program.takes(other) {
                        queue.takers += 1;
                    } else {
                        queue.posts += 1;
                    }
                }
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
}
