//@ no-bug
//! An attempt to receive at a channel without room takes the message of the sender that waits: nobody else's
//! attempt to send comes in between.

use std::sync::mpsc::{TrySendError, sync_channel};
use std::thread;

fn main() {
    let (sender, receiver) = sync_channel(0);
    let (waits, tries) = (sender.clone(), sender);
    let waits = thread::spawn(move || waits.send("waits").is_ok());
    let tries = thread::spawn(move || match tries.try_send("tries") {
        Ok(()) => true,
        Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
    });
    let received = receiver.try_recv().ok();
    drop(receiver);
    // Only who waits can be met by somebody who does not.
    assert!(!tries.join().unwrap());
    assert_eq!(waits.join().unwrap(), received == Some("waits"));
}
