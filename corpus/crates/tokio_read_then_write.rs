//@ bug: panic
//@ source: a lock that is let go of between reading and writing.

use std::sync::Arc;
use tokio::sync::RwLock;
#[tokio::main]
async fn main() {
    let v = Arc::new(RwLock::new(0));
    let mut hs = vec![];
    for _ in 0..2 {
        let v = v.clone();
        hs.push(tokio::spawn(async move {
            let x = *v.read().await;
            *v.write().await = x + 1;
        }));
    }
    for h in hs {
        h.await.unwrap();
    }
    assert_eq!(*v.read().await, 2);
}
