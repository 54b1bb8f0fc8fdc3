//@ no-bug
//@ source: an executor whose workers share a queue of tasks

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{
    atomic::{AtomicUsize, Ordering},
    Arc, Condvar, Mutex,
};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
struct Task {
    fut: Mutex<Option<Pin<Box<dyn Future<Output = ()> + Send>>>>,
    rt: Arc<Shared>,
}
struct Shared {
    queue: Mutex<VecDeque<Arc<Task>>>,
    cv: Condvar,
    live: AtomicUsize,
}
impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let rt = self.rt.clone();
        rt.queue.lock().unwrap().push_back(self);
        rt.cv.notify_one();
    }
}
#[derive(Clone)]
struct Runtime(Arc<Shared>);
impl Runtime {
    fn new() -> Self {
        Runtime(Arc::new(Shared {
            queue: Mutex::default(),
            cv: Condvar::new(),
            live: AtomicUsize::new(0),
        }))
    }
    fn spawn<F>(&self, f: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.0.live.fetch_add(1, Ordering::SeqCst);
        let t = Arc::new(Task {
            fut: Mutex::new(Some(Box::pin(f))),
            rt: self.0.clone(),
        });
        t.wake();
    }
    fn worker(&self) {
        loop {
            let task = {
                let mut q = self.0.queue.lock().unwrap();
                loop {
                    if let Some(t) = q.pop_front() {
                        break t;
                    }
                    if self.0.live.load(Ordering::SeqCst) == 0 {
                        return;
                    }
                    q = self.0.cv.wait(q).unwrap();
                }
            };
            let waker = Waker::from(task.clone());
            let mut slot = task.fut.lock().unwrap();
            if let Some(f) = slot.as_mut() {
                if f.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
                    *slot = None;
                    if self.0.live.fetch_sub(1, Ordering::SeqCst) == 1 {
                        let _q = self.0.queue.lock().unwrap();
                        self.0.cv.notify_all();
                    }
                }
            }
        }
    }
}
struct Oneshot<T>(Arc<Mutex<(Option<T>, Option<Waker>)>>);
impl<T> Clone for Oneshot<T> {
    fn clone(&self) -> Self {
        Oneshot(self.0.clone())
    }
}
impl<T> Oneshot<T> {
    fn new() -> Self {
        Oneshot(Arc::new(Mutex::new((None, None))))
    }
    fn send(&self, v: T) {
        let w = {
            let mut g = self.0.lock().unwrap();
            g.0 = Some(v);
            g.1.take()
        };
        if let Some(w) = w {
            w.wake();
        }
    }
}
impl<T> Future for Oneshot<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut g = self.0.lock().unwrap();
        match g.0.take() {
            Some(v) => Poll::Ready(v),
            None => {
                g.1 = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
fn main() {
    let rt = Runtime::new();
    let o = Oneshot::new();
    let result = Arc::new(AtomicUsize::new(0));
    let (o2, r2) = (o.clone(), result.clone());
    rt.spawn(async move {
        let v: usize = o2.await;
        r2.fetch_add(v, Ordering::SeqCst);
    });
    rt.spawn(async move {
        o.send(5);
    });
    let w = {
        let rt = rt.clone();
        thread::spawn(move || rt.worker())
    };
    rt.worker();
    w.join().unwrap();
    assert_eq!(result.load(Ordering::SeqCst), 5);
}
