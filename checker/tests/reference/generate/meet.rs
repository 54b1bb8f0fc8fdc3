//! Messages, tokens, cells that are set once, spinning, and the counted object.

use super::super::program::{CELLS, DESTROYED, Held, NOTHING, Op, Piece, QUEUES, Room};
use super::{Theme, Writer};
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};

impl Writer {
    pub fn message(&mut self, theme: Theme) -> Option<Piece> {
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
        if matches!(self.program.channel, Some(Room::Bounded(_))) && self.random.chance(40) {
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

    pub fn queue_operation(&mut self) -> Piece {
        let (queue, value) = (self.random.below(QUEUES), self.number());
        if !self.program.takes(self.thread) {
            let posts = "own.queues.posts.as_ref().unwrap()";
            if self.thread == 0 && self.random.chance(30) {
                let to = self.register();
                let other = 1 - queue;
                let text = format!(
                    "r[{to}] = crossbeam_channel::select! {{ send({posts}[{queue}], {value}) -> result => post(result), \
                     recv(own.queues.takers.as_ref().unwrap()[{other}]) -> message => \
                     message.unwrap_or(-1) + {other} * 10 }};"
                );
                return Piece::one(Op::PostOrTake(queue, value, to), text);
            }
            let text = format!("{posts}[{queue}].send({value}).unwrap_or(());");
            return Piece::one(Op::Post(queue, value), text);
        }
        let (takers, to) = ("own.queues.takers.as_ref().unwrap()", self.register());
        let arm = |queue: usize| {
            format!("recv({takers}[{queue}]) -> message => message.unwrap_or(-1) + {queue} * 10")
        };
        let (op, text) = match self.random.below(3) {
            0 => (
                Op::Take(queue, to),
                format!("{takers}[{queue}].recv().unwrap_or(-1)"),
            ),
            1 => (
                Op::TakeAny(to),
                format!("crossbeam_channel::select! {{ {}, {} }}", arm(0), arm(1)),
            ),
            _ => (
                Op::TryTakeAny(to),
                format!(
                    "crossbeam_channel::select! {{ {}, {}, default => {NOTHING} }}",
                    arm(0),
                    arm(1)
                ),
            ),
        };
        Piece::one(op, format!("r[{to}] = {text};"))
    }

    pub fn park_or_unpark(&mut self) -> Piece {
        if self.thread != 0 && self.random.chance(70) {
            return Piece::one(Op::Unpark(0), "own.main.unpark();".into());
        }
        match self.random.chance(30) {
            true => {
                let text = "thread::park_timeout(Duration::from_millis(5));";
                Piece::one(Op::ParkTimeout, text.into())
            }
            false => Piece::one(Op::Park, "thread::park();".into()),
        }
    }

    pub fn cell_set_once(&mut self) -> Piece {
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

    pub fn spin(&mut self) -> Piece {
        let (cell, ordering) = (
            self.random.below(CELLS),
            self.one_of(&[Relaxed, Acquire, SeqCst]),
        );
        let rest = self.one_of(&["thread::yield_now();", "std::hint::spin_loop();", ""]);
        let text = format!("while CELLS[{cell}].load({ordering:?}) == 0 {{ {rest} }}");
        Piece::one(Op::Spin(cell, ordering), text)
    }

    /// Something of the counted object.
    pub fn owner(&mut self) -> Piece {
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
        let dropped = Piece::of(&self.owner_dropped(None), text);
        dropped.within(&[Op::Upgrade(to, 2)], &[], "{}")
    }

    pub fn drop_owner(&mut self) -> Piece {
        self.owns = false;
        Piece::of(&self.owner_dropped(None), "own.counted = None;".into())
    }

    fn take_inner(&mut self, to: usize) -> Piece {
        self.owns = false;
        let text =
            format!("r[{to}] = Arc::into_inner(own.counted.take().unwrap()).is_some() as i32;");
        Piece::of(&self.owner_dropped(Some(to)), text)
    }

    /// An owner of the counted object is dropped, and perhaps the object.
    pub fn owner_dropped(&self, whether_last: Option<usize>) -> [Op; 2] {
        let (to, value) = DESTROYED;
        let destroy = match self.program.is_safe {
            true => Op::Store(to, value, Relaxed),
            false => Op::Write(to, value),
        };
        [Op::DropOwner(whether_last), destroy]
    }
}
