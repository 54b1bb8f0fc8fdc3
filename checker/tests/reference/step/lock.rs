//! What steps do to mutexes, the condition variable, and the read-write lock.

use super::super::program::{Held, Op};
use super::super::state::{Cell, Wait, join};
use super::{Next, Step};

impl Step {
    pub fn mutex(&mut self, index: usize, op: Op) -> Next {
        let mutex = &mut self.state.mutexes[index];
        match op {
            Op::Lock(_) if mutex.is_locked => return Next::Blocked,
            Op::TryLock(_, steps) if mutex.is_locked => self.skip_if(true, steps),
            Op::Lock(_) | Op::TryLock(..) => {
                mutex.is_locked = true;
                let unlocked = mutex.guarded.clock;
                self.acquire(unlocked);
            }
            Op::Poison(_, to) => self.own().registers[to] = i32::from(mutex.is_poisoned),
            Op::Put(_, value) => mutex.guarded.value = value,
            Op::Count(_, change) => mutex.guarded.value += change,
            Op::Look(_, to) => self.own().registers[to] = mutex.guarded.value,
            _ => self.let_go(Held::Mutex(index)),
        }
        self.done()
    }

    /// Gives up what the thread holds.
    pub fn let_go(&mut self, held: Held) {
        let clock = self.clock();
        let state = &mut self.state;
        match held {
            Held::Nothing => {}
            Held::Mutex(index) => {
                state.mutexes[index].is_locked = false;
                state.mutexes[index].guarded.clock = clock;
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

    pub fn panic(&mut self, held: Held, unwinding: usize) -> Next {
        if let Held::Mutex(index) = held {
            self.state.mutexes[index].is_poisoned = true;
        }
        self.let_go(held);
        (self.own().at, self.own().unwinds) = (0, Some(unwinding));
        self.done()
    }

    pub fn wait(&mut self, op: Op) -> Next {
        match op {
            Op::AwaitCount if self.state.mutexes[0].guarded.value != 0 => return self.done(),
            Op::WaitTimeout(to) if self.own().wait == Wait::Timed => {
                self.own().wait = Wait::None;
                self.own().registers[to] = 1;
                return self.done();
            }
            Op::WaitTimeout(to) => {
                self.own().registers[to] = 0;
                self.own().wait = Wait::Timed;
            }
            _ => self.own().wait = Wait::Untimed,
        }
        self.let_go(Held::Mutex(0));
        self.stay()
    }

    pub fn notify(&mut self, all: bool) -> Next {
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

    pub fn lock_read_write(&mut self, op: Op) -> Next {
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
}
