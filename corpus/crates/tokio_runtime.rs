//@ no-bug
//@ source: a runtime made by hand. Dropping it drops a task where it waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};

struct Counts(Arc<AtomicU32>);
impl Drop for Counts {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

fn main() {
    assert!(Handle::try_current().is_err());
    let dropped = Arc::new(AtomicU32::new(0));
    for runtime in [Runtime::new().unwrap(), Builder::new_current_thread().build().unwrap()] {
        let counts = Counts(dropped.clone());
        runtime.spawn(async move {
            let _counts = counts;
            std::future::pending::<()>().await;
        });
        let value = runtime.block_on(async {
            let _guard = Handle::current().enter();
            tokio::spawn(async { 3 }).await.unwrap()
        });
        assert_eq!(value, 3);
        drop(runtime);
    }
    assert_eq!(dropped.load(SeqCst), 2);
    let handle = Runtime::new().unwrap().handle().clone();
    assert_eq!(handle.runtime_flavor(), RuntimeFlavor::MultiThread);
}
