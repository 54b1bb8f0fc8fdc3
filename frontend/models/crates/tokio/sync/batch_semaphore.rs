//! Permits that are given in the order of asking, which `Semaphore`, `Mutex` and `RwLock` are made of. Not a part
//! of tokio.

use super::shared::{Shared, Ticket, Waiters, Woken};
use super::{AcquireError, TryAcquireError};
use crate::collections::VecDeque;
use crate::future::Future;
use crate::pin::Pin;
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;

/// The permits and who waits for them.
pub struct Permits {
    pub available: u64,
    /// What who comes now finds: none if others wait, any number if it is closed.
    pub free: u64,
    pub closed: bool,
    waiters: Waiters<u64>,
    /// Who has got its permits and has not been polled since.
    granted: VecDeque<Ticket>,
}

/// No permits are as many as that: what a closed semaphore seems to have.
pub const ANY: u64 = u64::MAX;

impl Permits {
    pub const fn new(permits: u64) -> Permits {
        Permits { available: permits, free: permits, closed: false, waiters: Waiters::new(), granted: VecDeque::new() }
    }
    fn settle(&mut self) {
        self.free = match (self.closed, self.waiters.is_empty()) {
            (true, _) => ANY,
            (false, true) => self.available,
            (false, false) => 0,
        };
    }
    pub fn take(&mut self, wanted: u64) -> Result<(), TryAcquireError> {
        if self.closed {
            return Err(TryAcquireError::Closed);
        }
        if wanted > self.free {
            return Err(TryAcquireError::NoPermits);
        }
        self.available -= wanted;
        self.settle();
        Ok(())
    }
    pub fn release(&mut self, count: u64) -> Woken {
        self.available += count;
        self.serve()
    }
    pub fn close(&mut self) -> Woken {
        self.closed = true;
        self.settle();
        self.waiters.drain()
    }
    /// Of who has given up waiting: leaves the queue, and gives back what it was granted.
    pub fn give_up(&mut self, ticket: Ticket, wanted: u64) -> Woken {
        if self.was_granted(ticket) {
            self.available += wanted;
        }
        self.waiters.remove(ticket);
        self.serve()
    }
    /// Gives permits to those who wait.
    fn serve(&mut self) -> Woken {
        let mut woken = Woken::new();
        while self.waiters.first().is_some_and(|wanted| *wanted <= self.available) {
            let (ticket, wanted, waker) = self.waiters.pop().unwrap();
            self.available -= wanted;
            self.granted.push_back(ticket);
            woken.add(waker);
        }
        self.settle();
        woken
    }
    fn was_granted(&mut self, ticket: Ticket) -> bool {
        let place = self.granted.iter().position(|granted| *granted == ticket);
        place.map(|place| self.granted.remove(place)).is_some()
    }
    pub fn poll(
        &mut self,
        wanted: u64,
        ticket: &mut Option<Ticket>,
        waker: Option<Waker>,
    ) -> Poll<Result<(), AcquireError>> {
        if let Some(ticket) = *ticket {
            if self.was_granted(ticket) {
                return Poll::Ready(Ok(()));
            }
            if let Some(waker) = waker {
                if self.waiters.renew(ticket, waker) {
                    return Poll::Pending;
                }
            }
            return Poll::Ready(Err(AcquireError(())));
        }
        match (self.take(wanted), waker) {
            (Ok(()), _) => Poll::Ready(Ok(())),
            (Err(TryAcquireError::NoPermits), Some(waker)) => {
                *ticket = Some(self.waiters.push(wanted, waker));
                self.settle();
                Poll::Pending
            }
            (Err(_), _) => Poll::Ready(Err(AcquireError(()))),
        }
    }
}

pub struct BatchSemaphore {
    permits: Shared<Permits>,
}
impl BatchSemaphore {
    pub const fn new(permits: u64) -> BatchSemaphore {
        BatchSemaphore { permits: Shared::new(Permits::new(permits)) }
    }
    #[inline]
    pub fn available(&self) -> u64 {
        self.permits.enter(|permits| permits.available)
    }
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.permits.enter(|permits| permits.closed)
    }
    #[inline]
    pub fn try_acquire(&self, wanted: u64) -> Result<(), TryAcquireError> {
        self.permits.enter(|permits| permits.take(wanted))
    }
    pub fn acquire(&self, wanted: u64) -> Acquire<'_> {
        Acquire { semaphore: self, wanted, ticket: None, done: false }
    }
    #[inline]
    pub fn release(&self, count: u64) {
        self.permits.enter(|permits| permits.release(count)).wake();
    }
    /// Takes away as many as there are, up to a number.
    pub fn forget(&self, most: u64) -> u64 {
        self.permits.enter(|permits| {
            let forgotten = permits.available.min(most);
            permits.available -= forgotten;
            permits.settle();
            forgotten
        })
    }
    pub fn close(&self) {
        self.permits.enter(|permits| permits.close()).wake();
    }
}

pub struct Acquire<'a> {
    semaphore: &'a BatchSemaphore,
    wanted: u64,
    ticket: Option<Ticket>,
    done: bool,
}
impl Unpin for Acquire<'_> {}
impl Future for Acquire<'_> {
    type Output = Result<(), AcquireError>;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        // Who wants one permit may as well come when there is one; who wants several, and stands in the queue for
        // them, keeps others waiting.
        let comes = this.ticket.is_none() && this.wanted <= 1;
        let is_sole = executor::is_sole(this as *const Self) && comes;
        let (semaphore, wanted, ticket) = (this.semaphore, this.wanted, &mut this.ticket);
        let due: (fn(&Permits) -> &u64, u64) = (|permits| &permits.free, wanted);
        let result =
            semaphore.permits.poll_when(is_sole, cx, due, |permits, waker| permits.poll(wanted, ticket, waker));
        this.done = result.is_ready();
        result
    }
}
impl Drop for Acquire<'_> {
    #[inline]
    fn drop(&mut self) {
        let Some(ticket) = self.ticket.filter(|_| !self.done) else {
            return;
        };
        self.semaphore.permits.enter(|permits| permits.give_up(ticket, self.wanted)).wake();
    }
}
