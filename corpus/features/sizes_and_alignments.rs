//@ no-bug
//@ edition: 2024
//@ source: sizes and alignments of many types, as rustc gives them
#![allow(dead_code)]
use std::cell::{Cell, RefCell, UnsafeCell};
use std::convert::Infallible;
use std::mem::{ManuallyDrop, MaybeUninit, align_of, size_of};
use std::num::*;
use std::rc::Rc;
use std::sync::Arc;
enum Never {}
enum Q {
    A,
    B(Never),
}
enum Q3 {
    A(u32),
    B(Never),
    C(u8, Never),
}
enum Both {
    A(Never),
    B(Infallible),
}
enum Wide {
    A(u64, Never),
    B(u8),
}
enum E3 {
    A,
    B,
    C,
}
enum Neg {
    A = -1,
    B = 300,
}
enum Two {
    A(u8),
    B(u32),
}
enum Mix {
    A(bool, u32),
    B(u8),
    C,
}
enum Nest {
    A(Option<bool>),
    B,
    C,
    D,
}
enum Refs<'a> {
    A(&'a u8),
    B,
    C(u8),
}
enum Big {
    A([u8; 24]),
    B(Box<u8>),
    C,
}
#[repr(u8)]
enum R8 {
    A(u32),
    B { x: u16, y: u8 },
}
#[repr(C)]
enum RC {
    A(u8),
    B(u64),
}
#[repr(C, u8)]
enum RCU8 {
    A(u16),
    B,
}
#[repr(u16)]
enum R16 {
    A,
    B,
}
#[repr(i64)]
enum R64 {
    A,
    B,
}
#[repr(u8)]
enum R8n {
    A(Never),
    B(u16),
}
#[repr(C)]
enum RCn {
    A(Never),
    B(u16),
}
#[repr(C)]
struct C1 {
    a: u8,
    b: u32,
    c: u16,
}
struct S1 {
    a: u8,
    b: u32,
    c: u16,
}
#[repr(C, packed)]
struct P1 {
    a: u8,
    b: u32,
}
#[repr(packed(2))]
struct P2 {
    a: u8,
    b: u32,
}
#[repr(align(16))]
struct A16(u8);
#[repr(transparent)]
struct T1(u32);
#[repr(transparent)]
struct T2<'a>(&'a u8, ());
struct G<T>(T, u8);
struct GO<T> {
    a: Option<T>,
    b: bool,
}
union U1 {
    a: u8,
    b: u32,
}
#[repr(C)]
union U2 {
    a: [u8; 5],
    b: u16,
}
struct Zst;
struct Tail<T: ?Sized> {
    a: u8,
    b: T,
}
macro_rules! show { ($($t:ty),* $(,)?) => { $( println!("{} {} {}", stringify!($t), size_of::<$t>(), align_of::<$t>()); )* } }
fn main() {
    show!(
        Option<bool>,
        Option<Option<bool>>,
        Option<Option<Option<bool>>>,
        Option<char>,
        Option<Option<char>>,
        Option<u8>,
        Option<u32>,
        Option<(u8, bool)>,
        Option<(bool, u32)>
    );
    show!(
        Option<&u8>,
        Option<Option<&u8>>,
        Option<Box<u8>>,
        Option<Rc<u8>>,
        Option<Arc<u8>>,
        Option<fn()>,
        Option<&[u8]>,
        Option<&str>,
        Option<Box<dyn Fn()>>,
        Option<NonZeroU8>,
        Option<NonZeroU64>,
        Option<NonZero<i16>>,
        Option<Option<NonZeroU8>>
    );
    show!(Infallible, Never, Option<Infallible>, Option<Never>, Result<u32, Infallible>, Result<Infallible, u32>, Result<(), Infallible>, Result<Box<u8>, Infallible>, Option<Result<u32, Infallible>>, Option<Result<Box<u8>, Infallible>>, Result<Result<u8, Infallible>, u8>, Result<Infallible, Infallible>);
    show!(Q, Q3, Both, Wide, E3, Neg, Two, Mix, Nest, Refs, Big, Option<Q>, Option<Both>, Option<Wide>, Option<E3>, Option<Two>, Option<Mix>, Option<Nest>, Option<Big>, Result<E3, bool>, Result<E3, ()>, Result<Two, Two>);
    show!(
        R8,
        RC,
        RCU8,
        R16,
        R64,
        R8n,
        RCn,
        Option<R8>,
        Option<RC>,
        Option<R16>,
        Option<R8n>,
        C1,
        S1,
        P1,
        P2,
        A16,
        T1,
        T2,
        Option<T2>,
        Option<A16>,
        [A16; 2],
        Option<P1>
    );
    show!(
        G<u8>,
        G<u64>,
        G<Option<u16>>,
        GO<u8>,
        GO<bool>,
        GO<&u8>,
        GO<u64>,
        G<Infallible>,
        Option<G<Infallible>>,
        G<[u16; 3]>,
        Option<G<bool>>,
        Result<G<u32>, G<u8>>
    );
    show!(
        U1,
        U2,
        Option<U1>,
        MaybeUninit<u32>,
        Option<MaybeUninit<bool>>,
        ManuallyDrop<Box<u8>>,
        Option<ManuallyDrop<Box<u8>>>,
        Cell<bool>,
        Option<Cell<bool>>,
        RefCell<u8>,
        UnsafeCell<&u8>,
        Option<UnsafeCell<&u8>>
    );
    show!(
        (),
        (u8, u32, u8),
        (u8, (u16, u8)),
        (u64, u8, bool),
        Option<(u64, u8, bool)>,
        [Option<u16>; 3],
        [Option<&u8>; 2],
        [(); 5],
        [u8; 0],
        Option<[bool; 3]>,
        Option<[u8; 3]>,
        Option<[bool; 0]>,
        [Infallible; 0],
        Option<[Infallible; 0]>,
        Option<[Infallible; 1]>,
        (Infallible, u32),
        Option<(Infallible, u32)>
    );
    show!(
        Zst,
        Option<Zst>,
        Option<Option<Zst>>,
        Tail<u32>,
        Tail<Option<bool>>,
        Vec<u8>,
        Option<Vec<u8>>,
        String,
        Option<String>,
        Option<Option<String>>,
        u128,
        Option<u128>,
        (u128, u8),
        i128,
        f32,
        Option<f64>,
        usize,
        *const u8,
        Option<*const u8>,
        *const [u8],
        std::time::Duration,
        Option<std::time::Duration>,
        std::cmp::Ordering,
        Option<std::cmp::Ordering>
    );
    let c = 5u8;
    let d = 7u32;
    let e = String::new();
    let f = move || c as u32 + d;
    let g = || e.len();
    println!(
        "{} {}",
        std::mem::size_of_val(&f),
        std::mem::size_of_val(&g)
    );
}
