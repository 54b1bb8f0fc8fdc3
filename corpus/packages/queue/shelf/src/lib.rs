//! A shelf that threads put things on and take them from.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

/// What a shelf tells whoever watches it.
pub trait Watch {
    fn put(&self, count: usize);
}

// Nothing names this constant; its impl counts all the same.
const _: () = {
    impl Watch for () {
        fn put(&self, _: usize) {}
    }
};

#[derive(Default)]
pub struct Shelf<T> {
    things: Mutex<VecDeque<T>>,
    arrived: Condvar,
}

impl<T> Shelf<T> {
    pub fn new() -> Self {
        Shelf { things: Mutex::new(VecDeque::new()), arrived: Condvar::new() }
    }

    pub fn put(&self, thing: T, watch: &dyn Watch) {
        let mut things = self.things.lock().unwrap();
        things.push_back(thing);
        watch.put(things.len());
        self.arrived.notify_one();
    }

    /// Waits in a loop, as one has to.
    #[cfg(feature = "checked")]
    pub fn take(&self) -> T {
        let mut things = self.things.lock().unwrap();
        loop {
            match things.pop_front() {
                Some(thing) => return thing,
                None => things = self.arrived.wait(things).unwrap(),
            }
        }
    }

    /// Only looks once more after the wait.
    #[cfg(not(feature = "checked"))]
    pub fn take(&self) -> T {
        let things = self.things.lock().unwrap();
        self.arrived.wait(things).unwrap().pop_front().unwrap()
    }
}

#[macro_export]
macro_rules! take_all {
    ($shelf:expr, $count:expr) => {{
        let shelf: &$crate::Shelf<_> = &$shelf;
        (0..$count).map(|_| shelf.take()).collect::<Vec<_>>()
    }};
}
