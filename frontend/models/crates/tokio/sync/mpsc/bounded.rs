//! Bounded channels of `tokio::sync::mpsc`.

use super::chan::Chan;
use super::error::{SendError, SendTimeoutError, TryRecvError, TrySendError};
use crate::crates::tokio::runtime::{context, pool};
use crate::crates::tokio::time;
use crate::fmt;
use crate::iter::FusedIterator;
use crate::mem::ManuallyDrop;
use crate::sync::Arc;
use crate::task::{Context, Poll};
use crate::time::Duration;
use crate::vec::Vec;

#[track_caller]
pub fn channel<T>(buffer: usize) -> (Sender<T>, Receiver<T>) {
    assert!(buffer > 0, "mpsc bounded channel requires buffer > 0");
    let chan = Chan::new(buffer as u64);
    (Sender { chan: chan.clone() }, Receiver { chan })
}

pub struct Sender<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for Sender<T> {}
unsafe impl<T: Send> Sync for Sender<T> {}
impl<T> Sender<T> {
    pub async fn send(&self, value: T) -> Result<(), SendError<T>> {
        self.chan.send(value).await
    }
    #[inline]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        self.chan.try_send(message)
    }
    pub async fn send_timeout(&self, value: T, timeout: Duration) -> Result<(), SendTimeoutError<T>> {
        match time::timeout(timeout, self.reserve()).await {
            Ok(Ok(permit)) => Ok(permit.send(value)),
            Ok(Err(_)) => Err(SendTimeoutError::Closed(value)),
            Err(_) => Err(SendTimeoutError::Timeout(value)),
        }
    }
    #[track_caller]
    pub fn blocking_send(&self, value: T) -> Result<(), SendError<T>> {
        context::assert_may_block();
        pool::block_on(self.send(value))
    }
    pub async fn closed(&self) {
        self.chan.closed().await
    }
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.chan.is_closed()
    }
    pub async fn reserve(&self) -> Result<Permit<'_, T>, SendError<()>> {
        self.chan.reserve(1).await?;
        Ok(Permit { chan: &self.chan })
    }
    pub async fn reserve_many(&self, n: usize) -> Result<PermitIterator<'_, T>, SendError<()>> {
        if n > self.max_capacity() {
            return Err(SendError(()));
        }
        self.chan.reserve(n as u64).await?;
        Ok(PermitIterator { chan: &self.chan, n })
    }
    pub async fn reserve_owned(self) -> Result<OwnedPermit<T>, SendError<()>> {
        self.chan.reserve(1).await?;
        Ok(OwnedPermit { sender: Some(self) })
    }
    pub fn try_reserve(&self) -> Result<Permit<'_, T>, TrySendError<()>> {
        self.chan.try_reserve(1)?;
        Ok(Permit { chan: &self.chan })
    }
    pub fn try_reserve_many(&self, n: usize) -> Result<PermitIterator<'_, T>, TrySendError<()>> {
        self.chan.try_reserve(n as u64)?;
        Ok(PermitIterator { chan: &self.chan, n })
    }
    pub fn try_reserve_owned(self) -> Result<OwnedPermit<T>, TrySendError<Self>> {
        match self.chan.try_reserve(1) {
            Ok(()) => Ok(OwnedPermit { sender: Some(self) }),
            Err(TrySendError::Full(())) => Err(TrySendError::Full(self)),
            Err(TrySendError::Closed(())) => Err(TrySendError::Closed(self)),
        }
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chan, &other.chan)
    }
    pub fn capacity(&self) -> usize {
        self.chan.room()
    }
    pub fn max_capacity(&self) -> usize {
        self.chan.bound()
    }
    pub fn downgrade(&self) -> WeakSender<T> {
        WeakSender { chan: self.chan.clone() }
    }
    pub fn strong_count(&self) -> usize {
        self.chan.count_senders()
    }
}
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        self.chan.add_sender();
        Sender { chan: self.chan.clone() }
    }
}
impl<T> Drop for Sender<T> {
    #[inline]
    fn drop(&mut self) {
        self.chan.drop_sender();
    }
}
impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

pub struct WeakSender<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for WeakSender<T> {}
unsafe impl<T: Send> Sync for WeakSender<T> {}
impl<T> WeakSender<T> {
    pub fn upgrade(&self) -> Option<Sender<T>> {
        self.chan.add_sender_if_any().then(|| Sender { chan: self.chan.clone() })
    }
    pub fn strong_count(&self) -> usize {
        self.chan.count_senders()
    }
}
impl<T> Clone for WeakSender<T> {
    fn clone(&self) -> WeakSender<T> {
        WeakSender { chan: self.chan.clone() }
    }
}
impl<T> fmt::Debug for WeakSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WeakSender").finish()
    }
}

/// Room for one message.
pub struct Permit<'a, T> {
    chan: &'a Chan<T>,
}
impl<T> Permit<'_, T> {
    #[inline]
    pub fn send(self, value: T) {
        let this = ManuallyDrop::new(self);
        this.chan.put(value);
    }
}
impl<T> Drop for Permit<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.chan.give_back(1);
    }
}
impl<T> fmt::Debug for Permit<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").finish_non_exhaustive()
    }
}

/// Room for so many messages.
pub struct PermitIterator<'a, T> {
    chan: &'a Chan<T>,
    n: usize,
}
impl<'a, T> Iterator for PermitIterator<'a, T> {
    type Item = Permit<'a, T>;
    fn next(&mut self) -> Option<Permit<'a, T>> {
        self.n = self.n.checked_sub(1)?;
        Some(Permit { chan: self.chan })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.n, Some(self.n))
    }
}
impl<T> ExactSizeIterator for PermitIterator<'_, T> {}
impl<T> FusedIterator for PermitIterator<'_, T> {}
impl<T> Drop for PermitIterator<'_, T> {
    fn drop(&mut self) {
        self.chan.give_back(self.n as u64);
    }
}
impl<T> fmt::Debug for PermitIterator<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PermitIterator").field("capacity", &self.n).finish_non_exhaustive()
    }
}

/// Room for one message, with the sender.
pub struct OwnedPermit<T> {
    sender: Option<Sender<T>>,
}
impl<T> OwnedPermit<T> {
    pub fn send(mut self, value: T) -> Sender<T> {
        let sender = self.sender.take().unwrap();
        sender.chan.put(value);
        sender
    }
    pub fn release(mut self) -> Sender<T> {
        let sender = self.sender.take().unwrap();
        sender.chan.give_back(1);
        sender
    }
}
impl<T> Drop for OwnedPermit<T> {
    fn drop(&mut self) {
        if let Some(sender) = self.sender.take() {
            sender.chan.give_back(1);
        }
    }
}
impl<T> fmt::Debug for OwnedPermit<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedPermit").finish_non_exhaustive()
    }
}

pub struct Receiver<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for Receiver<T> {}
unsafe impl<T: Send> Sync for Receiver<T> {}
impl<T> Receiver<T> {
    pub fn capacity(&self) -> usize {
        self.chan.room()
    }
    pub fn max_capacity(&self) -> usize {
        self.chan.bound()
    }
}
impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

/// What both receivers have.
macro_rules! receiver_methods {
    ($receiver:ident) => {
        impl<T> Unpin for $receiver<T> {}
        impl<T> $receiver<T> {
            pub async fn recv(&mut self) -> Option<T> {
                self.chan.recv().await
            }
            pub async fn recv_many(&mut self, buffer: &mut Vec<T>, limit: usize) -> usize {
                self.chan.recv_many(buffer, limit).await
            }
            #[inline]
            pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
                self.chan.try_recv()
            }
            #[track_caller]
            pub fn blocking_recv(&mut self) -> Option<T> {
                context::assert_may_block();
                pool::block_on(self.recv())
            }
            #[track_caller]
            pub fn blocking_recv_many(&mut self, buffer: &mut Vec<T>, limit: usize) -> usize {
                context::assert_may_block();
                pool::block_on(self.recv_many(buffer, limit))
            }
            #[inline]
            pub fn close(&mut self) {
                self.chan.close();
            }
            #[inline]
            pub fn is_closed(&self) -> bool {
                self.chan.is_over()
            }
            pub fn is_empty(&self) -> bool {
                self.chan.len() == 0
            }
            #[inline]
            pub fn len(&self) -> usize {
                self.chan.len()
            }
            pub fn poll_recv(&mut self, cx: &mut Context<'_>) -> Poll<Option<T>> {
                self.chan.poll_recv(cx)
            }
            pub fn poll_recv_many(&mut self, cx: &mut Context<'_>, buffer: &mut Vec<T>, limit: usize) -> Poll<usize> {
                self.chan.poll_recv_many(cx, buffer, limit)
            }
            pub fn sender_strong_count(&self) -> usize {
                self.chan.count_senders()
            }
        }
        impl<T> Drop for $receiver<T> {
            #[inline]
            fn drop(&mut self) {
                self.chan.drop_receiver();
            }
        }
    };
}
pub(super) use receiver_methods;
receiver_methods!(Receiver);
