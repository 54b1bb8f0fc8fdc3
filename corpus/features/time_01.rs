//@ no-bug

use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let d = Duration::from_millis(1500);
    println!("{:?} {} {}", d, d.as_secs(), d.as_millis());
    println!("{} {}", d.subsec_millis(), d.as_secs_f64());
    println!("{:?} {:?}", d + Duration::from_secs(2), d * 3);
    println!("{:?} {:?}", d / 2, d.checked_sub(Duration::from_secs(5)));
    println!("{:?} {:?}", Duration::from_micros(7), Duration::from_nanos(1_000_001));
    println!("{:?} {}", Duration::ZERO, d > Duration::from_secs(1));
    println!("{:?} {:?}", Duration::new(1, 5), Duration::from_secs_f64(0.25));
    println!("{:?}", d.saturating_sub(Duration::MAX));
    let start = Instant::now();
    thread::sleep(Duration::from_millis(2));
    let elapsed = start.elapsed();
    println!("{}", elapsed >= Duration::from_millis(2));
    println!("{}", Instant::now() >= start);
    let later = start + Duration::from_secs(10);
    println!("{:?} {}", later.duration_since(start), later > start);
    println!("{:?}", start.checked_duration_since(later));
    println!("{:?}", later - start);
    let deadline = Instant::now() + Duration::from_millis(3);
    let mut spins = 0u32;
    while Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
        spins += 1;
    }
    println!("{}", spins >= 1);
}
