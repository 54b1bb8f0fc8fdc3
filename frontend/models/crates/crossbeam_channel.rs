//! `crossbeam-channel`: bounded, unbounded and rendezvous channels with any number of receivers, `select!`
//! and `select_biased!` with `recv`, `send` and `default` arms, `after`, `at`, `tick`, `never`. A `select!`
//! is one operation. The time of an `after` or a `tick` may be over at any moment in a `select!`, as timed waits
//! may run out; who only receives from one sleeps.
//!
//! Left out: that several receivers of one `tick` share what it gives; that the time of an `after` is found to be
//! over while another arm is ready, and of two of them that of the later one first; `Select`; a `select!` of more
//! than 32 arms; a `default` that is taken though some arm was ready at every moment (crossbeam looks at the arms
//! one after the other, twice); of two arms for one end of a rendezvous channel, the first is met.

use crate::fmt;
use crate::intrinsics;
use crate::mem::ManuallyDrop;
use crate::sync::Arc;
use crate::boxed::Box;
use crate::sync::RawMutex;
use crate::sync::mpsc::{Node, RawChannel};
use crate::time::{Duration, Instant, nanos_for_machine};
use crate::vec::Vec;

pub use crate::select;
pub use crate::select_biased;

mod alarm;
mod error;
use alarm::{Alarm, Clockwork, Waiting};
pub use error::{RecvError, RecvTimeoutError, SendError, SendTimeoutError, TryRecvError, TrySendError};

/// All senders together: the last one to go disconnects. So for the receivers.
struct SendEnd<T> {
    send_node: Arc<Channel<T>>,
}
struct ReceiveEnd<T> {
    receive_node: Arc<Channel<T>>,
}
struct Channel<T> {
    node: Node<Content<T>>,
    bound: Option<usize>,
    /// Of `after` and `tick`. Nothing is ever sent there.
    alarm: Option<Alarm<T>>,
}
/// A message, or one that a `select!` has sent but not made yet: that may take other operations.
enum Content<T> {
    Here(T),
    Coming(Coming<T>),
}
/// The sender holds the lock until the message is there; then it is the receiver's.
struct Made<T> {
    being_made: RawMutex,
    msg: Option<T>,
}
struct Coming<T> {
    coming: *mut Made<T>,
}
impl<T> Coming<T> {
    fn get(self) -> Option<T> {
        unsafe {
            let made = ManuallyDrop::new(self).coming;
            intrinsics::mutex_lock(&raw const (*made).being_made);
            intrinsics::mutex_unlock(&raw const (*made).being_made);
            crate::alloc::take_own(made).msg
        }
    }
}
/// Nobody receives it. To wait for it here is no operation, or the counts that lead to the channel would be ones.
impl<T> Drop for Coming<T> {
    fn drop(&mut self) {
        unsafe {
            intrinsics::hidden_mutex_lock(&raw const (*self.coming).being_made);
            intrinsics::hidden_mutex_unlock(&raw const (*self.coming).being_made);
            drop(crate::alloc::take_own(self.coming));
        }
    }
}
impl<T> Content<T> {
    fn get(self) -> T {
        match self {
            Content::Here(msg) => msg,
            Content::Coming(coming) => coming.get().expect("the message of a select! that panicked"),
        }
    }
}
unsafe impl<T: Send> Send for Channel<T> {}
unsafe impl<T: Send> Sync for Channel<T> {}
impl<T> Drop for SendEnd<T> {
    fn drop(&mut self) {
        self.send_node.node.drop_sender();
    }
}
/// Messages that nobody can receive any more are dropped with the last receiver.
impl<T> Drop for ReceiveEnd<T> {
    fn drop(&mut self) {
        drop(self.receive_node.node.drop_receiver());
    }
}

pub struct Sender<T> {
    send_end: Arc<SendEnd<T>>,
}
pub struct Receiver<T> {
    receive_end: Arc<ReceiveEnd<T>>,
}

pub fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    connect(None, None)
}
pub fn bounded<T>(cap: usize) -> (Sender<T>, Receiver<T>) {
    connect(Some(cap), None)
}
fn connect<T>(bound: Option<usize>, alarm: Option<Alarm<T>>) -> (Sender<T>, Receiver<T>) {
    let capacity = match bound {
        Some(bound) => bound as u64 + 1,
        None => 0,
    };
    let channel = Arc::new(Channel { node: Node::new(capacity), bound, alarm });
    let sender = Sender { send_end: Arc::new(SendEnd { send_node: channel.clone() }) };
    (sender, Receiver { receive_end: Arc::new(ReceiveEnd { receive_node: channel }) })
}

/// A channel that never delivers and never disconnects.
pub fn never<T>() -> Receiver<T> {
    let (sender, receiver) = unbounded();
    crate::mem::forget(sender);
    receiver
}
/// A message when the time has passed.
pub fn after(duration: Duration) -> Receiver<Instant> {
    alarm(Clockwork::once(duration))
}
pub fn at(when: Instant) -> Receiver<Instant> {
    after(when.saturating_duration_since(Instant::now()))
}
/// A message whenever the time has passed once more, unless the last one still lies there.
pub fn tick(duration: Duration) -> Receiver<Instant> {
    alarm(Clockwork::again(duration))
}
fn alarm(works: Clockwork) -> Receiver<Instant> {
    let (sender, receiver) = connect(Some(1), Some(Alarm { works, message: Instant::now }));
    crate::mem::forget(sender);
    receiver
}

impl<T> Sender<T> {
    fn channel(&self) -> &Channel<T> {
        &self.send_end.send_node
    }
    pub fn send(&self, msg: T) -> Result<(), SendError<T>> {
        let node = &self.channel().node;
        if unsafe { intrinsics::channel_send(&node.raw) } {
            node.put(Content::Here(msg));
            Ok(())
        } else {
            Err(SendError(msg))
        }
    }
    pub fn try_send(&self, msg: T) -> Result<(), TrySendError<T>> {
        let node = &self.channel().node;
        match unsafe { intrinsics::channel_try_send(&node.raw) } {
            1 => {
                node.put(Content::Here(msg));
                Ok(())
            }
            0 => Err(TrySendError::Full(msg)),
            _ => Err(TrySendError::Disconnected(msg)),
        }
    }
    pub fn send_timeout(&self, msg: T, timeout: Duration) -> Result<(), SendTimeoutError<T>> {
        let node = &self.channel().node;
        match unsafe { intrinsics::channel_send_timeout(&node.raw, nanos_for_machine(timeout)) } {
            1 => {
                node.put(Content::Here(msg));
                Ok(())
            }
            0 => Err(SendTimeoutError::Timeout(msg)),
            _ => Err(SendTimeoutError::Disconnected(msg)),
        }
    }
    pub fn send_deadline(&self, msg: T, deadline: Instant) -> Result<(), SendTimeoutError<T>> {
        self.send_timeout(msg, deadline.saturating_duration_since(Instant::now()))
    }
    pub fn same_channel(&self, other: &Sender<T>) -> bool {
        Arc::ptr_eq(&self.send_end, &other.send_end)
    }
    pub fn len(&self) -> usize {
        length(self.channel())
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn is_full(&self) -> bool {
        self.channel().bound == Some(self.len())
    }
    pub fn capacity(&self) -> Option<usize> {
        self.channel().bound
    }
}
/// Nothing lies in a channel of capacity zero, also while its message is handed over.
fn length<T>(channel: &Channel<T>) -> usize {
    match channel.bound {
        Some(0) => 0,
        _ => match &channel.alarm {
            Some(alarm) => alarm.works.is_full() as usize,
            None => unsafe { intrinsics::channel_len(&channel.node.raw) as usize },
        },
    }
}
impl<T> Clone for Sender<T> {
    fn clone(&self) -> Sender<T> {
        Sender { send_end: self.send_end.clone() }
    }
}
impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Sender { .. }")
    }
}

impl<T> Receiver<T> {
    fn channel(&self) -> &Channel<T> {
        &self.receive_end.receive_node
    }
    pub fn recv(&self) -> Result<T, RecvError> {
        let Channel { node, alarm, .. } = self.channel();
        if let Some(msg) = alarm.as_ref().and_then(Alarm::wait) {
            return Ok(msg);
        }
        if unsafe { intrinsics::channel_receive(&node.raw) } { Ok(node.take().get()) } else { Err(RecvError) }
    }
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let Channel { node, alarm, .. } = self.channel();
        if let Some(msg) = alarm.as_ref().and_then(Alarm::look) {
            return Ok(msg);
        }
        match unsafe { intrinsics::channel_try_receive(&node.raw) } {
            1 => Ok(node.take().get()),
            0 => Err(TryRecvError::Empty),
            _ => Err(TryRecvError::Disconnected),
        }
    }
    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        let Channel { node, alarm, .. } = self.channel();
        let ringing = alarm.as_ref().filter(|alarm| alarm.works.left() <= timeout);
        if let Some(msg) = ringing.and_then(Alarm::wait) {
            return Ok(msg);
        }
        match unsafe { intrinsics::channel_receive_timeout(&node.raw, nanos_for_machine(timeout)) } {
            1 => Ok(node.take().get()),
            0 => Err(RecvTimeoutError::Timeout),
            _ => Err(RecvTimeoutError::Disconnected),
        }
    }
    pub fn recv_deadline(&self, deadline: Instant) -> Result<T, RecvTimeoutError> {
        self.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    }
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { iter_receiver: self }
    }
    pub fn try_iter(&self) -> TryIter<'_, T> {
        TryIter { try_receiver: self }
    }
    pub fn same_channel(&self, other: &Receiver<T>) -> bool {
        Arc::ptr_eq(&self.receive_end, &other.receive_end)
    }
    pub fn len(&self) -> usize {
        length(self.channel())
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn is_full(&self) -> bool {
        self.channel().bound == Some(self.len())
    }
    pub fn capacity(&self) -> Option<usize> {
        self.channel().bound
    }
}
impl<T> Clone for Receiver<T> {
    fn clone(&self) -> Receiver<T> {
        Receiver { receive_end: self.receive_end.clone() }
    }
}
impl<T> fmt::Debug for Receiver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Receiver { .. }")
    }
}

pub struct Iter<'a, T: 'a> {
    iter_receiver: &'a Receiver<T>,
}
impl<'a, T> Iterator for Iter<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.iter_receiver.recv().ok()
    }
}
pub struct TryIter<'a, T: 'a> {
    try_receiver: &'a Receiver<T>,
}
impl<'a, T> Iterator for TryIter<'a, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.try_receiver.try_recv().ok()
    }
}
pub struct IntoIter<T> {
    into_receiver: Receiver<T>,
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.into_receiver.recv().ok()
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
        IntoIter { into_receiver: self }
    }
}

/// How long a `select!` waits: not at all, for a time, or for ever.
pub trait Patience {
    fn nanos(self) -> u64;
}
pub struct NoTime;
impl Patience for NoTime {
    fn nanos(self) -> u64 {
        0
    }
}
pub struct Forever;
impl Patience for Forever {
    fn nanos(self) -> u64 {
        u64::MAX
    }
}
impl Patience for Duration {
    fn nanos(self) -> u64 {
        nanos_for_machine(self)
    }
}

/// The one operation of a `select!`. What it has chosen has to follow at once.
pub struct Selection {
    sends: u64,
    arm: u64,
    /// 0, or 1 + twice the arm's number, and 1 more if its channel is disconnected.
    chosen: u64,
    /// Of the arms that wait for the time to pass.
    waiting: Vec<Waiting>,
    /// The place among them of the one that rings before anything else ends the selection.
    nearest: Option<usize>,
}
impl Selection {
    pub fn new() -> Selection {
        Selection { sends: 0, arm: 0, chosen: 0, waiting: Vec::new(), nearest: None }
    }
    pub fn receiving<T>(&mut self, receiver: &Receiver<T>) -> *const RawChannel {
        if let Some(alarm) = &receiver.channel().alarm {
            self.waiting.push(Waiting { arm: self.arm, works: &raw const alarm.works });
        }
        self.arm += 1;
        &raw const receiver.channel().node.raw
    }
    pub fn sending<T>(&mut self, sender: &Sender<T>) -> *const RawChannel {
        self.sends |= 1 << self.arm;
        self.arm += 1;
        &raw const sender.channel().node.raw
    }
    pub fn choose<C: Copy>(&mut self, channels: C, biased: bool, patience: impl Patience) {
        let patience = patience.nanos();
        loop {
            let nanos = alarm::patience(self, patience);
            if self.chosen == 0 {
                self.chosen = unsafe { intrinsics::channel_select(channels, self.sends, biased, nanos) };
            }
            if self.chosen > 0 || alarm::is_over(self) {
                break;
            }
        }
        self.arm = 0;
    }
    /// Whether the next arm is the one.
    pub fn turn(&mut self) -> bool {
        self.arm += 1;
        (self.chosen + 1) / 2 == self.arm
    }
    fn is_connected(&self) -> bool {
        self.chosen % 2 == 1
    }
    pub fn received<T>(&self, receiver: &Receiver<T>) -> Result<T, RecvError> {
        match &receiver.channel().alarm {
            Some(alarm) => Ok((alarm.message)()),
            None if self.is_connected() => Ok(receiver.channel().node.take().get()),
            None => Err(RecvError),
        }
    }
    pub fn send_at_once<T>(&self, sender: &Sender<T>, msg: T) -> Result<(), SendError<T>> {
        if self.is_connected() {
            sender.channel().node.put(Content::Here(msg));
            Ok(())
        } else {
            Err(SendError(msg))
        }
    }
    /// For a message that need not follow at once.
    pub fn place<T>(&self, sender: &Sender<T>) -> Place<T> {
        let mut place = crate::ptr::null_mut();
        if self.is_connected() {
            place = unsafe { crate::alloc::own(Made { being_made: RawMutex { holder: 0 }, msg: None }) };
            sender.channel().node.put(Content::Coming(Coming { coming: place }));
            // Nobody can have come in between: that is no visible operation.
            unsafe { intrinsics::hidden_mutex_lock(&raw const (*place).being_made) };
        }
        Place { place }
    }
}

/// The place of a message that is sent now and made later; null where nobody will receive it.
pub struct Place<T> {
    place: *mut Made<T>,
}
impl<T> Place<T> {
    pub fn fill(mut self, msg: T) -> Result<(), SendError<T>> {
        if self.place.is_null() {
            return Err(SendError(msg));
        }
        self.settle(Some(msg));
        Ok(())
    }
    fn settle(&mut self, msg: Option<T>) {
        let place = crate::mem::replace(&mut self.place, crate::ptr::null_mut());
        if !place.is_null() {
            unsafe {
                (*place).msg = msg;
                intrinsics::mutex_unlock(&raw const (*place).being_made);
            }
        }
    }
}
impl<T> Drop for Place<T> {
    fn drop(&mut self) {
        self.settle(None);
    }
}
#[macro_export]
macro_rules! select {
    ($($tokens:tt)*) => {
        $crate::__crossbeam_select!(@arms false [] $($tokens)*)
    };
}
#[macro_export]
macro_rules! select_biased {
    ($($tokens:tt)*) => {
        $crate::__crossbeam_select!(@arms true [] $($tokens)*)
    };
}

/// Collects the arms, each with names of its own for its channel and its result, then writes what they do.
#[macro_export]
macro_rules! __crossbeam_select {
    (@arms $biased:tt [$($done:tt)*] recv($channel:expr) -> $result:pat => $body:block, $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {recv end slot ($channel) () ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] recv($channel:expr) -> $result:pat => $body:block $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {recv end slot ($channel) () ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] recv($channel:expr) -> $result:pat => $body:expr, $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {recv end slot ($channel) () ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] recv($channel:expr) -> $result:pat => $body:expr) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {recv end slot ($channel) () ($result) ($body)}])
    };
    (@arms $biased:tt [$($done:tt)*] send($channel:expr, $($msg:tt)+) -> $result:pat => $body:block, $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {send end slot ($channel) ($($msg)+) ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] send($channel:expr, $($msg:tt)+) -> $result:pat => $body:block $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {send end slot ($channel) ($($msg)+) ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] send($channel:expr, $($msg:tt)+) -> $result:pat => $body:expr, $($rest:tt)*) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {send end slot ($channel) ($($msg)+) ($result) ($body)}] $($rest)*)
    };
    (@arms $biased:tt [$($done:tt)*] send($channel:expr, $($msg:tt)+) -> $result:pat => $body:expr) => {
        $crate::__crossbeam_select!(@arms $biased [$($done)* {send end slot ($channel) ($($msg)+) ($result) ($body)}])
    };
    (@arms $biased:tt [$($done:tt)*] default => $body:expr $(,)?) => {
        $crate::__crossbeam_select!(@select $biased [$($done)*] ($crate::crates::crossbeam_channel::NoTime) ($body))
    };
    (@arms $biased:tt [$($done:tt)*] default() => $body:expr $(,)?) => {
        $crate::__crossbeam_select!(@select $biased [$($done)*] ($crate::crates::crossbeam_channel::NoTime) ($body))
    };
    (@arms $biased:tt [$($done:tt)*] default($timeout:expr) => $body:expr $(,)?) => {
        $crate::__crossbeam_select!(@select $biased [$($done)*] ($timeout) ($body))
    };
    (@arms $biased:tt [$($done:tt)*]) => {
        $crate::__crossbeam_select!(@select $biased [$($done)*] ($crate::crates::crossbeam_channel::Forever)
            (unreachable!("a select without a result")))
    };
    (@select $biased:tt [$({$kind:ident $end:ident $slot:ident ($channel:expr) ($($msg:tt)*) ($result:pat) ($body:expr)})*]
        ($patience:expr) ($default:expr)) => {{
        $(
            let $end = &$channel;
            let mut $slot = $crate::option::Option::None;
        )*
        let mut selection = $crate::crates::crossbeam_channel::Selection::new();
        let channels = ($($crate::__crossbeam_select!(@of $kind selection $end),)*);
        selection.choose(channels, $biased, $patience);
        $(
            if selection.turn() {
                $slot = $crate::option::Option::Some($crate::__crossbeam_select!(@do $kind selection $end $($msg)*));
            }
        )*
        $(
            if let $crate::option::Option::Some($result) = $slot {
                $body
            } else
        )* {
            $default
        }
    }};
    (@of recv $selection:ident $end:ident) => {
        $selection.receiving($end)
    };
    (@of send $selection:ident $end:ident) => {
        $selection.sending($end)
    };
    (@do recv $selection:ident $end:ident) => {
        $selection.received($end)
    };
    // To look at a variable, a literal or nothing is no operation.
    (@do send $selection:ident $end:ident $msg:ident $(,)?) => {
        $selection.send_at_once($end, $msg)
    };
    (@do send $selection:ident $end:ident $msg:literal $(,)?) => {
        $selection.send_at_once($end, $msg)
    };
    (@do send $selection:ident $end:ident () $(,)?) => {
        $selection.send_at_once($end, ())
    };
    (@do send $selection:ident $end:ident $msg:expr $(,)?) => {
        $selection.place($end).fill($msg)
    };
}
