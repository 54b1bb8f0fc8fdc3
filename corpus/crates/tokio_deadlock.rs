//@ bug: deadlock
//@ source: two locks in opposite orders.

use std::sync::Arc;
use tokio::sync::Mutex;

#[tokio::main]
async fn main() {
    let (a, b) = (Arc::new(Mutex::new(1)), Arc::new(Mutex::new(2)));
    let (a2, b2) = (a.clone(), b.clone());
    let one = tokio::spawn(async move {
        let a = a.lock().await;
        let b = b.lock().await;
        *a + *b
    });
    let other = tokio::spawn(async move {
        let b = b2.lock().await;
        let a = a2.lock().await;
        *a + *b
    });
    assert_eq!(one.await.unwrap() + other.await.unwrap(), 6);
}
