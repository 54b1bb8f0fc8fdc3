//@ no-bug
//@ source: a field that is a raw pointer, written and taken as an `Option<NonNull<T>>` and an `Option<&mut T>`

use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;

struct Node { next: *mut Node, v: i32 }

fn main() {
    let mut tail = Node { next: std::ptr::null_mut(), v: 2 };
    let mut head = Node { next: std::ptr::null_mut(), v: 1 };
    let link = &mut head.next as *mut *mut Node as *mut Option<NonNull<Node>>;
    unsafe {
        *link = NonNull::new(&mut tail);
        assert_eq!((*head.next).v, 2);
        assert_eq!((*link).take().map(|n| n.as_ref().v), Some(2));
        assert!(head.next.is_null());
        let r: &mut Option<&mut Node> = &mut *(link.cast());
        *r = Some(&mut tail);
        assert_eq!((*head.next).v, 2);
        if let Some(Some(n)) = link.as_mut() {
            *n = NonNull::from(&mut head);
        }
        assert_eq!((*head.next).v, 1);
        let mut none: Option<NonNull<Node>> = None;
        let raw = &mut none as *mut Option<NonNull<Node>> as *mut *mut Node;
        assert!((*raw).is_null());
        *raw = &mut tail;
        assert_eq!(none.map(|n| n.as_ref().v), Some(2));
    }
    let shared = AtomicPtr::new(Box::into_raw(Box::new(3)));
    let takes = || unsafe { std::mem::transmute::<*mut i32, Option<Box<i32>>>(shared.swap(std::ptr::null_mut(), SeqCst)) };
    thread::scope(|s| {
        let other = s.spawn(takes);
        let mine = takes();
        assert!(mine.is_some() != other.join().unwrap().is_some());
    });
    let left: &Option<NonNull<i32>> = unsafe { &*(shared.as_ptr() as *const Option<NonNull<i32>>) };
    assert!(left.is_none());
}
