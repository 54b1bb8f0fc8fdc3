//! `std::backtrace`: as without `RUST_BACKTRACE`, nothing is ever captured.
//!
//! Left out: captured frames.

use crate::fmt;

#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BacktraceStatus {
    Unsupported,
    Disabled,
    Captured,
}

pub struct Backtrace {
    backtrace_forced: bool,
}
impl Backtrace {
    pub fn capture() -> Backtrace {
        Backtrace { backtrace_forced: false }
    }
    pub fn force_capture() -> Backtrace {
        Backtrace { backtrace_forced: true }
    }
    pub const fn disabled() -> Backtrace {
        Backtrace { backtrace_forced: false }
    }
    pub fn status(&self) -> BacktraceStatus {
        if self.backtrace_forced {
            BacktraceStatus::Unsupported
        } else {
            BacktraceStatus::Disabled
        }
    }
}
impl fmt::Debug for Backtrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.backtrace_forced { "<unsupported>" } else { "<disabled>" })
    }
}
impl fmt::Display for Backtrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.backtrace_forced { "unsupported backtrace" } else { "disabled backtrace" })
    }
}
