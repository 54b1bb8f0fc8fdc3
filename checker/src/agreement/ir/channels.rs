//! Operations on channels.

use super::{CHANNEL_STATIC, SECOND_CHANNEL_STATIC, Writer, nanoseconds};
use crate::agreement::program::{CHANNELS, End, Patience, Program, Stmt};
use vscheck_ir::{Action, Operand, ScalarType};

impl Writer<'_> {
    pub(super) fn channel(&mut self, action: Action, rest: Vec<Operand>) {
        let mut args = vec![self.address(CHANNEL_STATIC)];
        args.extend(rest);
        let result = self.reg(ScalarType::U64);
        self.sync(action, args, result, true);
        self.set_local(Operand::Reg(result));
    }

    pub(super) fn channel_for(&mut self, action: Action, milliseconds: u64) {
        self.channel(action, vec![nanoseconds(milliseconds)]);
    }

    pub(super) fn select(&mut self, ends: &[End], patience: Patience) {
        let mut args: Vec<Operand> = Vec::new();
        args.extend(ends.iter().map(|end| self.channel_address(end.channel)));
        let nanos = match patience {
            Patience::None => Operand::Const(0),
            Patience::Time(ms) => nanoseconds(ms),
            Patience::Forever => Operand::Const(u64::MAX),
        };
        let action = match (ends, patience) {
            ([end], Patience::None) if end.sends => Action::ChannelTrySend,
            ([_], Patience::None) => Action::ChannelTryReceive,
            ([end], Patience::Time(_)) if end.sends => Action::ChannelSendTimeout,
            ([_], Patience::Time(_)) => Action::ChannelReceiveTimeout,
            ([end], Patience::Forever) if end.sends => Action::ChannelSend,
            ([_], Patience::Forever) => Action::ChannelReceive,
            _ => Action::ChannelSelect {
                arms: ends.len() as u8,
            },
        };
        if let Action::ChannelSelect { .. } = action {
            let bits = ends
                .iter()
                .enumerate()
                .map(|(arm, end)| u64::from(end.sends) << arm);
            args.extend([Operand::Const(bits.sum()), Operand::Const(0), nanos]);
        } else if let Patience::Time(_) = patience {
            args.push(nanos);
        }
        let result = self.reg(ScalarType::U64);
        self.sync(action, args, result, true);
        self.set_local(Operand::Reg(result));
    }

    pub(super) fn len(&mut self, channel: usize) {
        if self.functions.bounds[channel] == Some(0) {
            return self.set_local(Operand::Const(0));
        }
        let (channel, len) = (self.channel_address(channel), self.reg(ScalarType::U64));
        self.sync(Action::ChannelLen, vec![channel], len, true);
        self.set_local(Operand::Reg(len));
    }

    fn channel_address(&mut self, channel: usize) -> Operand {
        const { assert!(CHANNELS == 2) };
        self.address([CHANNEL_STATIC, SECOND_CHANNEL_STATIC][channel])
    }

    /// Gives away the ends that the body of a thread is about, and has not given away.
    pub(super) fn drop_ends(&mut self, body: &[Stmt]) {
        for end in Program::ends_left(body) {
            self.stmt(&Stmt::DropEnd(end));
        }
    }

    /// Gives away an end of a channel.
    pub(super) fn drop_end(&mut self, channel: usize, sends: bool) {
        let channel = self.channel_address(channel);
        let drop = match sends {
            true => Action::ChannelDropSender,
            false => Action::ChannelDropReceiver,
        };
        self.act(drop, vec![channel]);
    }
}
