//@ no-bug
//! Two counted slices of nothing at one address, one with more elements than the other: they are not equal, though
//! each element equals itself.

use std::rc::Rc;
use std::sync::Arc;

fn main() {
    let three: Arc<[()]> = Arc::new([(); 3]);
    let place = Arc::into_raw(three.clone()) as *const ();
    let more: Arc<[()]> = unsafe { Arc::from_raw(std::ptr::slice_from_raw_parts(place, 42)) };
    assert!(three == three && Arc::ptr_eq(&three, &three));
    assert!(three != more && !(three == more));

    let three: Rc<[()]> = Rc::new([(); 3]);
    let place = Rc::into_raw(three.clone()) as *const ();
    let more: Rc<[()]> = unsafe { Rc::from_raw(std::ptr::slice_from_raw_parts(place, 42)) };
    assert!(three == three && three != more);
}
