//@ no-bug
//@ source: enums with payloads in several variants: their bytes through views, as RFC 2195 has them with a `repr`, and moved as bytes or through memory of words
use std::mem::{MaybeUninit, size_of};

#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq)]
enum Msg { Quit, Move { x: i32, y: i32 }, Write(u16), Color(u8, u8, u8) }
#[repr(C)]
#[derive(Clone, Copy)]
struct MoveRepr { tag: u8, x: i32, y: i32 }
#[repr(C)]
struct ColorRepr { tag: u8, r: u8, g: u8, b: u8 }
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
enum Event { Key(u32), Mouse { x: i16, y: i16 }, Text(u64), None }
#[repr(C)]
#[derive(Clone, Copy)]
struct TextRepr { tag: u32, text: u64 }

#[derive(Debug, Clone, PartialEq)]
enum Val { Nil, Int(i64), Pair(u32, u32), Ref(Option<&'static str>), Nest(Inner), Own(Box<u8>) }
#[derive(Debug, Clone, PartialEq)]
enum Inner { A(u8), B(u16, u8), C }

fn tag_of<T>(value: &T) -> u8 { unsafe { *(value as *const T as *const u8) } }

fn swap_bytes<T>(a: &mut T, b: &mut T) {
    let (a, b) = (a as *mut T as *mut MaybeUninit<u8>, b as *mut T as *mut MaybeUninit<u8>);
    unsafe { std::ptr::swap_nonoverlapping(a, b, size_of::<T>()) }
}

fn through_words<T>(value: T) -> T {
    let mut words = [MaybeUninit::<u64>::uninit(); 4];
    let mut others = vec![MaybeUninit::<u64>::uninit(); 4];
    assert!(size_of::<T>() <= 32 && align_of::<T>() <= 8);
    unsafe {
        (words.as_mut_ptr() as *mut T).write(value);
        std::ptr::copy_nonoverlapping(words.as_ptr(), others.as_mut_ptr(), 4);
        (others.as_ptr() as *const T).read()
    }
}

fn with_repr() {
    let all = [Msg::Quit, Msg::Move { x: 3, y: -4 }, Msg::Write(77), Msg::Color(1, 2, 3)];
    assert!(all.iter().enumerate().all(|(index, msg)| tag_of(msg) as usize == index));
    unsafe {
        let color = &*(&raw const all[3]).cast::<ColorRepr>();
        assert_eq!((color.tag, color.r, color.g, color.b), (3, 1, 2, 3));
        let mut msg = Msg::Write(5);
        let p = (&raw mut msg).cast::<MoveRepr>();
        p.write(MoveRepr { tag: 1, x: 8, y: 9 });
        assert_eq!(msg, Msg::Move { x: 8, y: 9 });
        (*p).y += 1;
        assert_eq!(((*p).tag, msg), (1, Msg::Move { x: 8, y: 10 }));
        let raw = TextRepr { tag: 2, text: 1 << 40 };
        assert_eq!(*(&raw const raw).cast::<Event>(), Event::Text(1 << 40));
        let mouse = Event::Mouse { x: 1, y: -1 };
        assert_eq!(*(&raw const mouse).cast::<u32>(), 1);
        assert_eq!(*(&raw const mouse).cast::<i16>().add(5), -1);
        assert_eq!(*(&raw const all).cast::<u8>().add(12), 1);
    }
}

fn main() {
    with_repr();
    let all = [Val::Nil, Val::Int(-5), Val::Pair(1, 2), Val::Ref(Some("ab")), Val::Nest(Inner::A(3)), Val::Nest(Inner::B(500, 7)), Val::Own(Box::new(4)), Val::Nest(Inner::C)];
    for (index, value) in all.iter().enumerate() {
        let next = &all[(index + 3) % 8];
        assert_eq!(&through_words(value.clone()), value);
        assert_eq!(through_words(Some(value.clone())).as_ref(), Some(value));
        let (mut x, mut y) = (value.clone(), next.clone());
        swap_bytes(&mut x, &mut y);
        assert_eq!((&y, &x), (value, next));
    }
    let mut v = Val::Int(7);
    if let Val::Int(n) = &mut v {
        let p = n as *mut i64;
        let q = p as usize as *mut i64;
        unsafe {
            *q += 1;
            *(p as *mut u8) += 1;
            *p.cast::<u32>().add(1) = 1;
            assert_eq!(p as *mut () as *mut u64 as usize, q as usize);
            *(p as *mut () as *mut u64) += 1;
        }
    }
    assert_eq!(v, Val::Int(10 + (1 << 32)));
}
