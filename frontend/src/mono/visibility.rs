//! Which actions the rest of the program can tell the time of (`ir::action`, *movers*).
//!
//! An unlock moves next to the operation before it unless something in the program looks at such a
//! lock without taking it (`mono/unlocks.rs`), or releases locks for others, and so does the poisoning of a
//! lock that its holder is about to release, where nobody looks at the flag without the lock. A reference
//! count matters only where somebody looks at it, where somebody may add to it who owns none of it, or where
//! the last drop runs code of the user's or another visible action. How many weak references there are matters
//! only where somebody looks. Who prints waits for nobody where nobody locks a stream, and a panic looks for its
//! hook only where somebody sets one.

use super::{FnKey, Mono};
use crate::symbol::Symbol;
use crate::ty::{GenericArg, Ty, TyKind};
use rustc_hash::{FxHashMap, FxHashSet};
use vscheck_ir::{Action, Callee, FuncId, Inst, Reg};

/// Functions of the library by name, each with whether it is generic itself.
pub(super) type Library = FxHashMap<Symbol, Vec<(FuncId, bool)>>;

impl Mono {
    /// Clears the marks of actions that nobody can see. Before inlining: the type behind a reference
    /// count is known from the function that names it.
    pub fn hide_movers(&mut self) {
        if !self.reaches("swap_hook") {
            self.make_idle(&["run_hook"]);
        }
        if !self.reaches("drive_sole") {
            self.make_idle(&["expect_sole", "is_sole"]);
        }
        if !self.reaches("note_check") {
            self.make_idle(&["judge_behind_check"]);
        }
        self.free_streams();
        if !self.reaches("clear_poison") {
            self.make_idle(&["is_cleared"]);
        }
        let counts_threads = self.settle_scopes();
        let unlocks_for_others = self.reaches("force_unlock");
        self.program.unlocks_for_others = unlocks_for_others;
        let seen_unlocks = self.seen_unlocks();
        let flags = self.guarded_flags();
        let unowned = self.counted_unowned();
        let mut counts = self.silent_counts(&unowned);
        if counts_threads {
            // Who lets go of a result last takes its thread out of the scope.
            let lets_go = self.model_functions(&["release_packet"]);
            counts.retain(|func| !lets_go.contains(func));
        }
        self.program.counts_unowned = !unowned.is_empty();
        for (index, function) in self.program.functions.iter_mut().enumerate() {
            let func = FuncId::new(index);
            for inst in &mut function.code {
                let Inst::Sync {
                    action, visible, ..
                } = inst
                else {
                    continue;
                };
                let hidden = match action {
                    Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite => {
                        !unlocks_for_others && !seen_unlocks.contains(&(func, *action))
                    }
                    Action::RefIncrement | Action::RefDecrement => counts.contains(&func),
                    Action::AtomicStore(_) => Some(func) == flags,
                    _ => false,
                };
                *visible &= !hidden;
            }
        }
    }

    /// Lets prints go at once if the program locks no standard stream and formats nothing that may wait or
    /// print.
    fn free_streams(&mut self) {
        let prints = self.formatting_may(|action| action == Action::Print);
        if !prints {
            self.make_idle(&["formatting_prints"]);
        }
        if prints || self.formatting_may(|action| action.facts().waits) {
            return;
        }
        self.make_idle(&["hold_stream", "let_go_of_stream"]);
        if !self.reaches("lock_stream") {
            self.make_idle(&["enter_stream", "leave_stream"]);
        }
    }

    /// Lets library functions with one of these names do nothing. One that answers says no.
    pub(super) fn make_idle(&mut self, names: &[&str]) {
        for func in self.model_functions(names) {
            let function = &mut self.program.functions[func.index()];
            let (dst, cells) = (Reg(0), function.returns);
            let no = (cells > 0).then_some(Inst::Zero { dst, cells });
            function.code = no.into_iter().chain([Inst::Return { src: dst }]).collect();
            function.spans.truncate(function.code.len());
            function.landings.clear();
        }
    }

    /// Whether some way to format a value does such a thing, as far as plain calls tell.
    fn formatting_may(&self, wanted: fn(Action) -> bool) -> bool {
        let formats = |key: &FnKey| match key {
            FnKey::Instance(instance) => self.hir.def(instance.def).name.as_str() == "fmt",
            _ => false,
        };
        let found = self.functions.iter().filter(|(key, _)| formats(key));
        let mut work: Vec<FuncId> = found.map(|(_, &id)| id).collect();
        let mut seen = FxHashSet::default();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            if self.has_action(id, wanted) {
                return true;
            }
            let code = &self.program.functions[id.index()].code;
            work.extend(code.iter().filter_map(|inst| match inst {
                Inst::Call {
                    callee: Callee::Function(callee),
                    ..
                } => Some(*callee),
                _ => None,
            }));
        }
        false
    }

    /// Whether a library function of this name is part of the program.
    fn reaches(&self, name: &str) -> bool {
        let named = self.library().get(&Symbol::new(name));
        named.is_some_and(|named| named.iter().any(|&(_, is_generic)| !is_generic))
    }

    /// The library functions of the program. To be asked for when all of it has been made.
    fn library(&self) -> &Library {
        self.library.get_or_init(|| {
            let mut library = Library::default();
            for (key, &func) in &self.functions {
                let FnKey::Instance(instance) = key else {
                    continue;
                };
                let item = self.hir.def(instance.def);
                if item.is_model {
                    let is_generic = !item.generics.params.is_empty();
                    library
                        .entry(item.name)
                        .or_default()
                        .push((func, is_generic));
                }
            }
            library
        })
    }

    /// The function that sets poison flags, if only holders of their locks ever touch them.
    fn guarded_flags(&self) -> Option<FuncId> {
        let unguarded = self.reaches("look") || self.reaches("clear_poison");
        let mut functions = self.program.functions.iter();
        let found = functions.position(|f| f.is_model && f.name == "std::sync::poison::Flag::put");
        found.filter(|_| !unguarded).map(FuncId::new)
    }

    /// Functions whose increments and decrements of reference counts nobody can see. `unowned`: the types behind
    /// counts that may be added to by who owns none of them.
    fn silent_counts(&self, unowned: &FxHashSet<Ty>) -> FxHashSet<FuncId> {
        let counting: Vec<(FuncId, Ty)> = self
            .functions
            .iter()
            .filter_map(|(key, &id)| Some((id, self.counted_type(key, id)?)))
            .collect();
        let named = |names: &[&str]| self.model_functions(names);
        let (weak, weak_looks) = (named(&["add_weak", "release_weak"]), named(&["weaks"]));
        let (tells, looks_at_both) = (named(&["into_inner"]), named(&["get_mut"]));
        let of = |looks: &dyn Fn(FuncId) -> bool| -> FxHashSet<Ty> {
            let looking = counting.iter().filter(|(id, _)| looks(*id));
            looking.map(|(_, ty)| *ty).collect()
        };
        let looks_at_strong =
            |id| self.has_action(id, looks) && !weak_looks.contains(&id) || tells.contains(&id);
        let mut strong_looked = of(&looks_at_strong);
        strong_looked.extend(unowned);
        let has_weak = !named(&["add_weak", "new_cyclic"]).is_empty();
        let looks_at_weak =
            |id| has_weak && (weak_looks.contains(&id) || looks_at_both.contains(&id));
        let weak_looked = of(&looks_at_weak);
        let is_seen = |(id, ty): &(FuncId, Ty)| match weak.contains(id) {
            true => self.is_looked_at(*ty, &weak_looked),
            false => self.is_looked_at(*ty, &strong_looked),
        };
        let seen = counting.iter().filter(|&count| is_seen(count));
        let seen: FxHashSet<FuncId> = seen.map(|(id, _)| *id).collect();
        let is_silent = |(id, ty): &(FuncId, Ty)| {
            !seen.contains(id) && (weak.contains(id) || self.drops_silently(*ty, &seen))
        };
        let silent = counting.iter().filter(|&count| is_silent(count));
        silent.map(|(id, _)| *id).collect()
    }

    /// The instances of library functions with one of these names.
    pub(super) fn model_functions(&self, names: &[&str]) -> FxHashSet<FuncId> {
        let named = names
            .iter()
            .filter_map(|name| self.library().get(&Symbol::new(name)));
        named.flatten().map(|&(func, _)| func).collect()
    }

    /// The types behind counts that the program may add to without owning one of them: it has a pointer,
    /// and the last owner may be gone.
    fn counted_unowned(&self) -> FxHashSet<Ty> {
        let own = self.program.functions.iter().filter(|f| !f.is_model);
        let called: FxHashSet<FuncId> = own
            .flat_map(|function| &function.code)
            .filter_map(|inst| match inst {
                Inst::Call {
                    callee: Callee::Function(callee),
                    ..
                } => Some(*callee),
                Inst::FuncAddr { func, .. } => Some(*func),
                _ => None,
            })
            .collect();
        let unowned = |(key, id): (&FnKey, &FuncId)| {
            let FnKey::Instance(instance) = key else {
                return None;
            };
            let item = self.hir.def(instance.def);
            let name = item.name.as_str();
            let raw = matches!(name, "from_raw" | "increment_strong_count");
            match instance.args.list().first() {
                Some(GenericArg::Type(ty)) if item.is_model && raw && called.contains(id) => {
                    Some(*ty)
                }
                _ => None,
            }
        };
        self.functions.iter().filter_map(unowned).collect()
    }

    /// Whether somebody looks at counts of this type, or of an unsized one that it may be seen as.
    fn is_looked_at(&self, ty: Ty, looked: &FxHashSet<Ty>) -> bool {
        let as_unsized = |seen: &Ty| match seen.kind() {
            TyKind::Dyn(_) => self.vtables.has_any(ty),
            TyKind::Slice(element) => matches!(ty.kind(), TyKind::Array(of, _) if of == element),
            _ => false,
        };
        looked.contains(&ty) || looked.iter().any(as_unsized)
    }

    /// The type behind the counts that a function works on: its first generic argument.
    fn counted_type(&self, key: &FnKey, id: FuncId) -> Option<Ty> {
        let FnKey::Instance(instance) = key else {
            return None;
        };
        match instance.args.list().first() {
            Some(GenericArg::Type(ty)) if self.has_action(id, is_count) => Some(*ty),
            _ => None,
        }
    }

    /// The actions of a function that somebody may see, as far as is known.
    pub(super) fn actions_of(&self, id: FuncId) -> impl Iterator<Item = Action> + '_ {
        let code = self.program.functions[id.index()].code.iter();
        code.filter_map(|inst| match inst {
            Inst::Sync {
                action,
                visible: true,
                ..
            } => Some(*action),
            _ => None,
        })
    }

    pub(super) fn has_action(&self, id: FuncId, wanted: fn(Action) -> bool) -> bool {
        self.actions_of(id).any(wanted)
    }

    /// Whether dropping a type runs no visible action, no code of the user's and nothing unknown. `counting`:
    /// functions that work on counts which somebody looks at.
    pub(super) fn drops_silently(&self, ty: Ty, counting: &FxHashSet<FuncId>) -> bool {
        let Some(&glue) = self.functions.get(&FnKey::Drop(ty)) else {
            return true;
        };
        let mut seen = FxHashSet::default();
        let mut work = vec![glue];
        while let Some(id) = work.pop() {
            if seen.insert(id) && (counting.contains(&id) || !self.is_silent(id, &mut work)) {
                return false;
            }
        }
        true
    }

    fn is_silent(&self, id: FuncId, work: &mut Vec<FuncId>) -> bool {
        let function = &self.program.functions[id.index()];
        function.is_model
            && function.code.iter().all(|inst| match inst {
                Inst::Call {
                    callee: Callee::Function(callee),
                    ..
                } => {
                    work.push(*callee);
                    true
                }
                Inst::Call { .. } => false,
                Inst::Sync {
                    action, visible, ..
                } => !visible || is_count(*action),
                _ => true,
            })
    }
}

pub(super) fn is_count(action: Action) -> bool {
    looks(action) || matches!(action, Action::RefIncrement | Action::RefDecrement)
}

fn looks(action: Action) -> bool {
    matches!(
        action,
        Action::RefCount
            | Action::RefIsUnique
            | Action::RefIncrementIfAlive
            | Action::RefDecrementIfUnique
    )
}
