//! Scopes: what has to be dropped when control leaves them, in order or by a panic.

use super::code::{BlockId, DropOp, Op};
use super::lower::Lower;
use super::path::{MovePath, OwnerId};
use crate::diagnostic::Result;
use crate::ty::Ty;
use vscheck_ir::{Arg, Inst, LandingKind, Operand, SlotId, Span};

/// Something to do at the end of a scope.
#[derive(Clone, Debug)]
pub struct Entry {
    id: u32,
    kind: EntryKind,
    /// The cleanup that starts with this entry, once something has needed it.
    cleanup: Option<BlockId>,
}

#[derive(Clone, Debug)]
enum EntryKind {
    /// A variable or temporary in a slot.
    Owner {
        slot: SlotId,
        owner: OwnerId,
        ty: Ty,
    },
    /// A slot that needs no drop: its cells go.
    Storage(SlotId),
    /// A value in registers on its way into a call or aggregate.
    Pending { value: Arg, ty: Ty },
    /// A value in memory on its way into an aggregate.
    PendingMemory {
        ptr: Operand,
        offset: u32,
        meta: Option<Operand>,
        ty: Ty,
    },
    /// The memory of a box, given by a pointer to what the box holds, of type `ty`.
    Allocation { pointer: Arg, ty: Ty },
    /// The end of a function that panics must not leave.
    Boundary,
}

impl EntryKind {
    fn unwinds(&self) -> bool {
        !matches!(self, EntryKind::Storage(_))
    }
}

/// Names an entry, to take it off again.
#[derive(Clone, Copy, Debug)]
pub struct EntryId(u32);

/// A scope.
#[derive(Debug, Default)]
pub struct Scope {
    entries: Vec<Entry>,
    serial: u32,
}

impl Scope {
    /// A number that no other scope of the function has.
    pub fn serial(&self) -> u32 {
        self.serial
    }
}

impl Lower<'_> {
    /// Opens a scope.
    pub fn open_scope(&mut self) -> usize {
        self.next_entry += 1;
        self.scopes.push(Scope {
            entries: Vec::new(),
            serial: self.next_entry,
        });
        self.scopes.len() - 1
    }

    /// Runs what the innermost scope has scheduled and closes it. `end` is where it ends in the source.
    pub fn close_scope(&mut self, end: Option<Span>) -> Result<()> {
        let saved = self.code.span;
        if let Some(span) = end {
            self.code.span = span;
        }
        let top = self.scopes.len() - 1;
        while let Some(entry) = self.scopes[top].entries.pop() {
            self.leave_entry(&entry, top, self.scopes[top].entries.len())?;
        }
        self.scopes.pop();
        self.code.span = saved;
        Ok(())
    }

    /// Runs what all scopes from `depth` inwards have scheduled, without closing them: control leaves.
    pub fn leave_scopes(&mut self, depth: usize) -> Result<()> {
        for scope in (depth..self.scopes.len()).rev() {
            self.leave_entries(scope, 0)?;
        }
        Ok(())
    }

    /// How many entries a scope has.
    pub fn entries_of(&self, scope: usize) -> usize {
        self.scopes[scope].entries.len()
    }

    /// Runs what a scope has scheduled from its entry `first` on, without closing it.
    pub fn leave_entries(&mut self, scope: usize, first: usize) -> Result<()> {
        for index in (first..self.entries_of(scope)).rev() {
            let entry = self.scopes[scope].entries[index].clone();
            self.leave_entry(&entry, scope, index)?;
        }
        Ok(())
    }

    fn leave_entry(&mut self, entry: &Entry, scope: usize, below: usize) -> Result<()> {
        match &entry.kind {
            EntryKind::Boundary => {}
            EntryKind::Storage(slot) => self.code.emit(Inst::SlotReset { slot: *slot }),
            EntryKind::Owner { slot, .. } => {
                let slot = *slot;
                self.drop_entry(&entry.kind, scope, below, false)?;
                self.code.emit(Inst::SlotReset { slot });
            }
            EntryKind::Pending { .. }
            | EntryKind::PendingMemory { .. }
            | EntryKind::Allocation { .. } => self.drop_entry(&entry.kind, scope, below, false)?,
        }
        Ok(())
    }

    /// Emits the drop of an entry; a panic in it goes on with the entries below.
    fn drop_entry(
        &mut self,
        kind: &EntryKind,
        scope: usize,
        below: usize,
        cleanup: bool,
    ) -> Result<()> {
        let mut meta = None;
        let (path, ptr, offset, ty) = match kind {
            EntryKind::Storage(_) => return Ok(()),
            EntryKind::Boundary => {
                self.code.terminate(Inst::Abort);
                return Ok(());
            }
            EntryKind::Owner { slot, owner, ty } => {
                let ptr = self.code.slot_address(*slot);
                (Some(MovePath::root(*owner)), ptr, 0, *ty)
            }
            EntryKind::Pending { value, ty } => (None, self.spill(*value, *ty)?, 0, *ty),
            EntryKind::PendingMemory {
                ptr,
                offset,
                meta: carried,
                ty,
            } => {
                meta = *carried;
                (None, *ptr, *offset, *ty)
            }
            EntryKind::Allocation { pointer, ty } => return self.free_box(*pointer, *ty),
        };
        let landing = if cleanup {
            None
        } else {
            self.cleanup_below(scope, below)?
        };
        let target = if cleanup {
            self.code.cleanup_block()
        } else {
            self.code.block()
        };
        let op = DropOp {
            path,
            ptr,
            offset,
            meta,
            ty,
            target,
        };
        self.code.push(
            Op::Drop(op),
            landing.map(|block| (block, LandingKind::Cleanup)),
        );
        self.code.switch_to(target);
        Ok(())
    }

    /// Stores a value in a temporary slot; its address.
    pub fn spill(&mut self, value: Arg, ty: Ty) -> Result<Operand> {
        let layout = self.mono.layout(ty)?;
        let slot = self.code.slot("", layout.id);
        let ptr = self.code.slot_address(slot);
        self.store_at(ptr, 0, value);
        Ok(ptr)
    }

    /// Where a panic goes on here.
    pub fn landing(&mut self) -> Result<Option<(BlockId, LandingKind)>> {
        if self.code.blocks[self.code.current.index()].cleanup {
            return Ok(None);
        }
        if self.catching.is_some() {
            return Ok(self.catching);
        }
        let top = self.scopes.len();
        if top == 0 {
            return Ok(None);
        }
        let count = self.scopes[top - 1].entries.len();
        let block = self.cleanup_below(top - 1, count)?;
        Ok(block.map(|block| (block, LandingKind::Cleanup)))
    }

    /// The cleanup of the first `count` entries of a scope and of all scopes around it.
    fn cleanup_below(&mut self, scope: usize, count: usize) -> Result<Option<BlockId>> {
        let Some((scope, index)) = self.unwinding_entry(scope, count) else {
            return Ok(None);
        };
        if let Some(block) = self.scopes[scope].entries[index].cleanup {
            return Ok(Some(block));
        }
        let next = self.cleanup_below(scope, index)?;
        let saved = (self.code.current, self.code.span);
        let block = self.code.cleanup_block();
        self.code.switch_to(block);
        let kind = self.scopes[scope].entries[index].kind.clone();
        self.drop_entry(&kind, scope, index, true)?;
        match next {
            Some(next) => self.code.jump(next),
            None => self.code.terminate(Inst::Resume),
        }
        self.code.switch_to(saved.0);
        self.code.span = saved.1;
        self.scopes[scope].entries[index].cleanup = Some(block);
        Ok(Some(block))
    }

    fn unwinding_entry(&self, scope: usize, count: usize) -> Option<(usize, usize)> {
        let mut count = count;
        for scope in (0..=scope).rev() {
            let entries = &self.scopes[scope].entries;
            let found = (0..count.min(entries.len())).rfind(|&index| entries[index].kind.unwinds());
            if let Some(index) = found {
                return Some((scope, index));
            }
            count = usize::MAX;
        }
        None
    }

    fn schedule(&mut self, scope: usize, kind: EntryKind) -> EntryId {
        let id = self.next_entry;
        self.next_entry += 1;
        if kind.unwinds() {
            self.forget_cleanups(scope + 1);
        }
        self.scopes[scope].entries.push(Entry {
            id,
            kind,
            cleanup: None,
        });
        EntryId(id)
    }

    /// The cleanups of a scope and of those in it no longer hold.
    fn forget_cleanups(&mut self, scope: usize) {
        for scope in self.scopes.iter_mut().skip(scope) {
            scope
                .entries
                .iter_mut()
                .for_each(|entry| entry.cleanup = None);
        }
    }

    /// Schedules the drop of a slot's value (if it needs one) and the end of its storage.
    pub fn schedule_slot(&mut self, scope: usize, slot: SlotId, owner: Option<OwnerId>, ty: Ty) {
        let kind = match owner {
            Some(owner) => EntryKind::Owner { slot, owner, ty },
            None => EntryKind::Storage(slot),
        };
        self.schedule(scope, kind);
    }

    /// Lowers what keeps values waiting, in a scope of its own: temporaries, which go into the scope around
    /// it, are dropped after them, whichever came first.
    pub fn waiting<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.open_scope();
        let result = lower(self)?;
        self.close_scope(None)?;
        Ok(result)
    }

    /// Keeps a value that waits in registers safe from panics.
    pub fn pend(&mut self, value: Arg, ty: Ty) -> Result<Option<EntryId>> {
        if !self.mono.needs_drop(ty)? {
            return Ok(None);
        }
        let top = self.scopes.len() - 1;
        Ok(Some(self.schedule(top, EntryKind::Pending { value, ty })))
    }

    /// Keeps a value that waits in memory safe from panics.
    pub fn pend_memory(&mut self, ptr: Operand, offset: u32, ty: Ty) -> Result<Option<EntryId>> {
        self.pend_unsized(ptr, offset, None, ty)
    }

    /// As [`Lower::pend_memory`], with the length or vtable of an unsized value.
    pub fn pend_unsized(
        &mut self,
        ptr: Operand,
        offset: u32,
        meta: Option<Operand>,
        ty: Ty,
    ) -> Result<Option<EntryId>> {
        if !self.mono.needs_drop(ty)? {
            return Ok(None);
        }
        let top = self.scopes.len() - 1;
        let kind = EntryKind::PendingMemory {
            ptr,
            offset,
            meta,
            ty,
        };
        Ok(Some(self.schedule(top, kind)))
    }

    /// Frees a box's memory at the end of the scope, and in a panic before.
    pub fn pend_allocation(&mut self, pointer: Arg, ty: Ty) -> EntryId {
        let top = self.scopes.len() - 1;
        self.schedule(top, EntryKind::Allocation { pointer, ty })
    }

    /// Panics that come to the scope from further inside do not leave it: the process ends.
    pub fn stop_panics(&mut self, scope: usize) {
        self.schedule(scope, EntryKind::Boundary);
    }

    /// Waiting values have been consumed.
    pub fn release(&mut self, entries: impl IntoIterator<Item = EntryId>) {
        for EntryId(id) in entries {
            for scope in (0..self.scopes.len()).rev() {
                let position = self.scopes[scope]
                    .entries
                    .iter()
                    .rposition(|entry| entry.id == id);
                if let Some(index) = position {
                    self.scopes[scope].entries.remove(index);
                    self.forget_from(scope, index);
                    break;
                }
            }
        }
    }

    fn forget_from(&mut self, scope: usize, index: usize) {
        self.scopes[scope].entries[index..]
            .iter_mut()
            .for_each(|entry| entry.cleanup = None);
        self.forget_cleanups(scope + 1);
    }
}
