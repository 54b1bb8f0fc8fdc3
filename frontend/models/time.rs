//! `std::time`. Time is virtual: it goes on only while threads sleep or time out. The machine has been up for 30
//! days when the program starts.
//!
//! Left out: Instants before that. `SystemTime::now` starts in November 2023.

use crate::error::Error;
use crate::fmt;
use crate::intrinsics;
use crate::iter::Sum;
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};
use crate::string::String;

const NANOS_PER_SEC: u32 = 1_000_000_000;

#[lang = "Duration"]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}

/// What timed operations of the machine are given.
#[inline]
pub(crate) fn nanos_for_machine(dur: Duration) -> u64 {
    dur.secs.saturating_mul(1_000_000_000).saturating_add(dur.nanos as u64)
}

/// A time limit of several waits together.
pub(crate) struct TimeLimit {
    limit: Duration,
    since: u64,
}
impl TimeLimit {
    pub(crate) fn new(limit: Duration) -> TimeLimit {
        TimeLimit { limit, since: unsafe { intrinsics::time_kept() } }
    }
    /// What is left of it, as far as anybody can tell: the whole in programs that do not look at clocks.
    pub(crate) fn left(&self) -> Duration {
        let passed = unsafe { intrinsics::time_kept() } - self.since;
        self.limit.saturating_sub(Duration::from_nanos(passed))
    }
}

/// What time it is. Each look takes longer than the one before, so that a loop that waits for time to pass ends. One
/// that takes long may be a sleep: who is patient looks on when the others wait for time to pass, too.
fn look_at_clock() -> u64 {
    const LONG: u64 = 100_000;
    let before = unsafe { intrinsics::time_kept() };
    let now = unsafe { intrinsics::now() };
    if now - before >= LONG && is_patient() {
        unsafe { intrinsics::sleep(0) };
    }
    now
}

/// A thread is patient in all its looks, or in none.
fn is_patient() -> bool {
    const HASTY: u64 = 1;
    if unsafe { intrinsics::patience() } == 0 {
        unsafe { intrinsics::set_patience(HASTY + intrinsics::choose_patience(2, true)) };
    }
    unsafe { intrinsics::patience() > HASTY }
}

/// The result of an attempt that may take some time; if it fails it has taken it all.
pub(crate) fn in_time<T>(result: Option<T>, limit: Duration) -> Option<T> {
    if result.is_none() {
        unsafe { intrinsics::pass_time(nanos_for_machine(limit)) };
    }
    result
}

impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: 999_999_999 };
    pub const SECOND: Duration = Duration { secs: 1, nanos: 0 };
    pub const MILLISECOND: Duration = Duration { secs: 0, nanos: 1_000_000 };
    pub const MICROSECOND: Duration = Duration { secs: 0, nanos: 1_000 };
    pub const NANOSECOND: Duration = Duration { secs: 0, nanos: 1 };

    #[track_caller]
    pub const fn new(secs: u64, nanos: u32) -> Duration {
        if nanos < NANOS_PER_SEC {
            return Duration { secs, nanos };
        }
        match secs.checked_add((nanos / NANOS_PER_SEC) as u64) {
            Some(secs) => Duration { secs, nanos: nanos % NANOS_PER_SEC },
            None => panic!("overflow in Duration::new"),
        }
    }
    #[inline]
    pub const fn from_secs(secs: u64) -> Duration {
        Duration { secs, nanos: 0 }
    }
    #[inline]
    pub const fn from_millis(millis: u64) -> Duration {
        Duration { secs: millis / 1_000, nanos: (millis % 1_000) as u32 * 1_000_000 }
    }
    #[inline]
    pub const fn from_micros(micros: u64) -> Duration {
        Duration { secs: micros / 1_000_000, nanos: (micros % 1_000_000) as u32 * 1_000 }
    }
    #[inline]
    pub const fn from_nanos_u128(nanos: u128) -> Duration {
        let secs = nanos / 1_000_000_000;
        if secs > u64::MAX as u128 {
            panic!("overflow in `Duration::from_nanos_u128`");
        }
        Duration::new(secs as u64, (nanos % 1_000_000_000) as u32)
    }
    pub const fn from_nanos(nanos: u64) -> Duration {
        Duration { secs: nanos / 1_000_000_000, nanos: (nanos % 1_000_000_000) as u32 }
    }
    pub const fn from_mins(mins: u64) -> Duration {
        Duration { secs: mins * 60, nanos: 0 }
    }
    pub const fn from_hours(hours: u64) -> Duration {
        Duration { secs: hours * 3_600, nanos: 0 }
    }
    pub const fn from_days(days: u64) -> Duration {
        Duration { secs: days * 86_400, nanos: 0 }
    }
    #[inline]
    pub const fn is_zero(&self) -> bool {
        self.secs == 0 && self.nanos == 0
    }
    #[inline]
    pub const fn as_secs(&self) -> u64 {
        self.secs
    }
    #[inline]
    pub const fn subsec_millis(&self) -> u32 {
        self.nanos / 1_000_000
    }
    #[inline]
    pub const fn subsec_micros(&self) -> u32 {
        self.nanos / 1_000
    }
    #[inline]
    pub const fn subsec_nanos(&self) -> u32 {
        self.nanos
    }
    pub const fn as_millis(&self) -> u128 {
        self.secs as u128 * 1_000 + (self.nanos / 1_000_000) as u128
    }
    pub const fn as_micros(&self) -> u128 {
        self.secs as u128 * 1_000_000 + (self.nanos / 1_000) as u128
    }
    pub const fn as_nanos(&self) -> u128 {
        self.secs as u128 * 1_000_000_000 + self.nanos as u128
    }
    pub const fn abs_diff(self, other: Duration) -> Duration {
        match self.checked_sub(other) {
            Some(diff) => diff,
            None => match other.checked_sub(self) {
                Some(diff) => diff,
                None => Duration::ZERO,
            },
        }
    }
    pub const fn checked_add(self, rhs: Duration) -> Option<Duration> {
        let mut secs = match self.secs.checked_add(rhs.secs) {
            Some(secs) => secs,
            None => return None,
        };
        let mut nanos = self.nanos + rhs.nanos;
        if nanos >= NANOS_PER_SEC {
            nanos -= NANOS_PER_SEC;
            secs = match secs.checked_add(1) {
                Some(secs) => secs,
                None => return None,
            };
        }
        Some(Duration { secs, nanos })
    }
    pub const fn saturating_add(self, rhs: Duration) -> Duration {
        match self.checked_add(rhs) {
            Some(sum) => sum,
            None => Duration::MAX,
        }
    }
    pub const fn checked_sub(self, rhs: Duration) -> Option<Duration> {
        let mut secs = match self.secs.checked_sub(rhs.secs) {
            Some(secs) => secs,
            None => return None,
        };
        let nanos = if self.nanos >= rhs.nanos {
            self.nanos - rhs.nanos
        } else {
            secs = match secs.checked_sub(1) {
                Some(secs) => secs,
                None => return None,
            };
            self.nanos + NANOS_PER_SEC - rhs.nanos
        };
        Some(Duration { secs, nanos })
    }
    pub const fn saturating_sub(self, rhs: Duration) -> Duration {
        match self.checked_sub(rhs) {
            Some(diff) => diff,
            None => Duration::ZERO,
        }
    }
    pub const fn checked_mul(self, rhs: u32) -> Option<Duration> {
        let total_nanos = self.nanos as u64 * rhs as u64;
        let extra = total_nanos / 1_000_000_000;
        let nanos = (total_nanos % 1_000_000_000) as u32;
        match self.secs.checked_mul(rhs as u64) {
            Some(secs) => match secs.checked_add(extra) {
                Some(secs) => Some(Duration { secs, nanos }),
                None => None,
            },
            None => None,
        }
    }
    pub const fn saturating_mul(self, rhs: u32) -> Duration {
        match self.checked_mul(rhs) {
            Some(product) => product,
            None => Duration::MAX,
        }
    }
    pub const fn checked_div(self, rhs: u32) -> Option<Duration> {
        if rhs == 0 {
            return None;
        }
        let secs = self.secs / rhs as u64;
        let left = self.secs % rhs as u64;
        let nanos = (left * 1_000_000_000 + self.nanos as u64) / rhs as u64;
        Some(Duration { secs: secs + nanos / 1_000_000_000, nanos: (nanos % 1_000_000_000) as u32 })
    }
    pub const fn as_secs_f64(&self) -> f64 {
        self.secs as f64 + self.nanos as f64 / 1_000_000_000.0
    }
    pub const fn as_secs_f32(&self) -> f32 {
        self.secs as f32 + self.nanos as f32 / 1_000_000_000.0
    }
    pub const fn as_millis_f64(&self) -> f64 {
        self.secs as f64 * 1_000.0 + self.nanos as f64 / 1_000_000.0
    }
    #[track_caller]
    pub fn from_secs_f64(secs: f64) -> Duration {
        match Duration::try_from_secs_f64(secs) {
            Ok(v) => v,
            Err(e) => panic!("{}", e),
        }
    }
    #[track_caller]
    pub fn from_secs_f32(secs: f32) -> Duration {
        match Duration::try_from_secs_f32(secs) {
            Ok(v) => v,
            Err(e) => panic!("{}", e),
        }
    }
    pub fn try_from_secs_f64(secs: f64) -> Result<Duration, TryFromFloatSecsError> {
        if secs < 0.0 {
            return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::Negative });
        }
        if !(secs < 18446744073709551616.0) {
            return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::OverflowOrNan });
        }
        let whole = secs.trunc();
        let nanos = ((secs - whole) * 1_000_000_000.0).round_ties_even() as u64;
        let seconds = whole as u64 + nanos / 1_000_000_000;
        Ok(Duration { secs: seconds, nanos: (nanos % 1_000_000_000) as u32 })
    }
    pub fn try_from_secs_f32(secs: f32) -> Result<Duration, TryFromFloatSecsError> {
        Duration::try_from_secs_f64(secs as f64)
    }
    #[track_caller]
    pub fn mul_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(rhs * self.as_secs_f64())
    }
    #[track_caller]
    pub fn mul_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(rhs * self.as_secs_f32())
    }
    #[track_caller]
    pub fn div_f64(self, rhs: f64) -> Duration {
        Duration::from_secs_f64(self.as_secs_f64() / rhs)
    }
    pub fn div_f32(self, rhs: f32) -> Duration {
        Duration::from_secs_f32(self.as_secs_f32() / rhs)
    }
    pub fn div_duration_f32(self, rhs: Duration) -> f32 {
        self.as_nanos() as f32 / rhs.as_nanos() as f32
    }
    pub fn div_duration_f64(self, rhs: Duration) -> f64 {
        self.as_nanos() as f64 / rhs.as_nanos() as f64
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryFromFloatSecsError {
    kind: TryFromFloatSecsErrorKind,
}
#[derive(Debug, Clone, PartialEq, Eq)]
enum TryFromFloatSecsErrorKind {
    Negative,
    OverflowOrNan,
}
impl fmt::Display for TryFromFloatSecsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.kind {
            TryFromFloatSecsErrorKind::Negative => {
                "cannot convert float seconds to Duration: value is negative"
            }
            TryFromFloatSecsErrorKind::OverflowOrNan => {
                "cannot convert float seconds to Duration: value is either too big or NaN"
            }
        })
    }
}
impl Error for TryFromFloatSecsError {}

impl Add for Duration {
    type Output = Duration;
    #[track_caller]
    fn add(self, rhs: Duration) -> Duration {
        self.checked_add(rhs).expect("overflow when adding durations")
    }
}
impl AddAssign for Duration {
    #[track_caller]
    fn add_assign(&mut self, rhs: Duration) {
        *self = *self + rhs;
    }
}
impl Sub for Duration {
    type Output = Duration;
    #[track_caller]
    fn sub(self, rhs: Duration) -> Duration {
        self.checked_sub(rhs).expect("overflow when subtracting durations")
    }
}
impl SubAssign for Duration {
    #[track_caller]
    fn sub_assign(&mut self, rhs: Duration) {
        *self = *self - rhs;
    }
}
impl Mul<u32> for Duration {
    type Output = Duration;
    #[track_caller]
    fn mul(self, rhs: u32) -> Duration {
        self.checked_mul(rhs).expect("overflow when multiplying duration by scalar")
    }
}
impl Mul<Duration> for u32 {
    type Output = Duration;
    #[track_caller]
    fn mul(self, rhs: Duration) -> Duration {
        rhs * self
    }
}
impl MulAssign<u32> for Duration {
    #[track_caller]
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}
impl Div<u32> for Duration {
    type Output = Duration;
    #[track_caller]
    fn div(self, rhs: u32) -> Duration {
        self.checked_div(rhs).expect("divide by zero error when dividing duration by scalar")
    }
}
impl DivAssign<u32> for Duration {
    #[track_caller]
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}
impl Sum for Duration {
    fn sum<I: Iterator<Item = Duration>>(iter: I) -> Duration {
        let mut total = Duration::ZERO;
        for x in iter {
            total = total + x;
        }
        total
    }
}
impl<'a> Sum<&'a Duration> for Duration {
    fn sum<I: Iterator<Item = &'a Duration>>(iter: I) -> Duration {
        let mut total = Duration::ZERO;
        for x in iter {
            total = total + *x;
        }
        total
    }
}

/// `1.5s`, `20ms`, `3µs`, `7ns`.
impl fmt::Debug for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.secs > 0 {
            fmt_decimal(f, self.secs, self.nanos, 100_000_000, "s")
        } else if self.nanos >= 1_000_000 {
            fmt_decimal(f, (self.nanos / 1_000_000) as u64, self.nanos % 1_000_000, 100_000, "ms")
        } else if self.nanos >= 1_000 {
            fmt_decimal(f, (self.nanos / 1_000) as u64, self.nanos % 1_000, 100, "µs")
        } else {
            fmt_decimal(f, self.nanos as u64, 0, 1, "ns")
        }
    }
}

/// `integer.fraction` and a unit; the first digit of the fraction counts `divisor`. A precision rounds
/// half to even.
fn fmt_decimal(f: &mut fmt::Formatter<'_>, integer: u64, fraction: u32, divisor: u32, unit: &str) -> fmt::Result {
    let wanted = f.precision();
    let mut digits = String::new();
    let mut whole = integer as u128;
    let mut left = fraction;
    let mut unit_value = divisor;
    while unit_value > 0 && digits.len() < wanted.unwrap_or(9) && (left > 0 || wanted.is_some()) {
        digits.push((b'0' + (left / unit_value) as u8) as char);
        left %= unit_value;
        unit_value /= 10;
    }
    if unit_value > 0 && left > 0 && rounds_up(left, unit_value * 10, &digits, whole) {
        digits = incremented(&digits, &mut whole);
    }
    while digits.len() < wanted.unwrap_or(0) {
        digits.push('0');
    }
    let sign = if f.sign_plus() { "+" } else { "" };
    let point = if digits.is_empty() { "" } else { "." };
    let text = crate::fmt::format(format_args!("{}{}{}{}{}", sign, whole, point, digits, unit));
    f.pad_text(&text)
}

/// Whether a rest of `left` out of `full` rounds the digits before it up.
fn rounds_up(left: u32, full: u32, digits: &str, whole: u128) -> bool {
    if left * 2 != full {
        return left * 2 > full;
    }
    match digits.as_bytes().last() {
        Some(digit) => (digit - b'0') % 2 == 1,
        None => whole % 2 == 1,
    }
}

/// The decimal digits plus one in the last place; the carry goes to `whole`.
fn incremented(digits: &str, whole: &mut u128) -> String {
    let mut bytes = digits.as_bytes().to_vec();
    let mut i = bytes.len();
    while i > 0 {
        i -= 1;
        if bytes[i] < b'9' {
            bytes[i] += 1;
            return unsafe { String::of_bytes(bytes) };
        }
        bytes[i] = b'0';
    }
    *whole += 1;
    unsafe { String::of_bytes(bytes) }
}

/// How long the machine has been up when the program starts, in nanoseconds: 30 days, so that instants before the
/// start are to be had.
const BOOT_BEFORE_START: u64 = 30 * 24 * 3_600 * 1_000_000_000;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant {
    since_boot: Duration,
}
impl Instant {
    #[inline]
    pub fn now() -> Instant {
        let since_start = look_at_clock();
        Instant { since_boot: Duration::from_nanos(BOOT_BEFORE_START.saturating_add(since_start)) }
    }
    /// The last moment that the thread knows of. Only the first time does it look at the clock, which takes longer
    /// each time.
    pub(crate) fn known() -> Instant {
        match unsafe { intrinsics::time_kept() } {
            0 => Instant::now(),
            since_start => Instant { since_boot: Duration::from_nanos(BOOT_BEFORE_START.saturating_add(since_start)) },
        }
    }
    pub(crate) fn duration_since_boot(&self) -> Duration {
        self.since_boot
    }
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.since_boot.saturating_sub(earlier.since_boot)
    }
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        self.since_boot.checked_sub(earlier.since_boot)
    }
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.since_boot.saturating_sub(earlier.since_boot)
    }
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        Some(Instant { since_boot: self.since_boot.checked_add(duration)? })
    }
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        Some(Instant { since_boot: self.since_boot.checked_sub(duration)? })
    }
}
impl Add<Duration> for Instant {
    type Output = Instant;
    #[track_caller]
    fn add(self, other: Duration) -> Instant {
        self.checked_add(other).expect("overflow when adding duration to instant")
    }
}
impl AddAssign<Duration> for Instant {
    #[track_caller]
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}
impl Sub<Duration> for Instant {
    type Output = Instant;
    #[track_caller]
    fn sub(self, other: Duration) -> Instant {
        self.checked_sub(other).expect("overflow when subtracting duration from instant")
    }
}
impl SubAssign<Duration> for Instant {
    #[track_caller]
    fn sub_assign(&mut self, other: Duration) {
        *self = *self - other;
    }
}
impl Sub<Instant> for Instant {
    type Output = Duration;
    fn sub(self, other: Instant) -> Duration {
        self.duration_since(other)
    }
}
impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instant")
            .field("tv_sec", &self.since_boot.secs)
            .field("tv_nsec", &self.since_boot.nanos)
            .finish()
    }
}

/// A point of the calendar, 2^63 seconds before 1970 at the earliest.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemTime {
    since_earliest: Duration,
}
pub const UNIX_EPOCH: SystemTime = SystemTime { since_earliest: Duration::from_secs(1 << 63) };

#[derive(Clone, Debug)]
pub struct SystemTimeError(Duration);
impl SystemTimeError {
    pub fn duration(&self) -> Duration {
        self.0
    }
}
impl fmt::Display for SystemTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("second time provided was later than self")
    }
}
impl Error for SystemTimeError {}

impl SystemTime {
    pub const UNIX_EPOCH: SystemTime = UNIX_EPOCH;
    pub fn now() -> SystemTime {
        let since_start = Duration::from_nanos(look_at_clock());
        UNIX_EPOCH + Duration::from_secs(1_700_000_000) + since_start
    }
    pub fn duration_since(&self, earlier: SystemTime) -> Result<Duration, SystemTimeError> {
        match self.since_earliest.checked_sub(earlier.since_earliest) {
            Some(diff) => Ok(diff),
            None => Err(SystemTimeError(earlier.since_earliest - self.since_earliest)),
        }
    }
    pub fn elapsed(&self) -> Result<Duration, SystemTimeError> {
        SystemTime::now().duration_since(*self)
    }
    pub fn checked_add(&self, duration: Duration) -> Option<SystemTime> {
        Some(SystemTime { since_earliest: self.since_earliest.checked_add(duration)? })
    }
    pub fn checked_sub(&self, duration: Duration) -> Option<SystemTime> {
        Some(SystemTime { since_earliest: self.since_earliest.checked_sub(duration)? })
    }
}
impl Add<Duration> for SystemTime {
    type Output = SystemTime;
    #[track_caller]
    fn add(self, dur: Duration) -> SystemTime {
        self.checked_add(dur).expect("overflow when adding duration to instant")
    }
}
impl AddAssign<Duration> for SystemTime {
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}
impl SubAssign<Duration> for SystemTime {
    fn sub_assign(&mut self, other: Duration) {
        *self = *self - other;
    }
}
impl Sub<Duration> for SystemTime {
    type Output = SystemTime;
    #[track_caller]
    fn sub(self, dur: Duration) -> SystemTime {
        self.checked_sub(dur).expect("overflow when subtracting duration from instant")
    }
}
impl fmt::Debug for SystemTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemTime")
            .field("tv_sec", &(self.since_earliest.secs.wrapping_sub(1 << 63) as i64))
            .field("tv_nsec", &self.since_earliest.nanos)
            .finish()
    }
}
