//@ bug: undefined-behavior
//@ source: a static that never changes is written through a pointer; static mut and cells in statics are fine
use std::cell::UnsafeCell;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static FIXED: u32 = 5;
static mut MOVES: [u32; 2] = [1, 2];
static CELL: Shared = Shared(UnsafeCell::new(1));

fn main() {
    unsafe {
        (&raw mut MOVES[1]).write(7);
        CELL.0.get().write(2);
        assert_eq!((MOVES[1], *CELL.0.get()), (7, 2));
        (&raw const FIXED as *mut u32).write(6);
    }
    println!("{FIXED}");
}
