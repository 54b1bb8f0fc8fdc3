//@ no-bug
//@ source: hand-made futures and a single-threaded executor with `Wake`

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

struct CountWaker(AtomicUsize);
impl Wake for CountWaker {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

struct YieldNow(bool);
impl Future for YieldNow {
    type Output = &'static str;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if self.0 {
            return Poll::Ready("done");
        }
        self.0 = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

struct Then<A, F> {
    first: A,
    f: Option<F>,
}
impl<A: Future + Unpin, F: FnOnce(A::Output) -> R + Unpin, R> Future for Then<A, F> {
    type Output = R;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<R> {
        let this = &mut *self;
        match Pin::new(&mut this.first).poll(cx) {
            Poll::Ready(v) => Poll::Ready((this.f.take().expect("polled after completion"))(v)),
            Poll::Pending => Poll::Pending,
        }
    }
}

struct Executor {
    queue: VecDeque<Pin<Box<dyn Future<Output = ()>>>>,
    polls: usize,
}
impl Executor {
    fn new() -> Self {
        Executor {
            queue: VecDeque::new(),
            polls: 0,
        }
    }
    fn spawn(&mut self, f: impl Future<Output = ()> + 'static) -> &mut Self {
        self.queue.push_back(Box::pin(f));
        self
    }
    fn run(&mut self) -> usize {
        let counter = Arc::new(CountWaker(AtomicUsize::new(0)));
        let waker: Waker = counter.clone().into();
        let mut cx = Context::from_waker(&waker);
        while let Some(mut task) = self.queue.pop_front() {
            self.polls += 1;
            if task.as_mut().poll(&mut cx).is_pending() {
                self.queue.push_back(task);
            }
        }
        counter.0.load(Ordering::SeqCst)
    }
}

fn main() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let mut ex = Executor::new();
    for name in ["a", "b"] {
        let log = Rc::clone(&log);
        ex.spawn(Then {
            first: YieldNow(false),
            f: Some(move |v: &'static str| log.borrow_mut().push(format!("{name}:{v}"))),
        });
    }
    let l2 = log.clone();
    ex.spawn(std::future::ready(())).spawn(Then {
        first: std::future::ready(7),
        f: Some(move |x: i32| l2.borrow_mut().push(x.to_string())),
    });
    let wakes = ex.run();
    println!("{} wakes, {} polls, {:?}", wakes, ex.polls, log.borrow());
}
