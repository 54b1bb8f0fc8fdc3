//@ bug: panic
//@ message: "an update is lost"
//@ source: the same with an await in between.

use std::cell::Cell;
use std::rc::Rc;
use tokio::task::{LocalSet, spawn_local, yield_now};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let count = Rc::new(Cell::new(0));
    let own = count.clone();
    let local = LocalSet::new();
    local
        .run_until(async move {
            let tasks: Vec<_> = (0..2)
                .map(|_| {
                    let count = own.clone();
                    spawn_local(async move {
                        let before = count.get();
                        yield_now().await;
                        count.set(before + 1);
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap();
            }
        })
        .await;
    assert_eq!(count.get(), 2, "an update is lost");
}
