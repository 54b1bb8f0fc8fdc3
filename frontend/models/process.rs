//! `std::process`. `id` is always 1.
//!
//! Left out: `Command` and child processes, but for what build scripts ask `rustc`.

use crate::convert::Infallible;
use crate::fmt;
use crate::intrinsics;

/// Of a checked program's children there are only the types.
#[cfg(not(vscheck_script))]
#[derive(Debug)]
pub enum Child {}
#[cfg(not(vscheck_script))]
#[derive(Debug)]
pub enum ChildStdin {}
#[derive(Debug)]
pub enum ChildStdout {}
#[derive(Debug)]
pub enum ChildStderr {}
#[cfg(not(vscheck_script))]
#[derive(Debug)]
pub enum Command {}
#[cfg(not(vscheck_script))]
#[derive(Debug)]
pub enum Stdio {}
#[cfg(not(vscheck_script))]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExitStatus {}
#[cfg(not(vscheck_script))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub status: ExitStatus,
    pub stdout: crate::vec::Vec<u8>,
    pub stderr: crate::vec::Vec<u8>,
}

#[cfg(vscheck_script)]
mod command;
#[cfg(vscheck_script)]
#[doc(hidden)]
pub use command::accepts;
#[cfg(vscheck_script)]
pub use command::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};

/// Only build scripts have the compiler asked.
#[cfg(not(vscheck_script))]
#[doc(hidden)]
pub fn accepts(_edition: &str, _source: &[u8]) -> bool {
    panic!("whether the compiler accepts this is not known")
}

/// As on Linux, where the thread that exits drops its thread-locals first.
pub fn exit(code: i32) -> ! {
    crate::thread::run_local_destructors();
    unsafe { intrinsics::exit_process(code) }
}
pub fn abort() -> ! {
    unsafe { intrinsics::abort() }
}
pub fn id() -> u32 {
    1
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct ExitCode(u8);
impl fmt::Debug for ExitCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExitCode(unix_exit_status({}))", self.0)
    }
}
impl ExitCode {
    pub const SUCCESS: ExitCode = ExitCode(0);
    pub const FAILURE: ExitCode = ExitCode(1);
    pub fn to_i32(self) -> i32 {
        self.0 as i32
    }
    pub fn exit_process(self) -> ! {
        exit(self.to_i32())
    }
}
impl From<u8> for ExitCode {
    fn from(code: u8) -> ExitCode {
        ExitCode(code)
    }
}

#[lang = "termination"]
pub trait Termination {
    fn report(self) -> ExitCode;
    /// The error that it is, as a test shows it. Not a part of std.
    #[doc(hidden)]
    fn shown_error(&self) -> Option<String> {
        None
    }
}
impl Termination for () {
    #[inline]
    fn report(self) -> ExitCode {
        ExitCode::SUCCESS
    }
}
impl Termination for ! {
    fn report(self) -> ExitCode {
        self
    }
}
impl Termination for Infallible {
    fn report(self) -> ExitCode {
        match self {}
    }
}
impl Termination for ExitCode {
    fn report(self) -> ExitCode {
        self
    }
}
impl<T: Termination, E: fmt::Debug> Termination for Result<T, E> {
    fn report(self) -> ExitCode {
        match self {
            Ok(val) => val.report(),
            Err(err) => {
                crate::eprintln!("Error: {:?}", err);
                ExitCode::FAILURE
            }
        }
    }
    fn shown_error(&self) -> Option<String> {
        self.as_ref().err().map(|err| crate::format!("{:?}", err))
    }
}
