//@ bug: panic
//@ message: "nobody waited for it"
//@ source: the end of a runtime does not wait for tasks that have not begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

fn main() {
    let done = Arc::new(AtomicBool::new(false));
    let its = done.clone();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async move {
        tokio::spawn(async move { its.store(true, SeqCst) });
    });
    drop(runtime);
    assert!(done.load(SeqCst), "nobody waited for it");
}
