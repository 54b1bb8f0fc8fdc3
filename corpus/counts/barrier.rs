//@ no-bug
//@ executions: 3
//@ formula: N
//@ counts: N=1: 1, N=2: 2, N=3: 3, N=5: 5
//@ source: N threads meet at a barrier: who comes last leads

use std::sync::{Arc, Barrier};
use std::thread;

const N: usize = 3;

fn main() {
    let barrier = Arc::new(Barrier::new(N));
    let arrive = || {
        let barrier = barrier.clone();
        thread::spawn(move || barrier.wait().is_leader())
    };
    let threads: Vec<_> = (0..N).map(|_| arrive()).collect();
    let leaders = threads.into_iter().map(|t| t.join().unwrap());
    assert_eq!(leaders.filter(|&leads| leads).count(), 1);
}
