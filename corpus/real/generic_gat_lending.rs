//@ no-bug
//@ source: GATs: a lending iterator, a family of pointers, and a store generic over it, used from threads

use std::fmt::Display;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::thread;

trait LendingIterator {
    type Item<'a>
    where
        Self: 'a;
    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>>;
}

struct WindowsMut<'t, T> {
    slice: &'t mut [T],
    start: usize,
    len: usize,
}

impl<'t, T> LendingIterator for WindowsMut<'t, T> {
    type Item<'a>
        = &'a mut [T]
    where
        Self: 'a;
    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>> {
        let result = self.slice[self.start..].get_mut(..self.len)?;
        self.start += 1;
        Some(result)
    }
}

trait PointerFamily {
    type Pointer<T>: Deref<Target = T> + Clone;
    const THREADSAFE: bool;
    fn new<T>(value: T) -> Self::Pointer<T>;
}
struct RcFamily;
struct ArcFamily;
impl PointerFamily for RcFamily {
    type Pointer<T> = Rc<T>;
    const THREADSAFE: bool = false;
    fn new<T>(value: T) -> Rc<T> {
        Rc::new(value)
    }
}
impl PointerFamily for ArcFamily {
    type Pointer<T> = Arc<T>;
    const THREADSAFE: bool = true;
    fn new<T>(value: T) -> Self::Pointer<T> {
        Arc::new(value)
    }
}

struct Shared<P: PointerFamily, T> {
    value: P::Pointer<T>,
}
impl<P: PointerFamily, T> Clone for Shared<P, T> {
    fn clone(&self) -> Self {
        Shared { value: self.value.clone() }
    }
}
impl<P: PointerFamily, T> Shared<P, T> {
    fn of(value: T) -> Self {
        Shared { value: P::new(value) }
    }
    fn show(&self) -> String
    where
        T: Display,
    {
        format!("{}{}", *self.value, if P::THREADSAFE { " (shared)" } else { "" })
    }
}

fn main() {
    let mut numbers = [1, 2, 3, 4, 5];
    let mut windows = WindowsMut { slice: &mut numbers, start: 0, len: 2 };
    while let Some(w) = windows.next() {
        w[1] += w[0];
    }
    println!("{numbers:?}");
    let local = Shared::<RcFamily, _>::of(7);
    println!("{} {}", local.show(), (*local.clone().value as u32).pow(2));
    let shared: Shared<ArcFamily, Mutex<Vec<i32>>> = Shared::of(Mutex::new(vec![]));
    let handles: Vec<_> = (0..2)
        .map(|i| {
            let shared = shared.clone();
            thread::spawn(move || shared.value.lock().unwrap().push(i * 10))
        })
        .collect();
    handles.into_iter().for_each(|h| h.join().unwrap());
    let mut all = shared.value.lock().unwrap().clone();
    all.sort_unstable_by(|a, b| b.cmp(a));
    println!("{all:?} {}", Shared::<ArcFamily, &str>::of("text").show());
}
