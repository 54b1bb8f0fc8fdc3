//! `tokio::time::{pause, resume, advance}`: a clock that stands still until there is nothing else to do, or somebody
//! moves it on. Left out: `resume` moves it to where it would be; at the end of a `block_on` it goes on, too.

use super::Instant;
use crate::cell::Cell;
use crate::crates::tokio::runtime::context;
use crate::crates::tokio::task;
use crate::time::{self, Duration};

/// Where the clock of the thread's runtime stands, if it does.
struct Clock {
    stands_at: Cell<Option<time::Instant>>,
}
unsafe impl Sync for Clock {}
#[thread_local]
static CLOCK: Clock = Clock { stands_at: Cell::new(None) };

/// A moment, whichever clock it is of.
pub(super) fn now() -> time::Instant {
    CLOCK.stands_at.get().unwrap_or_else(time::Instant::now)
}
/// The last moment that the thread knows of.
pub(super) fn known() -> time::Instant {
    CLOCK.stands_at.get().unwrap_or_else(time::Instant::known)
}
/// Moves a clock that stands still on to a moment; false if it goes.
pub(super) fn move_to(moment: Instant) -> bool {
    let stands = CLOCK.stands_at.get().is_some();
    if stands {
        CLOCK.stands_at.set(Some(moment.into_std().max(now())));
    }
    stands
}
/// As long as it lives, the clock may stand still.
pub(crate) struct Stopped;
pub(crate) fn stop() -> Stopped {
    CLOCK.stands_at.set(Some(now()));
    Stopped
}
impl Drop for Stopped {
    fn drop(&mut self) {
        CLOCK.stands_at.set(None);
    }
}

#[track_caller]
pub fn pause() {
    context::assert_inside();
    if CLOCK.stands_at.get().is_some() {
        panic!("time is already frozen");
    }
    CLOCK.stands_at.set(Some(now()));
}
#[track_caller]
pub fn resume() {
    context::assert_inside();
    if CLOCK.stands_at.take().is_none() {
        panic!("time is not frozen");
    }
}
pub async fn advance(duration: Duration) {
    if !move_to(Instant::now() + duration) {
        panic!("time is not frozen");
    }
    task::yield_now().await;
}
