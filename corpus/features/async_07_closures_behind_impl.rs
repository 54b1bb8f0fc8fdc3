//@ no-bug
//@ edition: 2024
//@ source: async move closures behind a returned impl AsyncFn or AsyncFnOnce: how they are called is said by the bound

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

struct Once(bool);
impl Future for Once {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

fn block_on<F: Future>(f: F) -> F::Output {
    let mut f = pin!(f);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = f.as_mut().poll(&mut cx) {
            return value;
        }
    }
}

fn summer(data: Vec<u32>) -> impl AsyncFnOnce(u32) -> u32 {
    async move |times: u32| {
        Once(false).await;
        data.iter().sum::<u32>() * times
    }
}

fn forwarded(data: Vec<u32>) -> impl AsyncFnOnce(u32) -> u32 {
    many(data)
}

fn many(data: Vec<u32>) -> impl AsyncFn(u32) -> u32 {
    async move |times: u32| {
        Once(false).await;
        data.iter().sum::<u32>() * times
    }
}

trait Maker {
    fn make(self) -> impl AsyncFnOnce(u32) -> u32;
}
struct Ones(usize);
impl Maker for Ones {
    fn make(self) -> impl AsyncFnOnce(u32) -> u32 {
        let ones = vec![1; self.0];
        async move |times: u32| {
            Once(false).await;
            ones.iter().sum::<u32>() * times
        }
    }
}

fn start() -> impl Future<Output = u32> {
    let f = summer(vec![1, 2, 3]);
    f(2)
}
fn start_forwarded() -> impl Future<Output = u32> {
    let f = forwarded(vec![1, 2, 3]);
    f(3)
}
fn start_made<M: Maker + 'static>(maker: M) -> impl Future<Output = u32> {
    let f = maker.make();
    f(5)
}
fn start_pair() -> impl Future<Output = u32> {
    let (f, g) = pair(vec![4]);
    let g = g(1);
    async move { f(1).await + g.await }
}
fn pair(data: Vec<u32>) -> (impl AsyncFnOnce(u32) -> u32, impl AsyncFnOnce(u32) -> u32) {
    (many(data.clone()), async move |n: u32| {
        Once(false).await;
        n + data[0]
    })
}
struct Job<F> {
    f: F,
}
impl<F: AsyncFnOnce(u32) -> u32> Job<F> {
    fn start(self) -> impl Future<Output = u32> {
        (self.f)(1)
    }
}
fn start_job() -> impl Future<Output = u32> {
    let started = Job { f: many(vec![7]) }.start();
    async move { started.await }
}
fn stored() -> u32 {
    let f = many(vec![1, 2, 3]);
    let a = block_on(f(1));
    let b = block_on(f(2));
    a + b
}

fn main() {
    assert_eq!(block_on(start()), 12);
    assert_eq!(block_on(start_forwarded()), 18);
    assert_eq!(block_on(start_made(Ones(3))), 15);
    assert_eq!(block_on(start_pair()), 9);
    assert_eq!(block_on(start_job()), 7);
    assert_eq!(stored(), 18);
}
