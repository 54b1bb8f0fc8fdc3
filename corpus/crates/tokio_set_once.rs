//@ no-bug
//@ source: several wait for a value that is set once; a `OnceCell` is made by one of those who want it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use tokio::sync::{OnceCell, SetOnce};

static MADE: AtomicU32 = AtomicU32::new(0);
static CELL: OnceCell<u32> = OnceCell::const_new();

#[tokio::main]
async fn main() {
    let once = Arc::new(SetOnce::new());
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let once = once.clone();
            tokio::spawn(async move {
                let cell = CELL.get_or_init(|| async { MADE.fetch_add(1, SeqCst) + 1 });
                *cell.await + *once.wait().await
            })
        })
        .collect();
    once.set(1).unwrap();
    assert_eq!(once.set(2).unwrap_err().to_string(), "SetOnceError");
    for task in tasks {
        assert_eq!(task.await.unwrap(), 2);
    }
    assert_eq!((once.get(), MADE.load(SeqCst)), (Some(&1), 1));
}
