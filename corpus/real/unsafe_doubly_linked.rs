//@ no-bug
//@ source: a doubly linked list on NonNull with a cursor that removes in the middle

use std::marker::PhantomData;
use std::ptr::NonNull;

struct Node<T> {
    prev: Option<NonNull<Node<T>>>,
    next: Option<NonNull<Node<T>>>,
    value: T,
}

struct List<T> {
    head: Option<NonNull<Node<T>>>,
    tail: Option<NonNull<Node<T>>>,
    len: usize,
    own: PhantomData<Box<Node<T>>>,
}

impl<T> List<T> {
    fn new() -> Self {
        List { head: None, tail: None, len: 0, own: PhantomData }
    }
    fn push_back(&mut self, value: T) {
        let node = Box::new(Node { prev: self.tail, next: None, value });
        let node = unsafe { NonNull::new_unchecked(Box::into_raw(node)) };
        match self.tail {
            Some(mut tail) => unsafe { tail.as_mut().next = Some(node) },
            None => self.head = Some(node),
        }
        self.tail = Some(node);
        self.len += 1;
    }
    fn remove(&mut self, node: NonNull<Node<T>>) -> T {
        let node = unsafe { Box::from_raw(node.as_ptr()) };
        match node.prev {
            Some(prev) => unsafe { (*prev.as_ptr()).next = node.next },
            None => self.head = node.next,
        }
        match node.next {
            Some(next) => unsafe { (*next.as_ptr()).prev = node.prev },
            None => self.tail = node.prev,
        }
        self.len -= 1;
        node.value
    }
    fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        let mut at = self.head;
        while let Some(node) = at {
            at = unsafe { node.as_ref().next };
            if !keep(unsafe { &node.as_ref().value }) {
                self.remove(node);
            }
        }
    }
    fn backwards(&self) -> impl Iterator<Item = &T> {
        let mut at = self.tail;
        std::iter::from_fn(move || {
            let node = unsafe { at?.as_ref() };
            at = node.prev;
            Some(&node.value)
        })
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        while let Some(head) = self.head {
            self.remove(head);
        }
    }
}

fn main() {
    let mut list = List::new();
    for i in 0..6 {
        list.push_back(i.to_string());
    }
    list.retain(|s| s != "0" && s != "3" && s != "5");
    println!("{} {:?}", list.len, list.backwards().collect::<Vec<_>>());
}
