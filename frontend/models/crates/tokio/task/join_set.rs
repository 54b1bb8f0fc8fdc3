//! `tokio::task::JoinSet`. A task that has ended queues in the set. Left out: `Builder`.

use super::local::{LocalSet, spawn_local_with};
use super::{AbortHandle, Header, Id, JoinError, JoinHandle, Slot, leave, result};
use crate::collections::VecDeque;
use crate::crates::tokio::runtime::{Handle, pool};
use crate::crates::tokio::sync::shared::{Shared, Woken};
use crate::fmt;
use crate::future::Future;
use crate::mem::{self, ManuallyDrop};
use crate::panic;
use crate::pin::Pin;
use crate::sync::Arc;
use crate::task::{Context, Poll, Wake, Waker};
use crate::thread::executor;
use crate::vec::Vec;

/// Which tasks have ended, in that order.
struct Ended {
    keys: ManuallyDrop<VecDeque<u64>>,
    count: u64,
    waker: ManuallyDrop<Option<Waker>>,
}
impl Ended {
    fn pop(&mut self) -> Option<u64> {
        let key = self.keys.pop_front();
        self.count = self.keys.len() as u64;
        key
    }
}

/// What a task of a set calls at its end.
struct Joiner {
    key: u64,
    ended: Arc<Shared<Ended>>,
}
impl Wake for Joiner {
    fn wake(self: Arc<Self>) {
        let waker = self.ended.enter(|ended| {
            ended.keys.push_back(self.key);
            ended.count += 1;
            ended.waker.take()
        });
        Woken::from(waker).wake();
    }
}

struct Entry<T> {
    key: u64,
    header: Arc<Header>,
    slot: Arc<Slot<T>>,
}

pub struct JoinSet<T> {
    entries: Vec<Entry<T>>,
    next: u64,
    ended: Arc<Shared<Ended>>,
}
impl<T> JoinSet<T> {
    pub fn new() -> JoinSet<T> {
        let ended = Ended { keys: ManuallyDrop::new(VecDeque::new()), count: 0, waker: ManuallyDrop::new(None) };
        JoinSet { entries: Vec::new(), next: 0, ended: Arc::new(Shared::new(ended)) }
    }
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
impl<T: 'static> JoinSet<T> {
    fn add(&mut self, start: impl FnOnce(Option<Waker>) -> JoinHandle<T>) -> AbortHandle {
        let key = self.next;
        self.next += 1;
        let joiner = Arc::new(Joiner { key, ended: self.ended.clone() });
        let handle = start(Some(Waker::from(joiner)));
        let abort = handle.abort_handle();
        let (header, slot) = handle.into_parts();
        self.entries.push(Entry { key, header, slot });
        abort
    }
    #[track_caller]
    pub fn spawn<F>(&mut self, task: F) -> AbortHandle
    where
        F: Future<Output = T> + Send + 'static,
        T: Send,
    {
        self.spawn_on(task, &Handle::current())
    }
    #[track_caller]
    pub fn spawn_on<F>(&mut self, task: F, handle: &Handle) -> AbortHandle
    where
        F: Future<Output = T> + Send + 'static,
        T: Send,
    {
        self.add(|joiner| handle.spawn_with(task, joiner))
    }
    #[track_caller]
    pub fn spawn_local<F>(&mut self, task: F) -> AbortHandle
    where
        F: Future<Output = T> + 'static,
    {
        self.add(|joiner| spawn_local_with(task, joiner))
    }
    #[track_caller]
    pub fn spawn_local_on<F>(&mut self, task: F, local_set: &LocalSet) -> AbortHandle
    where
        F: Future<Output = T> + 'static,
    {
        self.add(|joiner| local_set.spawn_with(task, joiner))
    }
    #[track_caller]
    pub fn spawn_blocking<F>(&mut self, f: F) -> AbortHandle
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send,
    {
        self.spawn_blocking_on(f, &Handle::current())
    }
    #[track_caller]
    pub fn spawn_blocking_on<F>(&mut self, f: F, handle: &Handle) -> AbortHandle
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send,
    {
        self.add(|joiner| pool::spawn_blocking(handle, f, joiner))
    }
    /// The result of one that has ended.
    fn take(&mut self, key: u64) -> Result<(Id, T), JoinError> {
        let place = self.entries.iter().position(|entry| entry.key == key).unwrap();
        let entry = self.entries.remove(place);
        let id = entry.header.id();
        result(&entry.header, &entry.slot).map(|value| (id, value))
    }
    pub async fn join_next(&mut self) -> Option<Result<T, JoinError>> {
        self.join_next_with_id().await.map(without_id)
    }
    pub async fn join_next_with_id(&mut self) -> Option<Result<(Id, T), JoinError>> {
        if self.entries.is_empty() {
            return None;
        }
        let key = Next { ended: &self.ended }.await;
        Some(self.take(key))
    }
    pub fn try_join_next(&mut self) -> Option<Result<T, JoinError>> {
        self.try_join_next_with_id().map(without_id)
    }
    pub fn try_join_next_with_id(&mut self) -> Option<Result<(Id, T), JoinError>> {
        let key = self.ended.enter(|ended| ended.pop())?;
        Some(self.take(key))
    }
    pub fn poll_join_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<T, JoinError>>> {
        self.poll_join_next_with_id(cx).map(|next| next.map(without_id))
    }
    pub fn poll_join_next_with_id(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<(Id, T), JoinError>>> {
        if self.entries.is_empty() {
            return Poll::Ready(None);
        }
        let key = Pin::new(&mut Next { ended: &self.ended }).poll(cx);
        key.map(|key| Some(self.take(key)))
    }
    pub async fn shutdown(&mut self) {
        self.abort_all();
        while self.join_next().await.is_some() {}
    }
    pub async fn join_all(mut self) -> Vec<T> {
        let mut output = Vec::with_capacity(self.len());
        while let Some(result) = self.join_next().await {
            match result {
                Ok(value) => output.push(value),
                Err(error) => match error.try_into_panic() {
                    Ok(payload) => panic::resume_unwind(payload),
                    Err(error) => panic!("{}", error),
                },
            }
        }
        output
    }
    pub fn abort_all(&mut self) {
        for entry in &self.entries {
            entry.header.stop();
        }
    }
    pub fn detach_all(&mut self) {
        self.entries.clear();
        self.ended = JoinSet::<T>::new().ended.clone();
    }
}
fn without_id<T>(result: Result<(Id, T), JoinError>) -> Result<T, JoinError> {
    result.map(|(_, value)| value)
}
impl<T> Drop for JoinSet<T> {
    fn drop(&mut self) {
        for entry in &self.entries {
            entry.header.stop();
            if mem::needs_drop::<T>() {
                leave(&entry.header, &entry.slot);
            }
        }
    }
}
impl<T> Default for JoinSet<T> {
    fn default() -> JoinSet<T> {
        JoinSet::new()
    }
}
impl<T> fmt::Debug for JoinSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinSet").field("len", &self.len()).finish()
    }
}
impl<T, F> FromIterator<F> for JoinSet<T>
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    fn from_iter<I: IntoIterator<Item = F>>(iter: I) -> JoinSet<T> {
        let mut set = JoinSet::new();
        iter.into_iter().for_each(|task| {
            set.spawn(task);
        });
        set
    }
}

/// Waits for the next one that has ended.
struct Next<'a> {
    ended: &'a Shared<Ended>,
}
impl Future for Next<'_> {
    type Output = u64;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u64> {
        let due: (fn(&Ended) -> &u64, u64) = (|ended| &ended.count, 1);
        self.ended.poll_when(executor::is_sole(&raw const *self), cx, due, |ended, waker| match ended.pop() {
            Some(key) => Poll::Ready(key),
            None => {
                *ended.waker = waker;
                Poll::Pending
            }
        })
    }
}
