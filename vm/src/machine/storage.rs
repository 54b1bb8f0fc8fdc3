//! Memory as the machine hands it out: statics, what a thread allocates, how much is in use.

use super::Machine;
use crate::address::{self, STATICS};
use crate::fault::LimitKind;
use crate::memory::Arena;
use crate::operation::ThreadId;
use vscheck_ir::{Program, Site, StaticId};

/// Statics as they are before the first instruction; of one the cells may be others than the program says.
pub(crate) fn initial_statics(program: &Program, given: Option<(StaticId, &[u64])>) -> Arena {
    let mut arena = Arena::default();
    for (index, global) in program.statics.iter().enumerate() {
        let given = given.filter(|(id, _)| id.index() == index);
        let initial = given.map_or(&global.cells[..], |(_, cells)| cells);
        let size = program.layout(global.layout).cells() as usize * global.count as usize;
        let cells = given.map_or(size, |(_, cells)| cells.len());
        let len = if global.thread_local { 0 } else { cells };
        let nowhere = Site {
            func: program.start,
            inst: Default::default(),
        };
        let uninit = crate::code::uninit(program);
        let index = arena.allocate_next(len, global.layout, nowhere, uninit);
        if len > 0 {
            let (page, at) = arena.locate(index, 0, len).expect("just allocated");
            let target = &mut arena.page_mut(page).space.cells[at..at + len];
            target.fill(0);
            let known = initial.len().min(len);
            target[..known].copy_from_slice(&initial[..known]);
        }
    }
    arena
}

impl Machine {
    /// Cells in use, stacks included.
    pub fn memory_cells(&self) -> u64 {
        let stacks = self
            .threads
            .iter()
            .flatten()
            .map(|thread| thread.stack.cells.len() as u64);
        self.memory_cells + stacks.sum::<u64>()
    }

    /// The value of a cell, for reports.
    pub fn peek(&self, address: u64) -> Option<u64> {
        let (home, at) = self.locate(None, address, 1).ok()?;
        Some(self.space(None, home).cells[at])
    }

    /// Gives a cell a value, if it is there.
    pub(crate) fn poke(&mut self, address: u64, value: u64) {
        if let Ok((home, at)) = self.locate(None, address, 1) {
            self.space_mut(None, home).cells[at] = value;
        }
    }

    /// The end of a thread's instance of a static.
    pub(super) fn free_local(&mut self, id: ThreadId, address: u64, end: Site) {
        let arena = &mut self.heap[address::thread(address)];
        if let Ok(len) = arena.free(address::index(address), id, end) {
            self.memory_cells -= len as u64;
        }
    }

    /// Allocates for a thread; `None` past the limit.
    pub(crate) fn allocate(
        &mut self,
        owner: ThreadId,
        len: u64,
        layout: vscheck_ir::LayoutId,
        site: Site,
    ) -> Result<u64, LimitKind> {
        let total = self.memory_cells.saturating_add(len);
        let arena = &mut self.heap[owner.index()];
        let full = arena.is_full();
        if total > self.options.max_memory_cells || len > address::MAX_OFFSET || full {
            return Err(LimitKind::Memory);
        }
        self.memory_cells = total;
        let index = arena.allocate(len as usize, layout, site, self.code.uninit);
        Ok(address::heap(owner.index(), index))
    }

    /// The address of a static.
    pub(crate) fn static_address(id: vscheck_ir::StaticId) -> u64 {
        address::heap(STATICS, id.index() + 1)
    }
}
