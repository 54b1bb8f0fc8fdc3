//@ no-bug

use std::collections::HashSet;
use std::thread::{self, ThreadId};

fn main() {
    let main_id = thread::current().id();
    let mut ids: Vec<ThreadId> = (0..3).map(|_| thread::spawn(|| thread::current().id())).map(|h| h.join().unwrap()).collect();
    ids.push(main_id);
    let distinct: HashSet<ThreadId> = ids.iter().copied().collect();
    println!("{}", distinct.len());
    println!("{}", thread::current().id() == main_id);
    println!("{}", ids[0] != ids[1]);
    let h = thread::spawn(|| ());
    let id = h.thread().id();
    h.join().unwrap();
    println!("{}", id != main_id);
}
