//@ bug: panic
//@ message: "both took the last one"
//@ args: --entry takes_once
//@ source: `#[test]` that an import makes another crate's macro (as the tests of `eventuals` do)

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::{spawn, test};

async fn take(left: Arc<AtomicU32>) -> bool {
    let seen = left.load(Ordering::SeqCst);
    if seen > 0 {
        left.store(seen - 1, Ordering::SeqCst);
    }
    seen > 0
}

#[test(flavor = "multi_thread", worker_threads = 2)]
async fn takes_once() {
    let left = Arc::new(AtomicU32::new(1));
    let other = spawn(take(left.clone()));
    let own = take(left).await;
    assert!(!(own && other.await.unwrap()), "both took the last one");
}

fn main() {}
