//! `std::env`: a program without arguments. Its environment is empty but for what it sets itself (and for
//! what Cargo tells build scripts).
//!
//! Left out: what asks the system (the current directory is `/`).

use crate::error::Error;
use crate::ffi::{OsStr, OsString};
use crate::fmt;
use crate::path::PathBuf;
use crate::string::String;
use crate::sync::RwLock;
use crate::vec::Vec;

/// What the program has set, in the order of setting; behind a lock as std's is.
static VARIABLES: RwLock<Vec<(OsString, OsString)>> = RwLock::new(Vec::new());

/// What it has from the start, a `NAME=VALUE` in each line.
const GIVEN: Option<&str> = option_env!("vscheck::environment");

fn given(key: &OsStr) -> Option<&'static str> {
    let mut variables = GIVEN?.split('\0').filter_map(|one| one.split_once('='));
    let (_, value) = variables.find(|(name, _)| OsStr::new(name) == key)?;
    Some(value)
}

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
pub fn var<K: AsRef<OsStr>>(key: K) -> Result<String, VarError> {
    match var_os(key) {
        Some(value) => value.into_string().map_err(VarError::NotUnicode),
        None => Err(VarError::NotPresent),
    }
}
pub fn var_os<K: AsRef<OsStr>>(key: K) -> Option<OsString> {
    let variables = VARIABLES.read().unwrap();
    let found = variables.iter().find(|(name, _)| name.as_os_str() == key.as_ref());
    let found = found.map(|(_, value)| value.clone());
    found.or_else(|| given(key.as_ref()).map(OsString::from))
}
pub unsafe fn set_var<K: AsRef<OsStr>, V: AsRef<OsStr>>(key: K, value: V) {
    let value = value.as_ref().to_os_string();
    let mut variables = VARIABLES.write().unwrap();
    match variables.iter_mut().find(|(name, _)| name.as_os_str() == key.as_ref()) {
        Some(entry) => entry.1 = value,
        None => variables.push((key.as_ref().to_os_string(), value)),
    }
}
pub unsafe fn remove_var<K: AsRef<OsStr>>(key: K) {
    VARIABLES.write().unwrap().retain(|(name, _)| name.as_os_str() != key.as_ref());
}

pub struct Vars {
    rest: VarsOs,
}
pub fn vars() -> Vars {
    Vars { rest: vars_os() }
}
impl Iterator for Vars {
    type Item = (String, String);
    fn next(&mut self) -> Option<(String, String)> {
        let (name, value) = self.rest.next()?;
        Some((name.into_string().unwrap(), value.into_string().unwrap()))
    }
}
pub struct VarsOs {
    rest: crate::vec::IntoIter<(OsString, OsString)>,
}
pub fn vars_os() -> VarsOs {
    VarsOs { rest: VARIABLES.read().unwrap().clone().into_iter() }
}
impl Iterator for VarsOs {
    type Item = (OsString, OsString);
    fn next(&mut self) -> Option<(OsString, OsString)> {
        self.rest.next()
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
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}
pub struct SplitPaths<'a> {
    parts: crate::str::Split<'a, char>,
}
pub fn split_paths<T: AsRef<OsStr> + ?Sized>(unparsed: &T) -> SplitPaths<'_> {
    SplitPaths { parts: unparsed.as_ref().text().split(':') }
}
impl Iterator for SplitPaths<'_> {
    type Item = PathBuf;
    fn next(&mut self) -> Option<PathBuf> {
        self.parts.next().map(PathBuf::from)
    }
}
pub struct JoinPathsError(());
impl fmt::Debug for JoinPathsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinPathsError").field("inner", &format_args!("JoinPathsError")).finish()
    }
}
impl fmt::Display for JoinPathsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("path segment contains separator `:`")
    }
}
impl Error for JoinPathsError {}
pub fn join_paths<I, T>(paths: I) -> Result<OsString, JoinPathsError>
where
    I: IntoIterator<Item = T>,
    T: AsRef<OsStr>,
{
    let mut joined = String::new();
    for (at, path) in paths.into_iter().enumerate() {
        let path = path.as_ref().text();
        if path.contains(':') {
            return Err(JoinPathsError(()));
        }
        if at > 0 {
            joined.push(':');
        }
        joined.push_str(path);
    }
    Ok(OsString::from(joined))
}
impl DoubleEndedIterator for ArgsOs {
    fn next_back(&mut self) -> Option<OsString> {
        self.rest.next_back().map(OsString::from)
    }
}
impl ExactSizeIterator for ArgsOs {}
/// As if started in the root.
pub fn current_dir() -> crate::io::Result<PathBuf> {
    Ok(PathBuf::from("/"))
}
pub fn current_exe() -> crate::io::Result<PathBuf> {
    Ok(PathBuf::from("/main"))
}
pub fn home_dir() -> Option<PathBuf> {
    var_os("HOME").map(PathBuf::from)
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
impl fmt::Debug for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner: Vec<&String> = self.next.iter().collect();
        f.debug_struct("Args").field("inner", &inner).finish()
    }
}
