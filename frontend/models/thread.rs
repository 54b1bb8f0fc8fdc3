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
use crate::marker::PhantomData;
use crate::num::NonZero;
use crate::string::String;
use crate::sync::RawRefCount;
use crate::time::{Duration, nanos_for_machine};

pub(crate) mod attached;
pub(crate) mod executor;
mod local;
mod scoped;
pub use local::{AccessError, LocalKey, LocalStorage};
pub(crate) use local::{renew_locals, run_local_destructors};
use scoped::Running;
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

/// Names a thread of the machine. Who only waits for its end with it need not know which of several like
/// ones that is; whoever looks at the number does.
#[lang = "raw_thread"]
#[derive(Clone, Copy)]
pub(crate) struct RawThread {
    number: u64,
}
impl RawThread {
    const NONE: RawThread = RawThread { number: 0 };
    /// `main` is 0.
    pub(crate) fn number(self) -> u64 {
        unsafe { intrinsics::thread_number(self) }
    }
}

#[lang = "never_zero"]
#[derive(Clone)]
pub struct Thread {
    raw: RawThread,
    name: Option<&'static str>,
    /// What is never null.
    inner: &'static (),
}
impl Thread {
    #[inline]
    pub fn unpark(&self) {
        unsafe { intrinsics::unpark(self.raw) }
    }
    pub fn id(&self) -> ThreadId {
        ThreadId(unsafe { NonZero::new_unchecked(self.raw.number() + 1) })
    }
    pub fn name(&self) -> Option<&str> {
        if self.raw.number() == 0 { Some("main") } else { self.name }
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
    /// The scope of the thread, or null.
    scope: *const Running,
    result: UnsafeCell<Option<Result<T>>>,
}

/// Whether a thread can leave more than that it panicked.
const fn has_result<T>() -> bool {
    crate::mem::size_of::<T>() > 0 || crate::mem::needs_drop::<T>()
}

/// Whoever is the last to let go drops the result, if it was not taken.
unsafe fn release_packet<T>(packet: *mut Packet<T>) {
    unsafe {
        if intrinsics::ref_decrement(&raw const (*packet).owners) {
            end_packet(packet);
            intrinsics::settle_clock();
        }
    }
}

/// A scope waits until this has been done with the packets of all of its threads.
unsafe fn end_packet<T>(packet: *mut Packet<T>) {
    let scope = unsafe { (*packet).scope };
    drop_packet(packet);
    if !scope.is_null() {
        unsafe { scoped::leave_scope(scope) }
    }
}

/// A panic here, of a result that nobody took, ends the process.
extern "C" fn drop_packet<T>(packet: *mut Packet<T>) {
    drop(unsafe { Box::from_raw(packet) })
}

/// The same where the thread has let go for sure.
unsafe fn release_joined_packet<T>(packet: *mut Packet<T>) {
    unsafe {
        if intrinsics::hidden_ref_decrement(&raw const (*packet).owners) {
            end_packet(packet);
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
}

/// The outermost function of a thread.
#[lang = "thread_start"]
fn thread_start<F: FnOnce() -> T, T>(data: *mut ()) {
    let start = Box::into_inner(unsafe { Box::from_raw(data as *mut Start<F, T>) });
    let Start { closure, name, stack_size, packet } = start;
    if let Some(name) = name {
        unsafe { intrinsics::set_thread_name(name) };
    }
    if stack_size > 0 {
        unsafe { intrinsics::grow_stack(stack_size) };
    }
    CURRENT_NAME.name.set(name);
    let result = unsafe { intrinsics::try_thread(closure) };
    unsafe {
        if result.is_err() {
            intrinsics::note_panic();
        }
        *(*packet).result.get() = Some(result);
        release_packet(packet);
    }
    run_local_destructors();
}

/// A started thread, as its handle sees it. The machine keeps the packet, so that the handles of like threads are alike.
struct JoinInner<T> {
    thread: Thread,
    handed_over: *mut (),
    result: PhantomData<T>,
}
impl<T> JoinInner<T> {
    /// Waits, then takes the result.
    fn join_thread(self) -> Result<T> {
        unsafe {
            intrinsics::join(self.thread.raw);
            let packet = self.take_packet();
            let result = (*(*packet).result.get()).take();
            release_joined_packet(packet);
            crate::mem::forget(self);
            match result {
                Some(result) => result,
                None => unreachable!("a joined thread without result"),
            }
        }
    }
    /// Whether the thread has let go of its result. Its thread-locals may still be there.
    fn has_finished(&self) -> bool {
        unsafe {
            let packet = intrinsics::packet(self.thread.raw, self.handed_over) as *mut Packet<T>;
            intrinsics::ref_count(&raw const (*packet).owners) == 1
        }
    }
    /// What the handle gives up, once.
    unsafe fn take_packet(&self) -> *mut Packet<T> {
        unsafe { intrinsics::take_packet(self.thread.raw, self.handed_over) as *mut Packet<T> }
    }
}
impl<T> Drop for JoinInner<T> {
    fn drop(&mut self) {
        unsafe { release_packet(self.take_packet()) }
    }
}

fn start_thread<F: FnOnce() -> T, T>(
    closure: F,
    (name, stack_size): (Option<&'static str>, usize),
    scope: *const Running,
) -> JoinInner<T> {
    let owners = RawRefCount { count: 2 };
    let packet = Packet::<T> { owners, scope, result: UnsafeCell::new(None) };
    let packet = Box::into_raw(Box::new(packet));
    let start = Box::into_raw(Box::new(Start { closure, name, stack_size, packet }));
    let (packet, start) = (packet as *mut (), start as *mut ());
    let handed_over = unsafe { intrinsics::hand_over(packet) };
    let raw = unsafe { intrinsics::spawn(thread_start::<F, T>, start, packet, has_result::<T>()) };
    JoinInner { thread: Thread { raw, name, inner: &() }, handed_over, result: PhantomData }
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
    JoinHandle { handle: start_thread(f, (None, 0), crate::ptr::null()) }
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
        Ok(JoinHandle { handle: start_thread(f, self.settings(), crate::ptr::null()) })
    }
    pub unsafe fn spawn_unchecked<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send,
        T: Send,
    {
        Ok(JoinHandle { handle: start_thread(f, self.settings(), crate::ptr::null()) })
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
        Some(name) if name.contains('\0') => {
            crate::ffi::CString::new(name).expect("thread name may not contain interior null bytes");
            None
        }
        Some(name) => Some(name.leak()),
        None => None,
    }
}

pub fn current() -> Thread {
    Thread { raw: unsafe { intrinsics::current_thread() }, name: CURRENT_NAME.name.get(), inner: &() }
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
