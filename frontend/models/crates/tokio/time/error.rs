//! `tokio::time::error`. Left out: `Error`, as a timer never fails.

use crate::error::Error as StdError;
use crate::fmt;
use crate::io;

#[derive(Debug, PartialEq, Eq)]
pub struct Elapsed(());
impl Elapsed {
    pub(crate) fn new() -> Elapsed {
        Elapsed(())
    }
}
impl fmt::Display for Elapsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("deadline has elapsed")
    }
}
impl StdError for Elapsed {}
impl From<Elapsed> for io::Error {
    fn from(_: Elapsed) -> io::Error {
        io::ErrorKind::TimedOut.into()
    }
}
