//@ no-bug
// A number comes back from a pointer as it went in, whatever its bits look like.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};

fn main() {
    let mut number = 0x1234_5678_9abc_def0usize;
    for bit in 0..64 {
        number = number.rotate_left(7) ^ number >> 3;
        for number in [1 << bit, (1 << bit) + 0x1000, number >> 8, 0x400_0000_1000 ^ (1 << bit)] {
            let pointer = number as *mut u32;
            assert_eq!(pointer as usize, number);
            assert_eq!(std::ptr::without_provenance_mut::<u32>(number).addr(), number);
        }
    }
    let cell = AtomicPtr::new(0x400_0000_1000usize as *mut u32);
    let word = unsafe { AtomicUsize::from_ptr(cell.as_ptr().cast()) };
    assert_eq!(word.fetch_add(8, SeqCst), 0x400_0000_1000);
    assert_eq!(cell.load(SeqCst) as usize, 0x400_0000_1008);
}
