//@ no-bug
//@ source: `block_on` over a condvar, futures that other threads complete, `async fn`s with `?`, borrows and boxed recursion

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, Condvar};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
struct Signal { done: Mutex<bool>, cv: Condvar }
impl Wake for Signal { fn wake(self: Arc<Self>) { *self.done.lock().unwrap() = true; self.cv.notify_one(); } }
fn block_on<F: Future>(fut: F) -> F::Output {
    let mut fut = pin!(fut);
    let signal = Arc::new(Signal { done: Mutex::new(false), cv: Condvar::new() });
    let waker = Waker::from(signal.clone());
    let mut cx = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(v) = fut.as_mut().poll(&mut cx) { return v; }
        let mut g = signal.done.lock().unwrap();
        while !*g { g = signal.cv.wait(g).unwrap(); }
        *g = false;
    }
}
#[derive(Default)]
struct Shared { value: Option<u32>, waker: Option<Waker> }
struct Timer { shared: Arc<Mutex<Shared>> }
impl Timer {
    fn new(v: u32) -> Timer {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let s2 = shared.clone();
        thread::spawn(move || {
            let w = { let mut s = s2.lock().unwrap(); s.value = Some(v); s.waker.take() };
            if let Some(w) = w { w.wake() }
        });
        Timer { shared }
    }
}
impl Future for Timer {
    type Output = u32;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        let mut s = self.shared.lock().unwrap();
        match s.value.take() { Some(v) => Poll::Ready(v), None => { s.waker = Some(cx.waker().clone()); Poll::Pending } }
    }
}
struct Noisy(&'static str, Arc<Mutex<Vec<String>>>);
impl Drop for Noisy { fn drop(&mut self) { self.1.lock().unwrap().push(self.0.to_string()); } }
async fn add(a: u32, b: u32) -> u32 { let x = Timer::new(a).await; let y = Timer::new(b).await; x + y }
async fn parse(s: &str) -> Result<u32, std::num::ParseIntError> { let n: u32 = s.trim().parse()?; let v = Timer::new(n).await; Ok(v * 2) }
async fn greet(&(ref a, _b): &(String, u8), log: Arc<Mutex<Vec<String>>>) -> String {
    let _n = Noisy("greet", log);
    let mut s = String::new();
    for (i, c) in a.chars().enumerate() { s.push(c); if i == 1 { s += &Timer::new(7).await.to_string(); } }
    s
}
fn fib(n: u32) -> Pin<Box<dyn Future<Output = u32> + Send>> {
    Box::pin(async move { if n < 2 { n } else { fib(n - 1).await + fib(n - 2).await } })
}
fn main() {
    let log = Arc::new(Mutex::new(vec![]));
    assert_eq!(block_on(add(1, 2)), 3);
    assert_eq!(block_on(parse(" 21 ")).unwrap(), 42);
    assert!(block_on(parse("x")).is_err());
    let p = ("abc".to_string(), 1);
    assert_eq!(block_on(greet(&p, log.clone())), "ab7c");
    assert_eq!(block_on(fib(6)), 8);
    let v = vec![1, 2, 3];
    let total = block_on(async { let mut t = 0; for x in &v { t += *x; } t + std::future::ready(4).await });
    assert_eq!(total, 10);
    let f = async |x: u32| x + 1;
    assert_eq!(block_on(f(4)), 5);
    println!("{:?}", log.lock().unwrap());
}
