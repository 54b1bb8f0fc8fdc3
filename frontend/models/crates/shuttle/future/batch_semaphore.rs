//! `shuttle::future::batch_semaphore`. Nothing is left out but the order in which an unfair semaphore's
//! waiters are woken: all are, and each tries again.

use crate::collections::VecDeque;
use crate::error::Error;
use crate::fmt;
use crate::future::Future;
use crate::mem;
use crate::pin::Pin;
use crate::sync::Mutex;
use crate::task::{Context, Poll, Waker};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    StrictlyFair,
    Unfair,
}

#[derive(Debug, PartialEq, Eq)]
pub enum TryAcquireError {
    Closed,
    NoPermits,
}

#[derive(Debug)]
pub struct AcquireError(());
impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("semaphore closed")
    }
}
impl Error for AcquireError {}

struct Waiter {
    ticket: u64,
    permits: usize,
    waker: Waker,
}

struct Permits {
    available: usize,
    closed: bool,
    next_ticket: u64,
    /// Whoever comes first gets its permits first.
    waiters: VecDeque<Waiter>,
    /// Tickets that have got theirs and have not been polled since.
    granted: VecDeque<u64>,
}
impl Permits {
    fn take(&mut self, permits: usize, fairness: Fairness) -> Result<(), TryAcquireError> {
        if self.closed {
            return Err(TryAcquireError::Closed);
        }
        let is_first = fairness == Fairness::Unfair || self.waiters.is_empty();
        if permits > 0 && !(is_first && permits <= self.available) {
            return Err(TryAcquireError::NoPermits);
        }
        self.available -= permits;
        Ok(())
    }

    /// Gives permits to those who wait, or lets them try again.
    fn serve(&mut self, fairness: Fairness) {
        if fairness == Fairness::Unfair {
            for waiter in mem::take(&mut self.waiters) {
                waiter.waker.wake();
            }
        }
        while self.waiters.front().is_some_and(|first| first.permits <= self.available) {
            let first = self.waiters.pop_front().unwrap();
            self.available -= first.permits;
            self.granted.push_back(first.ticket);
            first.waker.wake();
        }
    }

    fn was_granted(&mut self, ticket: u64) -> bool {
        let place = self.granted.iter().position(|granted| *granted == ticket);
        place.map(|place| self.granted.remove(place)).is_some()
    }
}

pub struct BatchSemaphore {
    permits: Mutex<Permits>,
    fairness: Fairness,
}
impl BatchSemaphore {
    pub const fn new(num_permits: usize, fairness: Fairness) -> BatchSemaphore {
        let permits = Permits {
            available: num_permits,
            closed: false,
            next_ticket: 0,
            waiters: VecDeque::new(),
            granted: VecDeque::new(),
        };
        BatchSemaphore { permits: Mutex::new(permits), fairness }
    }
    pub const fn const_new(num_permits: usize, fairness: Fairness) -> BatchSemaphore {
        BatchSemaphore::new(num_permits, fairness)
    }
    #[track_caller]
    pub fn available_permits(&self) -> usize {
        self.permits.lock().unwrap().available
    }
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.permits.lock().unwrap().closed
    }
    #[track_caller]
    pub fn close(&self) {
        let mut permits = self.permits.lock().unwrap();
        permits.closed = true;
        for waiter in mem::take(&mut permits.waiters) {
            waiter.waker.wake();
        }
    }
    #[track_caller]
    pub fn try_acquire(&self, num_permits: usize) -> Result<(), TryAcquireError> {
        self.permits.lock().unwrap().take(num_permits, self.fairness)
    }
    pub fn acquire(&self, num_permits: usize) -> Acquire<'_> {
        Acquire { semaphore: self, wanted: num_permits, ticket: None, done: false }
    }
    #[track_caller]
    pub fn acquire_blocking(&self, num_permits: usize) -> Result<(), AcquireError> {
        super::block_on(self.acquire(num_permits))
    }
    #[track_caller]
    pub fn release(&self, num_permits: usize) {
        if num_permits > 0 {
            let mut permits = self.permits.lock().unwrap();
            permits.available += num_permits;
            permits.serve(self.fairness);
        }
    }
}
impl fmt::Debug for BatchSemaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSemaphore").field("fairness", &self.fairness).finish_non_exhaustive()
    }
}

pub struct Acquire<'a> {
    semaphore: &'a BatchSemaphore,
    wanted: usize,
    /// Its place in the queue.
    ticket: Option<u64>,
    done: bool,
}
impl Unpin for Acquire<'_> {}
impl Acquire<'_> {
    fn attempt(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), AcquireError>> {
        let fairness = self.semaphore.fairness;
        let mut permits = self.semaphore.permits.lock().unwrap();
        if let Some(ticket) = self.ticket {
            if permits.was_granted(ticket) {
                return Poll::Ready(Ok(()));
            }
            if let Some(own) = permits.waiters.iter_mut().find(|waiter| waiter.ticket == ticket) {
                own.waker = cx.waker().clone();
                return Poll::Pending;
            }
        }
        match permits.take(self.wanted, fairness) {
            Ok(()) => return Poll::Ready(Ok(())),
            Err(TryAcquireError::Closed) => return Poll::Ready(Err(AcquireError(()))),
            Err(TryAcquireError::NoPermits) => {}
        }
        let ticket = permits.next_ticket;
        permits.next_ticket += 1;
        self.ticket = Some(ticket);
        permits.waiters.push_back(Waiter { ticket, permits: self.wanted, waker: cx.waker().clone() });
        Poll::Pending
    }
}
impl Future for Acquire<'_> {
    type Output = Result<(), AcquireError>;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        assert!(!this.done, "an `Acquire` is polled after it was ready");
        let result = this.attempt(cx);
        this.done = result.is_ready();
        result
    }
}
impl Drop for Acquire<'_> {
    /// One that was cancelled leaves the queue, and gives back what it was granted.
    fn drop(&mut self) {
        let Some(ticket) = self.ticket.filter(|_| !self.done) else {
            return;
        };
        let mut permits = self.semaphore.permits.lock().unwrap();
        if permits.was_granted(ticket) {
            permits.available += self.wanted;
        }
        permits.waiters.retain(|waiter| waiter.ticket != ticket);
        permits.serve(self.semaphore.fairness);
    }
}
