//@ no-bug
//@ args: --entry cancelled_or_not
//@ outcomes: 2
//@ source: a task that is asked to stop is over, or does not come to its end

use shuttle::future::{JoinError, block_on, spawn, yield_now};
use shuttle::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

struct Guard(Arc<AtomicBool>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn cancelled_or_not() {
    shuttle::check_random(
        || {
            let dropped = Arc::new(AtomicBool::new(false));
            let guard = Guard(dropped.clone());
            let task = spawn(async move {
                let _guard = guard;
                yield_now().await;
                5
            });
            task.abort_handle().abort();
            let result = block_on(task);
            assert!(dropped.load(Ordering::SeqCst));
            match result {
                Ok(value) => assert_eq!(value, 5),
                Err(JoinError::Cancelled) => println!("cancelled"),
            }
        },
        100,
    );
}
