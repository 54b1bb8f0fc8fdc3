//@ no-bug
//@ source: sizes and alignments of values whose types have none
use std::alloc::Layout;
use std::fmt::Debug;

#[repr(C)]
struct Tailed<T: ?Sized> {
    count: u32,
    value: T,
}

#[repr(align(32))]
#[derive(Debug)]
struct Line(#[allow(dead_code)] u8);

fn of<T: ?Sized>(value: &T) -> (usize, usize) {
    let layout = Layout::for_value(value);
    assert_eq!(layout.size(), size_of_val(value));
    assert_eq!(layout.align(), align_of_val(value));
    (layout.size(), layout.align())
}

fn main() {
    let value: &dyn Debug = &Line(1);
    assert_eq!(of(value), (32, 32));
    let value: &dyn Debug = &3u16;
    assert_eq!(of(value), (2, 2));
    let tailed: &Tailed<dyn Debug> = &Tailed { count: 1, value: 5u64 };
    assert_eq!(of(tailed), (16, 8));
    let tailed: &Tailed<dyn Debug> = &Tailed { count: 1, value: 5u8 };
    assert_eq!(of(tailed), (8, 4));
    let tailed: &Tailed<dyn Debug> = &Tailed { count: 1, value: Line(2) };
    assert_eq!(of(tailed), (64, 32));
    assert_eq!(tailed.count, 1);
    let tailed: &Tailed<[u16]> = &Tailed { count: 1, value: [1u16, 2, 3] };
    assert_eq!(of(tailed), (12, 4));
    assert_eq!(of("abc"), (3, 1));
    assert_eq!(of(&[1u64, 2][..]), (16, 8));
}
