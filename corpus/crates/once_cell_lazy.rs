//@ no-bug
//@ source: globals of once_cell and lazy_static; the initializers run once

#[macro_use]
extern crate lazy_static;

use once_cell::sync::{Lazy, OnceCell};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static RUNS: AtomicUsize = AtomicUsize::new(0);
static TABLE: Lazy<Mutex<HashMap<u32, &'static str>>> = Lazy::new(|| {
    RUNS.fetch_add(1, Ordering::SeqCst);
    Mutex::new(HashMap::from([(1, "one")]))
});
static NAME: OnceCell<String> = OnceCell::new();

lazy_static! {
    /// Counts the look-ups.
    static ref LOOKUPS: Mutex<u32> = Mutex::new(0);
    pub static ref LIMIT: usize = {
        let base = 2;
        base * 4
    };
}

fn look_up(key: u32) -> Option<&'static str> {
    *LOOKUPS.lock().unwrap() += 1;
    TABLE.lock().unwrap().get(&key).copied()
}

fn main() {
    let threads: Vec<_> = (0..2)
        .map(|key| {
            thread::spawn(move || {
                let mine = NAME.get_or_init(|| format!("thread {key}"));
                assert!(mine.starts_with("thread"));
                look_up(key)
            })
        })
        .collect();
    let found: Vec<_> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    assert_eq!(found, [None, Some("one")]);
    assert_eq!(RUNS.load(Ordering::SeqCst), 1);
    assert_eq!(*LOOKUPS.lock().unwrap(), 2);
    assert_eq!(*LIMIT, 8);
    assert_eq!(NAME.get_or_try_init(|| Err::<String, u8>(1)).map(|n| n.len()), Ok(8));
}
