//! Reading and writing memory by address: finding the cells, checking for races, noting laps.

mod fault;
mod find;
mod watch;

pub(crate) use fault::uses_part_of_null;

use crate::address;
use crate::machine::Machine;
use crate::memory::BadAddress;
use crate::shadow::Epoch;
use crate::thread::Thread;

/// Where cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// On the stack of the running thread, which is out of the thread table.
    Own,
    /// On the stack of a thread in the table.
    Stack(usize),
    /// On a page of a thread's arena.
    Heap(usize, u32),
    /// On a page of the statics.
    Static(u32),
}

/// What an address outside stacks and statics points into, by the address of its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocation {
    Live(u64),
    Freed(u64),
}

/// Why an access cannot be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trap {
    Bad(u64, BadAddress),
    /// With an earlier access.
    Race(u64, Epoch, Racing),
    /// With the allocation of what it is to.
    Unborn(u64, Epoch, Racing),
    /// It looks at bytes that cells do not show.
    Refused,
}

/// What races with an earlier access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Racing {
    Read,
    Write,
    /// An atomic operation of another size.
    Resized,
    Free,
    /// The end of a variable.
    End,
}

impl Racing {
    fn access(write: bool) -> Racing {
        match write {
            true => Racing::Write,
            false => Racing::Read,
        }
    }
}

impl Machine {
    /// Copies cells into the running thread's registers.
    pub(crate) fn load(
        &mut self,
        thread: &mut Thread,
        address: u64,
        dst: usize,
        cells: usize,
    ) -> Result<(), Trap> {
        let (home, at) = self.locate(Some(thread), address, cells)?;
        if self.watching {
            self.watch(thread, address, home, at, cells, false)?;
            if let Some(byte) = self.looked_into(thread, home, at, cells)? {
                thread.regs[dst] = byte;
                return Ok(());
            }
        }
        if home == Home::Own {
            thread.regs[dst..dst + cells].copy_from_slice(&thread.stack.cells[at..at + cells]);
        } else {
            let source = &self.space(None, home).cells[at..at + cells];
            thread.regs[dst..dst + cells].copy_from_slice(source);
        }
        Ok(())
    }

    /// A byte of a value that stands as a whole, if a single cell is read that is one.
    fn looked_into(
        &self,
        own: &Thread,
        home: Home,
        at: usize,
        cells: usize,
    ) -> Result<Option<u64>, Trap> {
        match cells {
            _ if !self.wholes => Ok(None),
            1 => self.byte_of_whole(own, home, at),
            _ if self.cut_wholes(own, home, at, cells) => Err(Trap::Refused),
            _ => Ok(None),
        }
    }

    /// Makes room for a write of some cells.
    fn make_room(&mut self, thread: &mut Thread, home: Home, at: usize, cells: usize) {
        if self.wholes {
            self.split_wholes(thread, home, at, cells);
        }
    }

    /// Copies registers of the running thread into cells.
    pub(crate) fn store(
        &mut self,
        thread: &mut Thread,
        address: u64,
        src: usize,
        cells: usize,
    ) -> Result<(), Trap> {
        let (home, at) = self.about_to_write(thread, address, cells, |thread, index| {
            thread.regs[src..src + cells].get(index).copied()
        })?;
        if home == Home::Own {
            thread.stack.cells[at..at + cells].copy_from_slice(&thread.regs[src..src + cells]);
        } else {
            let target = &mut self.space_mut(None, home).cells[at..at + cells];
            target.copy_from_slice(&thread.regs[src..src + cells]);
        }
        Ok(())
    }

    /// Writes one cell for the running thread.
    pub(crate) fn store_value(
        &mut self,
        thread: &mut Thread,
        address: u64,
        value: u64,
    ) -> Result<(), Trap> {
        let (home, at) =
            self.about_to_write(thread, address, 1, |_, index| (index == 0).then_some(value))?;
        self.space_mut(Some(thread), home).cells[at] = value;
        Ok(())
    }

    /// Reads cells into a vector, for the running thread.
    pub(crate) fn read_cells(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
    ) -> Result<Vec<u64>, Trap> {
        if cells == 0 {
            return Ok(Vec::new());
        }
        if address::is_view(address) {
            return Ok(self.load_view(thread, address, cells)?.into_vec());
        }
        let (home, at) = self.locate(Some(thread), address, cells)?;
        if self.watching {
            self.watch(thread, address, home, at, cells, false)?;
            if let Some(byte) = self.looked_into(thread, home, at, cells)? {
                return Ok(vec![byte]);
            }
        }
        Ok(self.space(Some(thread), home).cells[at..at + cells].to_vec())
    }

    /// Writes cells from a slice, for the running thread.
    pub(crate) fn write_cells(
        &mut self,
        thread: &mut Thread,
        address: u64,
        values: &[u64],
    ) -> Result<(), Trap> {
        if values.is_empty() {
            return Ok(());
        }
        if address::is_view(address) {
            return self.store_view(thread, address, values);
        }
        let (home, at) = self.about_to_write(thread, address, values.len(), |_, index| {
            values.get(index).copied()
        })?;
        let target = &mut self.space_mut(Some(thread), home).cells;
        target[at..at + values.len()].copy_from_slice(values);
        Ok(())
    }

    /// Forgets what is in cells that nobody looks at any more, so that states that differ in it only are the same.
    /// In a program with unsafe code somebody might look.
    pub(crate) fn vacate(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
    ) -> Result<(), Trap> {
        if self.code.may_be_unsafe || address::is_view(address) || cells == 0 {
            return Ok(());
        }
        let nothing = self.code.uninit;
        let (home, at) = self.about_to_write(thread, address, cells, |_, index| {
            (index < cells).then_some(nothing)
        })?;
        self.space_mut(Some(thread), home).cells[at..at + cells].fill(nothing);
        Ok(())
    }

    /// Where cells are that the running thread is about to write, noted and checked where somebody wants to know.
    #[inline]
    fn about_to_write(
        &mut self,
        thread: &mut Thread,
        address: u64,
        cells: usize,
        new: impl Fn(&Thread, usize) -> Option<u64>,
    ) -> Result<(Home, usize), Trap> {
        let (home, at) = self.locate_to_write(thread, address, cells)?;
        if self.watching {
            self.note_writes(thread, address, home, at, new);
            self.watch(thread, address, home, at, cells, true)?;
            self.make_room(thread, home, at, cells);
        }
        Ok((home, at))
    }
}

impl Machine {
    /// Reads a string of byte cells for the running thread.
    pub(crate) fn read_text(
        &mut self,
        thread: &mut Thread,
        address: u64,
        len: usize,
    ) -> Result<String, Trap> {
        let cells = self.read_cells(thread, address, len)?;
        let bytes: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
