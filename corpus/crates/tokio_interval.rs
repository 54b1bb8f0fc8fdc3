//@ no-bug
//@ source: ticks come in steps of a period, the first one at once.

use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let start = Instant::now();
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    assert_eq!(ticks.tick().await, start);
    assert_eq!(ticks.tick().await, start + Duration::from_secs(1));
    sleep(Duration::from_millis(2500)).await;
    assert_eq!(ticks.tick().await, start + Duration::from_secs(2));
    assert_eq!(ticks.tick().await, start + Duration::from_secs(4));
}
