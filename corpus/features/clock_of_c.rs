//! C's clock goes with the program's time.
//@ no-bug

use std::thread;
use std::time::Duration;

#[repr(C)]
#[derive(Default, Clone, Copy)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
}

const REALTIME: i32 = 0;
const MONOTONIC: i32 = 1;

fn now(clock: i32) -> Duration {
    let mut time = TimeSpec::default();
    assert_eq!(unsafe { clock_gettime(clock, &mut time) }, 0);
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

fn main() {
    let start = now(MONOTONIC);
    let sleeper = thread::spawn(|| {
        let start = now(REALTIME);
        thread::sleep(Duration::from_millis(1_500));
        now(REALTIME) - start
    });
    assert!(sleeper.join().unwrap() >= Duration::from_millis(1_500));
    assert!(now(MONOTONIC) >= start);
}
