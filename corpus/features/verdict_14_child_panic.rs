//@ bug: panic
//@ message: "child failed"
//@ source: a panic in a thread that is joined and unwrapped

use std::thread;

fn main() {
    let t = thread::spawn(|| {
        let n: i32 = "7".parse().unwrap();
        assert!(n < 5, "child failed with {n}");
    });
    t.join().unwrap();
}
