//@ no-bug
//@ source: an array filled element by element, then taken as initialized

use std::mem::MaybeUninit;

fn squares<const N: usize>() -> [Box<usize>; N] {
    let mut array: [MaybeUninit<Box<usize>>; N] = [const { MaybeUninit::uninit() }; N];
    for (i, slot) in array.iter_mut().enumerate() {
        slot.write(Box::new(i * i));
    }
    array.map(|slot| unsafe { slot.assume_init() })
}

fn main() {
    let values = squares::<4>();
    println!("{values:?}");
    let mut pair = MaybeUninit::<(u32, u32)>::uninit();
    let p = pair.as_mut_ptr();
    let pair = unsafe {
        (&raw mut (*p).0).write(1);
        (&raw mut (*p).1).write(2);
        pair.assume_init()
    };
    println!("{pair:?}");
}
