//! `std::panic`.
//!
//! Left out: the default hook's output (a panic's message is in the report), `Backtrace`.

use crate::any::Any;
use crate::boxed::Box;
use crate::fmt;
use crate::future::Future;
use crate::intrinsics;
use crate::mem;
use crate::ops::{Deref, DerefMut};
use crate::pin::Pin;
use crate::string::String;
use crate::sync::{PoisonError, RwLock};
use crate::task::{Context, Poll};
use crate::vec::Vec;

pub auto trait UnwindSafe {}
pub auto trait RefUnwindSafe {}

pub struct AssertUnwindSafe<T>(pub T);
impl<T> Deref for AssertUnwindSafe<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T> DerefMut for AssertUnwindSafe<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
impl<R, F: FnOnce() -> R> FnOnce<()> for AssertUnwindSafe<F> {
    type Output = R;
    #[inline]
    fn call_once(self, _args: ()) -> R {
        (self.0)()
    }
}
impl<T: fmt::Debug> fmt::Debug for AssertUnwindSafe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AssertUnwindSafe").field(&self.0).finish()
    }
}
impl<T: Default> Default for AssertUnwindSafe<T> {
    fn default() -> Self {
        AssertUnwindSafe(T::default())
    }
}
impl<F: Future> Future for AssertUnwindSafe<F> {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let inner = unsafe { &mut self.get_unchecked_mut().0 };
        unsafe { Pin::new_unchecked(inner) }.poll(cx)
    }
}

pub fn catch_unwind<F: FnOnce() -> R + UnwindSafe, R>(f: F) -> Result<R, Box<dyn Any + Send + 'static>> {
    unsafe { intrinsics::try_call(f) }
}

/// Prints nothing natively; the report repeats the message that the payload carries.
pub fn resume_unwind(payload: Box<dyn Any + Send>) -> ! {
    let message = message_of(&payload);
    unsafe { intrinsics::panic_start(payload, message) }
}

fn message_of(payload: &Box<dyn Any + Send>) -> &'static str {
    match payload.downcast_ref::<&'static str>() {
        Some(text) => *text,
        None => match payload.downcast_ref::<String>() {
            Some(text) => text.clone().leak(),
            None => "Box<dyn Any>",
        },
    }
}

/// Also `panic!(value)` of editions 2015 and 2018.
#[track_caller]
pub fn panic_any<M: 'static + Any + Send>(msg: M) -> ! {
    let payload: Box<dyn Any + Send> = Box::new(msg);
    let message = message_of(&payload);
    crate::rt::begin_panic(payload, message)
}

/// Longer paths of files are cut.
const MAX_PATH: usize = 1024;

#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Location<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}
impl<'a> Location<'a> {
    #[track_caller]
    pub fn caller() -> &'static Location<'static> {
        let mut path = Vec::with_capacity(MAX_PATH);
        unsafe {
            let (len, line, column) = intrinsics::caller_location(path.as_mut_ptr(), MAX_PATH);
            path.set_len(len);
            let file = String::of_bytes(path).leak();
            Box::leak(Box::new(Location { file, line: line as u32, column: column as u32 }))
        }
    }
    pub const fn file(&self) -> &str {
        self.file
    }
    pub const fn line(&self) -> u32 {
        self.line
    }
    pub const fn column(&self) -> u32 {
        self.column
    }
}
impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

pub struct PanicHookInfo<'a> {
    payload: &'a (dyn Any + Send),
    location: &'a Location<'a>,
}
pub type PanicInfo<'a> = PanicHookInfo<'a>;
impl<'a> PanicHookInfo<'a> {
    pub fn payload(&self) -> &(dyn Any + Send) {
        self.payload
    }
    pub fn payload_as_str(&self) -> Option<&str> {
        match self.payload.downcast_ref::<&'static str>() {
            Some(text) => Some(*text),
            None => self.payload.downcast_ref::<String>().map(|text| text.as_str()),
        }
    }
    pub fn location(&self) -> Option<&Location<'_>> {
        Some(self.location)
    }
}
impl fmt::Debug for PanicHookInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicHookInfo")
            .field("payload", &self.payload)
            .field("location", self.location)
            .field("can_unwind", &true)
            .field("force_no_backtrace", &false)
            .finish()
    }
}
impl fmt::Display for PanicHookInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked at {}:", self.location)?;
        match self.payload_as_str() {
            Some(text) => write!(f, "\n{}", text),
            None => Ok(()),
        }
    }
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

/// What runs before a panic unwinds.
static HOOK: RwLock<Option<Hook>> = RwLock::new(None);

/// What a panic does first. Nothing at all in a program without [`swap_hook`] (`mono/visibility.rs`).
#[track_caller]
pub(crate) fn run_hook(payload: &Box<dyn Any + Send>, message: &str) {
    unsafe { intrinsics::begin_hook(message) };
    if let Some(hook) = &*HOOK.read().unwrap_or_else(PoisonError::into_inner) {
        let info = PanicHookInfo { payload: &**payload, location: Location::caller() };
        hook(&info);
    }
    unsafe { intrinsics::end_hook() };
}

fn swap_hook(hook: Option<Hook>) -> Option<Hook> {
    if crate::thread::panicking() {
        panic!("cannot modify the panic hook from a panicking thread");
    }
    mem::replace(&mut *HOOK.write().unwrap_or_else(PoisonError::into_inner), hook)
}

pub fn set_hook(hook: Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>) {
    drop(swap_hook(Some(hook)));
}
/// Natively the default hook prints; its output belongs to the report here.
pub fn take_hook() -> Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static> {
    swap_hook(None).unwrap_or_else(|| Box::new(|_info: &PanicHookInfo<'_>| ()))
}
