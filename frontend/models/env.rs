//! `std::env`: a program without arguments and without environment.
//!
//! Left out: `current_dir` and what else asks the system, `set_var`, `split_paths`.

use crate::error::Error;
use crate::ffi::{OsStr, OsString};
use crate::fmt;
use crate::path::PathBuf;
use crate::string::String;

pub struct Args {
    next: Option<String>,
}
pub fn args() -> Args {
    Args { next: Some(String::from("program")) }
}
impl Iterator for Args {
    type Item = String;
    fn next(&mut self) -> Option<String> {
        self.next.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = if self.next.is_some() { 1 } else { 0 };
        (len, Some(len))
    }
}
impl ExactSizeIterator for Args {}
impl DoubleEndedIterator for Args {
    fn next_back(&mut self) -> Option<String> {
        self.next.take()
    }
}

#[derive(Debug, PartialEq, Eq, Clone)]
pub enum VarError {
    NotPresent,
    NotUnicode(OsString),
}
impl fmt::Display for VarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VarError::NotPresent => f.pad("environment variable not found"),
            VarError::NotUnicode(found) => {
                write!(f, "environment variable was not valid unicode: {found:?}")
            }
        }
    }
}
impl Error for VarError {}
pub fn var<K: AsRef<OsStr>>(_key: K) -> Result<String, VarError> {
    Err(VarError::NotPresent)
}
pub fn var_os<K: AsRef<OsStr>>(_key: K) -> Option<OsString> {
    None
}

pub struct Vars {
    _none: (),
}
pub fn vars() -> Vars {
    Vars { _none: () }
}
impl Iterator for Vars {
    type Item = (String, String);
    fn next(&mut self) -> Option<(String, String)> {
        None
    }
}
pub struct VarsOs {
    _none: (),
}
pub fn vars_os() -> VarsOs {
    VarsOs { _none: () }
}
impl Iterator for VarsOs {
    type Item = (OsString, OsString);
    fn next(&mut self) -> Option<(OsString, OsString)> {
        None
    }
}
pub struct ArgsOs {
    rest: Args,
}
pub fn args_os() -> ArgsOs {
    ArgsOs { rest: args() }
}
impl Iterator for ArgsOs {
    type Item = OsString;
    fn next(&mut self) -> Option<OsString> {
        self.rest.next().map(OsString::from)
    }
}
pub fn temp_dir() -> PathBuf {
    PathBuf::from("/tmp")
}

pub mod consts {
    pub const ARCH: &str = "x86_64";
    pub const FAMILY: &str = "unix";
    pub const OS: &str = "linux";
    pub const DLL_PREFIX: &str = "lib";
    pub const DLL_SUFFIX: &str = ".so";
    pub const DLL_EXTENSION: &str = "so";
    pub const EXE_SUFFIX: &str = "";
    pub const EXE_EXTENSION: &str = "";
}
