//@ no-bug
//@ source: whoever looks at the clock a thousand times has not waited for centuries
use std::thread;
use std::time::{Duration, Instant};
fn main() {
    thread::spawn(|| ()).join().unwrap();
    for _ in 0..1000 {
        let now = Instant::now();
        let _later = now + Duration::from_secs(1);
    }
}
