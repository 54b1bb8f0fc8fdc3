//@ no-bug
//@ source: a single-threaded executor with streams, boxed recursion, routers of async closures

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::future::{pending, ready, Future};
use std::ops::AddAssign;
use std::pin::{pin, Pin};
use std::rc::Rc;
use std::sync::{
    atomic::{AtomicBool, Ordering},
    Arc,
};
use std::task::{ready, Context, Poll, Wake, Waker};
struct Flag(AtomicBool);
impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref()
    }
    fn wake_by_ref(self: &Arc<Self>) {
        self.0.store(true, Ordering::Release)
    }
}
thread_local! { static LOCAL: RefCell<VecDeque<Rc<LocalTask>>> = RefCell::new(VecDeque::new()); }
struct LocalTask {
    fut: RefCell<Option<Pin<Box<dyn Future<Output = ()>>>>>,
    id: usize,
}
fn spawn_local(f: impl Future<Output = ()> + 'static) {
    LOCAL.with(|q| {
        let mut q = q.borrow_mut();
        let id = q.len();
        q.push_back(Rc::new(LocalTask {
            fut: RefCell::new(Some(Box::pin(f))),
            id,
        }))
    })
}
fn run_local<T>(f: impl Future<Output = T>) -> T {
    let mut f = pin!(f);
    let flag = Arc::new(Flag(AtomicBool::new(true)));
    let waker: Waker = flag.clone().into();
    let cx = &mut Context::from_waker(&waker);
    loop {
        if flag.0.swap(false, Ordering::Acquire) {
            if let Poll::Ready(v) = f.as_mut().poll(cx) {
                break v;
            }
        }
        let Some(t) = LOCAL.with(|q| q.borrow_mut().pop_front()) else {
            continue;
        };
        let Some(mut fut) = t.fut.borrow_mut().take() else {
            continue;
        };
        if fut.as_mut().poll(cx).is_pending() {
            *t.fut.borrow_mut() = Some(fut);
            LOCAL.with_borrow_mut(|q| q.push_back(t));
        }
    }
}
trait Stream {
    type Item;
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>>;
}
trait StreamExt: Stream {
    fn next(&mut self) -> Next<'_, Self>
    where
        Self: Unpin,
    {
        Next(self)
    }
    fn map<F, U>(self, f: F) -> Map<Self, F>
    where
        F: FnMut(Self::Item) -> U,
        Self: Sized,
    {
        Map { s: self, f }
    }
}
impl<S: Stream + ?Sized> StreamExt for S {}
struct Next<'a, S: ?Sized>(&'a mut S);
impl<S: Stream + Unpin + ?Sized> Future for Next<'_, S> {
    type Output = Option<S::Item>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut *self.0).poll_next(cx)
    }
}
struct Map<S, F> {
    s: S,
    f: F,
}
impl<S: Stream + Unpin, U, F: FnMut(S::Item) -> U + Unpin> Stream for Map<S, F> {
    type Item = U;
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<U>> {
        let this = self.get_mut();
        let x = ready!(Pin::new(&mut this.s).poll_next(cx));
        Poll::Ready(x.map(&mut this.f))
    }
}
struct Ticks {
    n: u32,
    ready: bool,
}
impl Stream for Ticks {
    type Item = u32;
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<u32>> {
        if self.n == 0 {
            return Poll::Ready(None);
        }
        self.ready = !self.ready;
        if self.ready {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.n -= 1;
        let n = self.n;
        Poll::Ready(Some(n))
    }
}
struct Yield(bool);
impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            Poll::Ready(())
        } else {
            cx.waker().wake_by_ref();
            Poll::Pending
        }
    }
}
type BoxFut<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;
trait Handler {
    fn handle<'a>(&'a self, req: &'a str) -> BoxFut<'a, Result<String, String>>;
}
struct Echo {
    prefix: String,
    calls: Cell<u32>,
}
impl Handler for Echo {
    fn handle<'a>(&'a self, req: &'a str) -> BoxFut<'a, Result<String, String>> {
        Box::pin(async move {
            self.calls.set(self.calls.get() + 1);
            Yield(false).await;
            if req.is_empty() {
                Err("empty")?;
            }
            Ok(format!("{}{req}", self.prefix))
        })
    }
}
struct Router {
    routes: BTreeMap<&'static str, Box<dyn Fn(u32) -> BoxFut<'static, u32>>>,
}
impl Router {
    fn add<F, Fut>(&mut self, name: &'static str, f: F) -> &mut Self
    where
        F: Fn(u32) -> Fut + 'static,
        Fut: Future<Output = u32> + 'static,
    {
        self.routes.insert(name, Box::new(move |x| Box::pin(f(x))));
        self
    }
}
async fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        Yield(false).await;
        Box::pin(gcd(b, a % b)).await
    }
}
async fn fold<S: Stream + Unpin, A: AddAssign<S::Item>>(mut s: S, mut acc: A) -> A {
    while let Some(x) = s.next().await {
        acc += x;
    }
    acc
}
async fn timeout<T>(n: usize, f: impl Future<Output = T>) -> Option<T> {
    let mut f = pin!(f);
    let mut left = n;
    std::future::poll_fn(|cx| match f.as_mut().poll(cx) {
        Poll::Ready(v) => Poll::Ready(Some(v)),
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            cx.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}
fn main() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let (l1, l2) = (log.clone(), log.clone());
    let out = run_local(async move {
        for id in 0..2 {
            let l = l1.clone();
            spawn_local(async move {
                for step in 0..2 {
                    l.borrow_mut().push((id, step));
                    Yield(false).await;
                }
            });
        }
        let mut s = Ticks { n: 3, ready: false }.map(|x| x * x);
        let mut seen = vec![];
        while let Some(x) = s.next().await {
            seen.push(x);
            Yield(false).await;
        }
        seen
    });
    assert_eq!(out, [4, 1, 0]);
    assert_eq!(l2.borrow().len(), 4);
    run_local(async {
        let e = Echo {
            prefix: "re: ".to_string(),
            calls: Cell::new(0),
        };
        let h: &dyn Handler = &e;
        let (a, b) = (h.handle("hi").await, h.handle("").await);
        assert_eq!((a.as_deref(), b), (Ok("re: hi"), Err("empty".to_owned())));
        assert_eq!(e.calls.get(), 2);
        let mut r = Router {
            routes: BTreeMap::new(),
        };
        r.add("double", |x| async move {
            Yield(false).await;
            x * 2
        })
        .add("gcd", |x| gcd(x, 18));
        let mut total = 0;
        for (name, f) in &r.routes {
            total += f(12).await;
            log.borrow_mut().push((name.len(), 9));
        }
        assert_eq!(total, 30);
        assert_eq!(fold(Ticks { n: 4, ready: true }, 0u32).await, 6);
        assert_eq!(
            (
                timeout(3, pending::<()>()).await,
                timeout(3, ready(7)).await
            ),
            (None, Some(7))
        );
        let nested = async {
            let v: Result<u8, std::num::ParseIntError> =
                async { Ok("7".parse::<u8>()? + ready(1).await) }.await;
            v
        };
        assert_eq!(nested.await, Ok(8));
        let data = vec![1u8, 2, 3];
        let part = &data[1..];
        let r = 'search: {
            for (i, x) in part.iter().enumerate() {
                Yield(false).await;
                if *x == 3 {
                    break 'search Some(i);
                }
            }
            None
        };
        assert_eq!(r, Some(1));
        let x = match ready(Some(5)).await {
            Some(n) if n > ready(3).await => n,
            _ => 0,
        };
        let st = (x, ready("s").await, [ready(1).await, ready(2).await]);
        assert_eq!(st, (5, "s", [1, 2]));
        let mut heap: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        for i in [3, 1, 2] {
            heap.push(Reverse(gcd(i, i).await));
        }
        assert_eq!(heap.pop().map(|Reverse(x)| x), Some(1));
        let f = async |k: &mut u32| {
            *k += 1;
            Yield(false).await;
            *k
        };
        let mut k = 1;
        assert_eq!(f(&mut k).await + f(&mut k).await, 5);
    });
}
