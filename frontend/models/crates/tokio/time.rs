//! `tokio::time`. A `sleep` that a task of a multi-thread runtime awaits alone is a sleep of its thread; a timeout, an
//! interval, and a sleep in a `select!` may run out at any moment, as timed waits do.
//!
//! Left out: the granularity of a millisecond.

mod clock;
pub mod error;
mod instant;
mod interval;
pub mod timers;

use super::runtime::context;
use crate::fmt;
use crate::future::{Future, IntoFuture};
use crate::pin::Pin;
use crate::task::{Context, Poll};
use crate::thread::executor;
use timers::Timer;

pub use crate::time::Duration;
pub use clock::{advance, pause, resume};
pub use error::Elapsed;
pub use instant::Instant;
pub use interval::{Interval, MissedTickBehavior, interval, interval_at};

#[track_caller]
pub fn sleep(duration: Duration) -> Sleep {
    sleep_until(Instant::known().checked_add(duration).unwrap_or_else(Instant::far_future))
}
#[track_caller]
pub fn sleep_until(deadline: Instant) -> Sleep {
    context::assert_has_timers();
    Sleep { deadline, timer: Timer::new(), is_unpin: crate::marker::PhantomPinned }
}

pub struct Sleep {
    deadline: Instant,
    timer: Timer,
    is_unpin: crate::marker::PhantomPinned,
}
impl Sleep {
    pub fn deadline(&self) -> Instant {
        self.deadline
    }
    pub fn is_elapsed(&self) -> bool {
        Instant::now() >= self.deadline
    }
    pub fn reset(self: Pin<&mut Self>, deadline: Instant) {
        unsafe { self.get_unchecked_mut() }.put_off(deadline);
    }
    fn put_off(&mut self, deadline: Instant) {
        self.deadline = deadline;
        self.timer.stop();
    }
    fn poll_elapsed(&mut self, is_sole: bool, cx: &mut Context<'_>) -> Poll<()> {
        // As in tokio, a poll does not look at the clock: what drives the timers does.
        let left = self.deadline.saturating_duration_since(Instant::known());
        if left.is_zero() {
            self.timer.stop();
            return Poll::Ready(());
        }
        if is_sole {
            crate::thread::sleep(left);
            return if context::is_to_stop() { Poll::Pending } else { Poll::Ready(()) };
        }
        self.timer.start(self.deadline, cx.waker());
        Poll::Pending
    }
}
impl Future for Sleep {
    type Output = ();
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = unsafe { self.get_unchecked_mut() };
        let is_sole = executor::is_sole(this as *const Self);
        this.poll_elapsed(is_sole, cx)
    }
}
impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sleep").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}

#[track_caller]
pub fn timeout<F: IntoFuture>(duration: Duration, future: F) -> Timeout<F::IntoFuture> {
    Timeout { value: future.into_future(), delay: sleep(duration) }
}
#[track_caller]
pub fn timeout_at<F: IntoFuture>(deadline: Instant, future: F) -> Timeout<F::IntoFuture> {
    Timeout { value: future.into_future(), delay: sleep_until(deadline) }
}

#[derive(Debug)]
pub struct Timeout<T> {
    value: T,
    delay: Sleep,
}
impl<T> Timeout<T> {
    pub fn get_ref(&self) -> &T {
        &self.value
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
    pub fn into_inner(self) -> T {
        self.value
    }
}
impl<T: Future> Future for Timeout<T> {
    type Output = Result<T::Output, Elapsed>;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = unsafe { self.get_unchecked_mut() };
        if let Poll::Ready(value) = unsafe { Pin::new_unchecked(&mut this.value) }.poll(cx) {
            return Poll::Ready(Ok(value));
        }
        this.delay.poll_elapsed(false, cx).map(|()| Err(Elapsed::new()))
    }
}
