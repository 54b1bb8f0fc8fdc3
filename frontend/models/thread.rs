//! `std::thread`: spawning, joining, parking. Scopes stand in `thread/scoped.rs`, thread-locals in
//! `thread/local.rs`.
//!
//! Left out: spawn hooks, `sleep_until`. A stack has eight megabytes, or more with
//! `Builder::stack_size`. A thread's name lives for ever.

use crate::any::Any;
use crate::boxed::Box;
use crate::cell::{Cell, UnsafeCell};
use crate::fmt;
use crate::intrinsics;
use crate::io;
use crate::num::NonZero;
use crate::ptr::NonNull;
use crate::string::String;
use crate::sync::RawRefCount;
use crate::time::{Duration, nanos_for_machine};

pub(crate) mod attached;
pub(crate) mod executor;
mod local;
mod scoped;
pub use local::{AccessError, LocalKey, LocalStorage};
pub(crate) use local::{renew_locals, run_local_destructors};
use scoped::ScopeEntry;
pub(crate) use scoped::scope_and_panics;
pub use scoped::{Scope, ScopedJoinHandle, scope};

pub type Result<T> = crate::result::Result<T, Box<dyn Any + Send + 'static>>;

#[derive(Eq, PartialEq, Clone, Copy, Hash, Debug)]
pub struct ThreadId(NonZero<u64>);
impl ThreadId {
    pub fn as_u64(&self) -> NonZero<u64> {
        self.0
    }
}

/// The machine's number of the thread; 0 is `main`.
#[lang = "never_zero"]
#[derive(Clone)]
pub struct Thread {
    number: u64,
    name: Option<&'static str>,
    /// What is never null.
    inner: &'static (),
}
impl Thread {
    #[inline]
    pub fn unpark(&self) {
        unsafe { intrinsics::unpark(self.number) }
    }
    pub fn id(&self) -> ThreadId {
        ThreadId(unsafe { NonZero::new_unchecked(self.number + 1) })
    }
    pub fn name(&self) -> Option<&str> {
        if self.number == 0 { Some("main") } else { self.name }
    }
}
impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").field("id", &self.id()).field("name", &self.name()).finish_non_exhaustive()
    }
}

#[thread_local]
static CURRENT_NAME: ThreadName = ThreadName { name: Cell::new(None) };
struct ThreadName {
    name: Cell<Option<&'static str>>,
}
unsafe impl Sync for ThreadName {}

/// Where a thread leaves its result. The thread and its handle each own it until they let go.
struct Packet<T> {
    owners: RawRefCount,
    result: UnsafeCell<Option<Result<T>>>,
}

unsafe fn release_packet<T>(packet: *mut Packet<T>) {
    unsafe {
        if intrinsics::hidden_ref_decrement(&raw const (*packet).owners) {
            drop(Box::from_raw(packet));
            intrinsics::settle_clock();
        }
    }
}

/// What a new thread receives.
struct Start<F, T> {
    closure: F,
    name: Option<&'static str>,
    /// 0 where nobody has asked for one.
    stack_size: usize,
    packet: *mut Packet<T>,
    /// Null for a thread without scope.
    scope: *mut ScopeEntry,
}

/// The outermost function of a thread.
#[lang = "thread_start"]
fn thread_start<F: FnOnce() -> T, T>(data: *mut ()) {
    let start = Box::into_inner(unsafe { Box::from_raw(data as *mut Start<F, T>) });
    let Start { closure, name, stack_size, packet, scope } = start;
    if let Some(name) = name {
        unsafe { intrinsics::set_thread_name(intrinsics::current_thread(), name) };
    }
    if stack_size > 0 {
        unsafe { intrinsics::grow_stack(stack_size) };
    }
    CURRENT_NAME.name.set(name);
    let result = unsafe { intrinsics::try_thread(closure) };
    unsafe {
        if !scope.is_null() {
            (*scope).panicked.set(result.is_err());
        }
        *(*packet).result.get() = Some(result);
        release_packet(packet);
    }
    run_local_destructors();
}

/// A started thread, as its handle sees it.
struct JoinInner<T> {
    thread: Thread,
    packet: NonNull<Packet<T>>,
}
impl<T> JoinInner<T> {
    /// Waits, then takes the result.
    fn join_thread(self) -> Result<T> {
        unsafe {
            intrinsics::join(self.thread.number);
            match (*self.packet.as_ref().result.get()).take() {
                Some(result) => result,
                None => unreachable!("a joined thread without result"),
            }
        }
    }
    fn has_finished(&self) -> bool {
        unsafe { intrinsics::is_finished(self.thread.number) }
    }
}
impl<T> Drop for JoinInner<T> {
    fn drop(&mut self) {
        unsafe { release_packet(self.packet.as_ptr()) }
    }
}

fn start_thread<F: FnOnce() -> T, T>(
    closure: F,
    (name, stack_size): (Option<&'static str>, usize),
    scope: *mut ScopeEntry,
) -> JoinInner<T> {
    let packet = Box::into_raw(Box::new(Packet { owners: RawRefCount { count: 2 }, result: UnsafeCell::new(None) }));
    let start = Box::into_raw(Box::new(Start { closure, name, stack_size, packet, scope }));
    let number = unsafe { intrinsics::spawn(thread_start::<F, T>, start as *mut ()) };
    let packet = unsafe { NonNull::new_unchecked(packet) };
    JoinInner { thread: Thread { number, name, inner: &() }, packet }
}

pub struct JoinHandle<T> {
    handle: JoinInner<T>,
}
unsafe impl<T> Send for JoinHandle<T> {}
unsafe impl<T> Sync for JoinHandle<T> {}
impl<T> JoinHandle<T> {
    pub fn thread(&self) -> &Thread {
        &self.handle.thread
    }
    pub fn join(self) -> Result<T> {
        self.handle.join_thread()
    }
    pub fn is_finished(&self) -> bool {
        self.handle.has_finished()
    }
}
impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    JoinHandle { handle: start_thread(f, (None, 0), crate::ptr::null_mut()) }
}

#[derive(Debug)]
pub struct Builder {
    name: Option<String>,
    stack_size: Option<usize>,
    no_hooks: bool,
}
impl Builder {
    pub fn new() -> Builder {
        Builder { name: None, stack_size: None, no_hooks: false }
    }
    pub fn name(self, name: String) -> Builder {
        Builder { name: Some(name), ..self }
    }
    pub fn stack_size(self, size: usize) -> Builder {
        Builder { stack_size: Some(size), ..self }
    }
    fn settings(self) -> (Option<&'static str>, usize) {
        (static_name(self.name), self.stack_size.unwrap_or(0))
    }
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        Ok(JoinHandle { handle: start_thread(f, self.settings(), crate::ptr::null_mut()) })
    }
    pub unsafe fn spawn_unchecked<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send,
        T: Send,
    {
        Ok(JoinHandle { handle: start_thread(f, self.settings(), crate::ptr::null_mut()) })
    }
    pub fn spawn_scoped<'scope, 'env, F, T>(
        self,
        scope: &'scope Scope<'scope, 'env>,
        f: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        Ok(scope.start_scoped(f, self.settings()))
    }
}

fn static_name(name: Option<String>) -> Option<&'static str> {
    match name {
        Some(name) if name.contains('\0') => panic!("thread name may not contain interior null bytes"),
        Some(name) => Some(name.leak()),
        None => None,
    }
}

pub fn current() -> Thread {
    Thread { number: unsafe { intrinsics::current_thread() }, name: CURRENT_NAME.name.get(), inner: &() }
}
#[inline]
pub fn yield_now() {
    unsafe { intrinsics::yield_now() }
}
#[inline]
pub fn panicking() -> bool {
    unsafe { intrinsics::is_panicking() }
}
#[inline]
pub fn sleep(dur: Duration) {
    unsafe { intrinsics::sleep(nanos_for_machine(dur)) }
}
pub fn sleep_ms(ms: u32) {
    sleep(Duration::from_millis(ms as u64))
}
#[inline]
pub fn park() {
    unsafe { intrinsics::park() }
}
#[inline]
pub fn park_timeout(dur: Duration) {
    unsafe { intrinsics::park_timeout(nanos_for_machine(dur)) }
}
pub fn park_timeout_ms(ms: u32) {
    park_timeout(Duration::from_millis(ms as u64))
}
/// Always 4, so that a program behaves the same wherever it is checked.
pub fn available_parallelism() -> io::Result<NonZero<usize>> {
    Ok(unsafe { NonZero::new_unchecked(4) })
}
