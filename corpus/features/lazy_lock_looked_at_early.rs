//@ no-bug
// Who shows a `LazyLock` does not touch a value that is being computed.

use std::sync::LazyLock;
use std::thread;

static NUMBERS: LazyLock<Vec<u32>> = LazyLock::new(|| vec![1]);

fn main() {
    let first = thread::spawn(|| NUMBERS.len());
    let shown = format!("{NUMBERS:?}");
    assert!(shown == "LazyLock(<uninit>)" || shown == "LazyLock([1])");
    // So that plain accesses are looked at.
    let length = unsafe { *(&raw const shown).cast::<String>() == shown };
    assert!(length);
    first.join().unwrap();
}
