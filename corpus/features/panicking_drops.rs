//@ no-bug
//@ source: vectors and deques keep their other elements, and drop what they let go of, when a destructor panics

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{catch_unwind, AssertUnwindSafe};

thread_local! {
    static DROPPED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Panics when 2 is dropped.
#[derive(PartialEq, Debug)]
struct Element(u32);

impl Drop for Element {
    fn drop(&mut self) {
        DROPPED.with_borrow_mut(|dropped| dropped.push(self.0));
        if self.0 == 2 {
            panic!("dropped");
        }
    }
}

/// What is dropped while `f` panics.
fn dropped<R>(f: impl FnOnce() -> R) -> Vec<u32> {
    DROPPED.take();
    assert!(catch_unwind(AssertUnwindSafe(|| drop(f()))).is_err());
    DROPPED.take()
}

fn elements() -> Vec<Element> {
    (0..6).map(Element).collect()
}

/// Around the end of the buffer.
fn deque() -> VecDeque<Element> {
    let mut deque = VecDeque::with_capacity(6);
    deque.extend((3..6).map(Element));
    (0..3).rev().for_each(|n| deque.push_front(Element(n)));
    deque
}

/// What is left; all but 2 are dropped without a panic.
fn left(elements: impl IntoIterator<Item = Element>) -> Vec<u32> {
    let number = |element: Element| {
        let number = element.0;
        std::mem::forget(element);
        number
    };
    elements.into_iter().map(number).collect()
}

fn vectors() {
    let mut v = elements();
    assert_eq!(dropped(|| drop(v.drain(1..4))), [1, 2, 3]);
    assert_eq!(left(v), [0, 4, 5]);

    let mut v = elements();
    assert_eq!(dropped(|| v.truncate(1)), [1, 2, 3, 4, 5]);
    assert_eq!(left(v), [0]);

    let mut v = elements();
    assert_eq!(dropped(|| v.clear()), [0, 1, 2, 3, 4, 5]);
    assert!(v.is_empty());

    let mut v = elements();
    assert_eq!(dropped(|| v.retain(|element| element.0 % 3 != 2)), [2]);
    assert_eq!(left(v), [0, 1, 3, 4, 5]);

    let mut v = elements();
    let asked = |element: &Element| {
        if element.0 < 4 {
            element.0 != 1
        } else {
            panic!("asked")
        }
    };
    assert_eq!(dropped(|| v.retain(asked)), [1]);
    assert_eq!(left(v), [0, 2, 3, 4, 5]);

    let mut v = elements();
    assert_eq!(dropped(|| v.dedup_by_key(|element| element.0 / 3)), [1, 2]);
    assert_eq!(left(v), [0, 3, 4, 5]);

    let mut v = elements();
    assert_eq!(dropped(|| drop(v.splice(1..4, [Element(9)]))), [1, 2, 3, 9]);
    assert_eq!(left(v), [0, 4, 5]);

    let mut rest = elements().into_iter();
    std::mem::forget(rest.next());
    assert_eq!(dropped(|| rest), [1, 2, 3, 4, 5]);
    assert_eq!(dropped(elements), [0, 1, 2, 3, 4, 5]);
}

fn deques() {
    let mut d = deque();
    assert_eq!(dropped(|| drop(d.drain(1..4))), [1, 2, 3]);
    assert_eq!(left(d), [0, 4, 5]);

    let mut d = deque();
    assert_eq!(dropped(|| d.truncate(1)), [1, 2, 3, 4, 5]);
    assert_eq!(left(d), [0]);

    let mut d = deque();
    assert_eq!(dropped(|| d.clear()), [0, 1, 2, 3, 4, 5]);
    assert!(d.is_empty());

    let mut d = deque();
    assert_eq!(
        dropped(|| d.retain(|element| element.0 % 3 == 0)),
        [2, 1, 4, 5]
    );
    assert_eq!(left(d), [0, 3]);

    let mut d = deque();
    let asked = |element: &Element| {
        if element.0 < 4 {
            element.0 != 1
        } else {
            panic!("asked")
        }
    };
    assert_eq!(dropped(|| d.retain(asked)), []);
    assert_eq!(left(d), [0, 2, 3, 1, 4, 5]);

    let mut rest = deque().into_iter();
    std::mem::forget(rest.next());
    assert_eq!(dropped(|| rest), [1, 2, 3, 4, 5]);
    assert_eq!(dropped(deque), [0, 1, 2, 3, 4, 5]);
}

fn main() {
    vectors();
    deques();
}
