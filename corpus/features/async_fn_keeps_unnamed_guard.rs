//@ bug: deadlock
//@ source: a parameter of an async function that is not named lives as long as the future
use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
static M: Mutex<()> = Mutex::new(());
async fn hold(_: MutexGuard<'static, ()>) {
    let mut first = true;
    std::future::poll_fn(|_| {
        if std::mem::take(&mut first) {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
}
fn main() {
    let mut f = pin!(hold(M.lock().unwrap()));
    assert!(f
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
        .is_pending());
    std::thread::spawn(|| drop(M.lock().unwrap()))
        .join()
        .unwrap();
}
