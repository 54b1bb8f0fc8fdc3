//! `tokio::sync::oneshot`.

use super::shared::{Shared, Until, Woken};
use crate::crates::tokio::runtime::{context, pool};
use crate::fmt;
use crate::future::Future;
use crate::mem::ManuallyDrop;
use crate::pin::Pin;
use crate::sync::Arc;
use crate::task::{Context, Poll, Waker};
use crate::thread::executor;

pub mod error {
    use crate::error::Error;
    use crate::fmt;

    #[derive(Debug, Eq, PartialEq, Clone)]
    pub struct RecvError(pub(super) ());
    impl fmt::Display for RecvError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("channel closed")
        }
    }
    impl Error for RecvError {}

    #[derive(Debug, Eq, PartialEq, Clone)]
    pub enum TryRecvError {
        Empty,
        Closed,
    }
    impl fmt::Display for TryRecvError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(match self {
                TryRecvError::Empty => "channel empty",
                TryRecvError::Closed => "channel closed",
            })
        }
    }
    impl Error for TryRecvError {}
}
use error::{RecvError, TryRecvError};

struct Content<T> {
    /// Taken out by the last who may.
    value: ManuallyDrop<Option<T>>,
    /// Whether the sender has sent or gone.
    is_settled: u64,
    /// Whether the receiver has closed or gone.
    is_closed: u64,
    receiver: ManuallyDrop<Option<Waker>>,
    sender: ManuallyDrop<Option<Waker>>,
}
impl<T> Content<T> {
    /// Nothing will be sent any more: lets the receiver know.
    fn settle(&mut self) -> Woken {
        self.is_settled = 1;
        Woken::from(self.receiver.take())
    }
    fn close(&mut self) -> Woken {
        self.is_closed = 1;
        Woken::from(self.sender.take())
    }
}

type Channel<T> = Arc<Shared<Content<T>>>;

pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let content = Content {
        value: ManuallyDrop::new(None),
        is_settled: 0,
        is_closed: 0,
        receiver: ManuallyDrop::new(None),
        sender: ManuallyDrop::new(None),
    };
    let channel = Arc::new(Shared::new(content));
    (Sender { channel: channel.clone(), done: false }, Receiver { channel, done: false })
}

pub struct Sender<T> {
    channel: Channel<T>,
    /// Whether it has sent.
    done: bool,
}
unsafe impl<T: Send> Send for Sender<T> {}
unsafe impl<T: Send> Sync for Sender<T> {}
impl<T> Unpin for Sender<T> {}
impl<T> Sender<T> {
    #[inline]
    pub fn send(mut self, t: T) -> Result<(), T> {
        let mut woken = Woken::new();
        let result = self.channel.enter(|content| {
            if content.is_closed > 0 {
                woken = content.settle();
                return Err(t);
            }
            *content.value = Some(t);
            woken = content.settle();
            Ok(())
        });
        self.done = true;
        woken.wake();
        result
    }
    pub async fn closed(&mut self) {
        self.until_closed().await
    }
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.channel.enter(|content| content.is_closed > 0)
    }
    pub fn poll_closed(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.until_closed()).poll(cx)
    }
    fn until_closed(&self) -> Until<'_, Content<T>> {
        Until {
            shared: &self.channel,
            gate: |content| &content.is_closed,
            keep: |content, waker| *content.sender = Some(waker),
        }
    }
}
impl<T> Drop for Sender<T> {
    #[inline]
    fn drop(&mut self) {
        if !self.done {
            self.channel.enter(|content| content.settle()).wake();
        }
    }
}
impl<T: fmt::Debug> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

pub struct Receiver<T> {
    channel: Channel<T>,
    /// Whether it knows that nothing more will come.
    done: bool,
}
unsafe impl<T: Send> Send for Receiver<T> {}
unsafe impl<T: Send> Sync for Receiver<T> {}
impl<T> Unpin for Receiver<T> {}
impl<T> Receiver<T> {
    #[inline]
    pub fn close(&mut self) {
        self.channel.enter(|content| content.close()).wake();
    }
    pub fn is_terminated(&self) -> bool {
        self.done
    }
    pub fn is_empty(&self) -> bool {
        self.done || self.channel.enter(|content| content.value.is_none())
    }
    #[inline]
    pub fn try_recv(&mut self) -> Result<T, TryRecvError> {
        if self.done {
            return Err(TryRecvError::Closed);
        }
        let result = self.channel.enter(|content| match content.value.take() {
            Some(value) => Ok(value),
            None if content.is_settled > 0 || content.is_closed > 0 => Err(TryRecvError::Closed),
            None => Err(TryRecvError::Empty),
        });
        self.done = !matches!(result, Err(TryRecvError::Empty));
        result
    }
    #[track_caller]
    pub fn blocking_recv(self) -> Result<T, RecvError> {
        context::assert_may_block();
        pool::block_on(self)
    }
}
impl<T> Future for Receiver<T> {
    type Output = Result<T, RecvError>;
    #[track_caller]
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T, RecvError>> {
        let this = self.get_mut();
        if this.done {
            panic!("called after complete");
        }
        let place = this as *const Self;
        let due: (fn(&Content<T>) -> &u64, u64) = (|content| &content.is_settled, 1);
        let result =
            this.channel.poll_when(executor::is_sole(place), cx, due, |content, waker| match content.value.take() {
                Some(value) => Poll::Ready(Ok(value)),
                None if content.is_settled > 0 || content.is_closed > 0 => Poll::Ready(Err(RecvError(()))),
                None => {
                    *content.receiver = waker;
                    Poll::Pending
                }
            });
        this.done = result.is_ready();
        result
    }
}
impl<T> Drop for Receiver<T> {
    #[inline]
    fn drop(&mut self) {
        if self.done {
            return;
        }
        let mut unread = None;
        let woken = self.channel.enter(|content| {
            unread = content.value.take();
            content.close()
        });
        woken.wake();
        drop(unread);
    }
}
impl<T: fmt::Debug> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver").finish_non_exhaustive()
    }
}
