//@ bug: undefined-behavior
//@ source: get_unchecked behind a bound that another thread has changed

use std::sync::{Arc, RwLock};
use std::thread;

struct Table {
    rows: RwLock<Vec<u32>>,
}

impl Table {
    fn last(&self) -> u32 {
        let n = self.rows.read().unwrap().len();
        let rows = self.rows.read().unwrap();
        unsafe { *rows.get_unchecked(n - 1) }
    }
}

fn main() {
    let t = Arc::new(Table { rows: RwLock::new(vec![1, 2, 3]) });
    let u = t.clone();
    let shrink = thread::spawn(move || u.rows.write().unwrap().truncate(1));
    t.last();
    shrink.join().unwrap();
}
