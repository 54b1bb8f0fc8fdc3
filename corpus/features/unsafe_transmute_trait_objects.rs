//@ no-bug
//@ source: pointers to trait objects that may be missing are kept as two words, and come back (so does the crate sdd)

use std::fmt::Display;
use std::mem::transmute;
use std::ptr::NonNull;

union Kept<'a> {
    object: Option<&'a dyn Display>,
    words: [usize; 2],
}

fn main() {
    let x = 5u32;
    let here: &dyn Display = &x;

    let words: (*mut usize, *mut usize) = unsafe { transmute(Some(NonNull::from(here))) };
    let back: Option<NonNull<dyn Display>> = unsafe { transmute(words) };
    assert_eq!(unsafe { back.unwrap().as_ref() }.to_string(), "5");

    let words: [usize; 2] = unsafe { transmute(Some(here)) };
    assert!(words[0] != 0 && words[1] != 0);
    let back: Option<&dyn Display> = unsafe { transmute(words) };
    assert_eq!(back.unwrap().to_string(), "5");
    let back: &dyn Display = unsafe { transmute(words) };
    assert_eq!(back.to_string(), "5");

    let words: [usize; 2] = unsafe { transmute(None::<&dyn Display>) };
    assert_eq!(words[0], 0);
    let none: Option<Box<dyn Display>> = unsafe { transmute([0usize, 0]) };
    assert!(none.is_none());
    let some: [*const u8; 2] = unsafe { transmute(Some(Box::new(7u8) as Box<dyn Display>)) };
    let some: Option<Box<dyn Display>> = unsafe { transmute(some) };
    assert_eq!(some.unwrap().to_string(), "7");

    let kept = Kept { object: Some(here) };
    let words = unsafe { kept.words };
    assert_eq!(unsafe { (Kept { words }).object }.unwrap().to_string(), "5");
}
