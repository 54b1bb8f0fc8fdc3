//@ no-bug
//@ args: --entry value_arrives
//@ outcomes: 1
//@ source: a future registers its waker before it looks: the wake-up is never lost

use loom::future::{AtomicWaker, block_on};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;
use std::future::poll_fn;
use std::task::Poll;

struct Signal {
    is_set: AtomicBool,
    waker: AtomicWaker,
}

#[test]
fn value_arrives() {
    loom::model(|| {
        let signal = Arc::new(Signal { is_set: AtomicBool::new(false), waker: AtomicWaker::new() });
        let other = signal.clone();
        thread::spawn(move || {
            other.is_set.store(true, Ordering::Release);
            other.waker.wake();
        });
        let waited = block_on(poll_fn(|context| {
            signal.waker.register_by_ref(context.waker());
            match signal.is_set.load(Ordering::Acquire) {
                true => Poll::Ready(7),
                false => Poll::Pending,
            }
        }));
        assert_eq!(waited, 7);
    });
}
