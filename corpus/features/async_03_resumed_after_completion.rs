//@ bug: panic
//@ source: join and select by hand, a panic inside, and a future polled once more than it may be

use std::{future::{Future, poll_fn}, pin::{Pin, pin}, task::{Context, Poll, Waker}, panic};
async fn yield_now() { let mut y = false; poll_fn(move |cx| { if y { Poll::Ready(()) } else { y = true; cx.waker().wake_by_ref(); Poll::Pending } }).await }
enum Either<A, B> { Left(A), Right(B) }
async fn select<A: Future + Unpin, B: Future + Unpin>(mut a: A, mut b: B) -> Either<A::Output, B::Output> {
    poll_fn(move |cx| {
        if let Poll::Ready(x) = Pin::new(&mut a).poll(cx) { return Poll::Ready(Either::Left(x)); }
        Pin::new(&mut b).poll(cx).map(Either::Right)
    }).await
}
async fn join_all<I>(it: I) -> Vec<<I::Item as Future>::Output> where I: IntoIterator, I::Item: Future {
    let mut futs: Vec<_> = it.into_iter().map(Box::pin).map(Some).collect();
    let mut out: Vec<Option<_>> = futs.iter().map(|_| None).collect();
    poll_fn(|cx| {
        let mut pending = false;
        for (slot, o) in futs.iter_mut().zip(out.iter_mut()) {
            if let Some(f) = slot { match f.as_mut().poll(cx) { Poll::Ready(v) => { *o = Some(v); *slot = None; } Poll::Pending => pending = true } }
        }
        if pending { Poll::Pending } else { Poll::Ready(()) }
    }).await;
    out.into_iter().flatten().collect()
}
fn run<F: Future>(f: F) -> (F::Output, usize) {
    let mut f = pin!(f);
    let mut polls = 0;
    loop { polls += 1; if let Poll::Ready(v) = f.as_mut().poll(&mut Context::from_waker(Waker::noop())) { return (v, polls); } }
}
fn main() {
    let (v, polls) = run(join_all((0..3).map(|i| async move { for _ in 0..i { yield_now().await; } i * 10 })));
    assert_eq!((v, polls), (vec![0, 10, 20], 3));
    let a = Box::pin(async { loop { yield_now().await } });
    let b = Box::pin(async { yield_now().await; "b" });
    let (e, _) = run(select(a, b));
    match e { Either::Left(()) => unreachable!(), Either::Right(s) => assert_eq!(s, "b") }
    let r = panic::catch_unwind(|| run(async { let _v = vec![1]; yield_now().await; if true { panic!("inside"); } 1 }));
    assert_eq!(r.unwrap_err().downcast_ref::<&str>(), Some(&"inside"));
    let mut done = Box::pin(async {});
    let mut cx = Context::from_waker(Waker::noop());
    assert!(done.as_mut().poll(&mut cx).is_ready());
    let _ = done.as_mut().poll(&mut cx);
}
