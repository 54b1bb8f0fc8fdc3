//@ no-bug
// Who panics while a borrow is narrowed gives it back.

use std::cell::{Ref, RefCell, RefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn caught<R>(f: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}

fn main() {
    let cell = RefCell::new(1);
    let maps = caught(|| {
        Ref::map(cell.borrow(), |_| -> &i32 { panic!() });
    });
    *cell.borrow_mut() += 1;
    let maps_mut = caught(|| {
        RefMut::map(cell.borrow_mut(), |_| -> &mut i32 { panic!() });
    });
    *cell.borrow_mut() += 1;
    let splits = caught(|| {
        Ref::map_split(cell.borrow(), |_| -> (&i32, &i32) { panic!() });
    });
    *cell.borrow_mut() += 1;
    let splits_mut = caught(|| {
        RefMut::map_split(cell.borrow_mut(), |_| -> (&mut i32, &mut i32) { panic!() });
    });
    println!("{maps} {maps_mut} {splits} {splits_mut} {}", cell.borrow());
}
