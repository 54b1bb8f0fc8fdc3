//! `crossbeam_channel`: the machine's channels with any number of receivers.
//!
//! Left out: `Select`. `select!` tries its arms and waits until one is ready: for others to do something, or,
//! with a message for a channel of capacity zero, at that channel, so that another `select!` meets it. One that
//! waits for ever is a livelock, not a deadlock, and a `try_send` does not meet it on such a channel.

use crate::error::Error;
use crate::fmt;
use crate::intrinsics;
use crate::mem::ManuallyDrop;
use crate::sync::Arc;
use crate::boxed::Box;
use crate::sync::RawMutex;
use crate::sync::mpsc::{Node, RawChannel};
use crate::time::{Duration, Instant, nanos_for_machine};

pub use crate::select;
pub use crate::select_biased;
pub use crate::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};

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
            let made = Box::from_raw(made);
            made.msg
        }
    }
}
/// Nobody receives it. To wait for it here is no operation, or the counts that lead to the channel would be ones.
impl<T> Drop for Coming<T> {
    fn drop(&mut self) {
        unsafe {
            intrinsics::hidden_mutex_lock(&raw const (*self.coming).being_made);
            intrinsics::hidden_mutex_unlock(&raw const (*self.coming).being_made);
            drop(Box::from_raw(self.coming));
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
        unsafe {
            intrinsics::channel_drop_sender(&self.send_node.node.raw);
            intrinsics::end_release();
        }
    }
}
/// Messages that nobody can receive any more are dropped with the last receiver.
impl<T> Drop for ReceiveEnd<T> {
    fn drop(&mut self) {
        let node = &self.receive_node.node;
        let unread = unsafe {
            intrinsics::channel_drop_receiver(&node.raw);
            let unread = node.take_unread();
            intrinsics::end_release();
            unread
        };
        drop(unread);
    }
}

pub struct Sender<T> {
    send_end: Arc<SendEnd<T>>,
}
pub struct Receiver<T> {
    receive_end: Arc<ReceiveEnd<T>>,
}

pub fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    connect(None)
}
pub fn bounded<T>(cap: usize) -> (Sender<T>, Receiver<T>) {
    connect(Some(cap))
}
fn connect<T>(bound: Option<usize>) -> (Sender<T>, Receiver<T>) {
    let capacity = match bound {
        Some(bound) => bound as u64 + 1,
        None => 0,
    };
    let channel = Arc::new(Channel { node: Node::new(capacity), bound });
    let sender = Sender { send_end: Arc::new(SendEnd { send_node: channel.clone() }) };
    (sender, Receiver { receive_end: Arc::new(ReceiveEnd { receive_node: channel }) })
}

/// A channel that never delivers and never disconnects.
pub fn never<T>() -> Receiver<T> {
    let (sender, receiver) = unbounded();
    crate::mem::forget(sender);
    receiver
}
/// A message when the time has passed; a thread of its own sends it.
pub fn after(duration: Duration) -> Receiver<Instant> {
    let (sender, receiver) = bounded(1);
    crate::thread::spawn(move || {
        crate::thread::sleep(duration);
        let _ = sender.send(Instant::now());
        crate::mem::forget(sender);
    });
    receiver
}
pub fn at(when: Instant) -> Receiver<Instant> {
    after(when.saturating_duration_since(Instant::now()))
}

/// A message whenever the time has passed once more, unless the last one still lies there.
pub fn tick(duration: Duration) -> Receiver<Instant> {
    let (sender, receiver) = bounded(1);
    crate::thread::spawn(move || {
        loop {
            crate::thread::sleep(duration);
            if let Err(TrySendError::Disconnected(_)) = sender.try_send(Instant::now()) {
                break;
            }
        }
    });
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
        _ => unsafe { intrinsics::channel_len(&channel.node.raw) as usize },
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
        let node = &self.channel().node;
        if unsafe { intrinsics::channel_receive(&node.raw) } { Ok(node.take().get()) } else { Err(RecvError) }
    }
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let node = &self.channel().node;
        match unsafe { intrinsics::channel_try_receive(&node.raw) } {
            1 => Ok(node.take().get()),
            0 => Err(TryRecvError::Empty),
            _ => Err(TryRecvError::Disconnected),
        }
    }
    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError> {
        let node = &self.channel().node;
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

#[derive(PartialEq, Eq, Clone, Copy)]
pub enum SendTimeoutError<T> {
    Timeout(T),
    Disconnected(T),
}
impl<T> SendTimeoutError<T> {
    pub fn into_inner(self) -> T {
        match self {
            SendTimeoutError::Timeout(msg) => msg,
            SendTimeoutError::Disconnected(msg) => msg,
        }
    }
    pub fn is_timeout(&self) -> bool {
        matches!(self, SendTimeoutError::Timeout(_))
    }
}
impl<T> fmt::Debug for SendTimeoutError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("SendTimeoutError(..)")
    }
}
impl<T> fmt::Display for SendTimeoutError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SendTimeoutError::Timeout(_) => "timed out waiting on send operation",
            SendTimeoutError::Disconnected(_) => "sending on a disconnected channel",
        })
    }
}
impl<T> Error for SendTimeoutError<T> {}

/// What to do after a round in which no arm was ready.
#[derive(PartialEq, Eq, Clone, Copy)]
pub enum Next {
    GiveUp,
    TryAgain,
    /// Somebody has accepted what was offered.
    Accepted,
}
/// An arm that could only send to somebody who waits for a message.
#[derive(Clone, Copy)]
pub struct Offer {
    offering_arm: u64,
    offered_to: *const RawChannel,
    only_offer: bool,
}
impl Offer {
    fn stand(self, nanos: u64) -> Next {
        match unsafe { intrinsics::channel_send_timeout(self.offered_to, nanos) } {
            1 => Next::Accepted,
            _ => Next::TryAgain,
        }
    }
}
/// What `select!` does when no arm is ready.
pub trait Otherwise {
    fn retry(&mut self, offer: Option<Offer>) -> Next;
}
/// For how long it stands at one offer.
pub struct Wait(pub u64);
impl Otherwise for Wait {
    fn retry(&mut self, offer: Option<Offer>) -> Next {
        let Some(offer) = offer else {
            crate::thread::yield_now();
            return Next::TryAgain;
        };
        let next = offer.stand(self.0);
        // Whoever goes from one offer to the next for ever does not keep those waiting who sleep.
        if !offer.only_offer && self.0 < 1_000_000_000 {
            self.0 *= 2;
        }
        next
    }
}
pub struct Default;
impl Otherwise for Default {
    fn retry(&mut self, _offer: Option<Offer>) -> Next {
        Next::GiveUp
    }
}
/// The time passes before anything else happens, or an arm may get ready meanwhile.
pub struct DefaultAfter(pub Duration, pub bool);
impl Otherwise for DefaultAfter {
    fn retry(&mut self, offer: Option<Offer>) -> Next {
        if crate::mem::replace(&mut self.1, true) {
            return Next::GiveUp;
        }
        let nanos = nanos_for_machine(self.0);
        if unsafe { intrinsics::choose(2) } == 0 {
            unsafe { intrinsics::pass_time(nanos) };
            return Next::GiveUp;
        }
        if let Some(offer) = offer {
            return offer.stand(nanos);
        }
        crate::thread::sleep(self.0);
        Next::TryAgain
    }
}

/// The rounds of a `select!`: in the first one the arms before a chosen one are left out, so that any arm
/// may win where several are ready.
pub struct Rounds<O> {
    arm: u64,
    first: u64,
    found: bool,
    /// The arm whose offer was accepted, or 0.
    accepted_arm: u64,
    /// How many offers there are in this round, which of them to stand at, and that one.
    offers: u64,
    stand_at: u64,
    offer: Option<Offer>,
    otherwise: O,
}
impl<O: Otherwise> Rounds<O> {
    pub fn new(arms: u64, biased: bool, otherwise: O) -> Rounds<O> {
        let first = if biased || arms < 2 { 0 } else { unsafe { intrinsics::choose(arms) } };
        Rounds { arm: 0, first, found: false, accepted_arm: 0, offers: 0, stand_at: 0, offer: None, otherwise }
    }
    /// Whether the next arm is to be tried.
    pub fn turn(&mut self) -> bool {
        self.arm += 1;
        match self.accepted_arm {
            0 => !self.found && self.arm > self.first,
            accepted => self.arm == accepted,
        }
    }
    pub fn settle(&mut self) {
        self.found = true;
    }
    /// At the end of a round: whether there is another one.
    pub fn again(&mut self) -> bool {
        if self.found {
            return false;
        }
        self.arm = 0;
        let offers = crate::mem::replace(&mut self.offers, 0);
        let offer = self.offer.take();
        if self.first > 0 {
            self.first = 0;
            return true;
        }
        self.stand_at = if self.stand_at + 1 < offers { self.stand_at + 1 } else { 0 };
        let offer = offer.map(|offer| Offer { only_offer: offers == 1, ..offer });
        match self.otherwise.retry(offer) {
            Next::GiveUp => return false,
            Next::TryAgain => {}
            Next::Accepted => self.accepted_arm = offer.map_or(0, |offer| offer.offering_arm),
        }
        true
    }
    /// Whether a message can be sent now, `None` if it cannot; `Some(false)` if nobody will receive it. It has
    /// to follow at once.
    pub fn reserve<T>(&mut self, sender: &Sender<T>) -> Option<bool> {
        if self.accepted_arm > 0 {
            return Some(true);
        }
        let channel = sender.channel();
        match unsafe { intrinsics::channel_try_send(&channel.node.raw) } {
            0 => {
                if channel.bound == Some(0) {
                    self.note_offer(&raw const channel.node.raw);
                }
                None
            }
            1 => Some(true),
            _ => Some(false),
        }
    }
    fn note_offer(&mut self, offered_to: *const RawChannel) {
        if self.offers == 0 || self.offers == self.stand_at {
            self.offer = Some(Offer { offering_arm: self.arm, offered_to, only_offer: false });
        }
        self.offers += 1;
    }
    /// As `reserve`, for a message that need not follow at once.
    pub fn reserve_place<T>(&mut self, sender: &Sender<T>) -> Option<Place<T>> {
        let accepted = self.reserve(sender)?;
        let mut place = crate::ptr::null_mut();
        if accepted {
            place = Box::into_raw(Box::new(Made { being_made: RawMutex { holder: 0 }, msg: None }));
            sender.channel().node.put(Content::Coming(Coming { coming: place }));
            // Nobody can have come in between: that is no visible operation.
            unsafe { intrinsics::hidden_mutex_lock(&raw const (*place).being_made) };
        }
        Some(Place { place })
    }
}

pub fn fulfil<T>(sender: &Sender<T>, accepted: bool, msg: T) -> Result<(), SendError<T>> {
    if accepted {
        sender.channel().node.put(Content::Here(msg));
        Ok(())
    } else {
        Err(SendError(msg))
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
/// What a receive arm gets, if it is ready.
pub fn attempt<T>(receiver: &Receiver<T>) -> Option<Result<T, RecvError>> {
    match receiver.try_recv() {
        Ok(msg) => Some(Ok(msg)),
        Err(TryRecvError::Disconnected) => Some(Err(RecvError)),
        Err(TryRecvError::Empty) => None,
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

/// Collects the arms, each with names of its own for its channel and its result, then writes the loop.
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
        $crate::__crossbeam_select!(@loop $biased [$($done)*] ($crate::crates::crossbeam_channel::Default) ($body))
    };
    (@arms $biased:tt [$($done:tt)*] default() => $body:expr $(,)?) => {
        $crate::__crossbeam_select!(@loop $biased [$($done)*] ($crate::crates::crossbeam_channel::Default) ($body))
    };
    (@arms $biased:tt [$($done:tt)*] default($timeout:expr) => $body:expr $(,)?) => {
        $crate::__crossbeam_select!(@loop $biased [$($done)*]
            ($crate::crates::crossbeam_channel::DefaultAfter($timeout, false)) ($body))
    };
    (@arms $biased:tt [$($done:tt)*]) => {
        $crate::__crossbeam_select!(@loop $biased [$($done)*] ($crate::crates::crossbeam_channel::Wait(1_000))
            (unreachable!("a select without a result")))
    };
    (@loop $biased:tt [$({$kind:ident $end:ident $slot:ident ($channel:expr) ($($msg:tt)*) ($result:pat) ($body:expr)})*]
        ($otherwise:expr) ($default:expr)) => {{
        $(
            let $end = &$channel;
            let mut $slot = $crate::option::Option::None;
        )*
        let arms = 0 $(+ $crate::__crossbeam_select!(@one $kind))*;
        let mut rounds = $crate::crates::crossbeam_channel::Rounds::new(arms, $biased, $otherwise);
        loop {
            $(
                if rounds.turn() {
                    $crate::__crossbeam_select!(@try $kind rounds $end $slot $($msg)*);
                }
            )*
            if !rounds.again() {
                break;
            }
        }
        $(
            if let $crate::option::Option::Some($result) = $slot {
                $body
            } else
        )* {
            $default
        }
    }};
    (@one $kind:ident) => {
        1
    };
    (@try recv $rounds:ident $end:ident $slot:ident) => {
        $slot = $crate::crates::crossbeam_channel::attempt($end);
        if $slot.is_some() {
            $rounds.settle();
        }
    };
    // To look at a variable or a literal is no operation.
    (@try send $rounds:ident $end:ident $slot:ident $msg:ident $(,)?) => {
        $crate::__crossbeam_select!(@at_once $rounds $end $slot $msg);
    };
    (@try send $rounds:ident $end:ident $slot:ident $msg:literal $(,)?) => {
        $crate::__crossbeam_select!(@at_once $rounds $end $slot $msg);
    };
    (@at_once $rounds:ident $end:ident $slot:ident $msg:expr) => {
        if let $crate::option::Option::Some(accepted) = $rounds.reserve($end) {
            $slot = $crate::option::Option::Some($crate::crates::crossbeam_channel::fulfil($end, accepted, $msg));
            $rounds.settle();
        }
    };
    (@try send $rounds:ident $end:ident $slot:ident $msg:expr $(,)?) => {
        if let $crate::option::Option::Some(place) = $rounds.reserve_place($end) {
            $slot = $crate::option::Option::Some(place.fill($msg));
            $rounds.settle();
        }
    };
}
