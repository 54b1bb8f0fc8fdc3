//@ no-bug
//@ source: the same of the other types of tokio::sync.

use std::sync::Arc;
use tokio::sync::*;
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let s = Arc::new(Semaphore::new(3));
    let mut a = s.acquire_many(2).await.unwrap();
    let b = a.split(1).unwrap();
    println!(
        "{} {} {}",
        a.num_permits(),
        b.num_permits(),
        s.available_permits()
    );
    a.merge(b);
    println!("{:?}", s.try_acquire_many(2).map(|_| ()));
    println!("{}", s.try_acquire_many(2).unwrap_err());
    a.forget();
    s.add_permits(1);
    println!("{}", s.available_permits());
    let o = s.clone().acquire_owned().await.unwrap();
    s.close();
    println!("{:?} {}", s.acquire().await.map(|_| ()), s.is_closed());
    drop(o);
    let c = OnceCell::new();
    println!(
        "{:?}",
        c.get_or_try_init(|| async { Err::<u32, _>("no") }).await
    );
    println!("{:?}", c.get_or_init(|| async { 5 }).await);
    println!("{:?} {:?}", c.set(6), c);
    let l = Arc::new(RwLock::new((1, 2)));
    let w = l.clone().write_owned().await;
    println!("{:?} {:?}", l.try_read().is_err(), l);
    let r = w.downgrade();
    println!("{:?} {:?}", l.try_read().is_ok(), l);
    drop(r);
    {
        let mut m = RwLockWriteGuard::map(l.write().await, |p| &mut p.1);
        *m += 1;
    }
    let r = RwLockReadGuard::map(l.read().await, |p| &p.1);
    println!("{} {:?}", *r, r);
    drop(r);
    let m = Mutex::new(vec![1]);
    {
        let mut g = m.lock().await;
        g.push(2);
        println!("{:?} {:?}", m.try_lock().map(|_| ()), m);
    }
    println!("{:?} {}", m, m.try_lock().is_ok());
    let g = MutexGuard::map(m.lock().await, |v| &mut v[0]);
    println!("{}", *g);
    drop(g);
    println!("{:?}", m.into_inner());
    let (tx, mut rx) = watch::channel(1);
    println!("{:?} {:?}", rx.has_changed(), *rx.borrow());
    tx.send_if_modified(|v| {
        *v = 2;
        false
    });
    println!("{:?}", rx.has_changed());
    tx.send_replace(3);
    println!("{:?} {:?}", rx.has_changed(), *rx.borrow_and_update());
    let h = tokio::spawn(async move {
        let v = *rx.wait_for(|v| *v > 5).await.unwrap();
        (v, rx.changed().await.is_err())
    });
    tokio::task::yield_now().await;
    tx.send(4).unwrap();
    tokio::task::yield_now().await;
    tx.send(6).unwrap();
    println!("{}", tx.receiver_count());
    let rx2 = tx.subscribe();
    println!("{:?}", rx2.has_changed());
    drop(tx);
    println!("{:?} {:?}", h.await.unwrap(), rx2.has_changed().is_err());
    let (tx, mut rx) = broadcast::channel::<u8>(3);
    println!("{:?} {}", rx.try_recv(), tx.receiver_count());
    for i in 0..6 {
        tx.send(i).unwrap();
    }
    println!(
        "{} {:?} {:?} {}",
        rx.len(),
        rx.try_recv(),
        rx.try_recv(),
        tx.len()
    );
    let mut rx2 = rx.resubscribe();
    tx.send(9).unwrap();
    println!("{:?}", rx2.recv().await);
    drop(tx);
    println!("{:?} {:?}", rx2.recv().await, rx.recv().await);
    println!("{}", broadcast::error::RecvError::Lagged(3));
    let (mut tx, rx) = oneshot::channel::<u8>();
    let t = tokio::spawn(async move {
        tx.closed().await;
        tx.is_closed()
    });
    drop(rx);
    println!("{}", t.await.unwrap());
    let (tx, mut rx) = oneshot::channel();
    println!("{:?}", rx.try_recv());
    tx.send(3).unwrap();
    rx.close();
    println!("{:?} {:?}", rx.try_recv(), rx.try_recv());
    let (tx, rx) = oneshot::channel::<u8>();
    drop(rx);
    println!("{:?}", tx.send(3));
    let n = Notify::new();
    n.notify_one();
    n.notify_one();
    n.notified().await;
    let f = n.notified();
    tokio::pin!(f);
    println!("{}", f.as_mut().enable());
    n.notify_waiters();
    f.await;
    let mut a = Box::pin(n.notified());
    let mut b = Box::pin(n.notified());
    println!("{} {}", a.as_mut().enable(), b.as_mut().enable());
    n.notify_one();
    drop(a);
    b.await;
    println!("done");
}
