//@ no-bug
//@ source: the same of tasks and runtimes: who drops what when, and what panics say.

use std::time::Duration;
use tokio::runtime::*;
use tokio::task::*;
struct D(&'static str);
impl Drop for D {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}
fn text(p: Box<dyn std::any::Any + Send>) -> String {
    p.downcast_ref::<&str>()
        .map(|s| s.to_string())
        .or(p.downcast_ref::<String>().cloned())
        .unwrap()
}
fn main() {
    let rt = Builder::new_current_thread().enable_all().build().unwrap();
    let local = LocalSet::new();
    let x = local.block_on(&rt, async {
        let h = spawn_local(async {
            yield_now().await;
            5
        });
        let r = std::rc::Rc::new(1);
        let h2 = spawn_local(async move { *r });
        h.await.unwrap() + h2.await.unwrap()
    });
    println!("{x}");
    drop(local);
    let h = rt.spawn(async {
        let _d = D("task");
        std::future::pending::<()>().await
    });
    rt.block_on(async {
        yield_now().await;
    });
    println!("{}", h.is_finished());
    h.abort();
    let e = rt.block_on(h).unwrap_err();
    println!("{} {}", e.is_cancelled(), e.is_panic());
    let h = rt.spawn(async { D("result") });
    rt.block_on(async { tokio::task::yield_now().await });
    println!("drop handle");
    drop(h);
    let h = rt.spawn(async { D("late result") });
    drop(h);
    rt.block_on(async { tokio::task::yield_now().await });
    let mut set = JoinSet::new();
    rt.block_on(async {
        for i in 0..3u64 {
            set.spawn(async move {
                tokio::time::sleep(Duration::from_millis(30 - 10 * i)).await;
                i
            });
        }
        set.spawn(async { panic!("x") });
        println!("{}", set.len());
        while let Some(r) = set.join_next().await {
            match r {
                Ok(v) => println!("{v}"),
                Err(e) => println!("panic {}", e.is_panic()),
            }
        }
        let v: JoinSet<u32> = (0..2).map(|i| async move { i }).collect();
        println!("{:?}", v.join_all().await);
        let mut s = JoinSet::new();
        s.spawn(async {
            let _d = D("in set");
            std::future::pending::<()>().await
        });
        yield_now().await;
        s.shutdown().await;
        println!("{}", s.is_empty());
        println!("{:?}", Handle::current().runtime_flavor());
        let r = std::panic::catch_unwind(|| block_in_place(|| 1));
        println!("{}", text(r.unwrap_err()));
        let r = std::panic::catch_unwind(|| Handle::current().block_on(async {}));
        println!("{}", text(r.unwrap_err()));
        let r = spawn_blocking(|| Handle::current().block_on(async { 9 })).await;
        println!("{:?}", r.unwrap());
        let r = std::panic::catch_unwind(|| {
            spawn_local(async {});
        });
        println!("{}", text(r.unwrap_err()));
        let r = std::panic::catch_unwind(|| {
            let rt = Builder::new_current_thread().build().unwrap();
            drop(rt);
        });
        println!("{}", text(r.unwrap_err()));
    });
    println!("{}", try_id().is_none());
    rt.block_on(async {
        let h = tokio::spawn(async { id() });
        let i = h.id();
        assert_eq!(h.await.unwrap(), i);
    });
    let h2 = rt.spawn(async {
        let _d = D("at shutdown");
        std::future::pending::<()>().await
    });
    rt.block_on(async {
        yield_now().await;
    });
    drop(rt);
    println!("{:?}", h2.is_finished());
    println!("{}", Handle::try_current().unwrap_err());
}
