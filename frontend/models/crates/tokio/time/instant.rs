//! `tokio::time::Instant`: std's, of a clock that may be paused.

use super::clock;
use crate::fmt;
use crate::ops::{Add, AddAssign, Sub, SubAssign};
use crate::time::{self, Duration};

#[derive(Clone, Copy, Eq, PartialEq, PartialOrd, Ord, Hash)]
pub struct Instant {
    std: time::Instant,
}
impl Instant {
    pub fn now() -> Instant {
        Instant { std: clock::now() }
    }
    pub(super) fn known() -> Instant {
        Instant { std: clock::known() }
    }
    pub fn from_std(std: time::Instant) -> Instant {
        Instant { std }
    }
    pub fn into_std(self) -> time::Instant {
        self.std
    }
    pub(crate) fn far_future() -> Instant {
        Instant::known() + Duration::from_secs(86_400 * 365 * 30)
    }
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.std.saturating_duration_since(earlier.std)
    }
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        self.std.checked_duration_since(earlier.std)
    }
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.std.saturating_duration_since(earlier.std)
    }
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.std.checked_add(duration).map(Instant::from_std)
    }
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        self.std.checked_sub(duration).map(Instant::from_std)
    }
}
impl From<time::Instant> for Instant {
    fn from(time: time::Instant) -> Instant {
        Instant::from_std(time)
    }
}
impl From<Instant> for time::Instant {
    fn from(time: Instant) -> time::Instant {
        time.into_std()
    }
}
impl Add<Duration> for Instant {
    type Output = Instant;
    fn add(self, other: Duration) -> Instant {
        Instant::from_std(self.std + other)
    }
}
impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, rhs: Duration) {
        *self = *self + rhs;
    }
}
impl Sub for Instant {
    type Output = Duration;
    fn sub(self, rhs: Instant) -> Duration {
        self.std.saturating_duration_since(rhs.std)
    }
}
impl Sub<Duration> for Instant {
    type Output = Instant;
    fn sub(self, rhs: Duration) -> Instant {
        Instant::from_std(self.std - rhs)
    }
}
impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, rhs: Duration) {
        *self = *self - rhs;
    }
}
impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.std.fmt(f)
    }
}
