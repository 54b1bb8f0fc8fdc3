//! Numbers of which only some bytes were written, as where three bytes of a `u32` are, or padding was copied over
//! a part of one.
//!
//! Few programs have any. A cell or register holds one as a value that stands for what was not written
//! ([`vscheck_ir::layout::is_unwritten`]), and which bytes it has stands beside, for all executions. It is moved as
//! any value, and to compute with it is undefined behavior. The fast loop knows only of what was not written at
//! all: from the first such number on all instructions go the slow way.

use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use vscheck_ir::layout::UNWRITTEN;

/// Such a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Partial {
    /// The bytes that it has, in their places; the others are zero.
    bits: u64,
    /// A bit for each byte that it has.
    written: u8,
}

impl Partial {
    /// The number of these bytes, from the first on.
    pub(crate) fn of(bytes: impl Iterator<Item = Option<u8>>) -> Partial {
        let (mut bits, mut written) = (0, 0);
        for (index, byte) in bytes.enumerate().take(8) {
            if let Some(byte) = byte {
                bits |= u64::from(byte) << (index * 8);
                written |= 1 << index;
            }
        }
        Partial { bits, written }
    }

    /// The number of those bytes of some bits that are ones in a mask.
    pub(crate) fn masked(bits: u64, mask: u64) -> Partial {
        let byte = |index: u32| (mask >> (index * 8) & 1 == 1).then(|| (bits >> (index * 8)) as u8);
        Partial::of((0..8).map(byte))
    }

    /// The bytes that it has, in their places.
    pub(crate) fn bits(self) -> u64 {
        self.bits
    }

    /// All ones in the bytes that it has.
    pub(crate) fn mask(self) -> u64 {
        (0..8)
            .filter(|byte| self.written >> byte & 1 == 1)
            .fold(0, |mask, byte| mask | 0xFF << (byte * 8))
    }

    /// One of its bytes, if it has that.
    pub(crate) fn byte(self, index: u64) -> Option<u8> {
        let written = index < 8 && self.written >> index & 1 == 1;
        written.then(|| (self.bits >> (index * 8)) as u8)
    }

    /// Whether it has no bytes.
    pub(crate) fn is_nothing(self) -> bool {
        self.written == 0
    }

    /// Whether it has all of its first bytes.
    pub(crate) fn is_whole(self, bytes: u64) -> bool {
        self.written == u8::MAX >> (8 - bytes.clamp(1, 8))
    }
}

/// All such numbers that any execution has made: the same one has the same value in each.
#[derive(Debug, Default)]
pub(crate) struct Partials {
    /// By number, from 1 on.
    found: boxcar::Vec<Partial>,
    numbers: Mutex<FxHashMap<Partial, u64>>,
    any: AtomicBool,
}

impl Partials {
    /// Whether there may be any.
    #[inline]
    pub(crate) fn are_any(&self) -> bool {
        self.any.load(Ordering::Relaxed)
    }

    /// How far behind the value that stands for nothing the one that stands for a number is, unless there are too
    /// many.
    pub(crate) fn number(&self, partial: Partial) -> Option<u64> {
        let mut numbers = self.numbers.lock().expect("nobody panics with it");
        if let Some(&number) = numbers.get(&partial) {
            return Some(number);
        }
        if numbers.len() as u64 + 1 >= UNWRITTEN {
            return None;
        }
        self.any.store(true, Ordering::Relaxed);
        let number = self.found.push(partial) as u64 + 1;
        numbers.insert(partial, number);
        Some(number)
    }

    /// Back from [`Partials::number`].
    pub(crate) fn of(&self, number: u64) -> Option<Partial> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.found.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_bytes_of_a_number() {
        let three = Partial::of([Some(1), Some(0), None, Some(4)].into_iter());
        assert_eq!((three.bits(), three.mask()), (0x0400_0001, 0xFF00_FFFF));
        assert_eq!(
            [0, 1, 2, 3, 4].map(|at| three.byte(at)),
            [Some(1), Some(0), None, Some(4), None]
        );
        assert!(!three.is_whole(4) && !three.is_nothing());
        assert!(Partial::of([Some(0); 8].into_iter()).is_whole(8));
    }

    #[test]
    fn a_number_has_one_value() {
        let partials = Partials::default();
        let [a, b] = [[Some(1), None], [None, Some(1)]].map(|bytes| Partial::of(bytes.into_iter()));
        assert!(!partials.are_any());
        assert_eq!(
            [a, b, a].map(|one| partials.number(one)),
            [Some(1), Some(2), Some(1)]
        );
        assert_eq!(partials.of(2), Some(b));
        assert!(partials.are_any());
    }
}
