//@ no-bug
//@ source: `join` by pin projection over enums of futures

use std::{
    future::{Future, IntoFuture},
    mem::MaybeUninit,
    pin::Pin,
    sync::Mutex,
    task::{Context, Poll, Waker},
};
enum MaybeDone<F: Future> {
    Future(F),
    Done(F::Output),
    Gone,
}
impl<F: Future> MaybeDone<F> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> bool {
        unsafe {
            let this = self.get_unchecked_mut();
            match this {
                MaybeDone::Future(f) => match Pin::new_unchecked(f).poll(cx) {
                    Poll::Ready(v) => {
                        *this = MaybeDone::Done(v);
                        true
                    }
                    Poll::Pending => false,
                },
                MaybeDone::Done(_) => true,
                MaybeDone::Gone => panic!("gone"),
            }
        }
    }
    fn take(self: Pin<&mut Self>) -> Option<F::Output> {
        unsafe {
            let this = self.get_unchecked_mut();
            match std::mem::replace(this, MaybeDone::Gone) {
                MaybeDone::Done(v) => Some(v),
                _ => None,
            }
        }
    }
}
struct Join<A: Future, B: Future> {
    a: MaybeDone<A>,
    b: MaybeDone<B>,
}
fn join<A: IntoFuture, B: IntoFuture>(a: A, b: B) -> Join<A::IntoFuture, B::IntoFuture> {
    Join {
        a: MaybeDone::Future(a.into_future()),
        b: MaybeDone::Future(b.into_future()),
    }
}
impl<A: Future, B: Future> Future for Join<A, B> {
    type Output = (A::Output, B::Output);
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let (mut a, mut b) = unsafe {
            let t = self.get_unchecked_mut();
            (Pin::new_unchecked(&mut t.a), Pin::new_unchecked(&mut t.b))
        };
        let (x, y) = (a.as_mut().poll(cx), b.as_mut().poll(cx));
        if x & y {
            Poll::Ready((a.take().unwrap(), b.take().unwrap()))
        } else {
            Poll::Pending
        }
    }
}
static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());
fn log(s: impl Into<String>) {
    LOG.lock().unwrap().push(s.into())
}
struct Step(u8);
impl Future for Step {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match self.0 {
            0 => Poll::Ready(()),
            _ => {
                self.0 -= 1;
                Poll::Pending
            }
        }
    }
}
async fn run(name: &'static str, steps: u8) -> String {
    let mut s = String::new();
    for i in 0..steps {
        Step(1).await;
        s += name;
        log(format!("{name}{i}"));
    }
    s
}
fn main() {
    let mut j = Box::pin(join(run("a", 2), join(run("b", 1), async { [1u8; 3] })));
    let mut cx = Context::from_waker(Waker::noop());
    let mut polls = 0;
    let (a, (b, c)) = loop {
        polls += 1;
        if let Poll::Ready(v) = j.as_mut().poll(&mut cx) {
            break v;
        }
    };
    assert_eq!(
        (a.as_str(), b.as_str(), c, polls),
        ("aa", "b", [1, 1, 1], 3)
    );
    assert_eq!(*LOG.lock().unwrap(), ["a0", "b0", "a1"]);
    let _: MaybeUninit<u8> = MaybeUninit::uninit();
    std::thread::spawn(|| { let mut f = Box::pin(run("t", 1)); let mut cx = Context::from_waker(Waker::noop()); assert!(f.as_mut().poll(&mut cx).is_pending()); f }).join().map(|mut f| { assert!(matches!(f.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(s) if s == "t")); }).unwrap();
}
