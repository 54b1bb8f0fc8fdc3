//! What both kinds of channels of `tokio::sync::mpsc` have in common. Not a part of tokio.

use super::error::{SendError, TryRecvError, TrySendError};
use crate::collections::VecDeque;
use crate::crates::tokio::sync::TryAcquireError;
use crate::crates::tokio::sync::batch_semaphore::{ANY, Permits};
use crate::crates::tokio::sync::shared::{Shared, Ticket, Until, Waiters, Woken};
use crate::future::Future;
use crate::intrinsics;
use crate::mem::{self, ManuallyDrop};
use crate::pin::Pin;
use crate::sync::{Arc, RawRefCount};
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;
use crate::vec::Vec;

/// So much room has a channel without a bound.
pub const UNBOUNDED: u64 = u64::MAX / 4;

pub struct Queue<T> {
    /// None when both ends are gone.
    messages: ManuallyDrop<VecDeque<T>>,
    /// What who receives now finds: how many messages, or any number if no more will come.
    ready: u64,
    bound: u64,
    room: Permits,
    has_senders: bool,
    receiver: ManuallyDrop<Option<Waker>>,
    /// Who waits until the receiver is closed, and whether it is.
    closing: Waiters<()>,
    is_closed: u64,
}
impl<T> Queue<T> {
    /// Says what there is to receive, and lets the receiver know.
    fn settle(&mut self) -> Woken {
        let reserved = self.bound - self.room.available - self.messages.len() as u64;
        let is_over = !self.has_senders || self.is_closed > 0 && reserved == 0;
        self.ready = match self.messages.len() {
            0 if is_over => ANY,
            len => len as u64,
        };
        let waker = if self.ready > 0 { self.receiver.take() } else { None };
        Woken::from(waker)
    }
    fn push(&mut self, message: T) -> Woken {
        self.messages.push_back(message);
        self.settle()
    }
    /// The next message; `None` if no more will come.
    fn pop(&mut self, waker: Option<Waker>, woken: &mut Woken) -> Poll<Option<T>> {
        if let Some(message) = self.messages.pop_front() {
            *woken = self.room.release(1);
            let _ = self.settle();
            return Poll::Ready(Some(message));
        }
        if self.ready > 0 {
            return Poll::Ready(None);
        }
        *self.receiver = waker;
        Poll::Pending
    }
    fn close(&mut self) -> (Woken, Woken) {
        self.is_closed = 1;
        let waiting = self.room.close();
        let _ = self.settle();
        (waiting, self.closing.drain())
    }
}

pub struct Chan<T> {
    queue: Shared<Queue<T>>,
    senders: RawRefCount,
}
impl<T> Chan<T> {
    pub fn new(bound: u64) -> Arc<Chan<T>> {
        let queue = Queue {
            messages: ManuallyDrop::new(VecDeque::new()),
            ready: 0,
            bound,
            room: Permits::new(bound),
            has_senders: true,
            receiver: ManuallyDrop::new(None),
            closing: Waiters::new(),
            is_closed: 0,
        };
        Arc::new(Chan { queue: Shared::new(queue), senders: RawRefCount { count: 1 } })
    }
    /// Whoever does so has a sender: nobody can tell.
    pub fn add_sender(&self) {
        unsafe { intrinsics::hidden_ref_increment(&self.senders) }
    }
    /// Of a weak sender: whether there are others.
    pub fn add_sender_if_any(&self) -> bool {
        unsafe { intrinsics::ref_increment_if_alive(&self.senders) }
    }
    pub fn count_senders(&self) -> usize {
        unsafe { intrinsics::ref_count(&self.senders) as usize }
    }
    #[inline]
    pub fn drop_sender(&self) {
        if unsafe { intrinsics::ref_decrement(&self.senders) } {
            let woken = self.queue.enter(|queue| {
                queue.has_senders = false;
                queue.settle()
            });
            woken.wake();
        }
    }
    #[inline]
    pub fn close(&self) {
        let (waiting, closing) = self.queue.enter(|queue| queue.close());
        waiting.wake();
        closing.wake();
    }
    /// Of the receiver: what it has not received is dropped.
    #[inline]
    pub fn drop_receiver(&self) {
        let mut unread = VecDeque::new();
        let (waiting, closing) = self.queue.enter(|queue| {
            unread = mem::take(&mut *queue.messages);
            queue.room.available += unread.len() as u64;
            queue.receiver.take();
            queue.close()
        });
        waiting.wake();
        closing.wake();
        drop(unread);
    }
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.queue.enter(|queue| queue.is_closed > 0)
    }
    /// As the receiver asks.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.queue.enter(|queue| queue.is_closed > 0 || !queue.has_senders)
    }
    #[inline]
    pub fn len(&self) -> usize {
        self.queue.enter(|queue| queue.messages.len())
    }
    #[inline]
    pub fn room(&self) -> usize {
        self.queue.enter(|queue| queue.room.available as usize)
    }
    pub fn bound(&self) -> usize {
        // It never changes.
        self.queue.enter(|queue| queue.bound as usize)
    }
    #[inline]
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut woken = Woken::new();
        let result = self.queue.enter(|queue| match queue.room.take(1) {
            Ok(()) => {
                woken = queue.push(message);
                Ok(())
            }
            Err(TryAcquireError::Closed) => Err(TrySendError::Closed(message)),
            Err(TryAcquireError::NoPermits) => Err(TrySendError::Full(message)),
        });
        woken.wake();
        result
    }
    pub fn try_reserve(&self, count: u64) -> Result<(), TrySendError<()>> {
        match self.queue.enter(|queue| queue.room.take(count)) {
            Ok(()) => Ok(()),
            Err(TryAcquireError::Closed) => Err(TrySendError::Closed(())),
            Err(TryAcquireError::NoPermits) => Err(TrySendError::Full(())),
        }
    }
    /// Where room was reserved.
    #[inline]
    pub fn put(&self, message: T) {
        self.queue.enter(|queue| queue.push(message)).wake();
    }
    #[inline]
    pub fn give_back(&self, count: u64) {
        if count == 0 {
            return;
        }
        let (waiting, receiver) = self.queue.enter(|queue| (queue.room.release(count), queue.settle()));
        waiting.wake();
        receiver.wake();
    }
    #[inline]
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut woken = Woken::new();
        let result = self.queue.enter(|queue| match queue.ready {
            0 => Err(TryRecvError::Empty),
            _ => match queue.pop(None, &mut woken) {
                Poll::Ready(Some(message)) => Ok(message),
                _ => Err(TryRecvError::Disconnected),
            },
        });
        woken.wake();
        result
    }
    pub fn poll_recv(&self, cx: &mut Context<'_>) -> Poll<Option<T>> {
        self.poll_recv_if(false, cx)
    }
    #[inline]
    fn poll_recv_if(&self, is_sole: bool, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut woken = Woken::new();
        let due: (fn(&Queue<T>) -> &u64, u64) = (|queue| &queue.ready, 1);
        let result = self.queue.poll_when(is_sole, cx, due, |queue, waker| queue.pop(waker, &mut woken));
        woken.wake();
        result
    }
    pub fn recv(&self) -> Recv<'_, T> {
        Recv { chan: self }
    }
    /// Up to so many messages that are there, in one operation; 0 if there are none.
    fn take_some(&self, buffer: &mut Vec<T>, limit: usize) -> usize {
        let mut woken = Woken::new();
        let count = self.queue.enter(|queue| {
            let count = queue.messages.len().min(limit);
            buffer.extend(queue.messages.drain(..count));
            woken = queue.room.release(count as u64);
            let _ = queue.settle();
            count
        });
        woken.wake();
        count
    }
    pub fn poll_recv_many(&self, cx: &mut Context<'_>, buffer: &mut Vec<T>, limit: usize) -> Poll<usize> {
        if limit == 0 {
            return Poll::Ready(0);
        }
        self.poll_recv(cx).map(|first| self.add_more(first, buffer, limit))
    }
    pub async fn recv_many(&self, buffer: &mut Vec<T>, limit: usize) -> usize {
        if limit == 0 {
            return 0;
        }
        let first = self.recv().await;
        self.add_more(first, buffer, limit)
    }
    fn add_more(&self, first: Option<T>, buffer: &mut Vec<T>, limit: usize) -> usize {
        let Some(first) = first else {
            return 0;
        };
        buffer.push(first);
        1 + if limit > 1 { self.take_some(buffer, limit - 1) } else { 0 }
    }
    pub async fn send(&self, message: T) -> Result<(), SendError<T>> {
        let mut enter = Enter { chan: self, wanted: 1, ticket: None, done: false, message: Some(message) };
        match (&mut enter).await {
            true => Ok(()),
            false => Err(SendError(enter.message.take().unwrap())),
        }
    }
    pub async fn reserve(&self, count: u64) -> Result<(), SendError<()>> {
        match (Enter { chan: self, wanted: count, ticket: None, done: false, message: None }).await {
            true => Ok(()),
            false => Err(SendError(())),
        }
    }
    pub fn closed(&self) -> Until<'_, Queue<T>> {
        Until {
            shared: &self.queue,
            gate: |queue| &queue.is_closed,
            keep: |queue, waker| {
                queue.closing.register(waker);
            },
        }
    }
}

pub struct Recv<'a, T> {
    chan: &'a Chan<T>,
}
impl<T> Future for Recv<'_, T> {
    type Output = Option<T>;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        self.chan.poll_recv_if(executor::is_sole(&raw const *self), cx)
    }
}

/// Waits for room, and puts a message there if it has one. False if the receiver is closed.
struct Enter<'a, T> {
    chan: &'a Chan<T>,
    wanted: u64,
    ticket: Option<Ticket>,
    done: bool,
    message: Option<T>,
}
impl<T> Unpin for Enter<'_, T> {}
impl<T> Future for Enter<'_, T> {
    type Output = bool;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<bool> {
        let this = self.get_mut();
        // As of a semaphore, who wants one may as well come when there is room.
        let comes = this.ticket.is_none() && this.wanted == 1;
        let is_sole = executor::is_sole(this as *const Self) && comes;
        let (wanted, ticket, message) = (this.wanted, &mut this.ticket, &mut this.message);
        let mut woken = Woken::new();
        let enter = |queue: &mut Queue<T>, waker| {
            queue.room.poll(wanted, ticket, waker).map(|result| {
                if let (Ok(()), true) = (&result, message.is_some()) {
                    woken = queue.push(message.take().unwrap());
                }
                result.is_ok()
            })
        };
        let due: (fn(&Queue<T>) -> &u64, u64) = (|queue| &queue.room.free, wanted);
        let result = this.chan.queue.poll_when(is_sole, cx, due, enter);
        woken.wake();
        this.done = result.is_ready();
        result
    }
}
impl<T> Drop for Enter<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let Some(ticket) = self.ticket.filter(|_| !self.done) else {
            return;
        };
        let (waiting, receiver) = self.chan.queue.enter(|queue| {
            let waiting = queue.room.give_up(ticket, self.wanted);
            (waiting, queue.settle())
        });
        waiting.wake();
        receiver.wake();
    }
}
