//@ no-bug
//@ source: a future that is dropped where it waits drops what is alive there, and its parameters last

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
struct Yield(bool);
impl Future for Yield { type Output = (); fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> { if self.0 { Poll::Ready(()) } else { self.0 = true; cx.waker().wake_by_ref(); Poll::Pending } } }
#[derive(Clone)] struct Log(Rc<RefCell<Vec<String>>>);
struct D(Log, String);
impl Drop for D { fn drop(&mut self) { self.0.0.borrow_mut().push(format!("drop {}", self.1)); } }
fn take(a: D, _: ()) { a.0.0.borrow_mut().push("taken".into()); }
async fn work(log: Log, name: &'static str, _unused: D) {
    let _a = D(log.clone(), format!("{name}.a"));
    { let _b = D(log.clone(), format!("{name}.b")); Yield(false).await; }
    take(D(log.clone(), format!("{name}.c")), Yield(false).await);
    let moved = D(log.clone(), format!("{name}.d"));
    drop(moved);
    Yield(false).await;
    log.0.borrow_mut().push(format!("{name} done"));
}
fn main() {
    let mut all = String::new();
    for steps in 0..5 {
        let log = Log(Rc::default());
        let mut f = Box::pin(work(log.clone(), "w", D(log.clone(), "arg".into())));
        let mut cx = Context::from_waker(Waker::noop());
        let mut ready = false;
        for _ in 0..steps { ready = f.as_mut().poll(&mut cx).is_ready(); }
        drop(f);
        all += &format!("{steps} {ready} {:?}\n", log.0.borrow());
    }
    assert_eq!(all, r#"0 false ["drop arg"]
1 false ["drop w.b", "drop w.a", "drop arg"]
2 false ["drop w.b", "drop w.c", "drop w.a", "drop arg"]
3 false ["drop w.b", "taken", "drop w.c", "drop w.d", "drop w.a", "drop arg"]
4 true ["drop w.b", "taken", "drop w.c", "drop w.d", "w done", "drop w.a", "drop arg"]
"#);
}
