//! How scopes wait for their threads (`models/thread/scoped.rs`).
//!
//! std's count the threads that have not let go of their results, and the last one unparks who waits. To join them
//! instead has fewer orders, and is the same where nobody can tell: a thread that has let go of its result runs
//! nothing that others see, and no thread that ends a scope parks by itself, so that nobody misses what the token
//! was given for, or is woken by what was left of it.

use super::{FnKey, Mono};
use rustc_hash::FxHashSet;
use vscheck_ir::{Action, Callee, FuncId, Inst};

impl Mono {
    /// Leaves one of the two ways to wait in the program. Whether threads are counted.
    pub(super) fn settle_scopes(&mut self) -> bool {
        let ends = self.model_functions(&["await_threads"]);
        let outlived = !ends.is_empty() && self.locals_are_dropped_aloud();
        let counts = outlived || self.parks_beside(&ends);
        self.program.threads_outlive_scopes = outlived;
        self.make_idle(match counts {
            true => &["join_threads"],
            false => &["enter_scope", "leave_scope", "await_threads"],
        });
        counts
    }

    /// Whether the destructor of some thread-local does what others may see.
    fn locals_are_dropped_aloud(&self) -> bool {
        let ids = self.functions.values().copied();
        let counting = ids
            .filter(|&id| self.has_action(id, super::visibility::is_count))
            .collect();
        let drops = self.model_functions(&["drop_local"]);
        let mut dropped = self.functions.iter().filter_map(|(key, id)| match key {
            FnKey::Instance(instance) if drops.contains(id) => Some(instance.args.ty(0)),
            _ => None,
        });
        dropped.any(|ty| !self.drops_silently(ty, &counting))
    }

    /// Whether a thread may call one of these functions, and park elsewhere.
    fn parks_beside(&self, ends: &FxHashSet<FuncId>) -> bool {
        let parks = |action| matches!(action, Action::Park | Action::ParkTimeout);
        let mut outermost = self.model_functions(&["thread_start"]);
        let threads = outermost.clone();
        outermost.insert(self.program.start);
        let pointed_at = self.called_by_pointer(&threads);
        outermost.iter().any(|&root| {
            let called = self.called_from(root, &pointed_at);
            let parking = called.iter().filter(|&&id| self.has_action(id, parks));
            called.iter().any(|id| ends.contains(id))
                && parking.clone().any(|id| !ends.contains(id))
        })
    }

    /// Everything that may be called by a pointer or through a vtable, but for what threads begin with.
    fn called_by_pointer(&self, threads: &FxHashSet<FuncId>) -> FxHashSet<FuncId> {
        let methods = self
            .program
            .vtables
            .iter()
            .flat_map(|vtable| &vtable.methods);
        let mut found: FxHashSet<FuncId> = methods.filter_map(|method| *method).collect();
        for function in &self.program.functions {
            found.extend(function.code.iter().filter_map(|inst| match inst {
                Inst::FuncAddr { func, .. } if !threads.contains(func) => Some(*func),
                _ => None,
            }));
        }
        found
    }

    /// What a thread may call that begins with a function.
    fn called_from(&self, root: FuncId, by_pointer: &FxHashSet<FuncId>) -> FxHashSet<FuncId> {
        let mut called = FxHashSet::default();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if !called.insert(id) {
                continue;
            }
            for inst in &self.program.functions[id.index()].code {
                match inst {
                    Inst::Call {
                        callee: Callee::Function(callee),
                        ..
                    } => work.push(*callee),
                    Inst::Call { .. } => work.extend(by_pointer.difference(&called)),
                    _ => {}
                }
            }
        }
        called
    }
}
