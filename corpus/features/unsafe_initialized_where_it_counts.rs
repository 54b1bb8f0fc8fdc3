//@ no-bug
//@ source: what need not be initialized in a value: `MaybeUninit`s, padding, fields of other variants, nothing at all

use std::mem::MaybeUninit;

#[repr(C)]
struct Padded {
    small: u8,
    large: u32,
}
enum Choice {
    Number(u32),
    Nothing,
}

fn main() {
    let many: [MaybeUninit<u32>; 4] = unsafe { MaybeUninit::uninit().assume_init() };
    let [first, ..] = many;
    let mut first = first;
    assert_eq!(*first.write(3), 3);

    let mut padded = MaybeUninit::<Padded>::uninit();
    let padded = unsafe {
        (&raw mut (*padded.as_mut_ptr()).small).write(1);
        (&raw mut (*padded.as_mut_ptr()).large).write(2);
        padded.assume_init()
    };
    assert_eq!(u32::from(padded.small) + padded.large, 3);

    let mut choice = MaybeUninit::<Choice>::uninit();
    choice.write(Choice::Nothing);
    match unsafe { choice.assume_init() } {
        Choice::Number(number) => panic!("{number}"),
        Choice::Nothing => {}
    }
    let mut none = MaybeUninit::<Option<u64>>::uninit();
    none.write(None);
    assert!(unsafe { none.assume_init_read() }.is_none());
    unsafe { MaybeUninit::<()>::uninit().assume_init() };
}
