//@ no-bug
//@ args: --entry over_once_awaited
//@ source: a task whose result is there is finished for those who may stop it

use shuttle::future::{block_on, spawn};

#[test]
fn over_once_awaited() {
    shuttle::check_random(
        || {
            let task = spawn(async { 42 });
            let handle = task.abort_handle();
            handle.abort();
            let _ = block_on(task);
            assert!(handle.is_finished());
        },
        100,
    );
}
