//! Memory: cells in copy-on-write pages, one arena a thread and one for statics.
//!
//! A page holds a fixed number of objects, or a large one, their cells one after another, so that a write
//! copies one page at most. An index names its page's number, and is never used twice; pages of freed objects
//! are gone.

use crate::address;
use crate::clock::Clock;
use crate::code::Code;
use crate::digest::Digest;
use crate::operation::ThreadId;
use crate::padding::Padding;
use crate::shadow::{Epoch, NEVER, Shadows};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};
use vscheck_ir::{LayoutId, Site};

/// Objects in a page.
const PAGE: usize = 16;

/// From so many cells on an object has a page of its own: who writes its neighbours need not copy it.
const LARGE: usize = 32;

/// Cells, and what is known about their past. A page has one, and so has each thread's stack.
#[derive(Clone, Debug, Default)]
pub(crate) struct Space {
    pub(crate) cells: Vec<u64>,
    /// What the race detector knows of their past.
    pub(crate) shadows: Shadows,
    /// Clocks of synchronization objects.
    clocks: Clocks,
    /// Those of locks that critical sections released which commute with each other: others learn of them.
    section_clocks: Clocks,
    /// What was written to bytes that have no cell.
    pub(crate) padding: Padding,
}

impl Space {
    /// Forgets the cells from `len` on.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.cells.truncate(len);
        self.shadows.truncate(len);
        self.clocks.retain(|cell| cell < len);
        self.section_clocks.retain(|cell| cell < len);
        if !self.padding.is_empty() {
            self.padding.forget(len..usize::MAX);
        }
    }

    /// Forgets the past of the cells, which become another object.
    pub(crate) fn forget(&mut self, at: usize, len: usize) {
        self.shadows.forget(at, len);
        let is_other = |cell| !(at..at + len).contains(&cell);
        self.clocks.retain(is_other);
        self.section_clocks.retain(is_other);
        if !self.padding.is_empty() {
            self.padding.forget(at..at + len);
        }
    }

    /// The clocks released into synchronization objects among some cells, in the cells' order, and into which
    /// of the cells.
    pub(crate) fn clocks(&self, at: usize, len: usize) -> Vec<(usize, &Clock)> {
        let within = |cell: &&(u32, Clock)| (at..at + len).contains(&(cell.0 as usize));
        let mut found: Vec<_> = self.clocks.0.iter().filter(within).collect();
        found.sort_by_key(|(cell, _)| *cell);
        let found = found.into_iter();
        found
            .map(|(cell, clock)| (*cell as usize - at, clock))
            .collect()
    }

    /// The clock released into a synchronization object.
    pub(crate) fn clock(&self, cell: usize) -> Option<&Clock> {
        self.clocks.get(cell)
    }

    pub(crate) fn clock_mut(&mut self, cell: usize) -> &mut Clock {
        self.clocks.get_mut(cell)
    }

    /// Forgets what was released into an atomic.
    pub(crate) fn forget_clocks(&mut self, cell: usize) {
        self.clocks.forget(cell);
        self.section_clocks.forget(cell);
    }

    /// The clock that critical sections released into a lock which commute.
    pub(crate) fn section_clock(&self, cell: usize) -> Option<&Clock> {
        self.section_clocks.get(cell)
    }

    pub(crate) fn section_clock_mut(&mut self, cell: usize) -> &mut Clock {
        self.section_clocks.get_mut(cell)
    }

    /// Adds a clock to the queue of those released into a cell one after another.
    pub(crate) fn queue_clock(&mut self, cell: usize, clock: Clock) {
        self.clocks.0.push((cell as u32, clock));
    }

    /// Takes the oldest clock out of a cell's queue.
    pub(crate) fn dequeue_clock(&mut self, cell: usize) -> Option<Clock> {
        let oldest = self.clocks.position(cell);
        oldest.map(|index| self.clocks.0.remove(index).1)
    }
}

/// Clocks by cell, several of one cell in the order in which they came.
#[derive(Clone, Debug, Default)]
struct Clocks(Vec<(u32, Clock)>);

impl Clocks {
    fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        if !self.0.is_empty() {
            self.0.retain(|(cell, _)| keep(*cell as usize));
        }
    }

    fn forget(&mut self, cell: usize) {
        if let Some(index) = self.position(cell) {
            self.0[index].1 = Clock::default();
        }
    }

    fn position(&self, cell: usize) -> Option<usize> {
        self.0.iter().position(|(at, _)| *at as usize == cell)
    }

    fn get(&self, cell: usize) -> Option<&Clock> {
        let index = self.position(cell)?;
        Some(&self.0[index].1)
    }

    fn get_mut(&mut self, cell: usize) -> &mut Clock {
        let index = self.position(cell).unwrap_or_else(|| {
            self.0.push((cell as u32, Clock::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// Which threads have touched an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Touched {
    #[default]
    Never,
    By(ThreadId),
    ByMany,
}

impl Touched {
    /// Counts a touch in; says whether that changed anything.
    pub(crate) fn touch(&mut self, thread: ThreadId) -> bool {
        let next = match *self {
            Touched::Never => Touched::By(thread),
            Touched::By(other) if other == thread => return false,
            Touched::By(_) => Touched::ByMany,
            Touched::ByMany => return false,
        };
        *self = next;
        true
    }
}

/// An object's place in its page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) base: u32,
    pub(crate) len: u32,
    pub(crate) layout: LayoutId,
    /// The logarithm of its alignment, where that need not be its type's.
    pub(crate) align: Option<u8>,
    /// Bytes of its last value that were not asked for.
    pub(crate) slack: u32,
    pub(crate) allocated: Site,
    /// When it was, if others ran: who uses it has to know of that.
    pub(crate) born: Epoch,
    pub(crate) freed: Option<(ThreadId, Site)>,
    pub(crate) touched: Touched,
}

/// Some objects and their cells.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) entries: Vec<Entry>,
    pub(crate) space: Space,
    /// One for each object, as far as they were asked for since the page was last written.
    digests: OnceLock<Box<[OnceLock<Digest>]>>,
}

impl Clone for Page {
    /// A copy is made to be written.
    fn clone(&self) -> Page {
        Page {
            entries: self.entries.clone(),
            space: self.space.clone(),
            digests: OnceLock::new(),
        }
    }
}

impl Page {
    /// A page that is about to be written.
    fn to_write(page: &mut Arc<Page>) -> &mut Page {
        let page = Arc::make_mut(page);
        page.digests.take();
        page
    }

    /// The digest of the object at a place.
    fn digest(&self, place: usize, code: &Code) -> &Digest {
        let blank = || self.entries.iter().map(|_| OnceLock::new()).collect();
        let digest = &self.digests.get_or_init(blank)[place];
        digest.get_or_init(|| Digest::of(&self.entries[place], &self.space, code))
    }
}

/// All objects that one thread has allocated. A page whose objects are all freed is gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    /// The pages with live objects, and their numbers, ascending. Few threads have more than two; those
    /// two cost a snapshot no allocation.
    pages: SmallVec<[(u32, Arc<Page>); 2]>,
    /// The index of the next object; index 0 is not used, nor are those that are left of a page where a large
    /// object follows.
    next: usize,
}

/// Why an address is bad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BadAddress {
    Null,
    Uninitialized,
    Unknown,
    /// Where it was freed, if that is still known.
    Freed(Option<(ThreadId, Site)>),
    DeadSlot,
    OutOfBounds {
        offset: usize,
        len: usize,
    },
    /// So many bytes from one on, of an object that ends before.
    OutOfBytes {
        from: u64,
        bytes: u64,
        len: u64,
    },
    /// A value that has to stand at a multiple of this many bytes, at another byte.
    Misaligned {
        byte: u64,
        align: u64,
    },
    /// A write to a static or constant that never changes.
    ReadOnly,
    /// A write to a variable that is not `mut` and has its value.
    Fixed,
    NotAnAllocation,
}

impl Arena {
    /// The largest index so far.
    pub(crate) fn allocated(&self) -> usize {
        self.next.saturating_sub(1)
    }

    /// Whether there may be no index for another object.
    pub(crate) fn is_full(&self) -> bool {
        self.next + PAGE > address::MAX_OBJECTS as usize
    }

    /// Adds an object of `len` uninitialized cells; returns its index. A large one has a page of its own.
    pub(crate) fn allocate(
        &mut self,
        len: usize,
        layout: LayoutId,
        site: Site,
        uninit: u64,
    ) -> usize {
        let is_large = len >= LARGE;
        if is_large {
            self.begin_page();
        }
        let index = self.allocate_next(len, layout, site, uninit);
        if is_large {
            self.begin_page();
        }
        index
    }

    /// The next object is the first of a page.
    fn begin_page(&mut self) {
        self.next = self.next.next_multiple_of(PAGE);
    }

    /// The same, with the next index.
    pub(crate) fn allocate_next(
        &mut self,
        len: usize,
        layout: LayoutId,
        site: Site,
        uninit: u64,
    ) -> usize {
        let index = self.next.max(1);
        self.next = index + 1;
        let number = (index / PAGE) as u32;
        if self.pages.last().is_none_or(|&(last, _)| last != number) {
            self.pages.push((number, Arc::default()));
        }
        let (_, page) = self.pages.last_mut().expect("just added");
        let page = Page::to_write(page);
        let unused = index % PAGE - page.entries.len();
        let base = page.space.cells.len();
        let entry = Entry {
            base: base as u32,
            len: len as u32,
            layout,
            align: None,
            slack: 0,
            allocated: site,
            born: NEVER,
            freed: None,
            touched: Touched::Never,
        };
        // Index 0 of the arena, and indexes whose page was dropped, stand for freed objects.
        for _ in 0..unused {
            page.entries.push(Entry {
                len: 0,
                freed: Some((ThreadId::MAIN, site)),
                ..entry
            });
        }
        page.entries.push(entry);
        page.space.cells.resize(base + len, uninit);
        index
    }

    /// Where the page of an object is in `pages`.
    #[inline]
    fn place(&self, index: usize) -> Option<usize> {
        let number = (index / PAGE) as u32;
        // As long as no page before it has gone, a page's place is its number.
        let guess = (number as usize).min(self.pages.len().saturating_sub(1));
        match self.pages.get(guess) {
            Some(&(found, _)) if found == number => Some(guess),
            _ => {
                let found = self.pages.binary_search_by_key(&number, |page| page.0);
                found.ok()
            }
        }
    }

    /// The place of the live object of this index, and its entry.
    #[inline]
    fn find(&self, index: usize) -> Result<(usize, &Entry), BadAddress> {
        if index == 0 || index >= self.next {
            return Err(BadAddress::Unknown);
        }
        let place = self.place(index).ok_or(BadAddress::Freed(None))?;
        let entry = self.pages[place].1.entries.get(index % PAGE);
        let entry = entry.ok_or(BadAddress::Unknown)?;
        match entry.freed {
            Some(freed) => Err(BadAddress::Freed(Some(freed))),
            None => Ok((place, entry)),
        }
    }

    /// The type of a freed object, as long as it is remembered.
    pub(crate) fn freed_layout(&self, index: usize) -> Option<LayoutId> {
        let place = self.place(index)?;
        let entry = self.pages[place].1.entries.get(index % PAGE)?;
        entry.freed.map(|_| entry.layout)
    }

    /// The live object of this index.
    pub(crate) fn live(&self, index: usize) -> Result<&Entry, BadAddress> {
        self.find(index).map(|(_, entry)| entry)
    }

    /// Finds `len` cells of a live object: its page's place and its first cell in it.
    #[inline]
    pub(crate) fn locate(
        &self,
        index: usize,
        offset: usize,
        len: usize,
    ) -> Result<(u32, usize), BadAddress> {
        let (place, entry) = self.find(index)?;
        if offset + len > entry.len as usize {
            return Err(BadAddress::OutOfBounds {
                offset,
                len: entry.len as usize,
            });
        }
        Ok((place as u32, entry.base as usize + offset))
    }

    /// A page that [`Arena::locate`] named.
    #[inline]
    pub(crate) fn page(&self, page: u32) -> &Page {
        &self.pages[page as usize].1
    }

    /// A page that [`Arena::locate`] named, for writing.
    #[inline]
    pub(crate) fn page_mut(&mut self, page: u32) -> &mut Page {
        Page::to_write(&mut self.pages[page as usize].1)
    }

    /// A live object: its entry, where its cells are, and its digest.
    pub(crate) fn object(&self, index: usize, code: &Code) -> Option<(&Entry, &Space, &Digest)> {
        let (place, entry) = self.find(index).ok()?;
        let page = &self.pages[place].1;
        Some((entry, &page.space, page.digest(index % PAGE, code)))
    }

    /// Counts a touch in.
    pub(crate) fn touch(&mut self, index: usize, thread: ThreadId) {
        let Ok((place, entry)) = self.find(index) else {
            return;
        };
        if entry.touched.clone().touch(thread) {
            let page = self.page_mut(place as u32);
            page.entries[index % PAGE].touched.touch(thread);
        }
    }

    /// Says how a live object is aligned, and how many bytes it has too many.
    pub(crate) fn note_allocation(&mut self, index: usize, align: Option<u8>, slack: u32) {
        if let Ok((place, _)) = self.find(index) {
            let entry = &mut self.page_mut(place as u32).entries[index % PAGE];
            (entry.align, entry.slack) = (align, slack);
        }
    }

    /// Says when a live object was allocated.
    pub(crate) fn note_birth(&mut self, index: usize, born: Epoch) {
        if let Ok((place, _)) = self.find(index) {
            self.page_mut(place as u32).entries[index % PAGE].born = born;
        }
    }

    /// Frees a live object; returns how many cells it had.
    pub(crate) fn free(
        &mut self,
        index: usize,
        by: ThreadId,
        site: Site,
    ) -> Result<usize, BadAddress> {
        let (place, entry) = self.find(index)?;
        let (base, len) = (entry.base as usize, entry.len as usize);
        let page = self.page_mut(place as u32);
        page.entries[index % PAGE].freed = Some((by, site));
        if page.space.cells.len() == base + len {
            page.space.truncate(base);
        }
        let all_freed = page.entries.iter().all(|entry| entry.freed.is_some());
        let is_full = self.next / PAGE > index / PAGE;
        if all_freed && is_full {
            self.pages.remove(place);
        }
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vscheck_ir::layout::Zeros;
    use vscheck_ir::{CellKind, FuncId, InstId, Layout, Program, ScalarType, Shape};

    const NUMBERS: LayoutId = LayoutId(0);
    const SITE: Site = Site {
        func: FuncId(0),
        inst: InstId(0),
    };

    fn code() -> Arc<Code> {
        let numbers = Layout {
            name: "u64".to_string(),
            pattern: Box::new([CellKind::Scalar(ScalarType::U64)]),
            repeat: 1,
            bytes: 8,
            align: 8,
            zeros: Zeros::default(),
            pointee: None,
            niche: None,
            shape: Shape::Scalar,
        };
        Code::new(Arc::new(Program {
            layouts: vec![numbers],
            ..Program::default()
        }))
    }

    #[test]
    fn a_large_object_has_a_page_of_its_own() {
        let mut arena = Arena::default();
        let lengths = [1, LARGE, 1, 1];
        let objects = lengths.map(|len| arena.allocate(len, NUMBERS, SITE, 0));
        let pages = objects.map(|index| index / PAGE);
        assert_eq!(pages, [0, 1, 2, 2]);
        assert_eq!(arena.free(objects[1], ThreadId::MAIN, SITE), Ok(LARGE));
        assert_eq!(arena.pages.len(), 2);
        let behind_the_first = arena.locate(objects[0] + 1, 0, 1);
        assert_eq!(behind_the_first, Err(BadAddress::Unknown));
    }

    #[test]
    fn what_is_written_is_hashed_anew() {
        let code = code();
        let mut arena = Arena::default();
        let object = arena.allocate(1, NUMBERS, SITE, 0);
        let content = |arena: &Arena| arena.object(object, &code).expect("live").2.content;
        let before = content(&arena);
        let snapshot = arena.clone();
        let (page, at) = arena.locate(object, 0, 1).expect("live");
        arena.page_mut(page).space.cells[at] = 7;
        assert_ne!(content(&arena), before);
        assert_eq!(content(&snapshot), before);
        arena.page_mut(page).space.cells[at] = 0;
        assert_eq!(content(&arena), before);
    }
}
