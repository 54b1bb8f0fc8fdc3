//@ no-bug
//@ source: a pool whose objects come back when they are dropped

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use std::thread;

struct Pool<T> {
    free: Mutex<Vec<T>>,
    make: Box<dyn Fn() -> T + Send + Sync>,
}

struct Pooled<T> {
    item: Option<T>,
    pool: Arc<Pool<T>>,
}

impl<T> Pool<T> {
    fn new(make: impl Fn() -> T + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Pool { free: Mutex::new(vec![]), make: Box::new(make) })
    }

    fn get(self: &Arc<Self>) -> Pooled<T> {
        let reused = self.free.lock().unwrap().pop();
        let item = reused.unwrap_or_else(|| (self.make)());
        Pooled { item: Some(item), pool: Arc::clone(self) }
    }
}

impl<T> Deref for Pooled<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.item.as_ref().unwrap()
    }
}

impl<T> DerefMut for Pooled<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.item.as_mut().unwrap()
    }
}

impl<T> Drop for Pooled<T> {
    fn drop(&mut self) {
        if let Some(item) = self.item.take() {
            self.pool.free.lock().unwrap().push(item);
        }
    }
}

fn main() {
    let pool = Pool::new(|| Vec::<u8>::with_capacity(4));
    let p = Arc::clone(&pool);
    let t = thread::spawn(move || {
        let mut v = p.get();
        v.push(1);
        v.len()
    });
    {
        let mut v = pool.get();
        v.clear();
        v.extend([1, 2, 3]);
        println!("{}", v.iter().sum::<u8>());
    }
    t.join().unwrap();
    let n = pool.free.lock().unwrap().len();
    assert!(n == 1 || n == 2);
}
