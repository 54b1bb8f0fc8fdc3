//! What steps do to atomic cells, plain places, and the counted object.

use super::super::program::{Op, THREADS};
use super::super::state::{Cell, Clock, OWNERS, Place, join};
use super::{Next, Step};
use std::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release};

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

impl Step {
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

    pub fn atomic(&mut self, op: Op) -> Next {
        match op {
            Op::Store(cell, value, ordering) => {
                let clock = self.release(ordering);
                self.state.cells[cell] = Cell { value, clock };
            }
            Op::Load(cell, to, ordering) => {
                self.own().registers[to] = self.load(cell, ordering);
            }
            Op::Update(cell, change, to, ordering) => {
                let found = self.load(cell, ordering);
                self.modify(cell, change.of(found), ordering);
                if let Some(to) = to {
                    self.own().registers[to] = found;
                }
            }
            Op::CompareExchange(cell, [expected, new], to, [success, failure]) => {
                let succeeds = self.state.cells[cell].value == expected;
                let found = self.load(cell, if succeeds { success } else { failure });
                if succeeds {
                    self.modify(cell, new, success);
                }
                self.own().registers[to] = found;
            }
            Op::ExchangeSum(cell, value, register, [success, failure], back) => {
                let expected = self.own().registers[register];
                let succeeds = self.state.cells[cell].value == expected;
                let found = self.load(cell, if succeeds { success } else { failure });
                if succeeds {
                    self.modify(cell, found + value, success);
                } else {
                    self.own().registers[register] = found;
                    self.own().at -= back;
                    return self.stay();
                }
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

    pub fn write(&mut self, place: usize, value: i32) -> Next {
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

    pub fn read(&mut self, place: usize) -> Next {
        let Place { value, written, .. } = self.state.places[place];
        if self.races_with(&written) {
            return Next::Race;
        }
        let (thread, clock) = (self.thread, self.clock());
        self.state.places[place].read[thread] = clock[thread];
        self.own().reads.push(value);
        self.done()
    }

    pub fn counted(&mut self, op: Op) -> Next {
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
