//@ no-bug
//@ executions: 3
//@ formula: N
//@ counts: N=1: 1, N=2: 2, N=3: 3, N=5: 5
//@ source: N threads initialize one cell: all but the first only look

use std::sync::OnceLock;
use std::thread;

const N: usize = 3;

static CELL: OnceLock<usize> = OnceLock::new();

fn main() {
    let threads: Vec<_> = (0..N).map(|i| thread::spawn(move || *CELL.get_or_init(|| i))).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), *CELL.get().unwrap());
    }
}
