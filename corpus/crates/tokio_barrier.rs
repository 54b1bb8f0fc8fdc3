//@ no-bug
//@ source: two tasks meet twice, and each time one of them leads.

use std::sync::Arc;
use tokio::sync::Barrier;

#[tokio::main]
async fn main() {
    let barrier = Arc::new(Barrier::new(2));
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let barrier = barrier.clone();
            tokio::spawn(async move {
                let mut led = 0;
                for _ in 0..2 {
                    led += barrier.wait().await.is_leader() as u32;
                }
                led
            })
        })
        .collect();
    let mut led = 0;
    for task in tasks {
        led += task.await.unwrap();
    }
    assert_eq!(led, 2);
}
