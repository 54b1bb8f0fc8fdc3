//! `tokio::sync::broadcast`. A message is cloned within the operation that receives it.
//!
//! Left out: counts of weak senders.

use super::batch_semaphore::ANY;
use super::shared::{Shared, Until, Waiters, Woken};
use crate::collections::VecDeque;
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::future::Future;
use crate::intrinsics;
use crate::mem::ManuallyDrop;
use crate::pin::Pin;
use crate::sync::{Arc, RawRefCount};
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;
use crate::vec::Vec;

pub mod error {
    use crate::error::Error;
    use crate::fmt;

    #[derive(Debug)]
    pub struct SendError<T>(pub T);
    impl<T> fmt::Display for SendError<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("channel closed")
        }
    }
    impl<T: fmt::Debug> Error for SendError<T> {}

    #[derive(Debug, PartialEq, Eq, Clone)]
    pub enum RecvError {
        Closed,
        Lagged(u64),
    }
    impl fmt::Display for RecvError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                RecvError::Closed => f.write_str("channel closed"),
                RecvError::Lagged(count) => write!(f, "channel lagged by {}", count),
            }
        }
    }
    impl Error for RecvError {}

    #[derive(Debug, PartialEq, Eq, Clone)]
    pub enum TryRecvError {
        Empty,
        Closed,
        Lagged(u64),
    }
    impl fmt::Display for TryRecvError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                TryRecvError::Empty => f.write_str("channel empty"),
                TryRecvError::Closed => f.write_str("channel closed"),
                TryRecvError::Lagged(count) => write!(f, "channel lagged by {}", count),
            }
        }
    }
    impl Error for TryRecvError {}
}
use error::{RecvError, SendError, TryRecvError};

/// A message, and how many have not received it.
struct Slot<T> {
    message: Option<T>,
    left: usize,
}

struct Log<T> {
    slots: ManuallyDrop<VecDeque<Slot<T>>>,
    capacity: usize,
    /// The number of the first slot.
    first: u64,
    /// What who waits for a message compares its number with: any if no more will come.
    news: u64,
    has_senders: bool,
    receivers: usize,
    waiters: Waiters<()>,
    /// Who waits until no receivers are left, and whether none are.
    closing: Waiters<()>,
    is_closed: u64,
}
impl<T> Log<T> {
    fn end(&self) -> u64 {
        self.first + self.slots.len() as u64
    }
    fn settle(&mut self) {
        self.news = if self.has_senders { self.end() } else { ANY };
        self.is_closed = (self.receivers == 0) as u64;
    }
    /// Gives the message that has to make room.
    fn push(&mut self, message: T) -> Option<T> {
        self.slots.push_back(Slot { message: Some(message), left: self.receivers });
        let oldest = if self.slots.len() > self.capacity { self.slots.pop_front() } else { None };
        self.first += oldest.is_some() as u64;
        self.settle();
        oldest.and_then(|slot| slot.message)
    }
    /// How many messages are still to be received by somebody.
    fn len(&self) -> usize {
        self.slots.iter().filter(|slot| slot.left > 0).count()
    }
    /// Of a receiver that goes: the messages that nobody else wants.
    fn leave(&mut self, next: u64) -> Vec<T> {
        let seen = next.saturating_sub(self.first) as usize;
        let mut unwanted = Vec::new();
        for slot in self.slots.iter_mut().skip(seen) {
            slot.left -= 1;
            if slot.left == 0 {
                unwanted.extend(slot.message.take());
            }
        }
        self.receivers -= 1;
        self.settle();
        unwanted
    }
}
impl<T: Clone> Log<T> {
    fn get(&mut self, next: &mut u64) -> Result<T, TryRecvError> {
        if *next < self.first {
            let missed = self.first - *next;
            *next = self.first;
            return Err(TryRecvError::Lagged(missed));
        }
        if *next == self.end() {
            return Err(if self.has_senders { TryRecvError::Empty } else { TryRecvError::Closed });
        }
        let slot = &mut self.slots[(*next - self.first) as usize];
        *next += 1;
        slot.left -= 1;
        let message = if slot.left == 0 { slot.message.take() } else { slot.message.clone() };
        Ok(message.unwrap())
    }
}

struct Channel<T> {
    log: Shared<Log<T>>,
    senders: RawRefCount,
}
impl<T> Channel<T> {
    #[track_caller]
    fn new(capacity: usize, receivers: usize) -> Arc<Channel<T>> {
        assert!(capacity > 0, "broadcast channel capacity cannot be zero");
        assert!(capacity <= usize::MAX >> 1, "broadcast channel capacity exceeded `usize::MAX / 2`");
        let mut log = Log {
            slots: ManuallyDrop::new(VecDeque::new()),
            capacity: capacity.next_power_of_two(),
            first: 0,
            news: 0,
            has_senders: true,
            receivers,
            waiters: Waiters::new(),
            closing: Waiters::new(),
            is_closed: 0,
        };
        log.settle();
        Arc::new(Channel { log: Shared::new(log), senders: RawRefCount { count: 1 } })
    }
}
fn subscribe<T>(channel: &Arc<Channel<T>>) -> Receiver<T> {
    let next = channel.log.enter(|log| {
        log.receivers += 1;
        log.settle();
        log.end()
    });
    Receiver { channel: channel.clone(), next }
}

#[track_caller]
pub fn channel<T: Clone>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let channel = Channel::new(capacity, 1);
    (Sender { channel: channel.clone() }, Receiver { channel, next: 0 })
}

pub struct Sender<T> {
    channel: Arc<Channel<T>>,
}
unsafe impl<T: Send> Send for Sender<T> {}
unsafe impl<T: Send> Sync for Sender<T> {}
impl<T> Sender<T> {
    #[track_caller]
    pub fn new(capacity: usize) -> Sender<T> {
        Sender { channel: Channel::new(capacity, 0) }
    }
    #[inline]
    pub fn send(&self, value: T) -> Result<usize, SendError<T>> {
        let (mut woken, mut oldest) = (Woken::new(), None);
        let result = self.channel.log.enter(|log| {
            if log.receivers == 0 {
                return Err(SendError(value));
            }
            oldest = log.push(value);
            woken = log.waiters.drain();
            Ok(log.receivers)
        });
        woken.wake();
        drop(oldest);
        result
    }
    #[inline]
    pub fn subscribe(&self) -> Receiver<T> {
        subscribe(&self.channel)
    }
    pub fn downgrade(&self) -> WeakSender<T> {
        WeakSender { channel: self.channel.clone() }
    }
    pub fn len(&self) -> usize {
        self.channel.log.enter(|log| log.len())
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn receiver_count(&self) -> usize {
        self.channel.log.enter(|log| log.receivers)
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
    pub async fn closed(&self) {
        Until {
            shared: &self.channel.log,
            gate: |log| &log.is_closed,
            keep: |log, waker| {
                log.closing.register(waker);
            },
        }
        .await
    }
    pub fn strong_count(&self) -> usize {
        unsafe { intrinsics::ref_count(&self.channel.senders) as usize }
    }
}
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        unsafe { intrinsics::hidden_ref_increment(&self.channel.senders) };
        Sender { channel: self.channel.clone() }
    }
}
impl<T> Drop for Sender<T> {
    #[inline]
    fn drop(&mut self) {
        if unsafe { intrinsics::ref_decrement(&self.channel.senders) } {
            let woken = self.channel.log.enter(|log| {
                log.has_senders = false;
                log.settle();
                log.waiters.drain()
            });
            woken.wake();
        }
    }
}
impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broadcast::Sender")
    }
}

pub struct WeakSender<T> {
    channel: Arc<Channel<T>>,
}
impl<T> WeakSender<T> {
    pub fn upgrade(&self) -> Option<Sender<T>> {
        let is_alive = unsafe { intrinsics::ref_increment_if_alive(&self.channel.senders) };
        is_alive.then(|| Sender { channel: self.channel.clone() })
    }
}
impl<T> Clone for WeakSender<T> {
    fn clone(&self) -> WeakSender<T> {
        WeakSender { channel: self.channel.clone() }
    }
}
impl<T> fmt::Debug for WeakSender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broadcast::WeakSender")
    }
}

pub struct Receiver<T> {
    channel: Arc<Channel<T>>,
    /// The number of the next message.
    next: u64,
}
unsafe impl<T: Send> Send for Receiver<T> {}
unsafe impl<T: Send> Sync for Receiver<T> {}
impl<T> Receiver<T> {
    pub fn len(&self) -> usize {
        self.channel.log.enter(|log| (log.end() - self.next) as usize)
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn is_closed(&self) -> bool {
        self.channel.log.enter(|log| !log.has_senders)
    }
    pub fn same_channel(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.channel, &other.channel)
    }
    pub fn sender_strong_count(&self) -> usize {
        unsafe { intrinsics::ref_count(&self.channel.senders) as usize }
    }
}
impl<T: Clone> Receiver<T> {
    pub fn resubscribe(&self) -> Receiver<T> {
        subscribe(&self.channel)
    }
    pub async fn recv(&mut self) -> Result<T, RecvError> {
        Recv { channel: &self.channel, next: &mut self.next }.await
    }
    #[inline]
    pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
        let next = &mut self.next;
        self.channel.log.enter(|log| log.get(next))
    }
    #[track_caller]
    pub fn blocking_recv(&mut self) -> Result<T, RecvError> {
        context::assert_may_block();
        pool::block_on(self.recv())
    }
}
impl<T> Drop for Receiver<T> {
    #[inline]
    fn drop(&mut self) {
        let mut unwanted = Vec::new();
        let woken = self.channel.log.enter(|log| {
            unwanted = log.leave(self.next);
            if log.receivers == 0 { log.closing.drain() } else { Woken::new() }
        });
        woken.wake();
        drop(unwanted);
    }
}
impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broadcast::Receiver")
    }
}

struct Recv<'a, T> {
    channel: &'a Channel<T>,
    next: &'a mut u64,
}
impl<T: Clone> Future for Recv<'_, T> {
    type Output = Result<T, RecvError>;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T, RecvError>> {
        let this = self.get_mut();
        let place = this as *const Self;
        let next = &mut *this.next;
        let due: (fn(&Log<T>) -> &u64, u64) = (|log| &log.news, *next + 1);
        this.channel.log.poll_when(executor::is_sole(place), cx, due, |log, waker: Option<Waker>| match log.get(next) {
            Ok(message) => Poll::Ready(Ok(message)),
            Err(TryRecvError::Lagged(count)) => Poll::Ready(Err(RecvError::Lagged(count))),
            Err(TryRecvError::Closed) => Poll::Ready(Err(RecvError::Closed)),
            Err(TryRecvError::Empty) => {
                log.waiters.register(waker.unwrap());
                Poll::Pending
            }
        })
    }
}
