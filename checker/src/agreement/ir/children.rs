//! Threads, their ends and what they leave.

use super::{ATOMIC, CHANNEL_STATIC, RESULT_STATIC, Writer};
use crate::agreement::program::{Results, Stmt, uses_channel};
use vscheck_ir::{
    Action, BinOp, CellKind, FuncId, Function, Inst, Intrinsic, Operand, ScalarType, SyncKind,
};

/// What is left of a thread for who joins it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// Its last `r`, where all results are.
    Result,
    /// Its last `r`, in a packet, so that it is like others.
    Packet,
    /// Nothing, so that it is like others.
    Nothing,
}

/// What is done with a thread that was joined.
#[derive(Clone, Copy)]
enum Left {
    /// Its result is taken, which is at this place.
    Result(usize),
    /// It was one of a team.
    Member {
        /// What stands for its packet, if it has left its result.
        handed_over: Option<Operand>,
        /// Whether results are only added.
        adds: bool,
        /// Whether atomic 0 is counted up.
        apart: bool,
    },
}

impl Writer<'_> {
    /// Statements, and the joins of the threads that they spawn.
    pub(super) fn body(&mut self, body: &[Stmt]) {
        let mut children = Vec::new();
        for stmt in body {
            match stmt {
                Stmt::Spawn(body) => {
                    let (handle, index) = self.spawn_child(body);
                    children.push((handle, Left::Result(index)));
                }
                Stmt::Detach(body) => {
                    self.spawn_child(body);
                }
                Stmt::Team {
                    apart,
                    results,
                    body,
                } => children.extend(self.team(*apart, *results, body)),
                stmt => self.stmt(stmt),
            }
        }
        for (handle, left) in children {
            self.act(Action::Join, vec![handle]);
            self.take(handle, left);
        }
    }

    /// Starts two threads with one body; gives their handles, and what is done when they are joined.
    fn team(&mut self, apart: bool, results: Results, body: &[Stmt]) -> [(Operand, Left); 2] {
        let leaves = match results {
            Results::Ignored => Leaves::Nothing,
            Results::Added | Results::InOrder => Leaves::Packet,
        };
        let function = self.child(body, leaves);
        [(); 2].map(|()| {
            let (handle, handed_over) = self.start_child(body, function, leaves);
            let member = Left::Member {
                handed_over,
                adds: results == Results::Added,
                apart,
            };
            (handle, member)
        })
    }

    /// Does what is to be done with a thread that was joined.
    fn take(&mut self, handle: Operand, left: Left) {
        let (handed_over, adds, apart) = match left {
            Left::Result(index) => return self.load_result(index),
            Left::Member {
                handed_over,
                adds,
                apart,
            } => (handed_over, adds, apart),
        };
        if let Some(handed_over) = handed_over {
            let packet = self.reg(ScalarType::Ptr);
            self.emit(Inst::Intrinsic {
                op: Intrinsic::TakePacket,
                dst: packet,
                args: [handle, handed_over].into(),
            });
            let (result, ptr) = (self.reg(super::INT), Operand::Reg(packet));
            self.load_plain(result, ptr);
            self.emit(Inst::Free { ptr });
            let (dst, local) = (self.local, Operand::Reg(self.local));
            if !adds {
                self.binary(BinOp::Add, dst, local, local);
            }
            self.binary(BinOp::Add, dst, local, Operand::Reg(result));
        }
        if apart {
            self.stmt(&Stmt::Count(0));
        }
    }

    /// Starts a thread with a body of its own; gives its handle and its place among the results.
    fn spawn_child(&mut self, body: &[Stmt]) -> (Operand, usize) {
        let index = self.child(body, Leaves::Result);
        let (handle, _) = self.start_child(body, index, Leaves::Result);
        (handle, index)
    }

    /// Writes the function of a thread; gives its number.
    fn child(&mut self, body: &[Stmt], leaves: Leaves) -> usize {
        let index = self.functions.threads.len();
        self.functions.threads.push(Function::default());
        let mut writer = Writer::new(&format!("child{index}"), self.functions);
        writer.body(body);
        match leaves {
            Leaves::Result => writer.store_result(index),
            Leaves::Packet => writer.fill_packet(),
            Leaves::Nothing => {}
        }
        if uses_channel(body) {
            writer.stmt(&Stmt::DropSender);
        }
        self.functions.threads[index] = writer.finish();
        index
    }

    /// Gives its handle, and what stands for its packet, if it has one.
    fn start_child(
        &mut self,
        body: &[Stmt],
        function: usize,
        leaves: Leaves,
    ) -> (Operand, Option<Operand>) {
        if uses_channel(body) {
            let channel = self.address(CHANNEL_STATIC);
            self.act(Action::ChannelAddSender, vec![channel]);
        }
        self.spawn(function, leaves)
    }

    pub(super) fn spawn(&mut self, function: usize, leaves: Leaves) -> (Operand, Option<Operand>) {
        let dst = self.reg(ScalarType::Func);
        let thread = self.function.new_cell(CellKind::Sync(SyncKind::Thread));
        let func = FuncId::new(function);
        self.emit(Inst::FuncAddr { dst, func });
        let nothing = Operand::Const(0);
        let (packet, handed_over) = match leaves {
            Leaves::Result => (nothing, None),
            // What is kept of threads that leave nothing is nothing; but it is kept.
            Leaves::Nothing => (Operand::Const(1), None),
            Leaves::Packet => {
                let (packet, handed_over) = self.packet();
                (packet, Some(handed_over))
            }
        };
        let has_result = Operand::Const((leaves == Leaves::Packet) as u64);
        let args = vec![Operand::Reg(dst), packet, packet, has_result];
        self.sync(Action::Spawn, args, thread, true);
        (Operand::Reg(thread), handed_over)
    }

    /// A new packet, which holds what a panic leaves, and what stands for it.
    fn packet(&mut self) -> (Operand, Operand) {
        let (packet, handed_over) = (self.reg(ScalarType::Ptr), self.reg(ScalarType::Ptr));
        self.emit(Inst::Alloc {
            dst: packet,
            layout: ATOMIC,
            count: Operand::Const(1),
        });
        self.store_plain(Operand::Reg(packet), 0, Operand::Const(6));
        self.emit(Inst::Intrinsic {
            op: Intrinsic::HandOver,
            dst: handed_over,
            args: [Operand::Reg(packet)].into(),
        });
        (Operand::Reg(packet), Operand::Reg(handed_over))
    }

    /// Leaves the result in the packet that the thread was given.
    fn fill_packet(&mut self) {
        self.function.params = 1;
        let (packet, src) = (Operand::Reg(self.data), Operand::Reg(self.local));
        self.store_plain(packet, 0, src);
    }

    pub(super) fn store_result(&mut self, thread: usize) {
        let (ptr, src) = (self.address(RESULT_STATIC), Operand::Reg(self.local));
        self.store_plain(ptr, thread as u32, src);
    }

    /// `r` becomes the last `r` of a thread that has ended.
    pub(super) fn load_result(&mut self, thread: usize) {
        let results = self.address(RESULT_STATIC);
        self.load_local(results, thread as u32);
    }
}
