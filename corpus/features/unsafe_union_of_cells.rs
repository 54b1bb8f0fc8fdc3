//! Unions of atomics and of cells: what is written by way of one field is read by way of another.
//@ no-bug
//@ weak-orderings

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::thread;

#[repr(C)]
union Word {
    whole: ManuallyDrop<AtomicU32>,
    halves: ManuallyDrop<[AtomicU16; 2]>,
}

#[repr(C)]
union Pair {
    word: ManuallyDrop<AtomicU64>,
    parts: ManuallyDrop<(AtomicU32, AtomicU32)>,
}

#[repr(C)]
union Number {
    cell: ManuallyDrop<Cell<u32>>,
    bytes: [u8; 4],
}

static SHARED: Word = Word {
    halves: ManuallyDrop::new([AtomicU16::new(0), AtomicU16::new(0)]),
};

fn main() {
    let word = Word {
        whole: ManuallyDrop::new(AtomicU32::new(0)),
    };
    unsafe {
        word.halves[1].fetch_add(2, Ordering::Relaxed);
        assert_eq!(word.halves[1].load(Ordering::Relaxed), 2);
        assert_eq!(word.whole.load(Ordering::Relaxed), 0x2_0000);
    }

    let pair = Pair {
        word: ManuallyDrop::new(AtomicU64::new(0x5_0000_0003)),
    };
    unsafe {
        assert_eq!(pair.parts.1.load(Ordering::Relaxed), 5);
        pair.parts.0.store(9, Ordering::Relaxed);
        assert_eq!(pair.word.load(Ordering::Relaxed), 0x5_0000_0009);
    }

    let mut number = Number { bytes: [1, 2, 0, 0] };
    unsafe {
        assert_eq!(number.cell.get(), 0x201);
        number.cell.set(0x304);
        assert_eq!(number.bytes, [4, 3, 0, 0]);
        *(*number.cell).get_mut() = 7;
        number.bytes[1] = 1;
        assert_eq!(number.cell.get(), 0x107);
    }

    thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || unsafe { SHARED.halves[half].fetch_add(1, Ordering::Relaxed) });
        }
    });
    assert_eq!(unsafe { SHARED.whole.load(Ordering::Relaxed) }, 0x1_0001);
}
