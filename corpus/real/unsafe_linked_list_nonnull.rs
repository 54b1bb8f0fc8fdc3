//@ no-bug
//@ source: a doubly linked list of `NonNull` with its own double-ended iterator, shared by scoped threads

use std::{fmt, iter::FusedIterator, marker::PhantomData, ptr::NonNull, thread};
pub struct List<T> {
    head: Option<NonNull<Node<T>>>,
    tail: Option<NonNull<Node<T>>>,
    len: usize,
    _own: PhantomData<Box<Node<T>>>,
}
struct Node<T> {
    prev: Option<NonNull<Node<T>>>,
    next: Option<NonNull<Node<T>>>,
    elem: T,
}
unsafe impl<T: Send> Send for List<T> {}
unsafe impl<T: Sync> Sync for List<T> {}
impl<T> List<T> {
    pub const fn new() -> Self {
        List {
            head: None,
            tail: None,
            len: 0,
            _own: PhantomData,
        }
    }
    pub fn push_back(&mut self, elem: T) {
        let node = Box::leak(Box::new(Node {
            prev: self.tail,
            next: None,
            elem,
        }))
        .into();
        match self.tail {
            None => self.head = Some(node),
            Some(t) => unsafe { (*t.as_ptr()).next = Some(node) },
        }
        self.tail = Some(node);
        self.len += 1;
    }
    pub fn pop_front(&mut self) -> Option<T> {
        self.head.map(|n| unsafe {
            let n = Box::from_raw(n.as_ptr());
            self.head = n.next;
            match self.head {
                None => self.tail = None,
                Some(mut h) => h.as_mut().prev = None,
            }
            self.len -= 1;
            n.elem
        })
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter {
            front: self.head,
            back: self.tail,
            left: self.len,
            _p: PhantomData,
        }
    }
}
pub struct Iter<'a, T> {
    front: Option<NonNull<Node<T>>>,
    back: Option<NonNull<Node<T>>>,
    left: usize,
    _p: PhantomData<&'a T>,
}
unsafe impl<T: Sync> Send for Iter<'_, T> {}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        if self.left == 0 {
            return None;
        }
        self.front.map(|n| unsafe {
            let n = &*n.as_ptr();
            self.front = n.next;
            self.left -= 1;
            &n.elem
        })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let n = unsafe { self.back?.as_ref() };
        self.back = n.prev;
        self.left -= 1;
        Some(&n.elem)
    }
}
impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}
impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(it: I) -> Self {
        let mut l = Self::new();
        it.into_iter().for_each(|x| l.push_back(x));
        l
    }
}
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while self.pop_front().is_some() {}
    }
}
impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
fn main() {
    let l: List<String> = ["x", "yy", "zzz"].map(String::from).into_iter().collect();
    thread::scope(|s| {
        let a = s.spawn(|| l.iter().map(String::len).sum::<usize>());
        let mut it = l.iter();
        it.next_back();
        let b = s.spawn(move || it.rev().map(|s| s.as_str()).collect::<String>());
        assert_eq!((a.join().unwrap(), b.join().unwrap().as_str()), (6, "yyx"));
    });
    let h = thread::spawn(move || {
        let mut l = l;
        l.pop_front();
        format!("{l:?} {}", l.iter().len())
    });
    assert_eq!(h.join().unwrap(), r#"["yy", "zzz"] 2"#);
}
