//! `tokio::sync::watch`. Whoever sends waits, as in tokio, until nobody borrows the value.

use super::batch_semaphore::ANY;
use super::shared::{Shared, Until, Waiters, Woken};
use crate::cell::UnsafeCell;
use crate::fmt;
use crate::future::Future;
use crate::intrinsics;
use crate::mem;
use crate::ops::Deref;
use crate::pin::Pin;
use crate::sync::{Arc, RawRefCount};
use crate::task::{Context, Poll};
use crate::thread::executor;

pub mod error {
    use crate::error::Error;
    use crate::fmt;

    #[derive(PartialEq, Eq, Clone, Copy)]
    pub struct SendError<T>(pub T);
    impl<T> fmt::Debug for SendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("SendError").finish_non_exhaustive()
        }
    }
    impl<T> fmt::Display for SendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("channel closed")
        }
    }
    impl<T> Error for SendError<T> {}

    #[derive(Debug, Clone)]
    pub struct RecvError(pub(super) ());
    impl fmt::Display for RecvError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("channel closed")
        }
    }
    impl Error for RecvError {}
}
use error::{RecvError, SendError};

struct Versions {
    version: u64,
    /// What who waits for a change compares with: any number if no more will come.
    news: u64,
    has_senders: bool,
    /// How many borrow the value; nobody may while it is being changed.
    borrows: u64,
    may_borrow: u64,
    may_change: u64,
    receivers: usize,
    waiters: Waiters<()>,
    /// Who waits until no receivers are left, and whether none are.
    closing: Waiters<()>,
    is_closed: u64,
}
impl Versions {
    fn settle(&mut self) {
        self.news = if self.has_senders { self.version } else { ANY };
        self.may_change = (self.may_borrow > 0 && self.borrows == 0) as u64;
        self.is_closed = (self.receivers == 0) as u64;
    }
    fn publish(&mut self) -> Woken {
        self.version += 1;
        self.settle();
        self.waiters.drain()
    }
    fn change_receivers(&mut self, by: isize) -> Woken {
        self.receivers = (self.receivers as isize + by) as usize;
        self.settle();
        if self.receivers == 0 { self.closing.drain() } else { Woken::new() }
    }
}

struct Channel<T> {
    versions: Shared<Versions>,
    value: UnsafeCell<T>,
    senders: RawRefCount,
}
unsafe impl<T: Send> Send for Channel<T> {}
unsafe impl<T: Send + Sync> Sync for Channel<T> {}
impl<T> Channel<T> {
    fn new(value: T, receivers: usize) -> Arc<Channel<T>> {
        let mut versions = Versions {
            version: 0,
            news: 0,
            has_senders: true,
            borrows: 0,
            may_borrow: 1,
            may_change: 1,
            receivers,
            waiters: Waiters::new(),
            closing: Waiters::new(),
            is_closed: 0,
        };
        versions.settle();
        let senders = RawRefCount { count: 1 };
        Arc::new(Channel { versions: Shared::new(versions), value: UnsafeCell::new(value), senders })
    }
    /// The value and its version.
    #[inline]
    fn borrow(&self) -> (Ref<'_, T>, u64) {
        let version = self.versions.enter_free(
            |versions| &versions.may_borrow,
            |versions| {
                versions.borrows += 1;
                versions.settle();
                versions.version
            },
        );
        (Ref { channel: self, has_changed: false }, version)
    }
    #[inline]
    fn replace(&self, value: &mut T) {
        let woken = self.versions.enter_free(
            |versions| &versions.may_change,
            |versions| {
                mem::swap(unsafe { &mut *self.value.get() }, value);
                versions.publish()
            },
        );
        woken.wake();
    }
    #[inline]
    fn version(&self) -> Result<u64, RecvError> {
        self.versions.enter(|versions| match versions.has_senders {
            true => Ok(versions.version),
            false => Err(RecvError(())),
        })
    }
    fn receivers(&self) -> usize {
        self.versions.enter(|versions| versions.receivers)
    }
    fn add_receiver(&self) -> u64 {
        self.versions.enter(|versions| {
            let _ = versions.change_receivers(1);
            versions.version
        })
    }
}

/// Nobody else sees the value while it is changed, also if a panic passes by.
struct Changing<'a, T> {
    channel: &'a Channel<T>,
    has_changed: bool,
}
impl<'a, T> Changing<'a, T> {
    fn start(channel: &'a Channel<T>) -> Changing<'a, T> {
        channel.versions.enter_free(
            |versions| &versions.may_change,
            |versions| {
                versions.may_borrow = 0;
                versions.settle();
            },
        );
        Changing { channel, has_changed: false }
    }
}
impl<T> Drop for Changing<'_, T> {
    fn drop(&mut self) {
        let woken = self.channel.versions.enter(|versions| {
            versions.may_borrow = 1;
            versions.settle();
            if self.has_changed { versions.publish() } else { Woken::new() }
        });
        woken.wake();
    }
}

pub struct Ref<'a, T> {
    channel: &'a Channel<T>,
    has_changed: bool,
}
impl<T> Ref<'_, T> {
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }
}
impl<T> Deref for Ref<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        unsafe { &*self.channel.value.get() }
    }
}
impl<T> Drop for Ref<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.channel.versions.enter_unseen(|versions| {
            versions.borrows -= 1;
            versions.settle();
        });
    }
}
impl<T: fmt::Debug> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ref").field("inner", &**self).field("has_changed", &self.has_changed).finish()
    }
}

pub fn channel<T>(init: T) -> (Sender<T>, Receiver<T>) {
    let channel = Channel::new(init, 1);
    (Sender { channel: channel.clone() }, Receiver { channel, version: 0 })
}

pub struct Sender<T> {
    channel: Arc<Channel<T>>,
}
impl<T> Sender<T> {
    pub fn new(init: T) -> Sender<T> {
        Sender { channel: Channel::new(init, 0) }
    }
    pub fn send(&self, value: T) -> Result<(), SendError<T>> {
        if self.channel.receivers() == 0 {
            return Err(SendError(value));
        }
        self.send_replace(value);
        Ok(())
    }
    pub fn send_modify<F: FnOnce(&mut T)>(&self, modify: F) {
        self.send_if_modified(|value| {
            modify(value);
            true
        });
    }
    pub fn send_if_modified<F: FnOnce(&mut T) -> bool>(&self, modify: F) -> bool {
        let mut changing = Changing::start(&self.channel);
        changing.has_changed = modify(unsafe { &mut *self.channel.value.get() });
        changing.has_changed
    }
    pub fn send_replace(&self, mut value: T) -> T {
        self.channel.replace(&mut value);
        value
    }
    pub fn borrow(&self) -> Ref<'_, T> {
        self.channel.borrow().0
    }
    pub fn is_closed(&self) -> bool {
        self.channel.receivers() == 0
    }
    pub async fn closed(&self) {
        Until {
            shared: &self.channel.versions,
            gate: |versions| &versions.is_closed,
            keep: |versions, waker| {
                versions.closing.register(waker);
            },
        }
        .await
    }
    pub fn subscribe(&self) -> Receiver<T> {
        Receiver { version: self.channel.add_receiver(), channel: self.channel.clone() }
    }
    pub fn receiver_count(&self) -> usize {
        self.channel.receivers()
    }
    pub fn sender_count(&self) -> usize {
        unsafe { intrinsics::ref_count(&self.channel.senders) as usize }
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        unsafe { intrinsics::hidden_ref_increment(&self.channel.senders) };
        Sender { channel: self.channel.clone() }
    }
}
impl<T: Default> Default for Sender<T> {
    fn default() -> Sender<T> {
        Sender::new(T::default())
    }
}
impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if unsafe { intrinsics::ref_decrement(&self.channel.senders) } {
            let woken = self.channel.versions.enter(|versions| {
                versions.has_senders = false;
                versions.settle();
                versions.waiters.drain()
            });
            woken.wake();
        }
    }
}
impl<T: fmt::Debug> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    /// The one that it has seen last.
    version: u64,
}
impl<T> Receiver<T> {
    pub fn borrow(&self) -> Ref<'_, T> {
        let (value, version) = self.channel.borrow();
        let mut value = value;
        value.has_changed = version != self.version;
        value
    }
    pub fn borrow_and_update(&mut self) -> Ref<'_, T> {
        let (value, version) = self.channel.borrow();
        let mut value = value;
        value.has_changed = mem::replace(&mut self.version, version) != version;
        value
    }
    pub fn has_changed(&self) -> Result<bool, RecvError> {
        Ok(self.channel.version()? != self.version)
    }
    pub fn is_closed(&self) -> bool {
        self.channel.version().is_err()
    }
    pub fn mark_changed(&mut self) {
        self.version = self.version.wrapping_sub(1);
    }
    pub fn mark_unchanged(&mut self) {
        self.version = self.channel.versions.enter(|versions| versions.version);
    }
    pub async fn changed(&mut self) -> Result<(), RecvError> {
        self.version = Changed { channel: &self.channel, seen: self.version }.await?;
        Ok(())
    }
    pub async fn wait_for(&mut self, mut f: impl FnMut(&T) -> bool) -> Result<Ref<'_, T>, RecvError> {
        let mut closed = false;
        loop {
            {
                let (mut value, version) = self.channel.borrow();
                value.has_changed = mem::replace(&mut self.version, version) != version;
                if (!closed || value.has_changed) && f(&*value) {
                    return Ok(value);
                }
            }
            if closed {
                return Err(RecvError(()));
            }
            match (Changed { channel: &self.channel, seen: self.version }).await {
                Ok(version) => self.version = version,
                Err(_) => closed = true,
            }
        }
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
}
impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Receiver<T> {
        self.channel.add_receiver();
        Receiver { channel: self.channel.clone(), version: self.version }
    }
}
impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.channel.versions.enter(|versions| versions.change_receivers(-1)).wake();
    }
}
impl<T: fmt::Debug> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

/// Waits for another version than the one that was seen, and gives it.
struct Changed<'a, T> {
    channel: &'a Channel<T>,
    seen: u64,
}
impl<T> Future for Changed<'_, T> {
    type Output = Result<u64, RecvError>;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<u64, RecvError>> {
        let seen = self.seen;
        let due: (fn(&Versions) -> &u64, u64) = (|versions| &versions.news, seen.wrapping_add(1));
        self.channel.versions.poll_when(executor::is_sole(&raw const *self), cx, due, |versions, waker| {
            if versions.version != seen {
                return Poll::Ready(Ok(versions.version));
            }
            if !versions.has_senders {
                return Poll::Ready(Err(RecvError(())));
            }
            versions.waiters.register(waker.unwrap());
            Poll::Pending
        })
    }
}
