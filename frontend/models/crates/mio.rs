//! `mio`: a `Poll` waits until its `Waker` wakes it, or the time runs out; nothing else happens at the host.
//! So the drivers of runtimes run that no task asks anything of (`#[tokio::main]` with all of tokio's
//! features).
//!
//! Left out: what sockets and pipes do, but for the pair that a signal handler would write to.

use crate::fmt;
use crate::io;
use crate::sync::mpsc::{Receiver, SyncSender, sync_channel};
use crate::time::Duration;
use crate::vec::Vec;

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub usize);
impl From<Token> for usize {
    fn from(token: Token) -> usize {
        token.0
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interest {
    interest_bits: u8,
}
impl Interest {
    pub const READABLE: Interest = Interest { interest_bits: 1 };
    pub const WRITABLE: Interest = Interest { interest_bits: 2 };
    pub const PRIORITY: Interest = Interest { interest_bits: 16 };
    pub const fn add(self, other: Interest) -> Interest {
        Interest { interest_bits: self.interest_bits | other.interest_bits }
    }
    pub fn remove(self, other: Interest) -> Option<Interest> {
        match self.interest_bits & !other.interest_bits {
            0 => None,
            interest_bits => Some(Interest { interest_bits }),
        }
    }
    pub const fn is_readable(self) -> bool {
        self.interest_bits & 1 != 0
    }
    pub const fn is_writable(self) -> bool {
        self.interest_bits & 2 != 0
    }
    pub const fn is_priority(self) -> bool {
        self.interest_bits & 16 != 0
    }
    pub const fn is_aio(self) -> bool {
        false
    }
    pub const fn is_lio(self) -> bool {
        false
    }
}
impl crate::ops::BitOr for Interest {
    type Output = Interest;
    fn bitor(self, other: Interest) -> Interest {
        self.add(other)
    }
}
impl crate::ops::BitOrAssign for Interest {
    fn bitor_assign(&mut self, other: Interest) {
        *self = self.add(other);
    }
}

/// What wakes the poll: the token of a `Waker`. One that has not been seen is as good as two.
#[derive(Debug)]
pub struct Registry {
    registry_sender: SyncSender<Token>,
}
impl Registry {
    pub fn register<S: event::Source + ?Sized>(
        &self,
        source: &mut S,
        token: Token,
        interests: Interest,
    ) -> io::Result<()> {
        source.register(self, token, interests)
    }
    pub fn reregister<S: event::Source + ?Sized>(
        &self,
        source: &mut S,
        token: Token,
        interests: Interest,
    ) -> io::Result<()> {
        source.reregister(self, token, interests)
    }
    pub fn deregister<S: event::Source + ?Sized>(&self, source: &mut S) -> io::Result<()> {
        source.deregister(self)
    }
    pub fn try_clone(&self) -> io::Result<Registry> {
        Ok(Registry { registry_sender: self.registry_sender.clone() })
    }
}

pub struct Poll {
    poll_registry: Registry,
    poll_receiver: Receiver<Token>,
}
impl Poll {
    pub fn new() -> io::Result<Poll> {
        let (registry_sender, poll_receiver) = sync_channel(1);
        Ok(Poll { poll_registry: Registry { registry_sender }, poll_receiver })
    }
    pub fn registry(&self) -> &Registry {
        &self.poll_registry
    }
    pub fn poll(&mut self, events: &mut Events, timeout: Option<Duration>) -> io::Result<()> {
        events.seen.clear();
        let woken = match timeout {
            None => self.poll_receiver.recv().ok(),
            Some(Duration::ZERO) => self.poll_receiver.try_recv().ok(),
            Some(timeout) => self.poll_receiver.recv_timeout(timeout).ok(),
        };
        if let Some(event_token) = woken {
            events.seen.push(event::Event { event_token });
        }
        Ok(())
    }
}
impl fmt::Debug for Poll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Poll")
    }
}

#[derive(Debug)]
pub struct Waker {
    waker_token: Token,
    waker_sender: SyncSender<Token>,
}
impl Waker {
    pub fn new(registry: &Registry, token: Token) -> io::Result<Waker> {
        Ok(Waker { waker_token: token, waker_sender: registry.registry_sender.clone() })
    }
    pub fn wake(&self) -> io::Result<()> {
        let _ = self.waker_sender.try_send(self.waker_token);
        Ok(())
    }
}

pub use event::Events;

pub mod event {
    use super::{Interest, Registry, Token};
    use crate::io;
    use crate::slice;
    use crate::vec::Vec;

    #[derive(Debug, Clone)]
    pub struct Event {
        pub(super) event_token: Token,
    }
    impl Event {
        pub fn token(&self) -> Token {
            self.event_token
        }
        pub fn is_readable(&self) -> bool {
            true
        }
        pub fn is_writable(&self) -> bool {
            false
        }
        pub fn is_error(&self) -> bool {
            false
        }
        pub fn is_read_closed(&self) -> bool {
            false
        }
        pub fn is_write_closed(&self) -> bool {
            false
        }
        pub fn is_priority(&self) -> bool {
            false
        }
        pub fn is_aio(&self) -> bool {
            false
        }
        pub fn is_lio(&self) -> bool {
            false
        }
    }

    #[derive(Debug)]
    pub struct Events {
        pub(super) seen: Vec<Event>,
        room: usize,
    }
    impl Events {
        pub fn with_capacity(capacity: usize) -> Events {
            Events { seen: Vec::new(), room: capacity }
        }
        pub fn capacity(&self) -> usize {
            self.room
        }
        pub fn is_empty(&self) -> bool {
            self.seen.is_empty()
        }
        pub fn iter(&self) -> slice::Iter<'_, Event> {
            self.seen.iter()
        }
        pub fn clear(&mut self) {
            self.seen.clear();
        }
    }
    impl<'a> IntoIterator for &'a Events {
        type Item = &'a Event;
        type IntoIter = slice::Iter<'a, Event>;
        fn into_iter(self) -> slice::Iter<'a, Event> {
            self.seen.iter()
        }
    }

    pub trait Source {
        fn register(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()>;
        fn reregister(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()>;
        fn deregister(&mut self, registry: &Registry) -> io::Result<()>;
    }
    impl<T: Source + ?Sized> Source for crate::boxed::Box<T> {
        fn register(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
            (**self).register(registry, token, interests)
        }
        fn reregister(&mut self, registry: &Registry, token: Token, interests: Interest) -> io::Result<()> {
            (**self).reregister(registry, token, interests)
        }
        fn deregister(&mut self, registry: &Registry) -> io::Result<()> {
            (**self).deregister(registry)
        }
    }
}

/// Sources at which nothing ever happens.
macro_rules! quiet_sources {
    ($($ty:ty),*) => {
        $(
            impl crate::crates::mio::event::Source for $ty {
                fn register(
                    &mut self,
                    _registry: &crate::crates::mio::Registry,
                    _token: crate::crates::mio::Token,
                    _interests: crate::crates::mio::Interest,
                ) -> crate::io::Result<()> {
                    Ok(())
                }
                fn reregister(
                    &mut self,
                    _registry: &crate::crates::mio::Registry,
                    _token: crate::crates::mio::Token,
                    _interests: crate::crates::mio::Interest,
                ) -> crate::io::Result<()> {
                    Ok(())
                }
                fn deregister(&mut self, _registry: &crate::crates::mio::Registry) -> crate::io::Result<()> {
                    Ok(())
                }
            }
        )*
    };
}

pub mod net {
    use crate::io;
    use crate::os::fd::{AsRawFd, RawFd};
    use crate::os::unix::net as std_unix;

    /// Neither end ever has anything to be read.
    #[derive(Debug)]
    pub struct UnixStream {
        stream_fd: RawFd,
    }
    impl UnixStream {
        pub fn pair() -> io::Result<(UnixStream, UnixStream)> {
            Ok((UnixStream { stream_fd: 3 }, UnixStream { stream_fd: 4 }))
        }
        pub fn from_std(stream: std_unix::UnixStream) -> UnixStream {
            UnixStream { stream_fd: stream.as_raw_fd() }
        }
    }
    impl AsRawFd for UnixStream {
        fn as_raw_fd(&self) -> RawFd {
            self.stream_fd
        }
    }
    impl io::Read for UnixStream {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            (&*self).read(buf)
        }
    }
    impl io::Read for &UnixStream {
        fn read(&mut self, _buf: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::WouldBlock.into())
        }
    }

    #[derive(Debug)]
    pub enum TcpStream {}
    #[derive(Debug)]
    pub enum TcpListener {}
    #[derive(Debug)]
    pub enum UdpSocket {}
    #[derive(Debug)]
    pub enum UnixListener {}
    #[derive(Debug)]
    pub enum UnixDatagram {}

    quiet_sources!(UnixStream, TcpStream, TcpListener, UdpSocket, UnixListener, UnixDatagram);
}

pub mod unix {
    use crate::os::fd::RawFd;

    #[derive(Debug)]
    pub struct SourceFd<'a>(pub &'a RawFd);
    quiet_sources!(SourceFd<'_>);

    pub mod pipe {
        #[derive(Debug)]
        pub enum Sender {}
        #[derive(Debug)]
        pub enum Receiver {}
        quiet_sources!(Sender, Receiver);
    }
}
