//@ bug: panic
//@ source: an executor with two workers: a task woken while it is polled is lost, as its future is not
//@ source: back in its place

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

struct Task {
    future: Mutex<Option<Pin<Box<dyn Future<Output = ()> + Send>>>>,
    queue: Sender<Arc<Task>>,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let me = self.clone();
        let _ = self.queue.send(me);
    }
}

fn worker(jobs: Arc<Mutex<Receiver<Arc<Task>>>>) {
    loop {
        let Ok(task) = ({ jobs.lock().unwrap().recv() }) else { return };
        let slot = task.future.lock().unwrap().take();
        if let Some(mut fut) = slot {
            let waker = Waker::from(task.clone());
            let mut cx = Context::from_waker(&waker);
            if fut.as_mut().poll(&mut cx).is_pending() {
                *task.future.lock().unwrap() = Some(fut);
            }
        }
    }
}

thread_local!(static POLLS: Cell<u32> = Cell::new(0));
static YIELDS: AtomicUsize = AtomicUsize::new(0);

struct YieldNow(bool);
impl Future for YieldNow {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        POLLS.set(POLLS.get() + 1);
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        YIELDS.fetch_add(1, Ordering::Relaxed);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

fn spawn(queue: &Sender<Arc<Task>>, f: impl Future<Output = ()> + Send + 'static) {
    let task = Arc::new(Task { future: Mutex::new(Some(Box::pin(f))), queue: queue.clone() });
    queue.send(task).expect("queue is open");
}

fn main() {
    let (tx, rx) = channel();
    let rx = Arc::new(Mutex::new(rx));
    let (done_tx, done) = channel::<&'static str>();
    for name in ["one", "two"] {
        let done_tx = done_tx.clone();
        spawn(&tx, async move {
            YieldNow(false).await;
            done_tx.send(name).unwrap();
        });
    }
    let workers: Vec<_> = (0..2).map(|_| thread::spawn({ let rx = rx.clone(); || worker(rx) })).collect();
    drop((tx, done_tx));
    let mut names = vec![done.recv(), done.recv()];
    names.sort_by_key(|r| r.ok());
    println!("{names:?}");
    for w in workers {
        w.join().unwrap();
    }
    assert_eq!(names.into_iter().collect::<Result<Vec<_>, _>>().as_deref(), Ok(&["one", "two"][..]));
    assert_eq!(YIELDS.load(Ordering::Relaxed), 2);
}
