//! A future that a thread drives to its end, as loom and shuttle have it. Not a part of std.

use super::Thread;
use crate::future::Future;
use crate::pin::pin;
use crate::sync::Arc;
use crate::task::{Context, Poll, Wake, Waker};

/// Wakes the thread that polls.
struct Unpark {
    thread: Thread,
}
impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.thread.unpark();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        self.thread.unpark();
    }
}

/// The waker of the current thread.
pub fn waker() -> Waker {
    Waker::from(Arc::new(Unpark { thread: super::current() }))
}

/// Polls until the future is ready; while it is not, the thread is parked.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = waker();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => super::park(),
        }
    }
}

/// Lets others run before it goes on.
pub async fn yield_now() {
    let mut yielded = false;
    crate::future::poll_fn(|context| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        super::yield_now();
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await
}
