//! `std::task`. Left out: `LocalWaker`, `ContextBuilder`.

use crate::convert::Infallible;
use crate::fmt;
use crate::mem::ManuallyDrop;
use crate::ops::{ControlFlow, FromResidual, Try};
use crate::sync::Arc;

#[lang = "Poll"]
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Poll<T> {
    Ready(T),
    Pending,
}
impl<T> Poll<T> {
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U> {
        match self {
            Poll::Ready(t) => Poll::Ready(f(t)),
            Poll::Pending => Poll::Pending,
        }
    }
}
impl<T, E> Poll<Result<T, E>> {
    pub fn map_ok<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<Result<U, E>> {
        self.map(|result| result.map(f))
    }
    pub fn map_err<U, F: FnOnce(E) -> U>(self, f: F) -> Poll<Result<T, U>> {
        self.map(|result| result.map_err(f))
    }
}
impl<T, E> Poll<Option<Result<T, E>>> {
    pub fn map_ok<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<Option<Result<U, E>>> {
        self.map(|ready| ready.map(|result| result.map(f)))
    }
    pub fn map_err<U, F: FnOnce(E) -> U>(self, f: F) -> Poll<Option<Result<T, U>>> {
        self.map(|ready| ready.map(|result| result.map_err(f)))
    }
}
impl<T> Poll<T> {
    pub const fn is_ready(&self) -> bool {
        matches!(*self, Poll::Ready(_))
    }
    pub const fn is_pending(&self) -> bool {
        !self.is_ready()
    }
}
impl<T> From<T> for Poll<T> {
    fn from(t: T) -> Poll<T> {
        Poll::Ready(t)
    }
}
impl<T, E> Try for Poll<Result<T, E>> {
    type Output = Poll<T>;
    type Residual = Result<Infallible, E>;
    fn from_output(output: Poll<T>) -> Self {
        output.map(Ok)
    }
    fn branch(self) -> ControlFlow<Result<Infallible, E>, Poll<T>> {
        match self {
            Poll::Ready(Ok(x)) => ControlFlow::Continue(Poll::Ready(x)),
            Poll::Ready(Err(e)) => ControlFlow::Break(Err(e)),
            Poll::Pending => ControlFlow::Continue(Poll::Pending),
        }
    }
}
impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Poll<Result<T, F>> {
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        match residual {
            Err(e) => Poll::Ready(Err(From::from(e))),
            Ok(never) => match never {},
        }
    }
}
impl<T, E> Try for Poll<Option<Result<T, E>>> {
    type Output = Poll<Option<T>>;
    type Residual = Result<Infallible, E>;
    fn from_output(output: Poll<Option<T>>) -> Self {
        output.map(|some| some.map(Ok))
    }
    fn branch(self) -> ControlFlow<Result<Infallible, E>, Poll<Option<T>>> {
        match self {
            Poll::Ready(Some(Ok(x))) => ControlFlow::Continue(Poll::Ready(Some(x))),
            Poll::Ready(Some(Err(e))) => ControlFlow::Break(Err(e)),
            Poll::Ready(None) => ControlFlow::Continue(Poll::Ready(None)),
            Poll::Pending => ControlFlow::Continue(Poll::Pending),
        }
    }
}
impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Poll<Option<Result<T, F>>> {
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        match residual {
            Err(e) => Poll::Ready(Some(Err(From::from(e)))),
            Ok(never) => match never {},
        }
    }
}

#[derive(PartialEq, Copy, Clone, Debug)]
pub struct RawWaker {
    data: *const (),
    vtable: &'static RawWakerVTable,
}
impl RawWaker {
    #[rustc_promotable]
    pub const fn new(data: *const (), vtable: &'static RawWakerVTable) -> RawWaker {
        RawWaker { data, vtable }
    }
}
#[derive(Copy, Clone)]
pub struct RawWakerVTable {
    clone: unsafe fn(*const ()) -> RawWaker,
    wake: unsafe fn(*const ()),
    wake_by_ref: unsafe fn(*const ()),
    drop: unsafe fn(*const ()),
}
impl PartialEq for RawWakerVTable {
    fn eq(&self, other: &RawWakerVTable) -> bool {
        (self as *const RawWakerVTable) == (other as *const RawWakerVTable)
    }
}
impl fmt::Debug for RawWakerVTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawWakerVTable").finish_non_exhaustive()
    }
}
impl RawWakerVTable {
    #[rustc_promotable]
    pub const fn new(
        clone: unsafe fn(*const ()) -> RawWaker,
        wake: unsafe fn(*const ()),
        wake_by_ref: unsafe fn(*const ()),
        drop: unsafe fn(*const ()),
    ) -> RawWakerVTable {
        RawWakerVTable { clone, wake, wake_by_ref, drop }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("waker", &self.waker).finish()
    }
}

#[lang = "Context"]
pub struct Context<'a> {
    waker: &'a Waker,
}
impl<'a> Context<'a> {
    pub const fn from_waker(waker: &'a Waker) -> Context<'a> {
        Context { waker }
    }
    pub const fn waker(&self) -> &'a Waker {
        self.waker
    }
}

pub struct Waker {
    waker: RawWaker,
}
impl Unpin for Waker {}
unsafe impl Send for Waker {}
unsafe impl Sync for Waker {}

fn noop_clone(_: *const ()) -> RawWaker {
    RawWaker::new(crate::ptr::null(), &NOOP)
}
fn noop_action(_: *const ()) {}
static NOOP: RawWakerVTable = RawWakerVTable::new(noop_clone, noop_action, noop_action, noop_action);
static NOOP_WAKER: Waker = Waker { waker: RawWaker { data: 0usize as *const (), vtable: &NOOP } };

impl Waker {
    pub fn wake(self) {
        let this = ManuallyDrop::new(self);
        unsafe { (this.waker.vtable.wake)(this.waker.data) }
    }
    pub fn wake_by_ref(&self) {
        unsafe { (self.waker.vtable.wake_by_ref)(self.waker.data) }
    }
    pub fn will_wake(&self, other: &Waker) -> bool {
        self.waker == other.waker
    }
    pub const unsafe fn from_raw(waker: RawWaker) -> Waker {
        Waker { waker }
    }
    pub const unsafe fn new(data: *const (), vtable: &'static RawWakerVTable) -> Waker {
        Waker { waker: RawWaker { data, vtable } }
    }
    pub fn data(&self) -> *const () {
        self.waker.data
    }
    pub fn vtable(&self) -> &'static RawWakerVTable {
        self.waker.vtable
    }
    pub fn noop() -> &'static Waker {
        &NOOP_WAKER
    }
}
impl Clone for Waker {
    fn clone(&self) -> Self {
        Waker { waker: unsafe { (self.waker.vtable.clone)(self.waker.data) } }
    }
}
impl Drop for Waker {
    fn drop(&mut self) {
        unsafe { (self.waker.vtable.drop)(self.waker.data) }
    }
}
impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waker").field("data", &self.waker.data).finish_non_exhaustive()
    }
}

pub trait Wake {
    fn wake(self: Arc<Self>);
    fn wake_by_ref(self: &Arc<Self>) {
        self.clone().wake();
    }
}

/// The waker functions of an `Arc<W>` whose data pointer is `Arc::into_raw`.
struct ArcWaker<W> {
    of: crate::marker::PhantomData<W>,
}
impl<W: Wake + Send + Sync + 'static> ArcWaker<W> {
    const VTABLE: RawWakerVTable = RawWakerVTable {
        clone: Self::clone_waker,
        wake: Self::wake_waker,
        wake_by_ref: Self::wake_waker_by_ref,
        drop: Self::drop_waker,
    };
    unsafe fn clone_waker(data: *const ()) -> RawWaker {
        unsafe { Arc::increment_strong_count(data as *const W) };
        RawWaker { data, vtable: &Self::VTABLE }
    }
    unsafe fn wake_waker(data: *const ()) {
        <W as Wake>::wake(unsafe { Arc::from_raw(data as *const W) });
    }
    unsafe fn wake_waker_by_ref(data: *const ()) {
        let arc = ManuallyDrop::new(unsafe { Arc::from_raw(data as *const W) });
        <W as Wake>::wake_by_ref(&arc);
    }
    unsafe fn drop_waker(data: *const ()) {
        drop(unsafe { Arc::from_raw(data as *const W) });
    }
}
impl<W: Wake + Send + Sync + 'static> From<Arc<W>> for Waker {
    fn from(waker: Arc<W>) -> Waker {
        let data = Arc::into_raw(waker) as *const ();
        Waker { waker: RawWaker { data, vtable: &ArcWaker::<W>::VTABLE } }
    }
}

pub use crate::ready;
