//! Which releases of locks somebody may see who does not wait for the lock.
//!
//! Of locks that guard something of one type, told apart by that type: an attempt sees whether a lock is held.
//! An attempt to read is kept out by readers only for the sake of a writer that waits for them.

use super::{FnKey, Mono};
use crate::ty::{GenericArg, Ty, TyKind};
use rustc_hash::FxHashSet;
use vscheck_ir::{Action, FuncId};

/// The types of what locks guard on which something is done; `None` stands for any type.
struct Guarded(FxHashSet<Option<Ty>>);

impl Guarded {
    /// Whether a lock around this type may be one of them.
    fn may_be(&self, ty: Option<Ty>) -> bool {
        self.0.contains(&ty) || self.0.contains(&None) || ty.is_none() && !self.0.is_empty()
    }
}

impl Mono {
    /// The releases, by function and action, that somebody may see who does not wait for the lock. Before
    /// inlining: the type behind a lock is known from the function that names it.
    pub(super) fn seen_unlocks(&self) -> FxHashSet<(FuncId, Action)> {
        let tried = self.guarded(|action| action == Action::MutexTryLock);
        let tried_to_read = self.guarded(|action| action == Action::RwLockTryRead);
        let tried_to_write = self.guarded(|action| action == Action::RwLockTryWrite);
        let written = self.guarded(|action| action == Action::RwLockWrite);
        let is_seen = |action, ty| match action {
            Action::MutexUnlock => tried.may_be(ty),
            Action::RwLockUnlockWrite => tried_to_read.may_be(ty) || tried_to_write.may_be(ty),
            Action::RwLockUnlockRead => {
                tried_to_write.may_be(ty) || tried_to_read.may_be(ty) && written.may_be(ty)
            }
            _ => false,
        };
        let mut seen = FxHashSet::default();
        for (key, &func) in &self.functions {
            let ty = self.guarded_type(key);
            for action in self.actions_of(func) {
                if is_seen(action, ty) {
                    seen.insert((func, action));
                }
            }
        }
        seen
    }

    fn guarded(&self, wanted: fn(Action) -> bool) -> Guarded {
        let does = |&(_, &func): &(&FnKey, &FuncId)| self.has_action(func, wanted);
        let found = self.functions.iter().filter(does);
        Guarded(found.map(|(key, _)| self.guarded_type(key)).collect())
    }

    /// What a library function's lock guards: its first type argument. None if it may be seen as another type:
    /// a trait object or a slice.
    fn guarded_type(&self, key: &FnKey) -> Option<Ty> {
        let FnKey::Instance(instance) = key else {
            return None;
        };
        let mut types = instance.args.list().iter().filter_map(|arg| match arg {
            GenericArg::Type(ty) => Some(*ty),
            _ => None,
        });
        types.next().filter(|&ty| self.is_sized(ty))
    }

    fn is_sized(&self, ty: Ty) -> bool {
        match ty.kind() {
            TyKind::Dyn(_) | TyKind::Slice(_) | TyKind::Str => false,
            _ => match self.tail(ty) {
                Ok(tail) => tail.is_none_or(|tail| self.is_sized(tail)),
                Err(_) => false,
            },
        }
    }
}
