//@ bug: data-race
//@ bug: panic
//@ outcomes: 3
//@ source: main's panic comes before the write, or after it if the reader waits: whatever else a race cuts off
use std::hint::black_box;
use std::thread;

static mut PLAIN: i32 = 0;

fn main() {
    let reader = thread::spawn(|| {
        thread::yield_now();
        unsafe { PLAIN }
    });
    let writer = thread::spawn(|| {
        print!("writer ");
        unsafe { PLAIN = 1 };
    });
    if black_box(true) {
        panic!("while both run");
    }
    let _ = (reader.join(), writer.join());
}
