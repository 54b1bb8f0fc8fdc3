//! A future that a thread drives to its end, as loom, shuttle and tokio have it. Not a part of std.

use super::Thread;
use crate::cell::Cell;
use crate::future::Future;
use crate::intrinsics;
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

/// The future that the thread is about to poll, if it waits for nothing else: it is the outermost one, or what that
/// awaits, and so on. A poll of it may block the thread. `place` is null if there is none.
struct Sole {
    place: Cell<*const ()>,
    kind: Cell<u64>,
}
unsafe impl Sync for Sole {}
#[thread_local]
static SOLE: Sole = Sole { place: Cell::new(crate::ptr::null()), kind: Cell::new(0) };

/// Nothing at all in a program without [`drive_sole`] (`mono/visibility.rs`).
pub(crate) fn expect_sole<F>(future: *const F) {
    SOLE.place.set(future as *const ());
    SOLE.kind.set(unsafe { intrinsics::type_id::<F>() });
}

/// Whether that is this future; then it is no more. Never in a program without [`drive_sole`].
pub(crate) fn is_sole<F>(future: *const F) -> bool {
    let expected = SOLE.place.replace(crate::ptr::null());
    !expected.is_null() && expected == future as *const () && SOLE.kind.get() == unsafe { intrinsics::type_id::<F>() }
}

/// Says that what is polled next is the outermost future, and the thread has nothing else to do.
pub(crate) fn drive_sole() {}
