//@ no-bug
//@ source: subscriptions that end when their guard is dropped

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};
type Callback<E> = dyn Fn(&E) -> bool + Send + Sync;
struct Hub<E> {
    next: AtomicU32,
    subs: Mutex<BTreeMap<u32, Arc<Callback<E>>>>,
}
#[must_use]
struct Subscription<E> {
    id: u32,
    hub: Weak<Hub<E>>,
}
impl<E> Hub<E> {
    fn new() -> Arc<Self> {
        Arc::new(Hub {
            next: AtomicU32::new(1),
            subs: Mutex::new(BTreeMap::new()),
        })
    }
    fn subscribe<F>(self: &Arc<Self>, f: F) -> Subscription<E>
    where
        F: Fn(&E) -> bool + Send + Sync + 'static,
    {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.subs.lock().unwrap().insert(id, Arc::new(f));
        Subscription {
            id,
            hub: Arc::downgrade(self),
        }
    }
    fn publish(&self, e: E) -> usize {
        let list: Vec<_> = self
            .subs
            .lock()
            .unwrap()
            .iter()
            .map(|(id, f)| (*id, Arc::clone(f)))
            .collect();
        let done: Vec<u32> = list
            .iter()
            .filter(|(_, f)| !f(&e))
            .map(|(id, _)| *id)
            .collect();
        let mut subs = self.subs.lock().unwrap();
        subs.retain(|id, _| !done.contains(id));
        list.len()
    }
}
impl<E> Drop for Subscription<E> {
    fn drop(&mut self) {
        if let Some(hub) = self.hub.upgrade() {
            hub.subs.lock().unwrap().remove(&self.id);
        }
    }
}
fn main() {
    let hub = Hub::<String>::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let s1 = {
        let seen = seen.clone();
        hub.subscribe(move |e: &String| {
            seen.lock().unwrap().push(e.to_uppercase());
            true
        })
    };
    let once = hub.subscribe(|_| false);
    let n = std::thread::scope(|s| {
        let h = s.spawn(|| hub.publish("a".into()));
        drop(once);
        h.join().unwrap()
    });
    assert!(n == 1 || n == 2);
    drop(s1);
    assert_eq!(hub.publish(String::new()), 0);
    println!("{:?}", seen.lock().unwrap());
}
