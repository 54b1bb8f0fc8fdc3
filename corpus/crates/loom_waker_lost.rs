//@ bug: deadlock
//@ args: --entry value_arrives
//@ source: a future looks before it registers its waker: the wake-up in between is lost

use loom::future::{AtomicWaker, block_on};
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

#[derive(Default)]
struct Signal {
    is_set: AtomicBool,
    waker: AtomicWaker,
}

struct Wait(Arc<Signal>);

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0.is_set.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        self.0.waker.register(context.waker().clone());
        Poll::Pending
    }
}

#[test]
fn value_arrives() {
    loom::model(|| {
        let signal = Arc::new(Signal::default());
        let wait = Wait(signal.clone());
        let setter = thread::spawn(move || {
            signal.is_set.store(true, Ordering::Release);
            signal.waker.wake();
        });
        block_on(async {
            wait.await;
        });
        setter.join().unwrap();
    });
}
