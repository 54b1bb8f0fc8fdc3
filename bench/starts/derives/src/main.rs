//! Messages with derives of `serde`, errors with those of `thiserror`.

use itertools::Itertools;
use parking_lot::Mutex;
use rand::Rng;
use serde::Serialize;
use std::thread;

bitflags::bitflags! {
    #[derive(Clone, Copy)]
    struct Flags: u8 {
        const URGENT = 1;
        const LAST = 2;
    }
}

#[derive(Debug, Clone, Serialize)]
struct Message {
    id: u32,
    text: String,
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("the reader is gone")]
    Gone,
    #[error("no text: {0}")]
    Text(#[from] serde_json::Error),
}

lazy_static::lazy_static! {
    static ref SEEN: Mutex<Vec<u32>> = Mutex::new(Vec::new());
}

fn main() -> Result<(), Failure> {
    let (sender, receiver) = flume::unbounded::<(Message, Flags)>();
    let reader = thread::spawn(move || {
        for (message, flags) in receiver.iter() {
            SEEN.lock().push(message.id + u32::from(flags.bits()));
        }
    });
    let id = if rand::thread_rng().gen_bool(0.5) {
        4
    } else {
        5
    };
    let message = Message {
        id,
        text: "hi".to_string(),
    };
    let text = bytes::Bytes::from(serde_json::to_vec(&message)?);
    assert!(text.starts_with(b"{\"id\":"));
    let sent = sender.send((message, Flags::LAST | Flags::URGENT));
    sent.map_err(|_| Failure::Gone)?;
    drop(sender);
    reader.join().expect("no panic");
    assert_eq!(
        SEEN.lock().iter().map(|id| id - 3).join(","),
        id.to_string()
    );
    Ok(())
}
