//! `std::future`. Left out: `async` blocks need the compiler; `join!`, `poll_fn` is here.

use crate::pin::Pin;
use crate::task::{Context, Poll};

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

pub struct Ready<T> {
    value: Option<T>,
}
impl<T> Unpin for Ready<T> {}
pub fn ready<T>(t: T) -> Ready<T> {
    Ready { value: Some(t) }
}
impl<T> Future for Ready<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<T> {
        Poll::Ready(Pin::get_mut(self).value.take().expect("`Ready` polled after completion"))
    }
}

pub struct PollFn<F> {
    function: F,
}
impl<F: Unpin> Unpin for PollFn<F> {}
pub fn poll_fn<T, F: FnMut(&mut Context<'_>) -> Poll<T>>(f: F) -> PollFn<F> {
    PollFn { function: f }
}
impl<T, F: FnMut(&mut Context<'_>) -> Poll<T>> Future for PollFn<F> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        (unsafe { &mut self.get_unchecked_mut().function })(cx)
    }
}
