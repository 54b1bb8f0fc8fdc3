//! How an address packs into one scalar.
//!
//! From the top: 3 bits that are zero (or a tag that the program keeps in the low bits of a pointer, which
//! is no good address then), the stack bit, the allocating thread (10 bits), the n-th allocation of
//! that thread (24 bits) or a mark and the place of a slot on its stack (6 and 18 bits), the offset in cells
//! (26 bits). The name of an object depends on what its own thread did, not on the interleaving. 0 is null.
//! What a program sees of it as an integer has these bits in another order, see [`Fields`].

/// The arena number of statics, above every thread number.
pub(crate) const STATICS: usize = 1023;
/// The arena number of views, in place of a thread's number.
pub(crate) const VIEWS: usize = 1022;
/// The arena number of numbers that are no addresses, in place of a thread's number.
const NUMBERS: usize = 1021;
/// The arena number of functions, in place of a thread's number.
const FUNCTIONS: usize = 1020;
/// The largest number of threads that have names.
pub(crate) const MAX_THREADS: usize = FUNCTIONS;
/// The largest number of allocations of one thread.
pub(crate) const MAX_OBJECTS: u64 = (1 << INDEX_BITS) - 1;

/// The largest number of slots on a stack.
pub(crate) const MAX_SLOTS: usize = (1 << POSITION_BITS) - 1;

const OFFSET_BITS: u32 = 26;
const INDEX_BITS: u32 = 24;
/// Of the index of a stack slot, those that are its position; the others are its mark.
const POSITION_BITS: u32 = 18;
/// How many slots of one position are told apart.
const MARKS: u8 = 1 << (INDEX_BITS - POSITION_BITS);
const THREAD_BITS: u32 = 10;
const STACK_BIT: u64 = 1 << (OFFSET_BITS + INDEX_BITS + THREAD_BITS);
/// Above every address.
const END_OF_THREAD: u64 = STACK_BIT << 2;
const TOKEN_OF_THREAD: u64 = END_OF_THREAD | 1 << THREAD_BITS;
/// The largest offset in cells.
pub(crate) const MAX_OFFSET: u64 = (1 << OFFSET_BITS) - 1;

/// The address of cell 0 of an allocation.
pub(crate) fn heap(thread: usize, index: usize) -> u64 {
    ((thread as u64) << (OFFSET_BITS + INDEX_BITS)) | ((index as u64) << OFFSET_BITS)
}

/// The address of cell 0 of a stack slot with this mark.
#[inline(always)]
pub(crate) fn stack(thread: usize, position: usize, mark: u8) -> u64 {
    STACK_BIT | heap(thread, (mark as usize) << POSITION_BITS | position)
}

/// The mark of the slot that follows one at its position: another variable's, another call's, or that of
/// another round of a loop.
#[inline(always)]
pub(crate) fn next_mark(mark: u8) -> u8 {
    (mark + 1) % MARKS
}

/// An address in a stack slot without the mark, which is another one in each round of a loop.
pub(crate) fn unmarked(address: u64) -> u64 {
    const MASK: u64 = ((MARKS - 1) as u64) << (OFFSET_BITS + POSITION_BITS);
    address & !MASK
}

/// The position of a slot and the offset in it, of an address on any stack.
pub(crate) fn place_on_stack(address: u64) -> u64 {
    (position(address) as u64) << OFFSET_BITS | address & MAX_OFFSET
}

/// The mark in the address of a stack slot.
#[inline(always)]
pub(crate) fn mark_of(address: u64) -> u8 {
    (index(address) >> POSITION_BITS) as u8
}

/// The position of a stack slot on its thread's stack, by its address.
#[inline(always)]
pub(crate) fn position(address: u64) -> usize {
    index(address) & MAX_SLOTS
}

/// Whether it could be an address at all.
#[inline]
pub(crate) fn is_plausible(address: u64) -> bool {
    address < STACK_BIT << 1
}

/// Whether it is too small for an address in an object, as most numbers are.
#[inline(always)]
pub(crate) fn is_small(value: u64) -> bool {
    value <= MAX_OFFSET
}

/// Whether it is none in an object, whoever's: such numbers no object has.
pub(crate) fn is_number(address: u64) -> bool {
    let is_of_object = is_stack(address) || index(address) != 0 || is_function(address);
    is_small(address) || is_plausible(address) && !is_of_object
}

/// The address of the first cell of a view (see `views/`).
pub(crate) fn view(number: usize) -> u64 {
    heap(VIEWS, number)
}

/// Whether it is an address in a view.
#[inline(always)]
pub(crate) fn is_view(address: u64) -> bool {
    address >> (OFFSET_BITS + INDEX_BITS) == VIEWS as u64
}

/// Whether it is the address of a function, or of what is behind it.
pub(crate) fn is_function(address: u64) -> bool {
    is_plausible(address) && !is_stack(address) && thread(address) == FUNCTIONS
}

/// Whether it could be an address in an allocation.
#[inline]
pub(crate) fn is_heap(address: u64) -> bool {
    is_plausible(address) && !is_stack(address) && index(address) != 0 && thread(address) != STATICS
}

#[inline]
pub(crate) fn is_stack(address: u64) -> bool {
    address & STACK_BIT != 0
}

#[inline]
pub(crate) fn thread(address: u64) -> usize {
    (address >> (OFFSET_BITS + INDEX_BITS)) as usize & ((1 << THREAD_BITS) - 1)
}

/// The address of the same allocation of another thread.
pub(crate) fn of_thread(address: u64, thread: usize) -> u64 {
    let threads = heap((1 << THREAD_BITS) - 1, 0);
    address & !threads | heap(thread, 0)
}

#[inline]
pub(crate) fn index(address: u64) -> usize {
    (address >> OFFSET_BITS) as usize & ((1 << INDEX_BITS) - 1)
}

#[inline]
pub(crate) fn offset(address: u64) -> usize {
    (address & MAX_OFFSET) as usize
}

/// The address of cell 0 of the same object.
#[inline]
pub(crate) fn object(address: u64) -> u64 {
    address & !MAX_OFFSET
}

/// Moves an address within its object. Where the offset leaves the range that can be named, the
/// result is the last nameable cell, which no object has.
#[inline]
pub(crate) fn advance(base: u64, by: i64) -> u64 {
    let offset = (base & MAX_OFFSET) as i64;
    match offset.checked_add(by) {
        Some(moved) if (0..=MAX_OFFSET as i64).contains(&moved) => object(base) | moved as u64,
        _ => base | MAX_OFFSET,
    }
}

/// The most bytes of an object that have integers of their own.
const MAX_BYTES: u64 = (MAX_OFFSET << 3) | 7;
/// The bits of a tag.
const TAG: u64 = 7 << 61;

/// What `as usize` gives, with 8 bytes a cell: a tag comes back into the low bits. See [`Fields`].
pub(crate) fn to_integer(address: u64) -> u64 {
    let is_number = thread(address) == NUMBERS && !is_stack(address);
    let address = match is_number {
        true => address & !heap(NUMBERS, 0),
        false => address,
    };
    let bytes = address.rotate_left(3) & MAX_BYTES;
    let (near, far) = Fields::of(is_stack(address)).parted(index(address), thread(address));
    place_of_byte(bytes) | near << NEAR_BYTES | far << USER_BITS
}

/// An offset in bytes as it stands in an integer.
fn place_of_byte(byte: u64) -> u64 {
    byte & LOW_BYTES | byte >> NEAR_BYTES << FAR_BYTES
}

/// A pointer that stands for a number and for no object, whatever will be allocated; `None` where the
/// number is too large for that.
pub(crate) fn of_number(integer: u64) -> Option<u64> {
    let address = from_integer(integer);
    (thread(address) == 0 && !is_stack(address)).then_some(address | heap(NUMBERS, 0))
}

/// How many bytes behind an object's first one an integer is.
pub(crate) fn byte_of(integer: u64) -> u64 {
    integer & LOW_BYTES | integer >> FAR_BYTES << NEAR_BYTES
}

/// Back from [`to_integer`].
pub(crate) fn from_integer(integer: u64) -> u64 {
    let near = (integer & ((1 << USER_BITS) - 1)) >> NEAR_BYTES;
    let far = (integer & ((1 << FAR_BYTES) - 1)) >> USER_BITS;
    let is_stack = near >> NEAR_BITS != 0;
    let (index, thread) = Fields::of(is_stack).joined(near, far);
    let stack = if is_stack { STACK_BIT } else { 0 };
    byte_of(integer).rotate_right(3) | stack | heap(thread, index)
}

/// The integer of a byte of an object, which need not have it.
pub(crate) fn integer_at(object: u64, byte: u64) -> u64 {
    match byte <= MAX_BYTES && object != 0 {
        true => to_integer(object) | place_of_byte(byte),
        false => to_integer(object).wrapping_add(byte),
    }
}

/// How many bytes one integer of an address lies behind another.
pub(crate) fn bytes_between(integer: u64, origin: u64) -> u64 {
    let object = |integer| integer & !place_of_byte(MAX_BYTES);
    match object(integer) == object(origin) {
        true => byte_of(integer).wrapping_sub(byte_of(origin)),
        false => integer.wrapping_sub(origin),
    }
}

/// Back from [`integer_at`].
pub(crate) fn bytes_from(object: u64, integer: u64) -> u64 {
    match to_integer(object) == integer & !place_of_byte(MAX_BYTES) {
        true => byte_of(integer),
        false => integer.wrapping_sub(to_integer(object)),
    }
}

/// Which bits of an index and of a thread's number stand where in an integer. Programs keep numbers of
/// their own above a pointer's 47 bits, as x86-64 lets them. So the low bits of both fields, all that
/// most programs have, come first, and the others above the 47 bits; of objects of more than 32 MiB, too, those of
/// the byte that say which 32 MiB.
struct Fields {
    is_stack: bool,
    /// How many bits of the index are near, of a stack slot's with its mark.
    index: u32,
    /// How many bits of the thread's number are near.
    thread: u32,
}

/// How many bits of an offset in bytes are near.
const NEAR_BYTES: u32 = 25;
/// These.
const LOW_BYTES: u64 = (1 << NEAR_BYTES) - 1;
/// Where the others begin.
const FAR_BYTES: u32 = u64::BITS - (OFFSET_BITS + 3 - NEAR_BYTES);
/// A pointer on x86-64, in the half of the addresses that programs have.
const USER_BITS: u32 = 47;
/// What is left of that for index and thread; the bit above says whether it is a stack.
const NEAR_BITS: u32 = USER_BITS - NEAR_BYTES - 1;
const MARK_BITS: u32 = INDEX_BITS - POSITION_BITS;

impl Fields {
    fn of(is_stack: bool) -> Fields {
        match is_stack {
            true => Fields {
                is_stack,
                index: 16,
                thread: NEAR_BITS - 16,
            },
            false => Fields {
                is_stack,
                index: 16,
                thread: NEAR_BITS - 16,
            },
        }
    }

    fn parted(&self, index: usize, thread: usize) -> (u64, u64) {
        let index = match self.is_stack {
            true => (index & MAX_SLOTS) << MARK_BITS | index >> POSITION_BITS,
            false => index,
        } as u64;
        let thread = arenas_first(thread) as u64;
        let low = |value: u64, bits: u32| value & ((1 << bits) - 1);
        // Even the first objects are far from null, as they are natively.
        let near = low(thread, self.thread) | low(index, self.index) << self.thread;
        let far = index >> self.index | thread >> self.thread << (INDEX_BITS - self.index);
        (near | u64::from(self.is_stack) << NEAR_BITS, far)
    }

    fn joined(&self, near: u64, far: u64) -> (usize, usize) {
        let low = |value: u64, bits: u32| value & ((1 << bits) - 1);
        let far_index = INDEX_BITS - self.index;
        let index = low(near >> self.thread, self.index) | low(far, far_index) << self.index;
        let thread = low(near, self.thread) | far >> far_index << self.thread;
        let index = index as usize;
        let index = match self.is_stack {
            true => (index & (MARKS as usize - 1)) << POSITION_BITS | index >> MARK_BITS,
            false => index,
        };
        (index, threads_first(thread as usize))
    }
}

/// A thread's number, where those of statics and functions follow that of `main`. Those of numbers and of views come
/// last: what stands for a number, or for a part of an object, has the integer of that, so that their own integers
/// lead nowhere.
fn arenas_first(thread: usize) -> usize {
    match thread {
        0 => 0,
        STATICS => 1,
        FUNCTIONS => 2,
        NUMBERS | VIEWS => thread + 1,
        _ => thread + NEAR_ARENAS,
    }
}

/// Back from [`arenas_first`].
fn threads_first(number: usize) -> usize {
    match number {
        0 => 0,
        1 => STATICS,
        2 => FUNCTIONS,
        _ => match number - 1 {
            arena @ (NUMBERS | VIEWS) => arena,
            _ => number - NEAR_ARENAS,
        },
    }
}

/// How many arenas that are no thread's come first.
const NEAR_ARENAS: usize = 2;

/// The same without a tag.
pub(crate) fn untagged(address: u64) -> u64 {
    address & !TAG
}

/// What `as usize` gives where the object's cells begin at these bytes. `bytes` gives the first byte of
/// a cell.
pub(crate) fn to_bytes(address: u64, bytes: impl Fn(u64) -> u64) -> u64 {
    let tag = address >> 61;
    let at = bytes(address & MAX_OFFSET).saturating_add(tag);
    integer_at(object(untagged(address)), at.min(MAX_BYTES))
}

/// Back from [`to_bytes`]: `cell` gives the cell in which a byte lies and that cell's first byte.
pub(crate) fn from_bytes(integer: u64, cell: impl Fn(u64) -> (u64, u64)) -> u64 {
    let byte = byte_of(integer);
    let (cell, first) = cell(byte);
    let tag = (byte - first).min(7);
    object(from_integer(integer & !place_of_byte(MAX_BYTES))) | cell.min(MAX_OFFSET) | tag << 61
}

/// Whether it is on this thread's stack.
#[inline(always)]
pub(crate) fn is_own_stack(address: u64, thread: usize) -> bool {
    address >> (OFFSET_BITS + INDEX_BITS)
        == (STACK_BIT >> (OFFSET_BITS + INDEX_BITS)) | thread as u64
}

/// What a spinning thread watches, by a number among the addresses of cells. No object has the others' numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    Cell(u64),
    /// Whether a thread has ended.
    End(usize),
    /// Whether a thread has its token.
    Token(usize),
}

impl Watched {
    pub(crate) fn number(self) -> u64 {
        match self {
            Watched::Cell(address) => address,
            Watched::End(thread) => END_OF_THREAD | thread as u64,
            Watched::Token(thread) => TOKEN_OF_THREAD | thread as u64,
        }
    }

    pub(crate) fn numbered(number: u64) -> Watched {
        let thread = number as usize & ((1 << THREAD_BITS) - 1);
        match number & !((1 << THREAD_BITS) - 1) {
            END_OF_THREAD => Watched::End(thread),
            TOKEN_OF_THREAD => Watched::Token(thread),
            _ => Watched::Cell(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_lead_back() {
        for thread in [0, 1, 2, 30, 700, FUNCTIONS, VIEWS, STATICS] {
            for index in [0, 1, 63, 4095, 4096, (1 << INDEX_BITS) - 1] {
                for offset in [0, 1, MAX_OFFSET] {
                    let on_heap = heap(thread, index) | offset;
                    for address in [on_heap, on_heap | STACK_BIT, on_heap | 5 << 61] {
                        assert_eq!(from_integer(to_integer(address)), address);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_lead_back() {
        for number in [
            0x400_0000_1000,
            0x401_0000_1000,
            0x500_0000_1000,
            1 << 60,
            u64::MAX,
        ] {
            let pointer = of_number(number).unwrap_or_else(|| from_integer(number));
            assert_eq!(to_integer(pointer), number);
        }
    }

    #[test]
    fn integers_have_47_bits() {
        let of_statics = heap(STATICS, 4000);
        let last_slot = stack(10, 1_023, MARKS - 1);
        let late = heap(25, 65_535) | ((1 << 22) - 1);
        for address in [of_statics, heap(FUNCTIONS, 9), late, last_slot] {
            assert!(to_integer(address) < 1 << 47);
        }
    }

    #[test]
    fn bytes_of_large_objects_lead_back() {
        let object = heap(3, 70_000);
        for byte in [0, 1, LOW_BYTES, LOW_BYTES + 1, MAX_BYTES] {
            let integer = integer_at(object, byte);
            assert_eq!(
                (byte_of(integer), bytes_from(object, integer)),
                (byte, byte)
            );
        }
        let before = integer_at(object, 0).wrapping_sub(8);
        assert_eq!(bytes_from(object, before), 0u64.wrapping_sub(8));
    }

    #[test]
    fn small_numbers_are_no_objects() {
        assert_eq!(to_integer(0), 0);
        assert_eq!(from_integer(8), 1);
        assert!(is_small(from_integer(LOW_BYTES & !7)));
    }
}
