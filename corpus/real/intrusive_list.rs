//@ no-bug
//@ source: a list of pinned waiters linked by `NonNull` in the waiters themselves

use std::marker::PhantomPinned;
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::Mutex;

struct Link {
    next: Option<NonNull<Waiter>>,
    prev: Option<NonNull<Waiter>>,
}
struct Waiter {
    link: Link,
    id: u32,
    linked: bool,
    _pin: PhantomPinned,
}
impl Waiter {
    fn new(id: u32) -> Self {
        Waiter {
            link: Link {
                next: None,
                prev: None,
            },
            id,
            linked: false,
            _pin: PhantomPinned,
        }
    }
}
#[derive(Default)]
struct List {
    head: Option<NonNull<Waiter>>,
    tail: Option<NonNull<Waiter>>,
}
unsafe impl Send for List {}
impl List {
    fn push_back(&mut self, w: Pin<&mut Waiter>) {
        let w = unsafe { w.get_unchecked_mut() };
        w.linked = true;
        w.link.prev = self.tail;
        let p = NonNull::from(&mut *w);
        match self.tail {
            None => self.head = Some(p),
            Some(mut t) => unsafe { t.as_mut().link.next = Some(p) },
        }
        self.tail = Some(p);
    }
    unsafe fn unlink(&mut self, mut p: NonNull<Waiter>) {
        let w = unsafe { p.as_mut() };
        match w.link.prev {
            Some(q) => unsafe { (*q.as_ptr()).link.next = w.link.next },
            None => self.head = w.link.next,
        }
        match w.link.next {
            Some(q) => unsafe { (*q.as_ptr()).link.prev = w.link.prev },
            None => self.tail = w.link.prev,
        }
        w.link = Link {
            next: None,
            prev: None,
        };
        w.linked = false;
    }
    fn pop_front(&mut self) -> Option<u32> {
        let p = self.head?;
        let id = unsafe { p.as_ref().id };
        unsafe { self.unlink(p) };
        Some(id)
    }
    fn ids(&self) -> Vec<u32> {
        let mut v = vec![];
        let mut c = self.head;
        while let Some(p) = c {
            let w = unsafe { p.as_ref() };
            v.push(w.id);
            c = w.link.next;
        }
        v
    }
}
fn main() {
    let list = Mutex::new(List::default());
    let mut a = Box::pin(Waiter::new(1));
    let mut b = Box::pin(Waiter::new(2));
    let mut c = std::pin::pin!(Waiter::new(3));
    {
        let mut l = list.lock().unwrap();
        l.push_back(a.as_mut());
        l.push_back(b.as_mut());
        l.push_back(c.as_mut());
        println!("{:?}", l.ids());
    }
    {
        let mut l = list.lock().unwrap();
        unsafe { l.unlink(NonNull::from(b.as_mut().get_unchecked_mut())) };
        println!("{:?}", l.ids());
    }
    std::thread::scope(|s| {
        s.spawn(|| assert_eq!(list.lock().unwrap().pop_front(), Some(1)));
    });
    println!("{:?} {} {}", list.lock().unwrap().ids(), a.linked, c.linked);
}
