//! What the channels of `after` and `tick` have in the place of senders. Not a part of `crossbeam-channel`.

use super::Selection;
use crate::intrinsics;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::mpsc::RawChannel;
use crate::time::{Duration, Instant, TimeLimit, nanos_for_machine};

pub struct Alarm<T> {
    pub works: Clockwork,
    pub message: fn() -> T,
}

pub struct Clockwork {
    rhythm: Rhythm,
    ways: &'static Ways,
}

enum Rhythm {
    /// One message, which is for whom finds the ring.
    Once { limit: TimeLimit, ring: RawChannel },
    /// `next` is when who does not wait for it finds the next message.
    Again { period: Duration, next: AtomicU64 },
}

/// What is done with a clockwork. It is called through pointers: so only programs that have one can sleep or look at
/// clocks by what all channels have in common.
struct Ways {
    sleep: fn(Duration),
    take: fn(&Clockwork) -> bool,
    take_if_rung: fn(&Clockwork) -> bool,
    is_full: fn(&Clockwork) -> bool,
}
static WAYS: Ways = Ways { sleep: crate::thread::sleep, take, take_if_rung, is_full };

/// An arm of a selection that waits for an alarm.
pub struct Waiting {
    pub arm: u64,
    pub works: *const Clockwork,
}

fn now() -> u64 {
    nanos_for_machine(Instant::now().duration_since_boot())
}

/// Whether it has rung, for who does not wait for it.
fn has_rung(works: &Clockwork) -> bool {
    let now = now();
    match &works.rhythm {
        Rhythm::Once { limit, .. } => limit.left().is_zero(),
        Rhythm::Again { next, .. } => now >= next.load(Ordering::Relaxed),
    }
}
/// Takes the message of one that has rung, which may be somebody else's already.
fn take(works: &Clockwork) -> bool {
    match &works.rhythm {
        Rhythm::Once { ring, .. } => unsafe { intrinsics::channel_try_receive(ring) == 1 },
        Rhythm::Again { .. } => true,
    }
}
fn take_if_rung(works: &Clockwork) -> bool {
    if !has_rung(works) {
        return false;
    }
    if let Rhythm::Again { period, next } = &works.rhythm {
        next.store(now().saturating_add(nanos_for_machine(*period)), Ordering::Relaxed);
    }
    take(works)
}
/// Whether a message lies there.
fn is_full(works: &Clockwork) -> bool {
    let is_there = match &works.rhythm {
        Rhythm::Once { ring, .. } => unsafe { intrinsics::channel_len(ring) > 0 },
        Rhythm::Again { .. } => true,
    };
    is_there && has_rung(works)
}

impl Clockwork {
    pub fn once(duration: Duration) -> Clockwork {
        let rhythm = Rhythm::Once { limit: TimeLimit::new(duration), ring: RawChannel::with_one() };
        Clockwork { rhythm, ways: &WAYS }
    }
    pub fn again(period: Duration) -> Clockwork {
        let next = AtomicU64::new(now().saturating_add(nanos_for_machine(period)));
        Clockwork { rhythm: Rhythm::Again { period, next }, ways: &WAYS }
    }
    /// How long it takes until it rings.
    pub fn left(&self) -> Duration {
        match &self.rhythm {
            Rhythm::Once { limit, .. } => limit.left(),
            Rhythm::Again { period, .. } => *period,
        }
    }
    pub fn is_full(&self) -> bool {
        (self.ways.is_full)(self)
    }
}

impl<T> Alarm<T> {
    /// The message when it rings; `None` if it is somebody else's.
    pub fn wait(&self) -> Option<T> {
        let left = self.works.left();
        if !left.is_zero() {
            (self.works.ways.sleep)(left);
        }
        if (self.works.ways.take)(&self.works) { Some((self.message)()) } else { None }
    }
    /// The message if it has rung.
    pub fn look(&self) -> Option<T> {
        if (self.works.ways.take_if_rung)(&self.works) { Some((self.message)()) } else { None }
    }
}

impl Selection {
    fn choose_alarm(&mut self, waiting: &Waiting) {
        self.chosen = 1 + 2 * waiting.arm;
    }
}

/// How long a selection waits at most before it looks at its alarms, one of which it may choose at once.
#[inline]
pub fn patience(selection: &mut Selection, nanos: u64) -> u64 {
    if selection.waiting.is_empty() { nanos } else { patience_with_alarms(selection, nanos) }
}
fn patience_with_alarms(selection: &mut Selection, nanos: u64) -> u64 {
    let Selection { waiting, nearest, .. } = selection;
    if nanos == 0 {
        let rung = waiting.iter().position(|waiting| unsafe { ((*waiting.works).ways.take_if_rung)(&*waiting.works) });
        if let Some(place) = rung {
            let rung = waiting.remove(place);
            selection.choose_alarm(&rung);
        }
        return 0;
    }
    let left = |waiting: &Waiting| nanos_for_machine(unsafe { (*waiting.works).left() });
    let first = waiting.iter().enumerate().map(|(place, waiting)| (left(waiting), place)).min();
    let first = first.filter(|(left, _)| *left <= nanos);
    *nearest = first.map(|(_, place)| place);
    first.map_or(nanos, |(left, _)| left)
}

/// Whether a selection whose time has run out is over: by default, or as an alarm has rung. What it gave may be
/// somebody else's, then the selection goes on without it.
#[inline]
pub fn is_over(selection: &mut Selection) -> bool {
    match selection.nearest.take() {
        None => true,
        Some(place) => takes(selection, place),
    }
}
fn takes(selection: &mut Selection, place: usize) -> bool {
    let rung = selection.waiting.remove(place);
    let is_own = unsafe { ((*rung.works).ways.take)(&*rung.works) };
    if is_own {
        selection.choose_alarm(&rung);
    }
    is_own
}
