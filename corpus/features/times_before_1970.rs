//@ no-bug
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn main() {
    let before = UNIX_EPOCH - Duration::from_millis(1500);
    println!("{before:?} {:?}", UNIX_EPOCH.duration_since(before));
    println!("{:?}", before.duration_since(UNIX_EPOCH).map_err(|error| error.duration()));
    println!("{}", before < UNIX_EPOCH && UNIX_EPOCH < SystemTime::now());
    println!("{:?}", UNIX_EPOCH.checked_add(Duration::MAX));
    let text = std::panic::catch_unwind(|| UNIX_EPOCH + Duration::MAX).unwrap_err();
    println!("{:?}", text.downcast_ref::<&str>());
}
