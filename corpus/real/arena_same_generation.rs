//@ bug: panic
//@ message: "stale key"
//@ source: new; keys with generations, which nobody counts up

use std::sync::{Arc, Mutex};
use std::thread;
#[derive(Clone, Copy, PartialEq, Debug)]
struct Key {
    ix: usize,
    gen: u32,
}
struct Slot<T> {
    gen: u32,
    val: Option<T>,
}
struct Arena<T> {
    slots: Vec<Slot<T>>,
    free: Vec<usize>,
}
impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena {
            slots: vec![],
            free: vec![],
        }
    }
}
impl<T> Arena<T> {
    fn insert(&mut self, t: T) -> Key {
        match self.free.pop() {
            Some(ix) => {
                let s = &mut self.slots[ix];
                s.val = Some(t);
                Key { ix, gen: s.gen }
            }
            None => {
                self.slots.push(Slot {
                    gen: 0,
                    val: Some(t),
                });
                Key {
                    ix: self.slots.len() - 1,
                    gen: 0,
                }
            }
        }
    }
    fn remove(&mut self, k: Key) -> Option<T> {
        let s = self.slots.get_mut(k.ix).filter(|s| s.gen == k.gen)?;
        let v = s.val.take()?;
        self.free.push(k.ix);
        Some(v)
    }
    fn get(&self, k: Key) -> Option<&T> {
        self.slots
            .get(k.ix)
            .filter(|s| s.gen == k.gen)?
            .val
            .as_ref()
    }
}
fn main() {
    let a = Arc::new(Mutex::new(Arena::default()));
    let k = a.lock().unwrap().insert("first".to_string());
    let t1 = {
        let a = a.clone();
        thread::spawn(move || a.lock().unwrap().remove(k))
    };
    let t2 = {
        let a = a.clone();
        thread::spawn(move || a.lock().unwrap().insert("second".to_string()))
    };
    if let Some(s) = a.lock().unwrap().get(k) {
        assert_eq!(s, "first", "stale key")
    }
    assert!(t1.join().unwrap().is_some());
    t2.join().unwrap();
}
