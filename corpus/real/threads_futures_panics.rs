//@ no-bug
//@ args: --child-panic propagate
//@ source: a hand-made executor and join, poisoning and its recovery, payloads of the usual panics

// threads semantics without schedule-dependence
use std::collections::*;
use std::future::Future;
use std::panic;
use std::pin::{pin, Pin};
use std::sync::atomic::*;
use std::sync::*;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;
struct Unparker(thread::Thread);
impl Wake for Unparker {
    fn wake(self: Arc<Self>) {
        self.0.unpark()
    }
}
fn block_on<F: Future>(f: F) -> F::Output {
    let mut f = pin!(f);
    let w = Waker::from(Arc::new(Unparker(thread::current())));
    let mut cx = Context::from_waker(&w);
    loop {
        match f.as_mut().poll(&mut cx) {
            Poll::Ready(v) => return v,
            Poll::Pending => thread::park(),
        }
    }
}
struct Shared {
    done: bool,
    waker: Option<Waker>,
}
struct Timer(Arc<Mutex<Shared>>);
impl Future for Timer {
    type Output = &'static str;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut s = self.0.lock().unwrap();
        if s.done {
            Poll::Ready("timer")
        } else {
            s.waker = Some(cx.waker().clone());
            Poll::Pending
        }
    }
}
fn timer() -> Timer {
    let s = Arc::new(Mutex::new(Shared {
        done: false,
        waker: None,
    }));
    let t = s.clone();
    thread::spawn(move || {
        let mut s = t.lock().unwrap();
        s.done = true;
        if let Some(w) = s.waker.take() {
            w.wake()
        }
    });
    Timer(s)
}
struct Join<A: Future, B: Future>(
    Option<Pin<Box<A>>>,
    Option<A::Output>,
    Option<Pin<Box<B>>>,
    Option<B::Output>,
);
impl<A: Future, B: Future> Future for Join<A, B>
where
    A::Output: Unpin,
    B::Output: Unpin,
{
    type Output = (A::Output, B::Output);
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if let Some(a) = this.0.as_mut() {
            if let Poll::Ready(v) = a.as_mut().poll(cx) {
                this.1 = Some(v);
                this.0 = None;
            }
        }
        if let Some(b) = &mut this.2 {
            if let Poll::Ready(v) = b.as_mut().poll(cx) {
                this.3 = Some(v);
                this.2 = None;
            }
        }
        if this.1.is_some() && this.3.is_some() {
            Poll::Ready((this.1.take().unwrap(), this.3.take().unwrap()))
        } else {
            Poll::Pending
        }
    }
}
struct Gen<F>(F);
impl<F: FnMut() -> Poll<i32> + Unpin> Future for Gen<F> {
    type Output = i32;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<i32> {
        let r = (self.0)();
        if r.is_pending() {
            cx.waker().wake_by_ref();
        }
        r
    }
}
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Lvl {
    Info,
    Warn,
}
type Sink = Arc<dyn Fn(Lvl, &str) + Send + Sync>;
fn logger(prefix: &str) -> (Sink, Arc<Mutex<BTreeMap<Lvl, Vec<String>>>>) {
    let store: Arc<Mutex<BTreeMap<Lvl, Vec<String>>>> = Arc::default();
    let s = Arc::clone(&store);
    let prefix = prefix.to_owned();
    (
        Arc::new(move |l, m| s.lock().unwrap().entry(l).or_default().push(format!("{prefix}{m}"))),
        store,
    )
}
fn main() {
    let mut n = 0;
    println!(
        "{:?}",
        block_on(Join(
            Some(Box::pin(timer())),
            None,
            Some(Box::pin(Gen(move || {
                n += 1;
                if n < 3 {
                    Poll::Pending
                } else {
                    Poll::Ready(n)
                }
            }))),
            None
        ))
    );
    println!("{}", block_on(std::future::ready(5)));
    let (sink, store) = logger("> ");
    thread::scope(|s| {
        let k = &sink;
        s.spawn(move || k(Lvl::Warn, "w")).join().unwrap();
        let k2 = sink.clone();
        s.spawn(move || k2(Lvl::Info, "i"));
    });
    println!("{:?} {}", store.lock().unwrap(), Arc::strong_count(&sink));
    let m = Arc::new(Mutex::new(vec![1]));
    let mm = m.clone();
    let r = thread::spawn(move || {
        let mut g = mm.lock().unwrap();
        g.push(2);
        if g.len() == 2 {
            panic!("boom");
        }
    })
    .join();
    println!("{} {}", r.is_err(), m.is_poisoned());
    let v = m.lock().unwrap_or_else(PoisonError::into_inner).clone();
    println!("{v:?} {:?}", m.try_lock().map(|_| ()).map_err(|e| e.to_string()));
    m.clear_poison();
    println!("{}", m.lock().is_ok());
    let rw = Arc::new(RwLock::new(0));
    let r = {
        let rw = rw.clone();
        thread::spawn(move || {
            let _g = rw.read().unwrap();
            panic!("reader")
        })
        .join()
    };
    println!("{} {}", r.is_err(), rw.is_poisoned());
    let r = {
        let rw = rw.clone();
        thread::spawn(move || {
            *rw.write().unwrap() += 1;
            let _g = rw.write().unwrap();
            panic!("writer")
        })
        .join()
    };
    println!(
        "{} {:?}",
        r.is_err(),
        rw.read().map(|g| *g).map_err(|e| *e.into_inner())
    );
    let r = panic::catch_unwind(|| {
        thread::scope(|s| {
            let h = s.spawn(|| -> i32 { panic!("scoped") });
            h.join().unwrap_or(-1)
        })
    });
    println!("{:?}", r.ok());
    let o = Once::new();
    println!(
        "{:?}",
        panic::catch_unwind(panic::AssertUnwindSafe(|| o.call_once(|| panic!("once")))).is_err()
    );
    o.call_once_force(|s| println!("{}", s.is_poisoned()));
    println!("{}", o.is_completed());
    static INIT: OnceLock<Vec<i32>> = OnceLock::new();
    let (tx, rx) = mpsc::channel();
    let tx2 = tx.clone();
    let h = thread::spawn(move || rx.into_iter().fold(String::new(), |a, s: String| a + &s));
    tx.send("x".to_string()).unwrap();
    drop(tx);
    tx2.send("y".into()).unwrap();
    drop(tx2);
    println!("{}", h.join().unwrap());
    let (tx, rx) = mpsc::sync_channel::<i32>(0);
    thread::scope(|s| {
        s.spawn(move || {
            for i in 0..2 {
                tx.send(i).unwrap();
            }
        });
        println!("{:?}", rx.iter().collect::<Vec<_>>());
    });
    let a = Arc::new(AtomicUsize::new(0));
    let hs: Vec<_> = (0..2)
        .map(|i| {
            let a = a.clone();
            thread::Builder::new()
                .name(format!("w{i}"))
                .spawn(move || {
                    a.fetch_add(i + 1, Ordering::AcqRel);
                    thread::current().name().unwrap().len()
                })
                .unwrap()
        })
        .collect();
    println!(
        "{} {}",
        hs.into_iter().map(|h| h.join().unwrap()).sum::<usize>(),
        a.load(Ordering::Acquire)
    );
    let r = thread::Builder::new()
        .spawn(|| {
            thread::sleep(Duration::from_millis(1));
            3
        })
        .map(|h| h.join());
    println!("{:?}", r.unwrap().unwrap());
    println!(
        "{:?}",
        panic::catch_unwind(|| {
            let x: Result<i32, String> = Err("bad".into());
            x.expect("wanted")
        })
        .unwrap_err()
        .downcast::<String>()
        .unwrap()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| {
            let v: Vec<i32> = vec![];
            v[0]
        })
        .unwrap_err()
        .downcast_ref::<String>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| { std::panic::panic_any(42i32) })
            .unwrap_err()
            .downcast_ref::<i32>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| {
            let z = std::hint::black_box(0);
            1 / z
        })
        .unwrap_err()
        .downcast_ref::<&str>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| {
            let r = std::cell::RefCell::new(1);
            let _a = r.borrow_mut();
            let _b = r.borrow();
        })
        .is_err()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| assert_eq!(1 + 1, 3, "math {}", "fail"))
            .unwrap_err()
            .downcast_ref::<String>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| {
            let s = "héllo";
            s[0..2].len()
        })
        .unwrap_err()
        .downcast_ref::<String>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| { None::<i32>.expect("nothing here") })
            .unwrap_err()
            .downcast_ref::<&str>()
            .is_some()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| { unreachable!("code {}", 7) })
            .unwrap_err()
            .downcast_ref::<String>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| { todo!() }).unwrap_err().downcast_ref::<&str>()
    );
    println!(
        "{:?}",
        panic::catch_unwind(|| { [1, 2, 3][std::hint::black_box(2)..std::hint::black_box(1)].len() })
            .unwrap_err()
            .downcast_ref::<String>()
    );
}
