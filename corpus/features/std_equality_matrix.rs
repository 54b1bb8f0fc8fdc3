//@ no-bug
//@ source: what sequences, C strings and pointers with counts are compared with

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::{CStr, CString};
use std::rc::Rc;
use std::sync::Arc;

/// Counts how often it is compared.
struct Counted<'a>(&'a Cell<u32>);

impl PartialEq for Counted<'_> {
    fn eq(&self, _: &Self) -> bool {
        self.0.set(self.0.get() + 1);
        true
    }
}

impl Eq for Counted<'_> {}

fn main() {
    let (array, mut other) = ([1, 2, 3], [1, 2, 3]);
    let slice = &mut other[..];
    assert_eq!(array, slice);
    assert!(
        array == *slice
            && *slice == array
            && slice == array
            && array == &*slice
            && &*slice == array
    );
    assert!(
        vec![1, 2, 3] == slice
            && slice == vec![1, 2, 3]
            && vec![1, 2, 3] == array
            && vec![1, 2, 3] == &array
    );
    assert!(
        Cow::from(&array) == vec![1, 2, 3]
            && Cow::from(&array) == slice
            && Cow::from(&array) == &*slice
    );
    let deque = VecDeque::from(array);
    assert!(deque == array && deque == &array && deque == &mut [1, 2, 3] && deque == vec![1, 2, 3]);
    assert!(deque == &array[..] && deque == slice && deque != [1, 2]);

    let (text, owned) = (c"hello", CString::from(c"hello"));
    assert_eq!(&text[1..], c"ello");
    assert!(text[5..].is_empty());
    assert!(std::panic::catch_unwind(|| &text[6..]).is_err());
    assert!(owned == *text && owned == text && *text == owned && Cow::from(text) == owned);
    let boxed: Box<CStr> = text.into();
    assert_eq!(CString::from(boxed), owned);

    // What is totally equal equals itself without a look at it.
    let count = Cell::new(0);
    let (rc, arc) = (Rc::new(Counted(&count)), Arc::new(Counted(&count)));
    assert!(rc == rc.clone() && !(arc != arc.clone()));
    assert_eq!(count.get(), 0);
    assert!(rc == Rc::new(Counted(&count)) && !(*arc != Counted(&count)));
    assert_eq!(count.get(), 2);
    let nan = Rc::new(f64::NAN);
    assert!(nan != nan.clone());
}
