//@ no-bug
//@ edition: 2024
//@ source: async move closures lend what they own to each of their futures; called by value, it goes along

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Waker};
use std::thread;

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

struct Yield(bool);
impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match std::mem::replace(&mut self.0, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

struct Noisy(Arc<Mutex<Vec<&'static str>>>);
impl Drop for Noisy {
    fn drop(&mut self) {
        self.0.lock().unwrap().push("dropped");
    }
}

async fn twice(mut f: impl AsyncFnMut(u32) -> u32) -> u32 {
    f(1).await + f(10).await
}

async fn once<R>(f: impl AsyncFnOnce() -> R) -> R {
    f().await
}

fn start<F: Future>(f: impl FnOnce() -> F) -> F {
    f()
}

fn main() {
    // Called twice, by reference: the sender stays with the closure.
    let (tx, rx) = mpsc::channel();
    block_on(async move {
        let send = async move |x: u8| tx.send(x).unwrap();
        send(1).await;
        Yield(false).await;
        send(2).await;
    });
    assert_eq!(rx.iter().collect::<Vec<_>>(), [1, 2]);

    // What it counts is its own, and stays counted.
    let mut total = 100;
    let add = async move |x| {
        total += x;
        Yield(false).await;
        total
    };
    assert_eq!(block_on(twice(add)), 101 + 111);

    // Called by value, the future is who owns it: to its end, or until it is dropped midway.
    let log = Arc::new(Mutex::new(Vec::new()));
    let noisy = Noisy(log.clone());
    let told = async move || {
        Yield(false).await;
        noisy.0.lock().unwrap().push("used");
    };
    let mut future = Box::pin(start(told));
    assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    thread::spawn(move || block_on(future)).join().unwrap();
    let noisy = Noisy(log.clone());
    drop(start(async move || noisy.0.lock().unwrap().push("never")));
    assert_eq!(*log.lock().unwrap(), ["used", "dropped", "dropped"]);

    // One that gives away what it has can only be called once.
    let (name, rest) = (String::from("a"), String::from("bc"));
    let whole = once(async move || {
        let longer = name + "-";
        Yield(false).await;
        longer + &rest
    });
    assert_eq!(block_on(whole), "a-bc");
}
