//@ no-bug
//@ source: what has only one variant with values is no larger than that, and its bytes are that variant's
use std::convert::Infallible;

enum Never {}

#[allow(dead_code)]
enum Either {
    Plain,
    Other(Never),
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Reading {
    checked: Result<(), Infallible>,
    value: Result<u32, Infallible>,
}

fn parsed(text: &str) -> Result<u32, Infallible> {
    Ok(text.len() as u32)
}

fn main() {
    const { assert!(size_of::<Result<u32, Infallible>>() == size_of::<u32>()) };
    assert_eq!((size_of::<Option<Infallible>>(), size_of::<Either>()), (0, 0));
    assert_eq!(size_of::<Option<Result<Box<u8>, Never>>>(), size_of::<usize>());
    let number: u32 = unsafe { std::mem::transmute(parsed("seven")) };
    assert_eq!(number, 5);
    let reading: Reading = unsafe { std::mem::transmute(8u32) };
    assert_eq!(reading, Reading { checked: Ok(()), value: Ok(8) });
    let mut numbers = [1u32, 2];
    let results: *mut Result<u32, Infallible> = numbers.as_mut_ptr().cast();
    unsafe {
        assert_eq!(*results, Ok(1));
        results.add(1).write(Ok(9));
        let seen = numbers.as_ptr().cast::<Reading>().add(1).read();
        assert_eq!(seen, Reading { checked: Ok(()), value: Ok(9) });
    }
    assert_eq!(numbers, [1, 9]);
    assert!(matches!(Either::Plain, Either::Plain));
}
