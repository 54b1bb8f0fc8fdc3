//@ no-bug
//@ source: `transmute_copy` reads at any byte what may be less aligned, and not beyond the source

use std::mem::transmute_copy;
use std::panic::catch_unwind;

#[repr(C)]
struct Padded {
    kind: u8,
    bytes: [u8; 8],
}

fn main() {
    let padded = Padded {
        kind: 3,
        bytes: [1, 2, 0, 0, 0, 0, 0, 0],
    };
    let number: u64 = unsafe { transmute_copy(&padded.bytes) };
    assert_eq!(number, 0x201);
    let half: u16 = unsafe { transmute_copy(&padded.bytes) };
    assert_eq!((half, padded.kind), (0x201, 3));
    let same: [u8; 2] = unsafe { transmute_copy(&half) };
    assert_eq!(same, [1, 2]);
    assert!(catch_unwind(|| unsafe { transmute_copy::<u16, u32>(&1) }).is_err());
}
