//@ no-bug
//@ source: new; Haskell's MVar with a condition variable

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
// Haskell's MVar: take / put / modify
#[derive(Clone)]
pub struct MVar<T>(Arc<(Mutex<Option<T>>, Condvar)>);
impl<T> MVar<T> {
    pub fn new(t: T) -> Self {
        MVar(Arc::new((Mutex::new(Some(t)), Condvar::new())))
    }
    pub fn empty() -> Self {
        MVar(Arc::new((Mutex::new(None), Condvar::new())))
    }
    pub fn take(&self) -> T {
        let (m, c) = &*self.0;
        let mut g = c.wait_while(m.lock().unwrap(), |o| o.is_none()).unwrap();
        c.notify_all();
        g.take().unwrap()
    }
    pub fn put(&self, t: T) {
        let (m, c) = &*self.0;
        let mut g = c.wait_while(m.lock().unwrap(), |o| o.is_some()).unwrap();
        *g = Some(t);
        c.notify_all();
    }
    pub fn read(&self) -> T
    where
        T: Clone,
    {
        let t = self.take();
        self.put(t.clone());
        t
    }
    pub fn modify(&self, f: impl FnOnce(T) -> T)
    where
        T: Clone,
    {
        let t = self.take();
        self.put(f(t));
    }
}
fn main() {
    let v = MVar::new(0);
    let done = MVar::empty();
    for _ in 0..2 {
        let (v, d) = (v.clone(), done.clone());
        thread::spawn(move || {
            v.modify(|n| n + 1);
            d.put(())
        });
    }
    done.take();
    done.take();
    assert_eq!(v.read(), 2);
}
