//! What a program is in the middle of.

use super::program::{
    Body, CELLS, LOST, MUTEXES, Op, PLACES, Program, QUEUES, Room, THREADS, printed,
};

/// The cell that counts the owners of the counted object.
pub const OWNERS: usize = CELLS;

/// Of each thread, how many of its steps happened before.
pub type Clock = [u8; THREADS];

pub fn join(clock: &mut Clock, other: &Clock) {
    for (own, other) in clock.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wait {
    #[default]
    None,
    /// For a notification.
    Untimed,
    /// For a notification or the time limit.
    Timed,
}

/// What became of a message that waits for a receiver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offer {
    #[default]
    None,
    /// It waits.
    Made,
    /// It was received, after this.
    Taken(Clock),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Thread {
    pub spawned: bool,
    /// It has done all its steps, and others may know.
    pub ended: bool,
    /// `main` has its result.
    pub joined: bool,
    /// Its next step.
    pub at: usize,
    /// It is about to do no more than so many steps, which are those of its unwinding.
    pub unwinds: Option<usize>,
    pub wait: Wait,
    pub offer: Offer,
    /// Whether it waits to write, and keeps readers out.
    pub wants_to_write: bool,
    pub registers: Vec<i32>,
    /// Of plain places.
    pub reads: Vec<i32>,
    pub clock: Clock,
    /// At its last release fence.
    pub released: Clock,
    /// What its next acquire fence acquires.
    pub pending: Clock,
}

/// A cell, or anything that is handed on with what happened before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    pub value: i32,
    pub clock: Clock,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    pub value: i32,
    /// The last write of each thread.
    pub written: Clock,
    /// The last read of each thread.
    pub read: Clock,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub threads: Vec<Thread>,
    /// The program has ended.
    pub over: bool,
    /// The atomic ones, and the count of owners.
    pub cells: [Cell; CELLS + 1],
    pub places: [Place; PLACES],
    pub mutexes: [Mutex; MUTEXES],
    /// How many read, or -1 if one writes. Its clock is that of writers.
    pub shared: Cell,
    /// Of those that read.
    pub readers: Clock,
    pub channel: Channel,
    pub queues: [Queue; QUEUES],
    /// 0: not called; 1: being called; 2: called.
    pub once: Cell,
    pub set: Option<Cell>,
    /// Whether somebody is about to set it.
    pub initializes: bool,
    /// What happened before the last one who failed to.
    pub failed: Clock,
    /// Of each thread. 1: there is one.
    pub tokens: [Cell; THREADS],
    pub arrived: Cell,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mutex {
    /// The number that it guards, and what happened before it was unlocked.
    pub guarded: Cell,
    pub is_locked: bool,
    pub is_poisoned: bool,
}

/// Nothing is known of what happens before what by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Queue {
    pub messages: Vec<i32>,
    pub posts: usize,
    pub takers: usize,
}

/// Sends are ordered among themselves, and so are receives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channel {
    pub messages: Vec<Cell>,
    /// Where there is no room at all: those that wait for the receiver, each with its sender.
    pub offers: Vec<(usize, Cell)>,
    /// There, that the receiver waits, and what happened before.
    pub waits: Option<Clock>,
    /// In a channel with some room, what happened before each free place was there.
    pub free: Vec<Clock>,
    pub senders: usize,
    /// At the last send.
    pub sent: Clock,
    /// At the last receive.
    pub received: Clock,
    /// Of all senders that are gone.
    pub dropped: Clock,
    /// If the receiver is gone.
    pub closed: Option<Clock>,
}

impl Thread {
    /// Its steps.
    pub fn ops<'b>(&self, body: &'b Body) -> &'b [Op] {
        match self.unwinds {
            Some(count) => &body.unwinding[..count],
            None => &body.ops,
        }
    }

    /// What it leaves for who joins it.
    pub fn result(&self) -> Vec<i32> {
        match self.unwinds {
            Some(_) => vec![LOST],
            None => [&*self.registers, &*self.reads].concat(),
        }
    }
}

impl State {
    pub fn new(program: &Program) -> State {
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
        let queue = Queue {
            posts: 1,
            takers: 1,
            ..Queue::default()
        };
        let mut cells = [Cell::default(); CELLS + 1];
        cells[OWNERS].value = 1;
        State {
            threads: (0..program.bodies.len()).map(thread).collect(),
            channel: Channel {
                senders: 1,
                free: vec![Clock::default(); room],
                ..Channel::default()
            },
            queues: [queue.clone(), queue],
            cells,
            ..State::default()
        }
    }

    pub fn printed(&self, program: &Program) -> String {
        let shown = self.threads.len() - usize::from(program.is_nested);
        let of = |(index, thread): (usize, &Thread)| match index == 0 || thread.joined {
            true => thread.result(),
            false => Vec::new(),
        };
        let threads = self.threads[..shown].iter().enumerate().map(of);
        printed(&threads.collect::<Vec<_>>())
    }

    /// A notification comes.
    pub fn wake(&mut self, thread: usize) {
        let thread = &mut self.threads[thread];
        match thread.wait {
            Wait::Untimed => thread.at -= 1,
            Wait::Timed => thread.at += 1,
            Wait::None => unreachable!("who is woken waits"),
        }
        thread.wait = Wait::None;
    }
}
