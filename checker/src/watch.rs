//! Looks at the clock, at the memory and at the user while work goes on that looks at none of them.

use crate::limits::{self, Limit, Limits};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How often it looks.
const PERIOD: Duration = Duration::from_millis(20);

/// How long to wait for the allocator to give memory back to the system.
pub(crate) const SETTLING: Duration = Duration::from_millis(500);

/// An allocation of as many bytes is large enough for the allocator to look at what it keeps.
const PROMPT: usize = 64 << 20;

/// What ends the work on one program.
#[derive(Clone)]
pub struct Watch {
    deadline: Option<Instant>,
    memory: u64,
    cancel: Arc<AtomicBool>,
}

/// Tells work that it has to end, and why.
#[derive(Clone, Default)]
pub struct Alarm {
    /// Set when it has to end.
    pub rings: Arc<AtomicBool>,
    reason: Arc<OnceLock<Limit>>,
    /// Whether the work looks at it, and ends soon after it has rung.
    heard: Arc<AtomicBool>,
}

impl Alarm {
    /// Why it rings, if it does.
    #[inline]
    pub fn reason(&self) -> Option<Limit> {
        let rings = self.rings.load(Ordering::Relaxed);
        rings.then(|| self.reason.get().copied().unwrap_or(Limit::Interrupted))
    }

    /// From now on the work listens.
    pub fn listen(&self) {
        self.heard.store(true, Ordering::Relaxed);
    }

    fn ring(&self, limit: Limit) {
        // The first reason stays.
        let _ = self.reason.set(limit);
        self.rings.store(true, Ordering::Relaxed);
    }
}

impl Watch {
    /// The time starts now.
    pub fn new(limits: &Limits, cancel: Arc<AtomicBool>) -> Watch {
        let deadline = limits.timeout.and_then(|t| Instant::now().checked_add(t));
        Watch {
            deadline,
            memory: limits.memory,
            cancel,
        }
    }

    /// The same where the time starts once more.
    pub fn restarted(&self, limits: &Limits) -> Watch {
        Watch::new(limits, self.cancel.clone())
    }

    /// Waits until no more than one of so many parts of the memory is in use, for some time. Whether that is so then.
    /// What was given back is not always there for others at once.
    pub(crate) fn uses_one_of(&self, parts: u64, time: Duration) -> bool {
        let end = Instant::now() + time;
        while limits::resident_memory() > self.memory / parts {
            if Instant::now() >= end || self.cancel.load(Ordering::Relaxed) {
                return false;
            }
            // The allocator gives memory back when it is asked for some.
            drop(std::hint::black_box(vec![0u8; PROMPT]));
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// The memory that may be in use, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The limit that is reached now, if one is.
    pub fn reached(&self) -> Option<Limit> {
        if self.cancel.load(Ordering::Relaxed) {
            Some(Limit::Interrupted)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Some(Limit::Timeout)
        } else if limits::resident_memory() > self.memory {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    /// Does work that knows of no limits. Where it reaches one it is left behind, still working: the
    /// process is expected to end soon.
    pub fn bounded<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Limit> {
        self.alarmed(&Alarm::default(), work)
    }

    /// Does work that knows of no limits before it listens to the alarm. From then on it ends by itself
    /// soon after that has rung. The alarm is silent again afterwards.
    pub fn alarmed<T: Send + 'static>(
        &self,
        alarm: &Alarm,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Limit> {
        let (done, result) = channel();
        let worker = std::thread::Builder::new().stack_size(STACK);
        let started = worker.spawn(move || {
            // Nobody takes the result of work that was left behind.
            let _ = done.send(work());
        });
        // What cannot be had is the memory for its stack.
        let handle = started.map_err(|_| Limit::Memory)?;
        let ended = match self.wait_for(&result) {
            Ok(ended) => ended,
            Err(limit) => {
                // What is left behind ends as well, should it come to listen.
                alarm.ring(limit);
                if !alarm.heard.load(Ordering::Relaxed) {
                    return Err(limit);
                }
                result.recv().ok()
            }
        };
        alarm.rings.store(false, Ordering::Relaxed);
        match ended {
            Some(value) => Ok(value),
            None => match handle.join() {
                Err(payload) => std::panic::resume_unwind(payload),
                Ok(()) => unreachable!("it has sent its result"),
            },
        }
    }

    /// What comes through the channel, `None` if nothing can, unless a limit comes first.
    pub(crate) fn wait_for<T>(&self, result: &Receiver<T>) -> Result<Option<T>, Limit> {
        loop {
            match result.recv_timeout(PERIOD) {
                Ok(value) => return Ok(Some(value)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => self.reached().map_or(Ok(()), Err)?,
            }
        }
    }
}

/// Stack of a worker: programs may be nested deep.
pub(crate) const STACK: usize = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(timeout: Duration) -> Watch {
        let limits = Limits {
            timeout: Some(timeout),
            ..Limits::default()
        };
        Watch::new(&limits, Arc::default())
    }

    #[test]
    fn work_that_takes_too_long_is_left_behind() {
        let forever = || {
            loop {
                std::thread::sleep(PERIOD);
            }
        };
        let result: Result<(), Limit> = watch(PERIOD).bounded(forever);
        assert_eq!(result, Err(Limit::Timeout));
        assert_eq!(watch(Duration::from_secs(60)).bounded(|| 1), Ok(1));
    }

    #[test]
    fn an_alarm_rings_once() {
        let alarm = Alarm::default();
        let heard = alarm.clone();
        let wait = move || {
            heard.listen();
            while heard.reason().is_none() {
                std::thread::yield_now();
            }
            heard.reason()
        };
        let reason = watch(PERIOD).alarmed(&alarm, wait);
        assert_eq!(reason, Ok(Some(Limit::Timeout)));
        assert_eq!(alarm.reason(), None);
    }
}
