//@ bug: deadlock
//@ source: a future that looks first and stores its waker then: the wake in between is lost

use std::{future::Future, pin::Pin, sync::{Arc, Mutex}, task::{Context, Poll, Wake, Waker}, thread::{self, Thread}};
struct Unpark(Thread);
impl Wake for Unpark { fn wake(self: Arc<Self>) { self.0.unpark() } }
#[derive(Clone, Default)] struct Flag { set: Arc<Mutex<bool>>, waker: Arc<Mutex<Option<Waker>>> }
impl Future for Flag {
    type Output = &'static str;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if *self.set.lock().unwrap() { return Poll::Ready("set"); }
        self.waker.lock().unwrap().replace(cx.waker().to_owned());
        Poll::Pending
    }
}
impl Flag { fn raise(&self) { *self.set.lock().unwrap() = true; if let Some(w) = self.waker.lock().unwrap().take() { w.wake(); } } }
fn block_on<T>(f: impl Future<Output = T>) -> T {
    let mut f = Box::pin(f);
    let w = Waker::from(Arc::new(Unpark(thread::current())));
    let mut cx = Context::from_waker(&w);
    loop { match f.as_mut().poll(&mut cx) { Poll::Ready(t) => break t, Poll::Pending => thread::park() } }
}
fn main() {
    let f = Flag::default();
    let g = f.clone();
    let t = thread::spawn(move || g.raise());
    let s = block_on(async { let a = f.clone().await; format!("{a}!") });
    t.join().unwrap();
    println!("{s}");
}
