//@ bug: panic
//@ message: "Disconnected"
//@ source: new; a thread gives back the only sender and its handle is dropped: whichever of the two lets go of the
//@ source: result last drops the sender, so the channel may still be connected a moment later
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;

fn main() {
    let (sender, receiver) = channel::<u8>();
    thread::spawn(move || sender);
    assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
}
