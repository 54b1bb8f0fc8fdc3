//@ bug: panic
//@ message: "out of turn"
//@ source: a history of operations with shuttle's count of context switches as its clock: a push that began after a pop had ended cannot be what that popped

use shuttle::current::context_switches;
use shuttle::sync::{Arc, Mutex};
use shuttle::{check_random, thread};

struct Interval {
    start: usize,
    end: usize,
}

fn timed<R>(work: impl FnOnce() -> R) -> (Interval, R) {
    let start = context_switches();
    let result = work();
    let end = context_switches();
    (Interval { start, end }, result)
}

fn main() {
    check_random(
        || {
            let stack = Arc::new(Mutex::new(vec![0]));
            let theirs = stack.clone();
            let pusher = thread::spawn(move || timed(|| theirs.lock().unwrap().push(1)).0);
            let (popped, value) = timed(|| stack.lock().unwrap().pop());
            let pushed = pusher.join().unwrap();
            assert!(pushed.start < pushed.end && popped.start < popped.end);
            let later = pushed.start > popped.end;
            assert!(!later || value == Some(0));
            assert!(value == Some(0), "out of turn");
        },
        100,
    );
}
