//@ no-bug
//@ source: who blocks in a task is not stopped with it: the end of the runtime waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::block_in_place;

fn main() {
    let runtime = Runtime::new().unwrap();
    let (begins, has_begun) = oneshot::channel();
    let (sender, mut receiver) = mpsc::channel(1);
    let done = Arc::new(AtomicBool::new(false));
    let its = done.clone();
    runtime.spawn(async move {
        block_in_place(|| {
            begins.send(()).unwrap();
            Handle::current().block_on(async { assert_eq!(receiver.recv().await, Some(1)) });
            its.store(true, SeqCst);
        });
        std::future::pending::<()>().await
    });
    runtime.block_on(has_begun).unwrap();
    let sends = std::thread::spawn(move || sender.blocking_send(1).unwrap());
    drop(runtime);
    assert!(done.load(SeqCst));
    sends.join().unwrap();
}
