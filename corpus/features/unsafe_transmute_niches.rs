//@ no-bug
//@ source: transmutes of enums whose variant is told by their payload's bytes, and of plain enums

use std::mem::{transmute, size_of, MaybeUninit};
use std::num::{NonZeroI8, NonZeroU16, NonZeroU32};
use std::ptr::NonNull;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Dir { Up, Down, Left }
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Debug)]
enum Op { Push = 1, Pop, Add = 7 }
#[repr(transparent)]
struct Wrap(NonNull<i32>);
#[repr(C)]
struct Pair { a: Option<NonZeroU16>, b: u16 }

fn twice(x: i32) -> i32 { 2 * x }

fn main() {
    unsafe {
        assert_eq!(transmute::<Option<NonZeroU32>, u32>(NonZeroU32::new(7)), 7);
        assert_eq!(transmute::<u32, Option<NonZeroU32>>(0), None);
        assert_eq!(transmute::<i8, Option<NonZeroI8>>(-3), NonZeroI8::new(-3));
        assert_eq!(transmute::<Option<NonZeroU32>, [u16; 2]>(NonZeroU32::new(0x10002)), [2, 1]);
        assert_eq!(transmute::<Pair, u32>(Pair { a: None, b: 3 }), 3 << 16);
        let p: Pair = transmute(5u32);
        assert_eq!((p.a.map(|n| n.get()), p.b), (Some(5), 0));
        assert_eq!(transmute::<Option<bool>, u8>(Some(true)), 1);
        assert_eq!(transmute::<Option<bool>, u8>(None), 2);
        assert_eq!(transmute::<u8, Option<bool>>(2), None);
        assert_eq!(transmute::<Option<char>, u32>(Some('a')), 97);
        assert_eq!(transmute::<u32, Option<char>>(98), Some('b'));
        assert_eq!(size_of::<Option<Dir>>(), 1);
        assert_eq!(transmute::<u8, Dir>(2), Dir::Left);
        assert_eq!(transmute::<Option<Dir>, u8>(None), 3);
        assert_eq!(transmute::<Option<Op>, u8>(None), 0);
        assert_eq!(transmute::<u8, Option<Op>>(7), Some(Op::Add));
        assert_eq!(transmute::<[u8; 2], [Option<Op>; 2]>([0, 2]), [None, Some(Op::Pop)]);
        assert_eq!(transmute::<[Dir; 2], u16>([Dir::Down, Dir::Left]), 0x201);
        assert_eq!(transmute::<u16, [Dir; 2]>(0x1), [Dir::Down, Dir::Up]);
        let mut x = 9;
        let w: Option<Wrap> = Some(Wrap(NonNull::from(&mut x)));
        let r: &mut i32 = transmute(w);
        *r += 1;
        let n: Option<&i32> = transmute(std::ptr::null::<i32>());
        assert!(n.is_none());
        let b: Option<Box<i32>> = transmute(Box::into_raw(Box::new(4)));
        assert_eq!(b.as_deref(), Some(&4));
        let raw: *mut i32 = transmute(b);
        assert_eq!(*raw, 4);
        let addr: usize = transmute(Some(Box::from_raw(raw)));
        drop(Box::from_raw(addr as *mut i32));
        let rc: Option<Rc<u8>> = None;
        assert_eq!(transmute::<Option<Rc<u8>>, usize>(rc), 0);
        let f: Option<fn(i32) -> i32> = transmute(twice as *const ());
        assert_eq!(f.unwrap()(4), 8);
        let f: Option<fn()> = transmute(0usize);
        assert!(f.is_none());
        let q: *const () = transmute(Some(twice as fn(i32) -> i32));
        assert!(!q.is_null());
        assert_eq!(transmute::<*const (), fn(i32) -> i32>(q)(1), 2);
        let mut slots: [MaybeUninit<Option<Box<u8>>>; 2] = [const { MaybeUninit::uninit() }; 2];
        slots[0].write(None);
        slots[1].write(Some(Box::new(1)));
        let done: [Option<Box<u8>>; 2] = transmute(slots);
        assert_eq!(done[1].as_deref(), Some(&1));
        let ptrs: [*mut u8; 2] = transmute(done);
        assert!(ptrs[0].is_null() && *ptrs[1] == 1);
        let back: [Option<Box<u8>>; 2] = transmute(ptrs);
        assert!(back[0].is_none());
    }
    assert_eq!(x_is(), 10);
}
fn x_is() -> i32 {
    let mut x = 10;
    let r: Option<&mut i32> = Some(&mut x);
    let p: *mut i32 = unsafe { transmute(r) };
    unsafe { *p }
}
