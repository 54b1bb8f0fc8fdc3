//@ no-bug
//@ edition: 2024
//@ source: `AsyncFn` bounds: closures and functions that give back futures

use std::future::Future;
use std::pin::pin;
use std::task::*;
async fn twice(f: impl AsyncFn(u32) -> u32) -> u32 {
    f(1).await + f(2).await
}
async fn with<F>(f: F) -> String
where
    F: AsyncFnOnce(&str) -> String,
{
    f("x").await
}
fn run<T>(f: impl Future<Output = T>) -> T {
    let mut f = pin!(f);
    loop {
        if let Poll::Ready(v) = f.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return v;
        }
    }
}
fn main() {
    let k = 10;
    assert_eq!(run(twice(async |x| x + k)), 23);
    assert_eq!(run(with(async |s: &str| s.repeat(2))), "xx");
    async fn g(x: u32) -> u32 {
        x
    }
    assert_eq!(run(twice(g)), 3);
}
