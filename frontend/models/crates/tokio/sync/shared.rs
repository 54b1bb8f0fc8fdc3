//! What the types of `tokio::sync` and tasks are made of: a state that is looked at and changed in one visible
//! operation, and who waits for it. Not a part of tokio.

use crate::cell::UnsafeCell;
use crate::collections::VecDeque;
use crate::crates::tokio::runtime::context;
use crate::future::Future;
use crate::intrinsics;
use crate::mem::{self, ManuallyDrop};
use crate::pin::Pin;
use crate::ptr;
use crate::sync::RawMutex;
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;
use crate::vec::Vec;

/// A state of which each use is one visible operation.
pub struct Shared<S> {
    lock: RawMutex,
    state: UnsafeCell<S>,
}
unsafe impl<S> Send for Shared<S> {}
unsafe impl<S> Sync for Shared<S> {}
impl<S> Shared<S> {
    pub const fn new(state: S) -> Shared<S> {
        Shared { lock: RawMutex { holder: 0 }, state: UnsafeCell::new(state) }
    }
    pub fn into_inner(self) -> S {
        self.state.into_inner()
    }
    pub fn get_mut(&mut self) -> &mut S {
        self.state.get_mut()
    }
    /// `f` calls nothing of the program's and wakes nobody.
    #[inline]
    pub fn enter<R>(&self, f: impl FnOnce(&mut S) -> R) -> R {
        unsafe {
            intrinsics::mutex_lock(&self.lock);
            let result = f(&mut *self.state.get());
            intrinsics::mutex_unlock(&self.lock);
            result
        }
    }
    /// The same of a release that only those notice who wait for it: it is done with the operation before.
    #[inline]
    pub fn enter_unseen<R>(&self, f: impl FnOnce(&mut S) -> R) -> R {
        unsafe {
            intrinsics::hidden_mutex_lock(&self.lock);
            let result = f(&mut *self.state.get());
            intrinsics::hidden_mutex_unlock(&self.lock);
            result
        }
    }
    /// Blocks the thread until the number that `gate` gives is not zero, whatever the task should do.
    #[inline]
    pub fn enter_free<R>(&self, gate: fn(&S) -> &u64, f: impl FnOnce(&mut S) -> R) -> R {
        unsafe {
            let gate: *const u64 = gate(&*self.state.get());
            intrinsics::mutex_lock_when(&self.lock, gate, 1, ptr::null());
            let result = f(&mut *self.state.get());
            intrinsics::mutex_unlock(&self.lock);
            result
        }
    }
    /// Waits until the number that `gate` gives is at least so large; or gives `None`, if the task is to stop.
    #[inline]
    pub fn enter_when<R>(&self, gate: fn(&S) -> &u64, least: u64, f: impl FnOnce(&mut S) -> R) -> Option<R> {
        unsafe {
            let stop = context::stop();
            let gate: *const u64 = gate(&*self.state.get());
            intrinsics::mutex_lock_when(&self.lock, gate, least, stop);
            let stops = !stop.is_null() && intrinsics::hidden_atomic_load(stop, 0);
            let result = if stops { None } else { Some(f(&mut *self.state.get())) };
            intrinsics::mutex_unlock(&self.lock);
            result
        }
    }
    /// A poll of a future that is ready when the number that `gate` gives is at least so large. If it is all that
    /// the thread waits for, it waits here; else `f` gets a waker for when it finds nothing.
    #[inline]
    pub fn poll_when<R>(
        &self,
        is_sole: bool,
        cx: &mut Context<'_>,
        (gate, least): (fn(&S) -> &u64, u64),
        f: impl FnOnce(&mut S, Option<Waker>) -> Poll<R>,
    ) -> Poll<R> {
        if is_sole {
            return self.enter_when(gate, least, |state| f(state, None)).unwrap_or(Poll::Pending);
        }
        let waker = cx.waker().clone();
        self.enter(|state| f(state, Some(waker)))
    }
}

/// A future that is ready when the number that `gate` gives is not zero.
pub struct Until<'a, S> {
    pub shared: &'a Shared<S>,
    pub gate: fn(&S) -> &u64,
    /// Keeps the waker of who waits for other things as well.
    pub keep: fn(&mut S, Waker),
}
impl<S> Future for Until<'_, S> {
    type Output = ();
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let (gate, keep) = (self.gate, self.keep);
        self.shared.poll_when(executor::is_sole(&raw const *self), cx, (gate, 1), |state, waker| {
            if *gate(state) > 0 {
                return Poll::Ready(());
            }
            keep(state, waker.unwrap());
            Poll::Pending
        })
    }
}

/// Wakers that are to be called when the state has been left.
#[must_use]
#[derive(Default)]
pub struct Woken {
    wakers: Vec<Waker>,
}
impl Woken {
    pub const fn new() -> Woken {
        Woken { wakers: Vec::new() }
    }
    pub fn add(&mut self, waker: Waker) {
        self.wakers.push(waker);
    }
    #[inline]
    pub fn wake(self) {
        for waker in self.wakers {
            waker.wake();
        }
    }
}
impl From<Option<Waker>> for Woken {
    fn from(waker: Option<Waker>) -> Woken {
        Woken { wakers: waker.into_iter().collect() }
    }
}

/// Names who waits, among those who wait at one place.
pub type Ticket = u64;

struct Waiter<W> {
    ticket: Ticket,
    wish: W,
    waker: Waker,
}

/// Who waits, in the order of coming, and what for. Whoever waits leaves before the list is dropped, so that
/// dropping it runs nothing.
pub struct Waiters<W> {
    queue: ManuallyDrop<VecDeque<Waiter<W>>>,
    next: Ticket,
}
impl<W> Waiters<W> {
    pub const fn new() -> Waiters<W> {
        Waiters { queue: ManuallyDrop::new(VecDeque::new()), next: 0 }
    }
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
    pub fn push(&mut self, wish: W, waker: Waker) -> Ticket {
        let ticket = self.next;
        self.next += 1;
        self.queue.push_back(Waiter { ticket, wish, waker });
        ticket
    }
    /// Waits without a ticket, once for each waker.
    pub fn register(&mut self, waker: Waker)
    where
        W: Default,
    {
        if !self.queue.iter().any(|waiter| waiter.waker.will_wake(&waker)) {
            self.push(W::default(), waker);
        }
    }
    /// Whether somebody still waits; then it is this waker that is called.
    pub fn renew(&mut self, ticket: Ticket, waker: Waker) -> bool {
        let found = self.queue.iter_mut().find(|waiter| waiter.ticket == ticket);
        found.map(|waiter| waiter.waker = waker).is_some()
    }
    pub fn remove(&mut self, ticket: Ticket) -> bool {
        let place = self.queue.iter().position(|waiter| waiter.ticket == ticket);
        place.map(|place| self.queue.remove(place)).is_some()
    }
    pub fn first(&self) -> Option<&W> {
        self.queue.front().map(|waiter| &waiter.wish)
    }
    pub fn pop(&mut self) -> Option<(Ticket, W, Waker)> {
        self.queue.pop_front().map(|waiter| (waiter.ticket, waiter.wish, waiter.waker))
    }
    pub fn pop_last(&mut self) -> Option<(Ticket, W, Waker)> {
        self.queue.pop_back().map(|waiter| (waiter.ticket, waiter.wish, waiter.waker))
    }
    /// Lets all go.
    pub fn drain(&mut self) -> Woken {
        let all = mem::take(&mut *self.queue);
        Woken { wakers: all.into_iter().map(|waiter| waiter.waker).collect() }
    }
}
