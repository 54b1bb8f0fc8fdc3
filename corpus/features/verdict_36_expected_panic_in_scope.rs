//@ bug: panic
//@ message: "in a scoped thread"
//@ source: a scope passes its thread's panic on

use std::thread;

fn main() {
    let n = std::hint::black_box(1);
    thread::scope(|s| {
        s.spawn(|| {
            if n < 100 {
                panic!("in a scoped thread");
            }
        });
    });
}
