//! What steps do to the channel.

use super::super::program::{Op, Program, Room};
use super::super::state::{Cell, Clock, Offer, join};
use super::{Next, Step};

impl Step {
    /// Sends a message; with a register, only if nobody has to be waited for.
    pub fn send(&mut self, program: &Program, value: i32, attempt: Option<usize>) -> Next {
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
            return self.attempted(attempt, 1);
        }
        match attempt {
            Some(_) => self.attempted(attempt, 0),
            None => Next::Blocked,
        }
    }

    /// The end of an attempt, or of what was none.
    fn attempted(&mut self, attempt: Option<usize>, result: i32) -> Next {
        if let Some(to) = attempt {
            self.own().registers[to] = result;
        }
        self.done()
    }

    fn not_sent(&mut self, closed: Clock, attempt: Option<usize>) -> Next {
        self.acquire(closed);
        self.attempted(attempt, -1)
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
            return self.attempted(attempt, 1);
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
                self.attempted(attempt, 1)
            }
            None if attempt.is_some() => self.attempted(attempt, 0),
            None => {
                channel.offers.push((thread, Cell { value, clock }));
                self.own().offer = Offer::Made;
                self.stay()
            }
        }
    }

    pub fn receive(&mut self, program: &Program, op: Op) -> Next {
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

    pub fn close(&mut self, op: Op) -> Next {
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
}
