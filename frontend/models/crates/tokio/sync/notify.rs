//! `tokio::sync::Notify`.

use super::shared::{Shared, Ticket, Waiters, Woken};
use crate::fmt;
use crate::future::Future;
use crate::marker::PhantomPinned;
use crate::pin::Pin;
use crate::sync::Arc;
use crate::task::{Context, Poll, Waker};
use crate::vec::Vec;

struct Notices {
    /// Whether `notify_one` came when nobody waited.
    permit: bool,
    /// How often all were notified.
    rounds: u64,
    waiters: Waiters<()>,
    /// Who was notified by `notify_one` and has not been polled since, and whether as the last one.
    granted: Vec<(Ticket, bool)>,
}
impl Notices {
    fn notify_one(&mut self, last: bool) -> Woken {
        let next = if last { self.waiters.pop_last() } else { self.waiters.pop() };
        let Some((ticket, (), waker)) = next else {
            self.permit = true;
            return Woken::new();
        };
        self.granted.push((ticket, last));
        Woken::from(Some(waker))
    }
    /// Whether somebody was notified alone; if so, whether as the last one.
    fn take_grant(&mut self, ticket: Ticket) -> Option<bool> {
        let place = self.granted.iter().position(|(granted, _)| *granted == ticket)?;
        Some(self.granted.remove(place).1)
    }
}

pub struct Notify {
    notices: Shared<Notices>,
}
impl Notify {
    pub const fn new() -> Notify {
        let notices = Notices { permit: false, rounds: 0, waiters: Waiters::new(), granted: Vec::new() };
        Notify { notices: Shared::new(notices) }
    }
    pub const fn const_new() -> Notify {
        Notify::new()
    }
    #[inline]
    pub fn notified(&self) -> Notified<'_> {
        Notified { waiting: self.start(), notify: self, pinned: PhantomPinned }
    }
    #[inline]
    pub fn notified_owned(self: Arc<Self>) -> OwnedNotified {
        OwnedNotified { waiting: self.start(), notify: self, pinned: PhantomPinned }
    }
    fn start(&self) -> Waiting {
        Waiting { rounds: self.notices.enter(|notices| notices.rounds), ticket: None, done: false }
    }
    #[inline]
    pub fn notify_one(&self) {
        self.notices.enter(|notices| notices.notify_one(false)).wake();
    }
    #[inline]
    pub fn notify_last(&self) {
        self.notices.enter(|notices| notices.notify_one(true)).wake();
    }
    #[inline]
    pub fn notify_waiters(&self) {
        let woken = self.notices.enter(|notices| {
            notices.rounds += 1;
            notices.waiters.drain()
        });
        woken.wake();
    }
}
impl Default for Notify {
    fn default() -> Notify {
        Notify::new()
    }
}
impl fmt::Debug for Notify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notify").finish_non_exhaustive()
    }
}

/// What both kinds of `Notified` have in common.
#[derive(Debug)]
struct Waiting {
    /// How often all had been notified when it was made.
    rounds: u64,
    ticket: Option<Ticket>,
    done: bool,
}
impl Waiting {
    /// A notification, if there is one; else it waits from now on.
    fn look(&mut self, notify: &Notify, waker: Waker) -> bool {
        if !self.done {
            self.done = notify.notices.enter(|notices| self.find(notices, waker));
        }
        self.done
    }
    fn find(&mut self, notices: &mut Notices, waker: Waker) -> bool {
        if let Some(ticket) = self.ticket {
            return notices.take_grant(ticket).is_some() || !notices.waiters.renew(ticket, waker);
        }
        if notices.rounds != self.rounds || crate::mem::take(&mut notices.permit) {
            return true;
        }
        self.ticket = Some(notices.waiters.push((), waker));
        false
    }
    /// One that was notified alone and never told so hands that on.
    fn end(&mut self, notify: &Notify) {
        let Some(ticket) = self.ticket.filter(|_| !self.done) else {
            return;
        };
        let woken = notify.notices.enter(|notices| {
            notices.waiters.remove(ticket);
            match notices.take_grant(ticket) {
                Some(last) => notices.notify_one(last),
                None => Woken::new(),
            }
        });
        woken.wake();
    }
}

#[derive(Debug)]
pub struct Notified<'a> {
    notify: &'a Notify,
    waiting: Waiting,
    pinned: PhantomPinned,
}
#[derive(Debug)]
pub struct OwnedNotified {
    notify: Arc<Notify>,
    waiting: Waiting,
    pinned: PhantomPinned,
}
macro_rules! notified {
    ($([$($generics:tt)*] $notified:ty;)*) => {
        $(
            impl<$($generics)*> $notified {
                pub fn enable(self: Pin<&mut Self>) -> bool {
                    let this = unsafe { self.get_unchecked_mut() };
                    this.waiting.look(&this.notify, Waker::noop().clone())
                }
            }
            impl<$($generics)*> Future for $notified {
                type Output = ();
                #[inline]
                fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
                    let this = unsafe { self.get_unchecked_mut() };
                    match this.waiting.look(&this.notify, cx.waker().clone()) {
                        true => Poll::Ready(()),
                        false => Poll::Pending,
                    }
                }
            }
            impl<$($generics)*> Drop for $notified {
                #[inline]
                fn drop(&mut self) {
                    self.waiting.end(&self.notify);
                }
            }
        )*
    };
}
notified! {
    ['a] Notified<'a>;
    [] OwnedNotified;
}
