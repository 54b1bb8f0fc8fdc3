//@ bug: undefined-behavior
//@ source: read-copy-update whose writer does not wait for the readers

use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;

#[derive(Debug)]
struct Config {
    limit: u32,
    name: String,
}

struct Cell {
    current: AtomicPtr<Config>,
}

impl Cell {
    fn limit(&self) -> u32 {
        let config = unsafe { &*self.current.load(SeqCst) };
        config.limit + config.name.len() as u32
    }

    fn replace(&self, config: Config) {
        let old = self.current.swap(Box::into_raw(Box::new(config)), SeqCst);
        unsafe { drop(Box::from_raw(old)) };
    }
}

fn main() {
    let first = Config { limit: 1, name: "one".into() };
    let cell = Arc::new(Cell { current: AtomicPtr::new(Box::into_raw(Box::new(first))) });
    let reader = {
        let cell = cell.clone();
        thread::spawn(move || cell.limit())
    };
    cell.replace(Config { limit: 2, name: "two".to_string() });
    assert!([4, 5].contains(&reader.join().unwrap()));
}
