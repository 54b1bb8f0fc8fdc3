//! `std::env`: a program without arguments and without environment.
//!
//! Left out: `current_dir`, `set_var`, `OsString`: `args_os` and the like.

use crate::error::Error;
use crate::fmt;
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
}
impl fmt::Display for VarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("environment variable not found")
    }
}
impl Error for VarError {}
pub fn var<K: AsRef<str>>(_key: K) -> Result<String, VarError> {
    Err(VarError::NotPresent)
}
