//! Unbounded channels of `tokio::sync::mpsc`.

use super::bounded::receiver_methods;
use super::chan::{Chan, UNBOUNDED};
use super::error::{SendError, TryRecvError, TrySendError};
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::sync::Arc;
use crate::task::{Context, Poll};
use crate::vec::Vec;

pub fn unbounded_channel<T>() -> (UnboundedSender<T>, UnboundedReceiver<T>) {
    let chan = Chan::new(UNBOUNDED);
    (UnboundedSender { chan: chan.clone() }, UnboundedReceiver { chan })
}

pub struct UnboundedSender<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for UnboundedSender<T> {}
unsafe impl<T: Send> Sync for UnboundedSender<T> {}
impl<T> UnboundedSender<T> {
    #[inline]
    pub fn send(&self, message: T) -> Result<(), SendError<T>> {
        match self.chan.try_send(message) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(message) | TrySendError::Full(message)) => Err(SendError(message)),
        }
    }
    pub async fn closed(&self) {
        self.chan.closed().await
    }
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.chan.is_closed()
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chan, &other.chan)
    }
    pub fn downgrade(&self) -> WeakUnboundedSender<T> {
        WeakUnboundedSender { chan: self.chan.clone() }
    }
    pub fn strong_count(&self) -> usize {
        self.chan.count_senders()
    }
}
impl<T> Clone for UnboundedSender<T> {
    fn clone(&self) -> UnboundedSender<T> {
        self.chan.add_sender();
        UnboundedSender { chan: self.chan.clone() }
    }
}
impl<T> Drop for UnboundedSender<T> {
    #[inline]
    fn drop(&mut self) {
        self.chan.drop_sender();
    }
}
impl<T> fmt::Debug for UnboundedSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnboundedSender").finish_non_exhaustive()
    }
}

pub struct WeakUnboundedSender<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for WeakUnboundedSender<T> {}
unsafe impl<T: Send> Sync for WeakUnboundedSender<T> {}
impl<T> WeakUnboundedSender<T> {
    pub fn upgrade(&self) -> Option<UnboundedSender<T>> {
        self.chan.add_sender_if_any().then(|| UnboundedSender { chan: self.chan.clone() })
    }
    pub fn strong_count(&self) -> usize {
        self.chan.count_senders()
    }
}
impl<T> Clone for WeakUnboundedSender<T> {
    fn clone(&self) -> WeakUnboundedSender<T> {
        WeakUnboundedSender { chan: self.chan.clone() }
    }
}
impl<T> fmt::Debug for WeakUnboundedSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WeakUnboundedSender").finish()
    }
}

pub struct UnboundedReceiver<T> {
    chan: Arc<Chan<T>>,
}
unsafe impl<T: Send> Send for UnboundedReceiver<T> {}
unsafe impl<T: Send> Sync for UnboundedReceiver<T> {}
impl<T> fmt::Debug for UnboundedReceiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnboundedReceiver").finish_non_exhaustive()
    }
}
receiver_methods!(UnboundedReceiver);
