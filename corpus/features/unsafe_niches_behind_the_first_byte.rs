//@ no-bug
//@ source: an enum whose niche is behind the first byte of its payload: pointers to it have the number of its first byte, also as `*mut ()`, and its bytes say which variant it is

use std::alloc::{alloc, dealloc, Layout};
use std::mem::transmute;
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Span { from: u64, at: &'static u8, len: u32, kind: Kind }
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind { Word, Space }
#[repr(C)]
struct Slot { span: Option<Span>, next: *const Slot }
static TEXT: u8 = b'x';
fn main() {
    let some = Some(Span { from: 7, at: &TEXT, len: 3, kind: Kind::Space });
    assert_eq!(size_of::<Option<Span>>(), 24);
    let mut slot = Slot { span: some, next: std::ptr::null() };
    let p = &raw mut slot;
    let any = p as *mut ();
    assert_eq!(any as usize, p as usize);
    assert_eq!(any as usize, unsafe { &raw mut (*p).span } as usize);
    assert_eq!(any, unsafe { &raw mut (*p).span } as *mut ());
    assert_eq!((any as usize | 1) & !1, any as usize);
    let back = ((any as usize | 1) & !1) as *mut ();
    assert_eq!(back, any);
    assert_eq!(any as usize % align_of::<Slot>(), 0);
    unsafe {
        let span = (*p).span.as_mut().unwrap();
        assert_eq!(span as *mut Span as usize, p as usize);
        assert!(std::ptr::eq(span as *const Span as *const (), any));
        let again = any as *mut Span;
        (*again).from = 9;
        assert_eq!((*(back as *mut Slot)).span.unwrap().from, 9);
        assert_eq!((*(any as *mut Option<Span>)).unwrap().len, 3);
        let bytes = any as *mut u8;
        assert_eq!(*bytes, 9);
        assert_eq!(*bytes.add(20), 1);
        *bytes.add(20) = 0;
        assert_eq!((*p).span.unwrap().kind, Kind::Word);
        (*p).span = None;
        assert_eq!(*bytes.add(20), 2);
    }
}
