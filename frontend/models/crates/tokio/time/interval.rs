//! `tokio::time::interval`.

use super::{Instant, Sleep, sleep_until};
use crate::boxed::Box;
use crate::future::poll_fn;
use crate::pin::Pin;
use crate::task::{Context, Poll};
use crate::time::Duration;

#[track_caller]
pub fn interval(period: Duration) -> Interval {
    interval_at(Instant::known(), period)
}
#[track_caller]
pub fn interval_at(start: Instant, period: Duration) -> Interval {
    assert!(period > Duration::new(0, 0), "`period` must be non-zero.");
    Interval { delay: Box::pin(sleep_until(start)), period, missed_tick_behavior: MissedTickBehavior::Burst }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissedTickBehavior {
    Burst,
    Delay,
    Skip,
}
impl Default for MissedTickBehavior {
    fn default() -> MissedTickBehavior {
        MissedTickBehavior::Burst
    }
}
impl MissedTickBehavior {
    fn next(self, tick: Instant, now: Instant, period: Duration) -> Instant {
        match self {
            MissedTickBehavior::Burst => tick + period,
            MissedTickBehavior::Delay => now + period,
            MissedTickBehavior::Skip => {
                let late = (now - tick).as_nanos() % period.as_nanos();
                now + period - Duration::from_nanos(late as u64)
            }
        }
    }
}

#[derive(Debug)]
pub struct Interval {
    delay: Pin<Box<Sleep>>,
    period: Duration,
    missed_tick_behavior: MissedTickBehavior,
}
impl Interval {
    pub async fn tick(&mut self) -> Instant {
        (&mut self.delay).await;
        self.next()
    }
    pub fn poll_tick(&mut self, cx: &mut Context<'_>) -> Poll<Instant> {
        let delay = unsafe { self.delay.as_mut().get_unchecked_mut() };
        delay.poll_elapsed(false, cx).map(|()| self.next())
    }
    /// The tick that is over; the next one is put off. So late that it counts is what tokio takes for it.
    fn next(&mut self) -> Instant {
        let (tick, now) = (self.delay.deadline(), Instant::known());
        let next = match now > tick + Duration::from_millis(5) {
            true => self.missed_tick_behavior.next(tick, now, self.period),
            false => tick.checked_add(self.period).unwrap_or_else(Instant::far_future),
        };
        self.delay.as_mut().reset(next);
        tick
    }
    pub fn reset(&mut self) {
        self.reset_at(Instant::known() + self.period);
    }
    pub fn reset_immediately(&mut self) {
        self.reset_at(Instant::known());
    }
    pub fn reset_after(&mut self, after: Duration) {
        self.reset_at(Instant::known() + after);
    }
    pub fn reset_at(&mut self, deadline: Instant) {
        self.delay.as_mut().reset(deadline);
    }
    pub fn missed_tick_behavior(&self) -> MissedTickBehavior {
        self.missed_tick_behavior
    }
    pub fn set_missed_tick_behavior(&mut self, behavior: MissedTickBehavior) {
        self.missed_tick_behavior = behavior;
    }
    pub fn period(&self) -> Duration {
        self.period
    }
}
