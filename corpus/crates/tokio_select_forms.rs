//@ no-bug
//@ source: the forms of select!, join! and pin!, and a clock that stands still.

use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{interval, sleep, sleep_until, timeout, timeout_at, Instant};
async fn fail(x: u32) -> Result<u32, String> {
    if x > 1 {
        Err("big".to_string())
    } else {
        Ok(x)
    }
}
async fn run() -> Result<u32, String> {
    let (tx, mut rx) = mpsc::channel::<Option<String>>(4);
    tx.send(Some("a".to_string())).await.unwrap();
    tx.send(None).await.unwrap();
    let mut out = 0;
    let v = loop {
        tokio::select! {
            biased;
            Some(Some(mut s)) = rx.recv() => { s.push('b'); println!("{s}"); out += s.len(); }
            r = fail(out as u32), if out > 1 => { match r { Ok(v) => break v, Err(e) => { println!("{e}"); break 7 } } },
            else => { println!("else"); break 3 }
        }
    };
    println!("{v}");
    let x = tokio::select! { x = async { 1 }, if false => x, y = async { 2u8 } => y as i32, };
    println!("{x}");
    let r = tokio::select! {
        Ok(n) = fail(2) => n,
        Err(ref e) = fail(3) => e.len() as u32,
    };
    println!("{r}");
    let z = tokio::select! {
        biased;
        _ = sleep(Duration::from_millis(50)) => "slow",
        _ = sleep(Duration::from_millis(20)) => "fast",
        _ = sleep(Duration::from_millis(30)) => "middle",
        _ = std::future::pending::<()>() => unreachable!(),
        _ = std::future::pending::<u32>() => "never",
    };
    println!("{z}");
    let w = fail(0).await?;
    let q = tokio::select! { r = fail(5) => r?, _ = std::future::pending::<()>() => 0 };
    Ok(w + q)
}
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let start = Instant::now();
    println!("{:?}", run().await);
    println!("{:?}", start.elapsed());
    println!(
        "{:?}",
        timeout(Duration::from_secs(1), sleep(Duration::from_secs(2))).await
    );
    println!(
        "{:?}",
        timeout(Duration::from_secs(3), async {
            sleep(Duration::from_secs(2)).await;
            4
        })
        .await
    );
    println!(
        "{:?}",
        timeout_at(Instant::now(), std::future::pending::<()>())
            .await
            .is_err()
    );
    println!("{:?}", start.elapsed());
    let mut i = interval(Duration::from_secs(10));
    i.tick().await;
    i.reset_after(Duration::from_secs(1));
    i.tick().await;
    println!("{:?}", start.elapsed());
    let s = sleep(Duration::from_secs(100));
    tokio::pin!(s);
    s.as_mut().reset(Instant::now() + Duration::from_secs(1));
    s.await;
    sleep_until(start + Duration::from_secs(60)).await;
    println!("{:?}", start.elapsed());
    let h = tokio::spawn(async move {
        sleep(Duration::from_secs(5)).await;
        Instant::now() - start
    });
    tokio::task::yield_now().await;
    tokio::time::advance(Duration::from_secs(2)).await;
    println!("{:?} {:?}", start.elapsed(), h.await.unwrap());
    let (a, b, c) = tokio::join!(
        async { 1 },
        async {
            tokio::task::yield_now().await;
            "x"
        },
        sleep(Duration::from_millis(1))
    );
    println!("{a} {b} {c:?}");
    let r: Result<(u32, u32), String> = tokio::try_join!(fail(1), fail(0));
    println!("{r:?}");
    tokio::pin! { let f = fail(2); let g = async { 3 }; }
    println!("{:?} {}", f.await, g.await);
}
