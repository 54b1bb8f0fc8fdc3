//! Intrinsics that are concurrency actions.

use super::Values;
use crate::diagnostic::Result;
use crate::lower::lower::Lower;
use crate::mono::layout::scalar_of;
use crate::ty::Ty;
use crate::typed::Instance;
use vscheck_ir::{Action, Arg, Inst, Operand, Reg, RmwOp, ScalarType};

impl Lower<'_> {
    /// The action of this name, on the type in the first generic argument.
    pub(super) fn action(&mut self, name: &str, instance: Instance) -> Result<Option<Action>> {
        if name == "channel_select" {
            return self.select(instance.args.ty(0)).map(Some);
        }
        if !name.starts_with("atomic_") {
            return Ok(plain(name));
        }
        let ty = match instance.args.list().first() {
            Some(_) => self.atomic_type(instance.args.ty(0))?,
            None => return Ok(None),
        };
        Ok(Some(match name {
            "atomic_load" => Action::AtomicLoad(ty),
            "atomic_store" => Action::AtomicStore(ty),
            "atomic_cas" => Action::AtomicCas { ty, weak: false },
            "atomic_cas_weak" => Action::AtomicCas { ty, weak: true },
            _ => match name.strip_prefix("atomic_rmw_").and_then(rmw) {
                Some(op) => Action::AtomicRmw(op, ty),
                None => return Ok(None),
            },
        }))
    }

    fn select(&mut self, channels: Ty) -> Result<Action> {
        match u8::try_from(self.mono.cells(channels)?) {
            Ok(arms) if arms <= Action::MAX_SELECTED => Ok(Action::ChannelSelect { arms }),
            _ => self.unsupported("a selection of more than 32 channels"),
        }
    }

    fn atomic_type(&mut self, ty: Ty) -> Result<ScalarType> {
        match scalar_of(ty) {
            Some(scalar) if self.mono.cells(ty)? == scalar.cells() => Ok(scalar),
            _ => self.unsupported("an atomic of this type"),
        }
    }

    /// Emits an action.
    pub fn sync(
        &mut self,
        action: Action,
        args: Values<'_>,
        ret: Ty,
        visible: bool,
    ) -> Result<Arg> {
        let args = self.flat(args);
        let result = self.regs(ret)?;
        let dst = match result.src {
            Operand::Reg(reg) => reg,
            Operand::Const(_) => Reg(0),
        };
        self.code.emit(Inst::Sync {
            action,
            dst,
            args,
            visible,
        });
        if action == Action::ExitProcess {
            self.code.terminate(Inst::Unreachable);
        }
        Ok(result)
    }
}

fn rmw(name: &str) -> Option<RmwOp> {
    Some(match name {
        "swap" => RmwOp::Swap,
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "nand" => RmwOp::Nand,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "max" => RmwOp::Max,
        "min" => RmwOp::Min,
        _ => return None,
    })
}

fn plain(name: &str) -> Option<Action> {
    Some(match name {
        "fence" => Action::Fence,
        "mutex_lock" => Action::MutexLock,
        "mutex_lock_when" => Action::MutexLockWhen,
        "mutex_try_lock" => Action::MutexTryLock,
        "mutex_unlock" => Action::MutexUnlock,
        "rwlock_read" => Action::RwLockRead,
        "rwlock_write" => Action::RwLockWrite,
        "rwlock_try_read" => Action::RwLockTryRead,
        "rwlock_try_write" => Action::RwLockTryWrite,
        "rwlock_unlock_read" => Action::RwLockUnlockRead,
        "rwlock_unlock_write" => Action::RwLockUnlockWrite,
        "condvar_wait" => Action::CondvarWait,
        "condvar_wait_timeout" => Action::CondvarWaitTimeout,
        "condvar_notify_one" => Action::NotifyOne,
        "condvar_notify_all" => Action::NotifyAll,
        "barrier_wait" => Action::BarrierWait,
        "once_begin" => Action::OnceBegin,
        "once_end" => Action::OnceEnd,
        "once_get" => Action::OnceGet,
        "channel_send" => Action::ChannelSend,
        "channel_try_send" => Action::ChannelTrySend,
        "channel_send_timeout" => Action::ChannelSendTimeout,
        "channel_receive" => Action::ChannelReceive,
        "channel_try_receive" => Action::ChannelTryReceive,
        "channel_receive_timeout" => Action::ChannelReceiveTimeout,
        "channel_add_sender" => Action::ChannelAddSender,
        "channel_drop_sender" => Action::ChannelDropSender,
        "channel_drop_receiver" => Action::ChannelDropReceiver,
        "channel_len" => Action::ChannelLen,
        "spawn" => Action::Spawn,
        "join" => Action::Join,
        "is_finished" => Action::IsFinished,
        "park" => Action::Park,
        "park_timeout" => Action::ParkTimeout,
        "unpark" => Action::Unpark,
        "yield_now" | "spin_loop" => Action::Yield,
        "sleep" => Action::Sleep,
        "exit_process" => Action::ExitProcess,
        "ref_increment" => Action::RefIncrement,
        "ref_decrement" => Action::RefDecrement,
        "ref_count" => Action::RefCount,
        "ref_increment_if_alive" => Action::RefIncrementIfAlive,
        "ref_is_unique" => Action::RefIsUnique,
        "ref_decrement_if_unique" => Action::RefDecrementIfUnique,
        "print" => Action::Print,
        "choose" | "choose_patience" => Action::Choose,
        _ => return None,
    })
}
