//! `std::future`. Left out: `join!`, `AsyncDrop`. An `async` block is an [`AsyncBlock`] of a closure.

use crate::intrinsics;
use crate::mem::{ManuallyDrop, MaybeUninit};
use crate::pin::Pin;
use crate::ptr;
use crate::task::{Context, Poll};
use crate::thread::executor::{expect_sole, is_sole};

#[lang = "future_trait"]
pub trait Future {
    #[lang = "future_output"]
    type Output;
    #[lang = "poll"]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output>;
}
impl<F: ?Sized + Future + Unpin> Future for &mut F {
    type Output = F::Output;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = Pin::get_mut(self);
        F::poll(Pin::new(&mut **this), cx)
    }
}

pub trait IntoFuture {
    type Output;
    type IntoFuture: Future<Output = Self::Output>;
    #[lang = "into_future"]
    fn into_future(self) -> Self::IntoFuture;
}
impl<F: Future> IntoFuture for F {
    type Output = F::Output;
    type IntoFuture = F;
    fn into_future(self) -> F {
        self
    }
}

#[derive(Debug, Clone)]
pub struct Ready<T>(Option<T>);
impl<T> Unpin for Ready<T> {}
impl<T> Ready<T> {
    pub fn into_inner(self) -> T {
        self.0.expect("Called `into_inner()` on `Ready` after completion")
    }
}
pub fn ready<T>(t: T) -> Ready<T> {
    Ready(Some(t))
}
impl<T> Future for Ready<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<T> {
        Poll::Ready(Pin::get_mut(self).0.take().expect("`Ready` polled after completion"))
    }
}

pub struct Pending<T> {
    value: crate::marker::PhantomData<fn() -> T>,
}
pub fn pending<T>() -> Pending<T> {
    Pending { value: crate::marker::PhantomData }
}
impl<T> Future for Pending<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        Poll::Pending
    }
}
impl<T> Clone for Pending<T> {
    fn clone(&self) -> Pending<T> {
        pending()
    }
}

impl<T> crate::fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result {
        f.debug_struct("Pending").finish()
    }
}

pub struct PollFn<F> {
    function: F,
}
impl<F: Unpin> Unpin for PollFn<F> {}
impl<F> crate::fmt::Debug for PollFn<F> {
    fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result {
        f.debug_struct("PollFn").finish()
    }
}
pub fn poll_fn<T, F: FnMut(&mut Context<'_>) -> Poll<T>>(f: F) -> PollFn<F> {
    PollFn { function: f }
}
impl<T, F: FnMut(&mut Context<'_>) -> Poll<T>> Future for PollFn<F> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        (unsafe { &mut self.get_unchecked_mut().function })(cx)
    }
}

/// What the body of an `async` block needs to know when it is called. Its first four fields are read
/// and written by the compiler.
pub struct Frame {
    state: u64,
    cancelled: bool,
    suspended: bool,
    memory: *mut (),
    context: *mut (),
    /// Where it was when the block was polled last.
    place: *mut Frame,
    /// Whether the thread waits for the block and nothing else.
    is_sole: bool,
    /// The closure that lends the block what it uses, if the future is who owns it.
    lender: Option<Lender>,
}
struct Lender {
    closure: *mut (),
    drop: fn(*mut ()),
}

/// An `async` block. Its body is called with the same captures again and again; it looks at them the
/// first time.
pub struct AsyncBlock<T, F: FnOnce(*mut Frame) -> T> {
    body: ManuallyDrop<F>,
    frame: Frame,
    stage: Stage,
    value: crate::marker::PhantomData<fn() -> T>,
}
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    New,
    Suspended,
    Done,
    Panicked,
}
unsafe impl<T, F: FnOnce(*mut Frame) -> T + Send> Send for AsyncBlock<T, F> {}
unsafe impl<T, F: FnOnce(*mut Frame) -> T + Sync> Sync for AsyncBlock<T, F> {}

pub fn async_block<T, F: FnOnce(*mut Frame) -> T>(body: F) -> AsyncBlock<T, F> {
    let memory = ptr::null_mut();
    let context = ptr::null_mut();
    let place = ptr::null_mut();
    let frame = Frame { state: 0, cancelled: false, suspended: false, memory, context, place, is_sole: false, lender: None };
    AsyncBlock { body: ManuallyDrop::new(body), frame, stage: Stage::New, value: crate::marker::PhantomData }
}

impl<T, F: FnOnce(*mut Frame) -> T> Future for AsyncBlock<T, F> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let this = unsafe { self.get_unchecked_mut() };
        let place = &raw mut this.frame;
        match this.stage {
            Stage::New => this.frame.place = place,
            // Its variables lie elsewhere, so whoever points at one would not notice.
            Stage::Suspended if this.frame.place != place => unsafe {
                intrinsics::undefined("a poll of a future that was moved after it was pinned")
            },
            Stage::Suspended => {}
            Stage::Done => panic!("`async fn` resumed after completion"),
            Stage::Panicked => panic!("`async fn` resumed after panicking"),
        }
        this.frame.is_sole = is_sole(this);
        this.frame.context = cx as *mut Context<'_> as *mut ();
        this.frame.suspended = false;
        this.stage = Stage::Panicked;
        let body: F = unsafe { ptr::read(&*this.body) };
        let value = MaybeUninit::new(body(&mut this.frame as *mut Frame));
        if this.frame.suspended {
            this.stage = Stage::Suspended;
            return Poll::Pending;
        }
        this.stage = Stage::Done;
        this.frame.release();
        Poll::Ready(unsafe { value.assume_init() })
    }
}
impl Frame {
    fn release(&mut self) {
        if !self.memory.is_null() {
            unsafe { intrinsics::free(self.memory) };
            self.memory = ptr::null_mut();
        }
        if let Some(lender) = self.lender.take() {
            (lender.drop)(lender.closure);
        }
    }
}

/// An `async` closure that is called by value lives as long as the future that it gives.
#[lang = "lend_closure"]
fn lend_closure<C>(closure: C) -> *mut C {
    Box::into_raw(Box::new(closure))
}
#[lang = "keep_closure"]
fn keep_closure<C, T, F: FnOnce(*mut Frame) -> T>(mut block: AsyncBlock<T, F>, closure: *mut C) -> AsyncBlock<T, F> {
    let closure = closure as *mut ();
    block.frame.lender = Some(Lender { closure, drop: drop_closure::<C> });
    block
}
fn drop_closure<C>(closure: *mut ()) {
    drop(unsafe { Box::from_raw(closure as *mut C) });
}
/// A future that is dropped where it waits leaves its scopes from there.
impl<T, F: FnOnce(*mut Frame) -> T> Drop for AsyncBlock<T, F> {
    fn drop(&mut self) {
        match self.stage {
            Stage::New => unsafe { ManuallyDrop::drop(&mut self.body) },
            Stage::Suspended => {
                self.frame.cancelled = true;
                let body: F = unsafe { ptr::read(&*self.body) };
                let _ = MaybeUninit::new(body(&mut self.frame as *mut Frame));
            }
            Stage::Done | Stage::Panicked => {}
        }
        self.frame.release();
    }
}

pub fn poll_awaited<F: Future>(future: &mut F, frame: *mut Frame) -> Poll<F::Output> {
    let cx = unsafe { &mut *((*frame).context as *mut Context<'_>) };
    if unsafe { (*frame).is_sole } {
        expect_sole(future);
    }
    unsafe { Pin::new_unchecked(future) }.poll(cx)
}
