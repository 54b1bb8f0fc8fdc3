//@ no-bug
//@ source: a LocalSet in a multi-thread runtime, runtimes in threads of others, and handles used outside of them.

use std::cell::Cell;
use std::rc::Rc;
use tokio::task::{spawn_local, LocalSet};
#[tokio::main]
async fn main() {
    let local = LocalSet::new();
    let n = Rc::new(Cell::new(0));
    let m = n.clone();
    local
        .run_until(async move {
            let a = m.clone();
            let h = spawn_local(async move {
                let x = tokio::spawn(async { 1 }).await.unwrap();
                a.set(a.get() + x);
            });
            let b = m.clone();
            let h2 = spawn_local(async move {
                let x = tokio::spawn(async { 2 }).await.unwrap();
                b.set(b.get() + x);
            });
            h.await.unwrap();
            h2.await.unwrap();
        })
        .await;
    println!("{}", n.get());
    let r = tokio::task::spawn_blocking(|| {
        let rt = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let x = rt.block_on(async { tokio::spawn(async { 4 }).await.unwrap() });
        let e = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            rt.block_on(async { tokio::time::sleep(std::time::Duration::from_secs(1)).await })
        }));
        println!(
            "{}",
            e.unwrap_err()
                .downcast_ref::<&str>()
                .map(|s| s.to_string())
                .unwrap_or("other".into())
        );
        x
    })
    .await
    .unwrap();
    println!("{r}");
    let h = tokio::runtime::Handle::current();
    let t = std::thread::spawn(move || {
        let e = tokio::runtime::Handle::try_current().is_err();
        (
            e,
            h.block_on(async { tokio::spawn(async { 7 }).await.unwrap() }),
        )
    });
    println!("{:?}", t.join().unwrap());
    let h = tokio::spawn(async {
        tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(async { 8 }))
    });
    println!("{:?}", h.await.unwrap());
}
