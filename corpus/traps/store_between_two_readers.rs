//@ no-bug
//@ source: Readers of one lock do not order what they do under it: the store can come first.

use std::sync::RwLock;
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static VALUE: AtomicI32 = AtomicI32::new(0);
static GATE: RwLock<()> = RwLock::new(());

fn main() {
    let add = thread::spawn(|| VALUE.fetch_add(1, SeqCst));
    let look = thread::spawn(|| {
        let _gate = GATE.read().unwrap();
        VALUE.load(SeqCst)
    });
    let reset = thread::spawn(|| {
        let _gate = GATE.read().unwrap();
        VALUE.store(0, SeqCst);
    });
    let before = add.join().unwrap();
    let seen = look.join().unwrap();
    reset.join().unwrap();
    println!("{before} {seen} {}", VALUE.load(SeqCst));
}
