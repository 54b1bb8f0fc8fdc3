//@ bug: deadlock
//@ source: a reader asks for the write lock while it still reads

use std::sync::RwLock;

fn main() {
    let l = RwLock::new(vec![1]);
    let r = l.read().unwrap();
    if !r.contains(&2) {
        l.write().unwrap().push(2);
    }
    println!("{}", l.read().unwrap().len());
}
