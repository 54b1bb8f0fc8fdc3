//@ no-bug
//@ args: --entry relay
//@ source: tasks wait for tasks, yield, and hand on what they got

use shuttle::future::{block_on, spawn, yield_now};
use shuttle::sync::Mutex;
use std::sync::Arc;

async fn double(value: u32) -> u32 {
    yield_now().await;
    2 * value
}

#[test]
fn relay() {
    shuttle::check_dfs(
        || {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let first = spawn(double(4));
            let second = spawn({
                let seen = seen.clone();
                async move {
                    let value = first.await.unwrap();
                    seen.lock().unwrap().push(value);
                    value + 1
                }
            });
            let last = block_on(async { second.await.unwrap() });
            assert_eq!(last, 9);
            assert_eq!(*seen.lock().unwrap(), [8]);
        },
        None,
    );
}
