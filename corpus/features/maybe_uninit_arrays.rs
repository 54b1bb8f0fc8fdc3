//@ no-bug
//@ source: arrays of what may be uninitialized and what may be an uninitialized array become each other
use std::mem::MaybeUninit;
fn main() {
    let m: MaybeUninit<[u8; 3]> = MaybeUninit::new([1, 2, 3]);
    let t: [MaybeUninit<u8>; 3] = m.into();
    let m: MaybeUninit<[u8; 3]> = t.into();
    assert_eq!(unsafe { m.assume_init() }, [1, 2, 3]);
}
