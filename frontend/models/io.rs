//! `std::io`, as far as programs print: each call of a printing macro or of a writer's method is one
//! visible operation, where nobody locks a stream (`io/lock.rs`).
//!
//! Left out: files and sockets, how many bytes a reader is asked for at once. No stream is a terminal.
//! Standard input is at its end from the start. OS errors are only made by programs (`io/os_error.rs`).

use crate::boxed::Box;
use crate::collections::VecDeque;
use crate::error;
use crate::fmt;
use crate::intrinsics;
use crate::string::String;
use crate::vec::{OwnList, Vec};

mod lock;
mod os_error;

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
    HostUnreachable,
    NetworkUnreachable,
    ConnectionAborted,
    NotConnected,
    AddrInUse,
    AddrNotAvailable,
    NetworkDown,
    BrokenPipe,
    AlreadyExists,
    WouldBlock,
    NotADirectory,
    IsADirectory,
    DirectoryNotEmpty,
    ReadOnlyFilesystem,
    FilesystemLoop,
    StaleNetworkFileHandle,
    InvalidInput,
    InvalidData,
    TimedOut,
    WriteZero,
    StorageFull,
    NotSeekable,
    QuotaExceeded,
    FileTooLarge,
    ResourceBusy,
    ExecutableFileBusy,
    Deadlock,
    CrossesDevices,
    TooManyLinks,
    InvalidFilename,
    ArgumentListTooLong,
    Interrupted,
    Unsupported,
    UnexpectedEof,
    OutOfMemory,
    InProgress,
    Other,
    Uncategorized,
}
fn description(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "entity not found",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::ConnectionRefused => "connection refused",
        ErrorKind::ConnectionReset => "connection reset",
        ErrorKind::HostUnreachable => "host unreachable",
        ErrorKind::NetworkUnreachable => "network unreachable",
        ErrorKind::ConnectionAborted => "connection aborted",
        ErrorKind::NotConnected => "not connected",
        ErrorKind::AddrInUse => "address in use",
        ErrorKind::AddrNotAvailable => "address not available",
        ErrorKind::NetworkDown => "network down",
        ErrorKind::BrokenPipe => "broken pipe",
        ErrorKind::AlreadyExists => "entity already exists",
        ErrorKind::WouldBlock => "operation would block",
        ErrorKind::NotADirectory => "not a directory",
        ErrorKind::IsADirectory => "is a directory",
        ErrorKind::DirectoryNotEmpty => "directory not empty",
        ErrorKind::ReadOnlyFilesystem => "read-only filesystem or storage medium",
        ErrorKind::FilesystemLoop => "filesystem loop or indirection limit (e.g. symlink loop)",
        ErrorKind::StaleNetworkFileHandle => "stale network file handle",
        ErrorKind::InvalidInput => "invalid input parameter",
        ErrorKind::InvalidData => "invalid data",
        ErrorKind::TimedOut => "timed out",
        ErrorKind::WriteZero => "write zero",
        ErrorKind::StorageFull => "no storage space",
        ErrorKind::NotSeekable => "seek on unseekable file",
        ErrorKind::QuotaExceeded => "quota exceeded",
        ErrorKind::FileTooLarge => "file too large",
        ErrorKind::ResourceBusy => "resource busy",
        ErrorKind::ExecutableFileBusy => "executable file busy",
        ErrorKind::Deadlock => "deadlock",
        ErrorKind::CrossesDevices => "cross-device link or rename",
        ErrorKind::TooManyLinks => "too many links",
        ErrorKind::InvalidFilename => "invalid filename",
        ErrorKind::ArgumentListTooLong => "argument list too long",
        ErrorKind::Interrupted => "operation interrupted",
        ErrorKind::Unsupported => "unsupported",
        ErrorKind::UnexpectedEof => "unexpected end of file",
        ErrorKind::OutOfMemory => "out of memory",
        ErrorKind::InProgress => "in progress",
        ErrorKind::Other => "other error",
        ErrorKind::Uncategorized => "uncategorized error",
    }
}
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(description(*self))
    }
}

pub struct Error {
    repr: Repr,
}
enum Repr {
    /// The system's number of the error.
    Os(i32),
    Simple(ErrorKind),
    /// What std itself has to say.
    Message(ErrorKind, &'static str),
    Custom(ErrorKind, Box<dyn error::Error + Send + Sync>),
}
impl Error {
    pub fn new<E>(kind: ErrorKind, error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>,
    {
        Error { repr: Repr::Custom(kind, error.into()) }
    }
    pub fn other<E>(error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>,
    {
        Error::new(ErrorKind::Other, error)
    }
    pub(crate) const fn of_std(kind: ErrorKind, message: &'static str) -> Error {
        Error { repr: Repr::Message(kind, message) }
    }
    pub fn kind(&self) -> ErrorKind {
        match &self.repr {
            Repr::Os(code) => os_error::kind(*code),
            Repr::Simple(kind) | Repr::Message(kind, _) | Repr::Custom(kind, _) => *kind,
        }
    }
    fn is_interrupted(&self) -> bool {
        matches!(self.kind(), ErrorKind::Interrupted)
    }
    pub fn get_ref(&self) -> Option<&(dyn error::Error + Send + Sync + 'static)> {
        match &self.repr {
            Repr::Custom(_, inner) => Some(&**inner),
            _ => None,
        }
    }
    pub fn into_inner(self) -> Option<Box<dyn error::Error + Send + Sync>> {
        match self.repr {
            Repr::Custom(_, inner) => Some(inner),
            _ => None,
        }
    }
    pub fn get_mut(&mut self) -> Option<&mut (dyn error::Error + Send + Sync + 'static)> {
        match &mut self.repr {
            Repr::Custom(_, inner) => Some(&mut **inner),
            _ => None,
        }
    }
    pub fn downcast<E: error::Error + Send + Sync + 'static>(self) -> crate::result::Result<E, Error> {
        match self.repr {
            Repr::Custom(kind, inner) => match inner.downcast::<E>() {
                Ok(inner) => Ok(*inner),
                Err(inner) => Err(Error { repr: Repr::Custom(kind, inner) }),
            },
            repr => Err(Error { repr }),
        }
    }
    /// As if the last call to the system had not failed.
    pub fn last_os_error() -> Error {
        Error::from_raw_os_error(0)
    }
    pub fn from_raw_os_error(code: i32) -> Error {
        Error { repr: Repr::Os(code) }
    }
    pub fn raw_os_error(&self) -> Option<i32> {
        match &self.repr {
            Repr::Os(code) => Some(*code),
            _ => None,
        }
    }
}
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Os(code) => {
                let (kind, message) = (os_error::kind(*code), os_error::text(*code));
                f.debug_struct("Os").field("code", code).field("kind", &kind).field("message", &message).finish()
            }
            Repr::Simple(kind) => f.debug_tuple("Kind").field(kind).finish(),
            Repr::Message(kind, message) => {
                f.debug_struct("Error").field("kind", kind).field("message", message).finish()
            }
            Repr::Custom(kind, error) => f.debug_struct("Custom").field("kind", kind).field("error", error).finish(),
        }
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Os(code) => write!(f, "{} (os error {code})", os_error::text(*code)),
            Repr::Simple(kind) => f.write_str(description(*kind)),
            Repr::Message(_, message) => fmt::Display::fmt(message, f),
            Repr::Custom(_, inner) => fmt::Display::fmt(&**inner, f),
        }
    }
}
impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match &self.repr {
            Repr::Custom(_, inner) => inner.source(),
            _ => None,
        }
    }
}
impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error { repr: Repr::Simple(kind) }
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
    fn joins_pieces(&self) -> bool {
        true
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
            match self.write(left) {
                Ok(0) => return Err(Error::of_std(ErrorKind::WriteZero, "failed to write whole buffer")),
                Ok(written) => left = &left[written..],
                Err(error) if error.is_interrupted() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
    /// Writes each piece as it comes.
    fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
        match args.as_str() {
            Some(text) => self.write_all(text.as_bytes()),
            None => write_pieces(self, args),
        }
    }
    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }
}
/// Writes one buffer after the other, until one is not taken whole.
fn write_each<W: Write>(writer: &mut W, bufs: &[IoSlice<'_>]) -> Result<usize> {
    let mut total = 0;
    for buf in bufs {
        let count = writer.write(buf)?;
        total += count;
        if count < buf.len() {
            break;
        }
    }
    Ok(total)
}
/// Passes text on to a writer of bytes, and keeps its first error.
struct TextAdapter<'a, W: ?Sized> {
    writer: &'a mut W,
    outcome: Result<()>,
}
impl<W: Write + ?Sized> fmt::Write for TextAdapter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.writer.write_all(text.as_bytes()) {
            Ok(()) => Ok(()),
            Err(error) => {
                self.outcome = Err(error);
                Err(fmt::Error)
            }
        }
    }
}
fn write_pieces<W: Write + ?Sized>(writer: &mut W, args: fmt::Arguments<'_>) -> Result<()> {
    let mut adapter = TextAdapter { writer, outcome: Ok(()) };
    let formatted = fmt::write(&mut adapter, args);
    if formatted.is_err() && adapter.outcome.is_ok() {
        panic!("a formatting trait implementation returned an error when the underlying stream did not");
    }
    if formatted.is_err() { adapter.outcome } else { Ok(()) }
}
macro_rules! forward_write {
    ($($Pointer:ty)*) => {
        $(
            impl<W: Write + ?Sized> Write for $Pointer {
                fn write(&mut self, buf: &[u8]) -> Result<usize> {
                    (**self).write(buf)
                }
                fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
                    (**self).write_vectored(bufs)
                }
                fn flush(&mut self) -> Result<()> {
                    (**self).flush()
                }
                fn write_all(&mut self, buf: &[u8]) -> Result<()> {
                    (**self).write_all(buf)
                }
                fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
                    (**self).write_fmt(args)
                }
            }
        )*
    };
}
forward_write! { &mut W Box<W> }
impl Write for &mut [u8] {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        let count = crate::cmp::min(buf.len(), self.len());
        let (taken, rest) = crate::mem::take(self).split_at_mut(count);
        taken.copy_from_slice(&buf[..count]);
        *self = rest;
        Ok(count)
    }
    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
        write_each(self, bufs)
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
        write_each(self, bufs)
    }
    fn write_all(&mut self, buf: &[u8]) -> Result<()> {
        crate::vec::append_copies(self, buf);
        Ok(())
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
    /// How many bytes `bytes` will give, as far as a reader of std knows.
    #[doc(hidden)]
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }
    fn read_to_end(&mut self, buf: &mut Vec<u8>) -> Result<usize> {
        let mut chunk = [0u8; 64];
        let mut total = 0;
        loop {
            let count = read_retrying(self, &mut chunk)?;
            if count == 0 {
                return Ok(total);
            }
            buf.extend_from_slice(&chunk[..count]);
            total += count;
        }
    }
    fn read_to_string(&mut self, buf: &mut String) -> Result<usize> {
        append_text(buf, |bytes| self.read_to_end(bytes))
    }
    fn read_exact(&mut self, buf: &mut [u8]) -> Result<()> {
        let mut filled = 0;
        while filled < buf.len() {
            let count = read_retrying(self, &mut buf[filled..])?;
            if count == 0 {
                return Err(Error::of_std(ErrorKind::UnexpectedEof, "failed to fill whole buffer"));
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
        Bytes { inner: self }
    }
    fn chain<R: Read>(self, next: R) -> Chain<Self, R>
    where
        Self: Sized,
    {
        Chain { first: self, second: next, done_first: false }
    }
    fn take(self, limit: u64) -> Take<Self>
    where
        Self: Sized,
    {
        Take { inner: self, len: limit, limit }
    }
}
/// Reads into one buffer after the other, until one is not filled.
fn read_each<R: Read>(reader: &mut R, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
    let mut total = 0;
    for buf in bufs {
        let count = reader.read(buf)?;
        total += count;
        if count < buf.len() {
            break;
        }
    }
    Ok(total)
}
/// Reads until it is not interrupted.
fn read_retrying<R: Read + ?Sized>(reader: &mut R, buf: &mut [u8]) -> Result<usize> {
    loop {
        match reader.read(buf) {
            Err(error) if error.is_interrupted() => {}
            outcome => return outcome,
        }
    }
}
/// Appends what is read if it is text, be there an error behind it or not.
fn append_text(buf: &mut String, read: impl FnOnce(&mut Vec<u8>) -> Result<usize>) -> Result<usize> {
    let mut bytes = Vec::new();
    let outcome = read(&mut bytes);
    match crate::str::from_utf8(&bytes) {
        Ok(text) => {
            buf.push_str(text);
            outcome
        }
        Err(_) => {
            outcome?;
            Err(Error::of_std(ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
        }
    }
}
macro_rules! forward_read {
    ($($Pointer:ty)*) => {
        $(
            impl<R: Read + ?Sized> Read for $Pointer {
                fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
                    (**self).read(buf)
                }
                fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
                    (**self).read_vectored(bufs)
                }
                fn bytes_hint(&self) -> (usize, Option<usize>) {
                    (**self).bytes_hint()
                }
                fn read_to_end(&mut self, buf: &mut Vec<u8>) -> Result<usize> {
                    (**self).read_to_end(buf)
                }
                fn read_to_string(&mut self, buf: &mut String) -> Result<usize> {
                    (**self).read_to_string(buf)
                }
                fn read_exact(&mut self, buf: &mut [u8]) -> Result<()> {
                    (**self).read_exact(buf)
                }
            }
        )*
    };
}
forward_read! { &mut R Box<R> }

#[derive(Debug)]
pub struct Bytes<R> {
    inner: R,
}
impl<R: Read> Iterator for Bytes<R> {
    type Item = Result<u8>;
    fn next(&mut self) -> Option<Result<u8>> {
        let mut byte = [0u8; 1];
        match read_retrying(&mut self.inner, &mut byte) {
            Ok(0) => None,
            Ok(_) => Some(Ok(byte[0])),
            Err(error) => Some(Err(error)),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.bytes_hint()
    }
}
#[derive(Debug)]
pub struct Chain<T, U> {
    first: T,
    second: U,
    done_first: bool,
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
        if !self.done_first {
            let count = self.first.read(buf)?;
            if count > 0 || buf.is_empty() {
                return Ok(count);
            }
            self.done_first = true;
        }
        self.second.read(buf)
    }
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        if !self.done_first {
            let count = self.first.read_vectored(bufs)?;
            if count > 0 || bufs.iter().all(|buf| buf.is_empty()) {
                return Ok(count);
            }
            self.done_first = true;
        }
        self.second.read_vectored(bufs)
    }
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        let (first, second) = (self.first.bytes_hint(), self.second.bytes_hint());
        let upper = match (first.1, second.1) {
            (Some(first), Some(second)) => first.checked_add(second),
            _ => None,
        };
        (first.0 + second.0, upper)
    }
}
impl<T: BufRead, U: BufRead> BufRead for Chain<T, U> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if !self.done_first {
            match self.first.fill_buf()? {
                available if available.is_empty() => self.done_first = true,
                available => return Ok(available),
            }
        }
        self.second.fill_buf()
    }
    fn consume(&mut self, amt: usize) {
        if self.done_first { self.second.consume(amt) } else { self.first.consume(amt) }
    }
}
#[derive(Debug)]
pub struct Take<T> {
    inner: T,
    /// What the limit was at first.
    len: u64,
    limit: u64,
}
impl<T> Take<T> {
    pub fn limit(&self) -> u64 {
        self.limit
    }
    pub fn set_limit(&mut self, limit: u64) {
        self.len = limit;
        self.limit = limit;
    }
    pub fn into_inner(self) -> T {
        self.inner
    }
    pub fn get_ref(&self) -> &T {
        &self.inner
    }
    pub fn get_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}
impl<T: Read> Read for Take<T> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        if self.limit == 0 {
            return Ok(0);
        }
        let most = crate::cmp::min(buf.len() as u64, self.limit) as usize;
        let count = self.inner.read(&mut buf[..most])?;
        self.limit -= count as u64;
        Ok(count)
    }
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        let limit = self.limit as usize;
        let (lower, upper) = self.inner.bytes_hint();
        (crate::cmp::min(lower, limit), Some(upper.map_or(limit, |upper| crate::cmp::min(upper, limit))))
    }
}
/// From where it was made on, and no further than its limit.
impl<T: Seek> Seek for Take<T> {
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        let position = self.len - self.limit;
        let new = match pos {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => position.checked_add_signed(by),
            SeekFrom::End(by) => self.len.checked_add_signed(by),
        };
        let new = match new {
            Some(new) if new <= self.len => new,
            _ => return Err(ErrorKind::InvalidInput.into()),
        };
        if new != position {
            self.inner.seek_relative(new.wrapping_sub(position) as i64)?;
            self.limit = self.len - new;
        }
        Ok(new)
    }
    fn stream_position(&mut self) -> Result<u64> {
        Ok(self.len - self.limit)
    }
}
impl<T: BufRead> BufRead for Take<T> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.limit == 0 {
            return Ok(&[]);
        }
        let available = self.inner.fill_buf()?;
        let most = crate::cmp::min(available.len() as u64, self.limit) as usize;
        Ok(&available[..most])
    }
    fn consume(&mut self, amt: usize) {
        let amt = crate::cmp::min(amt as u64, self.limit) as usize;
        self.limit -= amt as u64;
        self.inner.consume(amt);
    }
}

pub fn copy<R: ?Sized + Read, W: ?Sized + Write>(reader: &mut R, writer: &mut W) -> Result<u64> {
    let mut chunk = [0u8; 64];
    let mut total = 0;
    loop {
        let count = read_retrying(reader, &mut chunk)?;
        if count == 0 {
            return Ok(total);
        }
        writer.write_all(&chunk[..count])?;
        total += count as u64;
    }
}
impl Read for &[u8] {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        let count = crate::cmp::min(buf.len(), self.len());
        let (taken, rest) = self.split_at(count);
        buf[..count].copy_from_slice(taken);
        *self = rest;
        Ok(count)
    }
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        read_each(self, bufs)
    }
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

pub trait BufRead: Read {
    fn fill_buf(&mut self) -> Result<&[u8]>;
    fn consume(&mut self, amt: usize);
    fn read_until(&mut self, byte: u8, buf: &mut Vec<u8>) -> Result<usize> {
        use_until(self, byte, |bytes| buf.extend_from_slice(bytes))
    }
    fn skip_until(&mut self, byte: u8) -> Result<usize> {
        use_until(self, byte, |_| ())
    }
    fn read_line(&mut self, buf: &mut String) -> Result<usize> {
        append_text(buf, |bytes| use_until(self, b'\n', |line| bytes.extend_from_slice(line)))
    }
    fn lines(self) -> Lines<Self>
    where
        Self: Sized,
    {
        Lines { buf: self }
    }
    fn split(self, byte: u8) -> Split<Self>
    where
        Self: Sized,
    {
        Split { buf: self, delim: byte }
    }
}
fn use_until<B: BufRead + ?Sized>(reader: &mut B, byte: u8, mut take: impl FnMut(&[u8])) -> Result<usize> {
    let mut total = 0;
    loop {
        let available = match reader.fill_buf() {
            Ok(available) => available,
            Err(error) if error.is_interrupted() => continue,
            Err(error) => return Err(error),
        };
        let found = available.iter().position(|b| *b == byte);
        let used = match found {
            Some(at) => at + 1,
            None => available.len(),
        };
        take(&available[..used]);
        reader.consume(used);
        total += used;
        if found.is_some() || used == 0 {
            return Ok(total);
        }
    }
}
macro_rules! forward_buf_read {
    ($($Pointer:ty)*) => {
        $(
            impl<B: BufRead + ?Sized> BufRead for $Pointer {
                fn fill_buf(&mut self) -> Result<&[u8]> {
                    (**self).fill_buf()
                }
                fn consume(&mut self, amt: usize) {
                    (**self).consume(amt)
                }
                fn read_until(&mut self, byte: u8, buf: &mut Vec<u8>) -> Result<usize> {
                    (**self).read_until(byte, buf)
                }
                fn skip_until(&mut self, byte: u8) -> Result<usize> {
                    (**self).skip_until(byte)
                }
                fn read_line(&mut self, buf: &mut String) -> Result<usize> {
                    (**self).read_line(buf)
                }
            }
        )*
    };
}
forward_buf_read! { &mut B Box<B> }
#[derive(Debug)]
pub struct Split<B> {
    buf: B,
    delim: u8,
}
impl<B: BufRead> Iterator for Split<B> {
    type Item = Result<Vec<u8>>;
    fn next(&mut self) -> Option<Result<Vec<u8>>> {
        let mut part = Vec::new();
        match self.buf.read_until(self.delim, &mut part) {
            Ok(0) => None,
            Ok(_) => {
                if part.last() == Some(&self.delim) {
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
    buf: B,
}
impl<B: BufRead> Iterator for Lines<B> {
    type Item = Result<String>;
    fn next(&mut self) -> Option<Result<String>> {
        let mut line = String::new();
        match self.buf.read_line(&mut line) {
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
            /// Nobody else prints between the pieces.
            fn write_fmt(&mut self, args: fmt::Arguments<'_>) -> Result<()> {
                self.write_all(fmt::format(args).as_bytes())
            }
        }
        impl fmt::Debug for $Lock<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(concat!($name, "Lock")).finish_non_exhaustive()
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
pub struct Stdin {
    lock: &'static (),
}
pub struct StdinLock<'a> {
    lock: &'a (),
}
impl fmt::Debug for Stdin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stdin").finish_non_exhaustive()
    }
}
impl fmt::Debug for StdinLock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StdinLock").finish_non_exhaustive()
    }
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

/// Collects what is written until it is flushed or dropped, or there is no room for more.
pub struct BufWriter<W: Write> {
    buffer: Vec<u8>,
    capacity: usize,
    /// Whether the writer behind it has panicked: then nobody knows what it has taken.
    panicked: bool,
    inner: W,
}
const DEFAULT_CAPACITY: usize = 8192;
impl<W: Write> BufWriter<W> {
    pub fn new(inner: W) -> BufWriter<W> {
        BufWriter { buffer: Vec::new(), capacity: DEFAULT_CAPACITY, panicked: false, inner }
    }
    pub fn with_capacity(capacity: usize, inner: W) -> BufWriter<W> {
        BufWriter { buffer: Vec::with_capacity(capacity), capacity, panicked: false, inner }
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
    pub fn capacity(&self) -> usize {
        self.capacity
    }
    pub fn into_inner(mut self) -> crate::result::Result<W, IntoInnerError<BufWriter<W>>> {
        match self.flush_buffer() {
            Err(error) => Err(IntoInnerError(self, error)),
            Ok(()) => Ok(self.into_parts().0),
        }
    }
    pub fn into_parts(self) -> (W, crate::result::Result<Vec<u8>, WriterPanicked>) {
        let this = crate::mem::ManuallyDrop::new(self);
        let (inner, buffer) = unsafe { (crate::ptr::read(&this.inner), crate::ptr::read(&this.buffer)) };
        (inner, if this.panicked { Err(WriterPanicked { buffer }) } else { Ok(buffer) })
    }
    fn room(&self) -> usize {
        self.capacity - self.buffer.len()
    }
    /// What the writer takes before an error has left the buffer.
    fn flush_buffer(&mut self) -> Result<()> {
        let mut written = 0;
        let mut outcome = Ok(());
        while written < self.buffer.len() && outcome.is_ok() {
            self.panicked = true;
            let count = self.inner.write(&self.buffer[written..]);
            self.panicked = false;
            match count {
                Ok(0) => outcome = Err(Error::of_std(ErrorKind::WriteZero, "failed to write the buffered data")),
                Ok(count) => written += count,
                Err(error) if error.is_interrupted() => {}
                Err(error) => outcome = Err(error),
            }
        }
        self.buffer.drain(..written);
        outcome
    }
    /// Buffers what fits, or hands it to the writer behind where it would fill the buffer.
    fn write_with<T>(&mut self, buf: &[u8], pass: fn(&mut W, &[u8]) -> Result<T>, whole: T) -> Result<T> {
        if buf.len() > self.room() {
            self.flush_buffer()?;
        }
        if buf.len() < self.capacity {
            crate::vec::append_copies(&mut self.buffer, buf);
            return Ok(whole);
        }
        self.panicked = true;
        let outcome = pass(&mut self.inner, buf);
        self.panicked = false;
        outcome
    }
    /// Buffers as much as there is room for.
    fn buffer_part(&mut self, buf: &[u8]) -> usize {
        let count = crate::cmp::min(self.room(), buf.len());
        crate::vec::append_copies(&mut self.buffer, &buf[..count]);
        count
    }
}
impl<W: Write> Write for BufWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        self.write_with(buf, W::write, buf.len())
    }
    fn write_all(&mut self, buf: &[u8]) -> Result<()> {
        self.write_with(buf, W::write_all, ())
    }
    fn flush(&mut self) -> Result<()> {
        self.flush_buffer()?;
        self.inner.flush()
    }
}
impl<W: Write> Drop for BufWriter<W> {
    fn drop(&mut self) {
        if !self.panicked {
            let _ = self.flush_buffer();
        }
    }
}
impl<W: Write + fmt::Debug> fmt::Debug for BufWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = format_args!("{}/{}", self.buffer.len(), self.capacity);
        f.debug_struct("BufWriter").field("writer", &self.inner).field("buffer", &filled).finish()
    }
}
/// What was buffered when the writer panicked.
pub struct WriterPanicked {
    buffer: Vec<u8>,
}
impl WriterPanicked {
    pub fn into_inner(self) -> Vec<u8> {
        self.buffer
    }
}
impl error::Error for WriterPanicked {}
impl fmt::Display for WriterPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BufWriter inner writer panicked, what data remains unwritten is not known")
    }
}
impl fmt::Debug for WriterPanicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = format_args!("{}/{}", self.buffer.len(), self.buffer.capacity());
        f.debug_struct("WriterPanicked").field("buffer", &filled).finish()
    }
}
#[derive(Debug)]
pub struct IntoInnerError<W>(W, Error);
impl<W> IntoInnerError<W> {
    pub fn error(&self) -> &Error {
        &self.1
    }
    pub fn into_inner(self) -> W {
        self.0
    }
    pub fn into_error(self) -> Error {
        self.1
    }
    pub fn into_parts(self) -> (Error, W) {
        (self.1, self.0)
    }
}
impl<W> From<IntoInnerError<W>> for Error {
    fn from(error: IntoInnerError<W>) -> Error {
        error.1
    }
}
impl<W> fmt::Display for IntoInnerError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(f)
    }
}
impl<W: Send + fmt::Debug> error::Error for IntoInnerError<W> {}

/// Passes lines on when they are complete.
pub struct LineWriter<W: Write> {
    lines: BufWriter<W>,
}
impl<W: Write> LineWriter<W> {
    pub fn new(inner: W) -> LineWriter<W> {
        let mut lines = BufWriter::new(inner);
        lines.capacity = 1024;
        LineWriter { lines }
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
        self.lines.into_inner().map_err(|error| IntoInnerError(LineWriter { lines: error.0 }, error.1))
    }
    /// What cannot be written at once is buffered, and may be a whole line.
    fn flush_complete_line(&mut self) -> Result<()> {
        if self.lines.buffer.last() == Some(&b'\n') { self.lines.flush_buffer() } else { Ok(()) }
    }
}
impl<W: Write + fmt::Debug> fmt::Debug for LineWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = format_args!("{}/{}", self.lines.buffer.len(), self.lines.capacity);
        f.debug_struct("LineWriter").field("writer", self.get_ref()).field("buffer", &filled).finish_non_exhaustive()
    }
}
/// Where the last complete line ends.
fn end_of_lines(buf: &[u8]) -> Option<usize> {
    buf.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1)
}
impl<W: Write> Write for LineWriter<W> {
    fn write(&mut self, buf: &[u8]) -> Result<usize> {
        let Some(end) = end_of_lines(buf) else {
            self.flush_complete_line()?;
            return self.lines.write(buf);
        };
        self.lines.flush_buffer()?;
        let flushed = self.lines.inner.write(&buf[..end])?;
        if flushed == 0 {
            return Ok(0);
        }
        let (left, capacity) = (&buf[flushed..], self.lines.capacity);
        let tail = if flushed >= end {
            if left.len() < capacity { left } else { &[] }
        } else if end - flushed <= capacity {
            &buf[flushed..end]
        } else {
            let most = &left[..capacity];
            end_of_lines(most).map_or(most, |end| &most[..end])
        };
        Ok(flushed + self.lines.buffer_part(tail))
    }
    fn write_all(&mut self, buf: &[u8]) -> Result<()> {
        let Some(end) = end_of_lines(buf) else {
            self.flush_complete_line()?;
            return self.lines.write_all(buf);
        };
        let (lines, tail) = buf.split_at(end);
        if self.lines.buffer.is_empty() {
            self.lines.inner.write_all(lines)?;
        } else {
            self.lines.write_all(lines)?;
            self.lines.flush_buffer()?;
        }
        self.lines.write_all(tail)
    }
    fn flush(&mut self) -> Result<()> {
        self.lines.flush()
    }
}

/// Reads in chunks.
pub struct BufReader<R> {
    buffer: Vec<u8>,
    used: usize,
    capacity: usize,
    inner: R,
}
impl<R: Read> BufReader<R> {
    pub fn new(inner: R) -> BufReader<R> {
        BufReader::with_capacity(DEFAULT_CAPACITY, inner)
    }
    pub fn with_capacity(capacity: usize, inner: R) -> BufReader<R> {
        BufReader { buffer: Vec::new(), used: 0, capacity, inner }
    }
}
impl<R: fmt::Debug> fmt::Debug for BufReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled = format_args!("{}/{}", self.buffer().len(), self.capacity);
        f.debug_struct("BufReader").field("reader", &self.inner).field("buffer", &filled).finish()
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
    pub fn capacity(&self) -> usize {
        self.capacity
    }
    fn discard_buffer(&mut self) {
        self.buffer.clear();
        self.used = 0;
    }
    /// Who wants as much as the buffer holds reads without it.
    fn passes(&self, wanted: usize) -> bool {
        self.used == self.buffer.len() && wanted >= self.capacity
    }
}
impl<R: Read> Read for BufReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        if self.passes(buf.len()) {
            self.discard_buffer();
            return self.inner.read(buf);
        }
        let mut available = self.fill_buf()?;
        let count = available.read(buf)?;
        self.consume(count);
        Ok(count)
    }
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        if self.passes(bufs.iter().map(|buf| buf.len()).sum()) {
            self.discard_buffer();
            return self.inner.read_vectored(bufs);
        }
        let mut available = self.fill_buf()?;
        let count = available.read_vectored(bufs)?;
        self.consume(count);
        Ok(count)
    }
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        let buffered = self.buffer().len();
        let (lower, upper) = self.inner.bytes_hint();
        (lower + buffered, upper.and_then(|upper| upper.checked_add(buffered)))
    }
}
impl<R: Read> BufRead for BufReader<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.used == self.buffer.len() {
            self.used = 0;
            self.buffer.resize(crate::cmp::min(self.capacity, 256), 0);
            let outcome = self.inner.read(&mut self.buffer);
            self.buffer.truncate(*outcome.as_ref().unwrap_or(&0));
            outcome?;
        }
        Ok(&self.buffer[self.used..])
    }
    fn consume(&mut self, amt: usize) {
        self.used = crate::cmp::min(self.used + amt, self.buffer.len());
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
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        read_each(self, bufs)
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
macro_rules! forward_seek {
    ($($Pointer:ty)*) => {
        $(
            impl<S: Seek + ?Sized> Seek for $Pointer {
                fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
                    (**self).seek(pos)
                }
                fn rewind(&mut self) -> Result<()> {
                    (**self).rewind()
                }
                fn stream_position(&mut self) -> Result<u64> {
                    (**self).stream_position()
                }
                fn seek_relative(&mut self, offset: i64) -> Result<()> {
                    (**self).seek_relative(offset)
                }
            }
        )*
    };
}
forward_seek! { &mut S Box<S> }
/// Where a position in a stream of this length moves to.
fn sought(pos: SeekFrom, now: u64, len: u64) -> Result<u64> {
    let (base, offset) = match pos {
        SeekFrom::Start(at) => return Ok(at),
        SeekFrom::End(offset) => (len, offset),
        SeekFrom::Current(offset) => (now, offset),
    };
    match base.checked_add_signed(offset) {
        Some(at) => Ok(at),
        None => Err(Error::of_std(
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
    /// Within the buffer the inner reader stays where it is.
    pub fn seek_relative(&mut self, offset: i64) -> Result<()> {
        match (self.used as u64).checked_add_signed(offset) {
            Some(at) if at <= self.buffer.len() as u64 => {
                self.used = at as usize;
                Ok(())
            }
            _ => self.seek(SeekFrom::Current(offset)).map(drop),
        }
    }
}
impl<R: Seek> Seek for BufReader<R> {
    /// What is buffered has been read from the inner reader already.
    fn seek(&mut self, pos: SeekFrom) -> Result<u64> {
        let ahead = self.buffer().len() as i64;
        let pos = match pos {
            SeekFrom::Current(offset) => match offset.checked_sub(ahead) {
                Some(offset) => SeekFrom::Current(offset),
                None => {
                    self.inner.seek(SeekFrom::Current(-ahead))?;
                    self.discard_buffer();
                    pos
                }
            },
            _ => pos,
        };
        let at = self.inner.seek(pos)?;
        self.discard_buffer();
        Ok(at)
    }
    fn stream_position(&mut self) -> Result<u64> {
        let ahead = self.buffer().len() as u64;
        let inner = self.inner.stream_position()?;
        let overflow = "overflow when subtracting remaining buffer size from inner stream position";
        Ok(inner.checked_sub(ahead).expect(overflow))
    }
    fn seek_relative(&mut self, offset: i64) -> Result<()> {
        self.seek_relative(offset)
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
        if self.io_slice.len() < n {
            panic!("advancing IoSlice beyond its length");
        }
        self.io_slice = &self.io_slice[n..];
    }
    pub fn advance_slices(bufs: &mut &mut [IoSlice<'a>], n: usize) {
        advance_each(bufs, n, |buf, left| buf.advance(left))
    }
}
/// Leaves out buffers that are behind a position, and what of the first one is.
fn advance_each<B: crate::ops::Deref<Target = [u8]>>(bufs: &mut &mut [B], n: usize, advance: fn(&mut B, usize)) {
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
        advance(first, left);
    } else {
        assert!(left == 0, "advancing io slices beyond their length");
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
        if self.io_slice.len() < n {
            panic!("advancing IoSliceMut beyond its length");
        }
        self.io_slice = &mut crate::mem::take(&mut self.io_slice)[n..];
    }
    pub fn advance_slices(bufs: &mut &mut [IoSliceMut<'a>], n: usize) {
        advance_each(bufs, n, |buf, left| buf.advance(left))
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
fn write_growing(bytes: &mut Vec<u8>, position: &mut u64, buf: &[u8]) -> Result<usize> {
    let at = *position as usize;
    let end = at + buf.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[at..end].copy_from_slice(buf);
    *position += buf.len() as u64;
    Ok(buf.len())
}
/// Puts as many bytes at a position as there is room for.
fn write_within(bytes: &mut [u8], position: &mut u64, buf: &[u8]) -> Result<usize> {
    let at = crate::cmp::min(*position, bytes.len() as u64) as usize;
    let count = crate::cmp::min(bytes.len() - at, buf.len());
    bytes[at..at + count].copy_from_slice(&buf[..count]);
    *position += count as u64;
    Ok(count)
}
macro_rules! write_at_cursor {
    ($([$($generics:tt)*] $Bytes:ty, $write:ident;)*) => {
        $(
            impl<$($generics)*> Write for Cursor<$Bytes> {
                fn write(&mut self, buf: &[u8]) -> Result<usize> {
                    $write(&mut self.cursor_inner, &mut self.cursor_position, buf)
                }
                fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
                    write_each(self, bufs)
                }
                fn flush(&mut self) -> Result<()> {
                    Ok(())
                }
            }
        )*
    };
}
write_at_cursor! {
    [] Vec<u8>, write_growing;
    [] &mut Vec<u8>, write_growing;
    [] Box<[u8]>, write_within;
    [] &mut [u8], write_within;
    [const N: usize] [u8; N], write_within;
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
    fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
        write_each(self, bufs)
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
/// Swallows what is written.
#[derive(Debug, Default, Clone, Copy)]
pub struct Sink;
pub const fn sink() -> Sink {
    Sink
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
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}
impl BufRead for Empty {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        Ok(&[])
    }
    fn consume(&mut self, _amt: usize) {}
}
impl Seek for Empty {
    fn seek(&mut self, _pos: SeekFrom) -> Result<u64> {
        Ok(0)
    }
}
macro_rules! swallow_writes {
    ($($Writer:ty)*) => {
        $(
            impl Write for $Writer {
                fn write(&mut self, buf: &[u8]) -> Result<usize> {
                    Ok(buf.len())
                }
                fn write_vectored(&mut self, bufs: &[IoSlice<'_>]) -> Result<usize> {
                    write_each(self, bufs)
                }
                fn flush(&mut self) -> Result<()> {
                    Ok(())
                }
            }
        )*
    };
}
swallow_writes! { Sink &Sink Empty &Empty }

/// One byte again and again.
#[derive(Clone, Copy)]
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
    fn read_vectored(&mut self, bufs: &mut [IoSliceMut<'_>]) -> Result<usize> {
        read_each(self, bufs)
    }
    fn bytes_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
impl fmt::Debug for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repeat").finish_non_exhaustive()
    }
}
impl<T: fmt::Debug> fmt::Debug for Cursor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cursor").field("inner", &self.cursor_inner).field("pos", &self.cursor_position).finish()
    }
}
