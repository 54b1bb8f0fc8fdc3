//@ no-bug
//@ with: --set RECURSIVE=false => bug: deadlock
//@ source: a second read of a lock that the thread reads already may wait behind a writer; the recursive
//@ source: read does not

use parking_lot::RwLock;
use std::thread;

const RECURSIVE: bool = true;
static LOCK: RwLock<u32> = RwLock::new(0);

fn main() {
    let writer = thread::spawn(|| *LOCK.write() += 1);
    let outer = LOCK.read();
    let inner = match RECURSIVE {
        true => LOCK.read_recursive(),
        false => LOCK.read(),
    };
    assert_eq!(*outer, *inner);
    drop((outer, inner));
    writer.join().unwrap();
}
