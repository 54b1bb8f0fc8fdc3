//@ no-bug
//@ source: a doubly linked list with NonNull

use std::marker::PhantomData;
use std::ptr::NonNull;

type Link<T> = Option<NonNull<Node<T>>>;

struct Node<T> {
    front: Link<T>,
    back: Link<T>,
    elem: T,
}

pub struct LinkedList<T> {
    front: Link<T>,
    back: Link<T>,
    len: usize,
    _boo: PhantomData<T>,
}

impl<T> LinkedList<T> {
    pub fn new() -> Self {
        Self { front: None, back: None, len: 0, _boo: PhantomData }
    }

    pub fn push_front(&mut self, elem: T) {
        unsafe {
            let new = NonNull::new_unchecked(Box::into_raw(Box::new(Node { front: None, back: None, elem })));
            if let Some(old) = self.front {
                (*old.as_ptr()).front = Some(new);
                (*new.as_ptr()).back = Some(old);
            } else {
                self.back = Some(new);
            }
            self.front = Some(new);
            self.len += 1;
        }
    }

    pub fn pop_back(&mut self) -> Option<T> {
        self.back.map(|node| unsafe {
            let boxed = Box::from_raw(node.as_ptr());
            self.back = boxed.front;
            if let Some(new) = self.back {
                (*new.as_ptr()).back = None;
            } else {
                self.front = None;
            }
            self.len -= 1;
            boxed.elem
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        let mut at = self.front;
        std::iter::from_fn(move || {
            at.map(|node| unsafe {
                at = (*node.as_ptr()).back;
                &(*node.as_ptr()).elem
            })
        })
    }
}

impl<T> Drop for LinkedList<T> {
    fn drop(&mut self) {
        while self.pop_back().is_some() {}
    }
}

fn main() {
    let mut list = LinkedList::new();
    for word in ["a", "b", "c"] {
        list.push_front(word.to_string());
    }
    println!("{:?} {}", list.iter().collect::<Vec<_>>(), list.len);
    println!("{:?} {:?}", list.pop_back(), list.pop_back());
    list.push_front("d".into());
    println!("{:?}", list.iter().map(|s| s.len()).sum::<usize>());
}
