//@ no-bug
//@ source: waiting for a once cell that another thread fills

use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

static READY: Once = Once::new();
static NUMBER: OnceLock<u32> = OnceLock::new();
static SQUARES: LazyLock<Vec<u32>> = LazyLock::new(|| (1..4).map(|x| x * x).collect());

fn main() {
    let waiter = thread::spawn(|| {
        READY.wait();
        NUMBER.wait() + 1
    });
    assert!(LazyLock::get(&SQUARES).is_none());
    READY.call_once(|| println!("{:?}", *SQUARES));
    NUMBER.set(41).unwrap();
    println!("{} {:?}", waiter.join().unwrap(), LazyLock::get(&SQUARES).map(Vec::len));
}
