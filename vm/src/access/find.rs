//! Finding the cells that an address names.

use super::{Allocation, Home, Trap};
use crate::address::{self, STATICS};
use crate::machine::Machine;
use crate::memory::{Arena, BadAddress, Space};
use crate::thread::Thread;
use std::sync::Arc;

/// What lies further behind null was never meant to be a field of something at null.
const FIELDS_OF_NULL: usize = 1 << 10;

/// Finds cells on a stack.
fn locate_slot(thread: &Thread, address: u64, cells: usize) -> Result<usize, BadAddress> {
    let slot = thread.slot(address).ok_or(BadAddress::DeadSlot)?;
    let offset = address::offset(address);
    if offset + cells > slot.len as usize {
        return Err(BadAddress::OutOfBounds {
            offset,
            len: slot.len as usize,
        });
    }
    Ok(slot.base as usize + offset)
}

impl Machine {
    /// Finds `cells` cells from an address on. `own` is the thread that is out of the table.
    #[inline]
    pub(crate) fn locate(
        &self,
        own: Option<&Thread>,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), Trap> {
        self.find(own, address, cells)
            .map_err(|bad| Trap::Bad(address, bad))
    }

    /// The same for a write. What never changes, only the start of the program writes.
    #[inline]
    pub(crate) fn locate_to_write(
        &self,
        own: &Thread,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), Trap> {
        let found = self.locate(Some(own), address, cells)?;
        match found.0 {
            Home::Static(_) if own.frames.len() > 1 => self.check_writable(address)?,
            Home::Own | Home::Stack(_) => self.check_unfixed(own, address, found, cells)?,
            Home::Static(_) | Home::Heap(..) => {}
        }
        Ok(found)
    }

    /// A variable that is not `mut` is written to once.
    #[inline]
    pub(super) fn check_unfixed(
        &self,
        own: &Thread,
        address: u64,
        (home, at): (Home, usize),
        cells: usize,
    ) -> Result<(), Trap> {
        let owner = match home {
            Home::Stack(thread) => self.threads[thread].as_deref(),
            Home::Own | Home::Heap(..) | Home::Static(_) => Some(own),
        };
        let slot = owner.and_then(|owner| owner.slot(address));
        if slot.is_none_or(|slot| !slot.fixed) {
            return Ok(());
        }
        let old = &self.space(Some(own), home).cells[at..at + cells];
        match old.iter().all(|&cell| cell == self.code.uninit) {
            true => Ok(()),
            false => Err(Trap::Bad(address, BadAddress::Fixed)),
        }
    }

    /// What never changes, nobody may write to, nor do what might.
    pub(crate) fn check_writable(&self, address: u64) -> Result<(), Trap> {
        if address::is_stack(address) || address::thread(address) != STATICS {
            return Ok(());
        }
        let statics = &self.code.program().statics;
        let global = statics.get(address::index(address).wrapping_sub(1));
        match global.is_some_and(|global| !global.mutable) {
            true => Err(Trap::Bad(address, BadAddress::ReadOnly)),
            false => Ok(()),
        }
    }

    #[inline]
    pub(super) fn find(
        &self,
        own: Option<&Thread>,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), BadAddress> {
        if !address::is_plausible(address) {
            return Err(if self.code.is_unwritten(address) {
                BadAddress::Uninitialized
            } else {
                BadAddress::Unknown
            });
        }
        let (thread, index, offset) = (
            address::thread(address),
            address::index(address),
            address::offset(address),
        );
        if address::is_stack(address) {
            return self.find_slot(own, thread, address, cells);
        }
        if thread == STATICS {
            let (page, at) = self.statics.locate(index, offset, cells)?;
            return Ok((Home::Static(page), at));
        }
        if index == 0 {
            return Err(match offset < FIELDS_OF_NULL {
                true => BadAddress::Null,
                false => BadAddress::Unknown,
            });
        }
        let arena = self.heap.get(thread).ok_or(BadAddress::Unknown)?;
        let (page, at) = arena.locate(index, offset, cells)?;
        Ok((Home::Heap(thread, page), at))
    }

    pub(super) fn find_slot(
        &self,
        own: Option<&Thread>,
        thread: usize,
        address: u64,
        cells: usize,
    ) -> Result<(Home, usize), BadAddress> {
        if let Some(own) = own.filter(|own| own.id.index() == thread) {
            return Ok((Home::Own, locate_slot(own, address, cells)?));
        }
        let other = self.threads.get(thread).and_then(Option::as_ref);
        let other = other.ok_or(BadAddress::Unknown)?;
        Ok((Home::Stack(thread), locate_slot(other, address, cells)?))
    }

    #[inline]
    pub(crate) fn space<'a>(&'a self, own: Option<&'a Thread>, home: Home) -> &'a Space {
        match home {
            Home::Own => &own.expect("a running thread").stack,
            Home::Stack(thread) => &self.threads[thread].as_ref().expect("located").stack,
            Home::Heap(arena, page) => &self.heap[arena].page(page).space,
            Home::Static(page) => &self.statics.page(page).space,
        }
    }

    #[inline]
    pub(crate) fn space_mut<'a>(
        &'a mut self,
        own: Option<&'a mut Thread>,
        home: Home,
    ) -> &'a mut Space {
        match home {
            Home::Own => &mut own.expect("a running thread").stack,
            Home::Stack(thread) => {
                let thread = self.threads[thread].as_mut().expect("located");
                &mut Thread::to_write(thread).stack
            }
            Home::Heap(arena, page) => &mut self.heap[arena].page_mut(page).space,
            Home::Static(page) => &mut Arc::make_mut(&mut self.statics).page_mut(page).space,
        }
    }

    /// The allocation that a value points into, if it is such an address; tagged ones count too.
    pub(crate) fn allocation(&self, value: u64) -> Option<Allocation> {
        let value = match address::is_view(value) {
            true => self.code.views.resolve(value)?.0,
            false => address::untagged(value),
        };
        if !address::is_heap(value) {
            return None;
        }
        let object = address::object(value);
        let arena = self.heap.get(address::thread(value))?;
        match arena.live(address::index(value)) {
            Ok(_) => Some(Allocation::Live(object)),
            Err(BadAddress::Freed(_)) => Some(Allocation::Freed(object)),
            Err(_) => None,
        }
    }

    /// The arena of an address that is not on a stack.
    pub(crate) fn arena(&self, address: u64) -> Option<&Arena> {
        match address::thread(address) {
            STATICS => Some(&self.statics),
            thread => self.heap.get(thread),
        }
    }
}

impl Machine {
    /// A cell of a heap object or static, if the address is good.
    #[inline(always)]
    pub(crate) fn heap_cell(&self, address: u64, offset: usize) -> Option<u64> {
        self.heap_cells(address, offset, 1).map(|cells| cells[0])
    }

    /// Cells of a heap object or static, if the address is good.
    #[inline(always)]
    pub(crate) fn heap_cells(&self, address: u64, offset: usize, cells: usize) -> Option<&[u64]> {
        if !address::is_plausible(address) || address::is_stack(address) {
            return None;
        }
        let arena = self.arena(address)?;
        let (page, at) = arena.locate(address::index(address), offset, cells).ok()?;
        arena.page(page).space.cells.get(at..at + cells)
    }

    /// A cell of a heap object, for writing.
    #[inline(always)]
    pub(crate) fn heap_cell_mut(&mut self, address: u64, offset: usize) -> Option<&mut u64> {
        self.heap_cells_mut(address, offset, 1)?.first_mut()
    }

    /// Cells of a heap object, for writing.
    #[inline(always)]
    pub(crate) fn heap_cells_mut(
        &mut self,
        address: u64,
        offset: usize,
        cells: usize,
    ) -> Option<&mut [u64]> {
        if !address::is_plausible(address) || address::is_stack(address) {
            return None;
        }
        let arena = self.heap.get_mut(address::thread(address))?;
        let (page, at) = arena.locate(address::index(address), offset, cells).ok()?;
        arena.page_mut(page).space.cells.get_mut(at..at + cells)
    }
}
