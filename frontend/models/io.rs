//! `std::io`, as far as programs print: each call of a printing macro or of a writer's method is one
//! visible operation, where nobody locks a stream (`io/lock.rs`).
//!
//! Left out: files and sockets, capacities of buffers. No stream is a terminal.
//! Standard input is at its end from the start. OS errors do not happen.

use crate::boxed::Box;
use crate::collections::VecDeque;
use crate::error;
use crate::fmt;
use crate::intrinsics;
use crate::string::String;
use crate::vec::{OwnList, Vec};

mod lock;

pub mod prelude {
    pub use super::{BufRead, Read, Seek, Write};
}

pub type Result<T> = crate::result::Result<T, Error>;

#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum ErrorKind {
    NotFound,
    PermissionDenied,
    ConnectionRefused,
    ConnectionReset,
    ConnectionAborted,
    NotConnected,
    AddrInUse,
    BrokenPipe,
    AlreadyExists,
    WouldBlock,
    InvalidInput,
    InvalidData,
    TimedOut,
    WriteZero,
    Interrupted,
    Unsupported,
    UnexpectedEof,
    OutOfMemory,
    HostUnreachable,
    NetworkUnreachable,
    AddrNotAvailable,
    NetworkDown,
    NotADirectory,
    IsADirectory,
    DirectoryNotEmpty,
    ReadOnlyFilesystem,
    StaleNetworkFileHandle,
    StorageFull,
    NotSeekable,
    QuotaExceeded,
    FileTooLarge,
    ResourceBusy,
    ExecutableFileBusy,
    Deadlock,
    TooManyLinks,
    ArgumentListTooLong,
    Other,
}
fn description(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "entity not found",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::ConnectionRefused => "connection refused",
        ErrorKind::ConnectionReset => "connection reset",
        ErrorKind::ConnectionAborted => "connection aborted",
        ErrorKind::NotConnected => "not connected",
        ErrorKind::AddrInUse => "address in use",
        ErrorKind::BrokenPipe => "broken pipe",
        ErrorKind::AlreadyExists => "entity already exists",
        ErrorKind::WouldBlock => "operation would block",
        ErrorKind::InvalidInput => "invalid input parameter",
        ErrorKind::InvalidData => "invalid data",
        ErrorKind::TimedOut => "timed out",
        ErrorKind::WriteZero => "write zero",
        ErrorKind::Interrupted => "operation interrupted",
        ErrorKind::Unsupported => "unsupported",
        ErrorKind::UnexpectedEof => "unexpected end of file",
        ErrorKind::OutOfMemory => "out of memory",
        ErrorKind::HostUnreachable => "host unreachable",
        ErrorKind::NetworkUnreachable => "network unreachable",
        ErrorKind::AddrNotAvailable => "address not available",
        ErrorKind::NetworkDown => "network down",
        ErrorKind::NotADirectory => "not a directory",
        ErrorKind::IsADirectory => "is a directory",
        ErrorKind::DirectoryNotEmpty => "directory not empty",
        ErrorKind::ReadOnlyFilesystem => "read-only filesystem or storage medium",
        ErrorKind::StaleNetworkFileHandle => "stale network file handle",
        ErrorKind::StorageFull => "no storage space",
        ErrorKind::NotSeekable => "seek on unseekable file",
        ErrorKind::QuotaExceeded => "quota exceeded",
        ErrorKind::FileTooLarge => "file too large",
        ErrorKind::ResourceBusy => "resource busy",
        ErrorKind::ExecutableFileBusy => "executable file busy",
        ErrorKind::Deadlock => "deadlock",
        ErrorKind::TooManyLinks => "too many links",
        ErrorKind::ArgumentListTooLong => "argument list too long",
        ErrorKind::Other => "other error",
    }
}
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(description(*self))
    }
}

pub struct Error {
    kind: ErrorKind,
    /// The system's number of the error, if it came from there.
    code: Option<i32>,
    inner: Option<Box<dyn error::Error + Send + Sync>>,
}
impl Error {
    pub fn new<E>(kind: ErrorKind, error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>,
    {
        Error { kind, code: None, inner: Some(error.into()) }
    }
    pub fn other<E>(error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>,
    {
        Error::new(ErrorKind::Other, error)
    }
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
    pub fn get_ref(&self) -> Option<&(dyn error::Error + Send + Sync + 'static)> {
        match &self.inner {
            Some(inner) => Some(&**inner),
            None => None,
        }
    }
    pub fn into_inner(self) -> Option<Box<dyn error::Error + Send + Sync>> {
        self.inner
    }
    pub fn get_mut(&mut self) -> Option<&mut (dyn error::Error + Send + Sync + 'static)> {
        match &mut self.inner {
            Some(inner) => Some(&mut **inner),
            None => None,
        }
    }
    pub fn downcast<E: error::Error + Send + Sync + 'static>(self) -> crate::result::Result<E, Error> {
        let (kind, code) = (self.kind, self.code);
        match self.inner {
            Some(inner) => match inner.downcast::<E>() {
                Ok(inner) => Ok(*inner),
                Err(inner) => Err(Error { kind, code, inner: Some(inner) }),
            },
            None => Err(self),
        }
    }
    /// As if the last call to the system had not failed.
    pub fn last_os_error() -> Error {
        Error::from_raw_os_error(0)
    }
    /// The kinds of the commonest numbers of Linux.
    pub fn from_raw_os_error(code: i32) -> Error {
        let kind = match code {
            1 | 13 => ErrorKind::PermissionDenied,
            2 => ErrorKind::NotFound,
            4 => ErrorKind::Interrupted,
            11 => ErrorKind::WouldBlock,
            12 => ErrorKind::OutOfMemory,
            17 => ErrorKind::AlreadyExists,
            22 => ErrorKind::InvalidInput,
            32 => ErrorKind::BrokenPipe,
            98 => ErrorKind::AddrInUse,
            99 => ErrorKind::AddrNotAvailable,
            103 => ErrorKind::ConnectionAborted,
            104 => ErrorKind::ConnectionReset,
            107 => ErrorKind::NotConnected,
            110 => ErrorKind::TimedOut,
            111 => ErrorKind::ConnectionRefused,
            _ => ErrorKind::Other,
        };
        Error { kind, code: Some(code), inner: None }
    }
    pub fn raw_os_error(&self) -> Option<i32> {
        self.code
    }
}
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inner {
            Some(inner) => f.debug_struct("Custom").field("kind", &self.kind).field("error", inner).finish(),
            None => f.debug_tuple("Kind").field(&self.kind).finish(),
        }
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inner {
            Some(inner) => fmt::Display::fmt(&**inner, f),
            None => f.write_str(description(self.kind)),
        }
    }
}
impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match &self.inner {
            Some(inner) => inner.source(),
            None => None,
        }
    }
}
impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error { kind, code: None, inner: None }
    }
}

fn print(stream: u64, text: &str) {
    lock::enter_stream(stream);
    unsafe { intrinsics::print(stream, text) };
    lock::leave_stream(stream);
}
fn print_arguments(stream: u64, args: fmt::Arguments<'_>) {
    match args.as_str() {
        Some(text) => print(stream, text),
        None => print_formatted(stream, args, ""),
    }
}
fn print_line(stream: u64, args: fmt::Arguments<'_>) {
    print_formatted(stream, args, "\n")
}
fn print_formatted(stream: u64, args: fmt::Arguments<'_>, end: &str) {
    let _held = lock::Held::new(stream);
    if lock::formatting_prints() {
        format_into(&mut Pieces { stream }, args, end)
    } else if unsafe { intrinsics::has_global_allocator() } {
        // Without asking the program's allocator.
        let mut text = OwnText { bytes: OwnList::new() };
        format_into(&mut text, args, end);
        print(stream, unsafe { crate::str::str_at(text.bytes.as_slice()) })
    } else {
        let mut text = fmt::format(args);
        text.push_str(end);
        print(stream, text.as_str())
    }
}
fn format_into(out: &mut dyn fmt::Write, args: fmt::Arguments<'_>, end: &str) {
    let written = out.write_fmt(args).and_then(|()| out.write_str(end));
    written.expect("a formatting trait implementation returned an error when the underlying stream did not")
}
struct OwnText {
    bytes: OwnList<u8>,
}
impl fmt::Write for OwnText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.bytes.push(byte));
        Ok(())
    }
}
/// Prints each piece as it comes.
struct Pieces {
    stream: u64,
}
impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        print(self.stream, text);
        Ok(())
    }
}
#[doc(hidden)]
pub fn _print(args: fmt::Arguments<'_>) {
    print_arguments(1, args)
}
#[doc(hidden)]
pub fn _println(args: fmt::Arguments<'_>) {
    print_line(1, args)
}
#[doc(hidden)]
pub fn _eprint(args: fmt::Arguments<'_>) {
    print_arguments(2, args)
}
#[doc(hidden)]
pub fn _eprintln(args: fmt::Arguments<'_>) {
    print_line(2, args)
}

pub trait Write {
    fn write(&mut self, buf: &[u8]) -> Result<usize>;
    fn flush(&mut self) -> Result<()>;
    /// As std's own default: only the first buffer that is not empty.
    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
        match bufs.iter().find(|buf| !buf.is_empty()) {
            Some(buf) => self.write(buf),
            None => self.write(&[]),
        }
    }
    fn write_all(&mut self, buf: &[u8]) -> Result<()> {
        let mut left = buf;
        while !left.is_empty() {
            let written = self.write(left)?;
            if written == 0 {
                return Err(Error::new(ErrorKind::WriteZero, "failed to write whole buffer"));
            }
            left = &left[written..];
        }
        Ok(())
    }
    /// Formats first, then writes all at once.
    fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
        let text = fmt::format(args);
        self.write_all(text.as_bytes())
    }
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
}
impl<W: Write + ?Sized> Write for &mut W {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        (**self).write(buf)
    }
    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}
impl<W: Write + ?Sized> Write for Box<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        (**self).write(buf)
    }
    fn flush(&mut self) -> Result<()> {
        (**self).flush()
    }
}
impl Write for &mut [u8] {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        let count = crate::cmp::min(buf.len(), self.len());
        let (taken, rest) = crate::mem::take(self).split_at_mut(count);
        taken.copy_from_slice(&buf[..count]);
        *self = rest;
        Ok(count)
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
impl Write for Vec<u8> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        crate::vec::append_copies(self, buf);
        Ok(buf.len())
    }
    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
        Ok(bufs.iter().map(|buf| self.write(buf).unwrap_or(0)).sum())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

pub trait Read {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize>;
    /// As std's own default: only the first buffer that is not empty.
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        match bufs.iter_mut().find(|buf| !buf.is_empty()) {
            Some(buf) => self.read(buf),
            None => self.read(&mut []),
        }
    }
    fn read_to_end(&mut self, buf: &mut Vec<u8>) -> Result<usize> {
        let mut chunk = [0u8; 64];
        let mut total = 0;
        loop {
            let count = self.read(&mut chunk)?;
            if count == 0 {
                return Ok(total);
            }
            buf.extend_from_slice(&chunk[..count]);
            total += count;
        }
    }
    fn read_to_string(&mut self, buf: &mut String) -> Result<usize> {
        let mut bytes = Vec::new();
        let count = self.read_to_end(&mut bytes)?;
        match crate::str::from_utf8(&bytes) {
            Ok(text) => {
                buf.push_str(text);
                Ok(count)
            }
            Err(_) => Err(Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8")),
        }
    }
    fn read_exact(&mut self, buf: &mut [u8]) -> Result<()> {
        let mut filled = 0;
        while filled < buf.len() {
            let count = self.read(&mut buf[filled..])?;
            if count == 0 {
                return Err(Error::new(ErrorKind::UnexpectedEof, "failed to fill whole buffer"));
            }
            filled += count;
        }
        Ok(())
    }
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
    fn bytes(self) -> Bytes<Self>
    where
        Self: Sized,
    {
        Bytes { reader: self }
    }
    fn chain<R: Read>(self, next: R) -> Chain<Self, R>
    where
        Self: Sized,
    {
        Chain { first: self, second: next, first_done: false }
    }
    fn take(self, limit: u64) -> Take<Self>
    where
        Self: Sized,
    {
        Take { reader: self, left: limit }
    }
}
impl<R: Read + ?Sized> Read for &mut R {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        (**self).read(buf)
    }
}
impl<R: Read + ?Sized> Read for Box<R> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        (**self).read(buf)
    }
}

#[derive(Debug)]
pub struct Bytes<R> {
    reader: R,
}
impl<R: Read> Iterator for Bytes<R> {
    type Item = Result<u8>;
    fn next(&mut self) -> Option<Result<u8>> {
        let mut byte = [0u8; 1];
        match self.reader.read(&mut byte) {
            Ok(0) => None,
            Ok(_) => Some(Ok(byte[0])),
            Err(error) => Some(Err(error)),
        }
    }
}
#[derive(Debug)]
pub struct Chain<T, U> {
    first: T,
    second: U,
    first_done: bool,
}
impl<T, U> Chain<T, U> {
    pub fn into_inner(self) -> (T, U) {
        (self.first, self.second)
    }
    pub fn get_ref(&self) -> (&T, &U) {
        (&self.first, &self.second)
    }
}
impl<T: Read, U: Read> Read for Chain<T, U> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        if !self.first_done {
            let count = self.first.read(buf)?;
            if count > 0 || buf.is_empty() {
                return Ok(count);
            }
            self.first_done = true;
        }
        self.second.read(buf)
    }
}
impl<T: BufRead, U: BufRead> BufRead for Chain<T, U> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if !self.first_done && self.first.fill_buf()?.is_empty() {
            self.first_done = true;
        }
        if self.first_done { self.second.fill_buf() } else { self.first.fill_buf() }
    }
    fn consume(&mut self, amt: usize) {
        if self.first_done { self.second.consume(amt) } else { self.first.consume(amt) }
    }
}
#[derive(Debug)]
pub struct Take<T> {
    reader: T,
    left: u64,
}
impl<T> Take<T> {
    pub fn limit(&self) -> u64 {
        self.left
    }
    pub fn set_limit(&mut self, limit: u64) {
        self.left = limit;
    }
    pub fn into_inner(self) -> T {
        self.reader
    }
    pub fn get_ref(&self) -> &T {
        &self.reader
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.reader
    }
}
impl<T: Read> Read for Take<T> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let most = crate::cmp::min(buf.len() as u64, self.left) as usize;
        let count = self.reader.read(&mut buf[..most])?;
        self.left -= count as u64;
        Ok(count)
    }
}
impl<T: BufRead> BufRead for Take<T> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.left == 0 {
            return Ok(&[]);
        }
        let available = self.reader.fill_buf()?;
        let most = crate::cmp::min(available.len() as u64, self.left) as usize;
        Ok(&available[..most])
    }
    fn consume(&mut self, amt: usize) {
        let amt = crate::cmp::min(amt as u64, self.left) as usize;
        self.left -= amt as u64;
        self.reader.consume(amt);
    }
}

pub fn copy<R: ?Sized + Read, W: ?Sized + Write>(reader: &mut R, writer: &mut W) -> Result<u64> {
    let mut chunk = [0u8; 64];
    let mut total = 0;
    loop {
        let count = reader.read(&mut chunk)?;
        if count == 0 {
            return Ok(total);
        }
        writer.write_all(&chunk[..count])?;
        total += count as u64;
    }
}
pub fn read_to_string<R: Read>(mut reader: R) -> Result<String> {
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    Ok(text)
}
impl Read for &[u8] {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let count = crate::cmp::min(buf.len(), self.len());
        let (taken, rest) = self.split_at(count);
        buf[..count].copy_from_slice(taken);
        *self = rest;
        Ok(count)
    }
}

pub trait BufRead: Read {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amt: usize);
    fn read_until(&mut self, byte: u8, buf: &mut Vec<u8>) -> Result<usize> {
        let mut total = 0;
        loop {
            let available = self.fill_buf()?;
            let found = available.iter().position(|b| *b == byte);
            let used = match found {
                Some(at) => at + 1,
                None => available.len(),
            };
            buf.extend_from_slice(&available[..used]);
            self.consume(used);
            total += used;
            if found.is_some() || used == 0 {
                return Ok(total);
            }
        }
    }
    fn skip_until(&mut self, byte: u8) -> Result<usize> {
        self.read_until(byte, &mut Vec::new())
    }
    fn read_line(&mut self, buf: &mut String) -> Result<usize> {
        let mut bytes = Vec::new();
        let count = self.read_until(b'\n', &mut bytes)?;
        match String::from_utf8(bytes) {
            Ok(text) => {
                buf.push_str(&text);
                Ok(count)
            }
            Err(_) => Err(Error::new(ErrorKind::InvalidData, "stream did not contain valid UTF-8")),
        }
    }
    fn lines(self) -> Lines<Self>
    where
        Self: Sized,
    {
        Lines { reader: self }
    }
    fn split(self, byte: u8) -> Split<Self>
    where
        Self: Sized,
    {
        Split { reader: self, byte }
    }
}
impl<B: BufRead + ?Sized> BufRead for &mut B {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        (**self).fill_buf()
    }
    fn consume(&mut self, amt: usize) {
        (**self).consume(amt)
    }
}
impl<B: BufRead + ?Sized> BufRead for Box<B> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        (**self).fill_buf()
    }
    fn consume(&mut self, amt: usize) {
        (**self).consume(amt)
    }
}
#[derive(Debug)]
pub struct Split<B> {
    reader: B,
    byte: u8,
}
impl<B: BufRead> Iterator for Split<B> {
    type Item = Result<Vec<u8>>;
    fn next(&mut self) -> Option<Result<Vec<u8>>> {
        let mut part = Vec::new();
        match self.reader.read_until(self.byte, &mut part) {
            Ok(0) => None,
            Ok(_) => {
                if part.last() == Some(&self.byte) {
                    part.pop();
                }
                Some(Ok(part))
            }
            Err(error) => Some(Err(error)),
        }
    }
}
impl BufRead for &[u8] {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        Ok(*self)
    }
    fn consume(&mut self, amt: usize) {
        *self = &self[amt..];
    }
}

#[derive(Debug)]
pub struct Lines<B> {
    reader: B,
}
impl<B: BufRead> Iterator for Lines<B> {
    type Item = Result<String>;
    fn next(&mut self) -> Option<Result<String>> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => {
                if line.ends_with('\n') {
                    line.pop();
                    if line.ends_with('\r') {
                        line.pop();
                    }
                }
                Some(Ok(line))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Writes bytes to a stream, of which programs only write text.
fn write_bytes(stream: u64, buf: &[u8]) -> Result<usize> {
    print(stream, unsafe { crate::str::str_at(buf) });
    Ok(buf.len())
}

macro_rules! output_stream {
    ($stream:literal $make:ident $Handle:ident $Lock:ident $name:literal) => {
        #[lang = "never_zero"]
        pub struct $Handle {
            lock: &'static (),
        }
        pub struct $Lock<'a> {
            lock: &'a (),
        }
        impl !Send for $Lock<'_> {}
        impl Drop for $Lock<'_> {
            fn drop(&mut self) {
                lock::unlock_stream($stream)
            }
        }
        pub fn $make() -> $Handle {
            $Handle { lock: &() }
        }
        impl $Handle {
            pub fn lock(&self) -> $Lock<'static> {
                lock::lock_stream($stream);
                $Lock { lock: self.lock }
            }
        }
        impl Write for $Handle {
            fn write(&mut self, buf: &[u8]) -> Result<usize> {
                write_bytes($stream, buf)
            }
            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
            fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
                let _held = lock::Held::new($stream);
                self.write_all(fmt::format(args).as_bytes())
            }
        }
        impl Write for &$Handle {
            fn write(&mut self, buf: &[u8]) -> Result<usize> {
                write_bytes($stream, buf)
            }
            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
            fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
                let _held = lock::Held::new($stream);
                self.write_all(fmt::format(args).as_bytes())
            }
        }
        impl Write for $Lock<'_> {
            fn write(&mut self, buf: &[u8]) -> Result<usize> {
                write_bytes($stream, buf)
            }
            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
        }
        impl fmt::Debug for $Handle {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    };
}
output_stream! { 1 stdout Stdout StdoutLock "Stdout" }
output_stream! { 2 stderr Stderr StderrLock "Stderr" }

#[lang = "never_zero"]
#[derive(Debug)]
pub struct Stdin {
    lock: &'static (),
}
#[derive(Debug)]
pub struct StdinLock<'a> {
    lock: &'a (),
}
pub fn stdin() -> Stdin {
    Stdin { lock: &() }
}
impl Stdin {
    pub fn lock(&self) -> StdinLock<'static> {
        StdinLock { lock: self.lock }
    }
    pub fn read_line(&self, _buf: &mut String) -> Result<usize> {
        Ok(0)
    }
    pub fn lines(self) -> Lines<StdinLock<'static>> {
        self.lock().lines()
    }
}
impl Read for Stdin {
    fn read(&mut self, _buf: &mut [u8]) -> Result<usize> {
        Ok(0)
    }
}
impl Read for StdinLock<'_> {
    fn read(&mut self, _buf: &mut [u8]) -> Result<usize> {
        Ok(0)
    }
}
impl BufRead for StdinLock<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        Ok(&[])
    }
    fn consume(&mut self, _amt: usize) {}
}
pub fn read_to_string<R: Read>(reader: R) -> Result<String> {
    let mut reader = reader;
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    Ok(text)
}

/// Collects what is written until it is flushed or dropped.
pub struct BufWriter<W: Write> {
    buffer: Vec<u8>,
    inner: W,
}
impl<W: Write> BufWriter<W> {
    pub fn new(inner: W) -> BufWriter<W> {
        BufWriter { buffer: Vec::new(), inner }
    }
    pub fn with_capacity(capacity: usize, inner: W) -> BufWriter<W> {
        BufWriter { buffer: Vec::with_capacity(capacity), inner }
    }
    pub fn get_ref(&self) -> &W {
        &self.inner
    }
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.inner
    }
    pub fn buffer(&self) -> &[u8] {
        &self.buffer
    }
    pub fn into_inner(mut self) -> crate::result::Result<W, IntoInnerError<BufWriter<W>>> {
        match self.flush_buffer() {
            Err(error) => Err(IntoInnerError { writer: self, error }),
            Ok(()) => Ok(self.into_parts().0),
        }
    }
    /// Nothing that std calls a panicking writer is noticed here.
    pub fn into_parts(self) -> (W, crate::result::Result<Vec<u8>, WriterPanicked>) {
        let this = crate::mem::ManuallyDrop::new(self);
        unsafe { (crate::ptr::read(&this.inner), Ok(crate::ptr::read(&this.buffer))) }
    }
    /// What the writer takes before an error has left the buffer.
    fn flush_buffer(&mut self) -> Result<()> {
        let mut written = 0;
        let mut outcome = Ok(());
        while written < self.buffer.len() && outcome.is_ok() {
            match self.inner.write(&self.buffer[written..]) {
                Ok(0) => outcome = Err(Error::new(ErrorKind::WriteZero, "failed to write the buffered data")),
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => outcome = Err(error),
            }
        }
        self.buffer.drain(..written);
        outcome
    }
}
/// What was buffered when the writer panicked: nobody is told so here.
pub struct WriterPanicked {
    bytes: Vec<u8>,
}
impl WriterPanicked {
    pub fn into_inner(self) -> Vec<u8> {
        self.bytes
    }
}
impl crate::error::Error for WriterPanicked {}
impl fmt::Display for WriterPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BufWriter inner writer panicked, what data remains unwritten is not known")
    }
}
impl fmt::Debug for WriterPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriterPanicked").field("buffer", &self.bytes).finish()
    }
}
#[derive(Debug)]
pub struct IntoInnerError<W> {
    writer: W,
    error: Error,
}
impl<W> IntoInnerError<W> {
    pub fn error(&self) -> &Error {
        &self.error
    }
    pub fn into_inner(self) -> W {
        self.writer
    }
    pub fn into_error(self) -> Error {
        self.error
    }
    pub fn into_parts(self) -> (Error, W) {
        (self.error, self.writer)
    }
}
impl<W> From<IntoInnerError<W>> for Error {
    fn from(error: IntoInnerError<W>) -> Error {
        error.error
    }
}
impl<W> fmt::Display for IntoInnerError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}
impl<W: Write + fmt::Debug> fmt::Debug for BufWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BufWriter").field("writer", &self.inner).finish_non_exhaustive()
    }
}

/// Passes lines on when they are complete.
pub struct LineWriter<W: Write> {
    lines: BufWriter<W>,
}
impl<W: Write> LineWriter<W> {
    pub fn new(inner: W) -> LineWriter<W> {
        LineWriter { lines: BufWriter::new(inner) }
    }
    pub fn with_capacity(capacity: usize, inner: W) -> LineWriter<W> {
        LineWriter { lines: BufWriter::with_capacity(capacity, inner) }
    }
    pub fn get_ref(&self) -> &W {
        self.lines.get_ref()
    }
    pub fn get_mut(&mut self) -> &mut W {
        self.lines.get_mut()
    }
    pub fn into_inner(self) -> crate::result::Result<W, IntoInnerError<LineWriter<W>>> {
        self.lines
            .into_inner()
            .map_err(|error| IntoInnerError { writer: LineWriter { lines: error.writer }, error: error.error })
    }
}
impl<W: Write + fmt::Debug> fmt::Debug for LineWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineWriter").field("writer", self.get_ref()).finish_non_exhaustive()
    }
}
impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        let written = self.lines.write(buf)?;
        if buf.contains(&b'\n') {
            self.lines.flush_buffer()?;
        }
        Ok(written)
    }
    fn flush(&mut self) -> Result<()> {
        self.lines.flush()
    }
}
impl<W: Write> Write for BufWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        crate::vec::append_copies(&mut self.buffer, buf);
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        self.flush_buffer()?;
        self.inner.flush()
    }
}
impl<W: Write> Drop for BufWriter<W> {
    fn drop(&mut self) {
        let _ = self.flush_buffer();
    }
}

/// Reads in chunks.
pub struct BufReader<R> {
    buffer: Vec<u8>,
    used: usize,
    inner: R,
}
impl<R: Read> BufReader<R> {
    pub fn new(inner: R) -> BufReader<R> {
        BufReader { buffer: Vec::new(), used: 0, inner }
    }
    pub fn with_capacity(_capacity: usize, inner: R) -> BufReader<R> {
        BufReader::new(inner)
    }
}
impl<R: fmt::Debug> fmt::Debug for BufReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BufReader").field("reader", &self.inner).finish_non_exhaustive()
    }
}
impl<R> BufReader<R> {
    pub fn get_ref(&self) -> &R {
        &self.inner
    }
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }
    pub fn into_inner(self) -> R {
        self.inner
    }
    pub fn buffer(&self) -> &[u8] {
        &self.buffer[self.used..]
    }
}
impl<R: Read> Read for BufReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buf)?;
        self.consume(count);
        Ok(count)
    }
}
impl<R: Read> BufRead for BufReader<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.used == self.buffer.len() {
            self.buffer.resize(256, 0);
            let count = self.inner.read(&mut self.buffer)?;
            self.buffer.truncate(count);
            self.used = 0;
        }
        Ok(&self.buffer[self.used..])
    }
    fn consume(&mut self, amt: usize) {
        self.used += amt;
    }
}

/// Reads and writes bytes in memory from a position on.
#[derive(Default, Clone, PartialEq, Eq)]
pub struct Cursor<T> {
    cursor_inner: T,
    cursor_position: u64,
}
impl<T> Cursor<T> {
    pub const fn new(inner: T) -> Cursor<T> {
        Cursor { cursor_inner: inner, cursor_position: 0 }
    }
    pub fn into_inner(self) -> T {
        self.cursor_inner
    }
    pub const fn get_ref(&self) -> &T {
        &self.cursor_inner
    }
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.cursor_inner
    }
    pub const fn position(&self) -> u64 {
        self.cursor_position
    }
    pub const fn set_position(&mut self, pos: u64) {
        self.cursor_position = pos;
    }
}
impl<T: AsRef<[u8]>> Read for Cursor<T> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buf)?;
        self.consume(count);
        Ok(count)
    }
}
impl<T: AsRef<[u8]>> BufRead for Cursor<T> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        let bytes = self.cursor_inner.as_ref();
        let at = (self.cursor_position as usize).min(bytes.len());
        Ok(&bytes[at..])
    }
    fn consume(&mut self, amt: usize) {
        self.cursor_position += amt as u64;
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekFrom {
    Start(u64),
    End(i64),
    Current(i64),
}
pub trait Seek {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64>;
    fn rewind(&mut self) -> Result<()> {
        self.seek(SeekFrom::Start(0))?;
        Ok(())
    }
    fn stream_position(&mut self) -> Result<u64> {
        self.seek(SeekFrom::Current(0))
    }
    fn seek_relative(&mut self, offset: i64) -> Result<()> {
        self.seek(SeekFrom::Current(offset))?;
        Ok(())
    }
}
impl<S: Seek + ?Sized> Seek for &mut S {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        (**self).seek(pos)
    }
}
impl<S: Seek + ?Sized> Seek for Box<S> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        (**self).seek(pos)
    }
}
/// Where a position in a stream of this length moves to.
fn sought(pos: SeekFrom, now: u64, len: u64) -> Result<u64> {
    let (base, offset) = match pos {
        SeekFrom::Start(at) => return Ok(at),
        SeekFrom::End(offset) => (len, offset),
        SeekFrom::Current(offset) => (now, offset),
    };
    match base.checked_add_signed(offset) {
        Some(at) => Ok(at),
        None => Err(Error::new(
            ErrorKind::InvalidInput,
            "invalid seek to a negative or overflowing position",
        )),
    }
}
impl<T: AsRef<[u8]>> Seek for Cursor<T> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        let len = self.cursor_inner.as_ref().len() as u64;
        self.cursor_position = sought(pos, self.cursor_position, len)?;
        Ok(self.cursor_position)
    }
}
impl<R: Seek> BufReader<R> {
    pub fn seek_relative(&mut self, offset: i64) -> Result<()> {
        Seek::seek_relative(self, offset)
    }
}
impl<R: Seek> Seek for BufReader<R> {
    /// What is buffered has been read from the inner reader already.
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        let ahead = self.buffer().len() as i64;
        self.used = self.buffer.len();
        match pos {
            SeekFrom::Current(offset) => self.inner.seek(SeekFrom::Current(offset - ahead)),
            _ => self.inner.seek(pos),
        }
    }
}
impl<W: Write + Seek> Seek for BufWriter<W> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        self.flush()?;
        self.inner.seek(pos)
    }
}

/// A buffer of a vectored write.
#[derive(Clone, Copy)]
pub struct IoSlice<'a> {
    io_slice: &'a [u8],
}
impl<'a> IoSlice<'a> {
    pub const fn new(buf: &'a [u8]) -> IoSlice<'a> {
        IoSlice { io_slice: buf }
    }
    pub fn advance(&mut self, n: usize) {
        self.io_slice = &self.io_slice[n..];
    }
    pub fn advance_slices(bufs: &mut &mut [IoSlice<'a>], n: usize) {
        let mut left = n;
        let mut whole = 0;
        for buf in bufs.iter() {
            if buf.len() > left {
                break;
            }
            left -= buf.len();
            whole += 1;
        }
        *bufs = &mut crate::mem::take(bufs)[whole..];
        if let Some(first) = bufs.first_mut() {
            first.advance(left);
        } else {
            assert!(left == 0, "advancing io slices beyond their length");
        }
    }
}
impl crate::ops::Deref for IoSlice<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.io_slice
    }
}
impl fmt::Debug for IoSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.io_slice, f)
    }
}
/// A buffer of a vectored read.
pub struct IoSliceMut<'a> {
    io_slice: &'a mut [u8],
}
impl<'a> IoSliceMut<'a> {
    pub fn new(buf: &'a mut [u8]) -> IoSliceMut<'a> {
        IoSliceMut { io_slice: buf }
    }
    pub fn advance(&mut self, n: usize) {
        self.io_slice = &mut crate::mem::take(&mut self.io_slice)[n..];
    }
}
impl crate::ops::Deref for IoSliceMut<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.io_slice
    }
}
impl crate::ops::DerefMut for IoSliceMut<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.io_slice
    }
}
impl fmt::Debug for IoSliceMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.io_slice, f)
    }
}

/// Whether a stream is a terminal: here none is.
pub trait IsTerminal {
    fn is_terminal(&self) -> bool;
}
macro_rules! no_terminal {
    ($($Stream:ty)*) => {
        $(
            impl IsTerminal for $Stream {
                fn is_terminal(&self) -> bool {
                    false
                }
            }
        )*
    };
}
no_terminal! { Stdin StdinLock<'_> Stdout StdoutLock<'_> Stderr StderrLock<'_> }

/// Puts bytes at a position, over what is there, zeros before.
fn write_at(bytes: &mut Vec<u8>, at: usize, buf: &[u8]) {
    if bytes.len() < at + buf.len() {
        bytes.resize(at + buf.len(), 0);
    }
    bytes[at..at + buf.len()].copy_from_slice(buf);
}
impl Write for Cursor<Vec<u8>> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        write_at(&mut self.cursor_inner, self.cursor_position as usize, buf);
        self.cursor_position += buf.len() as u64;
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
/// Puts as many bytes at a position as there is room for.
fn write_within(bytes: &mut [u8], position: &mut u64, buf: &[u8]) -> Result<usize> {
    let at = crate::cmp::min(*position, bytes.len() as u64) as usize;
    let count = crate::cmp::min(bytes.len() - at, buf.len());
    bytes[at..at + count].copy_from_slice(&buf[..count]);
    *position += count as u64;
    Ok(count)
}
impl Write for Cursor<&mut [u8]> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        write_within(self.cursor_inner, &mut self.cursor_position, buf)
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
impl<const N: usize> Write for Cursor<[u8; N]> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        write_within(&mut self.cursor_inner, &mut self.cursor_position, buf)
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
impl Write for Cursor<Box<[u8]>> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        write_within(&mut self.cursor_inner, &mut self.cursor_position, buf)
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
impl Read for VecDeque<u8> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let count = crate::cmp::min(self.len(), buf.len());
        for (place, byte) in buf.iter_mut().zip(self.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }
}
impl BufRead for VecDeque<u8> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        Ok(self.as_slices().0)
    }
    fn consume(&mut self, amount: usize) {
        self.drain(..amount);
    }
}
impl Write for VecDeque<u8> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        self.extend(buf);
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
impl From<crate::collections::TryReserveError> for Error {
    fn from(_: crate::collections::TryReserveError) -> Error {
        Error::from(ErrorKind::OutOfMemory)
    }
}
impl Write for Cursor<&mut Vec<u8>> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        write_at(self.cursor_inner, self.cursor_position as usize, buf);
        self.cursor_position += buf.len() as u64;
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Swallows what is written.
#[derive(Debug, Default, Clone, Copy)]
pub struct Sink;
pub const fn sink() -> Sink {
    Sink
}
impl Write for Sink {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Has nothing to read, swallows what is written.
#[derive(Debug, Default, Clone, Copy)]
pub struct Empty;
pub const fn empty() -> Empty {
    Empty
}
impl Read for Empty {
    fn read(&mut self, _buf: &mut [u8]) -> Result<usize> {
        Ok(0)
    }
}
impl Write for Empty {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        Ok(buf.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// One byte again and again.
#[derive(Debug, Clone, Copy)]
pub struct Repeat {
    byte: u8,
}
pub const fn repeat(byte: u8) -> Repeat {
    Repeat { byte }
}
impl Read for Repeat {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        buf.fill(self.byte);
        Ok(buf.len())
    }
}
impl<T: fmt::Debug> fmt::Debug for Cursor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").field("inner", &self.cursor_inner).field("pos", &self.cursor_position).finish()
    }
}
