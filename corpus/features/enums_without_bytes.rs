//@ no-bug
//@ edition: 2024
// Enums without bytes beside other fields.
use std::convert::Infallible;
use std::mem::{MaybeUninit, offset_of, size_of};
#[derive(Clone, Copy, PartialEq, Debug)]
enum Only {
    One,
}
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
struct First {
    only: Only,
    byte: u8,
    long: u64,
}
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
struct Middle {
    byte: u8,
    long: u64,
    only: Only,
    int: u32,
}
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
struct Last {
    int: u32,
    many: [u16; 3],
    only: (Only, Only),
}
struct Wide {
    byte: u8,
    wide: u128,
    only: Only,
}
struct Never {
    byte: u8,
    never: MaybeUninit<Infallible>,
    long: u64,
}
fn bytes<T: Copy, const N: usize>(value: T) -> [u8; N] {
    assert_eq!(size_of::<T>(), N);
    let mut all = [0; N];
    unsafe { std::ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), all.as_mut_ptr(), N) };
    all
}
fn main() {
    println!("{} {}", offset_of!(Middle, long), offset_of!(Middle, int));
    println!(
        "{} {} {}",
        offset_of!(First, byte),
        offset_of!(First, long),
        offset_of!(Last, many)
    );
    let middle = Middle {
        byte: 1,
        long: 2,
        only: Only::One,
        int: 4,
    };
    let copy = middle;
    println!("{}", &raw const middle.long as usize % 8);
    let long = unsafe { (&raw const middle).cast::<u8>().add(8).cast::<u64>().read() };
    let int = unsafe {
        (&raw const middle)
            .cast::<u8>()
            .add(16)
            .cast::<u32>()
            .read()
    };
    println!("{long} {int} {:?}", copy);
    let last = Last {
        int: 7,
        many: [1, 2, 3],
        only: (Only::One, Only::One),
    };
    println!("{:?}", unsafe {
        (&raw const last).cast::<[u16; 5]>().read()
    });
    let mut wide = Wide {
        byte: 1,
        wide: 2,
        only: Only::One,
    };
    *(unsafe { &mut *(&raw mut wide.wide) }) = 5;
    println!("{} {} {:?}", wide.byte, wide.wide, wide.only);
    let never = Never {
        byte: 1,
        never: MaybeUninit::uninit(),
        long: 3,
    };
    println!(
        "{} {} {}",
        never.byte,
        unsafe { (&raw const never.long).cast::<u32>().read() },
        size_of_val(&never.never)
    );
    let first = First {
        only: Only::One,
        byte: 3,
        long: 4,
    };
    let boxed = Box::new(first);
    println!("{:?} {}", *boxed, unsafe {
        (&raw const *boxed).cast::<u8>().read()
    });
    let zeroed: Last = unsafe { std::mem::zeroed() };
    println!("{zeroed:?}");
    let mut to = MaybeUninit::<Last>::uninit();
    unsafe {
        std::ptr::copy_nonoverlapping(
            (&raw const last).cast::<u8>(),
            to.as_mut_ptr().cast::<u8>(),
            size_of::<Last>(),
        )
    };
    println!("{:?}", unsafe { to.assume_init() });
    let _ = bytes::<u16, 2>(3);
}
