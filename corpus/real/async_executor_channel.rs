//@ no-bug
//@ source: the async book: tasks that send themselves through a channel, with join handles, an async channel and async methods of traits

use std::{cell::Cell, future::Future, pin::Pin, sync::{Arc, Mutex, mpsc::{sync_channel, Receiver, SyncSender}, atomic::{AtomicUsize, Ordering}}, task::{Context, Poll, Wake, Waker, ready}, thread, collections::VecDeque};
type BoxFuture = Pin<Box<dyn Future<Output = ()> + Send + 'static>>;
struct Executor { ready_queue: Receiver<Arc<Task>> }
#[derive(Clone)] struct Spawner { task_sender: SyncSender<Arc<Task>> }
struct Task { future: Mutex<Option<BoxFuture>>, task_sender: SyncSender<Arc<Task>> }
fn new_executor_and_spawner() -> (Executor, Spawner) { let (task_sender, ready_queue) = sync_channel(100); (Executor { ready_queue }, Spawner { task_sender }) }
impl Spawner {
    fn spawn<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        let slot = Arc::new(Mutex::new((None, None::<Waker>)));
        let s2 = slot.clone();
        let future = Box::pin(async move {
            let v = future.await;
            let mut s = s2.lock().unwrap();
            s.0 = Some(v);
            if let Some(w) = s.1.take() { w.wake(); }
        });
        let task = Arc::new(Task { future: Mutex::new(Some(future)), task_sender: self.task_sender.clone() });
        self.task_sender.send(task).expect("too many tasks queued");
        JoinHandle { slot }
    }
}
struct JoinHandle<T> { slot: Arc<Mutex<(Option<T>, Option<Waker>)>> }
impl<T> Future for JoinHandle<T> {
    type Output = T;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut s = self.slot.lock().unwrap();
        if let Some(v) = s.0.take() { return Poll::Ready(v); }
        s.1 = Some(cx.waker().clone());
        Poll::Pending
    }
}
impl Wake for Task {
    fn wake(self: Arc<Self>) { let cloned = Arc::clone(&self); self.task_sender.send(cloned).expect("too many tasks queued"); }
}
impl Executor {
    fn run(&self) {
        while let Ok(task) = self.ready_queue.recv() {
            let mut slot = task.future.lock().unwrap();
            if let Some(mut future) = slot.take() {
                let waker = Waker::from(task.clone());
                let context = &mut Context::from_waker(&waker);
                if future.as_mut().poll(context).is_pending() { *slot = Some(future); }
            }
        }
    }
}
struct Chan<T> { q: Mutex<(VecDeque<T>, Option<Waker>, bool)> }
struct Recv<'a, T>(&'a Chan<T>);
impl<'a, T> Future for Recv<'a, T> {
    type Output = Option<T>;
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<T>> {
        let mut g = self.0.q.lock().unwrap();
        if let Some(x) = g.0.pop_front() { Poll::Ready(Some(x)) } else if g.2 { Poll::Ready(None) } else { g.1 = Some(cx.waker().clone()); Poll::Pending }
    }
}
impl<T> Chan<T> {
    fn new() -> Arc<Self> { Arc::new(Chan { q: Mutex::new((VecDeque::new(), None, false)) }) }
    fn recv(&self) -> Recv<'_, T> { Recv(self) }
    fn send(&self, t: T) { let mut g = self.q.lock().unwrap(); g.0.push_back(t); if let Some(w) = g.1.take() { w.wake() } }
    fn close(&self) { let mut g = self.q.lock().unwrap(); g.2 = true; if let Some(w) = g.1.take() { w.wake() } }
}
trait Service { async fn call(&self, x: u32) -> Result<u32, String>; fn name(&self) -> impl Future<Output = String> + Send { async { "svc".to_string() } } }
struct Doubler<const K: u32>;
impl<const K: u32> Service for Doubler<K> { async fn call(&self, x: u32) -> Result<u32, String> { if x > 10 { return Err(format!("{x} > 10")); } Ok(x * K) } }
async fn twice<S: Service>(s: &S, x: u32) -> Result<u32, String> { let y = s.call(x).await?; s.call(y).await.map_err(|e| format!("2nd: {e}")) }
fn main() {
    let (executor, spawner) = new_executor_and_spawner();
    let ch = Chan::new();
    let sum = Arc::new(AtomicUsize::new(0));
    let rx = ch.clone();
    let h = spawner.spawn(async move { let mut n = 0u32; while let Some(x) = rx.recv().await { n += x; } n });
    let s2 = sum.clone();
    spawner.spawn(async move {
        let total = h.await;
        s2.fetch_add(total as usize, Ordering::SeqCst);
        let d = Doubler::<3>;
        let r = (twice(&d, 2).await, twice(&d, 4).await, d.name().await);
        assert_eq!(r, (Ok(18), Err("2nd: 12 > 10".into()), "svc".to_string()));
    });
    drop(spawner);
    let t = thread::spawn(move || { for i in 1..=2 { ch.send(i); } ch.close(); });
    executor.run();
    t.join().unwrap();
    assert_eq!(sum.load(Ordering::SeqCst), 3);
}
