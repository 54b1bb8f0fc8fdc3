//@ bug: deadlock
//@ source: a second read in the same thread may have to wait behind a writer that waits for
//@ source: the first

use std::sync::{Arc, RwLock};
use std::thread;

struct Store {
    items: RwLock<Vec<u32>>,
}

impl Store {
    fn len(&self) -> usize {
        self.items.read().unwrap().len()
    }

    fn average(&self) -> u32 {
        let items = self.items.read().unwrap();
        items.iter().sum::<u32>() / self.len() as u32
    }
}

fn main() {
    let store = Arc::new(Store { items: RwLock::new(vec![2, 4]) });
    let s = Arc::clone(&store);
    let writer = thread::spawn(move || s.items.write().unwrap().push(6));
    println!("{}", store.average() >= 3);
    writer.join().unwrap();
}
