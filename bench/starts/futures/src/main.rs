//! Two executors, a future of one's own, and locks of three crates.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;

pin_project_lite::pin_project! {
    /// A future that counts how often it is asked.
    struct Counted<F> {
        #[pin]
        inner: F,
        polls: usize,
    }
}

impl<F: Future> Future for Counted<F> {
    type Output = (F::Output, usize);

    fn poll(self: Pin<&mut Self>, context: &mut Context) -> Poll<Self::Output> {
        let this = self.project();
        *this.polls += 1;
        this.inner.poll(context).map(|output| (output, *this.polls))
    }
}

#[async_trait::async_trait]
trait Job {
    async fn run(&self) -> u32;
}

struct Add(Arc<tokio::sync::Mutex<u32>>);

#[async_trait::async_trait]
impl Job for Add {
    async fn run(&self) -> u32 {
        let mut sum = self.0.lock().await;
        *sum += 1;
        *sum
    }
}

fn main() {
    let job = Add(Arc::new(tokio::sync::Mutex::new(0)));
    let done = Arc::new(event_listener::Event::new());
    let heard = done.listen();
    let (sender, receiver) = async_channel::bounded(1);
    let worker = thread::spawn(move || {
        pollster::block_on(async move {
            let sum = job.run().await;
            sender.send(sum).await.expect("a receiver");
            done.notify(1);
        });
    });
    let inner = receiver.recv();
    let (sum, polls) = futures::executor::block_on(Counted { inner, polls: 0 });
    let sums = async_lock::Mutex::new(slab::Slab::new());
    let key = pollster::block_on(async { sums.lock().await.insert(sum.expect("a sender")) });
    pollster::block_on(heard);
    assert!(polls > 0);
    assert_eq!(pollster::block_on(sums.lock())[key], 1);
    tracing::info!(polls);
    worker.join().expect("no panic");
}
