//! `ctrlc`: handlers are kept, and no signal ever comes.
//!
//! Left out: `Signal` and `Counter`, the thread that waits for signals.

use crate::error;
use crate::fmt;
use crate::io;
use crate::sync::atomic::{AtomicBool, Ordering};

static IS_SET: AtomicBool = AtomicBool::new(false);

#[derive(Debug)]
pub enum Error {
    NoSuchSignal(SignalType),
    MultipleHandlers,
    System(io::Error),
}
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SignalType {
    Ctrlc,
    Termination,
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Error::NoSuchSignal(_) => "Ctrl-C error: Signal could not be found from the system",
            Error::MultipleHandlers => "Ctrl-C error: Ctrl-C signal handler already registered",
            Error::System(_) => "Ctrl-C error: Unexpected system error",
        })
    }
}
impl error::Error for Error {}

pub fn set_handler<F: FnMut() + 'static + Send>(user_handler: F) -> Result<(), Error> {
    if IS_SET.swap(true, Ordering::SeqCst) {
        return Err(Error::MultipleHandlers);
    }
    crate::mem::forget(user_handler);
    Ok(())
}
pub fn try_set_handler<F: FnMut() + 'static + Send>(user_handler: F) -> Result<(), Error> {
    set_handler(user_handler)
}
