//@ no-bug
//@ source: memory of raw pointers, numbers and bytes seen as an enum whose payload's bytes say which variant it is, and back

use std::num::{NonZeroU16, NonZeroU8};
use std::marker::PhantomData;
use std::ptr::NonNull;
struct Link<T> { p: NonNull<T>, _own: PhantomData<Box<T>> }
#[repr(C)]
struct Rec { a: Option<bool>, b: Option<NonZeroU8>, c: Option<NonZeroU16>, d: u32 }
fn bytes<T>(t: &T) -> &[u8] { unsafe { std::slice::from_raw_parts((t as *const T).cast(), std::mem::size_of::<T>()) } }
fn main() {
    let r = Rec { a: None, b: NonZeroU8::new(3), c: None, d: 7 };
    assert_eq!(bytes(&r), [2, 3, 0, 0, 7, 0, 0, 0]);
    let raw: [u8; 8] = [1, 0, 5, 1, 9, 0, 0, 0];
    let mut words = [0u32; 2];
    unsafe { std::ptr::copy_nonoverlapping(raw.as_ptr(), words.as_mut_ptr().cast(), 8) };
    let s = unsafe { &*(words.as_ptr() as *const Rec) };
    assert_eq!((s.a, s.b, s.c.map(|c| c.get()), s.d), (Some(true), None, Some(0x105), 9));
    let chars = [Some('a'), None];
    let codes = unsafe { &*(&chars as *const [Option<char>; 2] as *const [u32; 2]) };
    assert_eq!(codes, &[97, 0x110000]);
    let mut x = 3;
    let l: Option<Link<i32>> = Some(Link { p: NonNull::from(&mut x), _own: PhantomData });
    let p = unsafe { *(&l as *const Option<Link<i32>> as *const *mut i32) };
    assert_eq!(p, &mut x as *mut i32);
    let mut f: Option<&[u8]> = Some(&raw[2..4]);
    let parts = unsafe { *(&f as *const Option<&[u8]> as *const [usize; 2]) };
    assert_eq!(parts[1], 2);
    f = None;
    assert_eq!(unsafe { (*(&f as *const Option<&[u8]> as *const [usize; 2]))[0] }, 0);
    // memory for anything
    unsafe {
        let layout = std::alloc::Layout::from_size_align(32, 8).unwrap();
        let m = std::alloc::alloc_zeroed(layout);
        let slots = std::slice::from_raw_parts_mut(m as *mut Option<Box<i32>>, 4);
        assert!(slots.iter().all(Option::is_none));
        slots[1] = Some(Box::new(5));
        assert!(*(m.add(8) as *const usize) != 0);
        assert_eq!(**(m.add(8) as *const *const i32), 5);
        if let Some(b) = &mut slots[1] { **b += 1; }
        assert_eq!(slots[1].take().map(|b| *b), Some(6));
        assert_eq!(*(m.add(8) as *const usize), 0);
        let moved = std::mem::replace(&mut slots[2], Some(Box::new(1)));
        assert!(moved.is_none());
        slots.swap(2, 3);
        assert_eq!(slots[3].as_deref(), Some(&1));
        drop(slots[3].take());
        std::alloc::dealloc(m, layout);
    }
}
