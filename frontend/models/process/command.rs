//! `Command` of build scripts, which run on the machine. The one program is `rustc`: it says which version it
//! is, and whether it accepts what it is given as its input; it cannot be started for anything else.
//!
//! Left out: other programs, which a script must not try to run; `rustc` on files; what it prints of a program.

use crate::cell::RefCell;
use crate::ffi::{OsStr, OsString};
use crate::fmt;
use crate::fs::hexadecimal;
use crate::intrinsics;
use crate::io::{self, Error, ErrorKind, Result};
use crate::path::Path;
use crate::process::{ChildStderr, ChildStdout};
use crate::rc::Rc;
use crate::string::{String, ToString};
use crate::vec::Vec;

const VERSION: &str = "rustc 1.95.0 (59807616e 2026-04-14)\n";
const DETAILS: &str = "binary: rustc\ncommit-hash: 59807616e\ncommit-date: 2026-04-14\n\
    host: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 21.1.0\n";

/// The edition in which `rustc` reads what it is told no other of.
const OLDEST: &str = "2015";

/// Whether `rustc` accepts a source: it is asked in a line of its own, by whoever runs the script.
pub fn accepts(edition: &str, source: &[u8]) -> bool {
    crate::println!("vscheck:compile={}={}", edition, hexadecimal(source));
    unsafe { intrinsics::choose(2) == 1 }
}

#[derive(Debug)]
pub struct Command {
    program: OsString,
    args: Vec<OsString>,
}

impl Command {
    pub fn new<S: AsRef<OsStr>>(program: S) -> Command {
        Command { program: program.as_ref().to_os_string(), args: Vec::new() }
    }
    pub fn arg<S: AsRef<OsStr>>(&mut self, arg: S) -> &mut Command {
        self.args.push(arg.as_ref().to_os_string());
        self
    }
    pub fn args<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(&mut self, args: I) -> &mut Command {
        for arg in args {
            self.arg(arg);
        }
        self
    }
    pub fn env<K: AsRef<OsStr>, V: AsRef<OsStr>>(&mut self, _key: K, _value: V) -> &mut Command {
        self
    }
    pub fn env_remove<K: AsRef<OsStr>>(&mut self, _key: K) -> &mut Command {
        self
    }
    pub fn env_clear(&mut self) -> &mut Command {
        self
    }
    pub fn current_dir<P: AsRef<Path>>(&mut self, _path: P) -> &mut Command {
        self
    }
    pub fn stdin<T: Into<Stdio>>(&mut self, _stream: T) -> &mut Command {
        self
    }
    pub fn stdout<T: Into<Stdio>>(&mut self, _stream: T) -> &mut Command {
        self
    }
    pub fn stderr<T: Into<Stdio>>(&mut self, _stream: T) -> &mut Command {
        self
    }
    pub fn spawn(&mut self) -> Result<Child> {
        self.is_rustc();
        if !self.args.iter().any(|arg| arg.to_str() == Some("-")) {
            return Err(Error::from(ErrorKind::NotFound));
        }
        let source = Rc::new(RefCell::new(Vec::new()));
        let stdin = Some(ChildStdin { source: source.clone() });
        Ok(Child { stdin, stdout: None, stderr: None, source, edition: self.edition(), status: None })
    }
    fn is_rustc(&self) {
        if self.program.to_str() != Some("rustc") {
            panic!("there are no programs to run");
        }
    }
    fn edition(&self) -> String {
        let mut edition = OLDEST;
        let mut comes = false;
        for arg in self.args.iter().filter_map(|arg| arg.to_str()) {
            match arg.strip_prefix("--edition=") {
                Some(named) => edition = named,
                None if comes => edition = arg,
                None => {}
            }
            comes = arg == "--edition";
        }
        edition.to_string()
    }
    pub fn status(&mut self) -> Result<ExitStatus> {
        self.output().map(|output| output.status)
    }
    pub fn output(&mut self) -> Result<Output> {
        self.is_rustc();
        let mut text = String::new();
        for arg in &self.args {
            match arg.to_str() {
                Some("--version" | "-V") => text.push_str(VERSION),
                Some("-vV" | "-Vv") => {
                    text.push_str(VERSION);
                    text.push_str(DETAILS);
                }
                Some("--verbose" | "-v") => text.push_str(DETAILS),
                _ => return Err(Error::from(ErrorKind::NotFound)),
            }
        }
        if !text.starts_with(VERSION) {
            return Err(Error::from(ErrorKind::NotFound));
        }
        Ok(Output { status: ExitStatus(0), stdout: text.into_bytes(), stderr: Vec::new() })
    }
}

/// `rustc` at work on what is written to its input.
#[derive(Debug)]
pub struct Child {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
    source: Rc<RefCell<Vec<u8>>>,
    edition: String,
    status: Option<ExitStatus>,
}

impl Child {
    pub fn id(&self) -> u32 {
        2
    }
    pub fn wait(&mut self) -> Result<ExitStatus> {
        drop(self.stdin.take());
        let status = match self.status {
            Some(status) => status,
            None => ExitStatus(!accepts(&self.edition, &self.source.borrow()) as i32),
        };
        self.status = Some(status);
        Ok(status)
    }
    pub fn wait_with_output(mut self) -> Result<Output> {
        let status = self.wait()?;
        Ok(Output { status, stdout: Vec::new(), stderr: Vec::new() })
    }
}

#[derive(Debug)]
pub struct ChildStdin {
    source: Rc<RefCell<Vec<u8>>>,
}

impl io::Write for ChildStdin {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.source.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExitStatus(i32);

impl ExitStatus {
    pub fn success(&self) -> bool {
        self.0 == 0
    }
    pub fn code(&self) -> Option<i32> {
        Some(self.0)
    }
}
impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit status: {}", self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

#[derive(Debug)]
pub struct Stdio(());

impl Stdio {
    pub fn null() -> Stdio {
        Stdio(())
    }
    pub fn piped() -> Stdio {
        Stdio(())
    }
    pub fn inherit() -> Stdio {
        Stdio(())
    }
}
