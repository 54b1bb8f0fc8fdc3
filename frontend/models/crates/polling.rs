//! `polling` (version 3): a `Poller` waits until `notify` ends the wait, or the time runs out; nothing else
//! happens at the host. So the reactor of `async-io` runs, which `smol` and `async-std` wait with.
//!
//! Left out: what sources do, `os`.

use crate::fmt;
use crate::io;
use crate::num::NonZeroUsize;
use crate::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use crate::sync::mpsc::{Receiver, SyncSender, sync_channel};
use crate::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub key: usize,
    pub readable: bool,
    pub writable: bool,
    event_interrupt: bool,
    event_priority: bool,
}
impl Event {
    pub const fn new(key: usize, readable: bool, writable: bool) -> Event {
        Event { key, readable, writable, event_interrupt: false, event_priority: false }
    }
    pub const fn all(key: usize) -> Event {
        Event::new(key, true, true)
    }
    pub const fn readable(key: usize) -> Event {
        Event::new(key, true, false)
    }
    pub const fn writable(key: usize) -> Event {
        Event::new(key, false, true)
    }
    pub const fn none(key: usize) -> Event {
        Event::new(key, false, false)
    }
    pub fn set_interrupt(&mut self, active: bool) {
        self.event_interrupt = active;
    }
    pub fn with_interrupt(mut self) -> Event {
        self.event_interrupt = true;
        self
    }
    pub fn set_priority(&mut self, active: bool) {
        self.event_priority = active;
    }
    pub fn with_priority(mut self) -> Event {
        self.event_priority = true;
        self
    }
    pub fn is_interrupt(&self) -> bool {
        self.event_interrupt
    }
    pub fn is_priority(&self) -> bool {
        self.event_priority
    }
    pub fn is_connect_failed(&self) -> Option<bool> {
        Some(false)
    }
    pub fn is_err(&self) -> Option<bool> {
        Some(false)
    }
    pub fn clear_extra(&mut self) {
        self.event_interrupt = false;
        self.event_priority = false;
    }
    pub fn with_no_extra(mut self) -> Event {
        self.clear_extra();
        self
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PollMode {
    Oneshot,
    Level,
    Edge,
    EdgeOneshot,
}

/// A notification that has not been seen is as good as two.
pub struct Poller {
    poller_sender: SyncSender<()>,
    poller_receiver: Receiver<()>,
}
// Who waits at a time may be any thread.
unsafe impl Sync for Poller {}
impl Poller {
    pub fn new() -> io::Result<Poller> {
        let (poller_sender, poller_receiver) = sync_channel(1);
        Ok(Poller { poller_sender, poller_receiver })
    }
    pub fn supports_level(&self) -> bool {
        true
    }
    pub fn supports_edge(&self) -> bool {
        true
    }
    pub unsafe fn add(&self, _source: impl AsRawSource, _interest: Event) -> io::Result<()> {
        Ok(())
    }
    pub unsafe fn add_with_mode(
        &self,
        _source: impl AsRawSource,
        _interest: Event,
        _mode: PollMode,
    ) -> io::Result<()> {
        Ok(())
    }
    pub fn modify(&self, _source: impl AsSource, _interest: Event) -> io::Result<()> {
        Ok(())
    }
    pub fn modify_with_mode(
        &self,
        _source: impl AsSource,
        _interest: Event,
        _mode: PollMode,
    ) -> io::Result<()> {
        Ok(())
    }
    pub fn delete(&self, _source: impl AsSource) -> io::Result<()> {
        Ok(())
    }
    pub fn wait(&self, _events: &mut Events, timeout: Option<Duration>) -> io::Result<usize> {
        let _ = match timeout {
            None => self.poller_receiver.recv().ok(),
            Some(Duration::ZERO) => self.poller_receiver.try_recv().ok(),
            Some(timeout) => self.poller_receiver.recv_timeout(timeout).ok(),
        };
        Ok(0)
    }
    pub fn wait_deadline(&self, events: &mut Events, deadline: Instant) -> io::Result<usize> {
        let timeout = deadline.saturating_duration_since(Instant::now());
        self.wait(events, Some(timeout))
    }
    pub fn notify(&self) -> io::Result<()> {
        let _ = self.poller_sender.try_send(());
        Ok(())
    }
}
impl fmt::Debug for Poller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Poller")
    }
}

/// What has happened, which is nothing.
pub struct Events {
    room: NonZeroUsize,
}
impl Events {
    pub fn new() -> Events {
        Events { room: NonZeroUsize::new(1024).unwrap() }
    }
    pub fn with_capacity(room: NonZeroUsize) -> Events {
        Events { room }
    }
    pub fn iter(&self) -> impl Iterator<Item = Event> + '_ {
        crate::iter::empty()
    }
    pub fn clear(&mut self) {}
    pub fn len(&self) -> usize {
        0
    }
    pub fn is_empty(&self) -> bool {
        true
    }
    pub fn capacity(&self) -> NonZeroUsize {
        self.room
    }
}
impl Default for Events {
    fn default() -> Events {
        Events::new()
    }
}
impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Events { .. }")
    }
}

pub trait AsRawSource {
    fn raw(&self) -> RawFd;
}
impl<T: AsRawFd> AsRawSource for &T {
    fn raw(&self) -> RawFd {
        self.as_raw_fd()
    }
}
impl AsRawSource for RawFd {
    fn raw(&self) -> RawFd {
        *self
    }
}

pub trait AsSource: AsFd {
    fn source(&self) -> BorrowedFd<'_> {
        self.as_fd()
    }
}
impl<T: AsFd> AsSource for T {}
