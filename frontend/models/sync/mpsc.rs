//! `std::sync::mpsc`.
//!
//! Left out: rendezvous details of disconnection while a sender waits; that std waits by parking, so that a
//! receipt may take the token that was meant for a later `park` of the same thread, or leave one. A channel is one shared node:
//! the machine counts messages and ends, a list holds the messages themselves; every method is one
//! visible operation. A send and a receive touch no common cell of the list but those of one message, and
//! what they allocate does not depend on which is first: the machine takes them for independent.

use crate::alloc;
use crate::boxed::Box;
use crate::cell::UnsafeCell;
use crate::error::Error;
use crate::fmt;
use crate::intrinsics;
use crate::mem;
use crate::ops::Deref;
use crate::ptr;
use crate::sync::RawRefCount;
use crate::time::{Duration, Instant, nanos_for_machine};

/// `capacity` is 1 + the bound, 0 for none; `waiting` counts blocked receivers.
#[lang = "raw_channel"]
pub(crate) struct RawChannel {
    len: u64,
    capacity: u64,
    senders: u64,
    receivers: u64,
    waiting: u64,
    received: u64,
    queued: u64,
    selecting: u64,
    closed: u64,
}
impl RawChannel {
    const fn new(capacity: u64) -> RawChannel {
        RawChannel { len: 0, capacity, senders: 1, receivers: 1, waiting: 0, received: 0, queued: 0, selecting: 0, closed: 0 }
    }
    /// With one message, which is none but a sign.
    pub(crate) const fn with_one() -> RawChannel {
        RawChannel { len: 1, ..RawChannel::new(0) }
    }
}

pub(crate) struct Node<T> {
    raw: RawChannel,
    first: UnsafeCell<Unread<T>>,
    last: UnsafeCell<*mut Message<T>>,
}

/// A node, and how many senders and receivers keep it alive. Nobody can see who is the last of them.
struct Channel<T> {
    node: Node<T>,
    ends: RawRefCount,
}

/// What each of them holds.
struct End<T> {
    channel: *mut Channel<T>,
}
impl<T> End<T> {
    /// Both ends of a new channel.
    fn pair(capacity: u64) -> (End<T>, End<T>) {
        let ends = RawRefCount { count: 2 };
        let channel = Box::into_raw(Box::new(Channel { node: Node::new(capacity), ends }));
        (End { channel }, End { channel })
    }
}
impl<T> Deref for End<T> {
    type Target = Node<T>;
    #[inline]
    fn deref(&self) -> &Node<T> {
        unsafe { &(*self.channel).node }
    }
}
impl<T> Clone for End<T> {
    fn clone(&self) -> End<T> {
        unsafe { intrinsics::hidden_ref_increment(&raw const (*self.channel).ends) };
        End { channel: self.channel }
    }
}
impl<T> Drop for End<T> {
    fn drop(&mut self) {
        unsafe {
            if intrinsics::hidden_ref_decrement(&raw const (*self.channel).ends) {
                drop(Box::from_raw(self.channel));
                intrinsics::settle_clock();
            }
        }
    }
}

/// A message, or the empty place of one that was received.
struct Message<T> {
    content: Option<T>,
    next: *mut Message<T>,
}

/// The messages that were not received, behind the place of the last one that was.
struct Unread<T> {
    received: *mut Message<T>,
}
impl<T> Drop for Unread<T> {
    fn drop(&mut self) {
        while !self.received.is_null() {
            let message = unsafe { alloc::take_own(self.received) };
            self.received = message.next;
        }
    }
}

fn allocate_message<T>(content: Option<T>) -> *mut Message<T> {
    unsafe { alloc::own(Message { content, next: ptr::null_mut() }) }
}

impl<T> Node<T> {
    pub(crate) fn new(capacity: u64) -> Node<T> {
        let received = allocate_message(None);
        Node {
            raw: RawChannel::new(capacity),
            first: UnsafeCell::new(Unread { received }),
            last: UnsafeCell::new(received),
        }
    }
    #[inline]
    fn put(&self, message: T) {
        let new = allocate_message(Some(message));
        unsafe {
            let last = *self.last.get();
            (*last).next = new;
            *self.last.get() = new;
            intrinsics::end_release();
        }
    }
    #[inline]
    fn take(&self) -> T {
        let content = unsafe {
            let first = self.first.get();
            let before = (*first).received;
            let message = (*before).next;
            (*first).received = message;
            drop(alloc::take_own(before));
            let content = (*message).content.take();
            intrinsics::end_release();
            content
        };
        match content {
            Some(message) => message,
            None => unreachable!("a channel without the message that was received"),
        }
    }
    #[inline]
    fn add_sender(&self) {
        unsafe { intrinsics::channel_add_sender(&self.raw) }
    }
    #[inline]
    pub(crate) fn drop_sender(&self) {
        unsafe {
            intrinsics::channel_drop_sender(&self.raw);
            intrinsics::end_release();
        }
    }
    /// Gives what nobody will receive any more.
    #[inline]
    pub(crate) fn drop_receiver(&self) -> impl Sized {
        unsafe {
            intrinsics::channel_drop_receiver(&self.raw);
            let unread = mem::replace(&mut *self.first.get(), Unread { received: ptr::null_mut() });
            intrinsics::end_release();
            unread
        }
    }
}

fn send<T>(node: &Node<T>, t: T) -> Result<(), SendError<T>> {
    if unsafe { intrinsics::channel_send(&node.raw) } {
        node.put(t);
        Ok(())
    } else {
        Err(SendError(t))
    }
}

pub struct Sender<T> {
    send_end: End<T>,
}
unsafe impl<T: Send> Send for Sender<T> {}
unsafe impl<T: Send> Sync for Sender<T> {}

pub struct SyncSender<T> {
    sync_send_end: End<T>,
}
unsafe impl<T: Send> Send for SyncSender<T> {}
unsafe impl<T: Send> Sync for SyncSender<T> {}

pub struct Receiver<T> {
    receive_end: End<T>,
}
unsafe impl<T: Send> Send for Receiver<T> {}
impl<T> !Sync for Receiver<T> {}

pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let (send_end, receive_end) = End::pair(0);
    (Sender { send_end }, Receiver { receive_end })
}
pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
    let (sync_send_end, receive_end) = End::pair(bound as u64 + 1);
    (SyncSender { sync_send_end }, Receiver { receive_end })
}

impl<T> Sender<T> {
    #[inline]
    pub fn send(&self, t: T) -> Result<(), SendError<T>> {
        send(&self.send_end, t)
    }
}
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        self.send_end.add_sender();
        Sender { send_end: self.send_end.clone() }
    }
}
impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.send_end.drop_sender();
    }
}
impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl<T> SyncSender<T> {
    #[inline]
    pub fn send(&self, t: T) -> Result<(), SendError<T>> {
        send(&self.sync_send_end, t)
    }
    pub fn try_send(&self, t: T) -> Result<(), TrySendError<T>> {
        let node = &self.sync_send_end;
        match unsafe { intrinsics::channel_try_send(&node.raw) } {
            1 => {
                node.put(t);
                Ok(())
            }
            0 => Err(TrySendError::Full(t)),
            _ => Err(TrySendError::Disconnected(t)),
        }
    }
}
impl<T> Clone for SyncSender<T> {
    fn clone(&self) -> SyncSender<T> {
        self.sync_send_end.add_sender();
        SyncSender { sync_send_end: self.sync_send_end.clone() }
    }
}
impl<T> Drop for SyncSender<T> {
    fn drop(&mut self) {
        self.sync_send_end.drop_sender();
    }
}
impl<T> fmt::Debug for SyncSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SyncSender").finish_non_exhaustive()
    }
}

impl<T> Receiver<T> {
    #[inline]
    pub fn recv(&self) -> Result<T, RecvError> {
        let node = &self.receive_end;
        if unsafe { intrinsics::channel_receive(&node.raw) } { Ok(node.take()) } else { Err(RecvError) }
    }
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let node = &self.receive_end;
        match unsafe { intrinsics::channel_try_receive(&node.raw) } {
            1 => Ok(node.take()),
            0 => Err(TryRecvError::Empty),
            _ => Err(TryRecvError::Disconnected),
        }
    }
    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        let node = &self.receive_end;
        match unsafe { intrinsics::channel_receive_timeout(&node.raw, nanos_for_machine(timeout)) } {
            1 => Ok(node.take()),
            0 => Err(RecvTimeoutError::Timeout),
            _ => Err(RecvTimeoutError::Disconnected),
        }
    }
    pub fn recv_deadline(&self, deadline: Instant) -> Result<T, RecvTimeoutError> {
        self.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { rx: self }
    }
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter { rx: self }
    }
}
/// The messages still in the queue are dropped with the receiver.
impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        drop(self.receive_end.drop_receiver());
    }
}
impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub struct Iter<'a, T: 'a> {
    rx: &'a Receiver<T>,
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        self.rx.recv().ok()
    }
}
#[derive(Debug)]
pub struct TryIter<'a, T: 'a> {
    rx: &'a Receiver<T>,
}
impl<'a, T> Iterator for TryIter<'a, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        self.rx.try_recv().ok()
    }
}
#[derive(Debug)]
pub struct IntoIter<T> {
    rx: Receiver<T>,
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        self.rx.recv().ok()
    }
}
impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { rx: self }
    }
}

#[derive(PartialEq, Eq, Clone, Copy)]
pub struct SendError<T>(pub T);
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub struct RecvError;
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum TryRecvError {
    Empty,
    Disconnected,
}
#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum RecvTimeoutError {
    Timeout,
    Disconnected,
}
#[derive(PartialEq, Eq, Clone, Copy)]
pub enum TrySendError<T> {
    Full(T),
    Disconnected(T),
}

impl<T> fmt::Debug for SendError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendError").finish_non_exhaustive()
    }
}
impl<T> fmt::Display for SendError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("sending on a closed channel")
    }
}
impl<T> Error for SendError<T> {}
impl<T> fmt::Debug for TrySendError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TrySendError::Full(_) => "TrySendError::Full(..)",
            TrySendError::Disconnected(_) => "TrySendError::Disconnected(..)",
        })
    }
}
impl<T> fmt::Display for TrySendError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TrySendError::Full(_) => "sending on a full channel",
            TrySendError::Disconnected(_) => "sending on a closed channel",
        })
    }
}
impl<T> Error for TrySendError<T> {}
impl<T> From<SendError<T>> for TrySendError<T> {
    fn from(err: SendError<T>) -> TrySendError<T> {
        TrySendError::Disconnected(err.0)
    }
}
impl fmt::Display for RecvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("receiving on a closed channel")
    }
}
impl Error for RecvError {}
impl fmt::Display for TryRecvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TryRecvError::Empty => "receiving on an empty channel",
            TryRecvError::Disconnected => "receiving on a closed channel",
        })
    }
}
impl Error for TryRecvError {}
impl From<RecvError> for TryRecvError {
    fn from(_: RecvError) -> TryRecvError {
        TryRecvError::Disconnected
    }
}
impl fmt::Display for RecvTimeoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RecvTimeoutError::Timeout => "timed out waiting on channel",
            RecvTimeoutError::Disconnected => "channel is empty and sending half is closed",
        })
    }
}
impl Error for RecvTimeoutError {}
impl From<RecvError> for RecvTimeoutError {
    fn from(_: RecvError) -> RecvTimeoutError {
        RecvTimeoutError::Disconnected
    }
}
