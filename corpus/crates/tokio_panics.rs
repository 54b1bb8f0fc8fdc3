//@ no-bug
//@ source: a panic in a task is its result.

use std::sync::Arc;
use tokio::sync::Mutex;

#[tokio::main]
async fn main() {
    let lock = Arc::new(Mutex::new(1));
    let held = lock.clone();
    let error = tokio::spawn(async move {
        let _guard = held.lock().await;
        panic!("oh no");
    })
    .await
    .unwrap_err();
    assert!(error.is_panic());
    assert_eq!(error.to_string(), format!("task {} panicked with message \"oh no\"", error.id()));
    assert_eq!(error.into_panic().downcast_ref(), Some(&"oh no"));
    assert_eq!(*lock.lock().await, 1);
    let error = tokio::task::spawn_blocking(|| std::panic::panic_any(3)).await.unwrap_err();
    assert_eq!(error.into_panic().downcast_ref(), Some(&3));
}
